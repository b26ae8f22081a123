"""What The Secret Valley advises a search: sides that are free now need not stay so."""

from __future__ import annotations

import random

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.match import Match
from tests.rulebook.secret_valley.conftest import Valley


def promise(match: Match, move: str) -> int:
    """What the advice says of a move of the seat whose turn it is."""
    seat = match.pending[0]
    number = next(each.number for each in match.legal(seat) if str(each) == move)
    return int(verbs.bias(match.raw, match.box.record, seat, number))


def test_what_free_sides_count_for_waits_and_nothing_else_does() -> None:
    """Every card that is laid can only take free sides away."""
    dice, told = random.Random(3), set[int]()
    for seed in range(12):
        match = mv.open_match("secret-valley", 4, seed, {"draft": "false"})
        while not match.over:
            seat = match.pending[0]
            for move in map(str, match.legal(seat)):
                if move == "play sun-stone":
                    told.add(promise(match, move))
                elif move.startswith("play"):
                    assert promise(match, move) == 0
            match.play(seat, dice.choice(match.legal(seat)))
    assert sorted(told) == [-60, -40, -20, 0], "nothing is lost by it on the last turn"


def test_sides_that_will_be_covered_hardly_count() -> None:
    """The grid of four seats has four columns, and here it has them: what faces outwards beside them stays free."""
    valley = Valley(
        """
        fern-path    old-oaks  dawn-spring  echo-ridge
        mirror-lake  .         .            .
        silver-ford  .         .            .
        .            .         .            .
        """,
        playing="sun-stone",
    ).match
    corner, edge, inside = (promise(valley, f"at {space}") for space in ("d7", "g5", "e5"))
    assert (corner, edge, inside) == (69, 48, 18), "three tenths of a side on which a card may still be laid"
