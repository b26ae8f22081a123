"""How a match changes what is thought of those who played it: OpenSkill's Plackett-Luce model, in exact arithmetic.

The arena rates by the same model and scale (`arena/results.py`). There a last digit does not matter; here a rating has
to come out the same on every machine and with every library for years, so it is reckoned in decimals, whose roots and
exponentials are rounded correctly everywhere, and kept in whole millionths. A test holds it to the library's figures.
"""

from __future__ import annotations

import decimal
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

UNIT = 1_000_000
_EXACT = decimal.Context(prec=34, rounding=decimal.ROUND_HALF_EVEN)
# What the model takes for granted: how much luck there is in a match, how much one may have changed since the last,
# and that nothing is ever known for sure.
BETA_SQUARED = _EXACT.divide(Decimal(625), Decimal(36))
TAU_SQUARED = _EXACT.divide(Decimal(1), Decimal(144))
KAPPA = Decimal("0.0001")


class Rating(NamedTuple):
    """How strong somebody is thought to be, and how sure that is: a mean and a deviation, in millionths."""

    mu: int
    sigma: int


START = Rating(25 * UNIT, 8_333_333)
BETA = 4_166_667  # in millionths: how far apart two have to be for one to win two matches of three


class Push(NamedTuple):
    """What a match says of one who played it: which way, and how much it tells."""

    omega: Decimal
    delta: Decimal


def spread(ratings: Sequence[Rating]) -> Decimal:
    """How much of a match is luck and doubt, squared: the scale on which strengths are compared."""
    with decimal.localcontext(_EXACT):
        return sum((_squared_sigma(each) + BETA_SQUARED for each in ratings), Decimal(0))


def _squared_sigma(rating: Rating) -> Decimal:
    return (Decimal(rating.sigma) / UNIT) ** 2 + TAU_SQUARED


def pushes(strengths: Sequence[Decimal], places: Sequence[int], scale: Decimal) -> list[Push]:
    """What places (1 is first, ties share) say of those with these strengths."""
    with decimal.localcontext(_EXACT):
        weights = [(each / scale).exp() for each in strengths]
        # Against whom each place was won, and how many share it.
        rivals = [sum((w for w, p in zip(weights, places, strict=True) if p >= place), Decimal(0)) for place in places]
        shared = [places.count(place) for place in places]
        found = []
        for me, place in enumerate(places):
            omega = delta = Decimal(0)
            for other, theirs in enumerate(places):
                if theirs <= place:
                    chance = weights[me] / rivals[other]
                    omega += ((1 if other == me else 0) - chance) / shared[other]
                    delta += chance * (1 - chance) / shared[other]
            found.append(Push(omega, delta))
        return found


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Ratings after a match."""
    with decimal.localcontext(_EXACT):
        squared = spread(ratings)
        scale = squared.sqrt()
        strengths = [Decimal(each.mu) / UNIT for each in ratings]
        after = []
        for mine, rating, push in zip(strengths, ratings, pushes(strengths, places, scale), strict=True):
            doubt = _squared_sigma(rating)
            told = push.delta * doubt / squared * doubt.sqrt() / scale
            mu = mine + push.omega * doubt / scale
            sigma = doubt.sqrt() * max(1 - told, KAPPA).sqrt()
            after.append(Rating(_whole(mu), _whole(sigma)))
        return after


def _whole(value: Decimal) -> int:
    return int((value * UNIT).to_integral_value(decimal.ROUND_HALF_EVEN))


def chance(one: Rating, other: Rating) -> float:
    """How likely one comes out ahead of the other, if they are as strong as they are thought to be."""
    scale = spread([one, other]).sqrt(_EXACT)
    ahead = (Decimal(one.mu - other.mu) / UNIT / scale).exp(_EXACT)
    return float(ahead / (1 + ahead))
