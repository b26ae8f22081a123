"""What tests of the server share: a server to talk to, guests who talk, and ways to play on."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from starlette.testclient import TestClient, WebSocketTestSession

from mistvale.server import commands
from mistvale.server.app import create_app
from mistvale.server.hub import Hub
from mistvale.server.live import Live
from mistvale.server.messages import heard
from mistvale.server.settings import Settings

from . import statements as statements  # for all who open a store
from .furnishing import furnish

ADDRESS = "http://localhost"
PATIENCE = 30.0
Status = dict[str, Any]


# Tests are one address, and faster than any crowd.
ANY_PACE = dict.fromkeys(
    (
        "requests_per_second",
        "program_requests_per_second",
        "tables_per_minute",
        "guests_per_minute",
        "accounts_per_minute",
        "sign_ins_per_minute",
        "codes_per_minute",
        "ties_per_minute",
        "changes_per_minute",
        "joins_per_minute",
        "mails_per_hour",
        "reports_per_hour",
        "lines_per_minute",
    ),
    0,
)


def fast_settings(folder: Path, **more: Any) -> Settings:
    fast = {
        "database": None,
        "bot_pause": 0.0,
        "second_thoughts": 0.0,
        "retry_seconds": 0.05,
        "presence_pause": 0.05,
        "lobby_pause": 0.0,
        "bot_retries": (0.01, 0.02),
    }
    return Settings(data_dir=folder, **fast | ANY_PACE | more)


class House:
    """A server in this process. Every guest has a client of its own; all share one event loop."""

    def __init__(self, settings: Settings, bare: bool = False) -> None:
        """`bare`: in a folder as it is, without a database that was made beforehand."""
        self.settings = settings
        self.app = create_app(settings)
        self._main = TestClient(self.app, base_url=ADDRESS)
        if not (bare or settings.database):
            furnish(settings.data_dir)

    def __enter__(self) -> House:
        self._main.__enter__()
        return self

    def __exit__(self, *why: Any) -> None:
        self._main.__exit__(*why)

    @property
    def hub(self) -> Hub:
        found: Hub = self.app.state.hub
        return found

    def call(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do something on the event loop of the server."""
        assert self._main.portal is not None
        return self._main.portal.call(work, *given)

    def live(self, match: str) -> Live:
        """A table that is in memory."""
        return next(live for live in self.hub.lives() if live.table.id == match)

    def guest(self, name: str = "", **more: Any) -> Guest:
        return Guest(self.stranger(**more), name)

    def stranger(self, address: str = "testclient") -> TestClient:
        """A client that has asked for nothing yet."""
        client = TestClient(self.app, base_url=ADDRESS, raise_server_exceptions=False, client=(address, 50000))
        client.portal = self._main.portal
        return client


class Guest:
    """Somebody with a browser."""

    def __init__(self, client: TestClient, name: str = "") -> None:
        self.client = client
        self.id = client.get("/api/me").json()["guest"]
        if name:
            client.put("/api/me", json={"name": name})

    def get(self, path: str, expect: int = 200) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def post(self, path: str, body: Any, expect: int = 200) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def put(self, path: str, body: Any, expect: int = 200) -> Any:
        answer = self.client.put(path, json=body)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def delete(self, path: str, expect: int = 204) -> Any:
        answer = self.client.delete(path)
        assert answer.status_code == expect, answer.text
        return answer.json() if answer.content else None

    def open(self, *kinds: str, **more: Any) -> Status:
        """Open a table: `open("me", "friend")`, `open("me", "bot:random")`."""
        seats = []
        for kind in kinds:
            name, _, bot = kind.partition(":")
            seats.append({"kind": name, "bot": bot} if bot else {"kind": name})
        status: Status = self.post("/api/matches", {"game": "misty", "seats": seats, **more}, 201)
        return status

    def join(self, link: str, name: str = "", **more: Any) -> Status:
        status: Status = self.post(f"/api{link}", {"name": name, **more})
        return status

    def status(self, match: str) -> Status:
        status: Status = self.get(f"/api/matches/{match}")
        return status

    def legal(self, match: str, seat: int) -> list[str]:
        moves: list[str] = self.get(f"/api/matches/{match}/legal?seat={seat}")
        return moves

    def move(self, match: str, seat: int, move: str, expect: int = 200, **more: Any) -> Any:
        return self.post(f"/api/matches/{match}/moves", {"seat": seat, "move": move, **more}, expect)

    def play_out(self, match: str, *others: Guest) -> Status:
        """Play all seats of these guests to the end, first legal move each: at the table itself, which is quicker."""
        hands = {seat: guest.id for guest in (self, *others) for seat in guest.status(match)["mine"]}
        assert self.client.portal is not None
        self.client.portal.call(play_to_the_end, self.client.app.state.hub, match, hands)  # type: ignore[attr-defined]
        return self.status(match)

    def play_by_rest(self, match: str, *others: Guest) -> Status:
        """The same as a program would do it."""
        hands = {seat: guest for guest in (self, *others) for seat in guest.status(match)["mine"]}
        for _ in range(2000):
            status = self.status(match)
            if status["status"] != "playing":
                return status
            for seat in [s["seat"] for s in status["seats"] if s["pending"]]:
                if seat in hands:
                    legal = hands[seat].legal(match, seat)
                    if legal:
                        hands[seat].move(match, seat, legal[0])
        raise AssertionError("the match never ended")

    @contextmanager
    def at(self, match: str, seat: int | None = None) -> Any:
        with self.client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
            line = Line(socket)
            line.say(type="watch", seat=seat)
            yield line


