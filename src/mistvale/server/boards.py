"""What a tournament is made of, as pairings and standings know it: who takes part, and who met whom. See
docs/tournaments.md.

Nothing here, in `pairing.py` and in `standings.py` knows the store: people are numbers, in the order of their entry.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal

Form = Literal["swiss", "robin", "knockout"]
# What became of somebody at a board: played to the end; out of time or left, as tables say it; not there when the start
# waited; won because others were not there; or there was nobody to meet.
How = Literal["played", "timeout", "left", "absent", "walkover", "bye"]


@dataclass(frozen=True)
class Plan:
    """How a tournament is played."""

    form: Form
    # How many sit at a table, at most; and how many the game can be played by.
    size: int
    allowed: tuple[int, ...]
    # How many rounds there are; 0: as many as are needed.
    rounds: int
    # What lots are drawn from.
    seed: str


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part."""

    number: int
    strength: int = 0
    # The first round that counts for somebody who came late.
    since: int = 1
    # Whether there are no more tables for it: withdrawn, removed, or not there when it was waited for.
    away: bool = False


@dataclass(frozen=True)
class Board:
    """One table of a round, its people in the order of their seats; or one person who has nobody to meet."""

    people: tuple[int, ...]
    # The place of each, the best is 1; 0 while it goes on.
    places: tuple[int, ...] = ()
    hows: tuple[How, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.places) and 0 not in self.places

    @property
    def bye(self) -> bool:
        return len(self.people) == 1

    @property
    def present(self) -> tuple[int, ...]:
        """Those who were there."""
        return tuple(one for one in self.people if self.how(one) != "absent")

    def how(self, one: int) -> How:
        return self.hows[self.people.index(one)] if self.hows else "played"

    def place(self, one: int) -> int:
        return self.places[self.people.index(one)]

    def against(self, one: int, other: int) -> Fraction:
        """What somebody made against another at this board: won 1, shared a half, lost 0."""
        if self.how(one) == "absent":
            return Fraction(0)
        if self.how(other) == "absent":
            return Fraction(1)
        mine, theirs = self.place(one), self.place(other)
        return Fraction(1) if mine < theirs else Fraction(1, 2) if mine == theirs else Fraction(0)


Round = tuple[Board, ...]


def bye(one: int) -> Board:
    return Board((one,), (1,), ("bye",))


def walkover(people: Sequence[int], missing: Sequence[int]) -> Board:
    """A board that cannot be played, for too few are there: those who are have won it."""
    hows: tuple[How, ...] = tuple("absent" if one in missing else "walkover" for one in people)
    places = tuple(len(people) if one in missing else 1 for one in people)
    return Board(tuple(people), places, hows)


def lot(seed: str, *of: object) -> str:
    """What somebody draws: anybody can draw it again who knows the seed."""
    return hashlib.sha256(" ".join(map(str, (seed, *of))).encode()).hexdigest()


def boards_of(rounds: Sequence[Round], one: int) -> Iterator[Board]:
    """The boards that somebody sat at, round by round."""
    for played in rounds:
        yield from (board for board in played if one in board.people)


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[int]]:
    """How often each two of those who were there have met."""
    met: Counter[frozenset[int]] = Counter()
    for played in rounds:
        for board in played:
            met.update(frozenset(pair) for pair in combinations(board.present, 2))
    return met


def byes(rounds: Sequence[Round]) -> Counter[int]:
    """How often each had nobody to meet."""
    return Counter(board.people[0] for played in rounds for board in played if board.bye)


# ---------------------------------------------------------------- knock-out


def seeded(entrants: Sequence[Entrant]) -> list[int]:
    """All by strength, the strongest first; equals in the order in which they came."""
    return [each.number for each in sorted(entrants, key=lambda each: (-each.strength, each.number))]


def losers(boards: Sequence[Board], seeds: Mapping[int, int], fewest: int = 2) -> set[int]:
    """Who goes out with the boards of a round of a knock-out, as far as they are over: the worse half of each table;
    in a final, all but one. `fewest` can play on: where too few would be left, one more of each table goes on.

    Of two who share a place the better seed goes on.
    """
    tables = [board for board in boards if not board.bye]
    going = len(boards) - len(tables) + sum(max(1, len(board.people) // 2) for board in tables)
    more = len(boards) > 1 and going < fewest
    out: set[int] = set()
    for board in tables:
        if not board.over:
            continue
        most = 1 if len(boards) == 1 else max(1, (len(board.people) + more) // 2)
        order = sorted(board.present, key=lambda one: (board.place(one), seeds[one]))
        out |= set(board.people) - set(order[:most])
    return out
