"""Advice to those who search: what a move promises. No rule needs any of it."""

from __future__ import annotations

from ....core.helpers import among
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import (
    BLANKS,
    CLAIM,
    CONFIRM,
    DRAW,
    FIDELITY,
    FIRST_HALF,
    FIRST_LIES,
    NO_EFFECT,
    SECOND_HALF,
    SECOND_LIES,
)
from .claiming import confirmed_group
from .mapping import effect
from .squares import size

MIST = 6  # a square drawn as the island shows it in mist, in tenths of a point
LEAST = 3  # tiles that a region should have to be worth a claim


@rule
def bias(s: S, box: B, seat: int, move: int) -> int:
    """What a sketch adds to one's parchment at once, or what a region is worth."""
    if among(move, CLAIM):
        return 20 * (size(confirmed_group(s, s.pawn[seat])) - LEAST)
    if not among(move, DRAW):
        return 0
    lie = move - DRAW.first
    first, second = FIRST_LIES[lie], SECOND_LIES[lie]
    one, other = FIRST_HALF[s.sketch], SECOND_HALF[s.sketch]
    return gain(s, box, seat, first, one) + gain(s, box, seat, second, other)


@rule
def gain(s: S, box: B, seat: int, square: int, terrain: int) -> int:
    """What drawing a terrain on a square adds, in tenths: a blank filled, and what is faithful more or less."""
    drawn = s.parchment[seat, square]
    if drawn == terrain and effect(s, square, terrain) == NO_EFFECT:
        return 0
    worth = faith(s, box, square, terrain, True) - 10 * box.part[BLANKS] if drawn == NOTHING else 0
    if drawn != NOTHING:
        worth = faith(s, box, square, terrain, True) - faith(s, box, square, drawn, False)
    return worth


@rule
def faith(s: S, box: B, square: int, terrain: int, drawing: int) -> int:
    """What a terrain on a square of the parchment is worth against the island, in tenths."""
    if s.confirmed[square]:
        return 10 * box.part[FIDELITY] if s.island[square] == terrain else 0
    if drawing:
        return 10 * box.part[FIDELITY] if effect(s, square, terrain) == CONFIRM else MIST
    return MIST if s.island[square] == terrain else 0
