"""The laws on matches that are played to their last round, and in how many rounds they get there."""

from __future__ import annotations

import random

import pytest

import mistvale as mv
from mistvale.core.laws import check_game, check_interpreted
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED

from .sensible import Witness, choose


@pytest.mark.skipif(INTERPRETED, reason="whole matches, every law at every step")
def test_the_laws_hold_to_the_last_round() -> None:
    """At tables of 3, 4 and 5, with everything that can happen."""
    witness = Witness()
    findings = check_game(mv.game("valdora"), positions=1500, seed=7, chooser=witness, interpreted=False)
    assert not findings, str(findings[0])
    expected = ["go", "buy", "turn", "return", "load", "drop", "deliver", "silver", "provisions", "done"]
    expected += ["buy left", "buy right", "last round", "empty pile", "substitute", "full hand", "provisions used"]
    expected += ["no craftsmen at all", "buy from pan", "deliver from tools", "deliver from cart", "deliver from horse"]
    expected += ["beat page", "beat craftsman", "beat workshop", "beat bonus", "beat turn"]
    assert not [what for what in expected if not witness.seen[what]]


@pytest.mark.skipif(INTERPRETED, reason="starts an interpreted process itself")
def test_interpreted_is_compiled() -> None:
    check_interpreted(mv.game("valdora"), seed=3)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_matches_with_some_sense_end_by_craftsmen(seats: int) -> None:
    """Not by a standstill (VA-10)."""
    for seed in range(4):
        match, dice = open_match(mv.game("valdora"), seats=seats, seed=seed), random.Random(seed)
        while not match.over:
            seat = match.pending[0]
            match.play(seat, choose(match, seat, match.legal(seat), dice))
        match.audit()
        assert int(match._state["last_round"]) == 1, f"seed {seed} stood still"
        assert 30 <= int(match._state["rounds"]) <= 80
        assert min(match.scores) >= 30
