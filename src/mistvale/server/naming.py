"""Names of people stand beside the events, not in them: whoever goes takes the name along, and the match stays.

An event is written without the names of those who sit down, and read with those that are still known; an empty name is
that of somebody who is gone. Bots are called in the events: a bot is nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import sqlalchemy as sa

from . import schema
from .events import Event

# Those who sit down are called something; who takes a seat back is called what it was.
SITTING = ("join", "back")
NAMING = ("open", *SITTING, "free")
Row = dict[str, Any]


def written(event: Event) -> tuple[Row, list[Row]]:
    """An event as it is kept, and the names that it brings, each with whose it is."""
    row = asdict(event)
    if event.kind in SITTING:
        return row, [_row(event, event.seat, event.guest, row["data"].pop("name"))]
    if event.kind == "free":
        # What whoever sat there was called goes along.
        return row, [_row(event, number, "", "") for number in event.data["seats"]]
    names = []
    for number, seat in enumerate(row["data"]["seats"] if event.kind == "open" else ()):
        if seat["kind"] != "bot":
            # What a friend is called before he has come is the host's word.
            names.append(_row(event, number, seat["guest"] or event.guest, seat["name"]))
            seat["name"] = ""
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


def read(event: Event, names: Mapping[int, str]) -> Event:
    """An event with the names that are still known."""
    data = event.data
    if event.kind in SITTING and event.seat is not None:
        return replace(event, data={**data, "name": names.get(event.seat, "")})
    if event.kind == "open":
        seats = [
            seat if seat["kind"] == "bot" else {**seat, "name": names.get(number, "")}
            for number, seat in enumerate(data["seats"])
        ]
        return replace(event, data={**data, "seats": seats})
    return event
