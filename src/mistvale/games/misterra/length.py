"""How many decisions a match of Maps of Misterra can take at most."""

from __future__ import annotations

from collections.abc import Mapping

from .state import HALF_DAYS, SQUARES, STEPPE, Box

OTHERS = 3  # decisions of a half-day beside its Move: swap or not, take, and draw, claim or rest


def length(box: Box, seats: int, options: Mapping[str, str]) -> int:
    """Hypotheses to keep, and the half-days of all turns."""
    keeps, half_days = seats * box.kept, turns(box, seats) * HALF_DAYS
    told = _otoma_half_days(box) if seats == 1 else 0  # in each the player may have to say where the Otoma claims
    return keeps + half_days * half_day(box) + told


def half_day(box: Box) -> int:
    """A Move enters no place twice (MM-14) and goes on only from a steppe.

    So it is a step to each steppe, at most, and one decision more, which ends it. There are as many steppes as there
    are tiles of them.
    """
    return min(SQUARES, box.tiles[STEPPE]) + 1 + OTHERS


def turns(box: Box, seats: int) -> int:
    """While sketches are left, each half-day takes one out of the match; then the round is finished (MM-25).

    Alone, each turn is followed by two half-days of the Otoma, and with its last one the match ends.
    """
    if seats == 1:
        return -(-_otoma_half_days(box) // HALF_DAYS)
    taken = -(-sum(box.sketches[seats]) // HALF_DAYS)
    return -(-taken // seats) * seats


def _otoma_half_days(box: Box) -> int:
    """Each turns a card over, but for the last (MM-11)."""
    return box.packets * box.packet - 1
