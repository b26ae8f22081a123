"""The draft: keep a card, pass the rest to the right."""

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ..state import HOLDER, KEEP_0, PLACING


@rule
def hand_of(s, seat):
    """The hand that a seat holds, named after the seat it was dealt to: it has come from the left (SV-10)."""
    return (seat + s.trick) % s.seats


@rule
def legal_keeps(s, box, seat, out):
    """Each card of the hand one holds."""
    n = 0
    hand = hand_of(s, seat)
    for card in range(box.cards):
        n = add_if(out, n, KEEP_0 + card, (s.origin[card] == hand) & (s.taken[card] == NOTHING))
    return n


@rule
def keep(s, seat, card):
    """Put a card down hidden (Game round)."""
    s.taken[card] = s.trick
    s.keeper[card] = seat
    s.committed[seat] = 1


@rule
def pass_hands(s):
    """All have kept a card: all hands pass together (SV-15)."""
    for seat in range(s.seats):
        s.committed[seat] = 0
    s.trick += 1
    s.epoch += 1


@rule
def keep_last(s, box):
    """The last card of each hand is kept by itself, and the draft is over (SV-12)."""
    for card in range(box.cards):
        if s.origin[card] != NOTHING and s.taken[card] == NOTHING:
            s.taken[card] = s.trick
            s.keeper[card] = HOLDER[s.seats, s.origin[card], s.trick]
    s.trick += 1
    s.phase = PLACING
    s.epoch += 1
