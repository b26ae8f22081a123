"""What an analysis finds, and what it does not make up: statistics over many matches of each game.

What was done before with the code of today is taken from `lookback.jsonl`; what lacks there is done now, on all cores.
"""

from __future__ import annotations

import functools
import math

import pytest
from bench.lookback import BLUNDERS, GAMES, KEPT, LEAST, MATCHES, MOST, Found, read, run

from mistvale.analysis.marks import DEAR, MARKS
from mistvale.bots.levels import cores

NEAR = 0.25  # spreads: what a single mistake costs
every_game = pytest.mark.parametrize("name", GAMES)


@functools.cache
def found(name: str) -> Found:
    """All that is wanted of a game."""
    run(KEPT, math.inf, cores(), games=[name])
    return read(KEPT)[name]


@every_game
def test_planted_blunders_are_named(name: str) -> None:
    planted = found(name).blunders
    assert len(planted) >= BLUNDERS
    assert found(name).named >= LEAST * len(planted), planted


@every_game
def test_the_best_are_seldom_said_to_err(name: str) -> None:
    marks = found(name).marks
    assert set(marks) <= {"", *MARKS} and len(found(name).whole()) == MATCHES
    assert sum(marks[mark] for mark in DEAR) < MOST * marks.total(), marks


@every_game
def test_between_equals_of_the_yardstick_own_choices_are_worth_next_to_nothing(name: str) -> None:
    own = found(name).own()
    assert abs(sum(own) / len(own)) < NEAR, own
