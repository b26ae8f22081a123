"""The books: the one that is read lies large, the others beside it; each page keeps its key when it is turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ....core.keeping import kept
from ....core.rule import HIDDEN, NOTHING
from ....scene import Group, Sprite
from ..reading.actions import ways_to_buy
from ..reading.books import Page, book_at, faces_left, pages_of, town_of
from ..reading.commissions import held_commissions
from ..reading.names import face_label, space_label, space_name, space_symbol
from ..state import BOOK_KINDS, CATALOGUE, HALVES, LEFT, RIGHT
from .cards import Spot, card_sprite, printed
from .drawn import Drawn
from .hand import held_key

WIDTH, HEIGHT = 712.0, 640.0
BOOK = (340.0, 240.0)  # the drawing of a book
HALF_AT = {LEFT: (90.0, 120.0), RIGHT: (250.0, 120.0)}  # the middle of each page on it
PAGE = 130.0  # a page's width on it
LARGE = 2.0  # the book that is read
ROW = 515.0  # the middle of the row of pages that were seen, under it
MINI, MINIS = 42.0, 6  # a page in that row; how many fit beside each other
OTHERS = 594.0  # the middle of the row of the other books
LARGEST_OTHER = 0.36


@dataclass(frozen=True)
class Desk:
    """Where a book lies, and how many times its drawing's size it is."""

    x: float
    y: float
    scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the book's drawing."""
        return self.x + (x - BOOK[0] / 2) * self.scale, self.y + (y - BOOK[1] / 2) * self.scale


