"""Lessons: `lessons.toml` of a game, read and checked. Their words are messages `lesson.<id>.…` of its catalogue.

[[lessons]]
id = "blur"
seed = 5                       # the table is dealt by it
fields = { phase = 3 }         # named fields that are otherwise: whole, or single ones by their places ("0.24")
opening = ["pick leaf", …]     # moves that were made before it begins, as in `replies`

[[lessons.steps]]
id = "order"                   # told: lesson.blur.order
right = ["move d4", "move e*"] # what is to be done; a step without it is only read
mistakes = { "move d5" = "covered" }  # worse moves, and why: lesson.blur.order.no.covered
asides = { "move *" = "later" }       # no mistakes, but not what it is about now
replies = ["1 pass"]           # what rivals do then; where nothing is said, they draw a move by the seed
claims = { points = [3, 0] }   # what is so afterwards: a test holds it
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.game import Game
from ..core.game import game as find_game
from ..core.match import Match, open_match
from ..core.position import position
from .files import check_ids, filled, fits, read_tables

FILE = "lessons.toml"
CLAIMS = frozenset({"points", "fields", "legal", "illegal", "over"})


@dataclass(frozen=True, eq=False)
class Step:
    """One thing that is told, and done."""

    id: str
    right: tuple[str, ...] = ()  # patterns of the moves that are asked for
    times: int = 1  # so many of them
    shown: bool = True  # whether they are marked at once, or are to be found
    look: tuple[str, ...] = ()  # keys of groups and sprites to look at, as patterns
    mistakes: Mapping[str, str] = field(default_factory=dict)
    asides: Mapping[str, str] = field(default_factory=dict)
    replies: tuple[str, ...] = ()
    claims: Mapping[str, Any] = field(default_factory=dict)

    def why_not(self, move: str) -> str | None:
        """The word for what is wrong with a move; None for those that nothing is said of."""
        every = {**self.mistakes, **self.asides}
        return next((why for pattern, why in every.items() if fits(move, (pattern,))), None)


@dataclass(frozen=True, eq=False)
class Lesson:
    """One idea, step by step, at a table that is set up for it."""

    id: str
    steps: tuple[Step, ...]
    game: Game
    seats: int | None = None
    seat: int = 0  # whose eyes one looks through
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    opening: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Where its words stand."""
        return f"lesson.{self.id}"

    @property
    def count(self) -> int:
        """How many sit at its table."""
        return self.seats or self.game.seats[0]

    def key_of(self, step: Step) -> str:
        """Where a step's words stand."""
        return f"{self.key}.{step.id}"

    def needs(self) -> Iterator[str]:
        """All messages that it needs; of those that may stand beside them, see `may`."""
        yield self.key
        for step in self.steps:
            yield self.key_of(step)
            yield from (f"{self.key_of(step)}.no.{why}" for why in (*step.mistakes.values(), *step.asides.values()))

    def may(self) -> Iterator[str]:
        """Messages that it says where they are there: what is right about a step, and what to try instead."""
        for step in self.steps:
            if step.right:
                yield from (f"{self.key_of(step)}.{more}" for more in ("right", "else"))

    def set_up(self) -> Match:
        """The table as it is dealt, before the opening."""
        if not self.fields:
            return open_match(self.game, self.seats, self.seed, self.options)
        dealt = open_match(self.game, self.seats, self.seed, self.options)
        given = {name: _patched(dealt, name, value) for name, value in self.fields.items()}
        return position(self.game.name, fields=given, seats=self.seats, seed=self.seed, options=self.options)


def _patched(dealt: Match, name: str, value: Any) -> Any:
    """A field with single places of it as given; as it is, if it is given whole."""
    if not isinstance(value, Mapping):
        return value
    array = dealt.raw[name].tolist()
    for places, each in value.items():
        *way, last = (int(place) for place in str(places).split("."))
        row = array
        for place in way:
            row = row[place]
        row[last] = each
    return array


def _read(game: Game, table: dict[str, Any]) -> Lesson:
    where = f"{game.name}/{FILE}: {table.get('id', '?')}"
    steps = tuple(filled(Step, each, where) for each in table.pop("steps", ()))
    found = filled(Lesson, table, where, steps=steps, game=game)
    check_ids([found.id], where)
    check_ids([step.id for step in steps], where)
    if not steps:
        raise ValueError(f"{where}: it has no steps")
    for step in steps:
        if strange := step.claims.keys() - CLAIMS:
            raise ValueError(f"{where}: {step.id}: no such claim: {', '.join(sorted(strange))}")
        if not step.right and (step.mistakes or step.asides or step.replies or step.times != 1):
            raise ValueError(f"{where}: {step.id} is only read: it has no moves to speak of")
    return found


@functools.cache
def lessons(name: str) -> tuple[Lesson, ...]:
    """The path of lessons of a game, in their order; empty where it has none."""
    game = find_game(name)
    found = tuple(_read(game, table) for table in read_tables(game, FILE, "lessons"))
    check_ids([each.id for each in found], f"{name}/{FILE}")
    return found


def lesson(name: str, which: str) -> Lesson | None:
    """A lesson of a game by its id; None where there is none."""
    return next((each for each in lessons(name) if each.id == which), None)
