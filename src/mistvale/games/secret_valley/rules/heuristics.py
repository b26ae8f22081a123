"""Advice to those who search: what a move promises. No rule needs any of it."""

from ....core.rule import NOTHING, rule
from ..state import ADJACENT, AT_0, NEAR, SIDES
from .criteria import card_points


@rule
def bias(s, box, seat, move):
    """A card goes where it scores most as the grid lies, and the cards beside it gain for oneself, not for others."""
    if move < AT_0:
        return 0
    card, space = s.playing, move - AT_0
    worth = -beside(s, box, seat, space)
    s.place[card], s.grid[space] = space, card
    worth += card_points(s, box, card) + beside(s, box, seat, space)
    s.place[card], s.grid[space] = NOTHING, NOTHING
    return 10 * worth


@rule
def beside(s, box, seat, space):
    """What the cards beside a space score now: a seat's own less those of others."""
    worth = 0
    for side in range(SIDES):
        card = s.grid[NEAR[ADJACENT, space, side]]
        if card != NOTHING and s.place[card] != space:
            points = card_points(s, box, card)
            worth += points if s.keeper[card] == seat else -points
    return worth
