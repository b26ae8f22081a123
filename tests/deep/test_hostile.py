"""Hostile requests by the ten thousand, in several processes: nothing breaks, and memory does not grow.

`MISTVALE_HOSTILE` says how many, `MISTVALE_HOSTILE_PROCESSES` in how many processes, and `MISTVALE_HOSTILE_SEED` with
which seed the first of them begins: a long siege can be laid in several parts.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import psutil
import pytest

from ..server.hostile import Siege

REQUESTS = int(os.environ.get("MISTVALE_HOSTILE", "100000"))
WORKERS = int(os.environ.get("MISTVALE_HOSTILE_PROCESSES", os.cpu_count() or 1))
SEED = int(os.environ.get("MISTVALE_HOSTILE_SEED", "0"))
# After so many everything has been loaded once, and what is kept of so many guests and tables is full.
WARM = min(20_000, REQUESTS // WORKERS // 5)
MOST_GROWTH = 40e6  # bytes, however many requests follow


def besiege(folder: str, seed: int, requests: int) -> tuple[int, int, float]:
    """How many were answered, how many reached a handler, and by how much memory grew."""
    siege = Siege(Path(folder), seed, idle_tables=8)
    here = psutil.Process()

    async def run() -> float:
        await siege.run(WARM)
        before = here.memory_info().rss
        await siege.run(requests - WARM)
        return float(here.memory_info().rss - before)

    growth = asyncio.run(run())
    return siege.told.total(), siege.reached, growth


@pytest.mark.deep
def test_hostile_requests_by_the_ten_thousand(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(WORKERS)]
    for folder in folders:
        folder.mkdir()
    with ProcessPoolExecutor(WORKERS) as pool:
        work = [
            pool.submit(besiege, str(folder), seed, REQUESTS // WORKERS) for seed, folder in enumerate(folders, SEED)
        ]
        done = [part.result() for part in work]
    answered, reached = sum(each[0] for each in done), sum(each[1] for each in done)
    growth = max(each[2] for each in done)
    print(f"{answered} answered, {reached} of them by a handler; memory grew by {growth / 1e6:.1f} MB")
    assert answered > 0.9 * REQUESTS and reached > 0.3 * answered and growth < MOST_GROWTH
