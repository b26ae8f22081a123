"""Clocks: the next deadline of a match, beats and outages, holidays; how matches ended beside their rules.

Revision ID: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("matches", sa.Column("deadline", sa.BigInteger))
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.add_column("results", sa.Column("how", sa.String(16), nullable=False, server_default="played"))
    op.add_column("results", sa.Column("place", sa.Integer, nullable=False, server_default="0"))
    op.add_column("results", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    results = sa.table("results", sa.column("rank"), sa.column("place"))
    op.execute(sa.update(results).values(place=results.c.rank))
    op.create_table(
        "cancellations",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("rated", sa.Boolean, nullable=False),
    )
    op.create_index("cancellations_by_guest", "cancellations", ["guest"])
    op.create_table(
        "holidays",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "beats",
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("alive", sa.Boolean, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("gone", sa.BigInteger, nullable=False),
        sa.Column("back", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("outages", "beats", "holidays", "cancellations"):
        op.drop_table(table)
    for column in ("rated", "place", "how"):
        op.drop_column("results", column)
    op.drop_index("matches_by_deadline", "matches")
    op.drop_column("matches", "deadline")
