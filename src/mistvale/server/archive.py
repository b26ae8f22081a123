"""A player's matches: found by filters, page by page; and all that is kept of a player, to take home."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from . import schema
from .accounts import Accounts
from .channels import Channels
from .daily import Dailies
from .handover import KINDS
from .people import People, Player
from .ratings import Ratings, programs_of
from .store import GOING, Store
from .tokens import Tokens, is_program

MOST_AT_ONCE = 50


@dataclass(frozen=True)
class Filter:
    """Which of a player's matches are looked for; None or empty is any."""

    game: str = ""
    status: str = ""
    seats: int | None = None
    other: str = ""
    text: str = ""
    after: str = ""


@dataclass
class Place:
    """One seat of a match as a list shows it."""

    guest: str = ""
    bot: str = ""
    name: str = ""
    open: bool = False
    score: int | None = None
    rank: int | None = None


@dataclass(frozen=True)
class Entry:
    """One match of a list."""

    match: str
    game: str
    status: str
    created: str
    ended: str
    places: list[Place]
    mark: str  # where the next page begins
    own_box: bool = False  # whether it is played with a box that somebody made


class Archive:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, player: str, wanted: Filter, over_only: bool, most: int = MOST_AT_ONCE) -> tuple[list[Entry], bool]:
        """Some of a player's matches, the newest first; and whether there are more."""
        matches, held = schema.matches, schema.holders
        mine = sa.select(held.c.match).where(held.c.guest == player)
        query = sa.select(matches).where(matches.c.match.in_(mine), *self._conditions(wanted, over_only))
        rows = self.store.rows(query.order_by(matches.c.created.desc(), matches.c.match).limit(most + 1))
        return self._entries(rows[:most]), len(rows) > most

    def _conditions(self, wanted: Filter, over_only: bool) -> list[sa.ColumnElement[bool]]:
        table = schema.matches
        found: list[sa.ColumnElement[bool]] = []
        if over_only or wanted.status == "over":
            found.append(table.c.status == "over")
        if wanted.status == "going":
            found.append(table.c.status.in_(GOING))
        if wanted.game:
            found.append(table.c.game == wanted.game)
        if wanted.seats is not None:
            results = schema.results
            found.append(table.c.match.in_(sa.select(results.c.match).where(results.c.seats == wanted.seats)))
        if wanted.other:
            held = schema.holders
            found.append(table.c.match.in_(sa.select(held.c.match).where(held.c.guest == wanted.other)))
        if wanted.text:
            found.append(self._named(wanted.text))
        if wanted.after:
            found.append(self._after(wanted.after))
        return found

    @staticmethod
    def _named(text: str) -> sa.ColumnElement[bool]:
        """Matches with somebody who is called like that, or that are."""
        names, table = schema.names, schema.matches
        like = sa.func.lower(names.c.name).contains(text.lower(), autoescape=True)
        return sa.or_(table.c.match == text, table.c.match.in_(sa.select(names.c.match).where(like)))

    @staticmethod
    def _after(mark: str) -> sa.ColumnElement[bool]:
        table = schema.matches
        created, _, match = mark.partition(" ")
        same = sa.and_(table.c.created == created, table.c.match > match)
        return sa.or_(table.c.created < created, same)

    def _entries(self, rows: list[sa.Row[Any]]) -> list[Entry]:
        matches = [row.match for row in rows]
        places = self._places(matches)
        ended = self._ended(matches, places)
        return [
            Entry(
                row.match,
                row.game,
                row.status,
                row.created,
                ended.get(row.match, ""),
                [places[row.match][seat] for seat in sorted(places[row.match])],
                f"{row.created} {row.match}",
                row.own_box,
            )
            for row in rows
        ]

    def _places(self, matches: list[str]) -> dict[str, dict[int, Place]]:
        """Who sits where, from the few events that say so, and the names beside them."""
        table, names = schema.events, schema.names
        found: dict[str, dict[int, Place]] = defaultdict(dict)
        kinds = sa.select(table).where(table.c.match.in_(matches), table.c.kind.in_(KINDS))
        for row in self.store.rows(kinds.order_by(table.c.match, table.c.number)):
            sit(found[row.match], row)
        for row in self.store.rows(sa.select(names).where(names.c.match.in_(matches))):
            place = found[row.match].get(row.seat)
            if place and not place.bot:
                place.name = row.name
        return found

    def _ended(self, matches: list[str], places: dict[str, dict[int, Place]]) -> dict[str, str]:
        """When matches ended; scores and ranks are put to their places."""
        table, ended = schema.results, {}
        for row in self.store.rows(sa.select(table).where(table.c.match.in_(matches))):
            ended[row.match] = row.ended
            place = places[row.match].get(row.seat)
            if place:
                place.score, place.rank = row.score, row.rank
        return ended

    # ------------------------------------------------------------ to take home

    def export(self, player: Player) -> dict[str, Any]:
        """All that is kept of a player, but secrets: those are kept as hashes, which say nothing."""
        accounts, people = Accounts(self.store), People(self.store)
        programs = Tokens(self.store).of(player.id)
        ids = [player.id, *(each.guest for each in programs)]
        named = {each.guest: each.name for each in programs}
        # Also those of programs whose tokens are gone: these have no name any more.
        rated = sa.or_(schema.ratings.c.player == player.id, schema.ratings.c.player.in_(programs_of(player.id)))
        events, held = schema.events, schema.holders
        # What one has done today alone is nobody's to read before the day is over.
        secret = Dailies(self.store).secret_matches(player.id)
        own = sa.select(events).where(events.c.guest.in_(ids), events.c.match.not_in(secret))
        own = own.order_by(events.c.match, events.c.number)
        mine = sa.select(held.c.match).where(held.c.guest.in_(ids))
        return {
            "player": player.handle,
            "id": player.id,
            "name": player.name,
            "created": player.created,
            "privacy": player.privacy.model_dump(),
            "passkeys": [
                {"name": each.name, "created": each.created, "used": each.used, "rp": each.rp}
                for each in accounts.passkeys(player.id)
            ],
            "identities": self._rows(
                schema.identities, schema.identities.c.player == player.id, "issuer", "created", "used"
            ),
            "sessions": [
                {"device": each.device, "made": each.made, "seen": each.seen} for each in accounts.sessions(player.id)
            ],
            "tokens": [
                {"name": each.name, "scopes": sorted(each.scopes), "created": each.created, "used": each.used}
                for each in programs
            ],
            "codes_left": accounts.codes_left(player.id),
            "role": player.role,
            "bans": [
                {"reason": row.reason, "until": row.until, "at": row.at}
                for row in self.store.rows(sa.select(schema.bans).where(schema.bans.c.guest == player.id))
            ],
            "notes": [{"kind": row.kind, "device": row.device, "at": row.at} for row in accounts.notes(player.id)],
            "following": [{"player": each.handle, "name": each.name} for each in people.tied("follows", player.id)],
            "followers": [{"player": each.handle, "name": each.name} for each in people.followers(player.id)],
            "blocked": [{"player": each.handle, "name": each.name} for each in people.tied("blocks", player.id)],
            "invitations": [
                {"match": row.match, "seat": row.seat, "at": row.at} for row in people.invitations(player.id)
            ],
            "invited": self._rows(schema.invitations, schema.invitations.c.host == player.id, "match", "seat", "at"),
            "queue": self._rows(
                schema.queue, schema.queue.c.guest == player.id, "games", "pace", "seats", "name", "match"
            ),
            "chat": self._rows(
                schema.chat, schema.chat.c.guest == player.id, "match", "side", "number", "at", "text", "phrase"
            ),
            "comments": self._rows(
                schema.comments, schema.comments.c.guest == player.id, "match", "number", "step", "at", "text"
            ),
            "reports": self._rows(
                schema.reports, schema.reports.c.reporter == player.id, "match", "side", "number", "why", "at"
            ),
            "notices": [
                {"way": row.way, "address": row.address, "kinds": row.kinds, "device": row.device, "state": row.state}
                for row in Channels(self.store).of(player.id)
            ],
            "names": self._rows(schema.names, schema.names.c.guest == player.id, "match", "seat", "name"),
            "results": self._rows(
                schema.results,
                schema.results.c.guest.in_(ids),
                *("match", "seat", "game", "score", "rank", "ended", "how", "place", "rated"),
            ),
            "cancellations": self._rows(
                schema.cancellations, schema.cancellations.c.guest == player.id, "match", "rated"
            ),
            "holidays": [
                {"since": row.since, "until": row.until}
                for row in self.store.rows(sa.select(schema.holidays).where(schema.holidays.c.guest == player.id))
            ],
            "ratings": [
                with_program(row.pop("player"), row, named)
                for row in self._rows(schema.ratings, rated, "player", "kind", "game", "pool", "mu", "sigma", "matches")
            ],
            "ladder": [
                with_program(each, dict(row._mapping), named)
                for each in [player.id, *self._rated_programs(player.id)]
                for row in Ratings(self.store).steps(each, None)
            ],
            "tries": self._rows(schema.tries, schema.tries.c.player == player.id, "day", "match", "score"),
            "solutions": self._rows(
                schema.solutions, schema.solutions.c.player == player.id, "game", "number", "puzzle", "solved", "at"
            ),
            "boxes": self._rows(
                schema.boxes, schema.boxes.c.guest.in_(ids), "digest", "game", "data", "verdict", "at", "touched"
            ),
            "tournaments": self._rows(
                schema.tournaments, schema.tournaments.c.organiser == player.id, "id", "name", "status", "created"
            ),
            "entries": self._rows(
                schema.entries, schema.entries.c.player == player.id, "tournament", "number", "since", "away", "at"
            ),
            "boards": self._rows(
                schema.boards, schema.boards.c.player == player.id, "tournament", "round", "match", "place", "how"
            ),
            "devices": self._rows(schema.devices, schema.devices.c.player.in_(ids), "match"),
            "matches": self._rows(
                schema.matches, schema.matches.c.match.in_(mine), "match", "game", "status", "created", "touched"
            ),
            "events": [
                {"match": row.match, "number": row.number, "kind": row.kind, "seat": row.seat, "at": row.at}
                | ({"move": row.data["move"]} if "move" in row.data else {})
                for row in self.store.rows(own.order_by(events.c.match, events.c.number))
            ],
        }

    def _rated_programs(self, player: str) -> list[str]:
        return sorted(row[0] for row in self.store.rows(programs_of(player)))

    def _rows(self, table: sa.Table, which: sa.ColumnElement[bool], *columns: str) -> list[dict[str, Any]]:
        query = sa.select(*(table.c[name] for name in columns)).where(which).order_by(*table.primary_key.columns)
        return [dict(row._mapping) for row in self.store.rows(query)]


def with_program(who: str, row: dict[str, Any], named: dict[str, str]) -> dict[str, Any]:
    """A row with the program that it is about, by name; None for the player's own."""
    return {**row, "program": named.get(who, "") if is_program(who) else None}


def sit(places: dict[int, Place], row: sa.Row[Any]) -> None:
    """What an event says of who sits where."""
    if row.kind == "open":
        for number, seat in enumerate(row.data["seats"]):
            kind = seat["kind"]
            places[number] = Place(
                guest=seat["guest"] or "" if kind == "guest" else "",
                bot=seat["bot"] or "" if kind == "bot" else "",
                name=seat["name"],
                open=kind == "open",
            )
    elif row.kind == "join" or row.kind == "back":
        places[row.seat] = Place(guest=row.guest or "")
    elif row.kind in ("leave", "timeout"):
        if "bot" in row.data:
            places[row.seat] = Place(bot=row.data["bot"], name=row.data["name"])
    elif row.kind == "free":
        for number in row.data["seats"]:
            places[number] = Place(open=True)
    else:
        for place in places.values():
            if place.guest == row.data["from"]:
                place.guest = row.guest or ""
