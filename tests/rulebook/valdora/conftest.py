"""Positions of Valdora are told: who is where with what, what lies in which book. All else stays as it was dealt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mistvale.core import verbs
from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING, unpacked
from mistvale.games.valdora import GAME
from mistvale.games.valdora.rules.books import add_commission, lay, lift
from mistvale.games.valdora.rules.delivering import colours_to_go
from mistvale.games.valdora.state import (
    ACTING,
    CATALOGUE,
    COLOURS,
    COMMISSIONS,
    EQUIPMENT,
    GEMS,
    LEFT,
    NO_GEM,
    RIGHT,
    ROAD,
    SIDES,
)

from .. import position


class Table:
    """A table of the real game. What is told is taken from where it lay, so that everything adds up."""

    def __init__(self, seats: int = 3, turn: int = 0) -> None:
        self.match: Match = open_match(GAME, seats=seats, seed=1, names=("Ann", "Bob", "Cleo", "Dan", "Eve"))
        self.box = self.match.box.record
        self.spaces, self.cards = self.match.box.words["spaces"], self.match.box.words["commissions"]
        self.state = unpacked(self.match.state, GAME.state)
        self.state["first"], self.state["turn"] = turn, turn
        self.turn = turn

    # ------------------------------------------------------------ telling

    def seat(
        self,
        seat: int = 0,
        at: str = "h",
        coins: int = 0,
        cargo: str = "pan",
        holds: tuple[str, ...] = (),
        provisions: bool = False,
    ) -> Table:
        """A seat: its pawn, coins, cards with `:gem` behind those that carry one, commissions, provisions."""
        s = self.state
        s["at"][seat], s["coins"][seat], s["provisions"][seat] = self.spaces.index(at), coins, provisions
        for word in cargo.split():
            name, _, gem = word.partition(":")
            card = EQUIPMENT.index(name)
            if int(s["cargo"][seat, card]) == NOTHING:
                self._remove(CATALOGUE, lambda c, kind=card: kind in self.box["face"][CATALOGUE, c])
            s["cargo"][seat, card] = self._gem(gem) if gem else NO_GEM
        for name in holds:
            add_commission(s, self.box, seat, self.code(name))
        return self

    def road(self, space: str, gems: str) -> Table:
        """What lies on a road."""
        here = self.spaces.index(space)
        spare = next(n for n in self._roads if n != here)
        self.state["gems"][spare] += self.state["gems"][here]
        self.state["gems"][here] = 0
        for gem in gems.split():
            self.state["gems"][here, self._gem(gem, but=here)] += 1
        return self

    def discard(self, gems: str) -> Table:
        """What lies on the discard space."""
        for gem in gems.split():
            self.state["discard"][self._gem(gem)] += 1
        return self

    def hired(self, seat: int, colours: str) -> Table:
        """A seat's craftsmen, each with some commission that it has finished; and the workshops that come of them."""
        s = self.state
        for name in colours.split():
            colour = COLOURS.index(name)
            card = self._remove(COMMISSIONS, lambda c: True)
            s["under"][seat, 2 * card] += 1
            s["finished"][seat] += 1
            s["points"][seat] += self.box["worth"][self.box["face"][COMMISSIONS, card, 0]]
            s["pile"][colour] -= 1
            s["craftsmen"][seat, colour] += 1
            if int(s["workshop"][colour]) == NOTHING and s["craftsmen"][seat, colour] >= self.box["needed"][colour]:
                s["workshop"][colour] = seat
        s["last_round"] = int(colours_to_go(s)) == 0
        return self

    def right(self, town: str, *names: str) -> Table:
        """The topmost pages of a right half, never turned: commissions by name, equipment as `spade/pick`."""
        book, pages = self.book(town), self.state["pages"]
        for place, name in enumerate(names):
            end = int(self.state["right"][book]) - 1 - place
            card = self.page(book, name)
            now = [int(c) for c in pages[book][: end + 1]].index(card)
            pages[book, now], pages[book, end] = pages[book, end], card
        return self

    def left(self, town: str, *names: str) -> Table:
        """Turn the named pages over to the left half, the last of them on top."""
        for name in names:
            self.right(town, name)
            lay(self.state, self.book(town), LEFT, int(lift(self.state, self.book(town), RIGHT)))
        return self

    def empty(self, town: str, half: int = RIGHT) -> Table:
        """Turn all pages of a half over."""
        book = self.book(town)
        while int(self.state["right" if half == RIGHT else "left"][book]):
            lay(self.state, book, LEFT if half == RIGHT else RIGHT, int(lift(self.state, book, half)))
        return self

    def acting(self) -> Table:
        """The seat whose turn it is has moved."""
        self.state["phase"] = ACTING
        return self

    def ready(self) -> Table:
        """Put the position on the table; it must add up."""
        self.match = position(self.match, self.state)
        return self

    # ------------------------------------------------------------ parts

    @property
    def _roads(self) -> list[int]:
        return [n for n in range(len(self.spaces)) if int(self.box["kind"][n]) == ROAD]

    def _gem(self, name: str, but: int = -1) -> int:
        gem = GEMS.index(name)
        road = next(n for n in self._roads if n != but and int(self.state["gems"][n, gem]))
        self.state["gems"][road, gem] -= 1
        return gem

    def _remove(self, kind: int, fits: Callable[..., bool]) -> int:
        """Take a card that was never turned out of the fullest book of a kind."""
        books = [b for b in range(int(self.box["books"])) if int(self.box["book_kind"][b]) == kind]
        for book in sorted(books, key=lambda b: -int(self.state["sealed"][b])):
            pages, top = self.state["pages"][book], int(self.state["sealed"][book]) - 1
            found = [page for page in range(top + 1) if fits(int(pages[page]))]
            if found:
                pages[found[0]], pages[top] = pages[top], pages[found[0]]
                return int(lift(self.state, book, RIGHT))
        raise LookupError("no such card is left")

    def code(self, name: str) -> int:
        """A commission, taken out of a book, as the state writes it: `red/blue front`."""
        card, side = name.split()
        wanted = self.cards.index(card)
        return 2 * self._remove(COMMISSIONS, lambda c: c == wanted) + SIDES.index(side)

    def book(self, town: str) -> int:
        return int(self.box["book"][self.spaces.index(town)])

    def page(self, book: int, name: str) -> int:
        if int(self.box["book_kind"][book]) == COMMISSIONS:
            return self.cards.index(name)
        sides = [EQUIPMENT.index(side) for side in name.split("/")]
        cards = [c for c in range(int(self.box["cards"][CATALOGUE])) if list(self.box["face"][CATALOGUE, c]) == sides]
        return cards[0]

    # ------------------------------------------------------------ looking and playing

    @property
    def now(self) -> object:
        return self.match.raw

    def play(self, *moves: str) -> Table:
        """Moves of the seat whose turn it is."""
        for move in moves:
            self.match.play(int(self.match.raw["turn"]), move)
            self.match.audit()
        return self

    def legal(self, verb: str = "") -> set[str]:
        """What the seat whose turn it is may do, as far as it begins with `verb`."""
        return {str(move) for move in self.match.legal(int(self.match.raw["turn"])) if move.startswith(verb)}

    def stops(self) -> set[str]:
        return {move.split()[1] for move in self.legal("go ")}

    def beats(self) -> list[str]:
        """The beats since the position was put on the table."""
        steps = (self.match.step(n) for n in range(1, self.match.steps + 1))
        return [step.beat for step in steps if step.beat is not None]

    def coins(self, seat: int = 0) -> int:
        return int(self.match.raw["coins"][seat])

    def cargo(self, seat: int = 0) -> dict[str, str]:
        """What a seat's cards carry; a dash for nothing."""
        row = self.match.raw["cargo"][seat]
        words = (*GEMS, "-")
        return {name: words[int(row[card])] for card, name in enumerate(EQUIPMENT) if int(row[card]) != NOTHING}

    def holds(self, seat: int = 0) -> list[str]:
        codes = [int(code) for code in self.match.raw["commissions"][seat] if int(code) != NOTHING]
        return [f"{self.cards[code // 2]} {SIDES[code % 2]}" for code in codes]

    def craftsmen(self, seat: int = 0) -> dict[str, int]:
        row = self.match.raw["craftsmen"][seat]
        return {name: int(row[colour]) for colour, name in enumerate(COLOURS) if int(row[colour])}

    def workshop(self, colour: str) -> int:
        return int(self.match.raw["workshop"][COLOURS.index(colour)])

    def discarded(self) -> dict[str, int]:
        row = self.match.raw["discard"]
        return {name: int(row[gem]) for gem, name in enumerate(GEMS) if int(row[gem])}

    def tops(self, town: str) -> tuple[str | None, str | None]:
        """The cards on top of the left and the right half, by name, as they truly are."""
        state, book = self.match.raw, self.book(town)
        left, right = int(state["left"][book]), int(state["right"][book])
        pages = state["pages"][book]
        cards = (int(pages[len(pages) - left]) if left else None, int(pages[right - 1]) if right else None)
        return tuple(None if card is None else self.title(book, card) for card in cards)  # type: ignore[return-value]

    def title(self, book: int, card: int) -> str:
        if int(self.box["book_kind"][book]) == COMMISSIONS:
            return str(self.cards[card])
        return "/".join(EQUIPMENT[int(face)] for face in self.box["face"][CATALOGUE, card])

    def epoch(self) -> int:
        return int(self.match.raw["epoch"])

    def redealt_audits(self) -> bool:
        """Whether worlds dealt anew from here add up."""
        for viewer in (*range(self.match.seats), -1):
            world = self.match.raw.copy()
            verbs.redeal(world, self.box, viewer, world["key"] + 1)
            if verbs.audit(world, self.box):
                return False
        return True


@pytest.fixture
def table() -> Callable[..., Table]:
    return Table
