"""Misty at random on one core: the compiled rules, in the form that the C twin is compared with.

Run as a program it plays a few matches and prints how they ended as JSON: so the interpreted rules are
timed, in a process of their own.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any, NamedTuple

import numpy as np

import mistvale as mv
from mistvale.bots.playout import playout
from mistvale.core import verbs
from mistvale.core.game import MOST_OPTIONS, MOST_SEATS
from mistvale.core.rule import blank, rule

WINDOWS = ("standard", "small")
FNV_START = 0xCBF29CE484222325
FNV_PRIME = np.uint64(0x100000001B3)
ONE = np.uint64(1)


class Table(NamedTuple):
    """What is played: how many seats, which window."""

    seats: int
    window: int

    def __str__(self) -> str:
        return f"{self.seats} seats, {WINDOWS[self.window]}"


class Outcome(NamedTuple):
    """How matches ended: the moves they took, each seat's points, a checksum of every single match."""

    moves: int
    totals: tuple[int, ...]
    checksum: int


TABLES = tuple(Table(seats, window) for window in range(len(WINDOWS)) for seats in (2, 3, 4))


@rule
def fold(checksum, number):  # type: ignore[no-untyped-def]
    """Fold a number into a checksum (FNV-1a, a word at a time)."""
    return (checksum ^ np.uint64(number)) * FNV_PRIME


@rule
def play_matches(s, box, seats, options, seed, dice, moves, totals, checksum, matches):  # type: ignore[no-untyped-def]
    """Play matches at random, seeds counting up; folds moves, points, wins and epochs of each."""
    count = 0
    for _ in range(matches):
        verbs.setup(s, box, seats, options, seed)
        taken = playout(s, box, moves, dice)
        checksum[0] = fold(checksum[0], taken)
        for seat in range(seats):
            totals[seat] += s.points[seat]
            checksum[0] = fold(checksum[0], s.points[seat])
            checksum[0] = fold(checksum[0], s.wins[seat])
        checksum[0] = fold(checksum[0], s.epoch)
        count += taken
        seed[0] += ONE
    return count


def fresh() -> tuple[np.ndarray[Any, Any], ...]:
    """Seed, dice, totals and checksum at their beginnings."""
    return (
        np.zeros(4, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(MOST_SEATS, np.int64),
        np.full(1, FNV_START, np.uint64),
    )


def play(table: Table, matches: int) -> Outcome:
    """Play `matches` matches at random, by the rules as this process runs them."""
    game = mv.game("misty")
    state = blank(game.state)[0]
    options = np.zeros(MOST_OPTIONS, np.int64)
    options[0] = table.window
    scratch = np.zeros(game.moves.size, np.int32)
    seed, dice, totals, checksum = fresh()
    moves = play_matches(state, game.box().record, table.seats, options, seed, dice, scratch, totals, checksum, matches)
    return Outcome(int(moves), tuple(int(n) for n in totals[: table.seats]), int(checksum[0]))


def main(seats: str, window: str, matches: str) -> None:
    """Play and print: seconds, moves, totals, checksum."""
    table = Table(int(seats), int(window))
    play(table, 0)
    start = time.thread_time()
    outcome = play(table, int(matches))
    print(json.dumps({"seconds": time.thread_time() - start, **outcome._asdict()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
