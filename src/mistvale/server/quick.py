"""Quick match: a queue in the store, one for all processes, and those of this process who wait in it.

A matcher claims rows and opens their table in one transaction: nobody is seated twice, and a process that dies takes
nothing along. Whoever's browser is gone stops to beat, and is no longer counted.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import statistics
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

import mistvale as mv
from mistvale.core.text import DEFAULT

from . import schema
from .anchors import pool_of
from .clocks import Moment
from .commands import open_table
from .errors import Refusal, refuse, too_many
from .matching import Company, Strength, Waiting, companies
from .ratings import PEOPLE, met_often, strengths_among, write_devices
from .skill import START, UNIT
from .store import Collision, Store
from .tables import Seat
from .tempo import PACES
from .terms import PaceKind, Terms
from .words import say

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
BEAT_SECONDS = 4.0
# Whoever has not beaten for so long is gone; and a seat that nobody was told of is looked up for so long.
GONE_MS = 15_000
TOLD_MS = 120_000
MOST_MATCHED = 200
# Any number will do, as with the other locks.
QUEUE_LOCK = 0x51554555
WAITS_KEPT_MS = 7 * 24 * 3600 * 1000
WAITS_LOOKED_AT = 20
FEWEST_WAITS = 3
QUEUE_WAIT = 60.0


class Line(Protocol):
    """A browser that waits."""

    guest: str

    def seated(self, match: str, seat: int) -> None: ...

    def replaced(self) -> None: ...


class Queue:
    """The queue as the store has it. All methods block; moments are milliseconds since 1970."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def enter(self, entry: Waiting, origins: Sequence[str], most: int) -> sa.Row[Any]:
        """Wait from now on; who waits already waits on, with what it wants now. Who sits somewhere is told again."""
        table = schema.queue

        def job(connection: sa.Connection) -> sa.Row[Any]:
            mine = sa.select(table).where(table.c.guest == entry.guest).with_for_update()
            known = connection.execute(mine).first()
            if known is not None and not self._is_old(known, entry):
                if not known.match:
                    values = {**written(entry), "beat": entry.since}
                    del values["since"]  # who waits already waits on
                    connection.execute(sa.update(table).where(table.c.guest == entry.guest).values(values))
                return connection.execute(mine).one()
            connection.execute(sa.delete(table).where(table.c.guest == entry.guest))
            here = sa.and_(table.c.origin.in_(origins), table.c.beat > entry.since - GONE_MS, table.c.match == "")
            count = connection.execute(sa.select(sa.func.count()).select_from(table).where(here)).scalar() or 0
            if most and count >= most:
                raise too_many(QUEUE_WAIT, "queue-enough", most=most)
            connection.execute(sa.insert(table).values({**written(entry), "origin": origins[0], "beat": entry.since}))
            return connection.execute(mine).one()

        try:
            return self.store.submit(job).result()
        except Collision:
            # The same guest came by another process a moment ago.
            return self.store.submit(job).result()

    @staticmethod
    def _is_old(row: sa.Row[Any], entry: Waiting) -> bool:
        """Whether a row is of no use any more: its browser was gone; or it sits somewhere, and wants something else."""
        if row.match and row.seal != entry.seal:
            return True
        return bool(row.beat < entry.since - (TOLD_MS if row.match else GONE_MS))

    def leave(self, guest: str) -> None:
        """Wait no more."""
        table = schema.queue
        which = sa.and_(table.c.guest == guest, table.c.match == "")
        self.store.submit(lambda connection: connection.execute(sa.delete(table).where(which))).result()

    def beat(self, guests: Collection[str], moment: int) -> list[sa.Row[Any]]:
        """Those who wait here still do; which of them sit somewhere."""
        table = schema.queue
        mine = sa.and_(table.c.guest.in_(list(guests)), table.c.match == "")
        change = sa.update(table).where(mine).values(beat=moment)
        self.store.submit(lambda connection: connection.execute(change)).result()
        return self.seated(guests)

    def seated(self, guests: Collection[str]) -> list[sa.Row[Any]]:
        table = schema.queue
        return self.store.rows(sa.select(table).where(table.c.guest.in_(list(guests)), table.c.match != ""))

    def match(self, moment: int, clock: Moment) -> list[str]:
        """Bring together who fits, now, by the clock of tables too; who was seated."""
        return self.store.submit(lambda connection: self._match(connection, moment, clock)).result()

    def _match(self, connection: sa.Connection, moment: int, clock: Moment) -> list[str]:
        if self.store.shared:
            lock = sa.select(sa.func.pg_try_advisory_xact_lock(QUEUE_LOCK))
            if not connection.execute(lock).scalar():
                return []  # another process does it at this moment
        table = schema.queue
        self._tidy(connection, moment)
        waits = sa.select(table).where(table.c.match == "", table.c.beat > moment - GONE_MS)
        rows = connection.execute(waits.order_by(table.c.since).limit(MOST_MATCHED).with_for_update(skip_locked=True))
        waiting = [self._waiting(row) for row in rows]
        apart = self._apart(connection, waiting, moment)
        strong = self._strength(connection, waiting)
        found = companies(waiting, moment, strong, lambda one, other: frozenset((one, other)) in apart)
        for company in found:
            self._seat(connection, company, moment, clock)
        return [each.guest for company in found for each in company.people]

    def _tidy(self, connection: sa.Connection, moment: int) -> None:
        table, waits = schema.queue, schema.waits
        connection.execute(sa.delete(table).where(table.c.beat < moment - TOLD_MS))
        connection.execute(sa.delete(waits).where(waits.c.at < moment - WAITS_KEPT_MS))

    @staticmethod
    def _waiting(row: sa.Row[Any]) -> Waiting:
        return Waiting(
            row.guest,
            tuple(row.games),
            row.pace,
            row.seats,
            row.name,
            row.seal,
            row.since,
            row.rated,
            tuple(row.devices),
        )

    @staticmethod
    def _strength(connection: sa.Connection, waiting: Sequence[Waiting]) -> Strength:
        """How strong those who wait are; whoever has no rating is anybody."""
        pools = {each.guest: pool_of(each.seats) for each in waiting}
        known = strengths_among(connection, pools)
        return lambda guest, game: known.get((guest, game, pools[guest]), START.mu / UNIT)

    @staticmethod
    def _apart(connection: sa.Connection, waiting: Sequence[Waiting], moment: int) -> set[frozenset[str]]:
        """Those of some who are not to meet, whoever of the two has said so; or whose match would not count."""
        guests = [each.guest for each in waiting]
        table = schema.blocks
        between = sa.select(table).where(table.c.player.in_(guests), table.c.other.in_(guests))
        found = {frozenset((row.player, row.other)) for row in connection.execute(between)} if guests else set()
        rated = [each for each in waiting if each.rated]
        if len(rated) > 1:
            found |= met_often(connection, [each.guest for each in rated], PEOPLE, day_of(moment))
            found |= {
                frozenset((one.guest, other.guest))
                for one, other in combinations(rated, 2)
                if not set(one.devices).isdisjoint(other.devices)
            }
        return found

    def _seat(self, connection: sa.Connection, company: Company, moment: int, clock: Moment) -> None:
        """Open the table of some who were brought together, and tell them."""
        people = list(company.people)
        # Nobody sits first because of waiting longest.
        random.SystemRandom().shuffle(people)
        pace: PaceKind = people[0].pace  # type: ignore[assignment]
        seats = [
            Seat(
                "guest",
                each.name or say("seat.guest", DEFAULT, number=i + 1),
                guest=each.guest,
                seal=each.seal,
                wanted="anyone",
            )
            for i, each in enumerate(people)
        ]
        # Between strangers there are no hints.
        rated = people[0].rated
        terms = Terms(hints=False, door="public", pace=PACES[pace], rated=rated)
        options = mv.game(company.game).check_options({})
        opened = open_table(people[0].guest, company.game, options, seats, None, terms, clock, met=True)
        self.store.add(connection, opened.batch)
        table = schema.queue
        for seat, each in enumerate(people):
            write_devices(connection, opened.table.id, each.guest, each.devices)
            change = sa.update(table).where(table.c.guest == each.guest)
            connection.execute(change.values(match=opened.table.id, seat=seat, beat=moment))
            self._note_wait(connection, company.game, each, moment)
        self.store.tell(connection, {"queue": [each.guest for each in people]})

    @staticmethod
    def _note_wait(connection: sa.Connection, game: str, each: Waiting, moment: int) -> None:
        seconds = round(each.waited(moment))
        values = {"id": secrets.token_hex(8), "game": game, "pace": each.pace, "seats": each.seats, "seconds": seconds}
        connection.execute(sa.insert(schema.waits).values({**values, "rated": each.rated, "at": moment}))

    def usual_wait(self, games: Collection[str], pace: str, seats: int, rated: bool = False) -> int | None:
        """How many seconds others waited lately: the median of the soonest of some games; None if nobody knows."""
        table = schema.waits
        found = []
        for game in games:
            same = sa.and_(table.c.game == game, table.c.pace == pace, table.c.seats == seats, table.c.rated == rated)
            newest = sa.select(table.c.seconds).where(same).order_by(table.c.at.desc()).limit(WAITS_LOOKED_AT)
            lately = [row[0] for row in self.store.rows(newest)]
            if len(lately) >= FEWEST_WAITS:
                found.append(round(statistics.median(lately)))
        return min(found, default=None)

    def count(self, entry: Waiting, moment: int) -> int:
        """How many wait for what somebody wants, in one of the games."""
        table = schema.queue
        waits = sa.and_(
            table.c.match == "",
            table.c.beat > moment - GONE_MS,
            table.c.pace == entry.pace,
            table.c.seats == entry.seats,
            table.c.rated == entry.rated,
        )
        rows = self.store.rows(sa.select(table.c.games).where(waits).limit(MOST_MATCHED))
        return sum(bool(set(row.games) & set(entry.games)) for row in rows)


