"""Which tables go on from finished matches, and what people have written beside those.

Revision ID: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "branches",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("parent", sa.String(32), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("root", sa.String(32), nullable=False),
        sa.Column("anew", sa.Boolean, nullable=False),
    )
    op.create_index("branches_by_root", "branches", ["root"])
    op.create_table(
        "comments",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("step", sa.Integer),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("message", sa.String(64)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("comments_by_guest", "comments", ["guest"])
    op.create_index("comments_by_message", "comments", ["match", "guest", "message"], unique=True)
    _fill()


def _fill() -> None:
    """Tables that were played on before are found by the events that opened them."""
    connection = op.get_bind()
    events = sa.table("events", *(sa.column(name) for name in ("match", "number")), sa.column("data", sa.JSON))
    told = {name: events.c.data["from", name] for name in ("match", "step", "redeal")}
    opened = sa.select(
        events.c.match,
        told["match"].as_string().label("parent"),
        told["step"].as_integer().label("step"),
        told["redeal"].as_string().label("redeal"),
    ).where(events.c.number == 0, told["match"].as_string().is_not(None))
    rows = {row.match: row for row in connection.execute(opened)}
    branches = sa.table("branches", *(sa.column(name) for name in ("match", "parent", "step", "root", "anew")))
    for row in rows.values():
        root = row.parent
        while root in rows:
            root = rows[root].parent
        values = {"match": row.match, "parent": row.parent, "step": row.step, "root": root}
        connection.execute(sa.insert(branches).values(**values, anew=row.redeal is not None))


def downgrade() -> None:
    op.drop_table("comments")
    op.drop_table("branches")
