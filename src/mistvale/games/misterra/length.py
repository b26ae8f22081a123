"""How many decisions a match of Maps of Misterra can take at most."""

from __future__ import annotations

from collections.abc import Mapping

from .state import HALF_DAYS, SQUARES, STEPPE, Box

OTHERS = 3  # decisions of a half-day beside its Move: swap or not, take, and draw, claim or rest


def length(box: Box, seats: int, options: Mapping[str, str]) -> int:
    """Hypotheses to keep, and the half-days of all turns.

    A Move enters no place twice (MM-14) and goes on only from a steppe: so it is a step to each steppe, at most, and
    one decision more, which ends it. There are as many steppes as there are tiles of them.
    """
    steppes = min(SQUARES, box.tiles[STEPPE])
    half_day = steppes + 1 + OTHERS
    if seats == 1:
        return box.kept + _turns_alone(box) * HALF_DAYS * half_day + _otoma_half_days(box)
    return seats * box.kept + _turns(box, seats) * HALF_DAYS * half_day


def _turns(box: Box, seats: int) -> int:
    """While sketches are left, each half-day takes one out of the match; then the round is finished (MM-25)."""
    turns = -(-sum(box.sketches[seats]) // HALF_DAYS)
    return -(-turns // seats) * seats


def _otoma_half_days(box: Box) -> int:
    """Each turns a card over, but for the last (MM-11); in each the player may have to say where it claims."""
    return box.packets * box.packet - 1


def _turns_alone(box: Box) -> int:
    """After each turn the Otoma plays two half-days, and with its last one the match ends."""
    return -(-_otoma_half_days(box) // HALF_DAYS)
