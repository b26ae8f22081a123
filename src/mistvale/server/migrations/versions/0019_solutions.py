"""What players made of puzzles.

Revision ID: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.create_table(
        "solutions",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("mu", sa.BigInteger, nullable=False),
        sa.Column("sigma", sa.BigInteger, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("solutions_by_number", "solutions", ["player", "game", "number"], unique=True)


def downgrade() -> None:
    op.drop_table("solutions")
