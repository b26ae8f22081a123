"""Names of people stand beside the events, not in them: whoever goes takes the name along, and the match stays.

An event is written without the names of those who sit down, and read with those that are still known; an empty name is
that of somebody who is gone. Bots are called in the events: a bot is nobody. The name of a program is its owner's, and
goes with the owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import schema
from .events import Event

# Those who sit down are called something; who takes a seat back is called what it was.
SITTING = ("join", "back")
NAMING = ("open", *SITTING, "free")
Row = dict[str, Any]


class Called(NamedTuple):
    """What a seat is called, and what whoever the name belongs to is called elsewhere."""

    name: str = ""
    keeper: str = ""


def written(event: Event) -> tuple[Row, list[Row]]:
    """An event as it is kept, and the names that it brings, each with whose it is."""
    if event.kind not in NAMING:
        return dict(vars(event)), []  # as every move
    row = asdict(event)
    if event.kind in SITTING:
        data = row["data"]
        data.pop("owner_name", None)
        return row, [_row(event, event.seat, data.get("owner") or event.guest, data.pop("name"))]
    if event.kind == "free":
        # What whoever sat there was called goes along.
        return row, [_row(event, number, "", "") for number in event.data["seats"]]
    names = []
    for number, seat in enumerate(row["data"]["seats"] if event.kind == "open" else ()):
        if seat["kind"] != "bot":
            # What a friend is called before he has come is the host's word; a player's name is the player's.
            whose = seat.get("owner") or seat["guest"] or seat.get("kept_for") or event.guest
            names.append(_row(event, number, whose, seat["name"]))
            seat["name"] = ""
            if "owner_name" in seat:
                seat["owner_name"] = ""
    return row, names


def _row(event: Event, seat: int | None, guest: str | None, name: str) -> Row:
    return {"match": event.match, "seat": seat, "guest": guest or "", "name": name}


def keep(connection: sa.Connection, names: Sequence[Row]) -> None:
    """Keep what seats are called from now on."""
    table = schema.names
    for row in names:
        same = sa.and_(table.c.match == row["match"], table.c.seat == row["seat"])
        connection.execute(sa.delete(table).where(same))
        connection.execute(sa.insert(table).values(row))


def read(event: Event, names: Mapping[int, Called]) -> Event:
    """An event with the names that are still known."""
    data = event.data
    if event.kind in SITTING and event.seat is not None:
        return replace(event, data={**data, **_named(data, names.get(event.seat, Called()))})
    if event.kind == "open":
        seats = [
            seat if seat["kind"] == "bot" else {**seat, **_named(seat, names.get(number, Called()))}
            for number, seat in enumerate(data["seats"])
        ]
        return replace(event, data={**data, "seats": seats})
    return event


def _named(seat: Mapping[str, Any], called: Called) -> Row:
    """What is put in again, of a program also the name of its owner."""
    return {"name": called.name} | ({"owner_name": called.keeper} if seat.get("owner") else {})
