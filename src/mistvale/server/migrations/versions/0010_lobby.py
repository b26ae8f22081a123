"""What the lobby finds tables by; the queue of those who want to play, and how long they waited.

Revision ID: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    for column in (
        sa.Column("door", sa.String(8), nullable=False, server_default="link"),
        sa.Column("pace", sa.String(8), nullable=False, server_default="none"),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("seats", sa.Integer, nullable=False, server_default="0"),
        sa.Column("free", sa.Integer, nullable=False, server_default="0"),
        sa.Column("starting", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("shown", sa.JSON, nullable=False, server_default="{}"),
    ):
        op.add_column("matches", column)
    op.create_index("matches_by_door", "matches", ["door", "status", "created"])
    op.create_index("matches_by_start", "matches", ["starting"])
    # Tables of before that wait for a part: from now on no longer than others.
    matches = sa.table("matches", sa.column("status", sa.String), sa.column("starting", sa.BigInteger))
    moment = sa.cast(sa.extract("epoch", sa.func.current_timestamp()), sa.BigInteger)
    if op.get_bind().dialect.name == "sqlite":
        moment = sa.cast(sa.func.strftime("%s", "now"), sa.BigInteger)
    op.execute(matches.update().where(matches.c.status == "sealing").values(starting=moment))
    op.create_table(
        "queue",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("match", sa.String(32), nullable=False, server_default=""),
        sa.Column("seat", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("queue_by_match", "queue", ["match", "beat"])
    op.create_index("queue_by_origin", "queue", ["origin"])
    op.create_table(
        "waits",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("waits_by_game", "waits", ["game", "pace", "seats", "at"])
    op.create_index("waits_by_time", "waits", ["at"])


def downgrade() -> None:
    op.drop_table("waits")
    op.drop_table("queue")
    op.drop_index("matches_by_start", "matches")
    op.drop_index("matches_by_door", "matches")
    for name in ("shown", "seen", "starting", "free", "seats", "rated", "pace", "door"):
        op.drop_column("matches", name)
