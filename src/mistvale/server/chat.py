"""Chat at tables, as the store has it: who may say and read what, and how long it stays.

There are two sides. Those who sit at a table are read by all; those who look on are read by each other, and by those at
the seats when the match is over. Nothing of it is an event: it goes after a while, and with whoever said it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

import sqlalchemy as sa

from mistvale.core.text import clean_line

from . import schema
from .errors import refuse
from .events import now
from .kinds import Side

if TYPE_CHECKING:
    from .store import Store
    from .tables import Table

SIDES: tuple[Side, ...] = get_args(Side)
MOST_AT_ONCE = 100
MOST_RETRIES = 20
WHO_LENGTH = 16


def side_of(table: Table, guest: str) -> Side:
    """Whoever has left a hand stays with the seats: it knows that hand. Who stood up before there was one looks on."""
    left = any(seat.left_by == guest for seat in table.seats)
    return "seats" if left or table.held_by(guest) else "watchers"


def may_read(table: Table, guest: str, side: str) -> bool:
    """Whether somebody may read what a side says, now: those who play are told nothing by those who look on."""
    return side == "seats" or table.status == "over" or side_of(table, guest) == "watchers"


def readable(table: Table, guest: str) -> list[Side]:
    return [side for side in SIDES if may_read(table, guest, side)]


def who_is(match: str, guest: str) -> str:
    """By what somebody is known again at a table, and nowhere else."""
    return hashlib.sha256(f"chat {match} {guest}".encode()).hexdigest()[:WHO_LENGTH]


def said(text: str, phrase: str | None) -> str:
    """What is kept of a line; refused if there is nothing in it, or both a phrase and a text."""
    line = clean_line(text)
    if bool(line) == bool(phrase):
        raise refuse("bad-request", "nothing-said")
    return line


class Chat:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(
        self, match: str, side: Side, guest: str, seat: int | None, message: str | None, phrase: str, text: str
    ) -> tuple[sa.Row[Any], bool]:
        """Write a line down; what was written under the same id before is given back, and that it is not new."""
        from .store import Collision  # here, for the store sweeps chat

        table = schema.chat

        def job(connection: sa.Connection) -> tuple[sa.Row[Any], bool]:
            known = sa.select(table).where(table.c.match == match, table.c.guest == guest, table.c.message == message)
            row = connection.execute(known).first() if message is not None else None
            if row is not None:
                if (row.phrase, row.text) != (phrase, text):
                    raise refuse("bad-request", "same-id", id=message)
                return row, False
            own = sa.and_(table.c.match == match, table.c.side == side)
            newest = connection.execute(sa.select(sa.func.max(table.c.number)).where(own)).scalar()
            number = 0 if newest is None else newest + 1
            values = {"match": match, "side": side, "number": number, "guest": guest, "seat": seat}
            more = {"message": message, "phrase": phrase, "text": text, "at": now()}
            connection.execute(sa.insert(table).values({**values, **more}))
            self.store.tell(connection, {"match": match, "chat": [side, number]})
            row = connection.execute(sa.select(table).where(own, table.c.number == number)).first()
            assert row is not None
            return row, True

        for _ in range(MOST_RETRIES):
            with suppress(Collision):  # another process has that number
                return self.store.submit(job).result()
        raise refuse("too-many", "busy")

    def line(self, match: str, side: str, number: int) -> sa.Row[Any] | None:
        table = schema.chat
        same = sa.and_(table.c.match == match, table.c.side == side, table.c.number == number)
        rows = self.store.rows(sa.select(table).where(same))
        return rows[0] if rows else None

    def lines(self, match: str, side: str, before: int | None, most: int) -> list[sa.Row[Any]]:
        """The newest lines of a side, or those before one, in their order."""
        table = schema.chat
        own = sa.select(table).where(table.c.match == match, table.c.side == side)
        if before is not None:
            own = own.where(table.c.number < before)
        return self.store.rows(own.order_by(table.c.number.desc()).limit(most))[::-1]

    def names(self, guests: Collection[str]) -> dict[str, tuple[str, str | None]]:
        """What people are called who sit nowhere, and by which handle others know them; of who is gone nothing."""
        guest, players = schema.guests, schema.players
        known = sa.select(guest.c.guest, guest.c.name, players.c.handle)
        known = known.outerjoin(players, sa.and_(players.c.id == guest.c.guest, players.c.gone == ""))
        return {row.guest: (row.name, row.handle) for row in self.store.rows(known.where(guest.c.guest.in_(guests)))}


def sweep(connection: sa.Connection, oldest: str) -> None:
    """Take away what was said before a day, and reports that were closed before it."""
    connection.execute(sa.delete(schema.chat).where(schema.chat.c.at < oldest))
    reports = schema.reports
    connection.execute(sa.delete(reports).where(reports.c.closed != "", reports.c.closed < oldest))


def hand_on(connection: sa.Connection, guest: str, player: str) -> None:
    """A guest signed in: what it said is the player's, where it was reported, too."""
    _hand_on_reports(connection, guest, player)
    table = schema.chat
    # Ids of messages go: both may have used the same.
    connection.execute(sa.update(table).where(table.c.guest == guest).values(guest=player, message=None))


def _hand_on_reports(connection: sa.Connection, guest: str, player: str) -> None:
    table, lines = schema.reports, schema.chat
    there = sa.select(lines.c.match).where(lines.c.guest == guest)
    near = sa.or_(table.c.match.in_(there), table.c.reporter == guest, table.c.author == guest)
    for row in list(connection.execute(sa.select(table).where(near))):
        if row.reporter == guest:
            # Two reports of one line by one player are one.
            same = [table.c[name] == row._mapping[name] for name in ("match", "side", "number")]
            connection.execute(sa.delete(table).where(*same, table.c.reporter == player))
        handed = {"reporter": _of(row.reporter, guest, player), "author": _of(row.author, guest, player)}
        said = [{**each, "guest": _of(each["guest"], guest, player)} for each in row.lines]
        connection.execute(sa.update(table).where(table.c.id == row.id).values(**handed, lines=said))


def _of(who: str, guest: str, player: str) -> str:
    return player if who == guest else who
