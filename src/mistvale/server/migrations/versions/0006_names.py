"""Names of people move out of the events, into a table of their own; and players can be gone.

Revision ID: 0006
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

events = sa.table(
    "events",
    sa.column("match", sa.String),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("guest", sa.String),
    sa.column("data", sa.JSON),
)
names = sa.table(
    "names",
    sa.column("match", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("guest", sa.String),
    sa.column("name", sa.String),
)
AT_ONCE = 500
Named = dict[int, tuple[str, str]]


def upgrade() -> None:
    op.create_table(
        "names",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
    )
    op.create_index("names_by_guest", "names", ["guest"])
    op.add_column("players", sa.Column("gone", sa.String(10), nullable=False, server_default=""))
    for_each_match(move_out)


def for_each_match(work: Callable[[sa.Connection, str, list[Any]], None]) -> None:
    """Work on the events of each match in which somebody sits down, some matches at a time."""
    connection, last = op.get_bind(), ""
    while True:
        some = sa.select(events.c.match).where(events.c.match > last, events.c.number == 0)
        matches = list(connection.execute(some.order_by(events.c.match).limit(AT_ONCE)).scalars())
        if not matches:
            return
        kinds = sa.select(events).where(events.c.match.in_(matches), events.c.kind.in_(("open", "join")))
        found: dict[str, list[Any]] = {}
        for row in connection.execute(kinds.order_by(events.c.match, events.c.number)):
            found.setdefault(row.match, []).append(row)
        for match, rows in found.items():
            work(connection, match, rows)
        last = matches[-1]


def move_out(connection: sa.Connection, match: str, rows: list[Any]) -> None:
    named: Named = {}
    for row in rows:
        data = dict(row.data)
        if row.kind == "join":
            named[row.seat] = row.guest or "", data.pop("name", "")
        else:
            data["seats"] = [dict(seat) for seat in data["seats"]]
            for number, seat in enumerate(data["seats"]):
                if seat["kind"] != "bot":
                    named[number] = seat["guest"] or row.guest or "", seat["name"]
                    seat["name"] = ""
        change_data(connection, row, data)
    kept = [{"match": match, "seat": seat, "guest": guest, "name": name} for seat, (guest, name) in named.items()]
    if kept:
        connection.execute(sa.insert(names), kept)


def change_data(connection: sa.Connection, row: Any, data: dict[str, Any]) -> None:
    same = sa.and_(events.c.match == row.match, events.c.number == row.number)
    connection.execute(sa.update(events).where(same).values(data=data))


def downgrade() -> None:
    for_each_match(move_in)
    op.drop_column("players", "gone")
    op.drop_index("names_by_guest", "names")
    op.drop_table("names")


def move_in(connection: sa.Connection, match: str, rows: list[Any]) -> None:
    known = {row.seat: row.name for row in connection.execute(sa.select(names).where(names.c.match == match))}
    for row in rows:
        data = dict(row.data)
        if row.kind == "join":
            data["name"] = known.get(row.seat, "")
        else:
            data["seats"] = [
                seat if seat["kind"] == "bot" else {**seat, "name": known.get(number, "")}
                for number, seat in enumerate(data["seats"])
            ]
        change_data(connection, row, data)
