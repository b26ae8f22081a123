"""A whole match of Valdora at a full table: somebody at a desk, somebody with a phone, and three bots."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from .people import PHONE, Person
from .servers import Server
from .together import no_sideways, play_together, result_names

Enter = Callable[..., Person]


def mostly_on(turn: int) -> int:
    """Short turns, so that the bots come to their craftsmen soon, with something else now and then."""
    return 0 if turn % 5 else turn


def test_five_seats_from_the_first_road_to_the_last_craftsman(server: Server, person: Enter) -> None:
    ann, bob = person(server), person(server, **PHONE)
    status = play_together(ann, bob, "valdora", bots=3, bot="adept", pick=mostly_on)
    assert len(status["ranks"]) == 5
    for each in (ann, bob):
        result_names(each, "Ann", "Bob")
    no_sideways(bob)


def test_where_one_can_stop_and_what_it_costs(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.press("[data-play=valdora]")
    ann.at_table()
    ann.wait_ready()
    stops = ann.find(".can-play[data-move^=go]")
    assert stops.count() > 3
    stops.first.locator(".hit").hover()
    expect(ann.find("#tip")).to_be_visible()
    ann.press(stops.first.locator(".hit"))
    expect(ann.find("#undo")).to_be_visible()
