"""What a box of Misterra must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.box import Check, Data
from ...core.rule import NOTHING
from .hypotheses import pack_hypotheses
from .state import (
    BLANKS,
    CLAIMS,
    DECK,
    FIDELITY,
    GRADES,
    HALF_DAYS,
    HALVES,
    JUNGLE,
    LETTERS,
    MASTERS,
    MOST_GRADES,
    OPEN,
    OTOMA_CARDS,
    OUT,
    SEATS,
    SKETCH_NAMES,
    SQUARE_NAMES,
    SQUARES,
    TERRAINS,
)

TABLES = (2, 3, 4)  # solo is set up as for two
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
    box["dealt"] = check.number(table, "dealt", "match", 1, 6)
    box["kept"] = check.number(table, "kept", "match", 1, 6)
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
        box["part"][part] = check.number(table, name, "points", -9, 9)
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
    for seats in TABLES:
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
        for seats in TABLES:
            box["sketches"][seats, kind] = check.number(copies, str(seats), f"{name}: copies", 0, DECK)
        counts = [int(box["sketches"][seats, kind]) for seats in TABLES]
        check.stated(counts[0] > 0, f"{name}: the rulebook has each pair of terrains, with any number of seats")
        check.stated(counts == sorted(counts), f"{name}: sketches leave with fewer seats, they don't come")
    box["sketches"][1] = box["sketches"][2]
    for seats in TABLES:
        total = int(box["sketches"][seats].sum())
        check.needed(
            OPEN + OUT <= total <= DECK, f"sketches: {total} with {seats} seats, there must be {OPEN + OUT} to {DECK}"
        )
    check.stated(len({*listed}) == len(HALVES), "sketches: the rulebook has every pair of terrains")
    two, three, four = (int(box["sketches"][seats].sum()) for seats in TABLES)
    check.stated(two == 52, f"sketches: {two} with 2 seats; the rulebook's solo match uses 50, and 2 are out")
    check.stated(two < three < four, "sketches: the rulebook has some for 3 and 4 seats alone, and some for 4 alone")


def check_dealing(box: Any, check: Check) -> None:
    """There are hypotheses for all, also in a first game."""
    hypotheses, needed = int(box["hypotheses"]), SEATS * int(box["dealt"])
    check.needed(hypotheses >= needed, f"hypotheses: {SEATS} seats need {needed}, there are {hypotheses}")
    for letter in range(LETTERS):
        pair = sum(int(box["letter"][h]) == letter for h in range(hypotheses))
        name = "abcd"[letter]
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
