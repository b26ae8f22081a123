"""The draft: keep a card, pass the rest to the right."""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch, next_seat, previous_seat
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import HOLDER, KEEP, PLACING

# ---------------------------------------------------------------- who holds which hand


@rule
def giver(s: S, seat: int) -> int:
    """Who passes hands to a seat: its neighbour to the left (SV-10)."""
    return next_seat(s, seat)


@rule
def receiver(s: S, seat: int) -> int:
    """To whom a seat passes its hand: its neighbour to the right (SV-10)."""
    return previous_seat(s, seat)


@rule
def hand_of(s: S, seat: int) -> int:
    """The hand that a seat holds, named after the seat it was dealt to: it has come from the left (SV-10)."""
    return (seat + s.trick) % s.seats


@rule
def holder(s: S, hand: int, trick: int) -> int:
    """The seat that holds a hand at a trick."""
    return HOLDER[s.seats, hand, trick]


@rule
def hands_are_single(s: S, box: B) -> bool:
    """Whether each hand is down to its last card, which nobody has to choose (SV-12)."""
    return s.trick == box.hand[s.seats] - 1


# ---------------------------------------------------------------- keep and pass


@rule
def is_choosing(s: S, seat: int) -> bool:
    """Whether a seat is to keep a card of its hand."""
    return s.committed[seat] == 0


@rule
def legal_keeps(s: S, box: B, seat: int, out: Array1) -> int:
    """Each card of the hand one holds."""
    n = 0
    hand = hand_of(s, seat)
    for card in range(box.cards):
        n = add_if(out, n, KEEP.first + card, (s.origin[card] == hand) & (s.taken[card] == NOTHING))
    return n


@rule
def keep(s: S, seat: int, card: int) -> None:
    """Put a card down hidden (Game round)."""
    s.taken[card] = s.trick
    s.keeper[card] = seat
    s.committed[seat] = 1


@rule
def pass_hands(s: S) -> None:
    """All have kept a card: all hands pass together (SV-15)."""
    for seat in range(s.seats):
        s.committed[seat] = 0
    s.trick += 1
    next_epoch(s)


@rule
def keep_last(s: S, box: B) -> None:
    """The last card of each hand is kept by itself, and the draft is over (SV-12)."""
    for card in range(box.cards):
        if s.origin[card] != NOTHING and s.taken[card] == NOTHING:
            s.taken[card] = s.trick
            s.keeper[card] = holder(s, s.origin[card], s.trick)
    s.trick += 1
    s.phase = PLACING
    next_epoch(s)
