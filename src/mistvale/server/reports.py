"""Reports: lines of chat, and comments, that whoever runs the server is to look at; kept with those around them."""

from __future__ import annotations

import secrets
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import schema
from .accounts import audit
from .comments import Comment
from .errors import refuse
from .events import now
from .kinds import Outcome, Why
from .retention import today
from .store import Collision, Store

AROUND = 5  # lines before and after
MOST_OPEN = 1000  # at all tables; who fills that up is found in the first of them
MOST_LISTED = 200
CLOSED_LISTED = 50


class Report(NamedTuple):
    """A report as whoever runs the server sees it."""

    id: str
    at: str
    match: str
    side: str
    number: int
    why: str
    # By handle while they are there; empty for guests and for who is gone.
    reporter: str
    author: str
    closed: str
    outcome: str
    lines: list[dict[str, Any]]
    reporter_id: str = ""


class Reports:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def add(self, reporter: str, line: sa.Row[Any] | Comment, why: Why) -> None:
        """Keep a line, or a comment, for whoever runs the server; said again it is the same report."""

        def job(connection: sa.Connection) -> None:
            table = schema.reports
            waiting = sa.select(sa.func.count()).select_from(table).where(table.c.closed == "")
            if (connection.execute(waiting).scalar() or 0) >= MOST_OPEN:
                raise refuse("too-many", "reports-enough")
            lines = [kept(row) for row in near(connection, line)]
            values = {"id": secrets.token_hex(8), "match": line.match, "side": line.side, "number": line.number}
            people = {"reporter": reporter, "author": line.guest}
            connection.execute(sa.insert(table).values(**values, **people, why=why, lines=lines, at=now(), closed=""))

        try:
            self.store.submit(job).result()
        except Collision:
            return

    def found(self, closed: bool = False) -> list[Report]:
        """Reports, the oldest first: those that nobody has closed, or all."""
        table = schema.reports
        # Of those of one second at a table, the line that was said first.
        order = (table.c.at, table.c.match, table.c.side, table.c.number, table.c.id)
        query = sa.select(table).order_by(*order).limit(MOST_LISTED)
        return self._told(self.store.rows(query if closed else query.where(table.c.closed == "")))

    def closed_lately(self, most: int = CLOSED_LISTED) -> list[Report]:
        """Reports that were closed, the newest first."""
        table = schema.reports
        query = sa.select(table).where(table.c.closed != "")
        return self._told(
            self.store.rows(query.order_by(table.c.closed.desc(), table.c.at.desc(), table.c.id).limit(most))
        )

    def one(self, report: str) -> Report:
        rows = self.store.rows(sa.select(schema.reports).where(schema.reports.c.id == report))
        if not rows:
            raise refuse("not-found", "no-report")
        return self._told(rows)[0]

    def _told(self, rows: list[sa.Row[Any]]) -> list[Report]:
        guests = {guest for row in rows for guest in (row.reporter, row.author, *(each["guest"] for each in row.lines))}
        players = schema.players
        known = sa.select(players.c.id, players.c.handle).where(players.c.id.in_(guests), players.c.gone == "")
        handles = {row.id: row.handle for row in self.store.rows(known)}
        return [
            Report(
                row.id,
                row.at,
                row.match,
                row.side,
                row.number,
                row.why,
                handles.get(row.reporter, ""),
                handles.get(row.author, ""),
                row.closed,
                row.outcome,
                [{**each, "player": handles.get(each["guest"], "")} for each in row.lines],
                row.reporter,
            )
            for row in rows
        ]

    def close(self, report: str, who: str, note: str, outcome: Outcome = "dealt") -> None:
        """Note that a report was looked at, and what came of it; it is audited. What is closed stays as it is."""

        def job(connection: sa.Connection) -> None:
            table = schema.reports
            row = connection.execute(sa.select(table).where(table.c.id == report)).first()
            if row is None:
                raise refuse("not-found", "no-report")
            open_one = sa.update(table).where(table.c.id == report, table.c.closed == "")
            if connection.execute(open_one.values(closed=today(), outcome=outcome)).rowcount:
                audit(connection, who, "report-closed", row.author, report=report, outcome=outcome, note=note[:200])

        self.store.submit(job).result()

    def look(self, report: str, who: str) -> Report:
        """A report with its lines; that somebody has read it is audited."""
        found = self.one(report)
        self.store.submit(lambda connection: audit(connection, who, "report-read", report=report)).result()
        return found


def near(connection: sa.Connection, line: sa.Row[Any] | Comment) -> list[Any]:
    """A line of chat with those around it; a comment stands by itself."""
    if isinstance(line, Comment):
        return [line]
    chat = schema.chat
    numbers = chat.c.number.between(line.number - AROUND, line.number + AROUND)
    same = sa.and_(chat.c.match == line.match, chat.c.side == line.side, numbers)
    return list(connection.execute(sa.select(chat).where(same).order_by(chat.c.number)))


def kept(line: Any) -> dict[str, Any]:
    return {name: getattr(line, name) for name in ("number", "guest", "seat", "at", "text", "phrase")}
