"""What a box of The Secret Valley must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.box import Check, Data
from .state import (
    ANYBODY,
    CARDS,
    FREE_SIDES,
    HAND,
    HOW,
    NONE_FREE,
    NUMBERS,
    OF,
    OTHER,
    OWN,
    POINTS,
    ROUNDS,
    SEAT_COUNTS,
    SIDE,
    TERRAINS,
    WHERE,
    WHICH,
)

KINDS_OF = ("once", "repeated", "kinds")  # these need to know what makes cards of one kind
PARTS = {"where", "which", "how", "of", "points"}
FIGURES = ("hand", "long", "short")
TABLE_FIGURES = {2: (7, 4, 3), 3: (6, 5, 3), 4: (5, 4, 4)}
# What the rulebook says of single cards.
STATED = {
    "the-thousand-steps": {"where": "adjacent", "which": "all", "how": "once", "of": "terrain"},
    "western-torrent": {"where": "around", "which": "all", "how": "once", "of": "number"},  # SV-6
    "sun-stone": {"how": "free-sides"},
    "fist-of-giants": {"which": "all", "how": "above-all or below-all"},  # 'another card': whichever
    "mountain-mouth": {"which": "all", "how": "above-all or below-all"},
}
LEFT_OUT = {"which": "all"}  # what a part of a criterion is where the box does not say it


def pack(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """Fill the box record; the names of the cards are the words of the notation."""
    match = check.table(data, "match")
    box["rounds"] = check.number(match, "rounds", "match", 1, ROUNDS)
    check.figure(match.get("rounds"), "rounds", "match", 3)
    names = pack_cards(check.rows(data, "cards"), box, check)
    settlements = check.number(match, "settlements", "match", 1, CARDS)
    check.figure(settlements, "settlements", "match", 6)
    pack_tables(check.table(data, "tables"), settlements, box, check)
    return {"cards": names}


def pack_cards(rows: list[Data], box: Any, check: Check) -> tuple[str, ...]:
    """Each card: terrain, number, criterion."""
    if not check.count(len(rows), "cards", 1, CARDS):
        return ()
    box["cards"] = len(rows)
    names: list[str] = []
    for card, row in enumerate(rows):
        name = check.word(row, "name", f"cards {card + 1}")
        names.append(name)
        box["terrain"][card] = TERRAINS.index(check.word(row, "terrain", name, TERRAINS))
        box["number"][card] = check.number(row, "number", name, 1, NUMBERS)
    for card, row in enumerate(rows):
        pack_criterion(card, names[card], check.table(row, "scores"), box, check)
    check_stated(rows, names, box, check)
    return check.slugs(names, "cards")


def pack_criterion(card: int, name: str, row: Data, box: Any, check: Check) -> None:
    """Where a criterion looks, for which cards, and how it makes points of them."""
    for part in sorted(set(row) - PARTS):
        check.apart(row, part, name, "scores")
    how = check.word(row, "how", name, HOW)
    box["how"][card] = HOW.index(how)
    box["points"][card] = check.number(row, "points", name, 1, POINTS)
    if HOW.index(how) in (FREE_SIDES, NONE_FREE):
        for part in ("where", "which"):
            check.apart(row, part, name, f"how = {how}")
    else:
        box["where"][card] = WHERE.index(check.word(row, "where", name, WHERE))
    if how in KINDS_OF:
        box["kind"][card] = OF.index(check.word(row, "of", name, OF))
    else:
        check.apart(row, "of", name, f"how = {how}")
    pack_which(card, name, {} if HOW.index(how) in (FREE_SIDES, NONE_FREE) else row, box, check)


def pack_which(card: int, name: str, row: Data, box: Any, check: Check) -> None:
    """Which cards are looked for: as the bits of the cards that fit, and whose settlement must be on them."""
    which = row.get("which", "all")
    own = int(box["number"][card])
    numbers = set(range(1, NUMBERS + 1))
    terrain = None
    box["clan"][card] = ANYBODY
    if isinstance(which, list):
        fitting = [n for n in which if isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= NUMBERS]
        fits = which and fitting == which
        check.needed(fits, name, "box.numbers", key="which", count=f"1-{NUMBERS}", least=1, most=NUMBERS, given=which)
        numbers = set(fitting)
    elif check.word(row, "which", name, WHICH, "all") == which:
        picked = {
            "odd": {n for n in numbers if n % 2},
            "even": {n for n in numbers if n % 2 == 0},
            "higher": {n for n in numbers if n > own},
            "lower": {n for n in numbers if n < own},
        }
        numbers = picked.get(which, numbers)
        terrain = TERRAINS.index(which) if which in TERRAINS else None
        box["clan"][card] = {"own": OWN, "other": OTHER}.get(which, ANYBODY)
    bits = 0
    for other in range(int(box["cards"])):
        fits = int(box["number"][other]) in numbers and terrain in (None, int(box["terrain"][other]))
        if fits and other != card:  # a card never counts itself (SV-2)
            bits |= 1 << other
    box["fits"][card] = bits


def check_stated(rows: list[Data], names: list[str], box: Any, check: Check) -> None:
    """What the rulebook says of the cards."""
    check.total(len(rows), "cards", 20)
    faces = [(row.get("terrain"), row.get("number")) for row in rows]
    for terrain in TERRAINS:
        for number in range(1, 6):
            check.total(faces.count((terrain, number)), f"cards, {terrain} {number}", 1)
    criteria = [dict(row["scores"]) for row in rows if is_table(row.get("scores"))]
    for number, criterion in enumerate(criteria):
        check.stated(criterion not in criteria[:number], "cards, scores", "box.twice", given=criterion)
    for name, parts in STATED.items():
        check.stated(name in names, "cards", "box.named", given=name)
        if name not in names:
            continue
        scores = rows[names.index(name)].get("scores")
        for part, said in parts.items():
            given = scores.get(part, LEFT_OUT.get(part)) if isinstance(scores, Mapping) else None
            check.figure(given, part, name, *said.split(" or "))


def is_table(value: Any) -> bool:
    """Whether a value of a box file is a table."""
    return isinstance(value, Mapping)


def pack_tables(table: Data, settlements: int, box: Any, check: Check) -> None:
    """For each number of seats: the hand and the grid."""
    for seats in SEAT_COUNTS:
        where = f"tables.{seats}"
        figures = table.get(str(seats))
        if not check.needed(is_table(figures), "", "box.missing", key=f"[{where}]"):
            continue
        hand = check.number(figures or {}, "hand", where, 2, HAND)
        # The grid must stay on its lattice whichever way it grows from the middle.
        longer = check.number(figures or {}, "long", where, 1, SIDE // 2 + 1)
        shorter = check.number(figures or {}, "short", where, 1, SIDE // 2 + 1)
        box["hand"][seats], box["long"][seats], box["short"][seats] = hand, longer, shorter
        spaces = longer * shorter
        turns, cards = spaces // seats, int(box["cards"])
        check.needed(shorter <= longer, where, "box.more", key="short", other="long")
        check.needed(spaces % seats == 0, f"{where}, long * short", "box.uneven", given=spaces, by=seats)
        # One card of the hand is never played.
        check.needed(hand > turns, f"{where}, hand", "box.needs", needed=turns + 1, given=hand)
        check.needed(turns <= settlements, f"{where}, settlements", "box.needs", needed=turns, given=settlements)
        check.needed(seats * hand <= cards, f"{where}, cards", "box.needs", needed=seats * hand, given=cards)
        for key, given, wanted in zip(FIGURES, (hand, longer, shorter), TABLE_FIGURES[seats], strict=True):
            check.figure(given, key, where, wanted)
