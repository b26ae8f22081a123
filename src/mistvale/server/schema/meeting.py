"""How people meet and hear of each other: quick match, notices, chat and reports."""

from __future__ import annotations

import sqlalchemy as sa

from .base import metadata

# Who waits for others to play with: one queue for all processes. A row is claimed with the table that comes of it.
queue = sa.Table(
    "queue",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    # Where it came from, as with tables: entries are counted by it.
    sa.Column("origin", sa.String(32), nullable=False),
    sa.Column("games", sa.JSON, nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    # What it is called there, and its seal of the table to come.
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("seal", sa.String(64), nullable=False),
    # Milliseconds since 1970: since when it waits, and when its browser last said so.
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False),
    # Where it sits now; empty while it waits.
    sa.Column("match", sa.String(32), nullable=False, server_default=""),
    sa.Column("seat", sa.Integer, nullable=False, server_default="0"),
    # Whether it wants a match that counts; and then from where it came, as keyed hashes: one device is one player.
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("devices", sa.JSON, nullable=False, server_default="[]"),
    sa.Index("queue_by_match", "match", "beat"),
    sa.Index("queue_by_origin", "origin"),
)

# How long people waited lately, so that others can be told how long it may take. Nobody's name stands there.
waits = sa.Table(
    "waits",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("waits_by_game", "game", "pace", "seats", "at"),
    sa.Index("waits_by_time", "at"),
)

# Where a guest's or player's notices go beside the page: a browser, a mail address, a web address.
channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("way", sa.String(8), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    # The SHA-256 of the address, to find it by.
    sa.Column("place", sa.String(64), nullable=False),
    # Of a browser: what its notices are encrypted with.
    sa.Column("keys", sa.JSON, nullable=False),
    # Signs what is sent to a web address, and the links of a mail.
    sa.Column("secret", sa.String(64), nullable=False),
    # What is told there.
    sa.Column("kinds", sa.JSON, nullable=False),
    sa.Column("lang", sa.String(8), nullable=False),
    sa.Column("device", sa.String(64), nullable=False),
    # The session in which a browser was added, with which it goes; empty for a guest's.
    sa.Column("session", sa.String(64), nullable=False),
    # On; asked: a mail address that nobody has confirmed; off: a web address that failed too often.
    sa.Column("state", sa.String(8), nullable=False),
    # In a row.
    sa.Column("failures", sa.Integer, nullable=False),
    # Seconds since 1970: when it was added, and when something was last sent there.
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("sent", sa.BigInteger, nullable=False),
    sa.Index("channels_by_guest", "guest"),
    sa.Index("channels_by_place", "place"),
    sa.Index("channels_by_session", "session"),
)

# What is to be sent, a row for each notice and channel. What was sent stays for some days, so that it is sent once.
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("channel", sa.String(32), nullable=False),
    sa.Column("notice", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    # Whether a mail goes at once, however lately there was one.
    sa.Column("urgent", sa.Boolean, nullable=False),
    # Seconds since 1970: when to send it (0: it is done), and until when a process is at it.
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("claimed", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Index("outbox_by_channel", "channel"),
    sa.Index("outbox_by_due", "due"),
    sa.Index("outbox_by_match", "match"),
    sa.Index("outbox_by_made", "made"),
)

# By which push services know this server: one row.
push_keys = sa.Table(
    "push_keys",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.String(128), nullable=False),
)

# What is said at tables. Names are looked up when it is read: who goes takes the lines along.
chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    # Of those who sit there, or of those who look on; each side counts its own lines.
    sa.Column("side", sa.String(8), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("message", sa.String(64)),
    # One of the quick phrases, or else a text.
    sa.Column("phrase", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("chat_by_guest", "guest"),
    sa.Index("chat_by_time", "at"),
    sa.Index("chat_by_message", "match", "guest", "message", unique=True),
)

# Lines that somebody has reported, with those around them, until whoever runs the server has looked at them.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("side", sa.String(8), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("reporter", sa.String(64), nullable=False),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("why", sa.String(16), nullable=False),
    sa.Column("lines", sa.JSON, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    # The day on which it was closed; empty while it is open.
    sa.Column("closed", sa.String(10), nullable=False),
    # What came of it then: dealt with, or dismissed.
    sa.Column("outcome", sa.String(16), nullable=False, server_default=""),
    sa.Index("reports_by_line", "match", "side", "number", "reporter", unique=True),
    sa.Index("reports_by_reporter", "reporter"),
    sa.Index("reports_by_author", "author"),
    sa.Index("reports_by_closed", "closed"),
)
