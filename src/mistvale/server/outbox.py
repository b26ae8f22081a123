"""The outbox: what is still to be sent, written down with what causes it, and sent by whichever process takes it.

A process claims what is due, in a transaction, for a while: what a process that died had claimed comes free by itself.
So everything is sent at least once, and twice only if a process dies between sending something and noting it. Whatever
is sent carries its id, by which the other end knows it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from . import schema
from .beats import database_time
from .events import Notice
from .notices import notice_id

if TYPE_CHECKING:
    from .store import Store

LEASE_SECONDS = 60
CLAIMED_AT_ONCE = 20
# Of what goes out one by one: a web address that takes its time must not keep others waiting, nor outlast the claim.
TOGETHER = 3
# Between one try and the next; after the last it is given up.
PAUSES = (60, 300, 1800, 7200, 21600)
# After so many failures in a row, nothing is sent to a web address any more.
MOST_FAILURES = 20
KEPT_SECONDS = 7 * 24 * 3600
MOST_WAITING = 200  # for one channel
CONFIRM = "confirm"  # the one letter that goes to an address which nobody has confirmed


def seconds() -> int:
    """This moment, in seconds since 1970."""
    return int(time.time())


def moment_of(connection: sa.Connection) -> int:
    """The same by the one source of time: where several processes send, the wrong clock of one claims nothing."""
    return database_time(connection) // 1000 if connection.dialect.name == "postgresql" else seconds()


@dataclass(frozen=True)
class Letter:
    """One notice on its way to one channel."""

    id: str
    notice: str
    kind: str
    match: str
    game: str
    urgent: bool
    tries: int


@dataclass(frozen=True)
class Post:
    """What one channel is to be sent now, all of it together."""

    channel: sa.Row[Any]
    letters: tuple[Letter, ...]
    until: int  # it is ours until then

    @property
    def ids(self) -> list[str]:
        return [each.id for each in self.letters]


def post(connection: sa.Connection, notices: Iterable[Notice], pause: float = 0.0) -> int:
    """Write down what is to be sent, where somebody wants it; in how many places."""
    given = list(notices)
    if not given:
        return 0
    table = schema.channels
    wanted = sa.select(table.c.id, table.c.guest, table.c.kinds, table.c.way, table.c.state)
    mine = wanted.where(table.c.guest.in_({each.guest for each in given}), table.c.state == "on")
    rows = connection.execute(mine).all()
    if not rows:
        return 0
    moment, letters = moment_of(connection), []
    for row in rows:
        for each in given:
            if each.guest == row.guest and each.kind in row.kinds:
                letters.append(_letter(row.id, each, moment, moment + int(pause)))
    return _add(connection, letters)


def ask_to_confirm(connection: sa.Connection, channel: str) -> None:
    moment = moment_of(connection)
    _add(connection, [_letter(channel, Notice(notice_id(channel, CONFIRM), "", CONFIRM), moment, moment)])


def _letter(channel: str, notice: Notice, made: int, due: int) -> dict[str, Any]:
    return {
        "id": notice_id(notice.id, channel),
        "channel": channel,
        "notice": notice.id,
        "kind": notice.kind,
        "match": notice.match,
        "game": notice.game,
        "urgent": notice.urgent,
        "due": due,
        "claimed": 0,
        "tries": 0,
        "made": made,
    }


def _add(connection: sa.Connection, letters: list[dict[str, Any]]) -> int:
    if not letters:
        return 0
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    # What was written down before, for the same thing, counts.
    new = insert(schema.outbox).values(letters).on_conflict_do_nothing().returning(schema.outbox.c.id)
    return len(connection.execute(new).all())


class Outbox:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _do(self, job: Callable[[sa.Connection], Any]) -> Any:
        return self.store.submit(job).result()

    def is_due(self) -> bool:
        """Whether there is anything to claim: looked at often, so it writes nothing."""
        with self.store.reading() as connection:
            due = sa.select(schema.outbox.c.id).where(*_due(moment_of(connection))).limit(1)
            return connection.execute(due).first() is not None

    def claim(self, mail_seconds: float) -> list[Post]:
        """Take some of what is due; nobody else gets it for a while."""

        def job(connection: sa.Connection) -> list[Post]:
            table, moment = schema.outbox, moment_of(connection)
            some = sa.select(table).where(*_due(moment)).order_by(table.c.due, table.c.id).limit(CLAIMED_AT_ONCE)
            rows = list(connection.execute(some.with_for_update(skip_locked=True)))
            channels = self._channels(connection, {row.channel for row in rows})
            posts = []
            for id, channel in channels.items():
                own = [row for row in rows if row.channel == id]
                if channel.way == "mail" and not _goes_now(channel, own, moment, mail_seconds):
                    self._put_off(connection, own, channel.sent + int(mail_seconds))
                    continue
                if channel.way == "mail":
                    own += self._put_off_before(connection, id, own, moment)
                else:
                    own = own[:TOGETHER]
                posts.append(Post(channel, tuple(map(letter_of, own)), moment + LEASE_SECONDS))
            orphans = [row.id for row in rows if row.channel not in channels]
            self._finish(connection, orphans)
            held = [id for each in posts for id in each.ids]
            claimed = sa.update(table).where(table.c.id.in_(held)).values(claimed=moment + LEASE_SECONDS)
            connection.execute(claimed)
            return posts

        found: list[Post] = self._do(job)
        return found

    @staticmethod
    def _channels(connection: sa.Connection, ids: Collection[str]) -> dict[str, sa.Row[Any]]:
        table = schema.channels
        rows = connection.execute(sa.select(table).where(table.c.id.in_(ids), table.c.state != "off"))
        return {row.id: row for row in rows}

    @staticmethod
    def _put_off(connection: sa.Connection, rows: Sequence[sa.Row[Any]], due: int) -> None:
        table = schema.outbox
        connection.execute(sa.update(table).where(table.c.id.in_([row.id for row in rows])).values(due=due))

    @staticmethod
    def _put_off_before(
        connection: sa.Connection, channel: str, rows: Sequence[sa.Row[Any]], moment: int
    ) -> list[sa.Row[Any]]:
        """What waits for the next mail comes along with one that goes."""
        table = schema.outbox
        more = sa.select(table).where(
            table.c.channel == channel,
            table.c.due > moment,
            table.c.claimed < moment,
            table.c.tries == 0,
            table.c.kind != "turn",
            table.c.id.not_in([row.id for row in rows]),
        )
        return list(connection.execute(more.limit(MOST_WAITING).with_for_update(skip_locked=True)))

    @staticmethod
    def _finish(connection: sa.Connection, ids: Collection[str]) -> None:
        table = schema.outbox
        connection.execute(sa.update(table).where(table.c.id.in_(ids)).values(due=0, claimed=0))

    def hold(self, post: Post, ids: Collection[str]) -> bool:
        """Claim again what has waited for its turn; whether it is still ours, and nobody else has taken it."""
        table = schema.outbox
        ours = sa.update(table).where(table.c.id.in_(ids), table.c.claimed == post.until)

        def job(connection: sa.Connection) -> int:
            return connection.execute(ours.values(claimed=moment_of(connection) + LEASE_SECONDS)).rowcount

        return bool(self._do(job) == len(ids))

    def done(self, post: Post, ids: Collection[str]) -> None:
        """These were sent."""
        table = schema.channels

        def job(connection: sa.Connection) -> None:
            self._finish(connection, ids)
            asks = any(each.kind == CONFIRM for each in post.letters)
            same = sa.update(table).where(table.c.id == post.channel.id)
            # That somebody was asked to confirm keeps no notice waiting.
            connection.execute(same.values(failures=0, sent=0 if asks else moment_of(connection)))

        self._do(job)

    def drop(self, ids: Collection[str]) -> None:
        """These mean nothing any more."""
        self._do(lambda connection: self._finish(connection, ids))

    def failed(self, post: Post, letters: Collection[Letter]) -> bool:
        """These could not be sent: they are tried again, or given up. Whether the channel is off from now on."""

        def job(connection: sa.Connection) -> bool:
            table, moment = schema.outbox, moment_of(connection)
            for each in letters:
                again = moment + PAUSES[each.tries] if each.tries < len(PAUSES) else 0
                change = sa.update(table).where(table.c.id == each.id)
                connection.execute(change.values(due=again, claimed=0, tries=each.tries + 1))
            return self._count_failure(connection, post.channel)

        off: bool = self._do(job)
        return off

    @staticmethod
    def _count_failure(connection: sa.Connection, channel: sa.Row[Any]) -> bool:
        from .accounts import note  # here, for accounts post notices themselves

        table = schema.channels
        same = table.c.id == channel.id
        connection.execute(sa.update(table).where(same).values(failures=table.c.failures + 1))
        count = connection.execute(sa.select(table.c.failures).where(same)).scalar() or 0
        if channel.way != "hook" or count < MOST_FAILURES:
            return False
        connection.execute(sa.update(table).where(same).values(state="off"))
        connection.execute(sa.delete(schema.outbox).where(schema.outbox.c.channel == channel.id))
        note(connection, channel.guest, "hook", "")
        return True

    def gone(self, channel: str) -> None:
        """Where a channel led there is nobody any more."""
        self._do(lambda connection: remove(connection, schema.channels.c.id == channel))

    def sweep(self) -> None:
        """Forget what was sent long ago, and addresses that nobody has confirmed in time."""

        def job(connection: sa.Connection) -> None:
            table, channels, moment = schema.outbox, schema.channels, moment_of(connection)
            connection.execute(sa.delete(table).where(table.c.due == 0, table.c.made < moment - KEPT_SECONDS))
            late = sa.and_(channels.c.state == "asked", channels.c.made < moment - CONFIRM_SECONDS)
            remove(connection, late)

        self._do(job)


# How long a mail address can be confirmed.
CONFIRM_SECONDS = 24 * 3600


def remove(connection: sa.Connection, which: sa.ColumnElement[bool]) -> int:
    """Remove channels with all that was to be sent there; how many."""
    table = schema.channels
    mine = sa.select(table.c.id).where(which)
    connection.execute(sa.delete(schema.outbox).where(schema.outbox.c.channel.in_(mine)))
    return connection.execute(sa.delete(table).where(which)).rowcount


def letter_of(row: sa.Row[Any]) -> Letter:
    return Letter(row.id, row.notice, row.kind, row.match, row.game, row.urgent, row.tries)


def _due(moment: int) -> tuple[sa.ColumnElement[bool], ...]:
    table = schema.outbox
    return table.c.due > 0, table.c.due <= moment, table.c.claimed < moment


def _goes_now(channel: sa.Row[Any], rows: Sequence[sa.Row[Any]], moment: int, mail_seconds: float) -> bool:
    """Whether there was no mail for long, or something among these does not wait."""
    lately = channel.sent + mail_seconds > moment
    return not lately or any(row.urgent or row.kind in (CONFIRM, "account") for row in rows)
