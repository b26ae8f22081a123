"""A puzzle in a real browser, by finger: tried, taken back, found; given up; and what the page remembers of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from mistvale import puzzles

from .people import PHONE, Person
from .servers import Server

Enter = Callable[..., Person]


@pytest.mark.slow
def test_a_puzzle_is_tried_and_found_and_the_next_given_up(server: Server, person: Enter) -> None:
    first, second = puzzles.puzzles("misty")[:2]
    ann = person(server, **PHONE)
    ann.go("/")
    ann.press("[data-puzzles=misty]")
    expect(ann.find(".puzzle-cell")).to_have_count(len(puzzles.puzzles("misty")))
    ann.go(f"/puzzles/misty#{first.id}")
    expect(ann.find("#coach")).to_contain_text("clearly better")

    # What tempts is shown and explained, and taken back with one press.
    ann.wait_ready()
    ann.press_target(first.tempting)
    expect(ann.find("#coach .remark.wrong")).to_be_visible()
    expect(ann.find("#stage .can-play")).to_have_count(0)
    ann.press("#lesson-retry")
    ann.wait_ready()
    ann.press_target(first.best)
    expect(ann.find("#coach .remark.right")).to_be_visible()
    ann.press("#lesson-why")
    expect(ann.find("dialog[open] p")).to_have_text(puzzles.why(first, "en"))
    ann.press("dialog[open] .button.primary")

    # The first move counts: it is remembered as missed, and the list says so.
    ann.press("#coach a[href='#']")
    expect(ann.find(f".puzzle-cell[href='#{first.id}']")).to_have_class("puzzle-cell wrong")

    ann.press(f".puzzle-cell[href='#{second.id}']")
    ann.wait_ready()
    expect(ann.find("#lesson-on")).to_have_count(0)  # bots would tell the move
    ann.press("#puzzle-show")
    marked = ann.find("#stage .sprite.is-focus.can-play")
    expect(marked.first).to_be_attached()
    assert {each.get_attribute("data-move") for each in marked.all()} == {second.best}

    # From there it goes on at a table, against a bot.
    ann.press("#lesson-on")
    ann.press("dialog[open] .button.primary")
    ann.page.wait_for_url("**/match/*")
    ann.wait_ready()
    ann.press("#tab-about")
    expect(ann.find("#played-on a")).to_have_attribute("href", f"/puzzles/misty#{second.id}")
