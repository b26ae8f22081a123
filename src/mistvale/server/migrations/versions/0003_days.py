"""The day on which somebody last came to a table, and a guest to the server.

Revision ID: 0003
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

events = sa.table("events", sa.column("match"), sa.column("guest"), sa.column("at"))
matches = sa.table("matches", sa.column("match"), sa.column("touched"))
guests = sa.table("guests", sa.column("guest"), sa.column("seen"))
DAY = len("2026-01-01")


def upgrade() -> None:
    op.add_column("matches", sa.Column("touched", sa.String(10), nullable=False, server_default=""))
    op.create_index("matches_by_day", "matches", ["touched"])
    op.add_column("guests", sa.Column("seen", sa.String(10), nullable=False, server_default=""))
    op.create_index("guests_by_day", "guests", ["seen"])
    op.create_index("links_by_match", "links", ["match"])
    op.create_index("holders_by_match", "holders", ["match"])
    # What has no event has its whole time before it.
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    op.execute(sa.update(matches).values(touched=today))
    op.execute(sa.update(guests).values(seen=today))
    date_by_last_event(matches, "match", "touched")
    date_by_last_event(guests, "guest", "seen")


def date_by_last_event(table: sa.TableClause, key: str, date: str) -> None:
    connection = op.get_bind()
    named = events.c[key]
    newest = sa.select(named, sa.func.max(events.c.at)).where(named.is_not(None)).group_by(named)
    dates = [{"a_key": name, "a_date": at[:DAY]} for name, at in connection.execute(newest)]
    if dates:
        same = table.c[key] == sa.bindparam("a_key")
        change = sa.update(table).where(same).values({date: sa.bindparam("a_date")})
        connection.execute(change, dates)


def downgrade() -> None:
    for index, table in (
        ("matches_by_day", "matches"),
        ("guests_by_day", "guests"),
        ("links_by_match", "links"),
        ("holders_by_match", "holders"),
    ):
        op.drop_index(index, table)
    op.drop_column("matches", "touched")
    op.drop_column("guests", "seen")
