"""The first tables.

Revision ID: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("guest", sa.String(64)),
        sa.Column("message", sa.String(64)),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("rules", sa.String(32)),
        sa.Column("digest", sa.String(128)),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("bot_turn", sa.Boolean, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
    )
    op.create_index("matches_by_turn", "matches", ["bot_turn"])
    op.create_index("matches_by_host", "matches", ["host"])
    op.create_table(
        "holders",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("padding", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("pulse", "guests", "links", "holders", "matches", "events"):
        op.drop_table(table)
