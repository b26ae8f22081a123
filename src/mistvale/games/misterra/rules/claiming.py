"""A half-day, 3: claim."""

from ....core.rule import NOTHING, rule
from ..state import BEACH_0, SEATS, TERRAINS
from .squares import confirmed_squares, hanging_together, showing

KINDS_OF_TERRAIN = len(TERRAINS)


@rule
def region(s, square):
    """The region of a tile: connected tiles of its terrain, in mist or confirmed (Claim)."""
    return hanging_together(1 << square, showing(s.island, s.island[square]))


@rule
def confirmed_group(s, square):
    """The confirmed tiles of its terrain that are connected without mist."""
    return hanging_together(1 << square, showing(s.island, s.island[square]) & confirmed_squares(s))


@rule
def is_claimed(s, terrain, squares):
    """Whether somebody has a claim of that terrain on one of the squares."""
    for row in range(SEATS + 1):
        square = s.claim[row, terrain]
        if square != NOTHING and squares >> square & 1:
            return True
    return False


@rule
def claims_made(s, row):
    """How many claim tokens a seat, or the Otoma, has put down."""
    made = 0
    for terrain in range(KINDS_OF_TERRAIN):
        made += s.claim[row, terrain] != NOTHING
    return made


@rule
def may_claim_terrain(s, box, row, terrain):
    """A token is left, and it is not a second region of that terrain (Claim)."""
    return s.claim[row, terrain] == NOTHING and claims_made(s, row) < box.claims


@rule
def can_claim(s, box, seat):
    """On a confirmed tile, whose region is nobody's (Claim)."""
    square = s.pawn[seat]
    if square >= BEACH_0 or s.confirmed[square] == 0:
        return False
    terrain = s.island[square]
    return may_claim_terrain(s, box, seat, terrain) and not is_claimed(s, terrain, region(s, square))


@rule
def claim(s, row, square):
    """Put a claim token down; it is never moved again."""
    s.claim[row, s.island[square]] = square
