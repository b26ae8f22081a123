"""Advice to those who search: what a position is worth, and what a move promises. No rule needs any of it."""

from __future__ import annotations

from ....core.helpers import among
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import ARROW, BESIDE, MOVE, OUTSIDE, PLACE, SIDE, SMILE
from .activation import beside
from .construction import may_reach

ROUND = 10  # what a round won is worth, in points
UNKNOWN = -5  # an arrow that points to an empty space, in tenths of a point
ASIDE = -4  # an arrow that points to a card that may get out of its way
PAIR = 8  # two smiles side by side
OPPOSITE = (1, 0, 3, 2)  # of up, down, left and right


@rule
def value(s: S, box: B, out: Array1) -> None:
    """Rounds won decide a match, points only who leads in them."""
    for seat in range(s.seats):
        out[seat] = s.points[seat] + ROUND * s.wins[seat]


@rule
def bias(s: S, box: B, seat: int, move: int) -> int:
    """Arrows that cost nothing go first; cards go where arrows do no harm."""
    if among(move, MOVE):
        return loss_of_activation(s, box, seat, move - MOVE.first)
    if among(move, PLACE):
        return promise_of_place(s, box, seat, s.placing[seat], move - PLACE.first)
    return 0


@rule
def loss_of_activation(s: S, box: B, seat: int, space: int) -> int:
    """What is lost at once, in tenths: the card that leaves, or both where it lands on another."""
    target = beside(s, seat, space, box.arrow[s.window[seat, space]])
    if target == OUTSIDE:
        return -10
    covered = s.window[seat, target]
    if covered == NOTHING:
        return 0
    return -10 if s.blur[seat, target] else -10 - 10 * box.points[covered]


@rule
def promise_of_place(s: S, box: B, seat: int, card: int, space: int) -> int:
    """How well a card stands on a space with the cards beside it, in tenths of a point."""
    worth = 0
    if box.family[card] == ARROW:
        worth += aim(s, box, seat, card, space)
    for arrow in range(4):
        # The card one step behind, seen against this arrow: does it point here?
        behind = BESIDE[OPPOSITE[arrow], space]
        other = s.window[seat, behind] if behind != OUTSIDE else NOTHING
        if other == NOTHING:
            continue
        if box.arrow[other] == arrow:
            worth += meeting(box, arrow, card) - UNKNOWN
        if arrow >= 2 and box.family[card] == SMILE and box.family[other] == SMILE:
            worth += PAIR
    return worth


@rule
def aim(s: S, box: B, seat: int, card: int, space: int) -> int:
    """What an arrow promises by what it points at."""
    target = BESIDE[box.arrow[card], space]
    if target == OUTSIDE or not may_reach(s, box, seat, target // SIDE, target % SIDE):
        return -10
    other = s.window[seat, target]
    return UNKNOWN if other == NOTHING else meeting(box, box.arrow[card], other)


@rule
def meeting(box: B, arrow: int, target: int) -> int:
    """What an arrow promises that points at a card: nothing is lost if that one moves on."""
    if box.family[target] != ARROW:
        return -10 - 10 * box.points[target]
    if box.arrow[target] == arrow:
        return 0
    return -20 if box.arrow[target] == OPPOSITE[arrow] else ASIDE
