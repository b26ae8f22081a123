"""What tests of the lobby share: a clock to set, tables in the lobby, and a line to it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from mistvale.server import commands
from mistvale.server.hub import Hub
from mistvale.server.lobby_messages import heard

from .helpers import Guest, House, Line, Status, check_told, part_of


class Clock:
    """What time it is for tables that begin, and for those who wait: as the test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *houses: House) -> None:
        self.moment = time.time()
        self.houses = houses
        for house in houses:
            hub_of(house).time = lambda: self.moment
        monkeypatch.setattr(commands, "now", self.written)

    def written(self) -> str:
        return datetime.fromtimestamp(self.moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def pass_by(self, seconds: float) -> None:
        """Let time pass, and the server see that it did."""
        self.moment += seconds
        for house in self.houses:
            call(house, hub_of(house).starts.look)


def hub_of(house: House) -> Hub:
    return house.hub


def call(house: House, work: Any, *args: Any) -> Any:
    """Do something on the event loop of a server."""
    return house.call(work, *args)


def public(guest: Guest, *kinds: str, **more: Any) -> Status:
    """A table in the lobby: `public(ann, "me", "anyone")`."""
    return guest.open(*kinds, **{"door": "public", **more})


def sit(guest: Guest, match: str, expect: int = 200, **more: Any) -> Status:
    status: Status = guest.post(f"/api/matches/{match}/sit", more, expect)
    return status


def do(guest: Guest, match: str, action: str, expect: int = 200, **more: Any) -> Status:
    """Something at a table before the first move: stand, confirm, seals, change, close, host."""
    status: Status = guest.post(f"/api/matches/{match}/{action}", more, expect)
    return status


def sealed_table(ann: Guest, *kinds: str, **more: Any) -> tuple[Status, str]:
    """A table to which the host gives a part of the seed; and the part."""
    part, seal = part_of(f"part of {ann.id}")
    return ann.open(*(kinds or ("me", "anyone")), **{"door": "public", "seals": {0: seal}, **more}), part


def matches(lists: dict[str, Any], which: str = "open") -> list[str]:
    return [table["match"] for table in lists[which]]


class LobbyLine(Line):
    """A WebSocket to the lobby."""

    def check(self, message: dict[str, Any]) -> None:
        check_told(message, heard)


@contextmanager
def in_lobby(guest: Guest, look: bool = True, **wanted: Any) -> Iterator[LobbyLine]:
    with guest.client.websocket_connect("ws://localhost/ws/lobby") as socket:
        line = LobbyLine(socket)
        if look:
            line.say(type="look", **wanted)
        yield line


def waits(line: Line, word: str, **more: Any) -> None:
    """Wait in the queue."""
    _, seal = part_of(word)
    line.socket.send_text(json.dumps({"type": "queue", "id": word, "games": ["misty"], "seal": seal} | more))
