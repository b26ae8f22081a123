"""What was done by whoever runs the server.

Revision ID: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("who", sa.String(64), nullable=False),
        sa.Column("what", sa.String(32), nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_index("audit_by_time", "audit", ["at"])


def downgrade() -> None:
    op.drop_table("audit")
