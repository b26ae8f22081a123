"""What comes of looking back at finished matches: analyses, variations, comments."""

from __future__ import annotations

import sqlalchemy as sa

from .base import metadata

# Which tables go on from finished matches: it follows from the events that opened them.
branches = sa.Table(
    "branches",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    # The match that it goes on from, the step of that, and the match with which all of it began.
    sa.Column("parent", sa.String(32), nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("root", sa.String(32), nullable=False),
    # Whether what a seat could not know was dealt anew.
    sa.Column("anew", sa.Boolean, nullable=False),
    sa.Index("branches_by_root", "root"),
)

# What people have written beside finished matches, and beside steps of them. Names are looked up when it is read.
comments = sa.Table(
    "comments",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # The step that it is about; null: the match.
    sa.Column("step", sa.Integer),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("message", sa.String(64)),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("comments_by_guest", "guest"),
    sa.Index("comments_by_message", "match", "guest", "message", unique=True),
)

# What was found by looking back at a match, once all of it is found; names are not in it.
analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("level", sa.String(16), nullable=False),
    # Of which game and version it is: by other rules it would be found anew.
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("found", sa.JSON, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)
