"""Time for tests of clocks: a source that a test sets, and tables that are folded without a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, TypeVar

from mistvale.server import beats, commands
from mistvale.server.clocks import Moment
from mistvale.server.commands import Command, Plan
from mistvale.server.events import Event
from mistvale.server.hub import Hub
from mistvale.server.tables import Seat, Table
from mistvale.server.terms import Pace, Terms

from .helpers import House

T = TypeVar("T")
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
DAY = 24 * HOUR
LIVE = Pace("live", bank=MINUTE, decision=10 * SECOND, grace=500)
MAIL = Pace("mail", decision=DAY, grace=500)
START = 1_800_000_000_000


class SetTime:
    """What time it is at a house, or at several; it goes on when the test says so."""

    def __init__(self, *houses: House) -> None:
        self.now = START
        for house in houses:
            self.rule(house)

    def rule(self, house: House) -> None:
        mine = hub_of(house).keeper.beats
        mine.source = lambda _connection: self.now
        mine.measure = lambda: self.now / 1000

    def passes(self, ms: int, *houses: House) -> None:
        """Time goes by while these houses serve, and see to what is due."""
        with unbroken():
            self.now += ms
            for house in houses:
                call(house, hub_of(house).keeper.beat_now)
                call(house, hub_of(house).keeper.look)

    def jumps(self, ms: int, *houses: House) -> None:
        """Time goes by while nobody serves."""
        self.now += ms
        for house in houses:
            call(house, hub_of(house).keeper.look)


@contextmanager
def unbroken() -> Iterator[None]:
    """Beats are as frequent as they need to be."""
    most, beats.SILENCE = beats.SILENCE, 10**15
    try:
        yield
    finally:
        beats.SILENCE = most


def hub_of(house: House) -> Hub:
    return house.hub


def call(house: House, work: Callable[..., Any], *args: Any) -> Any:
    return house.call(work, *args)


class Bench:
    """A table without a server: commands are carried out at moments that a test names, and all events are kept."""

    def __init__(self, pace: Pace, *kinds: str, rated: bool = False, game: str = "misty") -> None:
        self.now = START
        seats = [
            Seat("bot", f"Bot {i}", bot="greedy") if kind == "bot" else Seat("guest", kind, guest=kind)
            for i, kind in enumerate(kinds)
        ]
        terms = Terms(pace=pace, rated=rated)
        opened = commands.open_table("ann", game, {}, seats, f"{7:064x}", terms, Moment(self.now))
        self.table: Table = opened.table
        self.events: list[Event] = list(opened.batch.events)
        self.last: Plan = opened

    def do(self, command: Command, later: int = 0, outages: int = 0) -> Plan:
        """Carry a command out, some milliseconds later."""
        self.now += later
        self.table.moment = Moment(self.now, max(outages, self.table.clocks.outages if self.table.clocks else 0))
        planned = command(self.table)
        assert isinstance(planned, Plan), planned
        self.table, self.last = planned.table, planned
        self.events += planned.batch.events
        return planned

    def move(self, seat: int, later: int = 0) -> Plan:
        assert self.table.match is not None
        notation = str(self.table.match.legal(seat)[0])
        place = self.table.seats[seat]
        if place.kind == "bot":
            return self.do(commands.bot_move(seat, notation, self.table.turn(seat)), later)
        return self.do(commands.move(place.guest or "", seat, notation, None, 10_000), later)

    def left(self, seat: int, later: int = 0) -> tuple[int, int]:
        assert self.table.clocks is not None
        return self.table.clocks.left(seat, self.now + later)


def kept(events: list[Event]) -> list[Event]:
    """Events as a store gives them back: through JSON."""
    return [Event(**json.loads(json.dumps(asdict(event)))) for event in events]
