"""Bots: anything that picks a move from what its seat may know."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol

from ..core.errors import BadTable
from ..core.game import Game
from ..core.match import Seat
from ..core.moves import Move
from . import greedy
from .greedy import Greedy
from .random import Random


class Bot(Protocol):
    """Chooses one of the legal moves of a seat."""

    name: str

    def choose(self, seat: Seat) -> Move: ...


BOTS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}


def bots() -> tuple[str, ...]:
    """The names of all bots, the weakest first."""
    return tuple(BOTS)


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot called `name`. With a seed it plays the same in the same position, on every machine."""
    if name not in BOTS:
        raise BadTable(f"there is no bot called {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](secrets.randbits(62) if seed is None else seed)


def compilations(game: Game) -> list[tuple[str, Callable[[], object]]]:
    """What bots need compiled for a game, beyond its own rules."""
    return greedy.compilations(game)


__all__ = ["Bot", "bot", "bots", "compilations"]
