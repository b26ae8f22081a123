"""What a box of Valdora must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....core.box import Among, Check, Data, Range
from ....core.rule import NOTHING
from ..state import (
    BACK,
    CARDS,
    CART,
    CATALOGUE,
    COINS,
    COLOURS,
    COMMISSIONS,
    EQUIPMENT,
    FACES,
    FRONT,
    GEMS,
    HELD,
    MOST_GEMS,
    PAN,
    ROAD,
    SEAT_COUNTS,
    SEATS,
    WAGONS,
)
from .board import is_table, pack_board

STATED_GEMS = {"gold": 22, "amethyst": 15, "emerald": 15, "ruby": 13, "sapphire": 13}
STATED_CRAFTSMEN = {"silver": 9, "yellow": 9, "white": 5, "purple": 4, "red": 4, "blue": 4, "green": 4}
STATED_OUT = {3: {"purple", "red", "blue", "green"}}  # one craftsman of each is out
STATED_WORKSHOPS = {"purple": 2, "blue": 2}
STATED_SETS = {CATALOGUE: 18, COMMISSIONS: 27}
STATED_MATCH = {
    "on_road": 6,
    "coins_in_all": 30,
    "purse": 6,
    "held": 3,
    "gold_price": 1,
    "coin_price": 1,
    "page_price": 1,
    "bonus": 13,
    "bonus_points": 10,
    "colour_points": 10,
    "gem_points": 1,
}
RANGES = {
    "on_road": (0, 20),
    "purse": (1, COINS),
    "held": (1, HELD),
    "coin_price": (1, 5),  # for nothing, one could buy and put back, or turn pages, without end
    "page_price": (1, 5),
    "bonus": (0, 50),
    "bonus_points": (0, 50),
    "colour_points": (0, 50),
    "gem_points": (0, 10),
    "standstill": (1, 100),
}


def pack(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """Fill the box record; the names of spaces and commissions are the words of the notation."""
    pack_match(check.table(data, "match"), box, check)
    spaces = pack_board(check.table(data, "board"), box, check)
    pack_gems(check.table(data, "gems"), box, check)
    pack_craftsmen(data, box, check)
    pack_workshops(check.table(data, "workshops"), box, check)
    pack_equipment(check.table(data, "equipment"), box, check)
    pack_catalogue(check.table(data, "catalogue"), box, check)
    commissions = pack_commissions(check.table(data, "commissions"), box, check)
    return {"spaces": spaces, "commissions": commissions}


# ---------------------------------------------------------------- figures


def pack_match(match: Data, box: Any, check: Check) -> None:
    """Prices, limits, points."""
    for figure, (least, most) in RANGES.items():
        box[figure] = check.number(match, figure, "match", least, most)
    check.number(match, "gold_price", "match", 1, 1)  # equipment is paid from one card (VA-4)
    coins = match.get("coins")
    fits = isinstance(coins, list) and len(coins) == SEATS and all(type(c) is int and c >= 0 for c in coins)
    most = int(box["purse"])
    if check.needed(fits, "match", "box.numbers", key="coins", count=SEATS, least=0, most=most, given=coins):
        check.needed(max(coins or [0]) <= most, "match", "box.more", key="coins", other=f"purse = {most}")
        for place in range(SEATS):
            check.choice(coins or (), place, Range(0, COINS))
        box["coins"] = [min(c, most) for c in coins or ()]
        check.figure(coins, "coins", "match", [1, 2, 3, 4, 5])
    in_all = check.number(match, "coins_in_all", "match", 1, 1000, drawn=True)
    enough = SEATS * int(box["purse"])
    check.needed(in_all >= enough, "match, coins_in_all", "box.needs", needed=enough, given=in_all)
    for figure, said in STATED_MATCH.items():
        check.figure(match.get(figure), figure, "match", said)


def pack_gems(table: Data, box: Any, check: Check) -> None:
    """Gems of each colour: as many as lie on the roads at the start."""
    for gem, name in enumerate(GEMS):
        box["gems"][gem] = check.number(table, name, "gems", 0, MOST_GEMS)
        check.figure(table.get(name), name, "gems", STATED_GEMS[name])
    roads, each = int((box["kind"][: int(box["spaces"])] == ROAD).sum()), int(box["on_road"])
    gems = int(box["gems"].sum())
    check.needed(gems == roads * each, "gems", "box.needs", needed=roads * each, given=gems)


def pack_craftsmen(data: Data, box: Any, check: Check) -> None:
    """Craftsmen of each colour, by seats at the table."""
    table, out = check.table(data, "craftsmen"), check.table(data, "craftsmen_out")
    for colour, name in enumerate(COLOURS):
        count = check.number(table, name, "craftsmen", 0, 50)
        check.figure(table.get(name), name, "craftsmen", STATED_CRAFTSMEN[name])
        for seats in SEAT_COUNTS:
            row, where = out.get(str(seats), {}), f"craftsmen_out.{seats}"
            if not check.needed(is_table(row), "", "box.form", key=where, form="{purple = 1, …}", given=row):
                continue
            less = check.number(row, name, where, 0, count) if name in row else 0
            box["craftsmen"][seats, colour] = count - less
            check.figure(less, name, where, int(name in STATED_OUT.get(seats, ())))
    for seats in SEAT_COUNTS:
        colours = int((box["craftsmen"][seats] > 0).sum())
        check.needed(colours > 1, f"craftsmen - craftsmen_out.{seats}", "box.needs", needed=2, given=colours)


def pack_workshops(table: Data, box: Any, check: Check) -> None:
    """How many craftsmen each workshop needs, and its points."""
    for colour, name in enumerate(COLOURS):
        row = check.table(table, name)
        box["needed"][colour] = needed = check.number(row, "needed", f"workshops.{name}", 1, 50)
        box["workshop"][colour] = check.number(row, "points", f"workshops.{name}", 0, 50)
        check.figure(needed, "needed", f"workshops.{name}", STATED_WORKSHOPS.get(name, needed))


# ---------------------------------------------------------------- equipment


def pack_equipment(table: Data, box: Any, check: Check) -> None:
    """What each equipment card carries: tools one gem for nothing, cart and horse any for coins."""
    for card, name in enumerate(EQUIPMENT):
        row, where = check.table(table, name), f"equipment.{name}"
        if name in WAGONS:
            check.word(row, "carries", where, ("any",))
            box["carries"][card] = NOTHING
            box["fare"][card] = check.number(row, "coins", where, 0, int(box["purse"]))
        else:
            box["carries"][card] = GEMS.index(check.word(row, "carries", where, GEMS))
            check.apart(row, "coins", where, name)
    carried = [int(gem) for gem in box["carries"][:CART]]
    # With another pan nobody could buy equipment.
    check.word({"carries": GEMS[carried[PAN]]}, "carries", "equipment.pan", ("gold",))
    for gem, name in enumerate(GEMS):
        check.stated(gem in carried, "equipment", "box.some", least=1, key="carries", wanted=name)
    check.figure(GEMS[carried[EQUIPMENT.index("hammer")]], "carries", "equipment.hammer", "amethyst")
    for name, fare in (("cart", 2), ("horse", 3)):
        check.figure(int(box["fare"][EQUIPMENT.index(name)]), "coins", f"equipment.{name}", fare)


def pack_catalogue(table: Data, box: Any, check: Check) -> None:
    """The equipment cards of a set, front and back."""
    for card, sides in enumerate(card_rows(table, CATALOGUE, box, check)):
        where = f"catalogue.cards {card + 1}"
        if check.needed(len(sides) == 2, "", "box.form", key=where, form="[front, back]", given=sides):
            for side in (FRONT, BACK):
                # A pan is not for sale: everybody has one.
                name = check.word(sides, side, where, EQUIPMENT[1:])
                box["face"][CATALOGUE, card, side] = EQUIPMENT.index(name)


def card_rows(table: Data, kind: int, box: Any, check: Check) -> list[list[Any]]:
    """The cards of a set as written down, no more than there is room for."""
    name, rows = ("catalogue" if kind == CATALOGUE else "commissions"), table.get("cards")
    fits = isinstance(rows, list) and all(isinstance(row, list) for row in rows)
    if not check.needed(fits, name, "box.form", key="cards", form="[[…], […], …]", given=rows):
        return []
    cards: list[list[Any]] = list(rows or ())
    if not check.count(len(cards), f"{name}.cards", 1, CARDS):
        return []
    box["cards"][kind] = len(cards)
    check.total(len(cards), f"{name}.cards", STATED_SETS[kind])
    return cards


# ---------------------------------------------------------------- commissions


def pack_commissions(table: Data, box: Any, check: Check) -> tuple[str, ...]:
    """The faces of commissions, and the cards of a set: each has a name, a front and a back."""
    faces = pack_faces(table, box, check)
    names: list[str] = []
    for card, row in enumerate(card_rows(table, COMMISSIONS, box, check)):
        where = f"commissions.cards {card + 1}"
        if not check.needed(len(row) == 3, "", "box.form", key=where, form="[name, front, back]", given=row):
            continue
        names.append(check.word(row, 0, where))
        for side in (FRONT, BACK):
            if faces:
                face = faces.index(check.word(row, 1 + side, where, faces))
                box["face"][COMMISSIONS, card, side] = face
    check_clients(box, check)
    return check.slugs(names, "commissions")


def pack_faces(table: Data, box: Any, check: Check) -> list[str]:
    """Each face: its client, what it asks for, its points."""
    rows = check.rows(table, "faces")
    if not check.count(len(rows), "faces", 1, FACES):
        return []
    names: list[str] = []
    for face, row in enumerate(rows):
        name = check.word(row, "name", f"faces {face + 1}")
        names.append(name)
        client = check.word(row, "client", name, COLOURS)
        box["asker"][face] = COLOURS.index(client)
        box["worth"][face] = check.number(row, "points", name, 0, 50)
        coins = box["asks_coins"][face] = (
            check.number(row, "coins", name, 1, int(box["purse"])) if "coins" in row else 0
        )
        gems = row.get("gems", [])
        known = isinstance(gems, list) and all(gem in GEMS for gem in gems)
        span = f"0-{(1 + len(WAGONS)) * len(GEMS)}"
        if not check.needed(known, name, "box.words", key="gems", count=span, allowed=", ".join(GEMS), given=gems):
            continue
        for place in range(len(gems)):
            check.choice(gems, place, Among(GEMS))
        for gem in gems:
            box["asks"][face, GEMS.index(gem)] += 1
        check.needed(gems or coins, f"{name}, gems + coins", "box.needs", needed=1, given=0)
        for gem in sorted({*gems}):
            check.count(gems.count(gem), f"{name}, gems, {gem}", 0, 1 + len(WAGONS))  # nobody can carry more
        check_asked(name, client, coins, gems, check)
    check.slugs(names, "faces")
    return names


def check_asked(name: str, client: str, coins: int, gems: list[str], check: Check) -> None:
    """What the rulebook says that each client asks for."""
    check.figure(int(coins), "coins", name, 1 if client == "silver" else 0)
    if client == "silver":
        check.total(len(gems), f"{name}, gems", 0)
    elif client == "yellow":
        check.figure(gems, "gems", name, ["gold"])
    elif client == "white":
        check.total(len(gems), f"{name}, gems", 3)
    else:
        check.total(len(gems), f"{name}, gems", 1)
        check.stated(gems != ["gold"], name, "box.unheard", key="gems", given=gems)


def check_clients(box: Any, check: Check) -> None:
    """Every client has a palace, and more commissions than there are craftsmen of its colour."""
    palaces = {int(colour) for colour in box["client"][: int(box["spaces"])]}
    books = [int(kind) for kind in box["book_kind"][: int(box["books"])]]
    asked = [0] * len(COLOURS)
    for card in range(int(box["cards"][COMMISSIONS])):
        for face in box["face"][COMMISSIONS, card]:
            asked[int(box["asker"][face])] += books.count(COMMISSIONS)
    for colour, name in enumerate(COLOURS):
        there = not asked[colour] or colour in palaces
        check.needed(there, f"board, kind = palace, client = {name}", "box.needs", needed=1, given=0)
        least = int(box["craftsmen"][SEATS, colour]) + 1
        check.stated(asked[colour] >= least, "commissions", "box.some", least=least, key="client", wanted=name)
