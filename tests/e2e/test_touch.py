"""A finger: what it holds is shown large, it is told so once, and a wrong pick can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .people import DESK, PHONE, Person
from .servers import Server

Enter = Callable[..., Person]
TOAST = "#toasts .toast"


@pytest.fixture
def slow_bots(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path / "data", bot_pause=2.0)
    yield started
    started.end()


def sit_down(someone: Person) -> None:
    someone.sit_down("misty")
    someone.wait_ready()


def test_players_are_told_once_what_a_held_finger_does(server: Server, person: Enter) -> None:
    bob = person(server, **PHONE)
    sit_down(bob)
    toast = bob.find(TOAST)
    expect(toast).to_contain_text("Hold your finger")
    ink, ground = toast.evaluate("node => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]")
    assert ink != ground, "it can be read"
    bob.page.reload()
    bob.at_table()
    bob.wait_ready()
    expect(bob.find(TOAST)).to_have_count(0)
    ann = person(server, **DESK)
    sit_down(ann)
    expect(ann.find(TOAST)).to_have_count(0)


def test_a_held_finger_shows_a_card_and_plays_nothing(server: Server, person: Enter) -> None:
    bob = person(server, **PHONE)
    sit_down(bob)
    box = bob.find(".can-play .hit").first.bounding_box()
    assert box
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = bob.context.new_cdp_session(bob.page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    card = bob.find("#tip .tip-card")
    expect(card).to_be_visible()
    shown = card.bounding_box()
    assert shown and shown["height"] > 1.5 * box["height"]
    expect(card).to_be_in_viewport(ratio=1)
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    bob.page.wait_for_timeout(300)
    assert bob.sent == 0


def test_a_wrong_pick_against_a_bot_can_be_taken_back(slow_bots: Server, person: Enter) -> None:
    bob = person(slow_bots, **PHONE)
    sit_down(bob)
    hand = sorted(target.get_attribute("data-move") or "" for target in bob.find(".can-play").all())
    bob.press_target()
    bob.press("#undo")
    bob.wait_ready()
    assert sorted(target.get_attribute("data-move") or "" for target in bob.find(".can-play").all()) == hand
