"""Tries at codes and links: counted in the store, so that they hold for all processes to the last one.

Whoever guesses must not have more tries the more processes there are. Nothing here is asked for often, so each try may
cost a transaction. A row is somebody's bucket, named by a keyed hash, and goes when it is full again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import sqlalchemy as sa

from . import schema
from .beats import database_time, machine_time
from .errors import refuse
from .settings import Settings
from .store import Collision, Store

MOST_RETRIES = 20
SWEPT_AT_ONCE = 100
ROUNDING = 1e-9


class Attempts:
    """All methods block."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.source: Callable[[sa.Connection], int] = database_time if store.shared else machine_time
        self._per_ms = settings.codes_per_minute / 60_000
        self._burst = settings.code_burst

    def take(self, keys: Sequence[str], cost: float = 1.0) -> float:
        """Try once, for each of some who try; in how many seconds one may, if it is too soon for one of them."""
        if not self._per_ms:
            return 0.0
        for _ in range(MOST_RETRIES):
            with suppress(Collision):  # another process has written the first try at this moment
                return self.store.submit(lambda connection: self._take(connection, sorted(set(keys)), cost)).result()
        raise refuse("too-many", "busy")

    def _take(self, connection: sa.Connection, keys: list[str], cost: float) -> float:
        table, at = schema.attempts, self.source(connection)
        # In one order everywhere, so that two processes wait for each other one way only.
        mine = sa.select(table).where(table.c.key.in_(keys)).order_by(table.c.key).with_for_update()
        known = {row.key: row for row in connection.execute(mine)}
        left = {
            key: min(self._burst, known[key].left + max(0, at - known[key].at) * self._per_ms)
            if key in known
            else self._burst
            for key in keys
        }
        short = max(0.0, *(min(cost, 1.0) - each for each in left.values()))
        if short > ROUNDING:
            return short / self._per_ms / 1000
        for key in keys:
            after = left[key] - cost
            values = {"left": after, "at": at, "full": at + int((self._burst - after) / self._per_ms) + 1}
            if key in known:
                connection.execute(sa.update(table).where(table.c.key == key).values(values))
            else:
                connection.execute(sa.insert(table).values(key=key, **values))
        self._tidy(connection, at)
        return 0.0

    def _tidy(self, connection: sa.Connection, at: int) -> None:
        """Forget some who have all their tries again; whom another process is at, it forgets."""
        table = schema.attempts
        late = sa.select(table.c.key).where(table.c.full <= at).limit(SWEPT_AT_ONCE).with_for_update(skip_locked=True)
        gone = list(connection.execute(late).scalars())
        if gone:
            connection.execute(sa.delete(table).where(table.c.key.in_(gone)))
