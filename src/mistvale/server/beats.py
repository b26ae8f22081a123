"""The one source of time, and how it is known that somebody served: heartbeats, a row for each process.

A beat asks the database what time it is (on SQLite: this machine) and writes that down. Between two beats time goes
on as this process measures it, which no change of a machine's clock alters. When a beat finds that no process has
beaten for long, or that this one is the first to begin, or that the clock was set back, there was an **outage**: what
clocks would have counted meanwhile is given back. So is the time in which the database took no writes, or in which
the machine slept. Beats are written only while clocks run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from . import schema
from .clocks import Moment, Outage

if TYPE_CHECKING:
    from .store import Store

BEAT_SECONDS = 3.0
# Nobody has beaten for so long: nobody served.
SILENCE = 10_000
FORGOTTEN = 24 * 3600 * 1000


@dataclass(frozen=True)
class Beat:
    """What time it was, by the source and by this process, and the outages that are known."""

    at: int
    measured: float
    outages: tuple[Outage, ...]


class Beats:
    """The time, for one process. `beat` and `rest` block."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.source: Callable[[sa.Connection], int] = database_time if store.shared else machine_time
        self.measure: Callable[[], float] = time.monotonic
        self._last: Beat | None = None

    # ------------------------------------------------------------ what time it is

    @property
    def outages(self) -> tuple[Outage, ...]:
        return self._last.outages if self._last else ()

    def is_fresh(self, seconds: float | None = None) -> bool:
        """Whether there was a beat so lately; without a number: whether nobody can take this process for gone."""
        most = SILENCE / 1000 if seconds is None else seconds
        return self._last is not None and self.measure() - self._last.measured < most

    def moment(self) -> Moment:
        """Now. There was a beat before."""
        assert self._last is not None
        last = self._last
        return Moment(last.at + int((self.measure() - last.measured) * 1000), len(last.outages))

    # ------------------------------------------------------------ beating

    def beat(self) -> bool:
        """Say that somebody serves; whether the clock was set back."""
        self._last, set_back = self.store.submit(self._beat).result()
        return set_back

    def _beat(self, connection: sa.Connection) -> tuple[Beat, bool]:
        self.store.lock(connection)
        before = self.measure()
        at = self.source(connection)
        measured = (before + self.measure()) / 2
        outage = self._silence(connection, at)
        if outage is not None:
            connection.execute(sa.insert(schema.outages).values(vars(outage)))
        self._write(connection, at)
        rows = connection.execute(sa.select(schema.outages).order_by(schema.outages.c.number))
        outages = tuple(Outage(row.number, row.gone, row.back) for row in rows)
        return Beat(at, measured, outages), outage is not None and outage.back < outage.gone

    def _silence(self, connection: sa.Connection, at: int) -> Outage | None:
        """The outage that ends with this beat, if clocks ran in it."""
        beats, matches = schema.beats, schema.matches
        newest = connection.execute(sa.select(sa.func.max(beats.c.at))).scalar()
        if newest is None or not (
            abs(at - newest) > SILENCE or (self._is_first(connection) and self._alone(connection, at))
        ):
            return None
        if (
            connection.execute(sa.select(matches.c.match).where(matches.c.deadline.is_not(None)).limit(1)).first()
            is None
        ):
            return None
        number = connection.execute(sa.select(sa.func.max(schema.outages.c.number))).scalar() or 0
        return Outage(number + 1, newest, at)

    def _is_first(self, connection: sa.Connection) -> bool:
        own = sa.select(schema.beats).where(schema.beats.c.process == self.store.process)
        return connection.execute(own).first() is None

    def _alone(self, connection: sa.Connection, at: int) -> bool:
        """Whether no other process serves. An SQLite file is always one process's own."""
        beats = schema.beats
        others = sa.select(beats).where(beats.c.alive, beats.c.at > at - SILENCE)
        return not self.store.shared or connection.execute(others.limit(1)).first() is None

    def _write(self, connection: sa.Connection, at: int, alive: bool = True) -> None:
        beats = schema.beats
        connection.execute(
            sa.delete(beats).where(sa.or_(beats.c.process == self.store.process, beats.c.at < at - FORGOTTEN))
        )
        # A clock that was set back must not be found to be so again and again.
        connection.execute(sa.delete(beats).where(beats.c.at > at + SILENCE))
        connection.execute(sa.insert(beats).values(process=self.store.process, at=at, alive=alive))

    def rest(self) -> None:
        """This process stops in good order: others need not wait to find that out."""
        if self._last is not None:
            self.store.submit(lambda connection: self._write(connection, self.source(connection), alive=False)).result()


def machine_time(_connection: sa.Connection) -> int:
    return int(time.time() * 1000)


def database_time(connection: sa.Connection) -> int:
    epoch = sa.func.extract("epoch", sa.func.clock_timestamp()) * 1000
    return int(connection.execute(sa.select(sa.cast(epoch, sa.BigInteger))).scalar() or 0)
