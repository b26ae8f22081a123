"""What rivals did since my turn: at a glance, and step by step on the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import DESK, DESK_FIRST, READY, Person
from .servers import Server
from .together import no_sideways

Enter = Callable[..., Person]


@DESK_FIRST
def test_what_rivals_did_is_stepped_through(server: Server, person: Enter, looks: dict[str, object]) -> None:
    ann = person(server, **looks)
    opened = ann.sit_down("valdora", bots=2, seed=3)
    ann.wait_ready()
    while not ann.find("#recap").is_visible():
        ann.play_one(1)
        ann.wait_ready()
        ann.page.wait_for_timeout(50)
    now = ann.find("#stage").inner_html()
    told = ann.find("#prompt-text").inner_text()
    ann.press("#recap")
    steps = ann.find(".recap-step")
    names = {seat["name"] for seat in opened["seats"][1:]}
    lines = steps.all_inner_texts()
    assert all(any(name in line for line in lines) for name in names), lines
    assert str(len(lines)) == ann.find("#recap").get_attribute("data-count")
    no_sideways(ann)
    ann.press(steps.first)
    expect(steps.first).to_have_attribute("aria-current", "")
    expect(ann.find(READY)).to_have_count(0)
    ann.press(ann.find(".recap header .icon-button").nth(1))
    expect(steps.nth(1)).to_have_attribute("aria-current", "")
    ann.press(ann.find(".recap header .icon-button").last)
    expect(ann.find("#recap-box")).to_be_hidden()
    expect(ann.find("#prompt-text")).to_have_text(told)
    ann.wait_ready()
    assert len(ann.find("#stage").inner_html()) == pytest.approx(len(now), rel=0.05)
    assert ann.play_one() == "play"


def test_the_log_follows_though_something_takes_its_room(server: Server, person: Enter) -> None:
    """A coach's box beside it makes it smaller, and scrolls nothing; whoever scrolls up is left there."""
    ann = person(server, **DESK)
    ann.sit_down("secret-valley", bots=2, seed=3)
    ann.wait_ready()
    below = "e => Math.round(e.scrollHeight - e.scrollTop - e.clientHeight)"
    pane = ann.find("#pane-log")
    pane.evaluate("e => { e.style.flex = 'none'; e.style.height = '120px'; }")
    for _ in range(12):
        ann.play_one(1)
        ann.wait_ready()
        if pane.evaluate("e => e.scrollHeight > e.clientHeight + 100"):
            break
    assert pane.evaluate("e => e.scrollTop") > 0 and pane.evaluate(below) < 5
    pane.evaluate("e => { e.style.height = '40px'; }")
    ann.play_one(1)
    ann.wait_ready()
    assert pane.evaluate(below) < 5
    pane.evaluate("e => { e.scrollTop = 0; }")
    ann.page.wait_for_timeout(100)
    ann.play_one(1)
    ann.wait_ready()
    assert pane.evaluate("e => e.scrollTop") == 0
