"""What an analysis finds, and what it does not make up: statistics over many matches of each game."""

from __future__ import annotations

from itertools import islice

import pytest

import mistvale as mv
from mistvale.analysis.marks import MARKS
from tests.analysis.planting import NAMED, blunders, marks_between_the_best, named

SEATS = {"valdora": 3}  # elsewhere two
BLUNDERS, LEAST = 20, 18
MATCHES, MOST = 20, 0.02
every_game = pytest.mark.parametrize("name", mv.games())


@every_game
def test_planted_blunders_are_named(name: str) -> None:
    planted = islice(blunders(mv.game(name), SEATS.get(name, 2)), BLUNDERS)
    found = [named(moment, spread).mark for moment, spread in planted]
    assert sum(mark in NAMED for mark in found) >= LEAST, found


@every_game
def test_the_best_are_seldom_said_to_err(name: str) -> None:
    found = marks_between_the_best(mv.game(name), SEATS.get(name, 2), MATCHES)
    assert set(found) <= {"", *MARKS}
    assert sum(found[mark] for mark in NAMED) < MOST * found.total(), found
