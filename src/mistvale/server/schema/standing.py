"""How people stand: ratings, the match of the day, puzzles, tournaments."""

from __future__ import annotations

import sqlalchemy as sa

from .base import metadata

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
