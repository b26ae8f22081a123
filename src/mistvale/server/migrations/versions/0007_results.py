"""How matches ended; who follows and who blocks whom; invitations; when players were last at a table.

Revision ID: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("grades", sa.JSON, nullable=False),
        sa.Column("ended", sa.String(32), nullable=False),
    )
    op.create_index("results_by_guest", "results", ["guest"])
    for table in ("follows", "blocks"):
        op.create_table(
            table,
            sa.Column("player", sa.String(64), primary_key=True),
            sa.Column("other", sa.String(64), primary_key=True),
        )
        op.create_index(f"{table}_by_other", table, ["other"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    for column in ("match", "host", "player"):
        op.create_index(f"invitations_by_{column}", "invitations", [column])
    op.add_column("players", sa.Column("active", sa.BigInteger, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("players", "active")
    for table in ("invitations", "blocks", "follows", "results"):
        op.drop_table(table)
