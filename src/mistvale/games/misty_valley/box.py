"""What a box of Misty Valley must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.box import Among, Check, Data, Range
from ...core.hexes import SIDES
from .state import ABILITIES, ENCOUNTERS, PATROLS, RESOURCES, SETS, TOKENS, TRIBES, VALLEY

ANOTHER = "encounter"  # a requirement: another encounter
FEWEST = 4  # valley tiles on the table and beside it when a match begins
# What the rulebook says of single encounters.
STATED = {"mouse": {"acorn"}, "troubadour-cat": {"acorn", ANOTHER}, "bear": {"water", "berry"}}


def pack(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """Fill the box record; the names of tiles are the words of the notation."""
    pack_match(check.table(data, "match"), box, check)
    pack_points(check.table(data, "points"), box, check)
    pack_tokens(check.table(data, "tokens"), box, check)
    valley = pack_valley(check.rows(data, "valley"), box, check)
    encounters = pack_encounters(check.rows(data, "encounters"), len(valley), box, check)
    patrols = pack_tribes(check.rows(data, "tribes"), box, check)
    tiles = check.slugs([*valley, *encounters], "tiles")
    for name in sorted({*tiles} & {*patrols}):
        check.needed(False, "tiles, patrols", "box.twice", given=name)
    return {"tiles": tiles, "patrols": check.slugs(patrols, "patrols")}


def pack_match(match: Data, box: Any, check: Check) -> None:
    """What is dealt, and what captains and reinforcements count for."""
    said = {"hand": 3, "out": 2, "captain": 1, "reinforcements": 2}
    box["hand"] = check.number(match, "hand", "match", 1, 9)
    box["out"] = check.number(match, "out", "match", 0, VALLEY)
    box["captain"] = check.number(match, "captain", "match", 0, 9)
    box["reinforcements"] = check.number(match, "reinforcements", "match", 1, 9)
    for key, figure in {**said, "banners": 21, "markers": 10}.items():
        check.figure(match.get(key), key, "match", figure)


def pack_points(points: Data, box: Any, check: Check) -> None:
    """What tiles, abilities and flowers are worth at the end."""
    box["sets"][1:] = figures(points, "sets", SETS, check)
    box["met"][1:] = figures(points, "met", 2, check)
    check.figure(points.get("sets"), "sets", "points", [2, 6, 12])
    check.figure(points.get("met"), "met", "points", [5, 7])
    for key, field, figure in (("unmet", "unmet", 2), ("unused", "unused", 2), ("flowers", "most_flowers", 5)):
        box[field] = check.number(points, key, "points", 0, 99)
        check.figure(points.get(key), key, "points", figure)


def figures(data: Data, key: str, count: int, check: Check) -> list[int]:
    """A list of `count` points."""
    given = data.get(key)
    fits = (
        isinstance(given, list)
        and len(given) == count
        and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 99 for n in given)
    )
    check.needed(fits, "points", "box.numbers", key=key, count=count, least=0, most=99, given=given)
    for place in range(len(given or ()) if fits else 0):
        check.choice(given or (), place, Range(0, 99))
    return list(given or ()) if fits else [0] * count


def pack_tokens(tokens: Data, box: Any, check: Check) -> None:
    """The tokens of the expansion."""
    walls, flowers = (check.number(tokens, key, "tokens", 0, TOKENS) for key in ("walls", "flowers"))
    box["walls"], box["flower_tokens"] = walls, flowers
    check.count(walls + flowers, "tokens", 0, TOKENS)
    check.total(walls + flowers, "tokens", 14)


def pack_valley(rows: list[Data], box: Any, check: Check) -> list[str]:
    """The valley tiles of each resource; those with footprints come first."""
    names: list[str] = []
    for number, row in enumerate(rows):
        resource = check.word(row, "resource", f"valley {number + 1}", RESOURCES)
        copies = check.number(row, "copies", resource, 1, SETS)
        footprints = check.number(row, "footprints", resource, 0, copies)
        check.figure(copies, "copies", resource, 3)
        for copy in range(copies):
            tile = len(names)
            names.append(f"{resource}-{copy + 1}")
            if tile < VALLEY:
                box["resource"][tile], box["footprints"][tile] = RESOURCES.index(resource), copy < footprints
    left = len(names) - int(box["out"])
    check.count(len(names), "valley", 0, VALLEY)
    check.needed(left >= FEWEST, "valley - match.out", "box.needs", needed=FEWEST, given=left)
    check.total(len(names), "valley", 15)
    box["valley"] = min(len(names), VALLEY)
    return names[:VALLEY]


def pack_encounters(rows: list[Data], first: int, box: Any, check: Check) -> list[str]:
    """The encounters and what they ask for."""
    check.count(len(rows), "encounters", 0, ENCOUNTERS)
    names: list[str] = []
    asked: dict[str, set[str]] = {}
    for tile, row in enumerate(rows[:ENCOUNTERS], first):
        name = check.word(row, "name", f"encounters {tile - first + 1}")
        names.append(name)
        asked[name] = pack_requirements(tile, name, row.get("asks"), box, check)
    box["encounters"], box["sites"] = len(names), first + len(names)
    check.total(len(rows), "encounters", 8)
    for name, asks in STATED.items():
        check.stated(name in asked, "encounters", "box.named", given=name)
        if name in asked:
            check.figure(sorted(asked[name]), "asks", name, sorted(asks))
    return names


def pack_requirements(tile: int, name: str, asks: Any, box: Any, check: Check) -> set[str]:
    """One or two different things: resources, or another encounter."""
    allowed = {*RESOURCES, ANOTHER}
    fits = isinstance(asks, list) and 1 <= len(asks) <= 2 and all(isinstance(a, str) and a in allowed for a in asks)
    different = fits and len(set(asks)) == len(asks)
    listed = ", ".join((*RESOURCES, ANOTHER))
    if not check.needed(different, name, "box.different", key="asks", count="1-2", allowed=listed, given=asks):
        return set()
    for place in range(len(asks)):
        check.choice(asks, place, Among((*RESOURCES, ANOTHER)))
    for resource in {*asks} - {ANOTHER}:
        box["asks"][tile, RESOURCES.index(resource)] = 1
    box["asks_another"][tile], box["demands"][tile] = ANOTHER in asks, len(asks)
    return set(asks)


def pack_tribes(rows: list[Data], box: Any, check: Check) -> list[str]:
    """Each tribe's patrols and board. Patrols of one name are of one kind, though the tribes' own may differ."""
    kinds: list[str] = []
    names = [row.get("name") for row in rows]
    if not check.needed(names == list(TRIBES), "tribes", "box.form", key="name", form=list(TRIBES), given=names):
        return kinds
    for seat, row in enumerate(rows):
        pack_patrols(seat, TRIBES[seat], row.get("patrols"), kinds, box, check)
        pack_boards(seat, TRIBES[seat], row, box, check)
    box["kinds"] = min(len(kinds), PATROLS)
    return kinds


def pack_patrols(seat: int, tribe: str, patrols: Any, kinds: list[str], box: Any, check: Check) -> None:
    """The explorers on each side of a tribe's patrols."""
    listed = isinstance(patrols, list) and patrols
    if not check.needed(listed, tribe, "box.form", key="patrols", form='["111110", …]', given=patrols):
        return
    own: list[str] = []
    for given in patrols:
        tile = given if isinstance(given, Mapping) else {"name": given, "sides": given}
        name, sides = check.word(tile, "name", tribe), check.word(tile, "sides", tribe)
        fits = len(sides) == SIDES and all(c in "0123" for c in sides)
        where = f"{tribe}, patrols"
        if not check.needed(fits, where, "box.form", key="sides", form=f'"111110" ({SIDES} x 0-3)', given=sides):
            continue
        if not check.needed(name not in own, where, "box.twice", given=name):
            continue
        own.append(name)
        if name not in kinds:
            kinds.append(name)
        kind = kinds.index(name)
        if check.count(kind + 1, "patrols", 1, PATROLS):
            box["has"][seat, kind] = 1
            box["explorers"][seat, kind] = [int(c) for c in sides]
            box["period"][seat, kind] = period(sides)
    box["patrols"][seat] = min(len(own), PATROLS)
    check.total(len(own), f"{tribe}, patrols", 9)


def period(sides: str) -> int:
    """After how many sides a tile looks the same again."""
    return next(n for n in range(1, SIDES + 1) if sides[n:] + sides[:n] == sides)


def pack_boards(seat: int, tribe: str, row: Data, box: Any, check: Check) -> None:
    """The abilities on either side of a tribe's board."""
    both: set[str] = set()
    for side, letter in enumerate("AB"):
        given = row.get(letter)
        fits = isinstance(given, list) and all(isinstance(a, str) and a in ABILITIES for a in given)
        different = fits and len(set(given or ())) == len(given or ())
        span, listed = f"0-{len(ABILITIES)}", ", ".join(ABILITIES)
        if not check.needed(different, tribe, "box.different", key=letter, count=span, allowed=listed, given=given):
            continue
        for place in range(len(given or ())):
            check.choice(given or (), place, Among(ABILITIES))
        for ability in given or ():
            box["boards"][seat, side, ABILITIES.index(ability)] = 1
        both |= {*(given or ())}
        check.total(len(given or ()), f"{tribe}, {letter}", 5)
    check.stated(len(both) == 7, f"{tribe}, A + B", "box.review", given=len(both), wanted=7)
