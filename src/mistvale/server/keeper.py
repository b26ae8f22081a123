"""The keeper of the clocks: one loop in each process, which waits for the nearest deadline of all matches."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from .beats import BEAT_SECONDS, Beats
from .clocks import Clocks, Moment
from .errors import Refusal

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
# Where no clock runs it is looked up so often whether one does: others say so, and may not be heard.
IDLE_SECONDS = 60.0
# A table that another process has in memory is that one's first.
ELSEWHERE_SECONDS = 0.3


class Keeper:
    """Sees to it that time-outs happen, whoever serves, and that the one source of time is asked."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.beats = Beats(hub.store)
        self._nearest: int | None = None
        self._woken = asyncio.Event()
        self._beating = asyncio.Lock()
        # Tables whose clocks nobody can settle, such as frozen ones, until something happens there.
        self._stuck: set[str] = set()

    async def moment(self) -> Moment:
        """Now, by the one source of time; refused where that cannot be asked."""
        if not self.beats.is_fresh():
            await self._beat(force=False)
        return self.beats.moment()

    def now(self, clocks: Clocks) -> int:
        """Now, to tell it; a process that has not asked yet takes what was last written down."""
        return self.beats.moment().at if self.beats.is_fresh() else clocks.since or 0

    def note(self, match: str, deadline: int | None) -> None:
        """Something happened at a table, here or at another process; its next clock runs out then."""
        self._stuck.discard(match)
        if deadline is not None and (self._nearest is None or deadline < self._nearest):
            self.wake()

    def wake(self) -> None:
        """Look again: something may be nearer than what is waited for."""
        self._woken.set()

    async def run(self) -> None:
        while True:
            self._woken.clear()
            try:
                await self.look()
            except Refusal as refusal:
                log.warning("the clocks are not looked at: %s", refusal)
            except Exception:
                log.exception("the clocks are not looked at")
            await self._wait()

    async def _wait(self) -> None:
        pause = IDLE_SECONDS
        if self._nearest is not None:
            left = self._nearest - self.beats.moment().at if self.beats.is_fresh() else 0
            pause = min(BEAT_SECONDS, max(left, 1) / 1000)
        try:
            await asyncio.wait_for(self._woken.wait(), pause)
        except TimeoutError:
            return

    async def look(self) -> None:
        """Settle what is due, and find out what is next."""
        while await self._settle_some():
            pass

    async def _settle_some(self) -> bool:
        """Settle some tables whose time has come; whether there may be more."""
        running = await self.hub.read(self.hub.store.deadlines, list(self._stuck))
        self._nearest = running[0][1] if running else None
        if not running:
            return False
        if not self.beats.is_fresh(BEAT_SECONDS):
            await self._beat()
        now = (await self.moment()).at
        due = [match for match, deadline in running if deadline <= now]
        for match in due:
            await self._settle(match)
        return bool(due)

    async def _beat(self, force: bool = True) -> None:
        async with self._beating:
            if not force and self.beats.is_fresh():
                return
            set_back = await self.hub.change(self.beats.beat)
        if set_back:
            # What is due seems to be far away now.
            self.hub.spawn(self._settle_all())

    async def _settle_all(self) -> None:
        for match, _ in await self.hub.read(self.hub.store.deadlines, (), 1_000_000):
            await self._settle(match)

    async def _settle(self, match: str) -> None:
        if not self.hub.has(match) and self.hub.store.shared:
            await asyncio.sleep(ELSEWHERE_SECONDS)
        try:
            live = await self.hub.live(match)
            await live.settle()
            clocks = live.table.clocks
            if live.table.frozen or clocks is None or clocks.out_of_time((await self.moment()).at) is not None:
                self._stuck.add(match)
        except Refusal as refusal:
            if refusal.code == "read-only":
                raise
            self._stuck.add(match)
        except Exception:
            log.exception("the clocks of %s cannot be settled", match)
            self._stuck.add(match)

    async def stop(self) -> None:
        """Say that this process serves no more."""
        try:
            await self.hub.read(self.beats.rest)
        except Exception as error:
            log.warning("nobody was told that this process stops: %s", error)
