"""The keeper of the clocks: one loop in each process, which waits for the nearest deadline of all matches."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from . import tracing
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
MOST_TABLES = 1_000_000


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
        self._settling: dict[str, asyncio.Task[None]] = {}
        # For which deadline tables were settled: one that stays as it is in spite of it is stuck.
        self._tried: dict[str, int] = {}

    async def moment(self) -> Moment:
        """Now, by the one source of time; refused where that cannot be asked."""
        if not self.beats.is_fresh():
            await self.beat_now(force=False)
        return self.beats.moment()

    def now(self, clocks: Clocks) -> int:
        """Now, to tell it; a process that has not asked yet takes what was last written down."""
        return self.beats.moment().at if self.beats.is_fresh() else clocks.since or 0

    def note(self, match: str, deadline: int | None) -> None:
        """Something happened at a table, here or at another process; its next clock runs out then."""
        self._stuck.discard(match)
        self._tried.pop(match, None)
        if deadline is not None and (self._nearest is None or deadline < self._nearest):
            self.wake()

    def wake(self) -> None:
        """Look again: something may be nearer than what is waited for."""
        self._woken.set()

    async def run(self) -> None:
        """Let those go who are out of time, when they are."""
        while True:
            self._woken.clear()
            try:
                begun = await self._begin()
            except Exception as error:
                begun = []
                log.warning("the clocks are not looked at: %s", error, exc_info=not isinstance(error, Refusal))
            if not begun:
                await self._wait()

    async def beat(self) -> None:
        """Say that somebody serves, as long as clocks run: also while tables are being put together."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self._nearest is not None:
                try:
                    await self.beat_now()
                except Exception as error:
                    log.warning("no beat: %s", error, exc_info=not isinstance(error, Refusal))

    async def look(self) -> None:
        """See to all that is due, and wait until it is done."""
        while await self._begin() or self._settling:
            await asyncio.gather(*self._settling.values())

    async def _wait(self) -> None:
        pause = IDLE_SECONDS
        if self._nearest is not None:
            left = self._nearest - self.beats.moment().at if self.beats.is_fresh() else 0
            pause = min(BEAT_SECONDS, max(left, 1) / 1000)
        with suppress(TimeoutError):
            # Not `wait_for`: before Python 3.12 it may swallow that one is to stop.
            async with asyncio.timeout(pause):
                await self._woken.wait()

    async def _begin(self) -> list[asyncio.Task[None]]:
        """Begin to settle some tables whose time has come; there may be more."""
        running = await self.hub.read(self.hub.store.deadlines, [*self._stuck, *self._settling])
        self._nearest = running[0][1] if running else None
        if not running:
            return []
        if not self.beats.is_fresh(BEAT_SECONDS):
            await self.beat_now()
        now = (await self.moment()).at
        due = {match: deadline for match, deadline in running if deadline <= now}
        self._stuck |= {match for match, deadline in due.items() if self._tried.get(match) == deadline}
        self._tried |= due
        begun = {match: self.hub.spawn(self.settle(match)) for match in due if match not in self._stuck}
        self._settling |= begun
        return list(begun.values())

    async def beat_now(self, force: bool = True) -> None:
        """Say once that somebody serves; without `force`, only if that was not said lately."""
        async with self._beating:
            if not force and self.beats.is_fresh():
                return
            with tracing.span("keeper.beat"):
                set_back = await self.hub.change(self.beats.beat)
        if set_back:
            # What is due seems to be far away now.
            self.hub.spawn(self._settle_all())

    async def _settle_all(self) -> None:
        try:
            for match, _ in await self.hub.read(self.hub.store.deadlines, (), MOST_TABLES):
                await self.settle(match)
        except Refusal as refusal:
            # Each is settled before anything happens there, too.
            log.warning("the clocks are not settled: %s", refusal)

    async def settle(self, match: str) -> None:
        """Let everything happen at a table that is due there; it may have to be put together first."""
        try:
            if not self.hub.has(match) and self.hub.store.shared:
                await asyncio.sleep(ELSEWHERE_SECONDS)
            with tracing.root("keeper.settle"):
                live = await self.hub.live(match)
                await live.settle()
            if live.table.frozen:
                self._stuck.add(match)
        except Exception as error:
            if isinstance(error, Refusal) and error.code == "read-only":
                await asyncio.sleep(self.hub.settings.retry_seconds)
                self._tried.pop(match, None)
                return
            log.warning("the clocks of %s stand: %s", match, error, exc_info=not isinstance(error, Refusal))
            self._stuck.add(match)
        finally:
            self._settling.pop(match, None)
            self.wake()

    async def stop(self) -> None:
        """Say that this process serves no more."""
        try:
            await self.hub.read(self.beats.rest)
        except Exception as error:
            log.warning("nobody was told that this process stops: %s", error)
