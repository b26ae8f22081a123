"""Contents and preparation: the books, the gems on the roads, what each seat begins with."""

from __future__ import annotations

from ....core.chance import draw, plant, shuffle
from ....core.fields import clear
from ....core.rule import rule
from ....core.typed import Array1
from ..record import B, S
from ..state import COLOURS, EMPTY, GEMS, NO_GEM, PAN, ROAD


@rule
def setup(s: S, box: B, seats: int, options: Array1, seed: Array1) -> None:
    """A new match; the seed says who is first (VA-11)."""
    clear(s, EMPTY[0])
    plant(s, seed)
    s.seats = seats
    s.first = draw(s, seats)
    s.turn = s.first
    for place in range(seats):
        begin(s, box, (s.first + place) % seats, place)
    for colour in range(len(COLOURS)):
        s.pile[colour] = box.craftsmen[seats, colour]
    s.bonus_left = box.bonus
    draw_gems(s, box)
    for book in range(box.books):
        shuffle_book(s, box, book)


@rule
def begin(s: S, box: B, seat: int, place: int) -> None:
    """A pawn at home, a pan, no provisions; one coin for the first seat, and one more for each after it."""
    s.at[seat] = box.home
    s.cargo[seat, PAN] = NO_GEM
    s.coins[seat] = box.coins[place]


@rule
def draw_gems(s: S, box: B) -> None:
    """Draw gems from the bag on each road; the discard space is empty."""
    left = 0
    for gem in range(len(GEMS)):
        s.discard[gem] = box.gems[gem]  # the bag, while it is being emptied
        left += box.gems[gem]
    for space in range(box.spaces):
        if box.kind[space] == ROAD:
            for _ in range(box.on_road):
                gem = draw_gem(s, left)
                s.discard[gem] -= 1
                s.gems[space, gem] += 1
                left -= 1


@rule
def draw_gem(s: S, left: int) -> int:
    """One of the gems left in the bag, each equally likely."""
    chosen = draw(s, left)
    gem = 0
    while chosen >= s.discard[gem]:
        chosen -= s.discard[gem]
        gem += 1
    return gem


@rule
def shuffle_book(s: S, box: B, book: int) -> None:
    """A whole set, shuffled, in the right half; only the topmost front is seen (VA-2)."""
    cards = box.cards[box.book_kind[book]]
    for card in range(cards):
        s.pages[book, card] = card
    shuffle(s, s.pages[book], 0, cards)
    s.right[book], s.sealed[book] = cards, cards
    s.unseen[book] = (1 << cards) - 1
