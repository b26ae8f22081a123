"""The table: where tiles lie, where one may be laid, which may be lifted.

The table is all hexes within 12 of the start tile (MV-20). Each row of them is one number with a bit for each taken
hex, so that the six neighbours of a whole row of spaces are looked at together.
"""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import S
from ..state import ALL, AROUND, BEYOND, COLUMN, HEX_AT, ON_TABLE, ROW, ROWS

ASCENDING = (0, 1, 5, 2, 4, 3)  # the sides of a hex in the order of the hexes across them

# ---------------------------------------------------------------- laying and lifting


@rule
def lay(s: S, tile: int, space: int) -> None:
    """Put a tile on a hex."""
    s.table[space] = tile
    s.place[tile] = space
    s.taken[ROW[space]] |= 1 << COLUMN[space]


@rule
def lift(s: S, tile: int) -> int:
    """Take a tile off the table; the hex it lay on."""
    space = s.place[tile]
    s.table[space] = NOTHING
    s.place[tile] = NOTHING
    s.taken[ROW[space]] &= ~(1 << COLUMN[space])
    return space


# ---------------------------------------------------------------- spaces


@rule
def taken_in(s: S, row: int, lifted: int) -> int:
    """The taken hexes of a row, as bits, if the tile on the hex `lifted` (BEYOND: none) were away."""
    bits = s.taken[row]
    return bits & ~(1 << COLUMN[lifted]) if row == ROW[lifted] else bits


@rule
def spaces_in(s: S, row: int, lifted: int) -> int:
    """The spaces of a row, as bits: empty, with a full side against a tile (Explore), not surrounded (MV-26).

    What is beyond the table's edge is neither taken nor a space (MV-34).
    """
    above, own, below = taken_in(s, row - 1, lifted), taken_in(s, row, lifted), taken_in(s, row + 1, lifted)
    touching = above | above >> 1 | own >> 1 | own << 1 | below | below << 1
    surrounded = above & above >> 1 & own >> 1 & own << 1 & below & below << 1
    return touching & ~surrounded & ~own & ON_TABLE[row]


@rule
def is_surrounded(s: S, space: int, but: int) -> bool:
    """Whether all six neighbours of a hex are taken, or are the hex `but` (BEYOND: none)."""
    taken = 0
    for side in range(SIDES):
        other = AROUND[space, side]
        taken += other != BEYOND and (s.table[other] != NOTHING or other == but)
    return taken == SIDES


@rule
def is_space_beside(s: S, space: int, but: int) -> bool:
    """Whether a hex is on the table, empty, and not surrounded once the hex `but` is taken too."""
    return space != BEYOND and s.table[space] == NOTHING and not is_surrounded(s, space, but)


@rule
def leaves_space(s: S, space: int) -> bool:
    """Whether a tile on that hex leaves a space beside itself for an encounter (MV-4)."""
    found = False
    for side in range(SIDES):
        found = found or is_space_beside(s, AROUND[space, side], space)
    return found


@rule
def legal_spaces(s: S, out: Array1, first: int, with_encounter: int) -> int:
    """Every space for a new tile, as moves from `first` on; with an encounter only those that leave room for it."""
    n = 0
    for row in range(1, ROWS + 1):
        bits = spaces_in(s, row, BEYOND)
        if bits:
            for column in range(ROWS):
                if (bits >> column) & 1:
                    space = HEX_AT[row, column]
                    n = add_if(out, n, first + space, not with_encounter or leaves_space(s, space))
    return n


@rule
def legal_spaces_beside(s: S, out: Array1, first: int, tile: int) -> int:
    """Every space with a full side against that tile, as moves from `first` on."""
    n = 0
    for side in ASCENDING:
        space = AROUND[s.place[tile], side]
        n = add_if(out, n, first + space, is_space_beside(s, space, BEYOND))
    return n


# ---------------------------------------------------------------- moving a tile that lies


@rule
def reach(s: S, first: int, lifted: int) -> int:
    """The tiles that are connected with the tile `first`, as bits, when the tile `lifted` is away."""
    reached = 1 << first
    left = reached
    while left:
        tile = 0
        while not (left >> tile) & 1:
            tile += 1
        left &= left - 1
        for side in range(SIDES):
            other = s.table[AROUND[s.place[tile], side]]
            if other != NOTHING and other != lifted and not (reached >> other) & 1:
                reached |= 1 << other
                left |= 1 << other
    return reached


@rule
def gaps_around(s: S, space: int) -> int:
    """How often, going round a hex, a taken neighbour is followed by a free one."""
    gaps = 0
    for side in range(SIDES):
        after = AROUND[space, side + 1 if side + 1 < SIDES else 0]
        gaps += s.table[AROUND[space, side]] != NOTHING and s.table[after] == NOTHING
    return gaps


@rule
def pieces(s: S, tile: int) -> tuple[int, int, int]:
    """The pieces into which the others fall when a tile is lifted, three at most, as bits; ALL in the place of none."""
    first, second, third = ALL, ALL, ALL
    space = s.place[tile]
    if gaps_around(s, space) > 1:  # neighbours side by side are connected without it
        known = 0
        for side in range(SIDES):
            other = s.table[AROUND[space, side]]
            if other != NOTHING and not (known >> other) & 1:
                third, second, first = second, first, reach(s, other, tile)
                known |= first
    return first, second, third


@rule
def tiles_beside(s: S, space: int, lifted: int) -> int:
    """The tiles with a full side against a hex, as bits, when the tile `lifted` is away."""
    near = 0
    for side in range(SIDES):
        other = s.table[AROUND[space, side]]
        if other != NOTHING and other != lifted:
            near |= 1 << other
    return near


@rule
def may_lift(s: S, tile: int) -> bool:
    """Whether a tile in play has a free side (Special abilities)."""
    return s.place[tile] != NOTHING and not is_surrounded(s, s.place[tile], BEYOND)


@rule
def legal_new_spaces(s: S, out: Array1, first: int, tile: int) -> int:
    """Every other space for a lifted tile in which all tiles are one piece again, as moves from `first` on (MV-12)."""
    n = 0
    old = s.place[tile]
    one, two, three = pieces(s, tile)
    for row in range(1, ROWS + 1):
        bits = spaces_in(s, row, old)
        if bits:
            for column in range(ROWS):
                if (bits >> column) & 1:
                    space = HEX_AT[row, column]
                    near = tiles_beside(s, space, tile)
                    joins = (near & one) != 0 and (near & two) != 0 and (near & three) != 0
                    n = add_if(out, n, first + space, joins and space != old)
    return n


@rule
def may_move(s: S, tile: int) -> bool:
    """Whether a tile can be lifted and has another place to go (MV-12)."""
    if not may_lift(s, tile):
        return False
    one, two, three = pieces(s, tile)
    if two == ALL:
        return True  # so few tiles in one piece always have spaces around them
    old = s.place[tile]
    for row in range(1, ROWS + 1):
        bits = spaces_in(s, row, old)
        if bits:
            for column in range(ROWS):
                if (bits >> column) & 1 and HEX_AT[row, column] != old:
                    near = tiles_beside(s, HEX_AT[row, column], tile)
                    if near & one and near & two and near & three:
                        return True
    return False
