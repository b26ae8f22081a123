"""Requests to an application in the same event loop, with nothing between: a browser that has cookies, and no more.

A whole HTTP client takes longer for a request than the server does, which counts where thousands are made.
"""

from __future__ import annotations

import asyncio
import json
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

HOST = "localhost"


class Answer(NamedTuple):
    """What came back."""

    status_code: int
    headers: list[tuple[bytes, bytes]]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Asker:
    """Somebody who asks, and keeps the cookies that come with answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.cookies: dict[str, str] = {}

    async def get(self, url: str) -> Answer:
        return await self.request("GET", url)

    async def post(self, url: str, body: Any) -> Answer:
        return await self.request("POST", url, json.dumps(body).encode(), {"content-type": "application/json"})

    async def request(
        self, method: str, url: str, content: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        status, came, parts, over = 0, [], [], asyncio.Event()
        asked = [{"type": "http.request", "body": content or b"", "more_body": False}]

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status, came
            if message["type"] == "http.response.start":
                status, came = message["status"], [*message.get("headers", [])]
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body", False):
                    over.set()

        try:
            await self._app(self._scope(method, url, content, headers or {}), receive, send)
        except Exception:
            # Told and then raised, for the log of whoever serves.
            if not over.is_set():
                raise
        self._keep(came)
        return Answer(status, came, b"".join(parts).decode(errors="replace"))

    def _scope(self, method: str, url: str, content: bytes | None, headers: dict[str, str]) -> Scope:
        path, _, query = url.partition("?")
        sent = {"host": HOST, "accept": "*/*", **headers}
        if content is not None:
            sent["content-length"] = str(len(content))
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 123),
            "server": (HOST, 80),
        }

    def _keep(self, headers: list[tuple[bytes, bytes]]) -> None:
        for name, value in headers:
            if name.lower() != b"set-cookie":
                continue
            try:
                given = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                continue
            for each in given.values():
                if each["max-age"] == "0":
                    self.cookies.pop(each.key, None)
                else:
                    self.cookies[each.key] = each.value