@dataclass(frozen=True)
class Books(Drawn):
    """All books of a view."""

    @property
    def count(self) -> int:
        return self.view.components.books

    def group(self) -> Group:
        """The books' place on the table: always as large, so that nothing jumps when one is taken up."""
        return Group("books", self.view.words("term.books"), "hand", WIDTH, HEIGHT)

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """Every book."""
        for book in range(self.count):
            yield from self.book(book)

    # ------------------------------------------------------------ which book lies where

    def town(self, book: int) -> str:
        """The town of a book, as moves write it."""
        return space_name(self.view, town_of(self.view, book))

    @property
    @kept
    def reading(self) -> int:
        """The book of the town where the viewer is; else that of whoever is on turn; NOTHING if there is none."""
        seats = [self.s.turn] if self.view.looks_on else [self.view.viewer, self.s.turn]
        return next((book for seat in seats if (book := book_at(self.view, seat)) != NOTHING), NOTHING)

    def desk(self, book: int) -> Desk:
        """Where a book lies."""
        if book == self.reading:
            return Desk(WIDTH / 2, BOOK[1] * LARGE / 2 + 2, LARGE)
        if self.reading == NOTHING:
            columns = (self.count + 1) // 2
            scale = min(WIDTH / columns / BOOK[0], HEIGHT / 2 / BOOK[1]) * 0.94
            row, column = divmod(book, columns)
            return Desk(WIDTH / columns * (column + 0.5), HEIGHT / 2 * (row + 0.5), scale)
        others = [other for other in range(self.count) if other != self.reading]
        wide = WIDTH / len(others)
        scale = min(LARGEST_OTHER, wide / BOOK[0] * 0.94)
        return Desk(wide * (others.index(book) + 0.5), OTHERS, scale)

    # ------------------------------------------------------------ a book

    @kept
    def book(self, book: int) -> Iterator[Sprite]:
        """A book, both its halves, and what is known of them."""
        desk, town, name = self.desk(book), town_of(self.view, book), self.town(book)
        kind = BOOK_KINDS[self.box.book_kind[book]]
        label = self.view.words(f"term.book.{kind}", town=space_label(self.view, town))
        size = (BOOK[0] * desk.scale, BOOK[1] * desk.scale)
        yield Sprite(
            f"book-{name}", "book", "books", desk.x, desk.y, size, label=label, short=name, hint=self.left_hint(book)
        )
        sign = 60 * desk.scale**0.6
        yield Sprite(f"sign-{name}", space_symbol(self.view, town), "books", *desk.at(170, 214), (sign, sign), layer=7)
        for half in (LEFT, RIGHT):
            yield from self.half(book, half, desk)

    @kept
    def left_hint(self, book: int) -> str:
        """How many of each face there are still in a book: the summary card of the rulebook."""
        lines = [self.view.words("term.book.left", n=self.s.left[book] + self.s.right[book])]
        kind = self.box.book_kind[book]
        for face, n in sorted(faces_left(self.view, book).items()):
            lines.append(self.view.words("term.counted", n=n, what=face_label(self.view, kind, face)))
        return "\n".join(lines)

    # ------------------------------------------------------------ pages

    @kept
    def pages(self, book: int) -> dict[int, list[Page]]:
        """The pages of a book, by half, from the top down."""
        return pages_of(self.view, book)

    @kept
    def keys(self, book: int) -> dict[tuple[int, int], str]:
        """The key of each page that is known, by half and depth.

        Think of the book as one row of pages: the right half from the bottom up, then the left half from the top
        down. A page that is turned keeps its place in that row. So the topmost page that was never turned, and the
        one after it, are known by their place: the first can be seen to turn, and to be turned back. A purchase
        moves what comes after it, so that the number of pages is part of such a key. All others are known by their
        card.
        """
        keys: dict[tuple[int, int], str] = {}
        seen: Counter[int] = Counter()
        name, sealed = self.town(book), self.s.sealed[book]
        right, pages = self.s.right[book], self.s.right[book] + self.s.left[book]
        for half, lying in self.pages(book).items():
            for depth, card in enumerate(page.card for page in lying):
                place = right - 1 - depth if half == RIGHT else right + depth
                if place in (sealed - 1, sealed):
                    keys[half, depth] = f"page-{name}-place-{pages}-{place}"
                elif card != HIDDEN:
                    seen[card] += 1
                    keys[half, depth] = f"page-{name}-{card}" + (f"-{seen[card]}" if seen[card] > 1 else "")
        return keys

    def half(self, book: int, half: int, desk: Desk) -> Iterator[Sprite]:
        """A half: its top page, a corner to turn it by, how many cards it has, and which are known below."""
        name, word = self.town(book), HALVES[half]
        x, y = desk.at(*HALF_AT[half])
        spot = Spot("books", x, y, PAGE * desk.scale)
        count = len(self.pages(book)[half])
        label = self.view.words(f"term.empty.{word}") if not count else ""
        yield Sprite(f"half-{name}-{word}", "page-blank", "books", x, y, spot.size, label=label, short="-", layer=2)
        if not count:
            return
        yield from self.top(book, half, spot)
        badge = min(50 * max(desk.scale, 0.7), 80.0)
        aside = -52 if half == LEFT else 52
        corner = desk.at(HALF_AT[half][0] + aside, 40)
        yield Sprite(f"size-{name}-{word}", "count", "books", *corner, (badge, badge), layer=6, text=str(count))
        if book == self.reading:
            yield from self.corner(book, half, desk)
            yield from self.row(book, half, desk)

    def top(self, book: int, half: int, spot: Spot) -> Iterator[Sprite]:
        """The top page of a half: the card itself is bought."""
        kind = self.box.book_kind[book]
        face = self.pages(book)[half][0].shown
        key = self.keys(book)[half, 0]
        moves = ways_to_buy(self.view, half) if self.is_mine(book) else []
        card = card_sprite(self.view, key, kind, face, spot)
        yield card._replace(
            face="up" if half == RIGHT else "down",
            hint="\n".join([card.hint, *self.top_hint(book, half, moves)]),
            origin=self.put_back(book, half) or f"half-{self.town(book)}-{HALVES[half]}",
            move=moves[0] if len(moves) == 1 else None,
        )
        yield from printed(self.view, f"{key}-{HALVES[half]}", kind, face, spot)

    @kept
    def put_back(self, book: int, half: int) -> str | None:
        """The key of a commission that has just been put back here: its page comes from there (VA-14)."""
        seat, to_buy, was = self.s.turn, self.s.to_buy, self.view.was
        if was is None or book_at(self.view, seat) != book or to_buy in (NOTHING, half):
            return None
        gone = set(held_commissions(was, seat)) - set(held_commissions(self.s, seat))
        return next((held_key(seat, code) for code in gone), None)

    @kept
    def is_mine(self, book: int) -> bool:
        """Whether the viewer is reading this book now."""
        seat = self.view.viewer
        return self.view.is_pending(seat) and book_at(self.view, seat) == book

    def top_hint(self, book: int, half: int, moves: list[str]) -> Iterator[str]:
        """What a click would do, what is on the other side, and what is known below."""
        words, kind = self.view.words, self.box.book_kind[book]
        if len(moves) == 1 and kind == CATALOGUE:
            yield words("hint.buy.gold", n=self.box.gold_price)
        elif len(moves) == 1:
            yield words("hint.buy.coin", n=self.box.coin_price)
        elif moves:
            yield words("hint.buy.choose")
        if (other := self.pages(book)[half][0].other) != NOTHING:
            yield words("hint.page.other", face=face_label(self.view, kind, other))
        else:
            yield words("hint.page.unknown")
        if below := [self.known(kind, page) for _, page in self.seen_below(book, half)]:
            yield words("hint.page.below", faces=words.phrases(below))

    def seen_below(self, book: int, half: int) -> list[tuple[int, Page]]:
        """The pages below the top of which a side has lain open, each with how deep it lies (VA-2)."""
        return [(depth, page) for depth, page in enumerate(self.pages(book)[half]) if depth and page.card != HIDDEN]

    def known(self, kind: int, page: Page) -> str:
        """A page that everybody has seen: what it shows, and what is on its other side as far as that is known."""
        shown = face_label(self.view, kind, page.shown)
        if page.other == NOTHING:
            return self.view.words("term.page.one", face=shown)
        return self.view.words("term.page.both", face=shown, other=face_label(self.view, kind, page.other))

    def corner(self, book: int, half: int, desk: Desk) -> Iterator[Sprite]:
        """The corner to turn a page by, and what that costs."""
        word, name = HALVES[half], self.town(book)
        move = self.view.may(f"turn {word}") if self.is_mine(book) else None
        if not move:
            return
        price = self.box.page_price if self.s.turned else 0
        aside = -46 if half == LEFT else 46
        x, y = desk.at(HALF_AT[half][0] + aside, 190)
        side = 44 * desk.scale
        yield Sprite(
            f"turn-{name}-{word}",
            f"turn-{word}",
            "books",
            x,
            y,
            (side, side),
            label=self.view.words(f"term.turn.{word}"),
            hint=self.view.words("hint.turn.price", n=price) if price else self.view.words("hint.turn.free"),
            layer=6,
            move=move,
        )
        if price:
            at = desk.at(HALF_AT[half][0] + aside * 1.36, 174)
            yield Sprite(
                f"turn-{name}-{word}-price",
                "toll",
                "books",
                *at,
                (34 * desk.scale, 34 * desk.scale),
                layer=7,
                text=str(price),
            )

    def row(self, book: int, half: int, desk: Desk) -> Iterator[Sprite]:
        """The pages below the top that everybody has seen (VA-2), under the book; the first ones near its spine."""
        kind, keys, word = self.box.book_kind[book], self.keys(book), self.view.words(f"term.half.{HALVES[half]}")
        below = self.seen_below(book, half)
        step = (MINI + 6) * (-1 if half == LEFT else 1)
        first = desk.x + step * 0.75
        for place, (depth, page) in enumerate(below[:MINIS]):
            spot = Spot("books", first + place * step, ROW, MINI)
            key = keys[half, depth]
            sprite = card_sprite(self.view, key, kind, page.shown, spot)
            text = self.view.words("term.page.depth", n=depth + 1, half=word)
            yield sprite._replace(
                face="up" if half == RIGHT else "down",
                hint=f"{text}\n{self.known(kind, page)}",
                origin=f"half-{self.town(book)}-{HALVES[half]}",
            )
            yield from printed(self.view, f"{key}-{HALVES[half]}", kind, page.shown, spot)
        if deeper := below[MINIS:]:
            lines = [
                self.view.words("term.page.nth", n=depth + 1, faces=self.known(kind, page)) for depth, page in deeper
            ]
            yield Sprite(
                f"more-{book}-{half}",
                "count",
                "books",
                first + MINIS * step,
                ROW,
                (MINI, MINI),
                label=self.view.words("term.page.more", n=len(deeper), half=word),
                hint="\n".join(lines),
                layer=3,
                text=f"+{len(deeper)}",
            )
