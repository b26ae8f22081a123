"""All that is kept of a player, to take home: all but secrets, which are kept as hashes and say nothing."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from . import schema
from .accounts import Accounts
from .channels import Channels
from .daily import Dailies
from .people import People, Player
from .ratings import Ratings, programs_of
from .store import Store
from .tokens import Tokens, is_program

Kept = dict[str, Any]


def all_kept(store: Store, player: Player) -> Kept:
    """All that is kept of a player, by what it is: see the model `Export`."""
    own = Belongings(store, player)
    return {
        **own.account(),
        **own.signing_in(),
        **own.ties(),
        **own.said(),
        **own.seats(),
        **own.results(),
        **own.ratings(),
        **own.alone(),
        **own.tournaments(),
        **own.matches(),
    }


class Belongings:
    """What is kept of a player and of its programs."""

    def __init__(self, store: Store, player: Player) -> None:
        self._store, self._player = store, player
        self._accounts, self._people = Accounts(store), People(store)
        self._programs = Tokens(store).of(player.id)
        self._ids = [player.id, *(each.guest for each in self._programs)]

    def account(self) -> Kept:
        """Who it is, what it wishes to be known, and whether it is shut out."""
        player = self._player
        return {
            "player": player.handle,
            "id": player.id,
            "name": player.name,
            "created": player.created,
            "privacy": player.privacy.model_dump(),
            "role": player.role,
            "bans": self._own(schema.bans.c.guest, "reason", "until", "at"),
        }

    def signing_in(self) -> Kept:
        """By what one signs in, from where one did, and programs that may do so."""
        accounts, player = self._accounts, self._player.id
        return {
            "passkeys": [
                {"name": each.name, "created": each.created, "used": each.used, "rp": each.rp}
                for each in accounts.passkeys(player)
            ],
            "identities": self._own(schema.identities.c.player, "issuer", "created", "used"),
            "sessions": [
                {"device": each.device, "made": each.made, "seen": each.seen} for each in accounts.sessions(player)
            ],
            "tokens": [
                {"name": each.name, "scopes": sorted(each.scopes), "created": each.created, "used": each.used}
                for each in self._programs
            ],
            "codes_left": accounts.codes_left(player),
            "notes": [{"kind": row.kind, "device": row.device, "at": row.at} for row in accounts.notes(player)],
            "notices": [
                {"way": row.way, "address": row.address, "kinds": row.kinds, "device": row.device, "state": row.state}
                for row in Channels(self._store).of(player)
            ],
        }

    def ties(self) -> Kept:
        """Others whom one follows, blocks, invites, and those who do so."""
        people, player = self._people, self._player.id
        return {
            "following": [called(each) for each in people.tied("follows", player)],
            "followers": [called(each) for each in people.followers(player)],
            "blocked": [called(each) for each in people.tied("blocks", player)],
            "invitations": [{"match": row.match, "seat": row.seat, "at": row.at} for row in people.invitations(player)],
            "invited": self._own(schema.invitations.c.host, "match", "seat", "at"),
        }

    def said(self) -> Kept:
        """What one said and wrote."""
        return {
            "chat": self._own(schema.chat.c.guest, "match", "side", "number", "at", "text", "phrase"),
            "comments": self._own(schema.comments.c.guest, "match", "number", "step", "at", "text"),
            "reports": self._own(schema.reports.c.reporter, "match", "side", "number", "why", "at"),
        }

    def seats(self) -> Kept:
        """Where one waits for a seat, under which names one sat, and when one was away."""
        return {
            "queue": self._own(schema.queue.c.guest, "games", "pace", "seats", "name", "match"),
            "names": self._own(schema.names.c.guest, "match", "seat", "name"),
            "holidays": self._own(schema.holidays.c.guest, "since", "until"),
        }

    def results(self) -> Kept:
        """What came of one's matches."""
        columns = ("match", "seat", "game", "score", "rank", "ended", "how", "place", "rated")
        return {
            "results": self._all(schema.results.c.guest, *columns),
            "cancellations": self._own(schema.cancellations.c.guest, "match", "rated"),
            "devices": self._all(schema.devices.c.player, "match"),
        }

    def ratings(self) -> Kept:
        """One's ratings and those of one's programs, also of those whose tokens are gone: these have no name any more.

        And all that they follow from.
        """
        ladder, gone = Ratings(self._store), self._store.rows(programs_of(self._player.id))
        table = schema.ratings
        rated = sa.or_(table.c.player == self._player.id, table.c.player.in_(programs_of(self._player.id)))
        rows = self._rows(table, rated, "player", "kind", "game", "pool", "mu", "sigma", "matches")
        return {
            "ratings": [self._with_program(row.pop("player"), row) for row in rows],
            "ladder": [
                self._with_program(who, dict(row._mapping))
                for who in [self._player.id, *sorted(row[0] for row in gone)]
                for row in ladder.steps(who, None)
            ],
        }

    def alone(self) -> Kept:
        """Matches of a day, puzzles, and boxes that one has made."""
        return {
            "tries": self._own(schema.tries.c.player, "day", "match", "score"),
            "solutions": self._own(schema.solutions.c.player, "game", "number", "puzzle", "solved", "at"),
            "boxes": self._all(schema.boxes.c.guest, "digest", "game", "data", "verdict", "at", "touched"),
        }

    def tournaments(self) -> Kept:
        """Those that one has opened, those that one takes part in, and where one sat there."""
        return {
            "tournaments": self._own(schema.tournaments.c.organiser, "id", "name", "status", "created"),
            "entries": self._own(schema.entries.c.player, "tournament", "number", "since", "away", "at"),
            "boards": self._own(schema.boards.c.player, "tournament", "round", "match", "place", "how"),
        }

    def matches(self) -> Kept:
        """Where one sits or sat, and all that one did there."""
        held, table = schema.holders, schema.matches
        mine = sa.select(held.c.match).where(held.c.guest.in_(self._ids))
        return {
            "matches": self._rows(table, table.c.match.in_(mine), "match", "game", "status", "created", "touched"),
            "events": self._events(),
        }

    def _events(self) -> list[Kept]:
        """What one did; but what one has done today alone is nobody's to read before the day is over."""
        table, secret = schema.events, Dailies(self._store).secret_matches(self._player.id)
        own = sa.select(table).where(table.c.guest.in_(self._ids), table.c.match.not_in(secret))
        return [
            {"match": row.match, "number": row.number, "kind": row.kind, "seat": row.seat, "at": row.at}
            | ({"move": row.data["move"]} if "move" in row.data else {})
            for row in self._store.rows(own.order_by(table.c.match, table.c.number))
        ]

    # ------------------------------------------------------------ rows

    def _own(self, whose: sa.Column[Any], *columns: str) -> list[Kept]:
        """Rows that are the player's, by the column that says whose they are."""
        return self._rows(whose.table, whose == self._player.id, *columns)

    def _all(self, whose: sa.Column[Any], *columns: str) -> list[Kept]:
        """Rows that are the player's or those of its programs."""
        return self._rows(whose.table, whose.in_(self._ids), *columns)

    def _rows(self, table: sa.Table, which: sa.ColumnElement[bool], *columns: str) -> list[Kept]:
        query = sa.select(*(table.c[name] for name in columns)).where(which).order_by(*table.primary_key.columns)
        return [dict(row._mapping) for row in self._store.rows(query)]

    def _with_program(self, who: str, row: Kept) -> Kept:
        """A row with the program that it is about, by name; None for the player's own."""
        named = {each.guest: each.name for each in self._programs}
        return {**row, "program": named.get(who, "") if is_program(who) else None}


def called(player: Player) -> Kept:
    return {"player": player.handle, "name": player.name}
