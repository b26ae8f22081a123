"""A guest's tables come along when it signs in: its seats are the player's from then on.

Except where the player sits, or sat, already: nobody may join two hands. Nothing is played for it: who holds which
seat follows from a few events of a match, and the change is one more.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from . import schema
from .events import Event, now
from .retention import today
from .terms import read_terms

if TYPE_CHECKING:
    from .store import Store

# The events that say who sits where.
KINDS = ("open", "join", "leave", "timeout", "back", "free", "handover")


def hand_over(store: Store, connection: sa.Connection, guest: str, player: str) -> list[str]:
    """Give a guest's seats to a player; at which tables."""
    held = schema.holders
    _move_holidays(connection, guest, player)
    matches = list(connection.execute(sa.select(held.c.match).where(held.c.guest == guest)).scalars())
    return [match for match in sorted(matches) if _hand_over(store, connection, match, guest, player)]


def _hand_over(store: Store, connection: sa.Connection, match: str, guest: str, player: str) -> bool:
    if player in sat_at(connection, match) or is_rated(connection, match):
        return False
    table = schema.events
    newest = connection.execute(sa.select(sa.func.max(table.c.number)).where(table.c.match == match)).scalar()
    if newest is None:
        return False
    event = Event(match, newest + 1, "handover", guest=player, data={"from": guest}, at=now())
    connection.execute(sa.insert(table), [asdict(event)])
    _move_rows(connection, match, guest, player)
    store.tell(connection, {"match": match, "number": event.number})
    return True


def _move_holidays(connection: sa.Connection, guest: str, player: str) -> None:
    """What a guest has had of this year's holidays, the player has had."""
    table = schema.holidays
    known = sa.select(table.c.since).where(table.c.guest == player)
    mine = sa.update(table).where(table.c.guest == guest, table.c.since.not_in(known))
    connection.execute(mine.values(guest=player))


def _move_rows(connection: sa.Connection, match: str, guest: str, player: str) -> None:
    """What follows from the events moves with them."""
    held, matches, names = schema.holders, schema.matches, schema.names
    cancelled = schema.cancellations
    mine = sa.update(cancelled).where(cancelled.c.match == match, cancelled.c.guest == guest)
    connection.execute(mine.values(guest=player))
    connection.execute(sa.delete(held).where(held.c.match == match, held.c.guest.in_((guest, player))))
    connection.execute(sa.insert(held).values(guest=player, match=match))
    connection.execute(sa.update(matches).where(matches.c.match == match).values(touched=today()))
    results = schema.results
    ended = sa.update(results).where(results.c.match == match, results.c.guest == guest)
    connection.execute(ended.values(guest=player))
    connection.execute(sa.update(names).where(names.c.match == match, names.c.guest == guest).values(guest=player))
    hosts = sa.update(matches).where(matches.c.match == match, matches.c.host == guest)
    connection.execute(hosts.values(host=player))


def is_rated(connection: sa.Connection, match: str) -> bool:
    """Whether something is at stake at a table: who sits there is somebody for good."""
    table = schema.events
    opened = sa.select(table.c.data).where(table.c.match == match, table.c.number == 0)
    return read_terms(connection.execute(opened).scalar() or {}).rated


def sat_at(connection: sa.Connection, match: str) -> set[str]:
    """Everybody who holds a seat of a match, or ever held one."""
    table = schema.events
    kinds = sa.select(table).where(table.c.match == match, table.c.kind.in_(KINDS)).order_by(table.c.number)
    sat: set[str] = set()
    for row in connection.execute(kinds):
        sat |= set(_sits(row.kind, row.guest, row.data, sat))
    return sat


def _sits(kind: str, guest: str | None, data: dict[str, Any], sat: set[str]) -> list[str]:
    """Who has a seat by an event."""
    if kind == "open":
        return [seat["guest"] for seat in data["seats"] if seat["kind"] == "guest" and seat["guest"]]
    if guest is None or kind in ("leave", "timeout", "free"):
        return []
    return [guest] if kind != "handover" or data["from"] in sat else []
