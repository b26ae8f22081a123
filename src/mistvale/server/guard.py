"""What stands before every request: host, origin, cookie and size; and the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import Refusal, refuse
from .guests import Guests
from .limits import Asker, household
from .settings import Settings

GUEST = "mistvale.guest"
ADDRESS = "mistvale.address"  # of the client, as limits count it
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
USUAL_PORTS = (80, 443)
PAGES = ("/match/", "/join/")
# The messages that carry headers.
OPENINGS = ("http.response.start", "websocket.accept", "websocket.http.response.start")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'{sockets}; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def split_host(text: str) -> tuple[str, int | None] | None:
    """A host and its port, None for a usual one; None altogether when it is no host."""
    try:
        parts = urlsplit(f"//{text}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not name or parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return name.rstrip("."), None if port in USUAL_PORTS else port


class Hosts:
    """The names this server answers to. Others may be an attacker's, pointed at this machine."""

    def __init__(self, names: Iterable[str], addresses: bool) -> None:
        self._names = THIS_MACHINE | {name.strip("[]").lower() for name in names}
        self._addresses = addresses

    def allowed(self, name: str) -> bool:
        if name in self._names:
            return True
        if not self._addresses:
            return False
        return name.endswith(".local") or name == socket.gethostname().lower() or is_address(name)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, guests: Guests) -> None:
        self._app = app
        self._guests = guests
        self._hosts = Hosts(settings.allow_hosts, settings.allow_addresses)
        self._most = settings.message_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        guest, forged = self._guests.known(headers.get("cookie"))
        # A page is a good moment to make the cookie last again.
        renew = guest is None or (scope["type"] == "http" and is_page(scope["path"]))
        scope[GUEST] = guest or self._guests.fresh()
        scope[ADDRESS] = household(scope["client"][0] if scope.get("client") else "")
        secure = scope["scheme"] in ("https", "wss")
        cookie = self._guests.cookie(scope[GUEST], secure) if renew else None
        answer = self._dressed(send, headers.get("host", ""), cookie)
        try:
            self._check(scope, headers, forged)
        except Refusal as refusal:
            await turn_away(scope, answer, refusal)
            return
        await self._app(scope, self._measured(receive), answer)

    def _check(self, scope: Scope, headers: Headers, forged: bool) -> None:
        host = split_host(headers.get("host", ""))
        if host is None or not self._hosts.allowed(host[0]):
            raise refuse("forbidden", "host", host=host[0] if host else "")
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return
        origin = headers.get("origin")
        if origin is not None and split_host(origin.partition("://")[2]) != host:
            raise refuse("forbidden", "origin", origin=origin[:100])
        if forged:
            raise refuse("forbidden", "cookie")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most:
            raise refuse("bad-request", "too-long", most=self._most)

    def _measured(self, receive: Receive) -> Receive:
        """Also a body that does not say how long it is ends somewhere."""
        received = 0

        async def measured() -> Message:
            nonlocal received
            message = await receive()
            if message["type"] == "http.request":
                received += len(message.get("body", b""))
                if received > self._most:
                    raise refuse("bad-request", "too-long", most=self._most)
            return message

        return measured

    def _dressed(self, send: Send, host: str, cookie: str | None) -> Send:
        # Some browsers do not count a socket of the same host as 'self'.
        plain = host if split_host(host) and not set(host) & set(" ;,'\"") else ""
        sockets = f" ws://{plain} wss://{plain}" if plain else ""

        async def dressed(message: Message) -> None:
            if message["type"] in OPENINGS:
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                if message["type"] == "http.response.start":
                    headers["content-security-policy"] = POLICY.format(sockets=sockets)
                    for name, value in HEADERS.items():
                        headers[name] = value
                    headers.setdefault("cache-control", "no-store")
                if cookie is not None:
                    headers.append("set-cookie", cookie)
            await send(message)

        return dressed


def asker_of(scope: Scope) -> Asker:
    """Who asks, once the guard has let the request in."""
    return Asker(scope[GUEST], scope[ADDRESS])


def is_page(path: str) -> bool:
    return path == "/" or path.startswith(PAGES)


async def turn_away(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer a request that goes no further; a socket is refused before it is one."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if kind.startswith("websocket") and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        return
    body = json.dumps(refusal.json(), ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
