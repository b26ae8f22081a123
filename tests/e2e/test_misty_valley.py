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
    ann.sit_down("misty-valley", seed=7)
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
    ann.sit_down("misty-valley")
    ann.wait_ready()
    layer = ann.find(".zooms .layer")
    fitted = layer.get_attribute("transform")
    ann.press("#zoom-in")
    expect(layer).not_to_have_attribute("transform", fitted or "")
    ann.page.keyboard.press("0")
    expect(layer).to_have_attribute("transform", fitted or "")


def at_the_turn(someone: Person) -> None:
    """A patrol is chosen, and where it goes; it is still to be turned."""
    someone.sit_down("misty-valley", seed=7)
    someone.wait_ready()
    someone.press(someone.find(".can-play[data-move^=patrol] .hit").first)
    someone.find(".can-play[data-move^=at]").first.wait_for()
    someone.press(someone.find(".can-play[data-move^=at] .hit").first)


def test_a_patrol_is_turned_by_a_finger_that_is_not_still(server: Server, person: Enter) -> None:
    """A tap wanders some pixels, and is a tap all the same."""
    bob = person(server, **PHONE)
    at_the_turn(bob)
    tile = bob.find(".can-play[data-turns]")
    expect(tile).to_have_attribute("data-move", "turn 0")
    hand = bob.context.new_cdp_session(bob.page)
    for way in (1, 2):
        box = tile.locator(".hit").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind, points in (("Start", [(x, y)]), ("Move", [(x + 9, y)]), ("End", [])):
            touches = [{"x": left, "y": top} for left, top in points]
            hand.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})
        expect(tile).to_have_attribute("data-move", f"turn {way}")


def test_a_click_made_too_early_is_not_swallowed(server: Server, person: Enter) -> None:
    """Somebody who knows the game clicks on the space before the answer to the tile has come."""
    ann = person(server)
    at_the_turn(ann)
    ann.find(".can-play[data-turns]").wait_for()
    # Back to the choice of the tile, with a space in mind.
    ann.press("#undo")
    ann.find(".can-play[data-move^=at]").first.wait_for()
    spot = ann.find(".can-play[data-move^=at] .hit").first.bounding_box()
    ann.press("#undo")
    ann.find(".can-play[data-move^=patrol]").first.wait_for()
    assert spot
    ann.page.evaluate("""() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 400); };
    }""")
    tile = ann.find(".can-play[data-move^=patrol] .hit").first.bounding_box()
    assert tile
    ann.page.mouse.click(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    ann.page.wait_for_timeout(100)
    ann.page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(ann.find(".can-play[data-turns]")).to_have_count(1)
