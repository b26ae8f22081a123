"""The lobby: tables that wait for players, and tables to watch, as each viewer may see them.

What there is comes from columns of the store, so it is the same at every process; it is read once for all viewers of a
process. Who may see what of it is asked for each viewer, at the moment of sending: friends and blocks may be others by
now.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

import mistvale as mv

from . import schema
from .anchors import pool_of
from .errors import Refusal, too_many
from .limits import Room
from .models.common import SeatKind, TableStatus
from .models.common import Wanted as SeatFor
from .models.lobby import LobbyLists, LobbySeat, LobbyTable
from .people import People, Player
from .ratings import Ratings
from .retention import days_ago
from .status import unnamed
from .tables import Table
from .terms import Door, PaceKind
from .waiting import shared

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
TICK_SECONDS = 15.0
# What was read is read again after so long, whatever was heard: tables leave the lobby by time, too.
OLD_SECONDS = 10.0
MOST_ROWS = 300
MOST_SENT = 100
MOST_COUNTS = 100  # spectators of so many tables go into one notice
# How many days after its last move a table still counts as one to watch.
WATCHED_DAYS = {"mail": 7}
LISTED_WAIT = 60.0


class Viewer(NamedTuple):
    """Who looks at the lobby."""

    guest: str
    is_player: bool
    lang: str


@dataclass(frozen=True)
class Wanted:
    """Which tables somebody looks for; None or empty is any."""

    games: tuple[str, ...] = ()
    pace: str | None = None
    seats: int | None = None
    rated: bool | None = None

    def fits(self, entry: Entry) -> bool:
        return (
            (not self.games or entry.game in self.games)
            and self.pace in (None, entry.pace)
            and self.seats in (None, len(entry.places))
            and self.rated in (None, entry.rated)
        )


@dataclass(frozen=True)
class Place:
    """One seat of a table in the lobby."""

    kind: SeatKind
    name: str
    guest: str = ""
    bot: str | None = None
    wanted: SeatFor | None = None


@dataclass(frozen=True)
class Entry:
    """One table in the lobby, as the store has it."""

    match: str
    game: str
    status: TableStatus
    door: Door
    pace: PaceKind
    rated: bool
    host: str
    created: str
    options: dict[str, str]
    places: list[Place]
    # What each seat and each decision has, in milliseconds; tables of before do not say it.
    bank: int = 0
    decision: int = 0
    own_box: bool = False

    @property
    def people(self) -> set[str]:
        """Those whom it concerns: who sits there, and the host."""
        return {place.guest for place in self.places if place.guest} | {self.host}


@dataclass(frozen=True)
class Ties:
    """What somebody is to others."""

    friends: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Snapshot:
    """All that there is, before anybody's eyes."""

    entries: list[Entry] = field(default_factory=list)
    players: dict[str, Player] = field(default_factory=dict)
    # By player, game and kind of table.
    strengths: dict[tuple[str, str, str], float] = field(default_factory=dict)


def fineness(entry: Entry, snapshot: Snapshot, watching: int) -> float:
    """How fine a table is to watch: by who plays there under a name, how strong they are, and who looks on."""
    named = [place.guest for place in entry.places if place.guest in snapshot.players]
    pool = pool_of(len(entry.places))
    strong = sum(max(0.0, snapshot.strengths.get((guest, entry.game, pool), 0.0)) for guest in named)
    return 10 * len(named) + strong + min(watching, 50)