def written(entry: Waiting) -> dict[str, Any]:
    """Somebody who waits, as the queue has it."""
    return {**vars(entry), "games": list(entry.games), "devices": list(entry.devices)}


def day_of(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d")


class Quick:
    """Those of this process who wait: their hearts beat here, and they are told where they sit."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.queue = Queue(hub.store)
        self._lines: dict[str, Line] = {}

    def moment(self) -> int:
        return int(self.hub.time() * 1000)

    # ------------------------------------------------------------ waiting

    async def enter(self, line: Line, entry: Waiting, origins: Sequence[str]) -> None:
        """Let somebody wait, and look at once whether others fit."""
        before = self._lines.get(entry.guest)
        # Known before it is written: another process may seat it at once.
        self._lines[entry.guest] = line
        try:
            row = await self.hub.change(self.queue.enter, entry, origins, self.hub.settings.queue_per_address)
        except BaseException:
            self.forget(line)
            raise
        if before is not None and before is not line:
            before.replaced()
        if row.match:
            await self._tell(row)
        else:
            await self.bring_together()

    async def leave(self, line: Line) -> None:
        """Somebody wants to wait no more."""
        self.forget(line)
        await self.hub.change(self.queue.leave, line.guest)

    def waits(self, line: Line) -> bool:
        return self._lines.get(line.guest) is line

    def forget(self, line: Line) -> None:
        """A line is gone. Its row stays for a moment: a browser that comes back waits on."""
        if self._lines.get(line.guest) is line:
            del self._lines[line.guest]

    async def told(self, entry: Waiting) -> tuple[int | None, int]:
        """How long it may take, and how many wait."""
        wait = await self.hub.read(self.queue.usual_wait, entry.games, entry.pace, entry.seats, entry.rated)
        return wait, await self.hub.read(self.queue.count, entry, self.moment())

    # ------------------------------------------------------------ being seated

    async def bring_together(self) -> None:
        if self.hub.doorman.door.maintenance:
            return  # no new tables: those who wait are told so
        try:
            seated = await self.hub.change(self.queue.match, self.moment(), await self.hub.keeper.moment())
        except Collision:
            return  # it is tried again with the next beat
        if seated:
            self.hub.lobby.refresh()
            await self._tell_some(seated)

    def heard(self, payload: dict[str, Any]) -> None:
        """Another process has seated some."""
        mine = [str(guest) for guest in payload["queue"] if guest in self._lines]
        if mine:
            self.hub.spawn(self._tell_some(mine))

    async def _tell_some(self, guests: Collection[str]) -> None:
        mine = [guest for guest in guests if guest in self._lines]
        try:
            for row in await self.hub.read(self.queue.seated, mine) if mine else ():
                await self._tell(row)
        except Refusal as refusal:
            log.info("some do not know yet where they sit: %s", refusal)

    async def _tell(self, row: sa.Row[Any]) -> None:
        line = self._lines.pop(row.guest, None)
        if line is not None:
            line.seated(row.match, row.seat)

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.tick()
            except Refusal as refusal:
                log.info("the queue waits: %s", refusal)
            except Exception:
                log.exception("the queue waits")

    async def tick(self) -> None:
        """Those who wait here still do; and with time others fit, too."""
        if not self._lines:
            return
        for row in await self.hub.change(self.queue.beat, list(self._lines), self.moment()):
            await self._tell(row)
        await self.bring_together()


def check_games(games: Collection[str], seats: int) -> tuple[str, ...]:
    """The games of a wish, each once; refused where one is not played by so many."""
    known = mv.games()
    for game in games:
        if game not in known:
            raise refuse("not-found", "no-game", game=game[:64], known=", ".join(known))
    fitting = tuple(game for game in dict.fromkeys(games) if seats in mv.game(game).seats)
    if not fitting:
        raise refuse("bad-request", "no-game-for", seats=seats)
    return fitting
