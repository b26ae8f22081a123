"""Tokens, by which programs of players come in.

Revision ID: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("used", sa.String(10), nullable=False),
    )
    op.create_index("tokens_by_hash", "tokens", ["hash"], unique=True)
    op.create_index("tokens_by_guest", "tokens", ["guest"], unique=True)
    op.create_index("tokens_by_player", "tokens", ["player"])


def downgrade() -> None:
    op.drop_table("tokens")
