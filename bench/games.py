"""Random play of every installed game, measured against Misty in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import mistvale as mv
from mistvale.bots.playout import playouts
from mistvale.core.game import MOST_SEATS
from mistvale.core.rule import blank

YARDSTICK = "misty"
# What the issues of each game ask of it: its share of Misty's moves per second, and the bytes of a state.
GOALS = {
    "secret-valley": (1 / 4, 1024),
    "misterra": (1 / 10, 1536),
    "misty-valley": (1 / 15, 2048),
    "valdora": (1 / 10, 2048),
}


class Player:
    """Plays a game at random with as many seats as it allows, and counts moves per second."""

    def __init__(self, name: str) -> None:
        self.game = mv.game(name)
        self.seats = self.game.seats[-1]
        self.buffers: tuple[Any, ...] = (
            blank(self.game.state)[0],
            self.game.box().record,
            self.seats,
            self.game.packed_options(self.game.check_options(None)),
            np.zeros(4, np.uint64),
            np.zeros(1, np.uint64),
            np.zeros(max(self.game.moves.size, MOST_SEATS), np.int32),
            np.zeros(MOST_SEATS, np.int64),
        )

    def moves(self, matches: int) -> int:
        """Play so many matches; how many moves that took."""
        return int(playouts(*self.buffers, matches))

    def speed(self, matches: int) -> float:
        start = time.thread_time()
        moves = self.moves(matches)
        return moves / (time.thread_time() - start)


def shares(quick: bool, step: Callable[[], None]) -> dict[str, tuple[float, float]]:
    """For each game but Misty: its share of Misty's speed, turn about, and its moves per second."""
    rounds, matches = (11, 200) if quick else (41, 400)
    yardstick = Player(YARDSTICK)
    yardstick.speed(1)
    found: dict[str, tuple[float, float]] = {}
    for name in mv.games():
        if name == YARDSTICK:
            continue
        player = Player(name)
        player.speed(1)
        pairs = [(player.speed(matches), yardstick.speed(matches)) for _ in range(rounds)]
        share = statistics.median(own / other for own, other in pairs)
        found[name] = share, statistics.median(own for own, _ in pairs)
        step()
    return found
