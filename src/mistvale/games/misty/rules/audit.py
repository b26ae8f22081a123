"""Whether a state adds up."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import BUILDING, DEALING, SIDE, SPACES
from .construction import hand_of, may_reach
from .hidden import hand_size


@rule
def audit(s: S, box: B) -> int:
    """0, or the number of what does not add up; the texts are in AUDITS."""
    for seat in range(s.seats):
        if s.phase == BUILDING and count_hand(s, box, hand_of(s, seat)) != hand_size(s, box, seat):
            return 2
        if not window_in_shape(s, box, seat):
            return 3
    if s.phase != DEALING or s.rounds > 0:
        for kind in range(box.kinds):
            if count_kind(s, box, kind) != box.count[kind]:
                return 1
    return 0


AUDITS = {
    1: "a card is missing or there twice",
    2: "a hand has the wrong number of cards",
    3: "a window is out of shape",
}


@rule
def count_hand(s: S, box: B, hand: int) -> int:
    """Cards in a hand; NOTHING if a kind is there less than zero times."""
    cards = 0
    for kind in range(box.kinds):
        if s.hand[hand, kind] < 0:
            return NOTHING
        cards += s.hand[hand, kind]
    return cards


@rule
def count_kind(s: S, box: B, kind: int) -> int:
    """How often a kind is on the table."""
    count = 0 + s.gone[kind]
    for card in range(s.top, box.cards):
        count += s.deck[card] == kind
    for seat in range(s.seats):
        count += s.hand[seat, kind]
        count += s.picked[seat] == kind
        count += s.placing[seat] == kind
        for space in range(SPACES):
            count += s.window[seat, space] == kind
    return count


@rule
def window_in_shape(s: S, box: B, seat: int) -> bool:
    """Whether all cards are within the window's bounds, and the bounds within one of its shapes."""
    if not may_reach(s, box, seat, s.lowest[seat], s.rightmost[seat]):
        return False
    for space in range(SPACES):
        row, column = space // SIDE, space % SIDE
        inside = s.highest[seat] <= row <= s.lowest[seat] and s.leftmost[seat] <= column <= s.rightmost[seat]
        if s.window[seat, space] != NOTHING and not inside:
            return False
    return True
