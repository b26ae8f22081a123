"""Advice to those who search: what a move promises. No rule needs any of it."""

from __future__ import annotations

from ....core.helpers import among
from ....core.hexes import SIDES
from ....core.rule import rule
from ..record import B, S
from ..state import AROUND, AT, TURN, USE
from .control import explorers, is_patrol, is_site, kind_of, opposite, printed_on, strength, tribe_of

TAKEN = 40  # a tile that changes hands, in tenths of a point
HELD = 6  # one that is held more firmly
FACING = 2  # one that is faced in vain
OPEN = 10  # a tile beside a patrol that is not one's own yet


@rule
def bias(s: S, box: B, seat: int, move: int) -> int:
    """Patrols go where they take tiles, tiles where one's own patrols face them; abilities are kept if in doubt."""
    if among(move, TURN):
        return of_turning(s, box, seat, move - TURN.first)
    if among(move, AT):
        if is_patrol(s.chosen):
            return of_sending(s, seat, move - AT.first)
        return of_laying(s, box, seat, move - AT.first)
    if among(move, USE):
        return -10 * box.unused
    return 0


@rule
def of_turning(s: S, box: B, seat: int, turns: int) -> int:
    """The tiles that a patrol takes when it is turned so."""
    worth = 0
    kind, place = kind_of(s.chosen), s.place[s.chosen]
    for side in range(SIDES):
        tile = s.table[AROUND[place, side]]
        count = box.explorers[seat, kind, printed_on(side, turns)]
        if count == 0 or not is_site(tile) or s.wall[tile] == opposite(side):
            continue
        first, second = strength(s, box, tile)
        own, rival = (first, second) if seat == 0 else (second, first)
        if own + count <= rival:
            worth += FACING
        else:
            worth += HELD if s.banner[tile] == seat else TAKEN
    return worth


@rule
def of_sending(s: S, seat: int, space: int) -> int:
    """Tiles beside a space that are not one's own."""
    worth = 0
    for side in range(SIDES):
        tile = s.table[AROUND[space, side]]
        if is_site(tile):
            worth += OPEN if s.banner[tile] != seat else FACING
    return worth


@rule
def of_laying(s: S, box: B, seat: int, space: int) -> int:
    """Whose patrols face a space."""
    lead = 0
    for side in range(SIDES):
        tile = s.table[AROUND[space, side]]
        if is_patrol(tile):
            tribe = tribe_of(tile)
            count = explorers(s, box, tribe, kind_of(tile), opposite(side))
            lead += count if tribe == seat else -count
    if lead == 0:
        return 0
    return TAKEN if lead > 0 else -TAKEN
