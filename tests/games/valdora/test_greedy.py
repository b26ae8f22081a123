"""Greedy bots bring a match to its end by craftsmen, though they look no further than to the next points."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from mistvale.bots import greedy
from mistvale.core.chance import seed_bytes
from mistvale.core.match import Match, open_match
from mistvale.core.rule import INTERPRETED, blank, rule

pytestmark = pytest.mark.skipif(INTERPRETED, reason="millions of moves")

TRIALS = 300  # a twentieth of the bot's: if that is enough, the bot's are


@pytest.fixture(scope="module")
def best_way() -> Callable[..., int]:
    """The bot's own search, with fewer trials."""
    source = greedy.best_way.py_func
    quicker = types.FunctionType(source.__code__, {**source.__globals__, "TRIALS": TRIALS})
    return rule(quicker)  # type: ignore[no-any-return]


def choose(match: Match, seat: int, seed: int, best_way: Callable[..., int]) -> Any:
    """What the bot would choose."""
    handle, legal = match.seat(seat), match.legal(seat)
    if len(legal) == 1:
        return legal[0]
    states, scratch = blank(match.game.state, 2), blank(greedy.scratch_type(match.game))[0]
    states[0] = handle.world(seed_bytes(seed))
    scratch["seed"][1] = seed
    best = best_way(states, match.box.record, seat, scratch)
    return match.notation.move(int(scratch["ways"][best, 0]))


@pytest.mark.deep
def test_greedy_matches_end_by_craftsmen(best_way: Callable[..., int]) -> None:
    """A match of three: in how many rounds, and with how many points."""
    match = open_match(mv.game("valdora"), seats=3, seed=1)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, choose(match, seat, match.steps, best_way))
    rounds, scores = int(match.raw["rounds"]), match.scores
    told = f"{rounds} rounds, {scores}, {int(match.raw['finished'].sum())} commissions"
    assert int(match.raw["last_round"]) == 1, f"a standstill: {told}"
    assert rounds <= 120, told
    assert min(scores) >= 40, told
    assert int(match.raw["bonus"].sum()) + int((match.raw["workshop"] >= 0).sum()) > 2, told
