"""Programs of players, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient

from .helpers import Guest, House, Line

EVERYTHING = ["read", "play", "host"]


def become(guest: Guest, name: str = "Ann") -> dict[str, Any]:
    made: dict[str, Any] = guest.post("/api/account", {"name": name}, 201)
    return made


def player(house: House, name: str = "Ann") -> Guest:
    guest = house.guest(name)
    become(guest, name)
    return guest


def new_token(owner: Guest, name: str = "Deep Mist", scopes: list[str] | None = None, **more: Any) -> str:
    wish = {"name": name, "scopes": scopes or EVERYTHING, **more}
    return str(owner.post("/api/account/tokens", wish, 201)["token"])


class Robot(Guest):
    """A program: nothing but a token."""

    def __init__(self, client: TestClient, token: str) -> None:
        client.headers["authorization"] = f"Bearer {token}"
        self.token = token
        super().__init__(client)

    @contextmanager
    def at(self, match: str, seat: int | None = None) -> Iterator[Line]:
        headers = {"authorization": f"Bearer {self.token}"}
        with self.client.websocket_connect(f"ws://localhost/ws/{match}", headers=headers) as socket:
            line = Line(socket)
            line.say(type="watch", seat=seat)
            yield line

    def turn(self, match: str, seat: int, wait: int = 20, expect: int = 200) -> dict[str, Any]:
        answer: dict[str, Any] = self.get(f"/api/matches/{match}/turn?seat={seat}&wait={wait}", expect)
        return answer


def program(house: House, owner: Guest, name: str = "Deep Mist", scopes: list[str] | None = None) -> Robot:
    return Robot(house.stranger(), new_token(owner, name, scopes))
