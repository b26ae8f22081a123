"""Whole matches in browsers: alone, against bots, or two people with a link between them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from .people import DIALOG, Person, Which
from .servers import Program

LONGEST = 1200  # seconds that a match may take on a machine with much else to do
Look = Callable[[Person], None]
# Which of the targets somebody presses, by the number of the turn; buttons beside the prompt come first.
Pick = Callable[[Person, int], Which]
BOT = "novice"  # quick to decide
# Of a match that is skimmed people play so many moves with their own hands, then programs so many for each of them.
BY_HAND, BY_PROGRAM = 6, 60


def go_on(one: Person, turn: int, look: Look, pick: Pick) -> str:
    """Play one move or go past a summary, if there is either; what was asked."""
    asked = one.asked()
    if asked == "dialog":
        one.go_past()
    elif asked == "play":
        look(one)
        one.play_one(pick(one, turn))
    return asked


def play_out(people: list[Person], look: Look, pick: Pick, skim: bool) -> None:
    """All play one target or another until each has the final page. `look` is called before each move."""
    turn, end = 0, time.monotonic() + LONGEST
    while time.monotonic() < end:
        asked = {go_on(one, turn, look, pick) for one in people}
        if asked == {"final"}:
            return
        if asked & {"play", "dialog"}:
            turn += 1
            if skim and turn % BY_HAND == 0:
                let_programs_play(people, BY_PROGRAM, pick)
        else:
            wait_for_news(people)
    raise AssertionError("the match never ended")


def let_programs_play(people: list[Person], moves: int, pick: Pick) -> None:
    """All leave the table, each makes so many moves over REST, if the match is not over sooner, and they come back."""
    dice = random.Random(moves)
    programs = {one: one.program() for one in people}
    for one in people:
        one.leave()
    seats = {one: program.status(one.match)["mine"][0] for one, program in programs.items()}
    while moves:
        played = [play_for(one, program, seats[one], dice, pick) for one, program in programs.items()]
        if any(played):
            moves -= 1
        elif programs[people[0]].status(people[0].match)["status"] == "over":
            break
    for one, program in programs.items():
        program.client.close()
        one.come_back()


def play_for(one: Person, program: Program, seat: int, dice: random.Random, pick: Pick) -> bool:
    """A move for somebody, if it is their turn: what they would pick, or any."""
    legal = program.get(f"/api/matches/{one.match}/legal?seat={seat}")
    if legal:
        picked = pick(one, 0)
        move = picked if isinstance(picked, str) else dice.choice(legal)
        program.post(f"/api/matches/{one.match}/moves", {"seat": seat, "move": move})
    return bool(legal)


def wait_for_news(people: list[Person]) -> None:
    """Wait until a page is told something, but not too long: what it was told before may not be drawn yet."""
    told, end = [one.told for one in people], time.monotonic() + 0.1
    while [one.told for one in people] == told and time.monotonic() < end:
        people[0].page.wait_for_timeout(10)


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
    pick: Pick = lambda one, turn: turn,
    skim: bool = False,
) -> dict[str, Any]:
    """A match that Ann opens, that Bob, if there is one, joins by his link, and that bots fill up.

    They make every move with their own hands, or, to `skim`, some of them now and then until the end.
    """
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
        play_out(people, look, pick, skim)
        status = program.status(opened["match"])
        assert status["status"] == "over"
        return status


def result_names(one: Person, *names: str) -> None:
    """The final page is there, and names all of them."""
    for name in names:
        expect(one.find(DIALOG)).to_contain_text(name)


def no_sideways(one: Person) -> None:
    """A phone shows it all without scrolling sideways."""
    wide = one.page.evaluate("document.scrollingElement.scrollWidth")
    assert wide <= one.page.viewport_size["width"], "the page scrolls sideways"
