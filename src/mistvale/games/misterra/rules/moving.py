"""A half-day, 1: move."""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import S
from ..state import BESIDE, DIRECTIONS, ENTER, FIRST_BEACH, OUTSIDE, SIDE, STAY, STEP, STEPPE
from .sketching import begin_choosing


@rule
def terrain_at(s: S, place: int) -> int:
    """The terrain of the tile there; a beach space has none."""
    return NOTHING if place >= FIRST_BEACH else s.island[place]


@rule
def can_enter(s: S, place: int) -> bool:
    """A beach space or a tile, either side up, that was not entered in this Move (Move; MM-3, MM-14)."""
    if place == OUTSIDE or s.visited >> place & 1:
        return False
    return place >= FIRST_BEACH or s.island[place] != NOTHING


@rule
def legal_moving(s: S, seat: int, out: Array1) -> int:
    """The first time a beach space; then a step, or to stay, which ends a chain too (Move; MM-14)."""
    n = 0
    if s.pawn[seat] == NOTHING:
        for beach in range(SIDE):
            n = add_if(out, n, ENTER.first + beach, True)
        return n
    for direction in range(len(DIRECTIONS)):
        n = add_if(out, n, STEP.first + direction, can_enter(s, BESIDE[s.pawn[seat], direction]))
    return add_if(out, n, STAY.first, True)


@rule
def enter(s: S, seat: int, beach: int) -> None:
    """Put the cartographer on a beach space: that was the Move."""
    s.pawn[seat] = FIRST_BEACH + beach
    end_move(s, seat)


@rule
def step(s: S, seat: int, direction: int) -> None:
    """One step; on a steppe another one may follow at once (Effect of the steppe)."""
    if s.visited == 0:
        s.visited = 1 << s.pawn[seat]
    place = BESIDE[s.pawn[seat], direction]
    s.pawn[seat] = place
    s.visited |= 1 << place
    if terrain_at(s, place) != STEPPE:
        end_move(s, seat)


@rule
def end_move(s: S, seat: int) -> None:
    """The sketches are next."""
    s.visited = 0
    begin_choosing(s, terrain_at(s, s.pawn[seat]))
