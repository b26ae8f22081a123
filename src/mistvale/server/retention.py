"""Retention: what nobody came back to goes in the end.

For each table, and each guest's name, the day is kept on which somebody last came: not more exactly, so that
looking at a table costs one small write a day.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from .errors import Refusal
from .limits import MOST_KEYS
from .settings import Settings

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
EVERY_SECONDS = 3600.0
# Between two portions others have their turn.
PAUSE_SECONDS = 0.05
CLOSED_DAYS = 1


@dataclass(frozen=True)
class Stay:
    """How many days things stay after somebody last came; 0 is for ever."""

    waiting: int
    playing: int
    over: int
    names: int
    chat: int = 0
    boxes: int = 0

    @classmethod
    def of(cls, settings: Settings) -> Stay:
        return cls(
            settings.keep_waiting_days,
            settings.keep_playing_days,
            settings.keep_over_days,
            settings.keep_names_days,
            settings.keep_chat_days,
            settings.keep_boxes_days,
        )

    def by_status(self) -> dict[str, int]:
        """The days for each status that a table may have."""
        return {
            "waiting": self.waiting,
            "confirming": self.waiting,
            "sealing": self.waiting,
            # Nobody comes back to what was given up.
            "closed": min(self.waiting, CLOSED_DAYS),
            "playing": self.playing,
            "over": self.over,
            "frozen": self.over,
        }


def today() -> str:
    return day(datetime.now(UTC))


def days_ago(days: int) -> str:
    return day(datetime.now(UTC) - timedelta(days=days))


def day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d")


class Diary:
    """What was written down today already."""

    def __init__(self) -> None:
        self._day = ""
        self._written: set[str] = set()

    def first_today(self, key: str) -> bool:
        if self._day != today() or len(self._written) >= MOST_KEYS:
            self._day = today()
            self._written.clear()
        known = key in self._written
        self._written.add(key)
        return not known


class Sweeper:
    """Notes who came to what, and takes away what nobody came back to."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.stay = Stay.of(hub.settings)
        self.tables = 0
        self.names = 0
        # Set when the first sweep is over: bots need not wake at tables that go.
        self.swept = asyncio.Event()
        self._diary = Diary()

    def saw(self, key: str, write: Callable[[], Future[Any]]) -> None:
        """Something was used; it is written down once a day."""
        self._note(key, write)

    def saw_match(self, match: str) -> None:
        """Somebody looks at a table."""
        self._note(f"match {match}", lambda: self.hub.store.touch_match_soon(match))

    def saw_guest(self, guest: str) -> None:
        self._note(f"guest {guest}", lambda: self.hub.store.touch_guest_soon(guest))

    def _note(self, key: str, write: Callable[[], Future[Any]]) -> None:
        if self._diary.first_today(key):
            self.hub.spawn(self.written(write()))

    async def written(self, writing: Future[Any]) -> None:
        """Wait until something small is written down, if it can be."""
        try:
            await asyncio.wrap_future(writing)
        except Refusal as refusal:
            # Whoever comes tomorrow will be noted then.
            log.info("not noted: %s", refusal)

    async def run(self) -> None:
        """Now, and then every hour."""
        while True:
            try:
                await self.sweep()
            except Refusal as refusal:
                log.warning("nothing is swept: %s", refusal)
            except Exception:
                log.exception("sweeping failed")
            self.swept.set()
            await asyncio.sleep(EVERY_SECONDS)

    async def sweep(self) -> None:
        """Take away all that has to go, in small portions."""
        tables = names = 0
        while True:
            watched = self.hub.watched()
            for match in watched:
                self.saw_match(match)
            gone, forgotten = await self.hub.read(self.hub.store.sweep, self.stay, watched)
            for match in gone:
                self.hub.forget(match)
            tables, names = tables + len(gone), names + forgotten
            self.tables, self.names = self.tables + len(gone), self.names + forgotten
            if not gone and not forgotten:
                break
            await asyncio.sleep(PAUSE_SECONDS)
        if tables or names:
            log.info("swept %d tables and %d names that nobody came back to", tables, names)
