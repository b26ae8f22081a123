"""MM-9 by brute force: whether empty squares can ever be mapped, found out by walking and mapping until nothing is new.

The search below knows the rules of steps, sight and mapping as a player does, on dictionaries. Supply and sketches are
without limit, as the ruling says; it stops when an empty square was mapped, or when nothing new can be reached.
"""

from __future__ import annotations

import itertools
import random

import pytest

from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED, unpacked
from mistvale.games.misterra import GAME
from mistvale.games.misterra.rules.turns import is_island_done, mappable_squares
from mistvale.games.misterra.state import JUNGLE, MOUNTAIN

Spot = tuple[int, int]  # column, row; row -1 is the beach
SPOTS = [(column, row) for column in range(5) for row in range(5)]
Island = dict[Spot, int]  # confirmed tiles


def near(spot: Spot) -> list[Spot]:
    column, row = spot
    return [(column + c, row + r) for c, r in ((0, 1), (1, 0), (0, -1), (-1, 0))]


LIES = [(one, other) for one in SPOTS for other in near(one) if other in SPOTS]


def seen_from(place: Spot, island: Island) -> set[Spot]:
    """What a cartographer there sees."""
    if place[1] == -1:
        return {(place[0], 0)}
    steps = 2 if island[place] == MOUNTAIN else 1
    return {spot for spot in SPOTS if abs(spot[0] - place[0]) + abs(spot[1] - place[1]) <= steps}


def mapped_in_play(island: Island) -> set[Spot]:
    """The empty squares that somebody can map: all places of a pawn, all ways to lay a sketch there."""
    found: set[Spot] = set()
    places, edge = {(0, -1)}, [(0, -1)]
    while edge:
        place = edge.pop()
        if place[1] == -1 or island[place] != JUNGLE:
            sight = seen_from(place, island)
            found |= {spot for lie in LIES if not sight.isdisjoint(lie) for spot in lie if spot not in island}
        for step in near(place):
            on_beach = step[1] == -1 and 0 <= step[0] < 5
            if (on_beach or step in island) and step not in places:
                places.add(step)
                edge.append(step)
    return found


def jungly(dice: random.Random) -> Island:
    """Mostly jungle away from the beach, with a few holes."""
    share = dice.random()
    island: Island = {}
    holes = dice.randrange(1, 12)
    for spot in SPOTS:
        jungle = dice.random() < share or spot[1] > dice.randrange(5)
        island[spot] = JUNGLE if jungle else dice.randrange(4)
    for spot in dice.sample([s for s in SPOTS if s[1] >= dice.choice((0, 2, 2, 3))], min(holes, 10)):
        island.pop(spot)
    return island


def test_the_end_of_the_island_by_brute_force() -> None:
    match, dice = open_match(GAME, seats=2, seed=1), random.Random(9)
    state = unpacked(match.state, GAME.state)
    ended = going_on = 0
    for _ in range(1500 if not INTERPRETED else 60):
        island = jungly(dice)
        for column, row in SPOTS:
            tile = island.get((column, row))
            state["island"][column * 5 + row] = -1 if tile is None else tile
            state["confirmed"][column * 5 + row] = tile is not None
        expected = mapped_in_play(island)
        bits = int(mappable_squares(state))
        empty = {spot for spot in SPOTS if spot not in island}
        assert {(c, r) for c, r in empty if bits >> (c * 5 + r) & 1} == expected, island
        done = bool(is_island_done(state))
        assert done == (not expected), island
        ended, going_on = ended + done, going_on + (not done)
    assert ended > (50 if not INTERPRETED else 1)
    assert going_on > (50 if not INTERPRETED else 1)


@pytest.mark.parametrize("mist", [0, 1])
def test_from_a_small_hole_all_that_can_follow_is_gone_through(mist: int) -> None:
    """The whole space of islands that can follow, tile by tile: some end has no hole only if one was mappable at first.

    Positions of a few squares: all others are confirmed jungle, so that only tiles beside the beach matter.
    """
    match = open_match(GAME, seats=2, seed=1)
    state = unpacked(match.state, GAME.state)
    dice = random.Random(4)
    for _ in range(40):
        island: dict[Spot, tuple[int, bool]] = dict.fromkeys(SPOTS, (JUNGLE, True))
        for spot in dice.sample(SPOTS, 6):
            island[spot] = (dice.randrange(4), True)
        holes = dice.sample([spot for spot in SPOTS if spot[1] >= 2], 2)
        for hole in holes:
            island.pop(hole)
        if mist:
            fogged = dice.choice([spot for spot in island if spot[1] >= 2])
            island[fogged] = (island[fogged][0], False)
        for column, row in SPOTS:
            tile = island.get((column, row))
            state["island"][column * 5 + row] = -1 if tile is None else tile[0]
            state["confirmed"][column * 5 + row] = tile is not None and tile[1]
        if mist:
            assert not is_island_done(state), "MM-22"
        else:
            assert bool(is_island_done(state)) == (not reaches_another(island)), island


def reaches_another(island: dict[Spot, tuple[int, bool]]) -> bool:
    """Explore places of a pawn and islands, with steps and all ways to lay all sketches: whether it ever changes."""
    start = frozenset(island.items())
    seen, edge = {((0, -1), start)}, [((0, -1), start)]
    while edge:
        place, tiles = edge.pop()
        if tiles != start:
            return True
        now = dict(tiles)
        following = [(step, tiles) for step in near(place) if step in now or (step[1] == -1 and 0 <= step[0] < 5)]
        if place[1] == -1 or now[place][0] != JUNGLE:
            sight = seen_from(place, {spot: terrain for spot, (terrain, _) in now.items()})
            for one, other in LIES:
                for first, second in itertools.product(range(4), repeat=2) if {one, other} & sight else ():
                    after = dict(now)
                    lay(after, one, first)
                    lay(after, other, second)
                    following.append((place, frozenset(after.items())))
        for position in following:
            if position not in seen:
                seen.add(position)
                edge.append(position)
    return False


def lay(island: dict[Spot, tuple[int, bool]], spot: Spot, terrain: int) -> None:
    """What mapping does to a square."""
    tile = island.get(spot)
    if tile is None or (not tile[1] and tile[0] != terrain):
        island[spot] = (terrain, False)
    elif not tile[1]:
        island[spot] = (terrain, True)
