"""Before the first move, as the events tell it: who may sit where, who is there, and what the start waits for.

A table goes from `waiting` (a seat is open) over `confirming` (somebody has not shown to be there, or has not agreed to
what was changed) and `sealing` (a part of the seed is not revealed) to play. Where that takes too long, seats become
free again, and the next start takes new parts from everybody: parts that were seen are good for nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from .events import Event, Listing, seconds
from .models.common import TableStatus, Wanted
from .models.tables import SeatStatus
from .terms import Door, read_terms

if TYPE_CHECKING:
    from .tables import Seat, Table

# Who sat down so lately is there: nobody has to say so twice within half a minute.
HERE_SECONDS = 30
# Who may take a seat that is open to all who find the table.
FINDERS: dict[Door, Wanted] = {"link": "link", "friends": "friends", "public": "anyone"}
# The stages in which the start waits for those who sit there.
STARTING = ("confirming", "sealing")


# ---------------------------------------------------------------- what there is to know


def is_open(table: Table) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def is_confirmed(table: Table, seat: Seat) -> bool:
    """Whether whoever sits there has agreed; and, where strangers meet, has shown to be there."""
    if seat.kind != "guest" or table.terms.door == "link":
        return seat.kind != "guest" or seat.agreed
    return seat.agreed and seconds(seat.here) >= seconds(table.filled) - HERE_SECONDS


def unconfirmed(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if not is_confirmed(table, seat)]


def unsealed(table: Table) -> list[int]:
    """The seats that have a part to reveal, or even a new seal to give."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.unrevealed or (seat.kind == "guest" and seat.due and seat.seal is None)
    ]


def before_play(table: Table) -> TableStatus:
    """The status of a table at which nothing was played yet."""
    if is_open(table):
        return "waiting"
    return "confirming" if unconfirmed(table) else "sealing"


def waits(table: Table) -> bool:
    """Whether something is missing before play can begin."""
    return is_open(table) or bool(unconfirmed(table)) or bool(unsealed(table))


def late(table: Table) -> list[int]:
    """The seats that the start waits for."""
    status = table.status
    return unconfirmed(table) if status == "confirming" else unsealed(table) if status == "sealing" else []


def listing(table: Table) -> Listing:
    """What the lobby finds a table by, and shows of it; of tables by link it shows nothing."""
    terms, (stage, since) = table.terms, table.stage
    listed = terms.door != "link"
    pace = {"bank": terms.pace.bank, "decision": terms.pace.decision}
    shown = {"options": table.options, **pace, "seats": [_place(seat) for seat in table.seats]}
    return Listing(
        door=terms.door,
        pace=terms.pace.kind,
        rated=terms.rated,
        seats=len(table.seats),
        free=sum(seat.kind == "open" and seat.wanted not in ("link", "player") for seat in table.seats),
        # The tables of a tournament are looked after by its rounds.
        starting=seconds(since) if stage in STARTING and table.status in STARTING and not terms.tournament else 0,
        own_box=table.own_box is not None,
        shown=shown if listed else {},
    )


def tell(table: Table, seat: Seat, status: SeatStatus) -> None:
    """What is told of a seat before the first move, beside what always is."""
    if seat.kind == "open":
        status.wanted = seat.wanted
    status.confirmed = is_confirmed(table, seat)
    status.due = seat.kind == "guest" and seat.due and seat.seal is None


def _place(seat: Seat) -> dict[str, str | None]:
    """A seat as the lobby keeps it: names of people stand beside the events, and are found there."""
    if seat.kind == "bot":
        return {"kind": "bot", "bot": seat.bot, "name": seat.name}
    return {"kind": seat.kind, "wanted": seat.wanted}


# ---------------------------------------------------------------- events


def present(seat: Seat, opened: Event) -> Seat:
    """A seat of a new table: who opened it is there, and who was brought together by the server, too."""
    if seat.kind == "guest" and (seat.guest == opened.guest or opened.data.get("met")):
        return replace(seat, here=opened.at)
    return seat


def note_stage(table: Table, event: Event) -> None:
    """Note since when a table waits for what it waits for."""
    if table.match:
        return
    if event.kind == "leave" and table.terms.door != "link":
        # A bot in place of somebody is not what the others sat down for.
        ask_again(table, event.guest)
    if is_open(table):
        table.filled = ""
    elif not table.filled:
        table.filled = event.at
    status = table.status
    if status != table.stage[0] or event.kind == "change":
        table.stage = status, event.at


def ask_again(table: Table, asker: str | None) -> None:
    """Something is different: whoever sits there, but the one who made it so, is asked again."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "guest" and seat.guest != asker:
            table.seats[number] = replace(seat, agreed=False)


def _confirmed(table: Table, event: Event) -> None:
    for number in event.data["seats"]:
        table.seats[number] = replace(table.seats[number], here=event.at, agreed=True)
    _sealed(table, event)


def _sealed(table: Table, event: Event) -> None:
    for number, seal in event.data["seals"].items():
        table.seats[int(number)] = replace(table.seats[int(number)], seal=seal, part=None, due=False)


def _freed(table: Table, event: Event) -> None:
    data = event.data
    for number in data["seats"]:
        seat = table.seats[number]
        # A seat that was kept for somebody is not kept for the next.
        wanted = seat.wanted if seat.token and not seat.kept_for else FINDERS[table.terms.door]
        token = data["tokens"].get(str(number)) or seat.token
        table.seats[number] = type(seat)("open", "", token=token, wanted=wanted)
    if data["anew"]:
        table.host_part = data["host_part"]
        table.seats = [
            replace(seat, seal=None, part=None, due=seat.kind == "guest" and (seat.due or seat.seal is not None))
            for seat in table.seats
        ]
    if data["host"] is not None:
        table.host = table.seats[data["host"]].guest or ""
    table.closed = data["closed"]


def _changed(table: Table, event: Event) -> None:
    door = table.terms.door
    table.options = event.data["options"]
    table.terms = read_terms(event.data)
    if table.terms.door != door:
        # The seats that are still open are for those who find the table now.
        wanted = FINDERS[table.terms.door]
        table.seats = [
            replace(seat, wanted=wanted) if seat.kind == "open" and not seat.kept_for else seat for seat in table.seats
        ]
    ask_again(table, event.guest)


def _closed(table: Table, event: Event) -> None:
    table.closed = True


def _hosted(table: Table, event: Event) -> None:
    assert event.seat is not None
    table.host = table.seats[event.seat].guest or ""
    table.handings += 1


HANDLERS: dict[str, Callable[[Table, Event], None]] = {
    "confirm": _confirmed,
    "seals": _sealed,
    "free": _freed,
    "change": _changed,
    "close": _closed,
    "host": _hosted,
}
