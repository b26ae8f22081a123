"""Insights over many matches: what is counted where, and how sure one may be of it."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from mistvale.analysis.insights import Sat, errors, insights, kind_of


def match(*losses: tuple[str, float, str], seat: int = 0, error: float = 0.1) -> Sat:
    """A match that was looked back at: what was played, what was lost by it, and the mark."""
    decisions = [
        {"number": n, "seat": seat, "played": played, "lost": {"lead": [lost, error], "win": [0, 0]}, "mark": mark}
        for n, (played, lost, mark) in enumerate(losses)
    ]
    return Sat({"decisions": decisions, "total": len(decisions)}, seat)


def test_losses_are_told_by_part_and_by_kind_of_decision() -> None:
    found = insights(
        [
            match(("pick star", 0.0, ""), ("place b2", 2.0, "mistake"), ("move b2", 1.0, "inaccuracy")),
            match(("pick leaf", 1.0, ""), ("place c2", 4.0, "blunder"), ("move c2", 0.0, "")),
        ]
    )
    assert (found.matches, found.all.decisions, found.all.mistakes, found.all.mean) == (2, 6, 2, 4.0)
    assert [(each.name, each.decisions, each.mean) for each in found.kinds] == [
        ("place", 2, 3.0),
        ("move", 2, 0.5),
        ("pick", 2, 0.5),
    ]
    assert [(each.name, each.mean, each.mistakes) for each in found.parts] == [
        ("opening", 0.5, 0),
        ("middle", 3.0, 2),
        ("end", 0.5, 0),
    ]
    assert sum(each.mean for each in found.parts) == sum(each.mean for each in found.kinds) == found.all.mean


def test_decisions_of_others_do_not_count() -> None:
    one = match(("pick star", 5.0, "blunder"), seat=1)
    found = insights([Sat(one.found, 0)])
    assert (found.matches, found.all.decisions, found.all.mean, found.kinds) == (1, 0, 0.0, ())


def test_of_one_match_it_is_as_sure_as_that_was_valued() -> None:
    [loss] = insights([match(("pick star", 1.0, ""), ("pick leaf", 1.0, ""), error=0.3)]).kinds
    assert loss.mean == 2.0 and loss.high - loss.mean == pytest.approx(1.96 * math.hypot(0.3, 0.3))


def test_a_match_without_such_a_decision_is_one_in_which_nothing_was_lost_by_it() -> None:
    found = insights([match(("pick star", 2.0, "")), match(("place b2", 0.0, ""))])
    assert {each.name: each.mean for each in found.kinds} == {"pick": 1.0, "place": 0.0}


@pytest.mark.parametrize(
    ("count", "quantile"), [(2, 12.706), (3, 4.303), (11, 2.228), (12, 2.201), (31, 2.042), (1001, 1.962)]
)
def test_few_matches_are_not_taken_for_many(count: int, quantile: float) -> None:
    """The quantiles of Student's distribution."""
    assert errors(count) == pytest.approx(quantile, abs=0.004)


@pytest.mark.parametrize("count", [2, 5, 40])
def test_the_range_holds_the_truth_in_some_95_of_100_cases(count: int) -> None:
    dice, held, tries = random.Random(3), 0, 1500
    for _ in range(tries):
        loss = insights([match(("pick star", dice.gauss(3.0, 2.0), ""), error=0.0) for _ in range(count)]).all
        held += loss.low <= 3.0 <= loss.high
    assert 0.93 < held / tries < 0.97


@pytest.mark.parametrize(("played", "kind"), [("pick star", "pick"), ("done", "done"), ("no swap", "no")])
def test_a_kind_is_the_first_word_of_a_phrase(played: str, kind: str) -> None:
    decision: dict[str, Any] = {"played": played}
    assert kind_of(decision) == kind
