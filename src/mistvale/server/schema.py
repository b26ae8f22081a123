"""The tables of the store. Migrations make them; a test keeps both alike."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
HEAD = "0011"  # the newest of the migrations

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

# What people at a table are called, and whose name it is. Events hold ids alone: who goes takes the name along.
names = sa.Table(
    "names",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Index("names_by_guest", "guest"),
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

# Players: guests that have an account. The id is the guest's, so that events and seats stay as they are.
players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    # By which others know it; the id is nobody else's business.
    sa.Column("handle", sa.String(16), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    # The day on which the account was deleted; the id stays, so that no old cookie is good for it again.
    sa.Column("gone", sa.String(10), nullable=False, server_default=""),
    # Seconds since 1970: when it was last at a table.
    sa.Column("active", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("players_by_handle", "handle", unique=True),
)

# Passkeys. The key is the SHA-256 of the credential's id, which may be long.
credentials = sa.Table(
    "credentials",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("transports", sa.JSON, nullable=False),
    # The name of the server that it was made for; it works for no other.
    sa.Column("rp", sa.String(255), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(10), nullable=False),
    sa.Index("credentials_by_player", "player"),
)

# Who is signed in where. The id is the SHA-256 of what the cookie holds.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    # Who this browser was before, and is again when it signs out.
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("made", sa.String(32), nullable=False),
    # The day on which it was last used.
    sa.Column("seen", sa.String(10), nullable=False),
    # Seconds since 1970: when the player last proved to be the one; 0 is never.
    sa.Column("verified", sa.BigInteger, nullable=False),
    sa.Index("sessions_by_player", "player"),
    sa.Index("sessions_by_day", "seen"),
)

# Recovery codes that are not used yet, as SHA-256.
recovery = sa.Table(
    "recovery",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    # A code of the player's own, or a link that whoever runs the server gave.
    sa.Column("kind", sa.String(8), nullable=False),
    # Seconds since 1970; 0 is never.
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("recovery_by_player", "player"),
)

# What a passkey is asked to sign, as SHA-256: once, within some minutes, by whoever asked for it.
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("purpose", sa.String(16), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("challenges_by_end", "expires"),
)

# Links by which a player signs in on one more device. The id is the SHA-256 of the secret in the link.
device_links = sa.Table(
    "device_links",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    # The session that made it: no other may confirm it.
    sa.Column("session", sa.String(64), nullable=False),
    # The guest that opened it, what its device is called, and the number that it shows; empty until then.
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("number", sa.String(8), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("device_links_by_player", "player"),
    sa.Index("device_links_by_end", "expires"),
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
    # What became of the seat: played, timeout or left; its rank for ratings (0: as `rank`); whether it counts for them.
    sa.Column("how", sa.String(16), nullable=False, server_default="played"),
    sa.Column("place", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("results_by_guest", "guest"),
)

# Who follows whom, and who wants to have nothing to do with whom.
follows = sa.Table(
    "follows",
    metadata,
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True),
    sa.Index("follows_by_other", "other"),
)
blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True),
    sa.Index("blocks_by_other", "other"),
)

# Seats that a player was asked to take.
invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("invitations_by_match", "match"),
    sa.Index("invitations_by_host", "host"),
    sa.Index("invitations_by_player", "player"),
)

# What was done by whoever runs the server: rows are added and never changed.
audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    # The user of the machine who did it.
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("what", sa.String(32), nullable=False),
    # The id of the player it was done to, if it was one; no name.
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Index("audit_by_time", "at"),
)

# All matches at rated tables that are over, in the order in which they count: a row for each seat. Ratings follow from
# it and from nothing else, so it stays when matches go, and holds ids alone.
ladder = sa.Table(
    "ladder",
    metadata,
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("match", sa.String(32), nullable=False),
    # Which list it counts for: that of people, or that of programs; a game; tables for two ("2") or for more ("3+").
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("pool", sa.String(4), nullable=False),
    # Who sat there: a player, or else a house bot with the anchor that it had, in millionths.
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("mu", sa.BigInteger, nullable=False),
    sa.Column("sigma", sa.BigInteger, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    # Why it counts for nobody; empty if it does.
    sa.Column("why", sa.String(16), nullable=False),
    sa.Index("ladder_by_player", "player"),
    sa.Index("ladder_by_match", "match"),
)

# How strong players are thought to be, in millionths. It follows from the ladder.
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("pool", sa.String(4), primary_key=True),
    sa.Column("mu", sa.BigInteger, nullable=False),
    sa.Column("sigma", sa.BigInteger, nullable=False),
    # The same by matches against house bots alone.
    sa.Column("ground_mu", sa.BigInteger, nullable=False),
    sa.Column("ground_sigma", sa.BigInteger, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)

# What was thought after each match that counted. It follows from the ladder, too.
rating_steps = sa.Table(
    "rating_steps",
    metadata,
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.BigInteger, nullable=False),
    sa.Column("sigma", sa.BigInteger, nullable=False),
)

# The devices from which players came to rated tables, as keyed hashes, until the match is over.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Index("devices_by_player", "player"),
)

# The seed of each day, for one match alone: its part, and the seal that is known the day before.
dailies = sa.Table(
    "dailies",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("part", sa.String(64), nullable=False),
    sa.Column("seal", sa.String(64), nullable=False),
)

# Who has tried the match of a day; there is one try. The score is missing until it is finished, within the day.
tries = sa.Table(
    "tries",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("score", sa.Integer),
    sa.Index("tries_by_player", "player"),
    sa.Index("tries_by_match", "match"),
)