class Lobby:
    """The lobby of one process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.room = Room(hub.settings.lobby_sockets_per_guest, hub.settings.lobby_sockets_per_address)
        self.version = 0
        self._news = asyncio.Event()
        self._read: tuple[int, float, Snapshot] | None = None
        self._reading: asyncio.Task[Snapshot] | None = None
        # How many look on at tables of other processes, and when that was heard.
        self._elsewhere: dict[str, tuple[float, dict[str, int]]] = {}

    # ------------------------------------------------------------ news

    def changed(self, table: Table) -> None:
        """A table of this process stands otherwise."""
        known = self._read is not None and any(entry.match == table.id for entry in self._read[2].entries)
        if table.terms.door != "link" or known:
            self.refresh()

    def refresh(self) -> None:
        """Whatever was read is old."""
        self.version += 1
        news, self._news = self._news, asyncio.Event()
        news.set()

    def heard(self, payload: dict[str, Any]) -> None:
        """What another process says."""
        if payload["lobby"] == "changed":
            self.refresh()
        elif payload["lobby"] == "watching":
            process, counts = str(payload["process"]), dict(payload["counts"])
            news = counts != self._elsewhere.get(process, (0.0, {}))[1]
            self._elsewhere[process] = time.monotonic(), counts
            if news:
                self.refresh()

    async def news(self, version: int) -> int:
        """Wait until there is something newer than a version."""
        while self.version <= version:
            await self._news.wait()
        return self.version

    async def watch(self) -> None:
        """Note who is at the tables that wait here, and tell how many look on; now and then."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.tick()
            except Refusal as refusal:
                log.info("the lobby is behind: %s", refusal)
            except Exception:
                log.exception("the lobby is behind")

    async def tick(self) -> None:
        lives = [live for live in self.hub.lives() if live.table.terms.door != "link"]
        there = [live.table.id for live in lives if live.table.status == "waiting" and live.presence.here()]
        if there:
            await self.hub.change(self._saw, there)
        counts = dict(sorted(self._watching().items(), key=lambda pair: -pair[1])[:MOST_COUNTS])
        await self.hub.read(self.hub.store.notify, {"lobby": "watching", "counts": counts})
        # Tables leave the lobby by time, too.
        self.refresh()

    def _saw(self, matches: list[str]) -> None:
        table = schema.matches
        change = sa.update(table).where(table.c.match.in_(matches)).values(seen=int(self.hub.time()))
        self.hub.store.submit(lambda connection: connection.execute(change)).result()

    def _watching(self) -> dict[str, int]:
        """How many look on at the tables of this process that are played."""
        found = {}
        for live in self.hub.lives():
            if live.table.terms.door != "link" and live.table.status == "playing":
                found[live.table.id] = sum(not live.table.held_by(watcher.guest) for watcher in live.watchers)
        return found

    def watching(self) -> dict[str, int]:
        """How many look on at each table, here and elsewhere."""
        fresh = time.monotonic() - 3 * TICK_SECONDS
        self._elsewhere = {name: heard for name, heard in self._elsewhere.items() if heard[0] > fresh}
        total: defaultdict[str, int] = defaultdict(int, self._watching())
        for _, counts in self._elsewhere.values():
            for match, count in counts.items():
                total[match] += count
        return total

    # ------------------------------------------------------------ what there is

    async def snapshot(self) -> Snapshot:
        """All tables of the lobby; one reading for all who ask at the same time."""
        known = self._read
        if known and known[0] == self.version and time.monotonic() - known[1] < OLD_SECONDS:
            return known[2]
        if self._reading is None:
            self._reading = shared(self._read_all())
        return await asyncio.shield(self._reading)

    async def _read_all(self) -> Snapshot:
        try:
            while True:
                version, began = self.version, time.monotonic()
                found = await self.hub.read(self._load)
                if version == self.version or time.monotonic() - began > 1.0:
                    self._read = version, time.monotonic(), found
                    return found
        finally:
            self._reading = None

    def _load(self) -> Snapshot:
        rows = self._open_rows() + self._running_rows()
        names = self._names([row.match for row in rows])
        entries = [entry_of(row, names[row.match]) for row in rows if row.shown]
        people = {guest for entry in entries for guest in entry.people}
        if not people:
            return Snapshot(entries)
        store = self.hub.store
        return Snapshot(entries, People(store).with_ids(people), Ratings(store).known(people))

    def _open_rows(self) -> list[sa.Row[Any]]:
        table = schema.matches
        fresh = int(self.hub.time() - self.hub.settings.lobby_seconds)
        found = sa.select(table).where(
            table.c.door.in_(("public", "friends")),
            table.c.status == "waiting",
            table.c.free > 0,
            sa.or_(table.c.pace == "mail", table.c.seen >= fresh),
        )
        return self.hub.store.rows(found.order_by(table.c.created.desc(), table.c.match).limit(MOST_ROWS))

    def _running_rows(self) -> list[sa.Row[Any]]:
        table = schema.matches
        fresh = sa.case(
            *((table.c.pace == pace, days_ago(days)) for pace, days in WATCHED_DAYS.items()), else_=days_ago(1)
        )
        found = sa.select(table).where(
            table.c.door.in_(("public", "friends")), table.c.status == "playing", table.c.touched >= fresh
        )
        return self.hub.store.rows(found.order_by(table.c.created.desc(), table.c.match).limit(MOST_ROWS))

    def _names(self, matches: list[str]) -> dict[str, dict[int, tuple[str, str]]]:
        table = schema.names
        found: defaultdict[str, dict[int, tuple[str, str]]] = defaultdict(dict)
        for row in self.hub.store.rows(sa.select(table).where(table.c.match.in_(matches))) if matches else ():
            found[row.match][row.seat] = row.guest, row.name
        return found

    # ------------------------------------------------------------ for one viewer

    async def lists(self, viewer: Viewer, wanted: Wanted) -> LobbyLists:
        """What somebody may see now."""
        snapshot, watching = await self.snapshot(), self.watching()
        return await self.hub.read(self._drawn, snapshot, watching, viewer, wanted)

    def _drawn(self, snapshot: Snapshot, watching: dict[str, int], viewer: Viewer, wanted: Wanted) -> LobbyLists:
        ties = self.ties(viewer)
        seen = [entry for entry in snapshot.entries if wanted.fits(entry) and may_see(entry, viewer.guest, ties)]
        going = [entry for entry in seen if entry.status == "playing"]
        going.sort(key=lambda entry: -fineness(entry, snapshot, watching.get(entry.match, 0)))

        def told(entry: Entry) -> LobbyTable:
            return table_of(entry, snapshot.players, watching.get(entry.match, 0), viewer, ties)

        return LobbyLists(
            open=[told(entry) for entry in seen if entry.status == "waiting"][:MOST_SENT],
            running=[told(entry) for entry in going[:MOST_SENT]],
        )

    def ties(self, viewer: Viewer) -> Ties:
        """Friends, and blocks both ways. A guest has neither."""
        if not viewer.is_player:
            return Ties()
        follows, blocks = schema.follows, schema.blocks
        to = {row[0] for row in self._rows(follows.c.other, follows.c.player == viewer.guest)}
        fro = {row[0] for row in self._rows(follows.c.player, follows.c.other == viewer.guest)}
        blocked = {row[0] for row in self._rows(blocks.c.other, blocks.c.player == viewer.guest)}
        blocked |= {row[0] for row in self._rows(blocks.c.player, blocks.c.other == viewer.guest)}
        return Ties(frozenset(to & fro), frozenset(blocked))

    def _rows(self, column: sa.Column[Any], which: sa.ColumnElement[bool]) -> list[sa.Row[Any]]:
        return self.hub.store.rows(sa.select(column).where(which))

    # ------------------------------------------------------------ limits

    async def check_room(self, guest: str, origins: list[str]) -> None:
        """Whether a guest, and whoever else calls from its address, may have one more table in the lobby."""
        settings, table = self.hub.settings, schema.matches
        most = settings.lobby_tables_per_guest
        if most and await self.hub.read(self._count_waiting, table.c.host == guest) >= most:
            raise too_many(LISTED_WAIT, "lobby-enough", most=most)
        most = settings.lobby_tables_per_address
        if most and await self.hub.read(self._count_waiting, table.c.origin.in_(origins)) >= most:
            raise too_many(LISTED_WAIT, "lobby-enough-here", most=most)

    def _count_waiting(self, which: sa.ColumnElement[bool]) -> int:
        table = schema.matches
        waits = sa.and_(table.c.door != "link", table.c.status.in_(("waiting", "confirming")))
        return int(self.hub.store.rows(sa.select(sa.func.count()).select_from(table).where(which, waits))[0][0])


