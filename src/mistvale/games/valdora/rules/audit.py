"""Whether a state adds up."""

from __future__ import annotations

from ....core.helpers import bits_in
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import (
    ACTING,
    BACK,
    CARDS,
    CATALOGUE,
    COLOURS,
    COMMISSIONS,
    DUE_CRAFTSMAN,
    DUE_WORKSHOP,
    EQUIPMENT,
    FRONT,
    GEMS,
    HELD,
    NO_GEM,
    PAGES,
    PAN,
    ROAD,
    SEATS,
    SPACES,
)
from .delivering import colours_left, colours_to_go, face_of

AUDITS = {
    1: "a gem is missing, there is one too many, or it lies where none can be",
    2: "a seat has more coins than a purse holds, or fewer than none",
    3: "a book is out of order",
    4: "a commission is missing, or there is one too many",
    5: "equipment does not fit what has left the catalogues",
    6: "a craftsman is missing, or there is one too many",
    7: "a workshop is with a seat that has not enough craftsmen",
    8: "a bonus tile is missing, or there is one too many",
    9: "the points of finished commissions do not add up",
    10: "a pawn is nowhere, or the turn is out of order",
}


@rule
def audit(s: S, box: B) -> int:
    """0, or the number of what does not add up; the texts are in AUDITS."""
    if not gems_add_up(s, box):
        return 1
    if not coins_add_up(s, box):
        return 2
    if not books_add_up(s, box):
        return 3
    if not commissions_add_up(s, box):
        return 4
    if not equipment_adds_up(s, box):
        return 5
    if not craftsmen_add_up(s, box):
        return 6
    if not workshops_add_up(s, box):
        return 7
    if not bonus_adds_up(s, box):
        return 8
    if not points_add_up(s, box):
        return 9
    if not turn_adds_up(s, box):
        return 10
    return 0


@rule
def gems_add_up(s: S, box: B) -> bool:
    """Each gem lies on a road, on a card or on the discard space; a tool carries its own colour only."""
    for gem in range(len(GEMS)):
        count = s.discard[gem]
        for space in range(SPACES):
            count += s.gems[space, gem]
            on_road = space < box.spaces and box.kind[space] == ROAD
            if s.gems[space, gem] < 0 or (s.gems[space, gem] > 0 and not on_road):
                return False
        for seat in range(SEATS):
            for card in range(len(EQUIPMENT)):
                count += s.cargo[seat, card] == gem
                if s.cargo[seat, card] == gem and box.carries[card] != NOTHING and box.carries[card] != gem:
                    return False
        if count != box.gems[gem] or s.discard[gem] < 0:
            return False
    return True


@rule
def coins_add_up(s: S, box: B) -> bool:
    """Nobody has debts, or more than a purse holds."""
    for seat in range(SEATS):
        if s.coins[seat] < 0 or s.coins[seat] > box.purse or (seat >= s.seats and s.coins[seat] > 0):
            return False
    return True


@rule
def books_add_up(s: S, box: B) -> bool:
    """Cards lie where the halves say; what was never turned lies lowest on the right, once each."""
    for book in range(box.books):
        kind = box.book_kind[book]
        right, left = s.right[book], s.left[book]
        if s.sealed[book] > right or right + left > PAGES:
            return False
        sealed = 0
        for page in range(PAGES):
            card = s.pages[book, page]
            if (page < right or page >= PAGES - left) != (0 <= card < box.cards[kind]):
                return False
            if page < s.sealed[book]:
                sealed |= 1 << card
        if sealed != s.unseen[book] or bits_in(sealed) != s.sealed[book]:
            return False
    return True


@rule
def books_of(box: B, kind: int) -> int:
    """How many books of a kind there are: so many sets of its cards."""
    count = 0
    for book in range(box.books):
        count += box.book_kind[book] == kind
    return count


@rule
def in_books(s: S, box: B, kind: int, card: int) -> int:
    """How often a card lies in the books of a kind."""
    count = 0
    for book in range(box.books):
        if box.book_kind[book] == kind:
            for page in range(PAGES):
                count += s.pages[book, page] == card
    return count


