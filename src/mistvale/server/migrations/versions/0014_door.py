"""Who may not come in, what hangs at the door, and who looks after the server.

Revision ID: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "signs",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.add_column("players", sa.Column("role", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("players", "role")
    op.drop_table("signs")
    op.drop_table("bans")
