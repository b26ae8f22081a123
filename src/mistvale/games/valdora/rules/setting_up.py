"""Contents and preparation: the books, the gems on the roads, what each seat begins with."""

from ....core.chance import draw, plant, shuffle
from ....core.rule import NOTHING, rule
from ..state import (
    BOOKS,
    CARDS,
    COLOURS,
    EMPTY,
    EQUIPMENT,
    GEMS,
    GOING,
    HELD,
    PAGES,
    PAN,
    ROAD,
    SEATS,
    SPACES,
)


@rule
def setup(s, box, seats, options, seed):
    """A new match; the seed says who is first (VA-11)."""
    plant(s, seed)
    s.epoch, s.seats = 0, seats
    s.phase, s.rounds, s.last_round, s.quiet, s.busy = GOING, 0, 0, 0, 0
    s.first = draw(s, seats)
    s.turn = s.first
    clear_turn(s)
    for seat in range(SEATS):
        clear_seat(s, seat)
    for place in range(seats):
        begin(s, box, (s.first + place) % seats, place)
    for colour in range(len(COLOURS)):
        s.pile[colour] = box.craftsmen[seats, colour]
        s.workshop[colour] = NOTHING
    s.bonus_left = box.bonus
    draw_gems(s, box)
    for book in range(BOOKS):
        shuffle_book(s, box, book)


@rule
def clear_turn(s):
    """Nothing done yet in this turn."""
    s.doing, s.turned, s.loaded = NOTHING, 0, 0
    s.to_buy, s.dropped, s.dropped_gem = NOTHING, NOTHING, NOTHING
    s.uncovering, s.client, s.hired, s.due = NOTHING, NOTHING, NOTHING, 0


@rule
def clear_seat(s, seat):
    """A seat that has nothing, or is not there."""
    s.at[seat], s.coins[seat], s.provisions[seat] = NOTHING, 0, 0
    s.points[seat], s.finished[seat], s.bonus[seat] = 0, 0, 0
    for card in range(len(EQUIPMENT)):
        s.cargo[seat, card] = NOTHING
    for slot in range(HELD):
        s.commissions[seat, slot] = NOTHING
    for code in range(2 * CARDS):
        s.under[seat, code] = 0
    for colour in range(len(COLOURS)):
        s.craftsmen[seat, colour] = 0


@rule
def begin(s, box, seat, place):
    """A pawn at home, a pan, no provisions; one coin for the first seat, and one more for each after it."""
    s.at[seat] = box.home
    s.cargo[seat, PAN] = EMPTY
    s.coins[seat] = box.coins[place]


@rule
def draw_gems(s, box):
    """Draw gems from the bag on each road; the discard space is empty."""
    left = 0
    for gem in range(len(GEMS)):
        s.discard[gem] = box.gems[gem]  # the bag, while it is being emptied
        left += box.gems[gem]
    for space in range(SPACES):
        for gem in range(len(GEMS)):
            s.gems[space, gem] = 0
    for space in range(box.spaces):
        if box.kind[space] == ROAD:
            for _ in range(box.on_road):
                gem = draw_gem(s, left)
                s.discard[gem] -= 1
                s.gems[space, gem] += 1
                left -= 1


@rule
def draw_gem(s, left):
    """One of the gems left in the bag, each equally likely."""
    chosen = draw(s, left)
    gem = 0
    while chosen >= s.discard[gem]:
        chosen -= s.discard[gem]
        gem += 1
    return gem


@rule
def shuffle_book(s, box, book):
    """A whole set, shuffled, in the right half; only the topmost front is seen (VA-2)."""
    cards = 0
    if book < box.books:
        cards = box.cards[box.book_kind[book]] + 0
    for card in range(PAGES):
        s.pages[book, card] = card if card < cards else NOTHING
    shuffle(s, s.pages[book], 0, cards)
    s.right[book], s.left[book], s.sealed[book] = cards, 0, cards
    s.unseen[book] = (1 << cards) - 1
