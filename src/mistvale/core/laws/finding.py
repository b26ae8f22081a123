"""What a broken law is told by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import MistvaleError
from ..rule import SPECTATOR

NO_LEAK = "no leak"
NO_PHANTOM = "no phantom"
ORDER = "order is nothing inside an epoch"
SAME = "compiled is interpreted, folded is played"
MOVES = "moves are listed ascending and written without loss"
UNDO = "taking back uncovers nothing"
BYTES = "equal states are equal bytes"
KEPT = "what is kept of a scene is what would be drawn"
LENGTH = "no match is longer than its game says"

LONGEST = 20_000  # steps: a match that takes more is taken to be endless


@dataclass(frozen=True)
class Finding:
    """A broken law, with all that is needed to see it again."""

    law: str
    what: str
    game: str
    options: Mapping[str, str]
    seats: int
    seed: int
    moves: tuple[str, ...]

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "none"
        moves = "; ".join(self.moves) or "none"
        return (
            f"{self.law}: {self.what}\n"
            f"  to see it again: {self.game}, options: {options}, seats: {self.seats}, seed: {self.seed}, "
            f"{len(self.moves)} moves: {moves}"
        )


class LawBroken(MistvaleError):
    """A game breaks a law; `finding` says which, and where."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(str(finding))


def named(viewer: int) -> str:
    return "the spectator" if viewer == SPECTATOR else f"seat {viewer}"
