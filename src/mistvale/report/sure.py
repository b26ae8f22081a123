"""How sure a figure is: intervals, corrections for many comparisons, and how many matches more would do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arena.results import quantile, wilson

SURE = 0.95
Z = quantile(SURE)
ALPHA = 1 - SURE


@dataclass(frozen=True)
class Figure:
    """A figure with its interval, and what it was made of: matches, or deals where matches of one belong together."""

    value: float
    low: float
    high: float
    of: int

    @property
    def half(self) -> float:
        """How far the interval reaches to each side."""
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        """Whether it may as well be this."""
        return self.low <= value <= self.high

    def plain(self) -> dict[str, float | int | None]:
        """As JSON has it, which knows neither infinity nor nothing."""
        ends = {name: getattr(self, name) for name in ("value", "low", "high")}
        told = {name: round(end, 6) if math.isfinite(end) else None for name, end in ends.items()}
        return {**told, "of": self.of}


NOTHING = Figure(math.nan, -math.inf, math.inf, 0)


def share(won: float, of: int) -> Figure:
    """A share of matches that have nothing to do with each other: Wilson's interval."""
    found = wilson(won, of, SURE)
    return Figure(found.rate, found.low, found.high, of)


def mean(values: Sequence[float]) -> Figure:
    """A mean of values that have nothing to do with each other: Student's interval."""
    n = len(values)
    if n == 0:
        return NOTHING
    middle = float(np.mean(values))
    if n == 1:
        return Figure(middle, -math.inf, math.inf, 1)
    reach = student(n - 1) * float(np.std(values, ddof=1)) / math.sqrt(n)
    return Figure(middle, middle - reach, middle + reach, n)


def ratio(above: Sequence[float], below: Sequence[float]) -> Figure:
    """A ratio of two sums over matches, each match one piece: by linearisation, as the matches differ in size."""
    n, total = len(below), float(np.sum(below))
    if n < 2 or total <= 0:
        return NOTHING
    rate = float(np.sum(above)) / total
    rest = np.asarray(above) - rate * np.asarray(below)
    reach = student(n - 1) * math.sqrt(n / (n - 1) * float(np.sum(rest**2))) / total
    return Figure(rate, rate - reach, rate + reach, n)


def student(freedom: int) -> float:
    """How many standard errors to each side make the interval, where there are few values (Cornish and Fisher)."""
    if freedom < 1:
        return math.inf
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def chance_of_mean(values: Sequence[float], of: float = 0.0) -> float:
    """How likely a mean so far from `of` is by chance alone (both sides, Student's t brought to a normal one)."""
    n = len(values)
    if n < 2:
        return 1.0
    error = float(np.std(values, ddof=1)) / math.sqrt(n)
    away = abs(float(np.mean(values)) - of)
    if error == 0:
        return 1.0 if away == 0 else 0.0
    t, freedom = away / error, n - 1
    z = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
    return math.erfc(z / math.sqrt(2))


FLIPS = 9999


def chance_of_flips(values: Sequence[float]) -> float:
    """How likely a mean so far from nothing is, if each value might as well have had the other sign.

    So it is with the same deals at two boxes that are no different; it holds for few and for odd values, too.
    """
    found = np.asarray([value for value in values if value != 0], float)
    if not len(found):
        return 1.0
    signs = np.random.default_rng(len(found)).integers(0, 2, (FLIPS, len(found))) * 2 - 1
    as_far = np.abs(signs @ found) >= abs(float(found.sum())) - 1e-9
    return float((1 + as_far.sum()) / (1 + FLIPS))


def chance_of_counts(found: Sequence[float], expected: float) -> float:
    """How likely counts so far from an even split are by chance alone (chi-square, by Wilson and Hilferty)."""
    freedom = len(found) - 1
    if freedom < 1 or expected <= 0:
        return 1.0
    away = sum((each - expected) ** 2 for each in found) / expected
    spread = 2 / (9 * freedom)
    z = ((away / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2))


def holm(chances: Sequence[float]) -> list[float]:
    """Corrected for many comparisons so that one false alarm in all of them is rare (Holm)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found, worst = [1.0] * len(chances), 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, (len(chances) - rank) * chances[i]))
        found[i] = worst
    return found


def benjamini_hochberg(chances: Sequence[float]) -> list[float]:
    """Corrected for many comparisons so that few of what is named are false alarms (Benjamini and Hochberg)."""
    order = sorted(range(len(chances)), key=lambda i: -chances[i])
    found, best = [1.0] * len(chances), 1.0
    for place, i in enumerate(order):
        best = min(best, chances[i] * len(chances) / (len(chances) - place))
        found[i] = best
    return found


def more(figure: Figure, wanted: float) -> int:
    """How many more of what it was made of would make the interval reach no farther than wanted; 0: it does not."""
    if not figure.of or not math.isfinite(figure.half) or figure.half <= wanted:
        return 0
    return math.ceil(figure.of * ((figure.half / wanted) ** 2 - 1))
