"""What the matches of a report come to: fairness, length, depth; `weighing.py` has the components."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from . import wide
from .plan import EVEN, LUCK, OWN, STEP, Plan, Table
from .sizing import FEWEST_LUCK
from .sure import NOTHING, Figure, chance_of_counts, holm, mean, share

Row = dict[str, Any]
Rows = list[Row]
STEP_OF = 0.64  # how often the better of two that are a step apart comes out ahead
DRAWS = 1000  # samples with replacement


def by_table(plan: Plan, rows: Iterable[Row]) -> dict[str, Rows]:
    """The rows of each table, in the order of the deals."""
    found: dict[str, Rows] = defaultdict(list)
    for row in rows:
        found[row["table"]].append(row)
    return {key: sorted(each, key=lambda row: row["deal"]) for key, each in found.items()}


def evens(plan: Plan, variant: str = OWN) -> list[Table]:
    """The tables at which all play at the same level, the main level first."""
    found = [table for table in plan.tables if table.kind == EVEN and table.variant == variant]
    return sorted(found, key=lambda table: (table.seats, -plan.levels.index(table.level)))


# ---------------------------------------------------------------- of one match


def won(row: Row, seat: int) -> float:
    """A seat's part of the victory: shared ones are shared."""
    return float((row["ranks"][seat] == 1) / row["ranks"].count(1))


def margin(row: Row) -> float:
    """By how many points the first is ahead of the second."""
    first, second, *_ = sorted(row["points"], reverse=True)
    return float(first - second)


def is_tied(row: Row) -> bool:
    """Whether two or more have most points."""
    return bool(row["points"].count(max(row["points"])) > 1)


MEASURES: dict[str, Callable[[Row], float | None]] = {
    "third": lambda row: won(row, row["third"]) if row["third"] >= 0 else None,
    "undecided": lambda row: row["undecided"],
    "changes": lambda row: row["changes"],
    "margin": margin,
    "points": lambda row: float(np.mean(row["points"])),
    "tied": lambda row: float(is_tied(row)),
    "decisions": lambda row: row["decisions"],
    "rounds": lambda row: row["rounds"],
    "minutes": lambda row: row["minutes"],
    "choices": lambda row: row["choices"],
    "forced": lambda row: row["forced"],
    "still": lambda row: float(row["still"] or row["stopped"]),
}
"""What is told of one match, and so can be compared deal by deal."""
SHARES = frozenset({"third", "tied", "still"})
"""Those that are yes or no, or a part of the victory: parts of the matches, and not means."""


def figure(name: str, rows: Rows) -> Figure:
    """A measure over the matches of a table."""
    values = [value for value in map(MEASURES[name], rows) if value is not None]
    return share(sum(values), len(values)) if name in SHARES else mean(values)


# ---------------------------------------------------------------- fairness


def fairness(plan: Plan, tables: Mapping[str, Rows]) -> list[dict[str, Any]]:
    """For each number of seats and each level: who wins from where, who leads and wins, and ties."""
    found: list[dict[str, Any]] = []
    for table in evens(plan):
        rows, seats = tables.get(table.key, []), table.seats
        wins = [sum(won(row, seat) for row in rows) for seat in range(seats)]
        ordered = [row for row in rows if row["order"]]
        places = [sum(won(row, row["order"][place]) for row in ordered) for place in range(seats)]
        tied = [row for row in rows if is_tied(row)]
        broken = sum(row["ranks"].count(1) == 1 for row in tied)
        own = [share(each, len(rows)) for each in wins]
        found.append(
            {
                "seats": seats,
                "level": table.level,
                "matches": len(rows),
                "wins": own,
                "chance": chance_of_counts(wins, len(rows) / seats),
                "places": [share(each, len(ordered)) for each in places] if ordered else [],
                "place_chance": chance_of_counts(places, len(ordered) / seats) if ordered else 1.0,
                "fixed": all(row["order"] == rows[0]["order"] for row in rows) if ordered else False,
                "third": figure("third", rows),
                "undecided": figure("undecided", rows),
                "changes": figure("changes", rows),
                "tied": figure("tied", rows),
                "broken": share(broken, len(tied)) if tied else NOTHING,
                "margin": figure("margin", rows),
                "more": wide.shares(own),
            }
        )
    # All tables of the report are looked at together.
    for which in ("chance", "place_chance"):
        fixed = holm([each[which] for each in found])
        for each, corrected in zip(found, fixed, strict=True):
            each[which] = corrected
    return found


