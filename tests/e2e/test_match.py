"""A match against a bot: on a desk from one click to the rematch, and every move of one on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import DIALOG, PHONE, Person
from .servers import Server
from .together import Programs, no_sideways

SMALLEST = 40


def play_to_the_end(player: Person, before_each: Callable[[], None] = lambda: None, by_hand: int = 400) -> int:
    """Play whatever comes first until the final summary is there; gives the number of round summaries.

    After `by_hand` of them a program plays on.
    """
    rounds = 0
    for i in range(400):
        before_each()
        if player.play_one(i) == "play":
            continue
        dialog = player.find(DIALOG)
        expect(dialog).to_have_class(re.compile("summary"))
        if "final" in (dialog.get_attribute("class") or ""):
            return rounds
        rounds += 1
        player.press(dialog.locator(".button.primary"))
        dialog.wait_for(state="detached")
        if rounds == by_hand:
            Programs([player]).play()
    raise AssertionError("the match never ended")


def check_result(player: Person) -> None:
    dialog = player.find(DIALOG)
    with player.program() as same:
        status = same.status(player.match)
    assert status["status"] == "over" and 1 in status["ranks"]
    winners = [seat["name"] for seat, rank in zip(status["seats"], status["ranks"], strict=True) if rank == 1]
    told = dialog.inner_text()
    assert any(name in told for name in winners), told
    rows = [row.locator("td").all_inner_texts() for row in dialog.locator(".summary-table tr").all()]
    assert [str(points) for points in status["scores"]] in rows


@pytest.mark.slow
def test_a_match_from_one_click_to_the_rematch(server: Server, person: Callable[..., Person]) -> None:
    ann = person(server)
    ann.go("/")
    ann.find("[data-play=misty]").click()
    ann.at_table()
    assert play_to_the_end(ann, by_hand=1) >= 1
    check_result(ann)
    first = ann.match
    ann.find(f"{DIALOG} .button.primary").click()
    ann.page.wait_for_url(lambda url: "/match/" in url and first not in url)
    ann.at_table()
    assert ann.play_one() == "play"


@pytest.mark.slow
def test_a_match_by_taps_on_a_phone(server: Server, person: Callable[..., Person]) -> None:
    bob = person(server, **PHONE)
    bob.go("/")
    bob.press("[data-setup=misty]")
    bob.find("select[name=window]").select_option('"small"')
    bob.find(".seating-row.bot select").last.select_option("random")
    no_sideways(bob)
    bob.press("[data-open=misty]")
    bob.at_table()
    sizes: set[float] = set()

    def look() -> None:
        if bob.wait_ready() == "dialog":
            return
        no_sideways(bob)
        expect(bob.find("#prompt-text")).to_be_in_viewport()
        expect(bob.find("#prompt-text")).not_to_be_empty()
        sizes.update(target_sides(bob))

    play_to_the_end(bob, look)
    check_result(bob)
    assert min(sizes) >= SMALLEST, sorted(sizes)[:5]


def target_sides(someone: Person) -> list[float]:
    """The shorter side of what a finger can hit, of every legal target."""
    measure = "nodes => nodes.map(n => n.getBoundingClientRect()).map(r => Math.min(r.width, r.height))"
    sides: list[float] = someone.find(".can-play .hit").evaluate_all(measure)
    return sides
