"""The random bot: any legal move, all alike."""

from __future__ import annotations

import random
import threading

from ..core.match import Seat
from ..core.moves import Move


class Random:
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, seat: Seat, stop: threading.Event | None = None) -> Move:
        return self._random.choice(seat.legal)
