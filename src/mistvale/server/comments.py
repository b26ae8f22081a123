"""Comments: what people write beside a finished match, or beside a step of it, for all who may see the match.

Unlike chat they are about what was played, and stay as long as the match does. Whoever goes takes them along.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from mistvale.core.text import clean_line

from . import schema
from .errors import Collision, refuse
from .events import now

if TYPE_CHECKING:
    from .store import Store

SIDE = "comments"  # what a report calls the place where it stands
MOST_RETRIES = 20
MOST = 300  # beside one match
MOST_OF_ONE = 40  # of them by one person


class Comment(NamedTuple):
    """What somebody has written, with what a line of chat has as well."""

    match: str
    number: int
    step: int | None
    guest: str
    text: str
    at: str
    side: str = SIDE
    seat: int | None = None
    phrase: str = ""


def written(text: str) -> str:
    """What is kept of a comment; refused if there is nothing in it."""
    line = clean_line(text)
    if not line:
        raise refuse("bad-request", "comment-empty")
    return line


class Comments:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, match: str, guest: str, step: int | None, message: str | None, text: str) -> Comment:
        """Write a comment down; what was written under the same id before is given back."""
        table = schema.comments

        def job(connection: sa.Connection) -> Comment:
            known = sa.select(table).where(table.c.match == match, table.c.guest == guest, table.c.message == message)
            row = connection.execute(known).first() if message is not None else None
            if row is not None:
                if (row.text, row.step) != (text, step):
                    raise refuse("bad-request", "same-id", id=message)
                return comment(row)
            there = sa.select(sa.func.count(), sa.func.max(table.c.number)).where(table.c.match == match)
            count, newest = connection.execute(there).one()
            own = connection.execute(there.where(table.c.guest == guest)).one()[0]
            if count >= MOST or own >= MOST_OF_ONE:
                raise refuse("not-possible", "comments-enough")
            number = 0 if newest is None else newest + 1
            made = Comment(match, number, step, guest, text, now())
            values = {"match": match, "number": number, "step": step, "guest": guest, "text": text, "at": made.at}
            connection.execute(sa.insert(table).values(**values, message=message))
            return made

        for _ in range(MOST_RETRIES):
            with suppress(Collision):  # another process has that number
                return self.store.submit(job).result()
        raise refuse("too-many", "busy")

    def one(self, match: str, number: int) -> Comment:
        table = schema.comments
        rows = self.store.rows(sa.select(table).where(table.c.match == match, table.c.number == number))
        if not rows:
            raise refuse("not-found", "no-comment")
        return comment(rows[0])

    def of(self, match: str) -> list[Comment]:
        """All that was written beside a match, in its order."""
        table = schema.comments
        rows = self.store.rows(sa.select(table).where(table.c.match == match).order_by(table.c.number))
        return [comment(row) for row in rows]

    def authors(self, matches: Collection[str]) -> dict[str, list[str]]:
        """Who has written beside some matches, once for each comment."""
        table, found = schema.comments, dict[str, list[str]]()
        wanted = sa.select(table.c.match, table.c.guest).where(table.c.match.in_(list(matches)))
        for row in self.store.rows(wanted):
            found.setdefault(row.match, []).append(row.guest)
        return found

    def remove(self, match: str, number: int, who: str = "") -> None:
        """Take a comment away; `who` is whoever looks after the server, and that is audited."""
        from .accounts import audit  # here, for accounts hand comments on

        table = schema.comments

        def job(connection: sa.Connection) -> None:
            same = sa.and_(table.c.match == match, table.c.number == number)
            row = connection.execute(sa.select(table).where(same)).first()
            if row is None:
                raise refuse("not-found", "no-comment")
            connection.execute(sa.delete(table).where(same))
            if who:
                audit(connection, who, "comment-removed", row.guest, match=match, number=number)

        self.store.submit(job).result()


def comment(row: sa.Row[Any]) -> Comment:
    return Comment(row.match, row.number, row.step, row.guest, row.text, row.at)


def hand_on(connection: sa.Connection, guest: str, player: str) -> None:
    """A guest signed in: what it wrote is the player's. Ids of messages go: both may have used the same."""
    table = schema.comments
    connection.execute(sa.update(table).where(table.c.guest == guest).values(guest=player, message=None))
