"""Controlling tiles: explorers, banners, captains who lose their tile.

Control is stored, not live (MV-6): a tile is checked when it is placed or moved, when a patrol that touches it is
placed, moved, turned, covered or reinforced, and when a captain leaves it by its own move. Never otherwise.
"""

from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ..state import AROUND, PATROL_0, PATROLS, SEATS, SITES, START


@rule
def is_patrol(tile):
    """Whether there is a tile, and it is a patrol."""
    return PATROL_0 <= tile < START


@rule
def tribe_of(patrol):
    """The seat whose patrol tile that is."""
    return 1 if patrol >= PATROL_0 + PATROLS else 0


@rule
def kind_of(patrol):
    """Which of its tribe's patrol tiles it is."""
    return patrol - PATROL_0 - PATROLS * tribe_of(patrol)


@rule
def opposite(side):
    """The side of the neighbour that lies against a side."""
    return side + 3 if side < 3 else side - 3


@rule
def printed_side(s, seat, kind, side):
    """The printed side of a patrol that faces a side of the table."""
    printed = side - s.turned[seat, kind]
    return printed if printed >= 0 else printed + SIDES


@rule
def explorers(s, box, seat, kind, side):
    """A patrol's valid explorers on a side of the table: reinforcements count, under smoke none do (MV-9)."""
    if s.turned[seat, kind] == NOTHING:
        return 0
    printed = printed_side(s, seat, kind, side)
    if s.smoke[seat] == kind and s.smoke_side[seat] == printed:
        return 0
    count = box.explorers[seat, kind, printed] + 0
    if s.reinforced[seat] == kind and s.reinforced_side[seat] == printed:
        count += box.reinforcements
    return count


@rule
def strength(s, box, site):
    """Both tribes' explorers at a tile, captains included.

    None behind a wall (MV-18); a captain counts only beside an explorer of its tribe (MV-7).
    """
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
    if first > 0 and s.captain[0] == site:
        first += box.captain
    if second > 0 and s.captain[1] == site:
        second += box.captain
    return first, second


@rule
def check(s, box, site):
    """More explorers than the rival: one's banner; equal: as it was; none of either: no banner (Controlling tiles).

    Banners never run out (MV-24).
    """
    first, second = strength(s, box, site)
    if first > second:
        s.banner[site] = 0
    elif second > first:
        s.banner[site] = 1
    elif first == 0:
        s.banner[site] = NOTHING


@rule
def check_around(s, box, space):
    """Check every valley tile and encounter that touches a hex, whatever faces it (MV-6)."""
    for side in range(SIDES):
        tile = s.table[AROUND[space, side]]
        if tile != NOTHING and tile < SITES:
            check(s, box, tile + 0)


# ---------------------------------------------------------------- captains who lose their tile


@rule
def astray(s):
    """The seat whose captain stands on a tile that it does not control; NOTHING if none does."""
    for seat in range(SEATS):
        if s.captain[seat] != NOTHING and s.banner[s.captain[seat]] != seat:
            return seat
    return NOTHING


@rule
def go_home(s, seat):
    """Back to the start tile (Move your captain; MV-21)."""
    s.captain[seat] = NOTHING
