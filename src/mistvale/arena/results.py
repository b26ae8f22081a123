"""What is learnt: win rates, who comes out ahead of whom, points, and ratings, each with how sure it is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from .play import Row

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

SURE = 0.95
# How soon a stopping rule is at its sharpest: after about so many deals.
SHARPEST = 100


@dataclass(frozen=True)
class Share:
    """A share of matches, with the interval in which the true one lies."""

    won: float
    of: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        return self.won / self.of if self.of else math.nan


def quantile(sure: float) -> float:
    """How many standard deviations to each side hold so much of a normal distribution."""
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erf(middle / math.sqrt(2)) < sure else (low, middle)
    return (low + high) / 2


def wilson(won: float, of: int, sure: float = SURE) -> Share:
    """A share with Wilson's interval; a draw is half a win."""
    if not of:
        return Share(0.0, 0, 0.0, 1.0)
    z = quantile(sure)
    rate, bend = won / of, z * z / of
    middle = (rate + bend / 2) / (1 + bend)
    reach = z / (1 + bend) * math.sqrt(rate * (1 - rate) / of + bend / (4 * of))
    return Share(won, of, max(0.0, middle - reach), min(1.0, middle + reach))


def reach(deals: int, sure: float = SURE) -> float:
    """How far the mean of values in 0..1 may be off after so many deals, however often one has looked before.

    A confidence sequence by the method of mixtures: looking after every deal, and stopping when one likes what one
    sees, does not spoil it.
    """
    if not deals:
        return 1.0
    heap = deals / SHARPEST + 1
    return math.sqrt(heap * SHARPEST / 2 * math.log(math.sqrt(heap) / (1 - sure))) / deals


@dataclass(frozen=True)
class Standing:
    """A bot among the others."""

    bot: str
    matches: int
    wins: Share
    points: float
    points_off: float
    rating: float
    rating_off: float
    seconds: float


@dataclass(frozen=True)
class Versus:
    """Two bots at one table (solo: on equal seeds): how often the first comes out ahead; a tie is half."""

    one: str
    other: str
    ahead: Share
    deals: int
    mean: float
    off: float

    @property
    def decided(self) -> bool:
        """Whether it is sure which of them is better, however often one has looked."""
        return abs(self.mean - 0.5) > self.off


class Results:
    """The rows of an arena, added up."""

    def __init__(self, bots: Sequence[str], seats: int, rows: Iterable[Row], sure: float = SURE) -> None:
        self.bots = tuple(bots)
        self.seats = seats
        self.sure = sure
        # In the order of the plan, whatever order the matches ended in.
        order = {name: i for i, name in enumerate(self.bots)}
        self.rows = sorted(rows, key=lambda row: (row.deal, [order[name] for name in row.lineup]))

    @cached_property
    def tables(self) -> list[dict[str, list[float]]]:
        """For each match (solo: each deal) and bot the places it took there, 1 the best."""
        if self.seats > 1:
            return [_by_bot(row.lineup, row.ranks) for row in self.rows]
        deals: dict[int, dict[str, int]] = defaultdict(dict)
        for row in self.rows:
            deals[row.deal][row.lineup[0]] = row.scores[0]
        whole = [scores for scores in deals.values() if len(scores) == len(self.bots)]
        return [
            {bot: [1.0 + sum(s > score for s in scores.values())] for bot, score in scores.items()} for scores in whole
        ]

    @cached_property
    def standings(self) -> list[Standing]:
        """All bots, the best rated first."""
        ratings = self._ratings()
        made = []
        for bot in self.bots:
            at = [table for table in self.tables if bot in table]
            wins = sum(_first_share(table, bot) for table in at)
            points = [
                score for row in self.rows for name, score in zip(row.lineup, row.scores, strict=True) if name == bot
            ]
            own = [row for row in self.rows if bot in row.lineup]
            rating = ratings[bot]
            made.append(
                Standing(
                    bot,
                    len(own),
                    wilson(wins, len(at), self.sure),
                    fmean(points) if points else math.nan,
                    quantile(self.sure) * stdev(points) / math.sqrt(len(points)) if len(points) > 1 else math.nan,
                    rating.mu,
                    rating.sigma,
                    fmean(row.seconds for row in own) if own else math.nan,
                )
            )
        return sorted(made, key=lambda standing: -standing.rating)

    @cached_property
    def versus(self) -> list[Versus]:
        """Every two bots against each other, the better rated first."""
        order = [standing.bot for standing in self.standings]
        return [self._versus(one, other) for one, other in combinations(order, 2)]

    @property
    def decided(self) -> bool:
        """Whether it is sure of every two bots which is better."""
        return bool(self.versus) and all(pair.decided for pair in self.versus)

    def _versus(self, one: str, other: str) -> Versus:
        ahead, of = 0.0, 0
        by_deal: dict[int, list[float]] = defaultdict(list)
        numbered = zip(self.tables, self._deals(), strict=True)
        for table, deal in numbered:
            if one in table and other in table:
                value = fmean(_ahead(a, b) for a in table[one] for b in table[other])
                ahead, of = ahead + value, of + 1
                by_deal[deal].append(value)
        means = [fmean(values) for values in by_deal.values()]
        mean = fmean(means) if means else math.nan
        return Versus(one, other, wilson(ahead, of, self.sure), len(means), mean, reach(len(means), self.sure))

    def _deals(self) -> list[int]:
        """The deal of each table: mirrored matches of one deal are not independent of each other."""
        return [row.deal for row in self.rows] if self.seats > 1 else list(range(len(self.tables)))

    def _ratings(self) -> dict[str, PlackettLuceRating]:
        from openskill.models import PlackettLuce  # here, as matches are played where it is not installed, too

        model = PlackettLuce()
        ratings = {bot: model.rating(name=bot) for bot in self.bots}
        # Later matches weigh more, and bots do not learn: a run of luck must not come last, so all are mixed.
        for table in Random(0).sample(self.tables, len(self.tables)):
            if len(table) < 2:
                continue
            names = list(table)
            teams = model.rate([[ratings[name]] for name in names], ranks=[fmean(table[name]) for name in names])
            for name, (rating,) in zip(names, teams, strict=True):
                ratings[name] = rating
        return ratings


def _by_bot(lineup: Sequence[str], ranks: Sequence[int]) -> dict[str, list[float]]:
    places: dict[str, list[float]] = defaultdict(list)
    for name, rank in zip(lineup, ranks, strict=True):
        places[name].append(float(rank))
    return dict(places)


def _first_share(table: dict[str, list[float]], bot: str) -> float:
    """A bot's part of the victory: shared ones are shared."""
    winners = sum(place == 1 for places in table.values() for place in places)
    return sum(place == 1 for place in table[bot]) / winners


def _ahead(place: float, other: float) -> float:
    return 1.0 if place < other else 0.5 if place == other else 0.0
