"""What a box of Misty must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.box import Check, Data, Problem, problem
from ...core.rule import NOTHING
from .state import ARROW, ARROWS, CARDS, CLASSES, FLOWER, KINDS, OPTIONS, SIDE, WINDOW, Box

# The class that the rulebook gives each drawing; of flowers and monsters it has several.
STATED_CLASSES = {
    **dict.fromkeys(("rocket", "balloon", "leaf", "raindrop", "fire-truck", "scooter", "tractor", "unicycle"), "arrow"),
    "flower": "flower",
    "monster": "monster",
    "smile": "smile",
    **dict.fromkeys(("heart", "star", "house"), "plain"),
}
SEVERAL = ("flower", "monster")

# Which way the rulebook says a drawing moves; for vehicles it says 'sideways'.
STATED_ARROWS = {
    "rocket": ("up",),
    "balloon": ("up",),
    "leaf": ("down",),
    "raindrop": ("down",),
    "fire-truck": ("left", "right"),
    "scooter": ("left", "right"),
    "tractor": ("left", "right"),
    "unicycle": ("left", "right"),
}
FIGURES = ("deals", "hand", "long", "short")
SIZES = {"standard": (2, 6, 4, 3), "small": (3, 3, 3, 3)}
FEWEST_SEATS = 2  # a box must do for them; for how many more it does, `lack` says


def pack(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """Fill the box record; the names of the cards are the words of the notation."""
    names = pack_cards(check.rows(data, "cards"), box, check)
    pack_match(check.table(data, "match"), box, check)
    pack_windows(check.table(data, "windows"), box, check)
    check.total(int(box["cards"]), "cards", 54)
    return {"cards": names}


def pack_cards(rows: list[Data], box: Any, check: Check) -> tuple[str, ...]:
    """Each kind of card: class, arrow, points, count."""
    box["arrow"] = NOTHING
    if not check.count(len(rows), "cards", 1, KINDS):
        return ()
    names: list[str] = []
    total = 0
    for kind, row in enumerate(rows):
        name = check.word(row, "name", f"cards {kind + 1}")
        names.append(name)
        family = CLASSES.index(check.word(row, "class", name, CLASSES))
        box["family"][kind] = family
        box["points"][kind] = check.number(row, "points", name, 0, 9)
        box["count"][kind] = check.number(row, "count", name, 0, CARDS)
        total += int(box["count"][kind])
        if family == ARROW:
            box["arrow"][kind] = ARROWS.index(check.word(row, "arrow", name, ARROWS))
        else:
            check.apart(row, "arrow", name, f"class = {CLASSES[family]}")
        check_stated(name, family, row, check)
    check.count(total, "cards", 0, CARDS)
    box["kinds"], box["cards"] = len(rows), min(total, CARDS)
    check_mixture(box, check)
    return check.slugs(names, "cards")


def check_mixture(box: Any, check: Check) -> None:
    """What the rulebook says of all cards together: which classes there are, and that arrows point every way."""
    counts = box["count"].tolist()
    for family, name in enumerate(CLASSES):
        found = sum(count for kind, count in enumerate(counts) if int(box["family"][kind]) == family)
        least = 2 if name in SEVERAL else 1
        check.stated(found >= least, "cards", "box.some", least=least, key="class", wanted=name)
    for arrow, way in enumerate(ARROWS):
        found = sum(count for kind, count in enumerate(counts) if int(box["arrow"][kind]) == arrow)
        check.stated(found, "cards", "box.some", least=1, key="arrow", wanted=way)


def check_stated(name: str, family: int, row: Data, check: Check) -> None:
    """What the rulebook says of a single card."""
    check.figure(row.get("points"), "points", name, 2 if family == FLOWER else 1)
    if name in STATED_CLASSES:
        check.figure(CLASSES[family], "class", name, STATED_CLASSES[name])
    if name in STATED_ARROWS and family == ARROW:
        check.figure(row.get("arrow"), "arrow", name, *STATED_ARROWS[name])


def pack_match(table: Data, box: Any, check: Check) -> None:
    """Rounds to win and the bonus for smiles."""
    box["wins"] = check.number(table, "wins", "match", 1, 3)
    box["pair"] = check.number(table, "pair", "match", 0, 9)
    check.figure(table.get("wins"), "wins", "match", 2)
    check.figure(table.get("pair"), "pair", "match", 1)


def pack_windows(table: Data, box: Any, check: Check) -> None:
    """The two sizes of windows."""
    for size, (name, stated) in enumerate(SIZES.items()):
        window = check.table(table, name)
        where = f"windows.{name}"
        deals = check.number(window, "deals", where, 1, 6)
        hand = check.number(window, "hand", where, 2, 12)
        # The window must stay on its lattice whichever way it grows from the middle.
        longer = check.number(window, "long", where, 1, SIDE // 2 + 1)
        shorter = check.number(window, "short", where, 1, SIDE // 2 + 1)
        box["deals"][size], box["hand"][size] = deals, hand
        box["long"][size], box["short"][size] = longer, shorter
        check.needed(shorter <= longer, where, "box.more", key="short", other="long")
        dealt, spaces = deals * hand, longer * shorter
        check.needed(
            dealt == spaces, where, "box.equal", key="deals * hand", given=dealt, other="long * short", wanted=spaces
        )
        for key, given, wanted in zip(FIGURES, (deals, hand, longer, shorter), stated, strict=True):
            check.figure(given, key, where, wanted)
        cards, least = int(box["cards"]), dealt * FEWEST_SEATS
        check.needed(cards >= least, f"{where}, cards", "box.needs", needed=least, given=cards)


def lack(box: Box, seats: int, options: Mapping[str, str]) -> Problem | None:
    """Whether there are too few cards to deal all hands of a round: it is not shuffled again (Setting up the game)."""
    size = OPTIONS[WINDOW].values.index(options[OPTIONS[WINDOW].name])
    dealt = seats * box.deals[size] * box.hand[size]
    return problem("box.needs", "cards", needed=dealt, given=box.cards) if box.cards < dealt else None
