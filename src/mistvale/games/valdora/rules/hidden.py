"""What a seat knows: all but the pages that were never turned, and the points under the rivals' adventurers.

The lowest `sealed` pages of a right half were never turned. Of the topmost of them the front has been seen, of the
others nothing. Which cards they are is known, since every card that was turned or bought has been seen on both
sides (VA-2, VA-13): only their order is hidden. Every move is made in the open, so `seen` is the default one.
"""

from __future__ import annotations

from ....core.chance import hide_stream, plant, shuffle
from ....core.helpers import draw_one
from ....core.rule import HIDDEN, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import CARDS, FACE, FRONT, OVER


@rule
def front(s: S, box: B, book: int, page: int) -> int:
    """The front of a page of a right half."""
    return box.face[box.book_kind[book], s.pages[book, page], FRONT]


@rule
def veil(s: S, box: B, viewer: int) -> None:
    """Blank what was never turned, and until the end what lies under rivals' adventurers (VA-9, VA-21)."""
    hide_stream(s)
    for book in range(box.books):
        sealed = s.sealed[book]
        if sealed > 0:
            s.pages[book, sealed - 1] = FACE - front(s, box, book, sealed - 1)
        for page in range(sealed - 1):
            s.pages[book, page] = HIDDEN
    if s.phase == OVER:
        return
    for seat in range(s.seats):
        if seat != viewer:
            s.points[seat] = HIDDEN
            for code in range(2 * CARDS):
                s.under[seat, code] = HIDDEN


@rule
def redeal(s: S, box: B, viewer: int, seed: Array1) -> None:
    """Shuffle the pages that were never turned, front and back together; the front that was seen stays."""
    plant(s, seed)
    for book in range(box.books):
        if s.sealed[book] > 1:
            exchange_top(s, box, book, s.sealed[book] - 1)
            shuffle(s, s.pages[book], 0, s.sealed[book] - 1)


@rule
def exchange_top(s: S, box: B, book: int, top: int) -> None:
    """The topmost page that was never turned is any of them with the front that was seen."""
    seen = front(s, box, book, top)
    alike = 0
    for page in range(top + 1):
        if front(s, box, book, page) == seen:
            alike |= 1 << page
    page = draw_one(s, alike)
    s.pages[book, page], s.pages[book, top] = s.pages[book, top], s.pages[book, page]
