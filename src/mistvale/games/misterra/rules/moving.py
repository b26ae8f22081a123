"""A half-day, 1: move."""

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ..state import BEACH_0, BESIDE, ENTER_0, SIDE, STAY, STEP_0, STEPPE
from .sketching import begin_choosing

DIRECTIONS = 4


@rule
def terrain_at(s, place):
    """The terrain of the tile there; a beach space has none."""
    return NOTHING if place >= BEACH_0 else s.island[place] + 0


@rule
def can_enter(s, place):
    """A beach space or a tile, either side up, that was not entered in this Move (Move; MM-3, MM-14)."""
    if place == NOTHING or s.visited >> place & 1:
        return False
    return place >= BEACH_0 or s.island[place] != NOTHING


@rule
def legal_moving(s, seat, out):
    """The first time a beach space; then a step, or to stay, which ends a chain too (Move; MM-14)."""
    n = 0
    if s.pawn[seat] == NOTHING:
        for beach in range(SIDE):
            n = add_if(out, n, ENTER_0 + beach, True)
        return n
    for direction in range(DIRECTIONS):
        n = add_if(out, n, STEP_0 + direction, can_enter(s, BESIDE[s.pawn[seat], direction]))
    return add_if(out, n, STAY, True)


@rule
def enter(s, seat, beach):
    """Put the cartographer on a beach space: that was the Move."""
    s.pawn[seat] = BEACH_0 + beach
    end_move(s, seat)


@rule
def step(s, seat, direction):
    """One step; on a steppe another one may follow at once (Effect of the steppe)."""
    if s.visited == 0:
        s.visited = 1 << s.pawn[seat]
    place = BESIDE[s.pawn[seat], direction]
    s.pawn[seat] = place
    s.visited |= 1 << place
    if terrain_at(s, place) != STEPPE:
        end_move(s, seat)


@rule
def end_move(s, seat):
    """The sketches are next."""
    s.visited = 0
    begin_choosing(s, terrain_at(s, s.pawn[seat]))
