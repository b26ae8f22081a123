"""Notices: where they go and what is still to be sent; chat at tables, and what was reported of it.

Revision ID: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("kinds", sa.JSON, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False),
    )
    for column in ("guest", "place", "session"):
        op.create_index(f"channels_by_{column}", "channels", [column])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("notice", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("urgent", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("claimed", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    for column in ("channel", "due", "match", "made"):
        op.create_index(f"outbox_by_{column}", "outbox", [column])
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.String(128), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("side", sa.String(8), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("message", sa.String(64)),
        sa.Column("phrase", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("chat_by_guest", "chat", ["guest"])
    op.create_index("chat_by_time", "chat", ["at"])
    op.create_index("chat_by_message", "chat", ["match", "guest", "message"], unique=True)
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("side", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("closed", sa.String(10), nullable=False),
    )
    op.create_index("reports_by_line", "reports", ["match", "side", "number", "reporter"], unique=True)
    for column in ("reporter", "author", "closed"):
        op.create_index(f"reports_by_{column}", "reports", [column])


def downgrade() -> None:
    for table in ("reports", "chat", "push_keys", "outbox", "channels"):
        op.drop_table(table)
