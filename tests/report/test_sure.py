"""Intervals and corrections: what they promise, counted out on matches whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from mistvale.report import wide
from mistvale.report.measuring import clustered, steps_of
from mistvale.report.sure import (
    benjamini_hochberg,
    chance_of_counts,
    chance_of_flips,
    chance_of_mean,
    holm,
    mean,
    more,
    ratio,
    share,
)


def test_an_interval_holds_the_truth_as_often_as_it_says():
    dice = np.random.default_rng(1)
    held = [mean(dice.normal(3, 2, 12).tolist()).holds(3) for _ in range(1000)]
    assert 0.93 <= np.mean(held) <= 0.97
    held = [ratio((dice.poisson(4, 60) * 2).tolist(), dice.poisson(4, 60).tolist()).holds(2) for _ in range(500)]
    assert np.mean(held) >= 0.92


def test_chance_alone_is_named_one_time_in_twenty():
    dice = np.random.default_rng(2)
    by_mean = [chance_of_mean(dice.normal(0, 1, 15).tolist()) < 0.05 for _ in range(2000)]
    by_counts = [chance_of_counts(np.bincount(dice.integers(4, size=200), minlength=4), 50) < 0.05 for _ in range(2000)]
    by_flips = [chance_of_flips(dice.choice([-1, 0, 1], 30).tolist()) < 0.05 for _ in range(100)]
    assert np.mean(by_flips) <= 0.1 and chance_of_flips([1.0] * 12) < 0.001 and chance_of_flips([]) == 1
    assert 0.035 <= np.mean(by_mean) <= 0.065 and 0.035 <= np.mean(by_counts) <= 0.065


def test_matches_of_one_deal_count_as_one_piece():
    alike = {deal: [float(deal % 2)] * 2 for deal in range(40)}  # the deal decides, whoever sits where
    assert clustered(alike).half == pytest.approx(share(20, 40).half, rel=0.05)
    mirrored = {deal: [0.0, 1.0] for deal in range(40)}  # and here both share each deal
    assert clustered(mirrored).half < clustered(alike).half


def test_holm_and_benjamini_hochberg_correct_as_their_authors_say():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert benjamini_hochberg([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.04, 0.04])


def test_four_times_as_many_matches_halve_an_interval():
    figure = share(50, 100)
    wanted = figure.half / 2
    assert more(figure, wanted) == 300 and more(figure, figure.half) == 0
    assert share(200, 400).half == pytest.approx(wanted, rel=0.03)


def test_what_is_wide_asks_for_matches_in_the_unit_that_is_played():
    """Swapped deals are two matches each; what few matches have takes more of them; points ask for nothing."""
    figure, half_of = share(50, 100), share(25, 50)
    asked = more(figure, wide.WANTED)
    assert asked > 0 and wide.shares([figure, share(5000, 10000)]) == asked and wide.shares([]) == 0
    assert wide.steps([{"ahead": figure}]) == 2 * asked
    changes = [{"name": name, "change": each} for name, each in (("seat.0", figure), ("points", half_of))]
    assert wide.compared(changes) == asked and wide.compared(changes[1:]) == 0
    assert wide.swept({"third": [half_of], "seat.1": [figure]}) == 2 * more(half_of, wide.WANTED)
    one = {"in": share(0, 10000), "sought": figure}
    assert wide.components([one], is_swapped=True) == 2 * wide.components([one], is_swapped=False) == 0
    one["sought"] = mean([0.0, 4.0] * 20)
    assert wide.components([one], is_swapped=True) == 2 * more(one["sought"], wide.WANTED_CHOICE) > 0


def test_a_step_is_64_in_a_hundred():
    assert steps_of(0.64) == pytest.approx(1) and steps_of(0.5) == pytest.approx(0)
    assert steps_of(0.64**2 / (0.64**2 + 0.36**2)) == pytest.approx(2)
