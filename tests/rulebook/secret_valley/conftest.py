"""Positions of The Secret Valley are drawn: the slug of each card, `/1` behind it for its clan, a dot for none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from mistvale.core.match import Match, open_match
from mistvale.core.rule import NOTHING, SPECTATOR, unpacked
from mistvale.games.secret_valley import GAME
from mistvale.games.secret_valley.reading import points_now
from mistvale.games.secret_valley.state import PLACING, SCORING, SIDE

from .. import position

CORNER = 3  # a picture's corner is at d4, so that e5 is in it


def rows_of(picture: str) -> list[list[str]]:
    return [line.split() for line in picture.strip().splitlines()]


class Valley:
    """A grid as drawn, at a table of the real game: full, and about to be counted, or with a card to be placed.

    Counted cards without a clan are seat 0's. While one is to be placed it is seat 0's turn, the seats have played the
    cards one after the other, and hold the rest of their hands.
    """

    def __init__(self, picture: str, seats: int = 4, playing: str | None = None, corner: int = CORNER) -> None:
        self.match: Match = open_match(GAME, seats=seats, seed=1, options={"draft": "false"})
        self.words = self.match.box.words["cards"]
        self.unclaimed: list[int] = []
        self.state = unpacked(self.match.state, GAME.state)
        for field in ("grid", "place", "keeper", "origin", "taken", "gained"):
            self.state[field] = NOTHING
        taken: list[tuple[int, int]] = []
        for r, row in enumerate(rows_of(picture)):
            for c, word in enumerate(row):
                if word != ".":
                    self._lay(word, (corner + r) * SIDE + corner + c)
                    taken.append((corner + r, corner + c))
        self.state["highest"], self.state["lowest"] = min(r for r, _ in taken), max(r for r, _ in taken)
        self.state["leftmost"], self.state["rightmost"] = min(c for _, c in taken), max(c for _, c in taken)
        self.state["turn"], self.state["turns"] = 0, len(taken)
        self.state["first"] = -len(taken) % seats
        if playing is None:
            self.state["phase"], self.state["tally"][0, :seats] = SCORING, 0
        else:
            self._deal(self.words.index(playing))
        self.match = position(self.match, self.state)

    def _lay(self, word: str, space: int) -> None:
        name, _, clan = word.partition("/")
        card = self.words.index(name)
        self.state["grid"][space], self.state["place"][card] = card, space
        self.state["keeper"][card] = int(clan or 0)
        if not clan:
            self.unclaimed.append(card)

    def _deal(self, playing: int) -> None:
        """Cards without a clan are those of the seats in turn; hands are filled up with what is left of the cards."""
        state, seats = self.state, self.match.seats
        state["phase"], state["playing"], state["keeper"][playing] = PLACING, playing, 0
        for number, card in enumerate(self.unclaimed):
            state["keeper"][card] = (int(state["first"]) + number) % seats
        left = [card for card in range(len(self.words)) if int(state["keeper"][card]) == NOTHING]
        for seat in range(seats):
            for _ in range(int(self.match.box.record["hand"][seats]) - int((state["keeper"] == seat).sum())):
                state["keeper"][left.pop()] = seat
        dealt = state["keeper"] != NOTHING
        state["origin"], state["taken"] = state["keeper"], np.where(dealt, 0, NOTHING)

    @property
    def points(self) -> dict[str, int]:
        """What each card scores as the grid was drawn."""
        look = self.match.view_at(0, SPECTATOR, "en")
        return {self.words[card]: points for card, points in points_now(look).items()}

    @property
    def spaces(self) -> set[str]:
        """Where the card being played may be placed."""
        return {move.split()[1] for move in self.match.legal(0)}

    def hint(self, space: str) -> str:
        """What a player is told of a space."""
        sprite = next(s for s in self.match.scene(0).sprites if s.move == f"at {space}")
        return str(sprite.hint)


class Rounds:
    """A table at the end of a round: the points of all rounds so far, the last one just counted."""

    def __init__(self, *rounds: Sequence[int], first: int = 0) -> None:
        self.match: Match = open_match(GAME, seats=len(rounds[0]), seed=1, names=("Ann", "Bob", "Cleo", "Dan"))
        state = unpacked(self.match.state, GAME.state)
        for field in ("grid", "place", "keeper", "origin", "taken", "gained"):
            state[field] = NOTHING
        state["phase"], state["rounds"], state["first"] = SCORING, len(rounds) - 1, first
        state["turns"] = 0
        for seat, points in enumerate(rounds[-1]):  # each has them by one card that is counted already
            state["keeper"][seat], state["gained"][seat] = seat, points
        for number, points in enumerate(rounds):
            state["tally"][number, : len(points)] = points
        for seat in range(len(rounds[0])):
            state["points"][seat] = sum(points[seat] for points in rounds[:-1])
        self.match = position(self.match, state)

    @property
    def first(self) -> int:
        """The first seat of the next round."""
        return int(self.match.raw["first"])

    @property
    def summary(self) -> Any:
        step = next(n for n in range(self.match.steps + 1) if self.match.step(n).beat == "award")
        return self.match.scene(None, step=step).summary


@pytest.fixture
def valley() -> Callable[..., Valley]:
    return Valley


@pytest.fixture
def rounds() -> Callable[..., Rounds]:
    return Rounds
