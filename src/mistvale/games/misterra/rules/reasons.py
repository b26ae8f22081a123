"""Why a seat can't map or claim. `legal` offers what there is no reason against, and scenes tell the reasons."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import FIRST_BEACH
from .claiming import is_claimed, tokens_left
from .mapping import allows_mapping

REASONS = ("", "unentered", "jungle", "no-sketch", "beach", "mist", "same-terrain", "no-token", "claimed")
POSSIBLE, UNENTERED, IN_JUNGLE, NO_SKETCH, ON_BEACH, IN_MIST, SAME_TERRAIN, NO_TOKEN, CLAIMED = range(len(REASONS))


@rule
def why_not_map(s: S, seat: int) -> int:
    """With a sketch (MM-10), and where one can map."""
    if s.pawn[seat] == NOTHING:
        return UNENTERED
    if not allows_mapping(s, s.pawn[seat]):
        return IN_JUNGLE
    return NO_SKETCH if s.sketch == NOTHING else POSSIBLE


@rule
def why_not_claim_terrain(s: S, box: B, row: int, terrain: int) -> int:
    """A seat, or the Otoma, needs a token, and claims no second region of a terrain (Claim)."""
    if s.claim[row, terrain] != NOTHING:
        return SAME_TERRAIN
    return POSSIBLE if tokens_left(s, box, row) > 0 else NO_TOKEN


@rule
def why_not_claim(s: S, box: B, seat: int) -> int:
    """On a confirmed tile whose region is nobody's, if one may claim its terrain at all (Claim)."""
    square = s.pawn[seat]
    if square == NOTHING:
        return UNENTERED
    if square >= FIRST_BEACH:
        return ON_BEACH
    if s.confirmed[square] == 0:
        return IN_MIST
    why = why_not_claim_terrain(s, box, seat, s.island[square])
    if why != POSSIBLE:
        return why
    return CLAIMED if is_claimed(s, square) else POSSIBLE
