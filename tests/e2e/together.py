"""Whole matches in browsers: alone, against bots, or two people with a link between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from .people import DIALOG, Person
from .servers import Program

LONGEST = 1200  # seconds that a match may take on a machine with much else to do
Look = Callable[[Person], None]
# Which of the targets to press, by the number of the turn; buttons beside the prompt come first.
Pick = Callable[[int], int]
BOT = "novice"  # quick to decide


def go_on(one: Person, which: int, look: Look) -> bool:
    """Play one move or go past a summary, if there is either; whether there was."""
    asked = one.asked()
    if asked == "dialog":
        one.go_past()
    elif asked == "play":
        look(one)
        one.play_one(which)
    return asked in ("dialog", "play")


def play_out(program: Program, match: str, people: list[Person], look: Look, pick: Pick) -> dict[str, Any]:
    """All play one target or another until the match is over; its status. `look` is called before each move."""
    turn, end = 0, time.monotonic() + LONGEST
    while time.monotonic() < end:
        moved = [go_on(one, pick(turn), look) for one in people]
        turn += any(moved)
        if not any(moved):
            status: dict[str, Any] = program.status(match)
            if status["status"] == "over":
                return status
            people[0].page.wait_for_timeout(20)
    raise AssertionError("the match never ended")


def play_alone(ann: Person, game: str, **more: Any) -> dict[str, Any]:
    """A match of one person, alone or against bots."""
    return play_together(ann, None, game, **more)


def play_together(
    ann: Person,
    bob: Person | None,
    game: str,
    bots: int = 0,
    options: Mapping[str, str] | None = None,
    look: Look = lambda one: None,
    seed: int = 7,
    bot: str = BOT,
    pick: Pick = lambda turn: turn,
) -> dict[str, Any]:
    """A match that Ann opens, that Bob, if there is one, joins by his link, and that bots fill up."""
    people = [one for one in (ann, bob) if one]
    for one in people:
        one.keeps_frames = False
    ann.go("/")
    with ann.program() as program:
        friend = [{"kind": "friend"}] if bob else []
        seats = [{"kind": "me", "name": "Ann"}, *friend, *[{"kind": "bot", "bot": bot}] * bots]
        opened = program.post("/api/matches", {"game": game, "options": options or {}, "seats": seats, "seed": seed})
        if bob:
            bob.go(opened["seats"][1]["link"])
            bob.find("#join-name").fill("Bob")
            bob.find("#join-go").click()
            bob.at_table()
        ann.go(f"/match/{opened['match']}")
        ann.at_table()
        return play_out(program, opened["match"], people, look, pick)


def result_names(one: Person, *names: str) -> None:
    """The final page is there, and names all of them."""
    for name in names:
        expect(one.find(DIALOG)).to_contain_text(name)


def no_sideways(one: Person) -> None:
    """A phone shows it all without scrolling sideways."""
    wide = one.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= one.page.viewport_size["width"], "the page scrolls sideways"
