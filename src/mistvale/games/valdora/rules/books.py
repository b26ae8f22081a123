"""2a) Buying equipment or commissions, and turning pages.

A book lies open: its right half shows the front of its top card, its left half the back of its own (VA-1). Nothing
new can be seen in the left half. In the right half it is only where a card lies open that was never turned.
"""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    BACK,
    BUY,
    BUY_FROM,
    BUY_PAGE,
    CATALOGUE,
    EQUIPMENT,
    FACE,
    FRONT,
    GOLD,
    LEAFING,
    LEFT,
    NO_GEM,
    PAGES,
    PAN,
    RETURN,
    RIGHT,
    SIDE_UP,
    TURN,
    TURN_PAGE,
)
from .loading import carried

# ---------------------------------------------------------------- a book


@rule
def cards_in(s: S, book: int, half: int) -> int:
    """How many cards a half of a book has."""
    return s.right[book] if half == RIGHT else s.left[book]


@rule
def is_empty(s: S, book: int) -> bool:
    """Whether a book has no page left."""
    return s.right[book] == 0 and s.left[book] == 0


@rule
def top_page(s: S, book: int, half: int) -> int:
    """Where the top card of a half is kept."""
    return s.right[book] - 1 if half == RIGHT else PAGES - s.left[book]


@rule
def page_face(s: S, box: B, book: int, page: int, side: int) -> int:
    """A side of a card in a book; NOTHING where a view does not know it."""
    card = s.pages[book, page]
    if card <= FACE:  # a view knows a page that was never turned by its front alone
        return FACE - card if side == FRONT else NOTHING
    return NOTHING if card < 0 else box.face[box.book_kind[book], card, side]


@rule
def page_faces(s: S, box: B, book: int, out: Array1) -> None:
    """Both sides of all cards in a book, one after the other: whoever draws it asks once for all of them."""
    for page in range(PAGES):
        out[2 * page + FRONT] = page_face(s, box, book, page, FRONT)
        out[2 * page + BACK] = page_face(s, box, book, page, BACK)


@rule
def face_up(s: S, box: B, book: int, half: int) -> int:
    """The face that lies open in a half; NOTHING if the half is empty."""
    if cards_in(s, book, half) == 0:
        return NOTHING
    return page_face(s, box, book, top_page(s, book, half), SIDE_UP[half])


@rule
def uncovers(s: S, book: int, half: int) -> bool:
    """Whether taking the top card shows something new: its back, and the front below it (VA-13, VA-20)."""
    return half == RIGHT and s.right[book] == s.sealed[book]


@rule
def lift(s: S, book: int, half: int) -> int:
    """Take the top card off a half."""
    page = top_page(s, book, half)
    card = s.pages[book, page]
    s.pages[book, page] = NOTHING
    if half == LEFT:
        s.left[book] -= 1
        return card
    if s.right[book] == s.sealed[book]:
        s.sealed[book] -= 1
        s.unseen[book] &= ~(1 << card)
    s.right[book] -= 1
    return card


@rule
def lay(s: S, book: int, half: int, card: int) -> None:
    """Put a card on top of a half."""
    if half == LEFT:
        s.left[book] += 1
        s.pages[book, PAGES - s.left[book]] = card
    else:
        s.pages[book, s.right[book]] = card
        s.right[book] += 1


# ---------------------------------------------------------------- what one may do


