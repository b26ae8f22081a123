"""What a box of Misty Valley must hold: reads the data of a box file into the record that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.box import Check, Data
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
        check.needed(False, f"tribes: a patrol can't be called {name!r} like another tile")
    return {"tiles": tiles, "patrols": check.slugs(patrols, "patrols")}


def pack_match(match: Data, box: Any, check: Check) -> None:
    """What is dealt, and what captains and reinforcements count for."""
    said = {"hand": 3, "out": 2, "captain": 1, "reinforcements": 2}
    box["hand"] = check.number(match, "hand", "match", 1, 9)
    box["out"] = check.number(match, "out", "match", 0, VALLEY)
    box["captain"] = check.number(match, "captain", "match", 0, 9)
    box["reinforcements"] = check.number(match, "reinforcements", "match", 1, 9)
    for key, figure in {**said, "banners": 21, "markers": 10}.items():
        check.stated(match.get(key) == figure, f"match: the rulebook has {key} = {figure}")


def pack_points(points: Data, box: Any, check: Check) -> None:
    """What tiles, abilities and flowers are worth at the end."""
    box["sets"][1:] = figures(points, "sets", SETS, check)
    box["met"][1:] = figures(points, "met", 2, check)
    check.stated(points.get("sets") == [2, 6, 12], "points: the rulebook has sets = [2, 6, 12]")
    check.stated(points.get("met") == [5, 7], "points: the rulebook has met = [5, 7]")
    for key, field, figure in (("unmet", "unmet", 2), ("unused", "unused", 2), ("flowers", "most_flowers", 5)):
        box[field] = check.number(points, key, "points", 0, 99)
        check.stated(points.get(key) == figure, f"points: the rulebook has {key} = {figure}")


def figures(data: Data, key: str, count: int, check: Check) -> list[int]:
    """A list of `count` points."""
    given = data.get(key)
    fits = (
        isinstance(given, list)
        and len(given) == count
        and all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 99 for n in given)
    )
    check.needed(fits, f"points: {key} must be {count} numbers from 0 to 99, not {given!r}")
    return list(given or ()) if fits else [0] * count


def pack_tokens(tokens: Data, box: Any, check: Check) -> None:
    """The tokens of the expansion."""
    walls, flowers = (check.number(tokens, key, "tokens", 0, TOKENS) for key in ("walls", "flowers"))
    box["walls"], box["flower_tokens"] = walls, flowers
    check.needed(walls + flowers <= TOKENS, f"tokens: at most {TOKENS} in all, not {walls + flowers}")
    check.stated(walls + flowers == 14, f"tokens: {walls + flowers} in all, the rulebook has 14")


def pack_valley(rows: list[Data], box: Any, check: Check) -> list[str]:
    """The valley tiles of each resource; those with footprints come first."""
    names: list[str] = []
    for number, row in enumerate(rows):
        resource = check.word(row, "resource", f"valley {number + 1}", RESOURCES)
        copies = check.number(row, "copies", resource, 1, SETS)
        footprints = check.number(row, "footprints", resource, 0, copies)
        check.stated(copies == 3, f"{resource}: {copies} copies, the rulebook has 3")
        for copy in range(copies):
            tile = len(names)
            names.append(f"{resource}-{copy + 1}")
            if tile < VALLEY:
                box["resource"][tile], box["footprints"][tile] = RESOURCES.index(resource), copy < footprints
    left = len(names) - int(box["out"])
    check.needed(len(names) <= VALLEY, f"valley: at most {VALLEY} tiles, not {len(names)}")
    check.needed(left >= FEWEST, f"valley: at least {FEWEST} tiles must be left in, not {left}")
    check.stated(len(names) == 15, f"valley: {len(names)} tiles, the rulebook has 15")
    box["valley"] = min(len(names), VALLEY)
    return names[:VALLEY]


def pack_encounters(rows: list[Data], first: int, box: Any, check: Check) -> list[str]:
    """The encounters and what they ask for."""
    check.needed(len(rows) <= ENCOUNTERS, f"encounters: at most {ENCOUNTERS}, not {len(rows)}")
    names: list[str] = []
    asked: dict[str, set[str]] = {}
    for tile, row in enumerate(rows[:ENCOUNTERS], first):
        name = check.word(row, "name", f"encounter {tile - first + 1}")
        names.append(name)
        asked[name] = pack_requirements(tile, name, row.get("asks"), box, check)
    box["encounters"], box["sites"] = len(names), first + len(names)
    check.stated(len(rows) == 8, f"encounters: {len(rows)}, the rulebook has 8")
    for name, asks in STATED.items():
        fits = asked.get(name) == asks
        check.stated(
            fits, f"encounters: the rulebook has one called {name!r} that asks for {' and '.join(sorted(asks))}"
        )
    return names


def pack_requirements(tile: int, name: str, asks: Any, box: Any, check: Check) -> set[str]:
    """One or two different things: resources, or another encounter."""
    allowed = {*RESOURCES, ANOTHER}
    fits = isinstance(asks, list) and 1 <= len(asks) <= 2 and all(isinstance(a, str) and a in allowed for a in asks)
    problem = f"{name}: asks must be one or two different ones of {', '.join((*RESOURCES, ANOTHER))}, not {asks!r}"
    if not check.needed(fits and len(set(asks)) == len(asks), problem):
        return set()
    for resource in {*asks} - {ANOTHER}:
        box["asks"][tile, RESOURCES.index(resource)] = 1
    box["asks_another"][tile], box["demands"][tile] = ANOTHER in asks, len(asks)
    return set(asks)


def pack_tribes(rows: list[Data], box: Any, check: Check) -> list[str]:
    """Each tribe's patrols and board. Patrols of one name are of one kind, though the tribes' own may differ."""
    kinds: list[str] = []
    if not check.needed(
        [row.get("name") for row in rows] == list(TRIBES),
        f"tribes: there must be {' and '.join(TRIBES)}, in this order",
    ):
        return kinds
    for seat, row in enumerate(rows):
        pack_patrols(seat, TRIBES[seat], row.get("patrols"), kinds, box, check)
        pack_boards(seat, TRIBES[seat], row, box, check)
    box["kinds"] = min(len(kinds), PATROLS)
    return kinds


def pack_patrols(seat: int, tribe: str, patrols: Any, kinds: list[str], box: Any, check: Check) -> None:
    """The explorers on each side of a tribe's patrols."""
    if not check.needed(isinstance(patrols, list) and patrols, f"{tribe}: patrols must be a list of tiles"):
        return
    own: list[str] = []
    for given in patrols:
        tile = given if isinstance(given, Mapping) else {"name": given, "sides": given}
        name, sides = check.word(tile, "name", tribe), check.word(tile, "sides", tribe)
        fits = len(sides) == SIDES and all(c in "0123" for c in sides)
        if not check.needed(fits, f"{tribe}: a patrol is {SIDES} digits from 0 to 3, not {sides!r}"):
            continue
        if not check.needed(name not in own, f"{tribe}: two patrols are called {name!r}"):
            continue
        own.append(name)
        if name not in kinds:
            kinds.append(name)
        kind = kinds.index(name)
        if check.needed(kind < PATROLS, f"{tribe}: at most {PATROLS} kinds of patrols in all"):
            box["has"][seat, kind] = 1
            box["explorers"][seat, kind] = [int(c) for c in sides]
            box["period"][seat, kind] = period(sides)
    box["patrols"][seat] = min(len(own), PATROLS)
    check.stated(len(own) == 9, f"{tribe}: {len(own)} patrols, the rulebook has 9")


def period(sides: str) -> int:
    """After how many sides a tile looks the same again."""
    return next(n for n in range(1, SIDES + 1) if sides[n:] + sides[:n] == sides)


def pack_boards(seat: int, tribe: str, row: Data, box: Any, check: Check) -> None:
    """The abilities on either side of a tribe's board."""
    both: set[str] = set()
    for side, letter in enumerate("AB"):
        given = row.get(letter)
        fits = isinstance(given, list) and all(isinstance(a, str) and a in ABILITIES for a in given)
        problem = f"{tribe}: {letter} must list different abilities, of {', '.join(ABILITIES)}; not {given!r}"
        if not check.needed(fits and len(set(given or ())) == len(given or ()), problem):
            continue
        for ability in given or ():
            box["boards"][seat, side, ABILITIES.index(ability)] = 1
        both |= {*(given or ())}
        check.stated(len(given or ()) == 5, f"{tribe}: {letter} has {len(given or ())} abilities, the rulebook has 5")
    check.stated(len(both) == 7, f"{tribe}: {len(both)} different abilities on its board, a review counts 7")
