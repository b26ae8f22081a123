"""Explore: take a valley tile, place it, its token, its encounter, refill (MV-4)."""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    AROUND,
    CALLING,
    ENCOUNTER_AT,
    EXPLORE,
    FLOWER,
    MEETING,
    OPEN,
    PLACING,
    REFILLING,
    REVEALING,
    STACK,
    UNCOVERING,
    WALL,
    WALL_SIDE,
    WALLING,
)
from .control import check
from .table import lay, legal_spaces_beside
from .turn import finish

# ---------------------------------------------------------------- what is left


@rule
def valley_left(s: S, box: B) -> int:
    """Valley tiles in the stack: those that are out don't count."""
    return box.valley - box.out - s.valley_top


@rule
def encounters_left(s: S, box: B) -> int:
    """Encounters in the stack."""
    return box.encounters - s.encounter_top


@rule
def tokens_left(s: S, box: B) -> int:
    """Tokens in the pile."""
    return box.walls + box.flower_tokens - s.token_top


@rule
def valley_to_come(s: S, box: B) -> int:
    """Valley tiles left to be taken: the open ones, and the stack."""
    left = valley_left(s, box)
    for slot in range(OPEN):
        left += s.open[slot] != NOTHING
    return left


@rule
def may_explore(s: S, box: B) -> bool:
    """Whether a valley tile is left to be taken."""
    return valley_to_come(s, box) > 0


@rule
def take_valley(s: S) -> int:
    """The top of the valley stack."""
    tile = s.valley[s.valley_top]
    s.valley[s.valley_top] = NOTHING
    s.valley_top += 1
    return tile


@rule
def take_encounter(s: S) -> int:
    """The top of the encounters."""
    tile = s.encounters[s.encounter_top]
    s.encounters[s.encounter_top] = NOTHING
    s.encounter_top += 1
    return tile


@rule
def take_token(s: S) -> int:
    """The top of the tokens."""
    token = s.tokens[s.token_top]
    s.tokens[s.token_top] = NOTHING
    s.token_top += 1
    return token


# ---------------------------------------------------------------- take


@rule
def legal_explores(s: S, box: B, out: Array1, n: int) -> int:
    """Either open tile, or the unseen top of the stack."""
    for slot in range(OPEN):
        n = add_if(out, n, EXPLORE.first + slot, s.open[slot] != NOTHING)
    return add_if(out, n, EXPLORE.first + STACK, valley_left(s, box) > 0)


@rule
def take(s: S, slot: int) -> None:
    """Take an open tile, or choose the unseen one: it is turned up only then (MV-3)."""
    s.slot = slot
    if slot == STACK:
        s.phase = UNCOVERING
    else:
        s.chosen = s.open[slot]
        s.open[slot] = NOTHING
        s.phase = PLACING


@rule
def uncover(s: S) -> None:
    """The tile from the stack is shown to both; now it must be placed (MV-3, MV-4)."""
    s.chosen = take_valley(s)
    s.phase = PLACING
    next_epoch(s)


# ---------------------------------------------------------------- place


@rule
def brings_encounter(s: S, box: B, tile: int) -> bool:
    """Whether a tile has footprints, and an encounter is left to come (MV-4)."""
    return tile < box.valley and box.footprints[tile] == 1 and encounters_left(s, box) > 0


@rule
def place_valley(s: S, box: B, space: int) -> None:
    """Lay the tile down and check it; the last one brings the end near (End of the game)."""
    lay(s, s.chosen, space)
    check(s, box, s.chosen)
    if not may_explore(s, box):
        s.ending = s.turn
    if s.expansion and tokens_left(s, box) > 0:
        s.phase = REVEALING
    else:
        after_token(s, box)


@rule
def after_token(s: S, box: B) -> None:
    """Next: the encounter that the footprints lead to."""
    if brings_encounter(s, box, s.chosen):
        s.phase = CALLING
    else:
        after_encounter(s, box)


@rule
def after_encounter(s: S, box: B) -> None:
    """Last: the next valley tile is laid open in the place of the one taken; an empty stack leaves it bare (MV-32)."""
    if s.slot != STACK and valley_left(s, box) > 0:
        s.phase = REFILLING
    else:
        finish(s)


# ---------------------------------------------------------------- the token (Expansion)


@rule
def reveal_token(s: S, box: B) -> None:
    """Flowers simply lie on the tile; a wall is put on a side (Expansion; MV-25)."""
    next_epoch(s)
    if take_token(s) == FLOWER:
        s.flowers[s.chosen] = 1
        after_token(s, box)
    else:
        s.token = WALL
        s.phase = WALLING


@rule
def is_free_side(s: S, tile: int, side: int) -> bool:
    """Whether no tile lies against that side (MV-18, MV-34)."""
    return s.table[AROUND[s.place[tile], side]] == NOTHING


@rule
def free_sides(s: S, tile: int) -> int:
    """How many sides are free: one at least when a tile is placed, for no space is surrounded (MV-26)."""
    free = 0
    for side in range(SIDES):
        free += is_free_side(s, tile, side)
    return free


@rule
def legal_walls(s: S, out: Array1) -> int:
    """Each free side of the tile (MV-18)."""
    n = 0
    for side in range(SIDES):
        n = add_if(out, n, WALL_SIDE.first + side, is_free_side(s, s.chosen, side))
    return n


@rule
def build_wall(s: S, box: B, side: int) -> None:
    """Put the wall on a side. Nothing lies there, so nothing is to be checked."""
    s.wall[s.chosen] = side
    s.token = NOTHING
    after_token(s, box)


@rule
def build_only_wall(s: S, box: B) -> None:
    """One side is free: the wall goes there by itself."""
    only = 0
    for side in range(SIDES):
        if is_free_side(s, s.chosen, side):
            only = side
    build_wall(s, box, only)


# ---------------------------------------------------------------- the encounter


@rule
def call_encounter(s: S) -> None:
    """Turn the top encounter up: beside the new tile, or anywhere if Spyglass plays it alone (MV-23)."""
    if s.chosen == NOTHING:
        s.chosen = take_encounter(s)
        s.phase = PLACING
    else:
        s.meeting = take_encounter(s)
        s.phase = MEETING
    next_epoch(s)


@rule
def legal_meetings(s: S, out: Array1) -> int:
    """Each space against the new tile that is not surrounded (Explore; MV-26)."""
    return legal_spaces_beside(s, out, ENCOUNTER_AT.first, s.chosen)


@rule
def meet(s: S, box: B, space: int) -> None:
    """Lay the encounter down and check it."""
    lay(s, s.meeting, space)
    check(s, box, s.meeting)
    s.meeting = NOTHING
    after_encounter(s, box)


# ---------------------------------------------------------------- refill


@rule
def refill(s: S) -> None:
    """Lay the next tile open (MV-32)."""
    s.open[s.slot] = take_valley(s)
    next_epoch(s)
    finish(s)
