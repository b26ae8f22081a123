"""What a box of Valdora must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....core.box import Check, Data
from ....core.rule import NOTHING
from ..state import (
    BACK,
    BOOK_KINDS,
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
    if check.needed(fits, f"match: coins must be {SEATS} whole numbers, in turn order, not {coins!r}"):
        most = int(box["purse"])
        check.needed(max(coins or [0]) <= most, f"match: nobody may begin with more than {most} coins")
        box["coins"] = [min(c, most) for c in coins or ()]
        check.stated(coins == [1, 2, 3, 4, 5], "match: the rulebook has 1, 2, 3, 4, 5 coins in turn order")
    in_all = check.number(match, "coins_in_all", "match", 1, 1000)
    enough = SEATS * int(box["purse"])
    check.needed(in_all >= enough, f"match: {in_all} coins are too few, {SEATS} full purses take {enough}")
    for figure, said in STATED_MATCH.items():
        check.stated(match.get(figure) == said, f"match: the rulebook has {figure} = {said}")


def pack_gems(table: Data, box: Any, check: Check) -> None:
    """Gems of each colour: as many as lie on the roads at the start."""
    for gem, name in enumerate(GEMS):
        box["gems"][gem] = check.number(table, name, "gems", 0, MOST_GEMS)
        said = STATED_GEMS[name]
        check.stated(table.get(name) == said, f"gems: the rulebook has {said} of {name}")
    roads, each = int((box["kind"][: int(box["spaces"])] == ROAD).sum()), int(box["on_road"])
    gems = int(box["gems"].sum())
    check.needed(gems == roads * each, f"gems: {gems} in all, but {each} on each of {roads} roads are {roads * each}")


def pack_craftsmen(data: Data, box: Any, check: Check) -> None:
    """Craftsmen of each colour, by seats at the table."""
    table, out = check.table(data, "craftsmen"), check.table(data, "craftsmen_out")
    for colour, name in enumerate(COLOURS):
        count = check.number(table, name, "craftsmen", 0, 50)
        said = STATED_CRAFTSMEN[name]
        check.stated(table.get(name) == said, f"craftsmen: the rulebook has {said} of {name}")
        for seats in SEAT_COUNTS:
            row = out.get(str(seats), {})
            if not is_table(row):
                check.needed(False, f"craftsmen_out: {seats} must be a table of colours")
                continue
            less = check.number(row, name, f"craftsmen_out.{seats}", 0, count) if name in row else 0
            box["craftsmen"][seats, colour] = count - less
            due = int(name in STATED_OUT.get(seats, ()))
            check.stated(
                less == due, f"craftsmen_out: with {seats} seats the rulebook has {due} of {name} out, not {less}"
            )
    for seats in SEAT_COUNTS:
        colours = int((box["craftsmen"][seats] > 0).sum())
        check.needed(colours > 1, f"craftsmen: with {seats} seats there must be more than one colour")


def pack_workshops(table: Data, box: Any, check: Check) -> None:
    """How many craftsmen each workshop needs, and its points."""
    for colour, name in enumerate(COLOURS):
        row = check.table(table, name)
        box["needed"][colour] = needed = check.number(row, "needed", f"workshops.{name}", 1, 50)
        box["workshop"][colour] = check.number(row, "points", f"workshops.{name}", 0, 50)
        said = STATED_WORKSHOPS.get(name, needed)
        check.stated(needed == said, f"workshops: the rulebook has {name} need {said} craftsmen")


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
            check.needed("coins" not in row, f"{where}: tools load for nothing, only cart and horse cost coins")
    carried = [int(gem) for gem in box["carries"][:CART]]
    check.needed(GEMS[carried[PAN]] == "gold", "equipment: the pan must carry gold, or nobody could buy equipment")
    check.stated(sorted(carried) == list(range(len(GEMS))), "equipment: the rulebook has a tool for each gem")
    check.stated(carried[EQUIPMENT.index("hammer")] == GEMS.index("amethyst"), "equipment: a hammer carries amethyst")
    for name, fare in (("cart", 2), ("horse", 3)):
        paid = int(box["fare"][EQUIPMENT.index(name)])
        check.stated(paid == fare, f"equipment: loading the {name} costs {fare} coins")


def pack_catalogue(table: Data, box: Any, check: Check) -> None:
    """The equipment cards of a set, front and back."""
    for card, sides in enumerate(card_rows(table, CATALOGUE, box, check)):
        where = f"catalogue, card {card + 1}"
        if check.needed(len(sides) == 2, f"{where}: must be a front and a back, not {sides!r}"):
            for side in (FRONT, BACK):
                # A pan is not for sale: everybody has one.
                name = check.word({"side": sides[side]}, "side", where, EQUIPMENT[1:])
                box["face"][CATALOGUE, card, side] = EQUIPMENT.index(name)


def card_rows(table: Data, kind: int, box: Any, check: Check) -> list[list[Any]]:
    """The cards of a set as written down, no more than there is room for."""
    name, rows = BOOK_KINDS[kind], table.get("cards")
    if not check.needed(
        isinstance(rows, list) and all(isinstance(row, list) for row in rows), f"{name}: cards must be a list of lists"
    ):
        return []
    cards: list[list[Any]] = list(rows or ())
    if not check.needed(1 <= len(cards) <= CARDS, f"{name}: a set has 1 to {CARDS} cards, not {len(cards)}"):
        return []
    box["cards"][kind] = len(cards)
    said = STATED_SETS[kind]
    check.stated(len(cards) == said, f"{name}: {len(cards)} cards a set, the rulebook has {said}")
    return cards


# ---------------------------------------------------------------- commissions


def pack_commissions(table: Data, box: Any, check: Check) -> tuple[str, ...]:
    """The faces of commissions, and the cards of a set: each has a name, a front and a back."""
    faces = pack_faces(table, box, check)
    names: list[str] = []
    for card, row in enumerate(card_rows(table, COMMISSIONS, box, check)):
        where = f"commissions, card {card + 1}"
        if not check.needed(len(row) == 3, f"{where}: must be a name, a front and a back, not {row!r}"):
            continue
        names.append(check.word({"name": row[0]}, "name", where))
        for side in (FRONT, BACK):
            if faces:
                face = faces.index(check.word({"side": row[1 + side]}, "side", where, faces))
                box["face"][COMMISSIONS, card, side] = face
    check_clients(box, check)
    return check.slugs(names, "commissions")


def pack_faces(table: Data, box: Any, check: Check) -> list[str]:
    """Each face: its client, what it asks for, its points."""
    rows = check.rows(table, "faces")
    if not check.needed(1 <= len(rows) <= FACES, f"faces: there must be 1 to {FACES}, not {len(rows)}"):
        return []
    names: list[str] = []
    for face, row in enumerate(rows):
        name = check.word(row, "name", f"face {face + 1}")
        names.append(name)
        client = check.word(row, "client", name, COLOURS)
        box["asker"][face] = COLOURS.index(client)
        box["worth"][face] = check.number(row, "points", name, 0, 50)
        coins = box["asks_coins"][face] = (
            check.number(row, "coins", name, 1, int(box["purse"])) if "coins" in row else 0
        )
        gems = row.get("gems", [])
        known = isinstance(gems, list) and all(gem in GEMS for gem in gems)
        if not check.needed(known, f"{name}: gems must name some of {', '.join(GEMS)}, not {gems!r}"):
            continue
        for gem in gems:
            box["asks"][face, GEMS.index(gem)] += 1
        check.needed(gems or coins, f"{name}: must ask for gems or coins")
        most = max(map(gems.count, gems), default=0)
        check.needed(most <= 1 + len(WAGONS), f"{name}: nobody can carry {most} gems of one colour")
        check_asked(name, client, coins, gems, check)
    check.slugs(names, "faces")
    return names


def check_asked(name: str, client: str, coins: int, gems: list[str], check: Check) -> None:
    """What the rulebook says that each client asks for."""
    if client == "silver":
        check.stated((coins, gems) == (1, []), f"{name}: the rulebook has silver ask for one coin")
    elif client == "yellow":
        check.stated((coins, gems) == (0, ["gold"]), f"{name}: the rulebook has yellow ask for one gold")
    elif client == "white":
        check.stated(coins == 0 and len(gems) == 3, f"{name}: the rulebook has white ask for three gems")
    else:
        single = coins == 0 and len(gems) == 1 and gems != ["gold"]
        check.stated(single, f"{name}: the rulebook has {client} ask for one gem")


def check_clients(box: Any, check: Check) -> None:
    """Every client has a palace, and more commissions than there are craftsmen of its colour."""
    palaces = {int(colour) for colour in box["client"][: int(box["spaces"])]}
    books = [int(kind) for kind in box["book_kind"][: int(box["books"])]]
    asked = [0] * len(COLOURS)
    for card in range(int(box["cards"][COMMISSIONS])):
        for face in box["face"][COMMISSIONS, card]:
            asked[int(box["asker"][face])] += books.count(COMMISSIONS)
    for colour, name in enumerate(COLOURS):
        check.needed(not asked[colour] or colour in palaces, f"commissions: there is no palace for {name}")
        craftsmen = int(box["craftsmen"][SEATS, colour])
        check.stated(
            asked[colour] > craftsmen,
            f"commissions: {asked[colour]} of {name} and {craftsmen} craftsmen, the rulebook has more commissions",
        )
