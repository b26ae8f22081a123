"""A half-day, 3: map."""

from ....core.rule import NOTHING, rule
from ..state import (
    CONFIRM,
    DRAW_0,
    DRAW_COUNT,
    DRAWS,
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


@rule
def is_far_sighted(s, seat):
    """From a mountain one sees a step further (Effect of the mountain)."""
    return 1 if terrain_at(s, s.pawn[seat]) == MOUNTAIN else 0


@rule
def in_sight(s, seat):
    """The squares that a seat's cartographer sees (Map; MM-1)."""
    return SIGHT[is_far_sighted(s, seat), s.pawn[seat]]


@rule
def can_map(s, seat):
    """With a sketch, and not in a jungle (Effect of the jungle; MM-10)."""
    return s.sketch != NOTHING and terrain_at(s, s.pawn[seat]) != JUNGLE


@rule
def legal_draws(s, seat, out):
    """Any two adjacent squares with one in sight, any way round, over anything (Map); a double one way only (MM-5)."""
    if not can_map(s, seat):
        return 0
    far, place = is_far_sighted(s, seat), s.pawn[seat]
    double = 1 if FIRST_HALF[s.sketch] == SECOND_HALF[s.sketch] else 0
    n = DRAW_COUNT[far, double, place]
    for i in range(n):
        out[i] = DRAW_0 + DRAWS[far, double, place, i]
    return n


@rule
def effect(s, square, terrain):
    """What mapping a terrain does to a square of the island (Map; MM-4: nothing, if its tiles are out)."""
    if s.confirmed[square] or s.supply[terrain] == 0:
        return NO_EFFECT
    if s.island[square] == NOTHING:
        return PLACE
    return CONFIRM if s.island[square] == terrain else REPLACE


@rule
def map_square(s, square, terrain):
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
def draw_sketch(s, seat, lie):
    """Lay the sketch on the parchment and change the island, first half first (Map; MM-5)."""
    first, second = FIRST_LIES[lie], SECOND_LIES[lie]
    s.parchment[seat, first] = FIRST_HALF[s.sketch]
    s.parchment[seat, second] = SECOND_HALF[s.sketch]
    map_square(s, first, FIRST_HALF[s.sketch])
    map_square(s, second, SECOND_HALF[s.sketch])
