"""The tables of the store. Migrations make them; a test keeps both alike."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
HEAD = "0004"  # the newest of the migrations

# All that ever happened, in order. The key is the lock: whoever inserts a number first has moved first.
events = sa.Table(
    "events",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("guest", sa.String(64)),
    sa.Column("message", sa.String(64)),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("rules", sa.String(32)),
    sa.Column("digest", sa.String(128)),
    sa.Column("at", sa.String(32), nullable=False),
)

# Where each match stands, so that a start need not read every event. It follows from the events.
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("bot_turn", sa.Boolean, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    # Where it was opened from, as a keyed hash, until it is over: open tables are counted by it.
    sa.Column("origin", sa.String(32), nullable=False, server_default=""),
    # The day on which somebody last came to it.
    sa.Column("touched", sa.String(10), nullable=False, server_default=""),
    sa.Index("matches_by_turn", "bot_turn"),
    sa.Index("matches_by_host", "host"),
    sa.Index("matches_by_origin", "origin"),
    sa.Index("matches_by_day", "touched"),
)

# Who sits, or sat, where: a guest's own tables.
holders = sa.Table(
    "holders",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Index("holders_by_match", "match"),
)

# Links for friends.
links = sa.Table(
    "links",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Index("links_by_match", "match"),
)

guests = sa.Table(
    "guests",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    # The day on which it last came.
    sa.Column("seen", sa.String(10), nullable=False, server_default=""),
    sa.Index("guests_by_day", "seen"),
)

# Written and taken away again, to find out whether the store takes writes.
pulse = sa.Table(
    "pulse",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("padding", sa.Text, nullable=False),
)

# What cookies are signed with, unless a setting says it. A row for each key that counts.
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("secret", sa.String(128), nullable=False),
    # Seconds since 1970: when it begins to sign, and until when it is accepted; 0 is until it is replaced.
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
