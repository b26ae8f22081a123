"""The hypotheses of a box: what each counts and what a count scores, from words in the file to tables in the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.box import Check, Data
from ...core.rule import NOTHING
from .state import COUNTS, HYPOTHESES, LETTERS, LINES, SIDE, SQUARES, TERRAINS, WHERE

LETTER_NAMES = "abcd"[:LETTERS]
COMMON = {"name", "counts", "points", "then", "each", "letter", "source"}
# What each kind of count needs to know, and what it may know.
NEEDS = {
    "squares": ({"terrain"}, {"where", "without"}),
    "each-zone": ({"terrain"}, set()),
    "zones": ({"size"}, set()),
    "lines": ({"line", "terrains"}, set()),
    "motif": ({"motif"}, set()),
}
MOST_POINTS = 999


def pack_hypotheses(rows: list[Data], box: Any, check: Check) -> tuple[str, ...]:
    """Each hypothesis: what it counts, its points, its letter."""
    for field in ("terrain", "without", "motif", "letter"):
        box[field] = NOTHING
    if not check.needed(1 <= len(rows) <= HYPOTHESES, f"hypotheses: there must be 1 to {HYPOTHESES}, not {len(rows)}"):
        return ()
    box["hypotheses"] = len(rows)
    names: list[str] = []
    for number, row in enumerate(rows):
        name = check.word(row, "name", f"hypothesis {number + 1}")
        names.append(name)
        pack_count(number, name, row, box, check)
        box["points"][number] = points_of(name, row, check)
        if "letter" in row:
            box["letter"][number] = LETTER_NAMES.index(check.word(row, "letter", name, tuple(LETTER_NAMES)))
    check_stated(rows, box, check)
    return check.slugs(names, "hypotheses")


def pack_count(number: int, name: str, row: Data, box: Any, check: Check) -> None:
    """What is counted."""
    counts = check.word(row, "counts", name, COUNTS)
    box["count"][number] = COUNTS.index(counts)
    needs, may = NEEDS.get(counts, (set(), set()))
    for part in sorted(set(row) - COMMON - needs - may):
        check.needed(False, f"{name}: {counts!r} has no {part!r}")
    if "terrain" in needs:
        box["terrain"][number] = TERRAINS.index(check.word(row, "terrain", name, TERRAINS))
    if counts == "squares":
        box["where"][number] = WHERE.index(check.word({"where": "anywhere", **row}, "where", name, WHERE))
        if "without" in row:
            box["without"][number] = TERRAINS.index(check.word(row, "without", name, TERRAINS))
            same = box["without"][number] == box["terrain"][number]
            check.needed(not same, f"{name}: a terrain can't be without itself")
    if counts == "zones":
        box["exactly"][number] = check.number(row, "size", name, 1, SQUARES)
    if counts == "lines":
        box["line"][number] = LINES.index(check.word(row, "line", name, LINES))
        box["exactly"][number] = check.number(row, "terrains", name, 1, len(TERRAINS))
    if counts == "motif":
        pack_motif(number, name, row.get("motif"), box, check)


def pack_motif(number: int, name: str, motif: Any, box: Any, check: Check) -> None:
    """A block of 2 x 2 terrains: first the row away from the beach."""
    block = (
        isinstance(motif, list) and len(motif) == 2 and all(isinstance(row, list) and len(row) == 2 for row in motif)
    )
    words = [word for row in motif for word in row] if block else []
    fits = block and all(word in TERRAINS for word in words)
    if check.needed(fits, f"{name}: motif must be two rows of two terrains, not {motif!r}"):
        box["motif"][number] = [TERRAINS.index(word) for word in words]


def points_of(name: str, row: Data, check: Check) -> list[int]:
    """What each count from 0 to SQUARES scores."""
    if "each" in row:
        check.needed(
            "points" not in row and "then" not in row, f"{name}: it has 'each', so it has no 'points' or 'then'"
        )
        return [check.number(row, "each", name, 1, 30) * count for count in range(SQUARES + 1)]
    given = check.table(row, "points")
    if not all(key.isascii() and key.isdecimal() and 1 <= int(key) <= SQUARES for key in given):
        check.needed(False, f"{name}: points must be given for counts from 1 to {SQUARES}")
        return [0] * (SQUARES + 1)
    counts = sorted(int(key) for key in given)
    run = counts == list(range(counts[0], counts[-1] + 1)) if counts else False
    if not check.needed(run, f"{name}: points must be given for counts that follow each other"):
        return [0] * (SQUARES + 1)
    then = check.number({"then": 0, **row}, "then", name, 0, 30)
    scored = {count: check.number(given, str(count), f"{name}: points", 0, MOST_POINTS) for count in counts}
    last = counts[-1]
    rising = all(scored[count] >= scored[count - 1] for count in counts[1:])
    check.needed(rising, f"{name}: a higher count must not score less")
    return [scored.get(n, 0) if n <= last else scored[last] + then * (n - last) for n in range(SQUARES + 1)]


# ---------------------------------------------------------------- what the rulebook says

# Of each measure: which hypotheses it is, and points that the rulebook gives for a count (or each).
Points = dict[int, int]
STATED: dict[str, tuple[Callable[[Data], bool], Points]] = {
    "each zone of a terrain": (lambda row: row.get("counts") == "each-zone", {1: 0, 2: 0}),
    "squares of a terrain on the border": (
        lambda row: row.get("counts") == "squares" and row.get("where") == "border",
        {3: 0, 8: 14, 9: 15, 10: 16, 16: 22},
    ),
    "full lines of all terrains, perpendicular": (
        lambda row: is_lines(row, "perpendicular", 4),
        {1: 4, 2: 8, 3: 12, SIDE: 20},
    ),
    "full lines of all terrains, parallel": (lambda row: is_lines(row, "parallel", 4), {1: 4, 2: 8, SIDE: 20}),
    "full lines of one terrain, perpendicular": (
        lambda row: is_lines(row, "perpendicular", 1),
        {1: 5, 3: 15, SIDE: 25},
    ),
    "full lines of one terrain, parallel": (lambda row: is_lines(row, "parallel", 1), {1: 5, 4: 20, SIDE: 25}),
    "squares of a terrain next to none of another": (
        lambda row: row.get("counts") == "squares" and "without" in row,
        {7: 12, 8: 13, 9: 14, 25: 30},
    ),
    "the largest zone": (lambda row: row.get("counts") == "largest-zone", {}),
    "the least present terrain": (lambda row: row.get("counts") == "least", {}),
    "the smallest zone": (
        lambda row: row.get("counts") == "smallest-zone",
        {1: 0, 2: 6, 3: 10, 4: 18, 5: 25, 6: 30, 25: 30},
    ),
    "sets of four squares": (lambda row: row.get("counts") == "sets", {3: 5, 4: 8}),
    "zones of one square": (lambda row: row.get("counts") == "zones" and row.get("size") == 1, {}),
    "a motif": (lambda row: row.get("counts") == "motif", {1: 5, 3: 15}),
    "zones of two squares": (lambda row: row.get("counts") == "zones" and row.get("size") == 2, {}),
    "the most present terrain": (lambda row: row.get("counts") == "most", {}),
}
# Points that occur, though the rulebook's text does not say for which count.
AMONG = {
    "each zone of a terrain": (2, 5),
    "the largest zone": (10,),
    "zones of one square": (15,),
    "zones of two squares": (10,),
    "the most present terrain": (12,),
}


def is_lines(row: Data, line: str, terrains: int) -> bool:
    """Whether a hypothesis counts such lines."""
    return row.get("counts") == "lines" and row.get("line") == line and row.get("terrains") == terrains


def check_stated(rows: list[Data], box: Any, check: Check) -> None:
    """What the rulebook says of the hypotheses."""
    for measure, (is_it, points) in STATED.items():
        found = [number for number, row in enumerate(rows) if is_it(row)]
        check.stated(found, f"hypotheses: the rulebook has one for {measure}")
        for number in found:
            name, table = rows[number].get("name"), box["points"][number]
            for count, stated in points.items():
                check.stated(
                    int(table[count]) == stated,
                    f"{name}: for {measure} the rulebook gives {stated} points for {count}, not {int(table[count])}",
                )
            for among in AMONG.get(measure, ()):
                check.stated(among in table, f"{name}: for {measure} the rulebook gives {among} points for some count")
    for number, row in enumerate(rows):
        known = any(is_it(row) for is_it, _ in STATED.values())
        check.stated(known, f"{row.get('name', number + 1)}: the rulebook has no hypothesis that counts so")