@rule
def commissions_add_up(s: S, box: B) -> bool:
    """Each commission is in a book, with a seat, or under an adventurer, as often as there are books."""
    for card in range(box.cards[COMMISSIONS]):
        count = in_books(s, box, COMMISSIONS, card)
        for seat in range(SEATS):
            for side in (FRONT, BACK):
                count += s.under[seat, 2 * card + side]
                for slot in range(HELD):
                    count += s.commissions[seat, slot] == 2 * card + side
        if count != books_of(box, COMMISSIONS):
            return False
    for seat in range(s.seats):
        for slot in range(1, HELD):
            code = s.commissions[seat, slot]
            before = s.commissions[seat, slot - 1]
            if code != NOTHING and (slot >= box.held or before == NOTHING or before > code):
                return False
    return True


@rule
def equipment_adds_up(s: S, box: B) -> bool:
    """As many cards have left the catalogues as were bought, with such faces on them; everybody has a pan."""
    gone, bought = 0, 0
    for card in range(box.cards[CATALOGUE]):
        gone += books_of(box, CATALOGUE) - in_books(s, box, CATALOGUE, card)
    for equipment in range(PAN + 1, len(EQUIPMENT)):
        owners, chances = 0, 0
        for seat in range(SEATS):
            owners += s.cargo[seat, equipment] != NOTHING
        for card in range(box.cards[CATALOGUE]):
            if box.face[CATALOGUE, card, FRONT] == equipment or box.face[CATALOGUE, card, BACK] == equipment:
                chances += books_of(box, CATALOGUE) - in_books(s, box, CATALOGUE, card)
        if owners > chances:
            return False
        bought += owners
    for seat in range(SEATS):
        if (s.cargo[seat, PAN] != NOTHING) != (seat < s.seats):
            return False
    return gone == bought


@rule
def craftsmen_add_up(s: S, box: B) -> bool:
    """Each craftsman is with a seat or in its pile, and a seat has one for each commission while there are any."""
    for colour in range(len(COLOURS)):
        count = s.pile[colour]
        for seat in range(SEATS):
            count += s.craftsmen[seat, colour]
        if count != box.craftsmen[s.seats, colour] or s.pile[colour] < 0:
            return False
    for seat in range(s.seats):
        hired = 0
        for colour in range(len(COLOURS)):
            hired += s.craftsmen[seat, colour]
        waiting = seat == s.turn and s.due & DUE_CRAFTSMAN != 0
        if hired + waiting > s.finished[seat] or (colours_left(s) > 0 and hired + waiting != s.finished[seat]):
            return False
    return (colours_to_go(s) == 0) == (s.last_round == 1)


@rule
def workshops_add_up(s: S, box: B) -> bool:
    """A workshop is with a seat that has craftsmen enough, and with somebody as soon as a seat has."""
    for colour in range(len(COLOURS)):
        owner = s.workshop[colour]
        if owner != NOTHING and s.craftsmen[owner, colour] < box.needed[colour]:
            return False
        for seat in range(s.seats):
            waiting = seat == s.turn and s.hired == colour and s.due & DUE_WORKSHOP != 0
            if owner == NOTHING and s.craftsmen[seat, colour] >= box.needed[colour] and not waiting:
                return False
    return True


@rule
def bonus_adds_up(s: S, box: B) -> bool:
    """Each bonus tile is with a seat or nobody's."""
    count = s.bonus_left
    for seat in range(SEATS):
        count += s.bonus[seat]
    return count == box.bonus and s.bonus_left >= 0


@rule
def points_add_up(s: S, box: B) -> bool:
    """A seat's points are those of the cards under its adventurer."""
    for seat in range(SEATS):
        count, points = 0, 0
        for code in range(2 * CARDS):
            if s.under[seat, code]:
                count += s.under[seat, code]
                points += s.under[seat, code] * box.worth[face_of(box, code)]
        if count != s.finished[seat] or points != s.points[seat]:
            return False
    return True


@rule
def turn_adds_up(s: S, box: B) -> bool:
    """Every pawn is somewhere, and what must be done next can be."""
    for seat in range(SEATS):
        if (0 <= s.at[seat] < box.spaces) != (seat < s.seats):
            return False
    busy = s.uncovering != NOTHING or s.to_buy != NOTHING or s.dropped != NOTHING or s.due != 0
    if busy and s.phase != ACTING:
        return False
    if s.dropped != NOTHING and s.cargo[s.turn, s.dropped] != NO_GEM:
        return False
    return (s.client == NOTHING) == (s.due == 0) and (s.dropped == NOTHING) == (s.dropped_gem == NOTHING)