def lengths(plan: Plan, tables: Mapping[str, Rows]) -> list[dict[str, Any]]:
    """For each number of seats and each level: how long, and how much there is to choose."""
    names = ("decisions", "rounds", "minutes", "choices", "forced", "still", "points")
    return [
        {
            "seats": table.seats,
            "level": table.level,
            **{name: figure(name, tables.get(table.key, [])) for name in names},
        }
        for table in evens(plan)
    ]


# ---------------------------------------------------------------- depth


def ahead(row: Row, table: Table, level: str) -> float:
    """How often a seat of this level is ahead of one of the other, a tie as half, over all such pairs."""
    own = [seat for seat, name in enumerate(table.players) if name == level]
    others = [seat for seat, name in enumerate(table.players) if name != level]
    ranks = row["ranks"]
    return float(np.mean([(ranks[a] < ranks[b]) + (ranks[a] == ranks[b]) / 2 for a in own for b in others]))


def clustered(values: Mapping[int, Sequence[float]]) -> Figure:
    """A share of matches where those of one deal belong together: Wilson's, for as many as they are worth."""
    means = [float(np.mean(each)) for each in values.values()]
    if not means:
        return NOTHING
    rate, n = float(np.mean(means)), len(means)
    spread = float(np.var(means, ddof=1)) / n if n > 1 else 0.0
    worth = rate * (1 - rate) / spread if spread > 0 else n
    size = max(1.0, min(worth, 2.0 * n))
    found = share(rate * size, size)  # type: ignore[arg-type]
    return Figure(rate, found.low, found.high, n)


def steps_of(rate: float) -> float:
    """How many steps of 64 % lie between two of whom one is ahead so often."""
    if not 0 < rate < 1:
        return math.inf if rate >= 1 else -math.inf
    return math.log(rate / (1 - rate)) / math.log(STEP_OF / (1 - STEP_OF))


def depth(plan: Plan, tables: Mapping[str, Rows]) -> dict[str, Any]:
    """The steps between chance and the best, and how much of a result is luck."""
    found: list[dict[str, Any]] = []
    for lower, higher in pairwise((*plan.levels, plan.best)):
        values: dict[int, list[float]] = defaultdict(list)
        for table in plan.tables:
            if table.kind == STEP and {*table.players} == {lower, higher}:
                for row in tables.get(table.key, []):
                    values[row["deal"]].append(ahead(row, table, higher))
        rate = clustered(values)
        if rate.of:
            near = (rate.value * rate.of + 0.5) / (rate.of + 1)  # so that one who always wins is not endlessly better
            steps = Figure(steps_of(near), steps_of(rate.low), steps_of(rate.high), rate.of)
            found.append({"lower": lower, "higher": higher, "ahead": rate, "steps": steps})
    total = NOTHING
    if found:
        value = sum(each["steps"].value for each in found)
        low = math.sqrt(sum((each["steps"].value - each["steps"].low) ** 2 for each in found))
        high = math.sqrt(sum((each["steps"].high - each["steps"].value) ** 2 for each in found))
        total = Figure(value, value - low, value + high, min(each["steps"].of for each in found))
    lucky = luck(plan, tables)
    needed = {"more": wide.steps(found), "more_luck": wide.shares([lucky])}
    return {"steps": found, "total": total, "luck": lucky, **needed}


def luck(plan: Plan, tables: Mapping[str, Rows]) -> Figure:
    """How much of how the results differ comes from what nobody has chosen: the deal, and chance after it."""
    rows = [row for table in plan.tables if table.kind == LUCK for row in tables.get(table.key, [])]
    matches = [
        np.array([[s["start"] + s["chance"], s["result"]] for s in row["shares"]]) for row in rows if row["shares"]
    ]
    if len(matches) < FEWEST_LUCK:
        return NOTHING  # a few matches say nothing of how results differ

    def part(which: Sequence[Any]) -> float:
        all_seats = np.concatenate(which)
        spread = np.cov(all_seats.T, ddof=0)
        return float(spread[0, 1] / spread[1, 1]) if spread[1, 1] > 0 else math.nan

    dice = np.random.default_rng(plan.seed)
    drawn = [part([matches[i] for i in dice.integers(len(matches), size=len(matches))]) for _ in range(DRAWS)]
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    return Figure(part(matches), float(low), float(high), len(matches))


__all__ = [
    "MEASURES",
    "by_table",
    "depth",
    "evens",
    "fairness",
    "figure",
    "lengths",
    "margin",
    "won",
]
