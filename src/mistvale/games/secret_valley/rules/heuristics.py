"""Advice to those who search: what a move promises. No rule needs any of it."""

from __future__ import annotations

from ....core.helpers import among
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import ADJACENT, AT, FREE_SIDES, NEAR, PLAY, SIDE, SIDES
from .criteria import card_points
from .placing import lay, may_reach, take_up

WAITING = 20  # what each turn that it waits is worth to a card that can only lose, in tenths of a point
COVERED = 7  # of ten free sides that a card may still be laid on, so many will have one


@rule
def bias(s: S, box: B, seat: int, move: int) -> int:
    """When a card is played, and where it goes."""
    if among(move, PLAY):
        return of_playing(s, box, move - PLAY.first)
    if among(move, AT):
        return of_placing(s, box, seat, s.playing, move - AT.first)
    return 0


@rule
def of_playing(s: S, box: B, card: int) -> int:
    """Free sides can only be lost: a card that counts them waits."""
    if box.how[card] != FREE_SIDES:
        return 0
    turns = box.long[s.seats] * box.short[s.seats]
    return -WAITING * ((turns - 1 - s.turns) // s.seats)


@rule
def of_placing(s: S, box: B, seat: int, card: int, space: int) -> int:
    """A card goes where it scores most as the grid lies, and the cards beside it gain for oneself, not for others.

    It is laid there and taken up again: the state is left as it was.
    """
    worth = -beside(s, box, seat, space)
    lay(s, card, space)
    worth += 10 * card_points(s, box, card) + beside(s, box, seat, space)
    take_up(s, card, space)
    if box.how[card] == FREE_SIDES:
        worth -= COVERED * box.points[card] * open_sides(s, box, space)
    return worth


@rule
def open_sides(s: S, box: B, space: int) -> int:
    """Sides of a space on which a card may still be laid."""
    n = 0
    for side in range(SIDES):
        other = NEAR[ADJACENT, space, side]
        if other != space and s.grid[other] == NOTHING:
            n += may_reach(s, box, other // SIDE, other % SIDE)
    return n


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
