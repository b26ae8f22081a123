"""A player's matches: found by filters, page by page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from . import schema
from .handover import KINDS
from .store import GOING, Store

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
