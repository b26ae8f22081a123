"""What each component is worth: how often it is taken, what it brings, and what a match is like without it.

Two of these are causes: the same moves with nothing for it, and the same deals without it. One is only seen together
with winning (a regression), and is called so.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..lab.setting import Setting
from .components import Catalogue
from .measuring import Row, Rows, evens, margin, won
from .plan import EVEN, OWN, STEP, WITHOUT, Plan, quick
from .sure import NOTHING, Figure, benjamini_hochberg, chance_of_mean, mean, ratio, share, student

ENOUGH = 20  # matches, from which on something that was never taken is worth a word
SOUGHT, SHUNNED = 1.6, 0.4  # how often it is chosen, as a multiple of what a lot would
MUCH, LITTLE = 2.5, 0.2  # what one brings, as a multiple of what others of its group do
ALWAYS, HARDLY = 0.9, 0.1  # share of the times that it can be chosen
UNOFFERED = (0.0, 0.0, 0.0)
Piece = list[tuple[Row, frozenset[int]]]  # matches that belong together, and the seats that are looked at there


def of_best(plan: Plan, tables: Mapping[str, Rows]) -> list[Piece]:
    """The matches in which the best level played, and its seats; those of one deal belong together."""
    found: dict[int, Piece] = defaultdict(list)
    for table in plan.tables:
        if table.kind == STEP and plan.best in table.players:
            for row in tables.get(table.key, []):
                found[row["deal"]].append((row, table.seats_watched))
    return list(found.values())


def chooser(plan: Plan, tables: Mapping[str, Rows]) -> str:
    """The level of which is told what it chooses: the best that played."""
    return plan.best if of_best(plan, tables) else plan.main


def components(plan: Plan, tables: Mapping[str, Rows]) -> list[dict[str, Any]]:
    """All components, each with what is known of it."""
    few = min(plan.seats)
    main = next((table for table in evens(plan) if (table.seats, table.level) == (few, plan.main)), None)
    rows = tables.get(main.key, []) if main else []
    catalogue = Catalogue(Setting(plan.game, plan.box, few, plan.options))
    best = of_best(plan, tables)
    found = [_taken(catalogue, ".".join(named), named, rows, best) for named in catalogue.all]
    _associate(found, rows)
    _compare(plan, found, tables)
    for group in catalogue.group_of:
        _mark([each for each in found if each["group"] == group], len(rows))
    return found


def _taken(catalogue: Catalogue, key: str, named: tuple[str, str], rows: Rows, best: Sequence[Piece]) -> dict[str, Any]:
    """How often it is taken and what it brings, at the main level; how often it is chosen, by the best that played."""
    counts = [sum(row["taken"].get(key, [0])) for row in rows]
    pieces = [[row for row, _ in piece] for piece in best] or [[row] for row in rows]
    offers = [np.sum([row["offers"].get(key, UNOFFERED) for row in piece], axis=0).tolist() for piece in pieces]
    by_best = [any(row["taken"].get(key, [0] * (1 + seat))[seat] for seat in seats) for b in best for row, seats in b]
    own = [row for row in rows if key in row["brings"]]
    brought = [sum(row["brings"][key]) for row in own]
    taken = [sum(row["taken"].get(key, [0])) for row in own]
    decides = [row["decides"][key] for row in rows if key in row["decides"]]
    changed = catalogue.valued(named)
    is_worthless = catalogue.is_worthless(named)
    return {
        "key": key,
        "group": named[0],
        "name": named[1],
        "in": share(sum(count > 0 for count in counts), len(counts)),
        "in_best": share(sum(by_best), len(by_best)) if by_best else NOTHING,
        "times": mean(counts),
        "offered": int(sum(each[0] for each in offers)),
        "rate": ratio([each[1] for each in offers], [each[0] for each in offers]),
        "sought": ratio([each[1] for each in offers], [each[2] for each in offers]),
        "brings": mean(brought) if own else NOTHING,
        "each": Figure(0.0, 0.0, 0.0, len(rows)) if is_worthless else ratio(brought, taken) if sum(taken) else NOTHING,
        "decides": share(sum(decides), len(decides)) if decides else NOTHING,
        "valued": changed.how if changed and own else "",
        "association": NOTHING,
        "association_chance": 1.0,
        "without": {},
        "how": "",
        "marks": [],
    }


# ---------------------------------------------------------------- seen together with winning


def _associate(found: Sequence[dict[str, Any]], rows: Rows) -> None:
    """How many points more go with having taken one more than others at the table: seen together, no cause.

    Least squares over all components at once, seats of a match as one piece (a sandwich by match).
    """
    columns = [each for each in found if each["times"].value > 0]
    if len(rows) < max(ENOUGH, 2 * len(columns)):
        return
    seats = len(rows[0]["points"])
    took = np.array([[row["taken"].get(each["key"], [0] * seats) for each in columns] for row in rows], float)
    took = took.transpose(0, 2, 1)  # match, seat, component
    took -= took.mean(axis=1, keepdims=True)
    points = np.array([row["points"] for row in rows], float)
    points -= points.mean(axis=1, keepdims=True)
    flat, target = took.reshape(-1, len(columns)), points.reshape(-1)
    inverse = np.linalg.pinv(flat.T @ flat)
    worth = inverse @ flat.T @ target
    rest = (target - flat @ worth).reshape(points.shape)
    pieces = np.einsum("msc,ms->mc", took, rest)
    spread = inverse @ (pieces.T @ pieces) @ inverse * len(rows) / max(1, len(rows) - len(columns))
    errors = np.sqrt(np.maximum(np.diag(spread), 0))
    reach = student(max(1, len(rows) - len(columns)))
    chances = []
    for each, value, error in zip(columns, worth, errors, strict=True):
        away = reach * float(error)
        each["association"] = Figure(float(value), float(value) - away, float(value) + away, len(rows))
        chances.append(_chance(float(value), float(error)))
    for each, chance in zip(columns, benjamini_hochberg(chances), strict=True):
        each["association_chance"] = chance


def _chance(value: float, error: float) -> float:
    """How likely a coefficient so far from nothing is by chance alone."""
    return math.erfc(abs(value) / error / math.sqrt(2)) if error > 0 else 1.0


# ---------------------------------------------------------------- the same deals without it


DIFFER: Mapping[str, Callable[[Row], float]] = {
    "points": lambda row: float(np.mean(row["points"])),
    "margin": margin,
    "decisions": lambda row: float(row["decisions"]),
    "first": lambda row: won(row, 0),
}
"""What is told of a match without a component, beside the same deal with it."""


def _compare(plan: Plan, found: Sequence[dict[str, Any]], tables: Mapping[str, Rows]) -> None:
    """Matches without each component beside those of the same deals with it."""
    few, level = min(plan.seats), quick(plan)
    catalogue = Catalogue(Setting(plan.game, plan.box, few, plan.options))
    named = {".".join(each): each for each in catalogue.all}
    own = next((t for t in plan.tables if (t.kind, t.seats, t.level, t.variant) == (EVEN, few, level, OWN)), None)
    before = {row["deal"]: row for row in tables.get(own.key, [])} if own else {}
    cells = []
    for table in plan.tables:
        if table.kind != WITHOUT:
            continue
        each = next(one for one in found if one["key"] == table.variant)
        pairs = [(before[row["deal"]], row) for row in tables.get(table.key, []) if row["deal"] in before]
        if len(pairs) < 2:
            continue
        made = catalogue.without(named[table.variant])
        each["how"] = made.how if made else ""
        for name, measure in DIFFER.items():
            values = [measure(after) - measure(own) for own, after in pairs]
            each["without"][name] = {"change": mean(values), "chance": chance_of_mean(values)}
            cells.append(each["without"][name])
    for cell, chance in zip(cells, benjamini_hochberg([cell["chance"] for cell in cells]), strict=True):
        cell["chance"] = chance


# ---------------------------------------------------------------- what stands out


def _mark(group: Sequence[dict[str, Any]], matches: int) -> None:
    """Name what stands out of its group; each mark needs its whole interval beyond a limit."""
    known = [each["each"].value for each in group if each["each"].of]
    usual = float(np.median(known)) if len(known) > 2 else 0.0
    for each in group:
        marks, one, sought = each["marks"], each["each"], each["sought"]
        by_best = each["in_best"].value if each["in_best"].of else 0.0
        if matches >= ENOUGH and each["in"].value == 0 == by_best:
            marks.append("never")
        elif matches >= ENOUGH and each["in"].high < HARDLY and by_best < HARDLY:
            marks.append("rarely")
        if usual > 0 and one.of > 1 and one.low > MUCH * usual:
            marks.append("much")
        if usual > 0 and one.of > 1 and one.high < LITTLE * usual:
            marks.append("little")
        if sought.of > 1 and each["offered"] >= ENOUGH:
            if each["rate"].low > ALWAYS:
                marks.append("always")
            elif sought.low > SOUGHT:
                marks.append("sought")
            if sought.high < SHUNNED:
                marks.append("shunned")


STRONG = frozenset({"much", "sought", "always"})
DEAD = frozenset({"never", "rarely", "little", "shunned"})
