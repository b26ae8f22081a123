"""Many cold processes on one cache, of real games; `tests/core/test_cache.py` has four of them on the toys."""

from __future__ import annotations

import os

from . import cold

PROCESSES = int(os.environ.get("MISTVALE_PROCESSES", "16"))
ROUNDS = int(os.environ.get("MISTVALE_ROUNDS", "20"))
GAMES = ("misty", "secret-valley", "misterra")


def test_cold_processes_play_as_one_alone() -> None:
    assert cold.run(PROCESSES, ROUNDS, GAMES)
