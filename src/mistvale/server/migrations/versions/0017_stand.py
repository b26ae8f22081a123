"""Whose programs play at rated tables, who waits for a rated match, tries at codes, and what came of reports.

Revision ID: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("results", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.add_column("ladder", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.create_index("ladder_by_owner", "ladder", ["owner"])
    op.add_column("queue", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("queue", sa.Column("devices", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("waits", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("reports", sa.Column("outcome", sa.String(16), nullable=False, server_default=""))
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("full", sa.BigInteger, nullable=False),
        sa.Index("attempts_by_end", "full"),
    )


def downgrade() -> None:
    op.drop_table("attempts")
    op.drop_column("reports", "outcome")
    op.drop_column("waits", "rated")
    op.drop_column("queue", "devices")
    op.drop_column("queue", "rated")
    op.drop_index("ladder_by_owner", "ladder")
    op.drop_column("ladder", "owner")
    op.drop_column("results", "owner")
