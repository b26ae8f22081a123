"""The tables of the store. Migrations make them; a test keeps both alike."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
HEAD = "0021"  # the newest of the migrations

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
    # "admin": may look after the server on its page.
    sa.Column("role", sa.String(16), nullable=False, server_default=""),
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

# Who players are at providers of OpenID Connect. The id is the SHA-256 of issuer and subject: nothing else is kept.
identities = sa.Table(
    "identities",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("issuer", sa.String(255), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("used", sa.String(10), nullable=False),
    sa.Index("identities_by_player", "player"),
)

# Who is on the way to a provider, or back from it. The id is the SHA-256 of the state that comes back with them.
journeys = sa.Table(
    "journeys",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    # The session that began it, or the guest where there is none: it leads nobody else back.
    sa.Column("holder", sa.String(64), nullable=False),
    sa.Column("provider", sa.String(32), nullable=False),
    sa.Column("purpose", sa.String(16), nullable=False),
    # What only the provider's answer and the call for it may hold; empty once somebody is back.
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("verifier", sa.String(128), nullable=False),
    sa.Column("begun", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    # What came of it: empty while nobody is back, then `back`, and then who it is, or why nobody knows.
    sa.Column("outcome", sa.String(16), nullable=False),
    sa.Column("issuer", sa.String(255), nullable=False),
    sa.Column("identity", sa.String(64), nullable=False),
    sa.Column("fresh", sa.Boolean, nullable=False),
    sa.Index("journeys_by_holder", "holder"),
    sa.Index("journeys_by_end", "expires"),
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

# Tokens, by which programs of players come in.
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    # The SHA-256 of the token itself.
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("player", sa.String(64), nullable=False),
    # Who the program is at tables: an id of its own, which nobody has a cookie for.
    sa.Column("guest", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("scopes", sa.JSON, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    # Seconds since 1970.
    sa.Column("expires", sa.BigInteger, nullable=False),
    # The day on which it was last used; empty for never.
    sa.Column("used", sa.String(10), nullable=False),
    sa.Index("tokens_by_hash", "hash", unique=True),
    sa.Index("tokens_by_guest", "guest", unique=True),
    sa.Index("tokens_by_player", "player"),
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

# Who may only look, until when (seconds since 1970; 0 is for ever), and why, as it is told to them.
bans = sa.Table(
    "bans",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("reason", sa.String(300), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# What hangs at the door: announcements, and that no new tables are opened ("maintenance").
signs = sa.Table(
    "signs",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

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
    # Who sat there: a player or a program, or else a house bot with the anchor that it had, in millionths.
    sa.Column("player", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("mu", sa.BigInteger, nullable=False),
    sa.Column("sigma", sa.BigInteger, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    # Why it counts for nobody, or why nobody rises at this seat; empty if there is nothing to be said against it.
    sa.Column("why", sa.String(16), nullable=False),
    # Of a program: the player whose it is.
    sa.Column("owner", sa.String(64), nullable=False, server_default=""),
    sa.Index("ladder_by_player", "player"),
    sa.Index("ladder_by_owner", "owner"),
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

# The devices from which players came to rated tables, as keyed hashes, until the match is over; of who has gone for
# good since, under nobody's name, as far as another came from the same one.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Index("devices_by_player", "player"),
)

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

# A player's first move at each puzzle, and the rating that came of it, in millionths. Only the first counts.
solutions = sa.Table(
    "solutions",
    metadata,
    sa.Column("player", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    # In the order in which the player tried those of a game.
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("mu", sa.BigInteger, nullable=False),
    sa.Column("sigma", sa.BigInteger, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("solutions_by_number", "player", "game", "number", unique=True),
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

# Tries at codes and links, by whoever makes them, as a keyed hash: so they hold for all processes to the last one.
attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    # How many were left, and when that was; and when all are there again, so that nobody needs to know it any more.
    # Milliseconds since 1970.
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("full", sa.BigInteger, nullable=False),
    sa.Index("attempts_by_end", "full"),
)

# Tournaments: what was agreed on, and where they stand.
tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    # The player who opened it.
    sa.Column("organiser", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    # Swiss, round robin or knock-out; how many sit at a table, at most; rounds (0: as many as are needed).
    sa.Column("form", sa.String(8), nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("pace", sa.JSON, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    # Who may find it, and enter.
    sa.Column("door", sa.String(8), nullable=False),
    # The last round that somebody may come to who was not there from the beginning; 0: none.
    sa.Column("late", sa.Integer, nullable=False),
    # How many seconds tables of a live round wait for somebody who is not there.
    sa.Column("patience", sa.Integer, nullable=False),
    # Seconds since 1970: when it begins by itself; 0: when the organiser says so.
    sa.Column("starts", sa.BigInteger, nullable=False),
    # The language of the organiser: what the server itself writes at tables is in it.
    sa.Column("lang", sa.String(8), nullable=False),
    # What lots are drawn from; its hash is known from the beginning.
    sa.Column("seed", sa.String(64), nullable=False),
    # Open, running, over, or ended before that.
    sa.Column("status", sa.String(8), nullable=False),
    # The round that was paired last.
    sa.Column("round", sa.Integer, nullable=False),
    # Seconds since 1970: when somebody has to look after it (0: when something happens there), and until when the
    # tables of this round wait.
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    # Goes up with every change: what was made of an older one does not count.
    sa.Column("version", sa.Integer, nullable=False),
    # Where it was opened from, as with matches, until it is over.
    sa.Column("origin", sa.String(32), nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("ended", sa.String(32), nullable=False),
    # The day on which something last happened.
    sa.Column("touched", sa.String(10), nullable=False),
    sa.Index("tournaments_by_status", "status", "created"),
    sa.Index("tournaments_by_due", "due"),
    sa.Index("tournaments_by_organiser", "organiser"),
    sa.Index("tournaments_by_origin", "origin"),
)

# Who takes part in a tournament. It holds ids alone: who deletes the account is a former player there.
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("tournament", sa.String(16), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True),
    # In the order of entry.
    sa.Column("number", sa.Integer, nullable=False),
    # The rating when it began, or when somebody came, in millionths: seeds follow from it.
    sa.Column("strength", sa.BigInteger, nullable=False),
    # The first round that it can sit down in.
    sa.Column("since", sa.Integer, nullable=False),
    # Why there are no more tables for it (left, removed, absent); empty if there are.
    sa.Column("away", sa.String(8), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Index("entries_by_number", "tournament", "number", unique=True),
    sa.Index("entries_by_player", "player"),
)

# Who sat where in each round of a tournament, and what came of it. The key is the lock: a round is paired once.
boards = sa.Table(
    "boards",
    metadata,
    sa.Column("tournament", sa.String(16), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String(64), nullable=False),
    # The match; empty where nothing is played.
    sa.Column("match", sa.String(32), nullable=False),
    # 0 while it goes on.
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("how", sa.String(8), nullable=False),
    sa.Index("boards_by_match", "match"),
    sa.Index("boards_by_player", "player"),
)
