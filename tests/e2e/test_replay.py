"""A finished match again: with a slider, and with another one's eyes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import DIALOG, PHONE, Person
from .servers import Program, Server

Enter = Callable[..., Person]
SLIDE = "(node, step) => { node.value = step; node.dispatchEvent(new Event('input', {bubbles: true})); }"


@pytest.mark.slow
def test_a_finished_match_is_replayed_with_other_eyes(server: Server, person: Enter, program: Program) -> None:
    match = program.open("me", "bot:random", seed=3)["match"]
    steps = program.play(match)["step"]
    path = f"/api/matches/{match}/frames?seat=1&from={steps // 2}&to={steps // 2 + 1}"
    texts = [frame["text"] for frame in program.get(path)["frames"]]
    for looks in ({}, PHONE):
        ann = person(server, **looks)
        ann.go(f"/match/{match}")
        expect(ann.find(f"{DIALOG}.final")).to_be_visible()
        ann.press(f"{DIALOG} [data-value=replay]")
        expect(ann.find("#replay")).to_be_visible()
        expect(ann.find("#replay-slider")).to_have_attribute("max", str(steps))
        ann.find("#replay-slider").evaluate(SLIDE, 1)
        ann.find("#replay-eyes").select_option("1")
        # The bot's own hand is shown.
        expect(ann.find("[data-group=hand] .sprite").nth(2)).to_be_attached()
        ann.find("#replay-slider").evaluate(SLIDE, steps // 2)
        expect(ann.find("#replay-count")).to_have_text(f"{steps // 2 + 1} / {steps + 1}")
        expect(ann.find("#replay-text")).to_have_text(texts[0])
        ann.press("#replay-next")
        expect(ann.find("#replay-count")).to_have_text(f"{steps // 2 + 2} / {steps + 1}")
        expect(ann.find("#replay-text")).to_have_text(texts[1])
        ann.press("#replay-back")
        expect(ann.find("#replay-text")).to_have_text(texts[0])
        assert ann.find(".can-play").count() == 0, "nothing is played in a replay"
        ann.find("#replay-slider").evaluate(SLIDE, steps - 2)
        ann.find("#replay-speed").select_option("fast")
        ann.press("#replay-play")
        expect(ann.find("#replay-count")).to_have_text(f"{steps + 1} / {steps + 1}")
        expect(ann.find("#replay-play")).to_have_attribute("aria-pressed", "false")
        ann.press("#replay-close")
        expect(ann.find("#replay")).to_be_hidden()
        expect(ann.find("#result")).to_be_visible()
