"""The watch over tables that begin: seats that the start waits for in vain are free again.

Since when a start waits stands in a column, so that any process finds it, also after a restart; the command looks once
more at the table as it is, and of two processes the insert of the event decides.
"""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING

import sqlalchemy as sa

from . import schema, seating
from .errors import Refusal
from .events import seconds
from .starting import free_late
from .tables import Table

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
FREED_AT_ONCE = 100


class Starts:
    """Looks every second for tables whose start takes too long."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def patience(self, table: Table) -> float:
        """How many seconds a start waits: not long where people came to play at once."""
        settings = self.hub.settings
        if table.terms.tournament:
            return table.terms.patience
        slow = table.terms.door == "link" or table.terms.pace.kind == "mail"
        return settings.slow_start_seconds if slow else settings.start_seconds

    def left(self, table: Table) -> int | None:
        """How many seconds are left; None where nobody is waited for."""
        stage, since = table.stage
        if table.match or stage not in seating.STARTING or table.status != stage or not seating.late(table):
            return None
        return max(0, math.ceil(seconds(since) + self.patience(table) - self.hub.time()))

    async def watch(self) -> None:
        await self.hub.sweeper.swept.wait()
        while True:
            try:
                await self.look()
            except Refusal as refusal:
                log.info("no look at tables that begin: %s", refusal)
            except Exception:
                log.exception("a look at tables that begin failed")
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Free what the starts of tables have waited for too long."""
        for match in await self.hub.read(self._late):
            try:
                live = await self.hub.live(match)
                await live.act(free_late(self.hub.time(), self.patience))
            except Refusal as refusal:
                log.info("the start of %s waits on: %s", match, refusal)
                if refusal.code == "read-only":
                    return

    def _late(self) -> list[str]:
        table, settings = schema.matches, self.hub.settings
        moment = int(self.hub.time())
        quick = sa.and_(table.c.door != "link", table.c.pace != "mail")
        due = sa.case((quick, moment - settings.start_seconds), else_=moment - settings.slow_start_seconds)
        shortest = moment - min(settings.start_seconds, settings.slow_start_seconds)
        waits = sa.and_(table.c.starting > 0, table.c.starting <= shortest, table.c.starting <= due)
        found = sa.select(table.c.match).where(waits, table.c.status.in_(seating.STARTING)).limit(FREED_AT_ONCE)
        return [row[0] for row in self.hub.store.rows(found.order_by(table.c.starting))]