@rule
def legal_purchases(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """What lies open in a catalogue, or in a book of commissions."""
    book = box.book[s.at[seat]]
    if box.book_kind[book] == CATALOGUE:
        return legal_equipment(s, box, seat, book, out, n)
    n = add_if(out, n, BUY.first + LEFT, s.left[book] > 0)
    return add_if(out, n, BUY.first + RIGHT, s.right[book] > 0)


@rule
def is_wanted(s: S, box: B, seat: int, book: int, half: int) -> bool:
    """Whether a catalogue shows equipment that the seat has not: one of each kind."""
    face = face_up(s, box, book, half)
    return face != NOTHING and s.cargo[seat, face] == NOTHING


@rule
def legal_equipment(s: S, box: B, seat: int, book: int, out: Array1, n: int) -> int:
    """Equipment costs a gold; one says from which card where more than one carries gold (VA-4)."""
    single = carried(s, seat, GOLD) == 1
    for half in (LEFT, RIGHT):
        if is_wanted(s, box, seat, book, half):
            if single:
                n = add_if(out, n, BUY.first + half, True)
                continue
            for card in range(len(EQUIPMENT)):
                n = add_if(out, n, BUY_FROM.first + len(EQUIPMENT) * half + card, s.cargo[seat, card] == GOLD)
    return n


@rule
def legal_turns(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """The top of either half."""
    book = box.book[s.at[seat]]
    n = add_if(out, n, TURN.first + LEFT, s.left[book] > 0)
    return add_if(out, n, TURN.first + RIGHT, s.right[book] > 0)


@rule
def held(s: S, box: B, seat: int) -> int:
    """A seat's unfinished commissions."""
    count = 0
    while count < box.held and s.commissions[seat, count] != NOTHING:
        count += 1
    return count


@rule
def legal_returns(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """With as many commissions as one may hold, one can be put back, if another can be bought at once (VA-14)."""
    book = box.book[s.at[seat]]
    if held(s, box, seat) < box.held or s.coins[seat] < box.coin_price:
        return n
    before = NOTHING
    for slot in range(box.held):
        code = s.commissions[seat, slot]
        if code != before:  # of two alike one
            n = add_if(out, n, RETURN.first + 2 * code + LEFT, s.right[book] > 0)
            n = add_if(out, n, RETURN.first + 2 * code + RIGHT, s.left[book] > 0)
        before = code
    return n


# ---------------------------------------------------------------- doing it


@rule
def turn_page(s: S, box: B, seat: int, half: int) -> None:
    """Turn a page: the first of a turn is free. What it uncovers is a beat of its own."""
    s.doing = LEAFING
    if s.turned:
        s.coins[seat] -= box.page_price
    s.turned = 1
    book = box.book[s.at[seat]]
    if uncovers(s, book, half):
        s.uncovering = TURN_PAGE
    else:
        turn_top(s, book, half)


@rule
def turn_top(s: S, book: int, half: int) -> None:
    """The top card of a half goes over to the other, its other side up."""
    lay(s, book, RIGHT if half == LEFT else LEFT, lift(s, book, half))


@rule
def buy(s: S, box: B, seat: int, half: int, paying: int) -> None:
    """Pay for the top card of a half and take it: equipment with the gold on `paying`, a commission with coins."""
    s.doing = LEAFING
    s.to_buy = NOTHING
    book = box.book[s.at[seat]]
    if box.book_kind[book] == CATALOGUE:
        s.discard[GOLD] += 1
        s.cargo[seat, paying] = NO_GEM
    else:
        s.coins[seat] -= box.coin_price
    if uncovers(s, book, half):
        s.uncovering = BUY_PAGE
    else:
        take_top(s, box, seat, book, half)


@rule
def only_gold(s: S, seat: int) -> int:
    """The one card that carries gold; the pan where none does, and coins are paid."""
    for card in range(len(EQUIPMENT)):
        if s.cargo[seat, card] == GOLD:
            return card
    return PAN


@rule
def take_top(s: S, box: B, seat: int, book: int, half: int) -> None:
    """The top card of a half is the seat's; the face bought counts for good (VA-12)."""
    face, card = face_up(s, box, book, half), lift(s, book, half)
    if box.book_kind[book] == CATALOGUE:
        s.cargo[seat, face] = NO_GEM
        s.busy = 1
    else:
        add_commission(s, box, seat, 2 * card + SIDE_UP[half])


@rule
def add_commission(s: S, box: B, seat: int, code: int) -> None:
    """Among the seat's unfinished commissions, which stay in order."""
    slot = held(s, box, seat)
    while slot > 0 and s.commissions[seat, slot - 1] > code:
        s.commissions[seat, slot] = s.commissions[seat, slot - 1]
        slot -= 1
    s.commissions[seat, slot] = code


@rule
def drop_commission(s: S, box: B, seat: int, code: int) -> None:
    """A commission leaves the seat's unfinished ones."""
    last = held(s, box, seat) - 1
    slot = 0
    while s.commissions[seat, slot] != code:
        slot += 1
    while slot < last:
        s.commissions[seat, slot] = s.commissions[seat, slot + 1]
        slot += 1
    s.commissions[seat, last] = NOTHING


@rule
def put_back(s: S, box: B, seat: int, code: int, half: int) -> None:
    """Put a commission back on a half of this town's book; the top of the other half must be bought next (VA-14)."""
    s.doing = LEAFING
    drop_commission(s, box, seat, code)
    lay(s, box.book[s.at[seat]], half, code // 2)
    s.to_buy = RIGHT if half == LEFT else LEFT


@rule
def uncover(s: S, box: B) -> None:
    """A page that was never turned is turned or taken: all see its back, and the front below it (VA-2, VA-13)."""
    seat = s.turn
    book = box.book[s.at[seat]]
    if s.uncovering == TURN_PAGE:
        turn_top(s, book, RIGHT)
    else:
        take_top(s, box, seat, book, RIGHT)
    s.uncovering = NOTHING
    next_epoch(s)
