"""Sets of squares as bits: what lies beside them, what is connected, how many they are."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import S
from ..state import ALL, ROW_1, ROW_5, SIDE, SQUARES


@rule
def beside(squares: int) -> int:
    """The squares that share a side with one of these."""
    along = ((squares << 1) & ~ROW_1) | ((squares >> 1) & ~ROW_5)
    return (along | (squares << SIDE) | (squares >> SIDE)) & ALL


@rule
def connected(start: int, squares: int) -> int:
    """Those of the squares that can be walked to from `start`, which is among them."""
    found, before = start, 0
    while found != before:
        before = found
        found |= beside(found) & squares
    return found


@rule
def first_of(squares: int) -> int:
    """The first square of a set, in the order a1 a2 ... e5, as a set."""
    return squares & -squares


@rule
def size(squares: int) -> int:
    """How many they are."""
    squares = squares - ((squares >> 1) & 0x55555555)
    squares = (squares & 0x33333333) + ((squares >> 2) & 0x33333333)
    squares = (squares + (squares >> 4)) & 0x0F0F0F0F
    return ((squares * 0x01010101) >> 24) & 0xFF


@rule
def showing(map_: Array1, terrain: int) -> int:
    """The squares of a map, the island or a parchment, that show a terrain."""
    found = 0
    for square in range(SQUARES):
        found |= (map_[square] == terrain) << square
    return found


@rule
def empty_squares(s: S) -> int:
    """The squares of the island on which no tile lies."""
    return showing(s.island, NOTHING)


@rule
def confirmed_squares(s: S) -> int:
    """The squares of the island whose tile is confirmed."""
    found = 0
    for square in range(SQUARES):
        found |= s.confirmed[square] << square
    return found
