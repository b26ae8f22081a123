"""Whole matches at random, as many as one likes, on all cores or on a GPU: what they come to on average.

lab.playouts("misty", 1_000_000, seats=4).points
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from ..core.box import Box, Data
from ..core.chance import seed_bytes
from ..core.game import Game
from ..core.rule import INTERPRETED, blank
from .cells import DECISIONS, POINTS_FROM, SQUARES_FROM, TOTALS, WINS_FROM, listed, play_all_random
from .rewards import settings
from .setting import Setting, check_count, check_device

SHARE = 256  # matches that a thread takes at a time


@dataclass(frozen=True)
class Playouts:
    """What came of random matches."""

    matches: int
    decisions: int
    points: tuple[float, ...]  # each seat's on average
    spread: tuple[float, ...]  # their standard deviation
    wins: tuple[float, ...]  # each seat's share of first places; who ties has one, too

    @classmethod
    def of(cls, totals: Any, matches: int, seats: int) -> Playouts:
        """What was added up, as averages."""
        sums, squares, wins = (
            [int(totals[first + seat]) for seat in range(seats)] for first in (POINTS_FROM, SQUARES_FROM, WINS_FROM)
        )
        points = tuple(total / matches for total in sums)
        spread = tuple(sqrt(max(0.0, square / matches - mean**2)) for square, mean in zip(squares, points, strict=True))
        return cls(matches, int(totals[DECISIONS]), points, spread, tuple(win / matches for win in wins))


def playouts(
    game: Game | str,
    matches: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    device: str = "cpu",
    seed: int | str | bytes = 0,
    box: Box | Path | str | Data | None = None,
    threads: int | None = None,
) -> Playouts:
    """Play so many matches at random to their end. Match i is the first one of match i of a `Batch` with this seed."""
    check_count(matches)
    setting = Setting.of(game, seats, options, box)
    how = settings(setting, seed=seed_bytes(seed))
    if check_device(device) == "cuda":
        from .gpu import play_matches

        totals = play_matches(setting, how, matches)
    else:
        totals = _on_cores(setting, how, matches, threads or os.cpu_count() or 1)
    return Playouts.of(totals, matches, setting.seats)


def _on_cores(setting: Setting, how: Any, matches: int, threads: int) -> Any:
    def share(first: int) -> Any:
        totals = np.zeros(TOTALS, np.int64)
        room = np.zeros(4, np.uint64), np.zeros(1, np.uint64), np.zeros(listed(setting.game), np.int32)
        end = min(first + SHARE, matches)
        play_all_random(blank(setting.game.state), setting.box.record, how, *room, totals, first, end)
        return totals

    shares = range(0, matches, SHARE)
    if INTERPRETED or min(threads, len(shares)) == 1:
        return sum(map(share, shares))
    with ThreadPoolExecutor(min(threads, len(shares))) as pool:
        return sum(pool.map(share, shares))
