"""What is played at tables: all that happened, where it stands, and what follows from it."""

from __future__ import annotations

import sqlalchemy as sa

from .base import metadata

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
    # When the first clock there runs out, in milliseconds since 1970; null where none runs.
    sa.Column("deadline", sa.BigInteger),
    # What the lobby finds it by: who may find it, how fast one plays, what is at stake, seats and those to be had.
    sa.Column("door", sa.String(8), nullable=False, server_default="link"),
    sa.Column("pace", sa.String(8), nullable=False, server_default="none"),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seats", sa.Integer, nullable=False, server_default="0"),
    sa.Column("free", sa.Integer, nullable=False, server_default="0"),
    # Seconds since 1970: since when its start waits for somebody (0: it does not), and when who sits there was seen.
    sa.Column("starting", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
    # What the lobby shows beside: options, and what sits where; people are found by their names.
    sa.Column("shown", sa.JSON, nullable=False, server_default="{}"),
    # Whether it is played with a box that somebody made.
    sa.Column("own_box", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("matches_by_door", "door", "status", "created"),
    sa.Index("matches_by_start", "starting"),
    sa.Index("matches_by_turn", "bot_turn"),
    sa.Index("matches_by_deadline", "deadline"),
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

# What a player is to be told about the account.
notes = sa.Table(
    "notes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("notes_by_player", "player"),
)

# How matches ended, a row for each seat. It follows from the events.
results = sa.Table(
    "results",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    # Who sat there in the end: a guest, or else a bot.
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    # Of a match alone, by what is graded.
    sa.Column("grades", sa.JSON, nullable=False),
    sa.Column("ended", sa.String(32), nullable=False),
    # What became of the seat (played, timeout, left), its rank for ratings (0: as `rank`), whether it counts for them.
    sa.Column("how", sa.String(16), nullable=False, server_default="played"),
    sa.Column("place", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    # Of a program: the player whose it is.
    sa.Column("owner", sa.String(64), nullable=False, server_default=""),
    sa.Index("results_by_guest", "guest"),
)

# Who sat at matches that were cancelled by all people there.
cancellations = sa.Table(
    "cancellations",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Index("cancellations_by_guest", "guest"),
)

# When people were on holiday, in milliseconds since 1970: clocks by mail stand still for them.
holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
    # When it is over at the latest.
    sa.Column("until", sa.BigInteger, nullable=False),
)

# The processes that serve, and when each last said so, in milliseconds since 1970 by the database's clock.
beats = sa.Table(
    "beats",
    metadata,
    sa.Column("process", sa.String(32), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    # Whether it has not stopped in good order since.
    sa.Column("alive", sa.Boolean, nullable=False),
)

# Stretches in which no process served although clocks ran: from the last beat before to the first one after.
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("gone", sa.BigInteger, nullable=False),
    sa.Column("back", sa.BigInteger, nullable=False),
)

# Boxes that people made themselves, by what is in them. Tables have their own: these go when nobody comes back.
boxes = sa.Table(
    "boxes",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    # Who made it first; empty when that one is gone.
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    # What came of its trial (empty: nothing yet), what was found, and by which rules.
    sa.Column("verdict", sa.String(8), nullable=False),
    sa.Column("finding", sa.Text, nullable=False),
    sa.Column("rules", sa.String(80), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    # The day on which somebody last came to it.
    sa.Column("touched", sa.String(10), nullable=False),
    sa.Index("boxes_by_guest", "guest"),
    sa.Index("boxes_by_day", "touched"),
)
