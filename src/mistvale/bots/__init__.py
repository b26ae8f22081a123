"""Bots: anything that picks a move from what its seat may know."""

from __future__ import annotations

import functools
import secrets
import threading
from collections.abc import Callable
from typing import Protocol

from ..core.errors import BadTable
from ..core.game import Game
from ..core.match import Seat
from ..core.moves import Move
from . import levels
from .greedy import Greedy
from .levels import LEVELS, Level, Searcher, Thought
from .random import Random


class Bot(Protocol):
    """Chooses one of the legal moves of a seat."""

    name: str

    def choose(self, seat: Seat, stop: threading.Event | None = None) -> Move:
        """A legal move; soon, once `stop` is set."""
        ...


def _ladder() -> dict[str, Callable[[int], Bot]]:
    """All bots, the weakest first (docs/strength.md)."""
    by_level: dict[str, Callable[[int], Bot]] = {level.name: functools.partial(Searcher, level) for level in LEVELS}
    lower = {name: by_level.pop(name) for name in ("friend", "novice", "adept")}
    return {"random": Random, **lower, "greedy": Greedy, **by_level}


BOTS = _ladder()


def bots() -> tuple[str, ...]:
    """The names of all bots, the weakest first."""
    return tuple(BOTS)


def version(name: str, game: Game) -> int:
    """Which of its ways to play a game a bot has now: what was measured of an earlier one says nothing of it.

    Levels search by the game's advice, so they play otherwise when that is changed, too.
    """
    found = {level.name: level.version for level in LEVELS}
    return found[name] + game.advice - 1 if name in found else 1


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot called `name`. With a seed it plays the same in the same position, on every machine.

    A level may be given other settings, to see what they are worth: `adept:simulations=100,advice=0`.
    """
    if name.partition(":")[0] not in BOTS:
        raise BadTable("no-bot", name=name, known=", ".join(BOTS))
    make = BOTS[name] if name in BOTS else functools.partial(Searcher, levels.level(name))
    return make(secrets.randbits(62) if seed is None else seed)


def analyse(
    seat: Seat,
    level: str = "grandmaster",
    seed: int | None = None,
    most: int = 3,
    stop: threading.Event | None = None,
    why: bool = False,
) -> list[Thought]:
    """The best moves of a seat as a level sees them, the best first, each with what it expects of it.

    It knows no more than the seat does. With a seed it finds the same on every machine; once `stop` is set it
    tells what it has found so far. With `why` each comes with facts that speak for it or against it.
    """
    return levels.analyse(seat, levels.level(level), secrets.randbits(62) if seed is None else seed, most, stop, why)


__all__ = ["LEVELS", "Bot", "Level", "Thought", "analyse", "bot", "bots", "version"]
