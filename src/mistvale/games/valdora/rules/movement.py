"""1) Movement: any distance along the roads, but not past a town."""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.rule import rule
from ....core.typed import Array1
from ..record import B, S
from ..state import ACTING, DONE, GO, MINE, SPACES


@rule
def within_reach(s: S, box: B, seat: int) -> int:
    """The spaces that a pawn may go to, as bits: with provisions also those beyond one town."""
    at = s.at[seat]
    return box.far[at] if s.provisions[seat] else box.reach[at]


@rule
def needs_provisions(s: S, box: B, seat: int, space: int) -> bool:
    """Whether a space can't be reached without passing a town (VA-16)."""
    return (box.reach[s.at[seat]] >> space) & 1 == 0


@rule
def has_toll(box: B, space: int) -> bool:
    """Whether one pays the rivals on a space: everywhere but at a silver mine."""
    return box.kind[space] != MINE


@rule
def toll(s: S, box: B, seat: int, space: int) -> int:
    """What it costs to stop there: a coin for each rival, where there is a toll."""
    if not has_toll(box, space):
        return 0
    rivals = 0
    for other in range(s.seats):
        rivals += (s.at[other] == space) & (other != seat)
    return rivals


@rule
def costs(s: S, box: B, seat: int, out: Array1) -> None:
    """What it takes to stop on each space: the tolls of all, then 1 for each that needs provisions."""
    for space in range(box.spaces):
        out[space] = toll(s, box, seat, space)
        out[SPACES + space] = needs_provisions(s, box, seat, space)


@rule
def can_pay_toll(s: S, box: B, seat: int, space: int) -> bool:
    """Whether a seat has the coins to stop there."""
    return toll(s, box, seat, space) <= s.coins[seat]


@rule
def legal_stops(s: S, box: B, seat: int, out: Array1) -> int:
    """Each space within reach whose toll one can pay; where there is none, one stays and passes (VA-7)."""
    n = 0
    spaces = within_reach(s, box, seat)
    for space in range(box.spaces):
        if (spaces >> space) & 1:
            n = add_if(out, n, GO.first + space, can_pay_toll(s, box, seat, space))
    if n == 0:
        n = add_if(out, n, DONE.first, True)
    return n


@rule
def go(s: S, box: B, seat: int, space: int) -> None:
    """Move the pawn, use up provisions if they were needed, and pay the rivals who are there."""
    if needs_provisions(s, box, seat, space):
        s.provisions[seat] = 0
    if has_toll(box, space):
        pay_rivals(s, box, seat, space)
    s.at[seat] = space
    s.phase = ACTING


@rule
def pay_rivals(s: S, box: B, seat: int, space: int) -> None:
    """A coin to each rival there; to the bank where its purse is full."""
    for other in range(s.seats):
        if s.at[other] == space and other != seat:
            s.coins[seat] -= 1
            if s.coins[other] < box.purse:
                s.coins[other] += 1
