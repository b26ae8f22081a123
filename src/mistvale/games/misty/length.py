"""How many decisions a match of Misty can take at most."""

from __future__ import annotations

from collections.abc import Mapping

from .state import ARROW, OPTIONS, WINDOW, Box


def length(box: Box, seats: int, options: Mapping[str, str]) -> int:
    """Rounds to be won, times what all seats decide in one.

    Each round is won by somebody (MI-7), and before the last one nobody has won enough: so there is one round more, at
    most, than all seats together can win without that. In a round a seat picks from each hand until its last card,
    which comes by itself, and places each card but the first. An arrow card moves once, if at all (MI-3).
    """
    size = OPTIONS[WINDOW].values.index(options[OPTIONS[WINDOW].name])
    deals, hand = box.deals[size], box.hand[size]
    rounds = seats * (box.wins - 1) + 1
    picks, places = deals * (hand - 1), deals * hand - 1
    arrows = sum(count for count, family in zip(box.count, box.family, strict=True) if family == ARROW)
    return rounds * (seats * (picks + places) + min(arrows, seats * deals * hand))
