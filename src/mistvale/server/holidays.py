"""Holidays: whoever plays by mail may have the clocks stand still for some days of a year, at all such tables.

How many days are left is a matter of the store; that a clock stands still is an event at each table.
"""

from __future__ import annotations

import sqlalchemy as sa

from . import schema
from .errors import refuse
from .store import Store

DAY = 24 * 3600 * 1000
YEAR = 365 * DAY
# A holiday that is shorter counts as one of these: who switches to and fro gains nothing.
LEAST = DAY // 2


class Holidays:
    """All methods block. Times are milliseconds, by the one source of time."""

    def __init__(self, store: Store, days: int) -> None:
        self.store = store
        self.most = days * DAY

    def now_on(self, guest: str, now: int) -> int:
        """Until when a guest is on holiday; 0 if it is not."""
        table = schema.holidays
        rows = self.store.rows(sa.select(table.c.until).where(table.c.guest == guest, table.c.until > now))
        return max((int(row[0]) for row in rows), default=0)

    def left(self, guest: str, now: int) -> int:
        """What a guest has left of the last twelve months, the present holiday counted up to now."""
        table = schema.holidays
        lately = sa.select(table).where(table.c.guest == guest, table.c.until > now - YEAR)
        return max(0, self.most - sum(counted(row.since, row.until, now) for row in self.store.rows(lately)))

    def begin(self, guest: str, now: int) -> int:
        """Go on holiday, for as long as days are left; until when."""

        def job(connection: sa.Connection) -> int:
            # Two requests at once must not spend the same days twice.
            self.store.lock(connection)
            table = schema.holidays
            rows = list(connection.execute(sa.select(table).where(table.c.guest == guest, table.c.until > now - YEAR)))
            if on := max((int(row.until) for row in rows if row.until > now), default=0):
                return on
            left = self.most - sum(counted(row.since, row.until, now) for row in rows)
            if left < LEAST:
                raise refuse("not-possible", "holidays-over")
            connection.execute(sa.delete(table).where(table.c.guest == guest, table.c.until <= now - YEAR))
            connection.execute(sa.insert(table).values(guest=guest, since=now, until=now + left))
            return now + left

        return self.store.submit(job).result()

    def end(self, guest: str, now: int) -> None:
        """Come back."""
        table = schema.holidays
        mine = sa.update(table).where(table.c.guest == guest, table.c.until > now)
        self.store.submit(lambda connection: connection.execute(mine.values(until=now))).result()

    def tables(self, guest: str) -> list[str]:
        """The matches that go on in which a guest sits and clocks are kept."""
        matches, holders = schema.matches, schema.holders
        mine = sa.select(holders.c.match).where(holders.c.guest == guest)
        going = sa.select(matches.c.match).where(matches.c.match.in_(mine), matches.c.status == "playing")
        return [row[0] for row in self.store.rows(going.order_by(matches.c.match))]


def counted(since: int, until: int, now: int) -> int:
    """What a holiday counts."""
    spent = min(until, now) - max(since, now - YEAR)
    return max(spent, min(LEAST, until - since) if until > now else LEAST)
