"""What is known of the books: what lies open, what lies below it, what is left in them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from ....core.knowledge import once
from ....core.rule import NOTHING
from ..rules.books import face_up, page_faces
from ..state import LEFT, PAGES, RIGHT, SIDES, State
from . import View


@once
def town_of(view: View, book: int) -> int:
    """The town of a book."""
    return view.components.book.index(book)


def book_at(view: View, seat: int) -> int:
    """The book of the town where a seat's pawn is; NOTHING if there is none."""
    return view.components.book[view.s.at[seat]]


def open_face(view: View, book: int, half: int) -> int:
    """The face that lies open in a half of a book; NOTHING if the half is empty."""
    return int(view.ask(face_up, book, half))


# ---------------------------------------------------------------- pages


class Page(NamedTuple):
    """A page of a book as far as the viewer knows it."""

    card: int  # as the state writes it
    shown: int  # the face on the side that is up
    other: int  # the face on its other side
    # NOTHING stands for a face that nobody has seen.


def pages_of(view: View, book: int) -> dict[int, list[Page]]:
    """The pages of each half of a book, from the top down."""
    s = view.s
    out = np.zeros(PAGES * len(SIDES), np.int32)
    view.ask(page_faces, book, out)
    faces = out.reshape(PAGES, len(SIDES)).tolist()
    right = [Page(s.pages[book][page], *faces[page]) for page in reversed(range(s.right[book]))]
    left = [Page(s.pages[book][page], *reversed(faces[page])) for page in range(PAGES - s.left[book], PAGES)]
    return {LEFT: left, RIGHT: right}


# ---------------------------------------------------------------- what is left


def cards_left(s: State, book: int) -> list[int]:
    """The cards in a book: those that were never turned, known by elimination, and all that lie above them."""
    unseen = [card for card in range(PAGES) if s.unseen[book] >> card & 1]
    return unseen + [card for card in s.pages[book][s.sealed[book] :] if card != NOTHING]


def faces_left(view: View, book: int) -> Counter[int]:
    """How often each face is still in a book, on either side of its cards: known to all (VA-2, VA-13)."""
    printed = view.components.face[view.components.book_kind[book]]
    return Counter(face for card in cards_left(view.s, book) for face in printed[card])
