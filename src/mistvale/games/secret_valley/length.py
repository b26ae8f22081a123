"""How many decisions a match of The Secret Valley can take at most."""

from __future__ import annotations

from collections.abc import Mapping

from .state import DRAFT, OPTIONS, Box


def length(box: Box, seats: int, options: Mapping[str, str]) -> int:
    """The rounds, times what all seats decide in one: every match takes exactly so many decisions.

    In the draft a seat keeps a card of each hand until the last card, which comes by itself (SV-12). Then each space of
    the grid takes a card and where it goes, but that the first card goes to the middle by itself (SV-14).
    """
    drafted = OPTIONS[DRAFT].values.index(options[OPTIONS[DRAFT].name])
    keeps = seats * (box.hand[seats] - 1) if drafted else 0
    return box.rounds * (keeps + 2 * box.long[seats] * box.short[seats] - 1)
