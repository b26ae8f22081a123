"""Matches of Maps of Misterra: alone against the Otoma, and at a full table with two bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .people import DESK, DIALOG, PHONE, Person
from .servers import Server
from .together import no_sideways, play_alone, play_together, result_names

Enter = Callable[..., Person]


def both_boards_are_there(one: Person) -> None:
    """Island and parchment side by side on a desk, one above the other on a phone, with the same labels."""
    island, parchment = (one.find(f"[data-group={name}] .mat").bounding_box() for name in ("island", "parchment"))
    assert island and parchment
    if one.touch:
        assert parchment["y"] > island["y"] + island["height"] / 2
    else:
        assert parchment["x"] > island["x"] + island["width"] / 2
    no_sideways(one)


# Where each group of the table lies, as if nothing had been scrolled; and what of the table is in sight.
PLACES = """() => {
  const wrap = document.querySelector('[data-group]').ownerSVGElement.parentElement;
  const places = [...document.querySelectorAll('[data-group]')].map((group) => {
    const { x, y, width, height } = group.querySelector('.mat').getBoundingClientRect();
    return [group.dataset.group, [x, y + wrap.scrollTop, width, height].map(Math.round)];
  });
  const { top } = wrap.getBoundingClientRect();
  return [Object.fromEntries(places), top + wrap.scrollTop, top + wrap.scrollTop + wrap.clientHeight];
}"""


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
def test_the_table_stays_where_it_is_from_phase_to_phase(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    """From the choice of hypotheses on; and both boards are in sight while one draws, with the sketches to draw."""
    ann = person(server, **looks)
    ann.sit_down("misterra")
    laid, words = [], set()
    for _ in range(8):
        words.add(ann.find("#prompt-text").inner_text())
        places, top, bottom = ann.page.evaluate(PLACES)
        laid.append(places)
        for board in ("island", "parchment"):
            _, y, _, height = places[board]
            assert top <= y, (board, words)
            assert y + height <= bottom, (board, words)
        ann.play_one()
    assert len(words) >= 5  # the hypotheses, and the two steps of either half-day
    assert all(places == laid[0] for places in laid), laid


@pytest.mark.slow
def test_alone_against_the_otoma(server: Server, person: Enter) -> None:
    ann = person(server)
    status = play_alone(ann, "misterra", look=both_boards_are_there, skim=True)
    assert status["ranks"] == [1]
    result_names(ann, "Ann")


def test_the_home_page_offers_to_play_alone(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    expect(ann.find("[data-solo=misty]")).to_have_count(0)
    ann.press("[data-solo=misterra]")
    ann.at_table()
    assert ann.play_one() == "play"


@pytest.mark.slow
def test_two_people_and_two_bots(server: Server, person: Enter) -> None:
    ann, bob = person(server), person(server, **PHONE)
    status = play_together(ann, bob, "misterra", bots=2, look=both_boards_are_there, skim=True)
    assert len(status["ranks"]) == 4
    for each in (ann, bob):
        result_names(each, "Ann", "Bob")
    no_sideways(bob)


def test_a_rivals_parchment_is_one_tap_away(server: Server, person: Enter) -> None:
    bob = person(server, **PHONE)
    bob.sit_down("misterra")
    rival = bob.find(".role-side .mat").first
    small = rival.bounding_box()
    bob.press(rival)
    expect(bob.find(".closer")).to_have_count(1)
    large = bob.find(".closer .mat").bounding_box()
    assert small and large
    assert large["width"] > 1.8 * small["width"]
    bob.page.keyboard.press("Escape")
    expect(bob.find(".closer")).to_have_count(0)
    assert not bob.find(DIALOG).count()


def test_points_say_where_they_come_from(server: Server, person: Enter) -> None:
    """Everybody begins at -25: under a mouse, with the keyboard's focus and after a tap it is said why."""
    ann, bob = person(server), person(server, **PHONE)
    for each in (ann, bob):
        each.sit_down("misterra")
    told = ann.find("#breakdown")
    expect(told).to_be_hidden()
    ann.find(".score").first.hover()
    expect(told).to_contain_text("Empty squares")
    expect(told.locator("b").last).to_have_text("-25")
    ann.page.mouse.move(5, 300)
    expect(told).to_be_hidden()
    points = ann.find(".score .points").first
    expect(points).to_have_attribute("aria-label", re.compile(r"^-25 points\. Empty squares: -25\. "))
    ann.find("#tab-log").focus()
    ann.page.keyboard.press("Tab")
    while not points.evaluate("each => each === document.activeElement"):
        ann.page.keyboard.press("Tab")
    expect(told).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    bob.press(bob.find(".chip-score").nth(1))
    expect(bob.find("#breakdown")).to_contain_text("Hidden hypotheses are not in it.")
    bob.press(bob.find(".chip-score").nth(1))
    expect(bob.find("#breakdown")).to_be_hidden()
    no_sideways(bob)


# The middle of a square on which a sketch can be turned, if there is one now.
TURNED = """() => {
  const square = [...document.querySelectorAll('#stage .sprite')].find((node) => node.actor?.sprite.turns?.length);
  const box = square?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
# What of the sketch the tip covers: the square it is laid from, and the ghosts on the parchment next to it.
COVERED = """([x, y]) => {
  const tip = document.querySelector('#tip').getBoundingClientRect();
  const square = document.elementFromPoint(x, y).closest('.sprite').getBoundingClientRect();
  const meets = (a, b, by) =>
    a.left < b.right + by && a.right > b.left - by && a.top < b.bottom + by && a.bottom > b.top - by;
  const ghosts = [...document.querySelectorAll('.sprite.is-ghost')].map((one) => one.getBoundingClientRect());
  const piece = [square, ...ghosts.filter((one) => meets(one, square, square.width / 8))];
  return { pieces: piece.length, covered: piece.filter((one) => meets(one, tip, 0)).length };
}"""


def test_a_tip_covers_nothing_of_the_sketch_that_is_turned(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.sit_down("misterra", seed=5)
    while not (ann.wait_ready() and (square := ann.page.evaluate(TURNED))):
        ann.play_one()
    ann.page.mouse.move(*square)
    expect(ann.find("#tip")).to_be_visible()
    for _ in range(4):
        ann.page.wait_for_timeout(300)
        seen = ann.page.evaluate(COVERED, square)
        assert seen["pieces"] > 1
        assert not seen["covered"], seen
        ann.page.keyboard.press("r")
