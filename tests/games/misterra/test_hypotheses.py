"""Every hypothesis against a slow, obvious second reading of the table of hypotheses, on random parchments.

The one below knows coordinates and the table's sentences, and nothing of bits, of the box or of the rules' code.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED, unpacked
from mistvale.games.misterra import GAME
from mistvale.games.misterra.rules.scoring import points_on_parchment

Spot = tuple[int, int]  # column from the a side, row from the beach
Parchment = dict[Spot, str]

SPOTS = [(column, row) for column in range(5) for row in range(5)]
TERRAINS = ("steppe", "jungle", "lagoon", "mountain")


def around(spot: Spot) -> list[Spot]:
    column, row = spot
    return [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]


def zones(parchment: Parchment) -> Iterator[tuple[str, set[Spot]]]:
    """Each zone once, with its terrain."""
    seen: set[Spot] = set()
    for spot, terrain in parchment.items():
        if spot in seen:
            continue
        zone, edge = {spot}, [spot]
        while edge:
            for near in around(edge.pop()):
                if parchment.get(near) == terrain and near not in zone:
                    zone.add(near)
                    edge.append(near)
        seen |= zone
        yield terrain, zone


def sizes(parchment: Parchment, terrain: str | None = None) -> list[int]:
    return [len(zone) for kind, zone in zones(parchment) if terrain in (None, kind)]


def columns(parchment: Parchment) -> list[list[str | None]]:
    """Lines perpendicular to the beach."""
    return [[parchment.get((column, row)) for row in range(5)] for column in range(5)]


def rows(parchment: Parchment) -> list[list[str | None]]:
    """Lines parallel to it."""
    return [[parchment.get((column, row)) for column in range(5)] for row in range(5)]


def on_the_border(parchment: Parchment, terrain: str) -> int:
    return sum(1 for (c, r), shown in parchment.items() if shown == terrain and (c in (0, 4) or r in (0, 4)))


def apart(parchment: Parchment, terrain: str, other: str) -> int:
    return sum(
        1
        for spot, shown in parchment.items()
        if shown == terrain and all(parchment.get(near) != other for near in around(spot))
    )


def with_all(lines: list[list[str | None]]) -> int:
    return sum(1 for line in lines if None not in line and len(set(line)) == 4)


def with_one(lines: list[list[str | None]]) -> int:
    return sum(1 for line in lines if None not in line and len(set(line)) == 1)


def zone_points(size: int) -> int:
    return {0: 0, 1: 0, 2: 0, 3: 2, 4: 5, 5: 8, 6: 10, 7: 12}.get(size, 14)


def border_points(count: int) -> int:
    return {0: 0, 1: 0, 2: 0, 3: 0, 4: 4, 5: 6, 6: 8, 7: 11}.get(count, 14 + count - 8)


def apart_points(count: int) -> int:
    return {0: 0, 1: 1, 2: 2, 3: 4, 4: 6, 5: 8, 6: 10}.get(count, 12 + count - 7)


def largest_points(size: int) -> int:
    if size < 5:
        return 0
    return 25 if size >= 16 else 4 + 2 * (size - 5)


def smallest_points(size: int) -> int:
    return {0: 0, 1: 0, 2: 6, 3: 10, 4: 18, 5: 25}.get(size, 30)


def single_points(count: int) -> int:
    if count >= 12:
        return min(20, 15 + count - 12)
    return {4: 1, 5: 2, 6: 3, 7: 5, 8: 7, 9: 9, 10: 11, 11: 13}.get(count, 0)


def pair_points(count: int) -> int:
    return 20 if count >= 10 else {2: 1, 3: 3, 4: 5, 5: 7, 6: 10, 7: 13, 8: 16, 9: 18}.get(count, 0)


def most_points(count: int) -> int:
    return 22 if count >= 16 else 0 if count < 7 else 4 + 2 * (count - 7)


def motifs(parchment: Parchment) -> int:
    found = 0
    for column in range(4):
        for row in range(4):
            away = parchment.get((column, row + 1)), parchment.get((column + 1, row + 1))
            near = parchment.get((column, row)), parchment.get((column + 1, row))
            found += away == ("jungle", "mountain") and near == ("lagoon", "steppe")
    return found


def counts(parchment: Parchment) -> list[int]:
    """How many squares show each terrain that is there."""
    return list(Counter(parchment.values()).values())


SECOND: dict[str, Callable[[Parchment], int]] = {
    "p01": lambda p: sum(zone_points(size) for size in sizes(p, "mountain")),
    "p02": lambda p: sum(zone_points(size) for size in sizes(p, "lagoon")),
    "p03": lambda p: border_points(on_the_border(p, "steppe")),
    "p04": lambda p: border_points(on_the_border(p, "jungle")),
    "p05": lambda p: 4 * with_all(columns(p)),
    "p06": lambda p: 4 * with_all(rows(p)),
    "p07": lambda p: 5 * with_one(columns(p)),
    "p08": lambda p: 5 * with_one(rows(p)),
    "p09": lambda p: apart_points(apart(p, "jungle", "steppe")),
    "p10": lambda p: apart_points(apart(p, "mountain", "lagoon")),
    "p11": lambda p: largest_points(max(sizes(p), default=0)),
    "p12": lambda p: 3 * min(counts(p), default=0),
    "p13": lambda p: smallest_points(min(sizes(p), default=0)),
    "p14": lambda p: [0, 1, 3, 5, 8, 12, 16][min(Counter(p.values())[terrain] for terrain in TERRAINS)],
    "p15": lambda p: single_points(sizes(p).count(1)),
    "p16": lambda p: 5 * motifs(p),
    "p17": lambda p: pair_points(sizes(p).count(2)),
    "p18": lambda p: most_points(max(counts(p), default=0)),
}


def scattered(dice: random.Random) -> Parchment:
    """Some squares drawn on, some terrains more than others."""
    weights = [dice.random() ** 3 for _ in TERRAINS]
    share = dice.choice((0.1, 0.5, 0.8, 1.0, 1.0))
    return {spot: dice.choices(TERRAINS, weights)[0] for spot in SPOTS if dice.random() < share}


def grown(dice: random.Random) -> Parchment:
    """Large zones: each square mostly like one beside it."""
    parchment: Parchment = {}
    for spot in dice.sample(SPOTS, len(SPOTS)):
        near = [parchment[n] for n in around(spot) if n in parchment]
        parchment[spot] = dice.choice(near) if near and dice.random() < 0.85 else dice.choice(TERRAINS)
    return parchment


def striped(dice: random.Random) -> Parchment:
    """Lines that repeat, perhaps with a few changes: full lines, motifs, many small zones."""
    width, height = dice.choice((1, 2, 5)), dice.choice((1, 2, 5))
    tile = [[dice.choice(TERRAINS) for _ in range(width)] for _ in range(height)]
    parchment = {(c, r): tile[r % len(tile)][c % len(tile[0])] for c, r in SPOTS}
    if dice.random() < 0.3:
        tile = [["lagoon", "steppe"], ["jungle", "mountain"]]
        parchment = {(c, r): tile[r % 2][c % 2] for c, r in SPOTS}
    for spot in dice.sample(SPOTS, dice.randrange(6)):
        if dice.random() < 0.3:
            parchment.pop(spot, None)
        else:
            parchment[spot] = dice.choice(TERRAINS)
    return parchment


@pytest.mark.parametrize("make", [scattered, grown, striped], ids=lambda make: make.__name__)
def test_every_hypothesis_on_random_parchments(make: Callable[[random.Random], Parchment]) -> None:
    match, dice = open_match(GAME, seats=2, seed=1), random.Random(make.__name__)
    state, box, names = unpacked(match.state, GAME.state), match.box.record, match.box.words["hypotheses"]
    assert set(names) == set(SECOND)
    scored: dict[str, set[int]] = {name: set() for name in names}
    for _ in range(2000 if not INTERPRETED else 40):
        parchment = make(dice)
        for column, row in SPOTS:
            shown = parchment.get((column, row))
            state["parchment"][1, column * 5 + row] = -1 if shown is None else TERRAINS.index(shown)
        for number, name in enumerate(names):
            points = int(points_on_parchment(state, box, 1, number))
            assert points == SECOND[name](parchment), f"{name} on {parchment}"
            scored[name].add(points)
    # The parchments are no good if they all score the same.
    busy = sum(len(points) > 2 for points in scored.values())
    assert busy >= (12 if not INTERPRETED else 6), scored


def test_together_they_reach_every_part_of_every_table() -> None:
    """What random parchments seldom have: whole parchments of one terrain, chequers, pairs."""
    match = open_match(GAME, seats=2, seed=1)
    state, box, names = unpacked(match.state, GAME.state), match.box.record, match.box.words["hypotheses"]
    for size in range(26):
        for terrain, other in ((0, 3), (1, 2), (2, 0), (3, 1)):
            for width in (1, 2, 3):
                cells = [terrain if i < size else other if (i // width) % 2 else -1 for i in range(25)]
                parchment = {SPOTS[i]: TERRAINS[shown] for i, shown in enumerate(cells) if shown >= 0}
                state["parchment"][0] = cells
                for number, name in enumerate(names):
                    points = int(points_on_parchment(state, box, 0, number))
                    assert points == SECOND[name](parchment), f"{name} on {parchment}"
