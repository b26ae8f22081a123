"""Activation: arrow cards move, then monsters eat."""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import ACTIVATION, ARROW, BESIDE, FLOWER, MONSTER, MOVE, OUTSIDE, SIDE
from .construction import columns, rows


@rule
def start_activation(s: S) -> None:
    """All windows are complete: the drawings come to life."""
    s.phase = ACTIVATION
    next_epoch(s)


@rule
def is_unmoved(s: S, box: B, seat: int, space: int, family: int) -> bool:
    """Whether an uncovered card of that family lies on the space and has not moved."""
    card = s.window[seat, space]
    # `&`: to look at both is quicker than to guess whether one is enough.
    return card != NOTHING and (box.family[card] == family) & (s.moved[seat, space] == 0)


@rule
def first_of(s: S, box: B, seat: int, family: int) -> int:
    """The first such card in reading order; OUTSIDE if there is none."""
    for row in rows(s, seat):
        for column in columns(s, seat):
            space = row * SIDE + column
            if is_unmoved(s, box, seat, space, family):
                return space
    return OUTSIDE


@rule
def must_activate(s: S, box: B, seat: int) -> bool:
    """Whether an arrow card is left to move (MI-3)."""
    return first_of(s, box, seat, ARROW) != OUTSIDE


@rule
def beside(s: S, seat: int, space: int, arrow: int) -> int:
    """The space that the arrow points to, OUTSIDE if that is not in the window (MI-1)."""
    target = BESIDE[arrow, space]
    if target == OUTSIDE:
        return OUTSIDE
    row, column = target // SIDE, target % SIDE
    if row < s.highest[seat] or row > s.lowest[seat] or column < s.leftmost[seat] or column > s.rightmost[seat]:
        return OUTSIDE
    return target


@rule
def activate(s: S, box: B, seat: int, space: int) -> None:
    """Move the arrow card one space; what it lands on is covered for good (MI-4)."""
    card = s.window[seat, space]
    s.window[seat, space] = NOTHING
    target = beside(s, seat, space, box.arrow[card])
    if target == OUTSIDE:
        s.gone[card] += 1
        return
    covered = s.window[seat, target]
    if covered != NOTHING:
        s.blur[seat, target] = 1
        s.gone[covered] += 1
    s.window[seat, target] = card
    s.moved[seat, target] = 1


@rule
def legal_activations(s: S, box: B, seat: int, out: Array1) -> int:
    """Each arrow card that has not moved and is not covered: a covered one can't (MI-3, MI-10)."""
    n = 0
    across = columns(s, seat)
    for row in rows(s, seat):
        for column in across:
            space = row * SIDE + column
            n = add_if(out, n, MOVE.first + space, is_unmoved(s, box, seat, space, ARROW))
    return n


# ---------------------------------------------------------------- monsters


@rule
def feed_monsters(s: S, box: B) -> bool:
    """In every window the next hungry monster eats the first flower left (MI-5). Whether any did."""
    eaten = False
    for seat in range(s.seats):
        monster = first_of(s, box, seat, MONSTER)
        flower = first_of(s, box, seat, FLOWER) if monster != OUTSIDE else OUTSIDE
        if flower != OUTSIDE:
            s.gone[s.window[seat, flower]] += 1
            s.window[seat, flower] = s.window[seat, monster]
            s.window[seat, monster] = NOTHING
            s.moved[seat, flower] = 1
            eaten = True
    return eaten
