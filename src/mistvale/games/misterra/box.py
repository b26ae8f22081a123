"""What a box of Misterra must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.box import Among, Check, Data, Range
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
ALL_SQUARES = f"{SQUARE_NAMES[0]}-{SQUARE_NAMES[-1]}"
ALL_TERRAINS = ", ".join(TERRAINS)
STATED_MATCH = {"claims": 3, "dealt": 4, "kept": 2}
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
    check.needed(int(box["kept"]) <= int(box["dealt"]), "match", "box.more", key="kept", other="dealt")
    check.figure(opened, "open", "match", OPEN)
    check.figure(out, "out", "match", OUT)
    for key, stated in STATED_MATCH.items():
        check.figure(table.get(key), key, "match", stated)


def pack_points(table: Data, box: Any, check: Check) -> None:
    """What squares, regions and lines score."""
    for name, (part, stated) in STATED_POINTS.items():
        box["part"][part] = check.number(table, name, "points", -MOST_PART, MOST_PART)
        check.figure(table.get(name), name, "points", stated)


def pack_grades(table: Data, box: Any, check: Check) -> None:
    """The least points of each grade of a solo match but the lowest."""
    box["grades"] = NOTHING
    for grade, name in enumerate(GRADES):
        steps: Any = table.get(name)
        few, span = is_numbers(steps) and len(steps) < MOST_GRADES, f"0-{MOST_GRADES - 1}"
        if check.needed(few, "grades", "box.numbers", key=name, count=span, least=1, most=MOST_POINTS, given=steps):
            rising = steps == sorted(set(steps or ()))
            for place in range(len(steps)):
                check.choice(steps, place, Range(1, MOST_POINTS))
            if check.needed(rising, "grades", "box.rising", key=name, given=steps):
                box["grades"][grade, : len(steps or ())] = steps
        check.figure(steps, name, "grades", STATED_GRADES[name])


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
        if not check.needed(
            fits, "", "box.different", key=where, count=f"0-{SQUARES}", allowed=ALL_SQUARES, given=names
        ):
            continue
        check.stated(names, where, "box.some", least=1, key="terrain", wanted=TERRAINS[JUNGLE])
        jungles = int(box["tiles"][JUNGLE])
        check.needed(len(names or ()) <= jungles, where, "box.more", key="jungle", other=f"tiles.jungle = {jungles}")
        for place, name in enumerate(names or ()):
            check.choice(names or (), place, Among(SQUARE_NAMES))
            box["jungle"][seats, SQUARE_NAMES.index(name)] = 1
    box["jungle"][1] = box["jungle"][2]


def pack_sketches(rows: list[Data], box: Any, check: Check) -> None:
    """Each kind of sketch: its two halves, and the copies by seats at the table."""
    listed: list[str] = []
    for number, row in enumerate(rows):
        halves = row.get("halves")
        fits = isinstance(halves, list) and len(halves) == 2 and all(half in TERRAINS for half in halves)
        where = f"sketches {number + 1}"
        if not check.needed(fits, where, "box.words", key="halves", count=2, allowed=ALL_TERRAINS, given=halves):
            continue
        kind = HALVES.index(tuple(sorted(TERRAINS.index(half) for half in halves or ())))
        name = SKETCH_NAMES[kind]
        check.needed(name not in listed, "sketches", "box.twice", given=name)
        listed.append(name)
        copies = check.table(row, "copies")
        for seats in SEAT_COUNTS:
            box["sketches"][seats, kind] = check.number(copies, str(seats), f"{name}, copies", 0, DECK)
        counts = [int(box["sketches"][seats, kind]) for seats in SEAT_COUNTS]
        check.stated(counts[0] > 0, name, "box.some", least=1, key="seats", wanted=2)
        for fewer, more in ((2, 3), (3, 4)):
            rising = box["sketches"][fewer, kind] <= box["sketches"][more, kind]
            check.stated(rising, name, "box.more", key=f"copies.{fewer}", other=f"copies.{more}")
    box["sketches"][1] = box["sketches"][2]
    for seats in SEAT_COUNTS:
        total = int(box["sketches"][seats].sum())
        check.count(total, f"sketches, copies.{seats}", OPEN + OUT, DECK)
    for name in SKETCH_NAMES:
        check.stated(name in listed, "sketches", "box.named", given=name)
    two, three, four = (int(box["sketches"][seats].sum()) for seats in SEAT_COUNTS)
    check.total(two, "sketches, copies.2", 52)  # a solo match uses 50, and 2 are out
    for seats, fewer, more in ((3, two, three), (4, three, four)):
        check.stated(fewer < more, "sketches", "box.some", least=fewer + 1, key="seats", wanted=seats)


def check_dealing(box: Any, check: Check) -> None:
    """There are hypotheses for all, also in a first game."""
    hypotheses, needed = int(box["hypotheses"]), SEATS * int(box["dealt"])
    check.needed(hypotheses >= needed, "hypotheses", "box.needs", needed=needed, given=hypotheses)
    for letter in range(LETTERS):
        pair = sum(int(box["letter"][h]) == letter for h in range(hypotheses))
        where, kept = f"hypotheses, letter = {LETTER_NAMES[letter]}", int(box["kept"])
        check.needed(pair == kept, where, "box.needs", needed=kept, given=pair)


def pack_otoma(rows: list[Data], box: Any, check: Check) -> None:
    """Each Otoma card: two terrains and perhaps a claim mark on one side, two squares on the other."""
    if not check.count(len(rows), "otoma", 0, OTOMA_CARDS):
        return
    for card, row in enumerate(rows):
        where = f"otoma {card + 1}"
        maps, squares = row.get("maps"), row.get("squares")
        fits = is_pair(maps, TERRAINS)
        if check.needed(fits, where, "box.words", key="maps", count=2, allowed=ALL_TERRAINS, given=maps):
            offer_pair(maps or (), TERRAINS, check)
            box["otoma_terrain"][card] = [TERRAINS.index(name) for name in maps or ()]
        two = is_pair(squares, SQUARE_NAMES) and (squares or "")[0] != (squares or "")[1]
        if check.needed(two, where, "box.different", key="squares", count=2, allowed=ALL_SQUARES, given=squares):
            offer_pair(squares or (), SQUARE_NAMES, check)
            box["otoma_square"][card] = [SQUARE_NAMES.index(name) for name in squares or ()]
        claims = row.get("claims", False)
        check.needed(isinstance(claims, bool), where, "box.one-of", key="claims", allowed="true, false", given=claims)
        box["otoma_mark"][card] = claims is True
    marks = int(box["otoma_mark"].sum())
    others = len(rows) - marks
    box["otoma_cards"] = len(rows)
    check.total(len(rows), "otoma", 22)
    check.total(marks, "otoma, claims = true", 3)
    fits = marks > 0 and others > marks and (others - 1) % marks == 0
    if check.needed(fits, "otoma", "box.uneven", given=others - 1, by=marks):
        box["packets"], box["packet"] = marks, (others - 1) // marks + 1
        half_days = marks * int(box["packet"]) - 1
        check.needed(half_days % HALF_DAYS == 0, "otoma", "box.uneven", given=half_days, by=HALF_DAYS)
        sketches, taken = int(box["sketches"][1].sum()) - OUT, half_days // HALF_DAYS * OPEN
        check.stated(sketches >= taken, "sketches, copies.2 - out", "box.needs", needed=taken, given=sketches)


def offer_pair(pair: Sequence[str], allowed: Sequence[str], check: Check) -> None:
    """Each of two words may be another one."""
    for place in range(len(pair)):
        check.choice(pair, place, Among(tuple(allowed)))


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
    if not check.count(len(rows), "hypotheses", 1, HYPOTHESES):
        return ()
    box["hypotheses"] = len(rows)
    names: list[str] = []
    for number, row in enumerate(rows):
        name = check.word(row, "name", f"hypotheses {number + 1}")
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
        check.apart(row, part, name, f"counts = {counts}")
    if "terrain" in needs:
        box["terrain"][number] = TERRAINS.index(check.word(row, "terrain", name, TERRAINS))
    if counts == "squares":
        box["where"][number] = WHERE.index(check.word(row, "where", name, WHERE, "anywhere"))
        if "without" in row:
            box["without"][number] = TERRAINS.index(check.word(row, "without", name, TERRAINS))
            same = box["without"][number] == box["terrain"][number]
            check.needed(not same, name, "box.apart", key="without", other=f"terrain = {row.get('terrain')}")
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
    form = f"[[x, x], [x, x]] (x: {ALL_TERRAINS})"
    if check.needed(fits, name, "box.form", key="motif", form=form, given=motif):
        for line in motif:
            offer_pair(line, TERRAINS, check)
        box["motif"][number] = [TERRAINS.index(word) for word in words]


def points_of(name: str, row: Data, check: Check) -> list[int]:
    """What each count from 0 to SQUARES scores."""
    if "each" in row:
        for part in ("points", "then"):
            check.apart(row, part, name, "each")
        return [check.number(row, "each", name, 1, 30) * count for count in range(SQUARES + 1)]
    given = check.table(row, "points")
    if not all(key.isascii() and key.isdecimal() and 1 <= int(key) <= SQUARES for key in given):
        check.needed(False, name, "box.run", key="points", most=SQUARES)
        return [0] * (SQUARES + 1)
    counts = sorted(int(key) for key in given)
    run = counts == list(range(counts[0], counts[-1] + 1)) if counts else False
    if not check.needed(run, name, "box.run", key="points", most=SQUARES):
        return [0] * (SQUARES + 1)
    then = check.number(row, "then", name, 0, 30, 0)
    scored = {count: check.number(given, str(count), f"{name}, points", 0, MOST_POINTS) for count in counts}
    last = counts[-1]
    rising = all(scored[count] >= scored[count - 1] for count in counts[1:])
    check.needed(rising, name, "box.rising", key="points", given=[scored[count] for count in counts])
    return [scored.get(n, 0) if n <= last else scored[last] + then * (n - last) for n in range(SQUARES + 1)]


# ---------------------------------------------------------------- hypotheses: what the rulebook says

# Of each measure: which hypotheses it is, and points that the rulebook gives for a count (or each).
Points = dict[int, int]
STATED: dict[str, tuple[Callable[[Data], bool], Points]] = {
    "each-zone": (lambda row: row.get("counts") == "each-zone", {1: 0, 2: 0}),
    "squares, where = border": (
        lambda row: row.get("counts") == "squares" and row.get("where") == "border",
        {3: 0, 8: 14, 9: 15, 10: 16, 16: 22},
    ),
    "lines, line = perpendicular, terrains = 4": (
        lambda row: is_lines(row, "perpendicular", 4),
        {1: 4, 2: 8, 3: 12, SIDE: 20},
    ),
    "lines, line = parallel, terrains = 4": (lambda row: is_lines(row, "parallel", 4), {1: 4, 2: 8, SIDE: 20}),
    "lines, line = perpendicular, terrains = 1": (
        lambda row: is_lines(row, "perpendicular", 1),
        {1: 5, 3: 15, SIDE: 25},
    ),
    "lines, line = parallel, terrains = 1": (lambda row: is_lines(row, "parallel", 1), {1: 5, 4: 20, SIDE: 25}),
    "squares, without": (
        lambda row: row.get("counts") == "squares" and "without" in row,
        {7: 12, 8: 13, 9: 14, 25: 30},
    ),
    "largest-zone": (lambda row: row.get("counts") == "largest-zone", {}),
    "least": (lambda row: row.get("counts") == "least", {}),
    "smallest-zone": (
        lambda row: row.get("counts") == "smallest-zone",
        {1: 0, 2: 6, 3: 10, 4: 18, 5: 25, 6: 30, 25: 30},
    ),
    "sets": (lambda row: row.get("counts") == "sets", {3: 5, 4: 8}),
    "zones, size = 1": (lambda row: row.get("counts") == "zones" and row.get("size") == 1, {}),
    "motif": (lambda row: row.get("counts") == "motif", {1: 5, 3: 15}),
    "zones, size = 2": (lambda row: row.get("counts") == "zones" and row.get("size") == 2, {}),
    "most": (lambda row: row.get("counts") == "most", {}),
}
# Points that occur, though the rulebook's text does not say for which count.
AMONG = {
    "each-zone": (2, 5),
    "largest-zone": (10,),
    "zones, size = 1": (15,),
    "zones, size = 2": (10,),
    "most": (12,),
}


def is_lines(row: Data, line: str, terrains: int) -> bool:
    """Whether a hypothesis counts such lines."""
    return row.get("counts") == "lines" and row.get("line") == line and row.get("terrains") == terrains


def measure_of(row: Data) -> str:
    """What a hypothesis counts, as its row in the box says it."""
    return ", ".join([str(row.get("counts")), *(f"{key} = {row[key]}" for key in row if key not in COMMON)])


def check_stated(rows: list[Data], box: Any, check: Check) -> None:
    """What the rulebook says of the hypotheses."""
    for measure, (is_it, points) in STATED.items():
        found = [number for number, row in enumerate(rows) if is_it(row)]
        check.stated(found, "hypotheses", "box.some", least=1, key="counts", wanted=measure)
        for number in found:
            name, table = str(rows[number].get("name")), box["points"][number]
            for count, stated in points.items():
                check.figure(int(table[count]), f"points.{count}", name, stated)
            for among in AMONG.get(measure, ()):
                check.stated(among in table, name, "box.some", least=1, key="points", wanted=among)
    for number, row in enumerate(rows):
        known = any(is_it(row) for is_it, _ in STATED.values())
        name = str(row.get("name", number + 1))
        check.stated(known, name, "box.unheard", key="counts", given=measure_of(row))
