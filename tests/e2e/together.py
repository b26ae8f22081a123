"""Whole matches in browsers: alone, against bots, or two people with a link between them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from .people import DIALOG, READY, Person, Which

LONGEST = 1200  # seconds that a match may take on a machine with much else to do
Look = Callable[[Person], None]
# Which of the targets somebody presses, by the number of the turn; buttons beside the prompt come first.
Pick = Callable[[Person, int], Which]
# Whether a move that somebody could make is wanted.
Wanted = Callable[[Person, str], bool]
BOT = "novice"  # quick to decide
# Of a match that is skimmed people play so many moves with their own hands, and later each kind that is new to them.
BY_HAND = 6
# The moves that are offered to somebody on the page.
OFFERED = f"() => [...document.querySelectorAll('{READY}')].map((target) => target.dataset.move)"


class Hands:
    """Notes which kinds of moves were made by hand, by whomever."""

    def __init__(self, pick: Pick) -> None:
        self._pick = pick
        self._made: set[str] = set()

    def is_new(self, one: Person, move: str) -> bool:
        return kind(move) not in self._made

    def pick(self, one: Person, turn: int) -> Which:
        """A kind of move that was not made yet, if one is offered; otherwise what suits them."""
        offered: list[str] = one.page.evaluate(OFFERED)
        new = next((move for move in offered if self.is_new(one, move)), None)
        picked = self._pick(one, turn) if new is None else new
        if offered:
            made = picked if isinstance(picked, str) else offered[picked % len(offered)]
            self._made.add(kind(made))
        return picked


def kind(move: str) -> str:
    return move.split()[0]


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
    turn, end, hands = 0, time.monotonic() + LONGEST, Hands(pick)
    programs = Programs(people, pick)
    while time.monotonic() < end:
        here = [one for one in people if not one.left]
        asked = {go_on(one, turn, look, hands.pick if skim else pick) for one in here}
        if asked == {"final"} and here == people:
            programs.close()
            return
        turn += bool(asked & {"play", "dialog"})
        if skim and turn >= BY_HAND:
            programs.play(hands.is_new)
        if not asked & {"play", "dialog"}:
            wait_for_news(people)
    raise AssertionError("the match never ended")


class Programs:
    """They play for people who have left the table, over REST."""

    def __init__(self, people: list[Person], pick: Pick = lambda one, turn: turn) -> None:
        self.people = people
        self.pick = pick
        self.dice = random.Random(7)
        self.programs = {one: one.program() for one in people}
        self.match = people[0].match
        self.seats = {one: program.status(self.match)["mine"][0] for one, program in self.programs.items()}

    def close(self) -> None:
        for program in self.programs.values():
            program.client.close()

    def play(self, wanted: Wanted = lambda one, move: False) -> None:
        """Play until somebody could make a move that is wanted, who comes back; or until it is over, and all do."""
        while True:
            legal = {one: self.legal(one) for one in self.people}
            eager = [one for one, moves in legal.items() if any(wanted(one, move) for move in moves)]
            if not eager and not any(legal.values()) and self.is_over():
                eager = self.people
            if eager:
                for one in eager:
                    one.come_back()
                return
            for one, moves in legal.items():
                if moves:
                    self.move(one, moves)
            if not any(legal.values()):
                time.sleep(0.005)  # for the bots

    def is_over(self) -> bool:
        return bool(self.programs[self.people[0]].status(self.match)["status"] == "over")

    def legal(self, one: Person) -> list[str]:
        legal: list[str] = self.programs[one].get(f"/api/matches/{self.match}/legal?seat={self.seats[one]}")
        return legal

    def move(self, one: Person, legal: list[str]) -> None:
        """A move for somebody whose turn it is: what they would pick, or any."""
        one.leave()
        picked = self.pick(one, 0)
        move = picked if isinstance(picked, str) else self.dice.choice(legal)
        self.programs[one].post(f"/api/matches/{self.match}/moves", {"seat": self.seats[one], "move": move})


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

    They make every move with their own hands, or, to `skim`, one of every kind and leave the others to programs.
    """
    people = [one for one in (ann, bob) if one]
    for one in people:
        one.keeps_frames = False
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
