"""Matches of Misty Valley, with abilities and expansion: against a bot, and two people with a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import PHONE, Person
from .servers import Server
from .together import no_sideways, play_alone, play_together, result_names

Enter = Callable[..., Person]
EVERYTHING = {"abilities": "true", "expansion": "true"}


@pytest.mark.slow
def test_against_a_bot_with_everything(server: Server, person: Enter) -> None:
    ann = person(server, **PHONE)
    status = play_alone(ann, "misty-valley", bots=1, options=EVERYTHING, look=no_sideways, skim=True)
    assert min(status["ranks"]) == 1
    result_names(ann, "Ann")


@pytest.mark.slow
def test_two_people(server: Server, person: Enter) -> None:
    ann, bob = person(server), person(server, **PHONE)
    options = {**EVERYTHING, "boards": "BB"}
    status = play_together(ann, bob, "misty-valley", options=options, look=no_sideways, skim=True)
    assert min(status["ranks"]) == 1
    for each in (ann, bob):
        result_names(each, "Ann", "Bob")


def test_a_patrol_is_turned_before_it_is_laid(server: Server, person: Enter) -> None:
    """Pick the tile, pick the space, turn it with wheel and keys; one undo away from all of it."""
    ann = person(server)
    ann.go("/")
    with ann.program() as program:
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
        opened = program.post("/api/matches", {"game": "misty-valley", "seats": seats, "seed": 7})
    ann.go(f"/match/{opened['match']}")
    ann.at_table()
    ann.wait_ready()
    ann.press(ann.find(".can-play[data-move^=patrol] .hit").first)
    ann.find(".can-play[data-move^=at]").first.wait_for()
    ann.press(ann.find(".can-play[data-move^=at] .hit").first)
    tile = ann.find(".can-play[data-turns]")
    expect(tile).to_have_count(1)
    expect(ann.find("#turn-bar")).to_be_visible()
    expect(tile).to_have_attribute("data-move", "turn 0")
    tile.locator(".hit").hover()
    ann.page.keyboard.press("r")
    expect(tile).to_have_attribute("data-move", "turn 1")
    ann.page.mouse.wheel(0, 120)
    expect(tile).to_have_attribute("data-move", "turn 2")
    ann.page.keyboard.press("q")
    expect(tile).to_have_attribute("data-move", "turn 1")
    expect(ann.find(".preview .sprite").first).to_be_attached()
    for left in (".can-play[data-move^=at]", ".can-play[data-move^=patrol]"):
        ann.press("#undo")
        ann.find(left).first.wait_for()
    expect(ann.find("#undo")).to_be_hidden()


def test_the_board_can_be_moved_and_fitted(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-play=misty-valley]")
    ann.at_table()
    ann.wait_ready()
    bed = ann.find(".zooms .bed")
    fitted = bed.get_attribute("transform")
    ann.press("#zoom-in")
    expect(bed).not_to_have_attribute("transform", fitted or "")
    ann.page.keyboard.press("0")
    expect(bed).to_have_attribute("transform", fitted or "")
