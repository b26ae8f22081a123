"""Advice to those who search: what a move promises. No rule needs any of it."""

from __future__ import annotations

from ....core.helpers import among
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import ADJACENT, AT, NEAR, SIDES
from .criteria import card_points
from .placing import lay, take_up


@rule
def bias(s: S, box: B, seat: int, move: int) -> int:
    """A card goes where it scores most as the grid lies, and the cards beside it gain for oneself, not for others.

    It is laid there and taken up again: the state is left as it was.
    """
    if not among(move, AT):
        return 0
    card, space = s.playing, move - AT.first
    worth = -beside(s, box, seat, space)
    lay(s, card, space)
    worth += 10 * card_points(s, box, card) + beside(s, box, seat, space)
    take_up(s, card, space)
    return worth


@rule
def beside(s: S, box: B, seat: int, space: int) -> int:
    """What the cards beside a space score now, in tenths: a seat's own, less those of its rivals on average."""
    own, others = 0, 0
    for side in range(SIDES):
        card = s.grid[NEAR[ADJACENT, space, side]]
        if card != NOTHING and s.place[card] != space:
            points = card_points(s, box, card)
            if s.keeper[card] == seat:
                own += points
            else:
                others += points
    return 10 * own - 10 * others // (s.seats - 1)
