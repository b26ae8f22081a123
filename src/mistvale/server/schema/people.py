"""Who there is: guests, players, how they sign in, whom they know, and who is kept out."""

from __future__ import annotations

import sqlalchemy as sa

from .base import metadata

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
