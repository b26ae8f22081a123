"""What a match or a batch of them is opened with, checked: game, box, seats, options; and how moves are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..core.box import Box, Data
from ..core.game import Game
from ..core.game import game as installed
from ..core.moves import Notation

NO_MOVE = -1  # never legal
MOST_MATCHES = (1 << 31) - 1  # of a batch or of playouts: matches are numbered so that the numbers find room


class IllegalMoves(ValueError):
    """A move that its seat may not make now: which match, which seat, and what it may do. Nothing has changed."""

    def __init__(self, match: int | None, seat: int, move: int, legal: list[int], notation: Notation) -> None:
        self.match, self.seat, self.move, self.legal = match, seat, move, legal
        where = "" if match is None else f"match {match}, "
        names = ", ".join(f"{number} ({notation.move(number)})" for number in legal[:12])
        more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""
        may = f"it may play {names}{more}" if legal else "it has nothing to decide"
        super().__init__(f"{where}seat {seat}: {move} is no legal move now; {may}")


def check_count(matches: Any) -> int:
    """`matches`, if so many can be played."""
    if isinstance(matches, bool) or not isinstance(matches, (int, np.integer)) or not 1 <= matches <= MOST_MATCHES:
        raise ValueError(f"that takes 1 match or more, {MOST_MATCHES} at most, not {matches!r}")
    return int(matches)


def shape_of(given: Any) -> tuple[int, ...]:
    """The shape of a number, of a list, or of anybody's array."""
    return tuple(given.shape) if hasattr(given, "shape") else np.shape(given)


def check_moves(moves: Any, n: int) -> Any:
    """`moves`, if there is one for each of n matches."""
    if shape_of(moves) != (n,):
        raise ValueError(f"a step takes one move for each of {n} matches, not {shape_of(moves)}")
    return moves


def whole_numbers(moves: Any, arrays: Any = np) -> Any:
    """Moves as NumPy has them, or CuPy, if they are whole numbers: a fraction would be taken for another move."""
    given = arrays.asarray(moves)
    if given.dtype.kind not in "iu":
        raise ValueError(f"moves are whole numbers, not {given.dtype}")
    return given


def note_moves(given: Any, moves: Any) -> None:
    """Write moves down: what finds no room there is none, and not the move that is left of it."""
    moves[:] = given
    if given.dtype != moves.dtype:
        moves[moves != given] = NO_MOVE


DEVICES = ("cpu", "cuda")


def check_device(device: str) -> str:
    """`device`, if there is such a kind of it."""
    if device not in DEVICES:
        raise ValueError(f"matches are played on {' or '.join(DEVICES)}, not on {device!r}")
    return device


@dataclass(frozen=True)
class Setting:
    """A game with all that is chosen before a match of it begins."""

    game: Game
    box: Box
    seats: int
    options: Mapping[str, str]

    @classmethod
    def of(
        cls,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | Path | str | Data | None = None,
    ) -> Setting:
        """The setting, or an error that says what would be right."""
        found = installed(game) if isinstance(game, str) else game
        fewest = next((count for count in found.seats if count > 1), found.seats[0])
        chosen = found.check_seats(fewest if seats is None else seats)
        own, agreed = found.box(box, stated_figures=False), found.check_options(options)
        return cls(found, found.check_box(own, chosen, agreed), chosen, agreed)

    def __repr__(self) -> str:
        return f"<Setting {self.game.name}, {self.seats} seats, {dict(self.options)}, box {self.box.digest[:8]}>"

    @cached_property
    def packed_options(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The options as rules have them."""
        return self.game.packed_options(self.options)

    @cached_property
    def notation(self) -> Notation:
        """How moves are written."""
        return self.game.notation(self.box)

    @property
    def size(self) -> int:
        """How many moves the vocabulary has: actions are numbers below it."""
        return self.game.moves.size

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """The kinds of moves, as they are written."""
        return tuple(phrase.template for phrase in self.game.moves.phrases)

    def factored(self, move: int) -> tuple[int, int]:
        """A move as the number of its phrase, and which of that phrase's moves it is."""
        self._check(move)
        number, span = next(each for each in enumerate(self.game.moves.spans) if each[1].holds(move))
        return number, move - span.first

    def joined(self, phrase: int, argument: int) -> int:
        """The move of a phrase and its argument: `factored` backwards."""
        spans = self.game.moves.spans
        if not 0 <= phrase < len(spans) or not 0 <= argument < spans[phrase].end - spans[phrase].first:
            raise ValueError(f"{self.game.title} has no move {argument} of phrase {phrase}: {', '.join(self.phrases)}")
        return spans[phrase].first + argument

    def name(self, move: int) -> str:
        """A move as people write it."""
        self._check(move)
        return str(self.notation.move(move))

    def number(self, name: str) -> int:
        """The move that people write so."""
        return self.notation.read(name).number

    def _check(self, move: int) -> None:
        if not 0 <= move < self.size:
            raise ValueError(f"{self.game.title} has no move {move}: they go from 0 to {self.size - 1}")
