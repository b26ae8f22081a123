"""The doorman: who may not come in, what hangs at the door, and whether new tables are opened.

Whoever runs the server says it, from the command line or the page of administrators; it lies in the store, so that all
processes know it, and each looks often enough that a ban holds within a second.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from . import schema
from .accounts import audit
from .commands import leave
from .errors import Refusal, refuse
from .events import now
from .messages import DoorNews
from .models.hosting import Announcement, DoorState
from .starting import stand_up
from .store import Store

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
# With SQLite nobody tells a server what a command beside it has written; on PostgreSQL it is heard.
LOOK_SECONDS = 0.5
SHARED_LOOK_SECONDS = 10.0
LONGEST_TEXT = 300
CHANGED = "door"  # what processes tell one another


class Ban(NamedTuple):
    """A guest, or player, that may only look."""

    guest: str
    reason: str
    until: int  # seconds since 1970; 0 is for ever
    at: str

    def refusal(self) -> Refusal:
        if self.until:
            day = datetime.fromtimestamp(self.until, UTC).strftime("%Y-%m-%d %H:%M")
            return refuse("banned", "banned-until", reason=self.reason, day=day)
        return refuse("banned", reason=self.reason)


class Sign(NamedTuple):
    """What hangs at the door, for everybody: an announcement, or that no new tables are opened."""

    id: str
    kind: str
    text: str
    until: int
    at: str


class Door(NamedTuple):
    """All of it, at one moment."""

    bans: dict[str, Ban] = {}
    signs: tuple[Sign, ...] = ()

    @property
    def maintenance(self) -> Sign | None:
        return next((sign for sign in self.signs if sign.kind == "maintenance"), None)

    @property
    def announcements(self) -> list[Sign]:
        return [sign for sign in self.signs if sign.kind == "announcement"]


# ---------------------------------------------------------------- in the store


def read_door(store: Store) -> Door:
    """What counts now."""
    bans, signs = schema.bans, schema.signs
    moment = int(time.time())
    found = store.rows(sa.select(bans.c.guest, bans.c.reason, bans.c.until, bans.c.at).where(lasting(bans, moment)))
    hanging = store.rows(sa.select(signs).where(lasting(signs, moment)).order_by(signs.c.at, signs.c.id))
    return Door({row.guest: Ban(**row._mapping) for row in found}, tuple(Sign(**row._mapping) for row in hanging))


def lasting(table: sa.Table, moment: int) -> sa.ColumnElement[bool]:
    return sa.or_(table.c.until == 0, table.c.until > moment)


def ban(store: Store, guest: str, reason: str, seconds: int, who: str) -> None:
    """Let somebody only look from now on; a ban that is there is replaced."""
    until = int(time.time()) + seconds if seconds else 0

    def job(connection: sa.Connection) -> None:
        table = schema.bans
        connection.execute(sa.delete(table).where(table.c.guest == guest))
        values = {"guest": guest, "reason": reason[:LONGEST_TEXT], "until": until, "at": now()}
        connection.execute(sa.insert(table).values(values))
        audit(connection, who, "ban", guest, reason=values["reason"], until=until)
        store.tell(connection, {CHANGED: True})

    store.submit(job).result()


def unban(store: Store, guest: str, who: str) -> bool:
    """Let somebody in again; says whether there was a ban."""

    def job(connection: sa.Connection) -> bool:
        table = schema.bans
        if not connection.execute(sa.delete(table).where(table.c.guest == guest)).rowcount:
            return False
        audit(connection, who, "unban", guest)
        store.tell(connection, {CHANGED: True})
        return True

    return store.submit(job).result()


def hang(store: Store, kind: str, text: str, seconds: int, who: str) -> str:
    """Hang up a sign; there is one of maintenance at most. Gives its id."""
    until = int(time.time()) + seconds if seconds else 0
    values = {"id": secrets.token_hex(8), "kind": kind, "text": text[:LONGEST_TEXT], "until": until, "at": now()}

    def job(connection: sa.Connection) -> None:
        table = schema.signs
        if kind == "maintenance":
            connection.execute(sa.delete(table).where(table.c.kind == kind))
        connection.execute(sa.insert(table).values(values))
        audit(connection, who, kind, text=values["text"], until=until)
        store.tell(connection, {CHANGED: True})

    store.submit(job).result()
    return str(values["id"])


def take_down(store: Store, who: str, kind: str = "", sign: str = "") -> int:
    """Take signs of a kind, or one sign, away; says how many there were."""

    def job(connection: sa.Connection) -> int:
        table = schema.signs
        which = table.c.id == sign if sign else table.c.kind == kind
        gone = connection.execute(sa.delete(table).where(which)).rowcount
        if gone:
            audit(connection, who, "take-down", **({"id": sign} if sign else {"kind": kind}))
            store.tell(connection, {CHANGED: True})
        return int(gone)

    return store.submit(job).result()


# ---------------------------------------------------------------- in a process


class Doorman:
    """What one process knows of the door, and does about it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.door = Door()
        # Whose seats are still to be given away: those who are banned and their programs, each with who is banned.
        self._owed: dict[str, str] = {}
        self._reading = asyncio.Lock()

    def check(self, guest: str) -> None:
        """Refuse whoever is banned."""
        found = self.door.bans.get(guest)
        # The hour may strike between two looks.
        if found and not 0 < found.until <= time.time():
            raise found.refusal()

    def check_opening(self) -> None:
        """Refuse to open new tables while the server is to come to rest; matches that are played go on."""
        sign = self.door.maintenance
        if sign:
            raise refuse("maintenance", "maintenance-why", text=sign.text) if sign.text else refuse("maintenance")

    def news(self) -> DoorNews:
        """What hangs at the door, as those at a table are told."""
        return DoorNews(**told(self.door).model_dump())

    async def watch(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                # Whoever is banned from now on must not find the door unwatched.
                log.exception("a look at the door failed")
            await asyncio.sleep(SHARED_LOOK_SECONDS if self.hub.store.shared else LOOK_SECONDS)

    async def look(self) -> None:
        """See what is new, and act on it."""
        # One after the other: what was read first must not be taken for the newest.
        async with self._reading:
            try:
                door = await self.hub.read(read_door, self.hub.store)
                new = set(door.bans) - set(self.door.bans)
                programs = await self.hub.read(self.hub.sessions.tokens.of_all, new)
            except Refusal as refusal:
                log.info("no look at the door: %s", refusal)
                return
            before, self.door = self.door, door
        # A program is cut off with its owner: a ban could be got round by one otherwise.
        gone = {guest: guest for guest in new} | programs
        self.hub.sessions.turn_out(gone)
        if door.signs != before.signs:
            self.hub.tell_everybody(self.news().encoded())
        self._owed = {guest: player for guest, player in (self._owed | gone).items() if player in door.bans}
        for guest in sorted(self._owed):
            try:
                await self._give_seats_away(guest)
            except Refusal as refusal:
                log.info("the seats of a banned player stay for now: %s", refusal)
                return
            self._owed.pop(guest, None)

    async def _give_seats_away(self, guest: str) -> None:
        """Others should not have to wait for somebody who cannot come: bots play on, and what has not begun is free."""
        for match in await self.hub.read(self.hub.store.going_of, guest):
            try:
                live = await self.hub.live(match)
                async with live.still() as table:
                    status, seats = table.status, table.held_by(guest)
                if seats and status in ("waiting", "confirming"):
                    # Nothing has begun: others may sit there.
                    await live.act(stand_up(guest))
                for seat in seats if status in ("playing", "sealing") else ():
                    await live.act(leave(guest, seat, None, None, tuple))
            except Refusal as refusal:
                if refusal.code == "read-only":
                    raise
                # Another process was quicker, or the table is gone, or frozen.
                log.info("the seats at %s stay: %s", match, refusal)


def told(door: Door) -> DoorState:
    """What everybody may know of the door."""
    closing = door.maintenance
    hanging = [Announcement(id=sign.id, text=sign.text, at=sign.at) for sign in door.announcements]
    return DoorState(announcements=hanging, maintenance=None if closing is None else closing.text)
