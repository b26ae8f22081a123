"""What a box of Misterra must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.box import Check, Data
from ...core.rule import NOTHING
from .state import (
    BLANKS,
    CLAIMS,
    COUNTS,
    DECK,
    FIDELITY,
    GRADES,
    HALF_DAYS,
    HALVES,
    HAND,
    HYPOTHESES,
    JUNGLE,
    LETTERS,
    LINES,
    MASTERS,
    MOST_GRADES,
    MOST_PART,
    OPEN,
    OTOMA_CARDS,
    OUT,
    SEATS,
    SIDE,
    SKETCH_NAMES,
    SQUARE_NAMES,
    SQUARES,
    TERRAINS,
    WHERE,
)

SEAT_COUNTS = (2, 3, 4)  # solo is set up as for two
STATED_GRADES = {
    "total": [60, 70, 80, 90, 100],
    "hypotheses": [20, 40, 60],
    "fidelity": [20, 30, 40],
    "claims": [1, 8, 16],
}
STATED_POINTS = {"fidelity": (FIDELITY, 2), "blank": (BLANKS, -1), "claim": (CLAIMS, 2), "master": (MASTERS, 3)}


def pack(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """Fill the box record; the names of the hypotheses are the words of the notation."""
    pack_match(check.table(data, "match"), box, check)
    pack_points(check.table(data, "points"), box, check)
    pack_grades(check.table(data, "grades"), box, check)
    pack_island(check.table(data, "tiles"), check.table(data, "start"), box, check)
    pack_sketches(check.rows(data, "sketches"), box, check)
    names = pack_hypotheses(check.rows(data, "hypotheses"), box, check)
    check_dealing(box, check)
    pack_otoma(check.rows(data, "otoma"), box, check)
    return {"hypotheses": names}


def pack_match(table: Data, box: Any, check: Check) -> None:
    """How many of each component a seat or the table has."""
    opened = check.number(table, "open", "match", OPEN, OPEN)
    box["claims"] = check.number(table, "claims", "match", 0, len(TERRAINS))
    box["dealt"] = check.number(table, "dealt", "match", 1, HAND)
    box["kept"] = check.number(table, "kept", "match", 1, HAND)
    out = check.number(table, "out", "match", OUT, OUT)
    check.needed(int(box["kept"]) <= int(box["dealt"]), "match: a seat can't keep more hypotheses than it is dealt")
    check.stated((opened, out) == (OPEN, OUT), "match: the rulebook has 5 open sketches, and 2 out of a solo match")
    check.stated(table.get("claims") == 3, "match: the rulebook has 3 claims a seat")
    check.stated(
        (table.get("dealt"), table.get("kept")) == (4, 2), "match: the rulebook deals 4 hypotheses, and 2 are kept"
    )


def pack_points(table: Data, box: Any, check: Check) -> None:
    """What squares, regions and lines score."""
    for name, (part, stated) in STATED_POINTS.items():
        box["part"][part] = check.number(table, name, "points", -MOST_PART, MOST_PART)
        check.stated(table.get(name) == stated, f"points: the rulebook gives {stated} for {name}")


def pack_grades(table: Data, box: Any, check: Check) -> None:
    """The least points of each grade of a solo match but the lowest."""
    box["grades"] = NOTHING
    for grade, name in enumerate(GRADES):
        steps: Any = table.get(name)
        rising = is_numbers(steps) and steps == sorted(set(steps)) and len(steps) < MOST_GRADES
        if check.needed(rising, f"grades: {name} must list up to {MOST_GRADES - 1} rising numbers, not {steps!r}"):
            box["grades"][grade, : len(steps or ())] = steps
        check.stated(steps == STATED_GRADES[name], f"grades: the rulebook has {name} {STATED_GRADES[name]}")


def is_numbers(value: Any) -> bool:
    """Whether a value of a box file is a list of whole numbers above 0."""
    return isinstance(value, list) and all(type(n) is int and 0 < n < 1000 for n in value)


def pack_island(tiles: Data, start: Data, box: Any, check: Check) -> None:
    """The tiles of each terrain, and the jungles that lie there at the start."""
    for terrain, name in enumerate(TERRAINS):
        box["tiles"][terrain] = check.number(tiles, name, "tiles", 1, SQUARES)
    for seats in SEAT_COUNTS:
        where = f"start.{seats}"
        names = start.get(str(seats))
        fits = isinstance(names, list) and all(name in SQUARE_NAMES for name in names) and len({*names}) == len(names)
        if not check.needed(fits, f"{where} must list squares, each once, not {names!r}"):
            continue
        check.stated(names, f"{where}: the rulebook has jungles at the start")
        check.needed(len(names or ()) <= int(box["tiles"][JUNGLE]), f"{where}: there are fewer jungle tiles than that")
        for name in names or ():
            box["jungle"][seats, SQUARE_NAMES.index(name)] = 1
    box["jungle"][1] = box["jungle"][2]


def pack_sketches(rows: list[Data], box: Any, check: Check) -> None:
    """Each kind of sketch: its two halves, and the copies by seats at the table."""
    listed: list[str] = []
    for number, row in enumerate(rows):
        halves = row.get("halves")
        fits = isinstance(halves, list) and len(halves) == 2 and all(half in TERRAINS for half in halves)
        if not check.needed(fits, f"sketch {number + 1}: halves must be two terrains, not {halves!r}"):
            continue
        kind = HALVES.index(tuple(sorted(TERRAINS.index(half) for half in halves or ())))
        name = SKETCH_NAMES[kind]
        check.needed(name not in listed, f"sketches: {name} stands there more than once")
        listed.append(name)
        copies = check.table(row, "copies")
        for seats in SEAT_COUNTS:
            box["sketches"][seats, kind] = check.number(copies, str(seats), f"{name}: copies", 0, DECK)
        counts = [int(box["sketches"][seats, kind]) for seats in SEAT_COUNTS]
        check.stated(counts[0] > 0, f"{name}: the rulebook has each pair of terrains, with any number of seats")
        check.stated(counts == sorted(counts), f"{name}: sketches leave with fewer seats, they don't come")
    box["sketches"][1] = box["sketches"][2]
    for seats in SEAT_COUNTS:
        total = int(box["sketches"][seats].sum())
        check.needed(
            OPEN + OUT <= total <= DECK, f"sketches: {total} with {seats} seats, there must be {OPEN + OUT} to {DECK}"
        )
    check.stated(len({*listed}) == len(HALVES), "sketches: the rulebook has every pair of terrains")
    two, three, four = (int(box["sketches"][seats].sum()) for seats in SEAT_COUNTS)
    check.stated(two == 52, f"sketches: {two} with 2 seats; the rulebook's solo match uses 50, and 2 are out")
    check.stated(two < three < four, "sketches: the rulebook has some for 3 and 4 seats alone, and some for 4 alone")


def check_dealing(box: Any, check: Check) -> None:
    """There are hypotheses for all, also in a first game."""
    hypotheses, needed = int(box["hypotheses"]), SEATS * int(box["dealt"])
    check.needed(hypotheses >= needed, f"hypotheses: {SEATS} seats need {needed}, there are {hypotheses}")
    for letter in range(LETTERS):
        pair = sum(int(box["letter"][h]) == letter for h in range(hypotheses))
        name = LETTER_NAMES[letter]
        check.needed(
            pair == int(box["kept"]), f"hypotheses: {pair} have the letter {name!r}, a seat keeps {int(box['kept'])}"
        )


def pack_otoma(rows: list[Data], box: Any, check: Check) -> None:
    """Each Otoma card: two terrains and perhaps a claim mark on one side, two squares on the other."""
    if not check.needed(len(rows) <= OTOMA_CARDS, f"otoma: there must be up to {OTOMA_CARDS} cards, not {len(rows)}"):
        return
    for card, row in enumerate(rows):
        where = f"otoma card {card + 1}"
        maps, squares = row.get("maps"), row.get("squares")
        if check.needed(is_pair(maps, TERRAINS), f"{where}: maps must be two terrains, not {maps!r}"):
            box["otoma_terrain"][card] = [TERRAINS.index(name) for name in maps or ()]
        two = is_pair(squares, SQUARE_NAMES) and (squares or "")[0] != (squares or "")[1]
        if check.needed(two, f"{where}: squares must be two squares, not {squares!r}"):
            box["otoma_square"][card] = [SQUARE_NAMES.index(name) for name in squares or ()]
        claims = row.get("claims", False)
        check.needed(isinstance(claims, bool), f"{where}: claims must be true or false, not {claims!r}")
        box["otoma_mark"][card] = claims is True
    marks = int(box["otoma_mark"].sum())
    others = len(rows) - marks
    box["otoma_cards"] = len(rows)
    check.stated(len(rows) == 22, f"otoma: {len(rows)} cards in all, the rulebook has 22")
    check.stated(marks == 3, f"otoma: {marks} cards have a claim mark, the rulebook has 3")
    fits = marks > 0 and others > marks and (others - 1) % marks == 0
    if check.needed(fits, f"otoma: {others - 1} cards can't be shared evenly by {marks} packets"):
        box["packets"], box["packet"] = marks, (others - 1) // marks + 1
        half_days = marks * int(box["packet"]) - 1
        check.needed(half_days % HALF_DAYS == 0, f"otoma: {half_days} half-days are no whole turns")
        check.needed(
            int(box["sketches"][1].sum()) - OUT >= half_days // HALF_DAYS * OPEN or not check.stated_figures,
            f"otoma: {half_days // HALF_DAYS} turns need {half_days // HALF_DAYS * OPEN} sketches",
        )


def is_pair(value: Any, allowed: Sequence[str]) -> bool:
    """Whether a value of a box file is two of the allowed words."""
    return isinstance(value, list) and len(value) == 2 and all(word in allowed for word in value)


# ---------------------------------------------------------------- hypotheses

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


# ---------------------------------------------------------------- hypotheses: what the rulebook says

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
