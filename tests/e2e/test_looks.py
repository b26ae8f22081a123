"""Day and dusk, movement and stillness, sound: everything is drawn, and nothing complains."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .people import DESK, DIALOG, PATIENCE, PHONE, Person
from .servers import Program, Server

Enter = Callable[..., Person]
CASES = [
    pytest.param({**DESK, "color_scheme": "dark"}, id="dusk on a desk"),
    pytest.param({**PHONE, "color_scheme": "light", "reduced_motion": "reduce"}, id="day on a phone, still"),
]
NOTE_FLIGHT = """() => {
  window.flown = 0;
  const seen = new MutationObserver(() => { window.flown += 1; });
  seen.observe(document.querySelector('.flight'), {childList: true});
}"""
BRIGHTNESS = "getComputedStyle(document.body).color.match(/[0-9]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0)"


@pytest.mark.parametrize("looks", CASES)
def test_themes_and_stillness(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    dark = looks["color_scheme"] == "dark"
    ann.go("/")
    assert (ann.page.evaluate(BRIGHTNESS) > 380) == dark, "ink is light at dusk"
    expect(ann.find(".cover-picture").first).to_be_visible()
    ann.press("[data-guide=misty]")
    expect(ann.find(f"{DIALOG} .guide h2").first).to_be_visible()
    ann.press(f"{DIALOG} footer .button")
    ann.press("[data-play=misty]")
    ann.at_table()
    assert (ann.page.evaluate(BRIGHTNESS) > 380) == dark
    expect(ann.find("html")).to_have_attribute("data-still", "yes")
    stage = ann.find("#stage .layer").first
    moved = stage.evaluate("node => getComputedStyle(node).transitionProperty")
    assert moved == "none", "the shortest transition shows a table unplaced for a frame"
    ann.play_on(3)
    for tab in ("#tab-cards", "#tab-guide", "#tab-about", "#tab-log"):
        ann.press(tab)
        pane = ann.find(tab).get_attribute("aria-controls")
        expect(ann.find(f"#{pane}")).to_be_visible()
        expect(ann.find(f"#{pane}")).not_to_be_empty()
    if ann.touch:
        ann.press("#sheet-close")
    ann.press("#settings")
    ann.find(f"{DIALOG} label[for=set-theme-{'light' if dark else 'dark'}]").click()
    ann.press(f"{DIALOG} footer .button")
    assert (ann.page.evaluate(BRIGHTNESS) > 380) != dark, "a player's own choice counts"
    ann.page.reload()
    ann.at_table()
    assert (ann.page.evaluate(BRIGHTNESS) > 380) != dark, "and stays"


def test_cards_move_and_sounds_play(server: Server, person: Enter) -> None:
    ann = person(server, speed="fast", sound=True)
    ann.sit_down("misty")
    expect(ann.find("html")).to_have_attribute("data-still", "no")
    ann.page.evaluate(NOTE_FLIGHT)
    ann.play_on(5)
    assert ann.page.evaluate("window.flown > 0"), "cards fly over the table"
    ann.wait_ready()
    expect(ann.find(".flight .sprite")).to_have_count(0)
    ann.page.keyboard.press("m")
    expect(ann.find("#sound")).to_have_attribute("aria-pressed", "false")


def test_no_click_is_lost_while_others_move(server: Server, person: Enter, program: Program) -> None:
    ann = person(server, speed="slow")
    with ann.program() as same:
        opened = same.open("me", "friend")
    match = opened["match"]
    ann.go(f"/match/{match}")
    program.post(f"/api{opened['seats'][1]['link']}", {"name": "Ben"})
    pick = program.get(f"/api/matches/{match}/legal?seat=1")[0]
    program.post(f"/api/matches/{match}/moves", {"seat": 1, "move": pick})
    # The cards are dealt slowly; Ben's pick waits to be shown when Ann makes hers.
    ann.press_target()
    end = time.monotonic() + PATIENCE / 1000
    while not ann.moves:
        assert time.monotonic() < end, "the click was lost"
        ann.page.wait_for_timeout(10)
