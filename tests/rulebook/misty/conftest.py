"""Positions of Misty are drawn: a word for each card, a dot for an empty space."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.history import Step
from mistvale.core.rule import NOTHING, unpacked
from mistvale.games.misty.state import ACTIVATION, BUILDING, MOVE, PLACE, SIDE, SPACES

from .. import position

CORNER = 2  # a picture smaller than the lattice has its corner at c3, so that d4 is in it


def rows_of(picture: str) -> list[list[str]]:
    return [line.split() for line in picture.strip().splitlines()]


def label(row: int, column: int) -> str:
    return f"{'abcdefg'[column]}{row + 1}"


class Window:
    """The window of seat 0, as drawn, at a table of the real game; the rivals' windows where drawn."""

    def __init__(
        self,
        picture: str,
        rivals: Sequence[str] = (),
        holding: str | None = None,
        size: str = "standard",
        won: Sequence[int] = (),
        points: Sequence[int] = (),
    ) -> None:
        seats = max(2, 1 + len(rivals))
        self.match = mv.open_match("misty", seats=seats, seed=1, options={"window": size})
        self.words = self.match.box.words["cards"]
        rows = rows_of(picture)
        self.corner = 0 if len(rows) == SIDE else CORNER
        self.height, self.width = len(rows), len(rows[0])
        state = self._cleared(won, points)
        for seat, drawn in enumerate((picture, *rivals)):
            self._draw(state, seat, rows_of(drawn))
        self._hold(state, holding)
        self._stack_deck(state)
        self.match = position(self.match, state)

    # ------------------------------------------------------------ drawing

    def _cleared(self, won: Sequence[int], points: Sequence[int]) -> Any:
        state = unpacked(self.match.state, self.match.game.state)
        state["hand"], state["deck"] = 0, NOTHING
        for seat, rounds in enumerate(won):
            state["wins"][seat] = rounds
        for seat, total in enumerate(points):
            state["points"][seat] = total
        if won:
            state["rounds"] = sum(won)
        return state

    def _draw(self, state: Any, seat: int, rows: list[list[str]]) -> None:
        corner = 0 if len(rows) == SIDE else CORNER
        taken = []
        for r, row in enumerate(rows):
            assert len(row) == len(rows[0]), "a row of the picture is too short or too long"
            for c, word in enumerate(row):
                if word != ".":
                    state["window"][seat, (corner + r) * SIDE + corner + c] = self.words.index(word)
                if word != "." or corner:
                    taken.append((corner + r, corner + c))
        state["highest"][seat], state["lowest"][seat] = min(taken)[0], max(taken)[0]
        columns = [column for _, column in taken]
        state["leftmost"][seat], state["rightmost"][seat] = min(columns), max(columns)

    def _hold(self, state: Any, holding: str | None) -> None:
        if holding is None:
            state["phase"] = ACTIVATION
            return
        # The last card of the last hand has been revealed: nothing but its place is open.
        state["phase"] = BUILDING
        last = int(self.match.box.record["deals"][state["format"]]) - 1
        state["deal"], state["placed"] = last, 0
        for seat in range(self.match.seats):
            state["placed"][seat] = int(self.match.box.record["hand"][state["format"]]) - 1
            state["placing"][seat] = self.words.index(holding)

    def _stack_deck(self, state: Any) -> None:
        left: list[int] = []
        for kind in range(len(self.words)):
            used = int((state["window"] == kind).sum()) + int((state["placing"] == kind).sum())
            count = int(self.match.box.record["count"][kind])
            assert used <= count, f"the box has {count} of {self.words[kind]}, the picture {used}"
            left += [kind] * (count - used)
        cards = int(self.match.box.record["cards"])
        state["top"] = cards - len(left)
        state["deck"][cards - len(left) : cards] = left

    # ------------------------------------------------------------ playing

    def where(self, card: str) -> str:
        """The space of the one card of that name; a space stands for itself."""
        if card not in self.words:
            return card
        window = self.match.raw["window"][0]
        spaces = [s for s in range(SPACES) if window[s] == self.words.index(card)]
        assert len(spaces) == 1, f"{len(spaces)} cards called {card}: name the space"
        return label(spaces[0] // SIDE, spaces[0] % SIDE)

    def activate(self, *cards: str) -> Window:
        """Move these arrow cards, one after the other."""
        for card in cards:
            self.match.play(0, f"move {self.where(card)}")
            moved = self.step("move")
            assert moved is not None
            assert not verbs.audit(moved.state, self.match.box.record), "it does not add up"
        return self

    def place(self, space: str) -> Window:
        self.match.play(0, f"place {space}")
        return self

    @property
    def movable(self) -> set[str]:
        """The spaces of the arrow cards that may be activated now."""
        return {move.split()[1] for move in self.match.legal(0) if move.number >= MOVE.first}

    @property
    def movable_cards(self) -> set[str]:
        return {self.card(space) for space in self.movable}

    @property
    def spaces(self) -> set[str]:
        """The spaces where the revealed card may be placed now."""
        return {move.split()[1] for move in self.match.legal(0) if PLACE.first <= move.number < MOVE.first}

    def card(self, space: str) -> str:
        column, row = "abcdefg".index(space[0]), int(space[1]) - 1
        kind = int(self.match.raw["window"][0, row * SIDE + column])
        return self.words[kind] if kind != NOTHING else "."

    # ------------------------------------------------------------ looking

    def step(self, beat: str) -> Step | None:
        """The last step with that beat ('move': the last move), None if there was none."""
        steps = [self.match.step(n) for n in range(self.match.steps + 1)]
        found = [step for step in steps if step.beat == beat or (step.move is not None and beat == "move")]
        return found[-1] if found else None

    def count(self, beat: str) -> int:
        """How often that beat has happened."""
        return sum(self.match.step(n).beat == beat for n in range(self.match.steps + 1))

    def looks(self, picture: str, after: str | None = None, seat: int = 0) -> bool:
        """Whether the window is as drawn, now or after a beat."""
        step = self.step(after) if after else self.match.step(self.match.steps)
        assert step is not None, f"there was no {after}"
        drawn = self.drawn(step.state, seat)
        assert drawn == rows_of(picture), f"it is {drawn}"
        return True

    def drawn(self, state: Any, seat: int) -> list[list[str]]:
        words = (*self.words, ".")
        span = range(self.corner, self.corner + self.height), range(self.corner, self.corner + self.width)
        return [[words[state["window"][seat, r * SIDE + c]] for c in span[1]] for r in span[0]]

    def score(self, seat: int = 0) -> int:
        """The points of the round: everything has been activated."""
        step = self.step("tally")
        assert step is not None, f"the round is not over: {self.match.pending} are to decide"
        return int(step.state["tally"][step.state["rounds"], seat])

    @property
    def won(self) -> tuple[int, ...]:
        """Rounds won."""
        return tuple(int(n) for n in self.match.raw["wins"][: self.match.seats])


@pytest.fixture
def window() -> Callable[..., Window]:
    return Window