async def play_to_the_end(hub: Hub, match: str, hands: Mapping[int, str]) -> None:
    """First legal moves of seats in the hands of guests, until nothing is to be played any more."""
    live = await hub.live(match)
    end = time.monotonic() + PATIENCE
    while live.table.match and live.table.status == "playing":
        mine = [seat for seat in live.table.pending if seat in hands]
        for seat in mine[:1]:
            move = str(live.table.match.legal(seat)[0])
            await live.act(commands.move(hands[seat], seat, move, None, hub.settings.events_per_match))
        if not mine:
            assert time.monotonic() < end, "the match never ended"
            await asyncio.sleep(0.005)  # for the bots


def same_guest(guest: Guest, house: House, **more: Any) -> Guest:
    """The guest of one server at another one, or from another address."""
    twin = house.guest(**more)
    twin.client.cookies = guest.client.cookies
    twin.id = guest.id
    return twin


class Line:
    """A WebSocket, and all that came over it."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    def say(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        # The session's own receive would wait for ever for what never comes: this is what it is made of.
        received = self.socket.portal.start_task_soon(self.socket._send_rx.receive).result(PATIENCE)  # noqa: SLF001
        self.socket._raise_on_close(received)  # noqa: SLF001
        message: dict[str, Any] = json.loads(received["text"])
        self.check(message)
        self.heard.append(message)
        return message

    def check(self, message: dict[str, Any]) -> None:
        """That it is as its model says."""
        check_told(message, heard)

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a type."""
        while True:
            message = self.hear()
            if message["type"] == kind and all(message.get(key) == value for key, value in fields.items()):
                return message

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send something with an id and wait for its answer."""
        self.say(**message)
        while True:
            answer = self.hear()
            if answer.get("id") == message["id"]:
                return answer

    def settle(self) -> list[dict[str, Any]]:
        """All that has come until a ping is answered."""
        self.say(type="ping")
        first = len(self.heard)
        self.until("pong")
        return self.heard[first:]


def check_told(message: Any, model: TypeAdapter[Any]) -> None:
    """That something is as its model says, down to the last field."""
    told = model.dump_python(model.validate_python(message), mode="json")
    assert not (unheard := [*unknown(told, message)]), f"the model does not know {unheard[:3]}"


def unknown(known: Any, said: Any, where: str = "") -> Iterator[str]:
    """Where something is said that is not known; a model may know more, which is not always said."""
    if isinstance(said, dict) and isinstance(known, dict):
        for key in said:
            yield from unknown(known.get(key, ...), said[key], f"{where}/{key}")
    elif isinstance(said, list) and isinstance(known, list) and len(known) == len(said):
        for place, (mine, theirs) in enumerate(zip(known, said, strict=True)):
            yield from unknown(mine, theirs, f"{where}/{place}")
    elif known != said:
        yield f"{where}: {str(said)[:60]}, but {str(known)[:60]}"


def part_of(word: str) -> tuple[str, str]:
    """A part of a seed for tests, and its seal."""
    part = hashlib.sha256(word.encode()).digest()
    return part.hex(), hashlib.sha256(part).hexdigest()
