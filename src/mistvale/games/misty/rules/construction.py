"""Construction: everyone picks, reveals, places and passes on."""

from __future__ import annotations

import numpy as np

from ....core.helpers import add_if, next_epoch, next_seat, previous_seat, widest
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import AROUND, MIDDLE, PICK, PLACE, SIDE

# Unsigned: an index that can't be negative is not looked at twice when compiled.
NEIGHBOURS = AROUND.view(np.uint8)


# ---------------------------------------------------------------- construction: who holds which hand


@rule
def passes_left(s: S) -> bool:
    """Whether hands go left in this deal: first left, then right, then left again (MI-9)."""
    return s.deal % 2 == 0


@rule
def giver(s: S, seat: int) -> int:
    """Who passes hands to `seat`."""
    return previous_seat(s, seat) if passes_left(s) else next_seat(s, seat)


@rule
def receiver(s: S, seat: int) -> int:
    """To whom `seat` passes its hand."""
    return next_seat(s, seat) if passes_left(s) else previous_seat(s, seat)


@rule
def hand_of(s: S, seat: int) -> int:
    """The hand that `seat` holds: hands stay where they were dealt, and seats walk past them."""
    if passes_left(s):
        return (seat + (s.seats - 1) * s.placed[seat]) % s.seats
    return (seat + s.placed[seat]) % s.seats


@rule
def cards_left(s: S, box: B, seat: int) -> int:
    """Cards in the hand that `seat` holds or is about to take up, its hidden pick included."""
    return box.hand[s.format] - s.placed[seat]


@rule
def has_taken_up(s: S, box: B, seat: int) -> bool:
    """Whether the next hand is in its hands: the giver has passed it on, and it is not the last card (MI-2)."""
    return cards_left(s, box, seat) > 1 and (s.placed[seat] == 0 or s.placed[giver(s, seat)] >= s.placed[seat])


@rule
def first_card(s: S) -> bool:
    """Whether the windows are still empty."""
    return s.deal == 0 and s.placed[0] == 0


# ---------------------------------------------------------------- construction: pick, reveal, place, pass


@rule
def must_place(s: S, seat: int) -> bool:
    """A revealed card waits for a space; the first one goes to the middle by itself."""
    return s.placing[seat] != NOTHING and not first_card(s)


@rule
def may_pick(s: S, box: B, seat: int) -> bool:
    """A hand is held and nothing has been picked from it."""
    return s.picked[seat] == NOTHING and s.placing[seat] == NOTHING and has_taken_up(s, box, seat)


@rule
def pick(s: S, seat: int, kind: int) -> None:
    """Choose a card and put it down hidden."""
    s.hand[hand_of(s, seat), kind] -= 1
    s.picked[seat] = kind


@rule
def reveal(s: S) -> None:
    """All have picked: turn the cards over."""
    for seat in range(s.seats):
        s.placing[seat] = s.picked[seat]
        s.picked[seat] = NOTHING
    next_epoch(s)


@rule
def reveal_last(s: S, box: B) -> None:
    """The last card of each hand is picked by itself."""
    for seat in range(s.seats):
        hand = hand_of(s, seat)
        for kind in range(box.kinds):
            if s.hand[hand, kind] > 0:
                s.hand[hand, kind] = 0
                s.placing[seat] = kind
    next_epoch(s)


@rule
def place_first(s: S, box: B) -> None:
    """The first card goes to the middle of the lattice (MI-1)."""
    for seat in range(s.seats):
        place(s, box, seat, MIDDLE)
    next_epoch(s)


@rule
def place(s: S, box: B, seat: int, space: int) -> None:
    """Put the revealed card into the window and pass the hand on."""
    s.window[seat, space] = s.placing[seat]
    s.placing[seat] = NOTHING
    row, column = space // SIDE, space % SIDE
    s.highest[seat] = min(s.highest[seat], row)
    s.lowest[seat] = max(s.lowest[seat], row)
    s.leftmost[seat] = min(s.leftmost[seat], column)
    s.rightmost[seat] = max(s.rightmost[seat], column)
    pass_on(s, box, seat)


@rule
def pass_on(s: S, box: B, seat: int) -> None:
    """Pass the hand on; each hand taken up by it begins an epoch (MI-2)."""
    s.placed[seat] += 1
    if has_taken_up(s, box, seat):
        next_epoch(s)
    other = receiver(s, seat)
    if s.placed[other] == s.placed[seat] and cards_left(s, box, other) > 1:
        next_epoch(s)


@rule
def rows(s: S, seat: int) -> range:
    """The rows of the window so far."""
    return range(s.highest[seat], s.lowest[seat] + 1)


@rule
def columns(s: S, seat: int) -> range:
    """Its columns."""
    return range(s.leftmost[seat], s.rightmost[seat] + 1)


@rule
def touches(s: S, seat: int, space: int) -> bool:
    """Whether a card of the window touches the space by side or corner."""
    touched = False
    for i in range(8):
        touched |= s.window[seat, NEIGHBOURS[space, i]] != NOTHING
    return touched


@rule
def may_reach(s: S, box: B, seat: int, row: int, column: int) -> bool:
    """Whether the window may have a card there, now or later, as far as its shape goes."""
    height = max(s.lowest[seat], row) - min(s.highest[seat], row) + 1
    width = max(s.rightmost[seat], column) - min(s.leftmost[seat], column) + 1
    return width <= widest(height, box.long[s.format], box.short[s.format])


# ---------------------------------------------------------------- construction: what is legal


@rule
def legal_picks(s: S, box: B, seat: int, out: Array1) -> int:
    """Each kind of card in the hand, once."""
    n = 0
    hand = hand_of(s, seat)
    for kind in range(box.kinds):
        n = add_if(out, n, PICK.first + kind, s.hand[hand, kind] > 0)
    return n


@rule
def legal_places(s: S, box: B, seat: int, out: Array1) -> int:
    """Each empty space that touches a card, so one step out of the window at most, and keeps it in shape."""
    n = 0
    highest, lowest = s.highest[seat], s.lowest[seat]
    leftmost, rightmost = s.leftmost[seat], s.rightmost[seat]
    longer, shorter = box.long[s.format], box.short[s.format]
    for row in range(max(0, highest - 1), lowest + 2):
        height = max(lowest, row) - min(highest, row) + 1
        width = widest(height, longer, shorter)
        if rightmost - leftmost + 1 > width:
            continue
        first = max(0, leftmost - 1, rightmost - width + 1)
        last = min(rightmost + 1, leftmost + width - 1)
        for column in range(first, last + 1):
            space = row * SIDE + column
            n = add_if(out, n, PLACE.first + space, (s.window[seat, space] == NOTHING) & touches(s, seat, space))
    return n
