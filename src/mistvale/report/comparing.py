"""Boxes beside each other on paired deals: what became fairer, longer, swingier, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from . import wide
from .measuring import MEASURES, SHARES, Row, Rows, evens, won
from .plan import OTHER, OWN, Plan
from .sure import ALPHA, Figure, chance_of_flips, holm, mean, share

MORE, LESS = "more", "less"


def measures(seats: int) -> dict[str, Callable[[Row], float | None]]:
    """What is compared at a table: how often each seat wins, and all that is told of one match."""
    wins = {f"seat.{seat}": lambda row, seat=seat: won(row, seat) for seat in range(seats)}
    return {**wins, **MEASURES}


def figure(name: str, values: Sequence[float]) -> Figure:
    """A measure over many matches."""
    whole = name.partition(".")[0] == "seat" or name in SHARES
    return share(sum(values), len(values)) if whole else mean(values)


def told_of(measure: Callable[[Row], float | None], rows: Rows) -> dict[int, float]:
    """A measure of each deal."""
    found = {row["deal"]: measure(row) for row in rows}
    return {deal: float(value) for deal, value in found.items() if value is not None}


def compared(plan: Plan, tables: Mapping[str, Rows]) -> list[dict[str, Any]]:
    """For each number of seats and each level all measures with one box and with the other."""
    found = []
    for before, after in zip(evens(plan, OTHER), evens(plan, OWN), strict=True):
        ours: list[dict[str, Any]] = []
        for name, measure in measures(before.seats).items():
            old, new = (told_of(measure, tables.get(table.key, [])) for table in (before, after))
            both = sorted(old.keys() & new.keys())
            change = [new[deal] - old[deal] for deal in both]
            ours.append(
                {
                    "name": name,
                    "before": figure(name, list(old.values())),
                    "after": figure(name, list(new.values())),
                    "change": mean(change),
                    "chance": chance_of_flips(change),
                }
            )
        found.append({"seats": before.seats, "level": before.level, "measures": ours, "more": wide.compared(ours)})
    _correct([one for each in found for one in each["measures"]])  # type: ignore[attr-defined]
    return found


def swept(plan: Plan, tables: Mapping[str, Rows]) -> list[dict[str, Any]]:
    """For each number of seats and each level how all measures move with the figure."""
    assert plan.sweep is not None
    values = plan.sweep.values
    across = np.array(values, float) - np.mean(values)
    found = []
    for first in evens(plan, str(values[0])):
        rows = [
            tables.get(table.key, [])
            for value in values
            for table in evens(plan, str(value))
            if (table.seats, table.level) == (first.seats, first.level)
        ]
        ours, slopes = {}, []
        for name, measure in measures(first.seats).items():
            told = [told_of(measure, each) for each in rows]
            ours[name] = [figure(name, list(each.values())) for each in told]
            deals = sorted(set.intersection(*(set(each) for each in told)))
            # How a deal's measure rises with the figure: as many of these as there are deals.
            rises = [float(across @ np.array([each[deal] for each in told]) / (across @ across)) for deal in deals]
            slopes.append({"name": name, "change": mean(rises), "chance": chance_of_flips(rises)})
        about = {"seats": first.seats, "level": first.level, "more": wide.swept(ours)}
        found.append({**about, "measures": ours, "slopes": slopes})
    _correct([one for each in found for one in each["slopes"]])  # type: ignore[attr-defined]
    return found


def _correct(cells: Sequence[dict[str, Any]]) -> None:
    """Holm's correction over all comparisons of the page: one false alarm in all of them is rare."""
    for cell, chance in zip(cells, holm([cell["chance"] for cell in cells]), strict=True):
        cell["chance"] = chance


def verdicts(found: Sequence[Mapping[str, Any]], which: str) -> list[dict[str, Any]]:
    """What is surely otherwise, and which way."""
    told = []
    for each in found:
        for one in each[which]:
            if one["chance"] < ALPHA:
                way = _way(one, each["seats"]) if which == "measures" else MORE if one["change"].value > 0 else LESS
                told.append(
                    {
                        "seats": each["seats"],
                        "level": each["level"],
                        "name": one["name"],
                        "way": way,
                        "change": one["change"],
                    }
                )
    return told


def _way(one: Mapping[str, Any], seats: int) -> str:
    """More or less; of a seat's victories: fairer or not."""
    if not one["name"].startswith("seat."):
        return MORE if one["change"].value > 0 else LESS
    before, after = (abs(one[key].value - 1 / seats) for key in ("before", "after"))
    return "fairer" if after < before else "unfairer"
