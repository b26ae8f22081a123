"""Levels by name, and with other settings."""

from __future__ import annotations

from dataclasses import replace

import pytest

import mistvale as mv
from mistvale.arena.plan import Plan
from mistvale.bots import LEVELS
from mistvale.bots.levels import level


def test_a_level_is_found_by_its_name() -> None:
    assert [level(each.name) for each in LEVELS] == list(LEVELS)


def test_a_level_can_be_given_other_settings() -> None:
    adept = level("adept")
    changed = level("adept:simulations=7,trees=3,advice=0,explore=2.5")
    assert (changed.simulations, changed.trees) == (7, 3)
    assert changed.manner == replace(adept.manner, advice=0.0, explore=2.5)
    assert mv.bot("adept:halve=0", seed=1).name == "adept:halve=0"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("nobody", "no level called 'nobody'"),
        ("adept:wit=3", "no setting 'wit'; it has: trees, simulations, explore"),
        ("adept:simulations", "simulations must be a number without a fraction, not ''"),
        ("adept:simulations=many", "simulations must be a number without a fraction, not 'many'"),
        ("adept:advice=much", "advice must be a number, not 'much'"),
        ("adept:trees=0", "trees can't be 0"),
        ("adept:win=-1", "win can't be -1"),
        ("adept:advice=nan", "advice can't be nan"),
    ],
)
def test_what_is_wrong_with_a_level_is_said(spec: str, why: str) -> None:
    with pytest.raises(mv.BadTable, match=why):
        level(spec)


def test_a_tournament_takes_levels_with_other_settings() -> None:
    plan = Plan.checked("misty", ["adept", "adept:advice=0"], games=2)
    assert plan.bots == ("adept", "adept:advice=0")
    for bots in (["adept:wit=3", "greedy"], ["greedy:advice=0", "adept"], ["nobody", "adept"]):
        with pytest.raises(mv.BadTable):
            Plan.checked("misty", bots, games=2)


def test_the_bots_that_tables_offer_have_plain_names() -> None:
    assert mv.bots() == ("random", "friend", "novice", "adept", "greedy", "expert", "grandmaster")


@pytest.mark.parametrize("name", ["friend", "novice"])
def test_beginners_do_not_wander(name: str) -> None:
    """They finish their matches of Valdora: they used to carry gems about until a standstill."""
    for seed in range(2):
        match = mv.open_match("valdora", 3, 500 + seed)
        bots = [mv.bot(name, seed * 10 + seat) for seat in range(3)]
        while not match.over:
            seat = match.pending[0]
            match.play(seat, bots[seat].choose(match.seat(seat)))
        assert match.raw["last_round"] == 1
