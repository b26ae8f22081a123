"""Boxes that people made themselves, and which tables play with one.

Revision ID: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "boxes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("finding", sa.Text, nullable=False),
        sa.Column("rules", sa.String(80), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("touched", sa.String(10), nullable=False),
    )
    op.create_index("boxes_by_guest", "boxes", ["guest"])
    op.create_index("boxes_by_day", "boxes", ["touched"])
    op.add_column("matches", sa.Column("own_box", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("matches", "own_box")
    op.drop_table("boxes")
