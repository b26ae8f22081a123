"""A half-day, 3: claim."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import SEATS, TERRAINS
from .squares import confirmed_squares, connected, showing


@rule
def region(s: S, square: int) -> int:
    """The region of a tile: connected tiles of its terrain, in mist or confirmed (Claim)."""
    return connected(1 << square, showing(s.island, s.island[square]))


@rule
def confirmed_group(s: S, square: int) -> int:
    """The confirmed tiles of its terrain that are connected without mist."""
    return connected(1 << square, showing(s.island, s.island[square]) & confirmed_squares(s))


@rule
def has_claimed(s: S, row: int, terrain: int, squares: int) -> bool:
    """Whether a seat, or the Otoma, has a claim of that terrain on one of the squares."""
    square = s.claim[row, terrain]
    return square != NOTHING and squares >> square & 1 == 1


@rule
def is_claimed(s: S, square: int) -> bool:
    """Whether the region of a tile is somebody's."""
    squares, found = region(s, square), False
    for row in range(SEATS + 1):
        found |= has_claimed(s, row, s.island[square], squares)
    return found


@rule
def claims_made(s: S, row: int) -> int:
    """How many claim tokens a seat, or the Otoma, has put down."""
    made = 0
    for terrain in range(len(TERRAINS)):
        made += s.claim[row, terrain] != NOTHING
    return made


@rule
def tokens_left(s: S, box: B, row: int) -> int:
    """How many claim tokens a seat, or the Otoma, still has."""
    return box.claims - claims_made(s, row)


@rule
def claim(s: S, row: int, square: int) -> None:
    """Put a claim token down; it is never moved again."""
    s.claim[row, s.island[square]] = square
