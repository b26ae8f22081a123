"""A half-day, 3: map."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.fields import clear
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import S
from ..state import (
    CONFIRM,
    DRAW,
    DRAW_COUNT,
    DRAWS,
    EMPTY,
    FIRST_HALF,
    FIRST_LIES,
    JUNGLE,
    MOUNTAIN,
    NO_EFFECT,
    PLACE,
    REPLACE,
    SECOND_HALF,
    SECOND_LIES,
    SIGHT,
)
from .moving import terrain_at
from .squares import beside


@rule
def allows_mapping(s: S, place: int) -> bool:
    """One can't map in a jungle (Effect of the jungle)."""
    return terrain_at(s, place) != JUNGLE


@rule
def is_far_sighted(s: S, place: int) -> int:
    """From a mountain one sees a step further (Effect of the mountain)."""
    return 1 if terrain_at(s, place) == MOUNTAIN else 0


@rule
def sight_from(s: S, place: int) -> int:
    """The squares that a cartographer would see from a place (Map; MM-1)."""
    return SIGHT[is_far_sighted(s, place), place]


@rule
def squares_to_draw_on(s: S, place: int) -> int:
    """The squares on which a half of a sketch can lie: in sight, or beside one that is (Map)."""
    sight = sight_from(s, place)
    return sight | beside(sight)


@rule
def legal_draws(s: S, seat: int, out: Array1) -> int:
    """Any two adjacent squares with one in sight, any way round, over anything (Map); a double one way only (MM-5)."""
    place = s.pawn[seat]
    far = is_far_sighted(s, place)
    double = 1 if FIRST_HALF[s.sketch] == SECOND_HALF[s.sketch] else 0
    n = DRAW_COUNT[far, double, place]
    for i in range(n):
        out[i] = DRAW.first + DRAWS[far, double, place, i]
    return n


@rule
def effect(s: S, square: int, terrain: int) -> int:
    """What mapping a terrain does to a square of the island (Map; MM-4: nothing, if its tiles are out)."""
    if s.confirmed[square] or s.supply[terrain] == 0:
        return NO_EFFECT
    if s.island[square] == NOTHING:
        return PLACE
    return CONFIRM if s.island[square] == terrain else REPLACE


@rule
def map_square(s: S, square: int, terrain: int) -> None:
    """Change the island at a square; one may confirm one's own tile (MM-2)."""
    change = effect(s, square, terrain)
    if change == NO_EFFECT:
        return
    if change == CONFIRM:
        s.confirmed[square] = 1
        return
    if change == REPLACE:
        s.supply[s.island[square]] += 1
    s.supply[terrain] -= 1
    s.island[square] = terrain


@rule
def draw_sketch(s: S, seat: int, lie: int) -> None:
    """Lay the sketch on the parchment and change the island, first half first (Map; MM-5)."""
    first, second = FIRST_LIES[lie], SECOND_LIES[lie]
    s.parchment[seat, first] = FIRST_HALF[s.sketch]
    s.parchment[seat, second] = SECOND_HALF[s.sketch]
    map_square(s, first, FIRST_HALF[s.sketch])
    map_square(s, second, SECOND_HALF[s.sketch])


# ---------------------------------------------------------------- what a sketch would do


@rule
def imagined(s: S) -> Sequence[S]:
    """A copy of the state, to try something on."""
    copy: Sequence[S] = EMPTY.copy()
    clear(copy[0], s)
    return copy


@rule
def effects_of(s: S, lie: int) -> tuple[int, int]:
    """What each half of the chosen sketch would do to the island, first half first (MM-5)."""
    first, second = FIRST_LIES[lie], SECOND_LIES[lie]
    after = imagined(s)
    map_square(after[0], first, FIRST_HALF[s.sketch])
    return effect(s, first, FIRST_HALF[s.sketch]), effect(after[0], second, SECOND_HALF[s.sketch])
