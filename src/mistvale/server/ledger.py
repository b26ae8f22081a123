"""What is spent of limits at all processes together.

Each process counts in its own memory, so that no request waits for a database, and tells the others what was spent at
it: every second, and sooner where somebody spends much. What was spent elsewhere is missing here, and may be owed. So
an address has one limit, wherever the balancer sends it; what it can have beyond a burst is what it spends at several
processes before they have heard of each other, and that is waited for later. With SQLite there is one process, and
nothing to tell.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .limits import Buckets
from .store import LONGEST_NOTICE

if TYPE_CHECKING:
    from .hub import Hub

TELL_SECONDS = 1.0
SOONEST_SECONDS = 0.1
# Bytes of what is told at once, and how often in one go; of those who spent least nothing is told then.
NOTICE_BYTES = LONGEST_NOTICE - 200
MOST_NOTICES = 20

Spent = dict[str, dict[str, float]]  # by the name of a limit, and by whoever spent it


class Ledger:
    """One for each process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._kept: dict[str, Buckets] = {}
        self._stirred = asyncio.Event()

    def keep(self, pools: Iterable[tuple[str, Buckets]], mark: Callable[[str], str]) -> None:
        """Count these limits for all processes; `mark` is what others are told of a guest or an address."""
        if not self.hub.store.shared:
            return
        for name, buckets in pools:
            buckets.share(mark, self._stirred.set)
            self._kept[name] = buckets

    async def run(self) -> None:
        """Tell the others, as long as there are any."""
        while self._kept:
            with suppress(TimeoutError):
                # Not `wait_for`: before Python 3.12 it may swallow that one is to stop.
                async with asyncio.timeout(TELL_SECONDS):
                    await self._stirred.wait()
            self._stirred.clear()
            await self.flush()
            await asyncio.sleep(SOONEST_SECONDS)

    async def flush(self) -> None:
        """Tell what was spent since the last time."""
        for spent in notices({name: buckets.told() for name, buckets in self._kept.items()}):
            await self.hub.read(self.hub.store.notify, {"spent": spent})

    def heard(self, spent: dict[str, Any]) -> None:
        """What was spent at another process."""
        for name, marks in spent.items():
            # A process of another version may have limits that this one does not know.
            for mark, amount in marks.items() if name in self._kept else ():
                self._kept[name].owe(mark, float(amount))


def notices(spent: Spent) -> Iterator[Spent]:
    """What was spent, in parts that can be told; who spent most comes first."""
    lines = [(amount, name, mark) for name, marks in spent.items() for mark, amount in marks.items()]
    lines.sort(reverse=True)
    for number, lot in enumerate(lots(lines)):
        if number == MOST_NOTICES:
            return
        part: Spent = {}
        for amount, name, mark in lot:
            part.setdefault(name, {})[mark] = round(amount, 2)
        yield part


def lots(lines: list[tuple[float, str, str]]) -> Iterator[list[tuple[float, str, str]]]:
    lot, size = list[tuple[float, str, str]](), 0
    for line in lines:
        length = len(json.dumps(line))
        if lot and size + length > NOTICE_BYTES:
            yield lot
            lot, size = [], 0
        lot.append(line)
        size += length
    if lot:
        yield lot
