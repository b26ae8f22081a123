"""Ratings: the ladder, and what follows from it; the match of the day.

Revision ID: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "ladder",
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pool", sa.String(4), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("mu", sa.BigInteger, nullable=False),
        sa.Column("sigma", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
    )
    op.create_index("ladder_by_player", "ladder", ["player"])
    op.create_index("ladder_by_match", "ladder", ["match"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("pool", sa.String(4), primary_key=True),
        sa.Column("mu", sa.BigInteger, nullable=False),
        sa.Column("sigma", sa.BigInteger, nullable=False),
        sa.Column("ground_mu", sa.BigInteger, nullable=False),
        sa.Column("ground_sigma", sa.BigInteger, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table(
        "rating_steps",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mu", sa.BigInteger, nullable=False),
        sa.Column("sigma", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("device", sa.String(64), primary_key=True),
    )
    op.create_index("devices_by_player", "devices", ["player"])
    op.create_table(
        "dailies",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("part", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("score", sa.Integer),
    )
    op.create_index("tries_by_player", "tries", ["player"])
    op.create_index("tries_by_match", "tries", ["match"])


def downgrade() -> None:
    for table in ("tries", "dailies", "devices", "rating_steps", "ratings", "ladder"):
        op.drop_table(table)
