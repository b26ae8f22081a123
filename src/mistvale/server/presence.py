"""Presence: which of those who hold seats are at a table. Spectators come and go without anybody being told."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import messages

if TYPE_CHECKING:
    from .live import Live


class Presence:
    """Who is at one table, here and at other processes; others are told of changes, and not too often."""

    def __init__(self, live: Live) -> None:
        self._live = live
        # How many connections each guest has here.
        self._here: Counter[str] = Counter()
        # The holders of seats that are at other processes, and when that was heard.
        self._elsewhere: dict[str, tuple[float, set[str]]] = {}
        # What the watchers here, and the other processes, were told last.
        self._shown: list[bool] = []
        self._announced: list[str] | None = []
        self._pause: asyncio.TimerHandle | None = None

    def come(self, guest: str) -> None:
        self._here[guest] += 1
        self.changed()

    def go(self, guest: str) -> None:
        self._here[guest] -= 1
        if not self._here[guest]:
            del self._here[guest]
        self.changed()

    def hear(self, process: str, guests: Iterable[str]) -> None:
        """What another process says."""
        self._elsewhere[process] = time.monotonic(), set(guests)
        self.changed()

    def here(self) -> list[str]:
        """The guests at seats that watch the table at this process."""
        return sorted({seat.guest for seat in self._live.table.seats if seat.guest and seat.guest in self._here})

    def online(self) -> set[str]:
        """The guests at seats that watch the table, here or at another process."""
        fresh = time.monotonic() - self._live.hub.presence_seconds
        self._elsewhere = {name: heard for name, heard in self._elsewhere.items() if heard[0] > fresh}
        return set(self.here()).union(*(guests for _, guests in self._elsewhere.values()))

    def flags(self) -> list[bool]:
        """For each seat, whether somebody is there."""
        online = self.online()
        return [seat.kind == "bot" or seat.guest in online for seat in self._live.table.seats]

    # ------------------------------------------------------------ telling

    def changed(self) -> None:
        """Something may be different: it is told now, or as soon as the last time is some while ago."""
        if self._pause is None:
            self._tell()

    def repeat(self) -> None:
        """Tell the other processes again, before they take it for old."""
        self._announced = self._announced and None
        self.changed()

    def shown(self) -> None:
        """A whole status says it all."""
        self._shown = self.flags()

    def _tell(self) -> None:
        self._pause = None
        flags, here = self.flags(), self.here()
        news = flags != self._shown
        if news:
            self._shown = flags
            self._live.tell_all(messages.Presence(online=flags))
        if here != self._announced:
            news = True
            self._announced = here
            self._live.hub.tell_presence(self._live.table.id, here)
        if news:
            pause = self._live.hub.settings.presence_pause
            self._pause = asyncio.get_running_loop().call_later(pause, self._tell)
