"""The store: an append-only log of events on SQLite or PostgreSQL.

Every write goes through one thread, which commits all that waits as one transaction: a commit means a trip to
the disk, and tables that move at the same time share it. What is appended is on disk when `append` returns.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from mistvale.core.errors import reason
from mistvale.core.text import Message

from . import chat, daily, naming, outbox, ratings, schema, tournament_rows, tracing
from .engine import lock_file, migrate, open_engine, writing
from .errors import CannotServe, Refusal, refuse
from .errors import Collision as Collision  # who appends something meets it here
from .events import Batch, Event, Link, Listing, Mark, seconds
from .guests import OWNER_ALONE, keep_private
from .retention import Stay, days_ago, today
from .words import message

T = TypeVar("T")
# What is to be done, who waits for it, and what it is a part of.
Job = tuple[Callable[[sa.Connection], Any], "Future[Any]", tracing.Here]

log = logging.getLogger(__name__)
CHANNEL = "mistvale"
LONGEST_NOTICE = 7_999  # bytes; PostgreSQL takes no longer ones
MOST_AT_ONCE = 64
ROOM = 32 * 1024
SWEPT_AT_ONCE = 20
# As with the lock of migrations, any number will do.
SWEEP_LOCK = 0x53574550
WRITE_LOCK = 0x57524954
DAY = 24 * 3600
GOING = ("waiting", "confirming", "sealing", "playing")
# What every move does stands ready: to put a statement together takes longer than to carry it out.
ADD_EVENT = sa.insert(schema.events)
NEWEST = sa.case((schema.matches.c.touched < sa.bindparam("day"), sa.bindparam("day")), else_=schema.matches.c.touched)
MARK = sa.update(schema.matches).where(schema.matches.c.match == sa.bindparam("marked")).values(touched=NEWEST)


# Where rows are that go with their match.
MATCH_TABLES = (
    schema.events,
    schema.links,
    schema.holders,
    schema.names,
    schema.results,
    schema.cancellations,
    schema.invitations,
    schema.outbox,
    schema.chat,
    schema.devices,
    schema.analyses,
    schema.branches,
    schema.comments,
    schema.matches,
)


class NoticeTooLong(Exception):
    """PostgreSQL would refuse it, and the transaction that it is part of."""


def write_name(connection: sa.Connection, guest: str, name: str) -> None:
    """What a guest is called from now on, as a part of a transaction."""
    same = schema.guests.c.guest == guest
    values = {"name": name, "seen": today()}
    if connection.execute(sa.update(schema.guests).where(same).values(values)).rowcount == 0:
        connection.execute(sa.insert(schema.guests).values(guest=guest, **values))


def is_listed(listing: Listing | None) -> bool:
    """Whether the lobby shows something else now."""
    return listing is not None and listing.door != "link"


def trouble_reason(error: BaseException) -> Message:
    """Why the database refuses, for people."""
    # SQLite gives the whole transaction up when the disk is full; what fails next hides the cause.
    first = error
    while first.__context__ is not None:
        first = first.__context__
    text = str(first).lower()
    if "full" in text or "no space" in text:
        return message("trouble.full")
    if "readonly" in text or "read-only" in text:
        return message("trouble.read-only")
    return message("trouble.database")


def reason_to_log(error: SQLAlchemyError) -> str:
    """Why the database refuses, for the log: without values, which PostgreSQL likes to repeat."""
    cause = getattr(error, "orig", None)
    if cause is None:
        return type(error).__name__
    code = getattr(cause, "sqlstate", None)
    if code:
        return f"{type(cause).__name__} ({code})"
    code = getattr(cause, "sqlite_errorname", None)
    return f"{type(cause).__name__} ({code}): {cause}" if code else f"{type(cause).__name__}: {cause}"


class Store:
    """Events in, events out. All methods block; `submit` and `append_soon` hand back futures."""

    def __init__(self, url: str, process: str = "", alone: bool = True) -> None:
        """`alone`: keep other servers off an SQLite file, as a server does and a command beside it does not."""
        self.url = url
        self.process = process
        # Why writes are refused at present; None when they are not.
        self.trouble: Message | None = None
        # How long notices of turns wait for whoever may come back.
        self.notice_pause = 0.0
        self._held: IO[str] | None = None
        if url.startswith("sqlite:///"):
            path = Path(url.removeprefix("sqlite:///"))
            self._held = hold(path) if alone else None
        self.engine = open_engine(url)
        try:
            migrate(self.engine)
        except BaseException:
            self._let_go()
            raise
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="mistvale-store", daemon=True)
        self._writer.start()

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same store."""
        return self.engine.dialect.name == "postgresql"

    def close(self) -> None:
        """Write what waits, and let go of the database."""
        self._jobs.put(None)
        self._writer.join()
        self._let_go()

    def _let_go(self) -> None:
        self.engine.dispose()
        if self._held:
            self._held.close()

    # ------------------------------------------------------------ writing

    def append(self, batch: Batch) -> None:
        """Append; raises Collision when a number is taken, Refusal (read-only) when the disk refuses."""
        self.append_soon(batch).result()

    def append_soon(self, batch: Batch) -> Future[None]:
        return self.submit(lambda connection: self.add(connection, batch))

    @property
    def waiting(self) -> int:
        """How many writes have not begun."""
        return self._jobs.qsize()

    def submit(self, job: Callable[[sa.Connection], T]) -> Future[T]:
        future: Future[T] = Future()
        self._jobs.put((job, future, tracing.here()))
        return future

    def lock(self, connection: sa.Connection) -> None:
        """Let no other process do what also takes this lock, until the transaction is over."""
        # With SQLite a transaction that writes is alone anyway.
        if self.shared:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(WRITE_LOCK)))

    def set_name(self, guest: str, name: str) -> None:
        def job(connection: sa.Connection) -> None:
            write_name(connection, guest, name)

        try:
            self.submit(job).result()
        except Collision:
            # Another process made the row a moment ago; now there is one to change.
            self.submit(job).result()

    def probe(self) -> bool:
        """Whether writes are taken, and there is room for some moves; a success ends the trouble."""

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(schema.pulse))
            connection.execute(sa.insert(schema.pulse).values(id=0, padding=secrets.token_hex(ROOM // 2)))
            connection.execute(sa.delete(schema.pulse))

        try:
            self.submit(job).result()
        except (Refusal, Collision):
            return self.trouble is None
        return True

    def notify(self, payload: dict[str, Any]) -> None:
        """Tell the other processes something that is not worth keeping, nor any trouble."""
        if not self.shared:
            return
        try:
            with self.engine.begin() as connection:
                self._notify(connection, payload)
        except (SQLAlchemyError, NoticeTooLong) as error:
            log.warning("others were not told: %s", error)

    def add(self, connection: sa.Connection, batch: Batch) -> None:
        """Append as a part of a transaction."""
        for event in batch.events:
            row, names = naming.written(event)
            connection.execute(ADD_EVENT, row)
            naming.keep(connection, names)
        for mark in batch.marks:
            opens = any(event.match == mark.match and event.number == 0 for event in batch.events)
            seen = max((event.at for event in batch.events if event.match == mark.match and event.guest), default="")
            self._mark(connection, mark, batch.origin if opens else None, seen)
        if batch.links:
            connection.execute(sa.insert(schema.links), [asdict(link) for link in batch.links])
        if batch.results:
            connection.execute(sa.insert(schema.results), [asdict(result) for result in batch.results])
            ratings.settle(self, connection, batch.results)
            daily.settle(connection, batch.results)
            tournament_rows.settle(connection, batch.results)
        if batch.tries:
            connection.execute(sa.insert(schema.tries), [asdict(each) for each in batch.tries])
        if batch.branches:
            connection.execute(sa.insert(schema.branches), [asdict(each) for each in batch.branches])
        if batch.cancellations:
            connection.execute(sa.insert(schema.cancellations), [asdict(each) for each in batch.cancellations])
        for guest, match in batch.holders:
            self._hold(connection, guest, match)
        for guest, match in batch.released:
            held, devices = schema.holders, schema.devices
            connection.execute(sa.delete(held).where(held.c.guest == guest, held.c.match == match))
            # From where somebody came who does not play there says nothing of who does.
            connection.execute(sa.delete(devices).where(devices.c.player == guest, devices.c.match == match))
        outbox.post(connection, batch.notices, self.notice_pause)
        if self.shared:
            deadlines = {mark.match: {"deadline": mark.deadline} for mark in batch.marks if mark.deadline is not None}
            for event in batch.events:
                notice = {"match": event.match, "number": event.number}
                self._notify(connection, notice | deadlines.get(event.match, {}))
            if any(is_listed(mark.listing) for mark in batch.marks) or any(e.kind == "change" for e in batch.events):
                self._notify(connection, {"lobby": "changed"})

    def _mark(self, connection: sa.Connection, mark: Mark, origin: str | None, seen: str) -> None:
        """Note where a match stands; `origin` is that of a new one, `seen` when somebody did something there."""
        forget = {} if mark.status in GOING else {"origin": ""}
        listed = {"host": mark.host, **asdict(mark.listing)} if mark.listing else {}
        if mark.listing and seen:
            listed["seen"] = seconds(seen)
        values = {"status": mark.status, "bot_turn": mark.bot_turn, "deadline": mark.deadline, **forget, **listed}
        if connection.execute(MARK, {"marked": mark.match, "day": today(), **values}).rowcount:
            return
        if origin is None:
            # It was swept while a process had it in memory; a part of it must not come back.
            raise refuse("not-found", "no-match", match=mark.match)
        values |= {"match": mark.match, "game": mark.game, "host": mark.host, "created": mark.created}
        connection.execute(sa.insert(schema.matches).values(values | {"origin": origin, "touched": today()}))

    def _hold(self, connection: sa.Connection, guest: str, match: str) -> None:
        table = schema.holders
        known = sa.select(table).where(table.c.guest == guest, table.c.match == match)
        if connection.execute(known).first() is None:
            connection.execute(sa.insert(table).values(guest=guest, match=match))

    def tell(self, connection: sa.Connection, payload: dict[str, Any]) -> None:
        """Tell the other processes something that they hear when the transaction is through."""
        if self.shared:
            self._notify(connection, payload)

    def _notify(self, connection: sa.Connection, payload: dict[str, Any]) -> None:
        text = json.dumps({**payload, "process": self.process})
        if len(text) > LONGEST_NOTICE:
            raise NoticeTooLong(f"{len(text)} bytes")
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))

    # ------------------------------------------------------------ retention

    def touch_match(self, match: str) -> None:
        self.touch_match_soon(match).result()

    def touch_match_soon(self, match: str) -> Future[None]:
        """Somebody came to a table today."""
        table = schema.matches
        return self._touch_soon(sa.update(table).where(table.c.match == match, table.c.touched < today()), "touched")

    def touch_guest(self, guest: str) -> None:
        self.touch_guest_soon(guest).result()

    def touch_guest_soon(self, guest: str) -> Future[None]:
        """A guest came today."""
        table = schema.guests
        return self._touch_soon(sa.update(table).where(table.c.guest == guest, table.c.seen < today()), "seen")

    def _touch_soon(self, change: sa.Update, column: str) -> Future[None]:
        def job(connection: sa.Connection) -> None:
            connection.execute(change.values({column: today()}))

        return self.submit(job)

    def sweep(self, stay: Stay, watched: frozenset[str], most: int = SWEPT_AT_ONCE) -> tuple[list[str], int]:
        """Take away a portion of what nobody came back to: which matches went, and how many names."""
        return self.submit(lambda connection: self._sweep(connection, stay, watched, most)).result()

    def _sweep(
        self, connection: sa.Connection, stay: Stay, watched: frozenset[str], most: int
    ) -> tuple[list[str], int]:
        if self.shared and not connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(SWEEP_LOCK))).scalar():
            return [], 0
        if stay.chat:
            chat.sweep(connection, days_ago(stay.chat))
        if stay.boxes:
            connection.execute(sa.delete(schema.boxes).where(schema.boxes.c.touched < days_ago(stay.boxes)))
        tournament_rows.sweep(connection, stay)
        gone = self._sweep_matches(connection, stay, watched, most)
        return gone, self._sweep_names(connection, stay, most) if stay.names else 0

    def _sweep_matches(self, connection: sa.Connection, stay: Stay, watched: frozenset[str], most: int) -> list[str]:
        table = schema.matches
        late = [
            sa.and_(table.c.status == status, table.c.touched < days_ago(days))
            for status, days in stay.by_status().items()
            if days
        ]
        if not late:
            return []
        which = sa.select(table.c.match).where(sa.or_(*late), table.c.match.not_in(watched)).limit(most)
        gone = list(connection.execute(which.with_for_update(skip_locked=True)).scalars())
        if not gone:
            return []
        for each in MATCH_TABLES:
            connection.execute(sa.delete(each).where(each.c.match.in_(gone)))
        if self.shared:
            for match in gone:
                self._notify(connection, {"match": match, "gone": True})
        return gone

    def _sweep_names(self, connection: sa.Connection, stay: Stay, most: int) -> int:
        """Names of guests that stayed away and sit nowhere any more."""
        table = schema.guests
        sits = sa.exists().where(schema.holders.c.guest == table.c.guest)
        plays = sa.exists().where(schema.players.c.id == table.c.guest)
        late = table.c.seen < days_ago(stay.names)
        gone = list(connection.execute(sa.select(table.c.guest).where(late, ~sits, ~plays).limit(most)).scalars())
        connection.execute(sa.delete(table).where(table.c.guest.in_(gone)))
        channels = schema.channels
        owned = sa.exists().where(schema.players.c.id == channels.c.guest)
        outbox.remove(connection, sa.and_(channels.c.made < outbox.seconds() - stay.names * DAY, ~owned))
        # A browser has forgotten the cookie by then, and whoever sits at it is told nothing any more.
        sessions = schema.sessions
        old = sessions.c.seen < days_ago(stay.names)
        outbox.remove(connection, channels.c.session.in_(sa.select(sessions.c.id).where(old)))
        connection.execute(sa.delete(sessions).where(old))
        return len(gone)

    # ------------------------------------------------------------ the writing thread

    def _write(self) -> None:
        while (jobs := self._take()) is not None:
            if not self._commit(jobs) and len(jobs) > 1:
                # One of them may have spoilt it for all: each on its own.
                for job in jobs:
                    self._commit([job])

    def _take(self) -> list[Job] | None:
        """All jobs that wait and that somebody waits for, at least one; None at the end."""
        job = self._jobs.get()
        jobs: list[Job] = []
        while job is not None:
            if job[1].set_running_or_notify_cancel():
                jobs.append(job)
            if jobs and (len(jobs) == MOST_AT_ONCE or self._jobs.empty()):
                return jobs
            job = self._jobs.get()
        if jobs:
            self._jobs.put(None)
        return jobs or None

    def _commit(self, jobs: list[Job]) -> bool:
        """Run jobs in one transaction; False when a group failed and nobody was answered."""
        outcomes: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            with tracing.joint("store.transaction", [job[2] for job in jobs]), writing(self.engine) as connection:
                for work, future, _ in jobs:
                    outcomes.append((future, *self._try(connection, work, alone=len(jobs) == 1)))
        except Exception as error:
            if len(jobs) > 1:
                return False
            self._failed(jobs[0][1], error)
            return True
        self.trouble = None
        for future, result, refused in outcomes:
            if refused is None:
                future.set_result(result)
            else:
                future.set_exception(refused)
        return True

    @staticmethod
    def _try(
        connection: sa.Connection, work: Callable[[sa.Connection], Any], alone: bool
    ) -> tuple[Any, Exception | None]:
        """Do one of the jobs of a transaction so that no other is spoilt by it."""
        if alone:
            return work(connection), None
        try:
            with connection.begin_nested():
                return work(connection), None
        except IntegrityError as error:
            return None, Collision(reason_to_log(error))

    def _failed(self, future: Future[Any], error: Exception) -> None:
        if isinstance(error, IntegrityError):
            future.set_exception(Collision(reason_to_log(error)))
        elif isinstance(error, SQLAlchemyError):
            log.warning("the store refused to write: %s", reason_to_log(error))
            self.trouble = trouble_reason(error)
            future.set_exception(Refusal("read-only", self.trouble))
        else:
            future.set_exception(error)

    # ------------------------------------------------------------ reading

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read by: the one door to it, so that nobody forgets to refuse where nothing can be read."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            log.warning("the store refused to read: %s", reason_to_log(error))
            raise Refusal("read-only", trouble_reason(error)) from error

    def rows(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        """What a query finds."""
        with self.reading() as connection:
            return list(connection.execute(query))

    def events(self, match: str, after: int = -1) -> list[Event]:
        """The events of a match, in order."""
        table = schema.events
        mine = sa.and_(table.c.match == match, table.c.number > after)
        rows = self.rows(sa.select(table).where(mine).order_by(table.c.number))
        found = [Event(**row._mapping) for row in rows]
        if not any(event.kind in naming.NAMING for event in found):
            return found
        names = self.names(match)
        return [naming.read(event, names) for event in found]

    def names(self, match: str) -> dict[int, naming.Called]:
        """What those at a table are called, as far as that is still known."""
        table, guests = schema.names, schema.guests
        named = sa.select(table.c.seat, table.c.name, guests.c.name.label("keeper"))
        named = named.outerjoin(guests, guests.c.guest == table.c.guest).where(table.c.match == match)
        return {row.seat: naming.Called(row.name, row.keeper or "") for row in self.rows(named)}

    def game_of(self, match: str) -> str | None:
        """The game that a match is one of."""
        rows = self.rows(sa.select(schema.matches.c.game).where(schema.matches.c.match == match))
        return str(rows[0][0]) if rows else None

    def link(self, token: str) -> Link | None:
        rows = self.rows(sa.select(schema.links).where(schema.links.c.token == token))
        return Link(**rows[0]._mapping) if rows else None

    def knows(self, guest: str) -> bool:
        """Whether a guest's name is kept, even if it is an empty one."""
        return bool(self.rows(sa.select(schema.guests.c.guest).where(schema.guests.c.guest == guest)))

    def name(self, guest: str) -> str:
        rows = self.rows(sa.select(schema.guests.c.name).where(schema.guests.c.guest == guest))
        return str(rows[0][0]) if rows else ""

    def matches_of(self, guest: str, most: int = 100) -> list[str]:
        """The matches a guest opened or joined, newest first."""
        matches, holders = schema.matches, schema.holders
        mine = sa.select(holders.c.match).where(holders.c.guest == guest)
        newest = sa.select(matches.c.match).where(matches.c.match.in_(mine), matches.c.status != "closed").limit(most)
        return [row[0] for row in self.rows(newest.order_by(matches.c.created.desc(), matches.c.match))]

    def going_of(self, guest: str) -> list[str]:
        """The matches that a guest has a seat in, or had, and that are not over."""
        matches, holders = schema.matches, schema.holders
        mine = sa.select(holders.c.match).where(holders.c.guest == guest)
        going = sa.select(matches.c.match).where(matches.c.match.in_(mine), matches.c.status.in_(GOING))
        return [row[0] for row in self.rows(going.order_by(matches.c.match))]

    def open_tables(self, guest: str) -> int:
        """How many tables a guest has opened that are not over."""
        return self._count_going(schema.matches.c.host == guest)

    def open_tables_from(self, origins: Sequence[str]) -> int:
        """How many tables were opened from an address that are not over."""
        return self._count_going(schema.matches.c.origin.in_(origins))

    def _count_going(self, which: sa.ColumnElement[bool]) -> int:
        table = schema.matches
        query = sa.select(sa.func.count()).select_from(table).where(which, table.c.status.in_(GOING))
        return int(self.rows(query)[0][0])

    def bot_turns(self) -> list[str]:
        """The matches in which a bot is to move."""
        table = schema.matches
        return [row[0] for row in self.rows(sa.select(table.c.match).where(table.c.bot_turn.is_(True)))]

    def deadlines(self, but: Collection[str] = (), most: int = 20) -> list[tuple[str, int]]:
        """Some matches in which clocks run, but not these, and when the first runs out; the nearest first."""
        table = schema.matches
        running = sa.select(table.c.match, table.c.deadline).where(table.c.deadline.is_not(None))
        if but:
            running = running.where(table.c.match.not_in(list(but)))
        rows = self.rows(running.order_by(table.c.deadline, table.c.match).limit(most))
        return [(row.match, row.deadline) for row in rows]

    def ping(self) -> None:
        """Refused when nothing can be read."""
        self.rows(sa.select(schema.matches.c.match).limit(1))

    def count(self) -> int:
        return int(self.rows(sa.select(sa.func.count()).select_from(schema.matches))[0][0])


def hold(path: Path) -> IO[str]:
    """Make the folder of an SQLite file and keep other servers off it."""
    try:
        path.parent.mkdir(OWNER_ALONE, parents=True, exist_ok=True)
        lock = path.with_suffix(".lock")
        # SQLite gives its other files the mode of the first.
        for file in (lock, path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            keep_private(file, make=file in (lock, path))
        return lock_file(lock)
    except OSError as error:
        raise CannotServe(message("serve.folder", path=path.parent, why=reason(error))) from error
