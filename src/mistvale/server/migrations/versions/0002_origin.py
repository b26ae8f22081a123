"""Where a table was opened from, to count by.

Revision ID: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("origin", sa.String(32), nullable=False, server_default=""))
    op.create_index("matches_by_origin", "matches", ["origin"])


def downgrade() -> None:
    op.drop_index("matches_by_origin", "matches")
    op.drop_column("matches", "origin")
