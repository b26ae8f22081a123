"""Who players are at providers of OpenID Connect, and who is on the way there or back.

Revision ID: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("used", sa.String(10), nullable=False),
    )
    op.create_index("identities_by_player", "identities", ["player"])
    op.create_table(
        "journeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("provider", sa.String(32), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(128), nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("fresh", sa.Boolean, nullable=False),
    )
    op.create_index("journeys_by_holder", "journeys", ["holder"])
    op.create_index("journeys_by_end", "journeys", ["expires"])


def downgrade() -> None:
    op.drop_table("journeys")
    op.drop_table("identities")
