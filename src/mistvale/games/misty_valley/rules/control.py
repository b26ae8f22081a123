"""Controlling tiles: explorers and banners.

Control is stored, not live (MV-6): a tile is checked when it is placed or moved, when a patrol that touches it is
placed, moved, turned, covered or reinforced, and when a captain leaves it by its own move. Never otherwise.
"""

from __future__ import annotations

from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import AROUND, FIRST_PATROL, PATROLS, SITES, START


@rule
def is_site(tile: int) -> bool:
    """Whether there is a tile, and it is a valley tile or an encounter: what a tribe can control."""
    return 0 <= tile < SITES


@rule
def is_patrol(tile: int) -> bool:
    """Whether there is a tile, and it is a patrol."""
    return FIRST_PATROL <= tile < START


@rule
def tribe_of(patrol: int) -> int:
    """The seat whose patrol tile that is."""
    return 1 if patrol >= FIRST_PATROL + PATROLS else 0


@rule
def kind_of(patrol: int) -> int:
    """Which of its tribe's patrol tiles it is."""
    return patrol - FIRST_PATROL - PATROLS * tribe_of(patrol)


@rule
def patrol_tile(seat: int, kind: int) -> int:
    """The number of a tribe's patrol tile of that kind."""
    return FIRST_PATROL + PATROLS * seat + kind


@rule
def opposite(side: int) -> int:
    """The side of the neighbour that lies against a side."""
    return side + 3 if side < 3 else side - 3


@rule
def printed_on(side: int, turns: int) -> int:
    """The printed side that faces a side of the table on a tile that is turned by so many sides."""
    return side - turns if side >= turns else side - turns + SIDES


@rule
def facing(printed: int, turns: int) -> int:
    """The side of the table that a printed side faces then."""
    return printed + turns if printed + turns < SIDES else printed + turns - SIDES


@rule
def printed_side(s: S, seat: int, kind: int, side: int) -> int:
    """The printed side of a patrol that faces a side of the table."""
    return printed_on(side, s.turned[seat, kind])


@rule
def is_in_smoke(s: S, seat: int, kind: int, printed: int) -> bool:
    """Whether smoke lies on that printed side of a patrol."""
    return s.smoke[seat] == kind and s.smoke_side[seat] == printed


@rule
def reinforcements(s: S, box: B, seat: int, kind: int, printed: int) -> int:
    """The explorers that have come to that printed side of a patrol."""
    here = s.reinforced[seat] == kind and s.reinforced_side[seat] == printed
    return box.reinforcements if here else 0


@rule
def explorers(s: S, box: B, seat: int, kind: int, side: int) -> int:
    """A patrol's valid explorers on a side of the table: reinforcements count, under smoke none do (MV-9)."""
    if s.turned[seat, kind] == NOTHING:
        return 0
    printed = printed_side(s, seat, kind, side)
    if is_in_smoke(s, seat, kind, printed):
        return 0
    return box.explorers[seat, kind, printed] + reinforcements(s, box, seat, kind, printed)


@rule
def explorers_at(s: S, box: B, site: int) -> tuple[int, int]:
    """Both tribes' explorers at a tile, without captains; none count behind a wall (MV-18)."""
    first, second = 0, 0
    for side in range(SIDES):
        tile = s.table[AROUND[s.place[site], side]]
        if is_patrol(tile) and s.wall[site] != side:
            seat = tribe_of(tile)
            count = explorers(s, box, seat, kind_of(tile), opposite(side))
            if seat == 0:
                first += count
            else:
                second += count
    return first, second


@rule
def strength(s: S, box: B, site: int) -> tuple[int, int]:
    """Both tribes' explorers at a tile, and a captain beside an explorer of its tribe, but not alone (MV-7)."""
    first, second = explorers_at(s, box, site)
    if first > 0 and s.captain[0] == site:
        first += box.captain
    if second > 0 and s.captain[1] == site:
        second += box.captain
    return first, second


@rule
def banner_due(s: S, box: B, site: int) -> int:
    """More explorers than the rival: one's banner; equal: as it was; none of either: no banner (Controlling tiles)."""
    first, second = strength(s, box, site)
    if first == second:
        return NOTHING if first == 0 else s.banner[site]
    return 0 if first > second else 1


@rule
def check(s: S, box: B, site: int) -> None:
    """A tile gets the banner that is due. Banners never run out (MV-24)."""
    s.banner[site] = banner_due(s, box, site)


@rule
def check_around(s: S, box: B, space: int) -> None:
    """Check every valley tile and encounter that touches a hex, whatever faces it (MV-6)."""
    for side in range(SIDES):
        tile = s.table[AROUND[space, side]]
        if is_site(tile):
            check(s, box, tile)
