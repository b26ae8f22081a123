"""What is learnt from rows, and how sure it is."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from mistvale.arena import Results, Row
from mistvale.arena.results import quantile, reach, wilson


def row(deal: int, lineup: str, ranks: tuple[int, ...], scores: tuple[int, ...] | None = None) -> Row:
    names = tuple(lineup.split())
    return Row(deal, f"{deal:064x}", names, ranks, scores or tuple(10 - rank for rank in ranks), 5, 0.1)


def duels(won: int, lost: int) -> list[Row]:
    return [row(i, "a b", (1, 2)) for i in range(won)] + [row(won + i, "a b", (2, 1)) for i in range(lost)]


@pytest.mark.parametrize(("sure", "z"), [(0.95, 1.959964), (0.99, 2.575829), (0.6827, 1.0000)])
def test_quantiles_of_the_normal_distribution(sure: float, z: float) -> None:
    assert quantile(sure) == pytest.approx(z, abs=1e-4)


@pytest.mark.parametrize(
    # Figures from the closed form, worked out by hand.
    ("won", "of", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (50, 100, 0.4038, 0.5962)],
)
def test_wilsons_interval(won: int, of: int, low: float, high: float) -> None:
    share = wilson(won, of)
    assert (share.low, share.high) == pytest.approx((low, high), abs=1e-3)


def test_wilsons_interval_holds_as_often_as_it_says() -> None:
    dice = random.Random(1)
    held = []
    for _ in range(3000):
        truth = dice.uniform(0.1, 0.9)
        share = wilson(sum(dice.random() < truth for _ in range(60)), 60)
        held.append(share.low <= truth <= share.high)
    assert fmean(held) == pytest.approx(0.95, abs=0.015)


def test_looking_after_every_deal_does_not_spoil_the_stopping_rule() -> None:
    """Two equal bots: whoever stops as soon as it seems sure is wrong in at most one arena of twenty."""
    dice = random.Random(2)
    wrong = 0
    for _ in range(400):
        total = 0.0
        for deals in range(1, 400):
            total += dice.random() < 0.5
            if abs(total / deals - 0.5) > reach(deals):
                wrong += 1
                break
    assert wrong <= 20
    assert reach(60) < 0.3, "and sixty deals are enough to tell a bot that always wins"


def test_wins_are_shared_when_a_victory_is() -> None:
    results = Results("ab", 2, [row(0, "a b", (1, 1)), row(1, "a b", (1, 2))])
    rates = {one.bot: one.wins.rate for one in results.standings}
    assert rates == {"a": 0.75, "b": 0.25}


def test_the_better_bot_is_rated_higher_and_comes_first() -> None:
    results = Results("ba", 2, duels(30, 10))
    assert [one.bot for one in results.standings] == ["a", "b"]
    (pair,) = results.versus
    assert (pair.one, pair.other, pair.ahead.rate) == ("a", "b", 0.75)


def test_ratings_do_not_depend_on_the_order_in_which_matches_end() -> None:
    rows = duels(6, 4)
    mixed = random.Random(3).sample(rows, len(rows))
    assert Results("ab", 2, rows).standings == Results("ab", 2, mixed).standings


def test_at_larger_tables_the_chance_of_a_better_rank_is_told_for_every_two() -> None:
    results = Results("abc", 3, [row(0, "a b c", (1, 2, 3)), row(0, "b c a", (1, 3, 2))])
    ahead = {(pair.one, pair.other): pair.ahead.rate for pair in results.versus}
    assert {frozenset(pair): rate for pair, rate in ahead.items()}[frozenset("ab")] == 0.5
    assert next(rate for pair, rate in ahead.items() if pair in (("a", "c"), ("b", "c"))) == 1.0


def test_mirrored_matches_of_a_deal_count_as_one_look() -> None:
    (pair,) = Results("ab", 2, [row(0, "a b", (1, 2)), row(0, "b a", (1, 2))]).versus
    assert (pair.deals, pair.ahead.of, pair.mean) == (1, 2, 0.5)


def test_it_is_decided_when_the_interval_leaves_one_half() -> None:
    assert Results("ab", 2, duels(90, 10)).decided
    assert not Results("ab", 2, duels(9, 1)).decided


def test_solo_is_compared_by_points_on_equal_seeds() -> None:
    rows = [
        row(d, bot, (1,), (score,))
        for d, (a, b) in enumerate([(5, 3), (7, 7), (2, 9)])
        for bot, score in (("a", a), ("b", b))
    ]
    (pair,) = Results("ab", 1, [*rows, row(9, "a", (1,), (50,))]).versus
    assert (pair.ahead.of, pair.ahead.rate) == (3, 0.5), "a deal that only one has played does not count"