def entry_of(row: sa.Row[Any], names: dict[int, tuple[str, str]]) -> Entry:
    """A table as the store has it."""
    places = []
    for number, seat in enumerate(row.shown["seats"]):
        guest, name = names.get(number, ("", ""))
        if seat["kind"] == "bot":
            places.append(Place("bot", seat["name"], bot=seat["bot"]))
        elif seat["kind"] == "open":
            places.append(Place("open", "", wanted=seat["wanted"]))
        else:
            places.append(Place("guest", name, guest))
    return Entry(
        match=row.match,
        game=row.game,
        status=row.status,
        door=row.door,
        pace=row.pace,
        rated=row.rated,
        own_box=row.own_box,
        host=row.host,
        created=row.created,
        options=row.shown["options"],
        places=places,
        bank=row.shown.get("bank", 0),
        decision=row.shown.get("decision", 0),
    )


def may_see(entry: Entry, guest: str, ties: Ties) -> bool:
    """Whether somebody may find a table: neither where one is blocked, nor what is for friends of somebody else."""
    if guest in entry.people:
        return True
    if entry.people & ties.blocked:
        return False
    return entry.door == "public" or entry.host in ties.friends


def may_know(player: Player, viewer: str, ties: Ties) -> bool:
    """Whether somebody may know that it is this player who is at a table."""
    allowed = player.privacy.playing
    return player.id == viewer or allowed == "all" or (allowed == "friends" and player.id in ties.friends)


def table_of(entry: Entry, players: dict[str, Player], watching: int, viewer: Viewer, ties: Ties) -> LobbyTable:
    """A table as one viewer is shown it."""
    is_friend = entry.host in ties.friends or entry.host == viewer.guest
    seats = []
    for number, place in enumerate(entry.places):
        player = players.get(place.guest)
        seats.append(
            LobbySeat(
                kind=place.kind,
                name=place.name or unnamed(place.kind, number, viewer.lang),
                player=player.handle if player and may_know(player, viewer.guest, ties) else None,
                bot=place.bot,
                wanted=place.wanted,
            )
        )
    mine = viewer.guest in entry.people
    return LobbyTable(
        match=entry.match,
        game=entry.game,
        title=mv.game(entry.game).title if entry.game in mv.games() else entry.game,
        options=entry.options,
        status=entry.status,
        door=entry.door,
        pace=entry.pace,
        bank=entry.bank,
        decision=entry.decision,
        rated=entry.rated,
        own_box=entry.own_box,
        seats=seats,
        free=0 if mine else sum(free_for(place, is_friend) for place in entry.places),
        mine=mine,
        friends=any(
            each in ties.friends and may_know(players[each], viewer.guest, ties) for each in entry.people & set(players)
        ),
        watching=watching,
        created=entry.created,
    )


def free_for(place: Place, is_friend: bool) -> bool:
    return place.kind == "open" and (place.wanted == "anyone" or (place.wanted == "friends" and is_friend))
