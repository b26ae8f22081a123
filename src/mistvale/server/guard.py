"""What stands before every request: host, origin, cookie or token, and size; and the headers of every answer."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import tracing
from .asking import lang_of
from .errors import Refusal, refuse
from .guests import Guests
from .limits import Asker, Paces, household
from .proxies import Proxies, from_this_machine
from .sessions import Sessions, Visitor
from .settings import Settings
from .tokens import SOCKET, Program, bearer

GUEST = "mistvale.guest"
SESSION = "mistvale.session"  # of a player; None for a guest
PROGRAM = "mistvale.program"  # the program that came by a token; None for a guest or a player
NEW_COOKIE = "mistvale.new-cookie"  # a list, for the one that is to take the place of the old
ADDRESS = "mistvale.address"  # of the client, as limits count it
OWN_MACHINE = "mistvale.own-machine"  # whether the client is on this machine
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
USUAL_PORTS = (80, 443)
PAGES = ("/match/", "/join/", "/openid/", "/player/", "/tournament/")
SINGLE_PAGES = frozenset(
    {"/", "/account", "/admin", "/daily", "/device", "/ladder", "/lobby", "/puzzle", "/recover", "/tournaments"}
)
# Where it matters who asks, beside the pages. Files, art and words are the same for all.
PERSONAL = ("/api/", "/ws/")
# A page asks for dozens of these, and they cost next to nothing.
FILES = ("/static/", "/art/", "/words/", "/docs/")
FILE_COST = 0.1
# A part of a replay is a hundred scenes, and one's list of tables up to a hundred tables.
REPLAYS = "/frames"
REPLAY_COST = 50.0
TABLES = "/api/matches"
TABLES_COST = 20.0
# All matches of a tournament, which are put together one after another.
WHOLE_FILES = "/file"
# A profile counts up to some thousand matches.
PROFILES = "/api/players/"
PROFILE_COST = 10.0
# The lobby is some hundred tables; who wants it live has a socket.
LOBBY = "/api/lobby"
LOBBY_COST = 10.0
# A page may be kept by its own browser, to go back to; answers of the API by nobody.
PRIVATE_PAGE = "private, no-cache"
PRIVATE = "private, no-store"
# Digits of a length: Python takes more only unwillingly.
LONGEST_LENGTH = 15
# The messages that carry headers.
OPENINGS = ("http.response.start", "websocket.accept", "websocket.http.response.start")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'{sockets}; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
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

    def __init__(self, app: ASGIApp, settings: Settings, guests: Guests, paces: Paces) -> None:
        self._app = app
        self._guests = guests
        self._hosts = Hosts(settings.allow_hosts, settings.allow_addresses)
        self._proxies = Proxies(settings.trusted_proxies)
        self._base = settings.base_path
        self._paces = paces
        self._most = settings.message_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and tracing.is_on():
            await tracing.request(self._guarded, scope, receive, send, self._proxies.believes(scope))
        else:
            await self._guarded(scope, receive, send)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[OWN_MACHINE] = from_this_machine(scope)
        self._proxies.unwrap(scope)
        self._put_under_base(scope)
        headers = Headers(scope=scope)
        scope[ADDRESS] = household(scope["client"][0] if scope.get("client") else "")
        try:
            self._paces.requests.check(scope[ADDRESS], cost(route_path(scope)))
            host = self._check_host(headers)
        except Refusal as refusal:
            await turn_away(scope, self._dressed(send, "", HEADERS), refusal)
            return
        try:
            visitor = await self._visitor(scope, headers)
            if visitor.program:
                self._check_program(scope, visitor.program)
        except Refusal as refusal:
            await turn_away(scope, self._dressed(send, "", HEADERS), refusal)
            return
        scope[GUEST], scope[SESSION], scope[PROGRAM] = visitor.guest, visitor.session, visitor.program
        scope[NEW_COOKIE] = []
        answer = self._dressed(send, headers["host"], self._own_headers(scope, visitor), scope[NEW_COOKIE])
        try:
            self._check(scope, headers, host, visitor)
        except Refusal as refusal:
            if scope["type"] == "websocket" and (visitor.ended or refusal.code == "banned"):
                await hang_up(receive, answer, refusal)
            else:
                await turn_away(scope, answer, refusal)
            return
        if scope["type"] == "http" and scope["method"] == "HEAD":
            # Asked and answered as if for the whole; the body is left out on its way.
            scope, answer = {**scope, "method": "GET"}, bodiless(answer)
        await self._app(scope, self._measured(receive), answer)

    async def _visitor(self, scope: Scope, headers: Headers) -> Visitor:
        """Who asks; for what is the same for all nobody is looked up."""
        path = route_path(scope)
        sessions: Sessions = scope["app"].state.hub.sessions
        token = bearer(headers.getlist("authorization")) if path.startswith(PERSONAL) else None
        if token is not None:
            # The token counts, and a cookie that comes with it does not: it opens less.
            return await sessions.program(token)
        found = self._guests.known(headers.get("cookie")) if is_page(path) or path.startswith(PERSONAL) else []
        return await sessions.visitor(found)

    def _check_program(self, scope: Scope, program: Program) -> None:
        """The one place that says what a token opens, and how fast."""
        path = route_path(scope)
        self._paces.programs.check(program.id, cost(path))
        way = SOCKET if scope["type"] == "websocket" else "GET" if scope["method"] == "HEAD" else scope["method"]
        program.check(way, path)

    def _put_under_base(self, scope: Scope) -> None:
        """The base path belongs to every path; a proxy may have taken it off."""
        scope["root_path"] = self._base
        if not (scope["path"] + "/").startswith(f"{self._base}/"):
            scope["path"] = self._base + scope["path"]

    def _own_headers(self, scope: Scope, visitor: Visitor) -> dict[str, str]:
        """The headers of an answer, by what is asked for: what is personal is kept nowhere on its way."""
        path = route_path(scope)
        if not (is_page(path) or path.startswith(PERSONAL)):
            return HEADERS
        more = {"cache-control": PRIVATE_PAGE if is_page(path) else PRIVATE}
        if visitor.program:
            return HEADERS | more
        page = scope["type"] == "http" and is_page(path)
        if visitor.ended and not page:
            # It may have been asked just before this browser signed in: a late answer must not undo that.
            return HEADERS | more
        # A page is a good moment to make the cookie last again; one with an old key is signed anew at once.
        secure = is_secure(scope)
        if visitor.session and visitor.cookie:
            if page:
                more["set-cookie"] = self._guests.set_cookie(visitor.cookie, secure)
        elif visitor.cookie is None or visitor.old or page:
            more["set-cookie"] = self._guests.cookie(visitor.guest, secure)
        return HEADERS | more

    def _check_host(self, headers: Headers) -> tuple[str, int | None]:
        given = headers.getlist("host")
        host = split_host(given[0]) if len(given) == 1 else None
        if host is None or not self._hosts.allowed(host[0]):
            raise refuse("forbidden", "host", host=host[0] if host else "")
        return host

    def _check(self, scope: Scope, headers: Headers, host: tuple[str, int | None], visitor: Visitor) -> None:
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return
        origin = headers.get("origin")
        if origin is not None and split_host(origin.partition("://")[2]) != host:
            raise refuse("forbidden", "origin", origin=origin[:100])
        if visitor.forged:
            raise refuse("forbidden", "cookie")
        if visitor.ended:
            raise refuse("signed-out")
        if not may_always(scope):
            # For a program its owner answers.
            scope["app"].state.hub.doorman.check(visitor.program.player if visitor.program else visitor.guest)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > LONGEST_LENGTH or int(length) > self._most:
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

    def _dressed(self, send: Send, host: str, own: dict[str, str], cookie: Sequence[str] = ()) -> Send:
        """Send with the headers of every answer; `cookie` is one that the answer has put in the place of the usual."""
        # Some browsers do not count a socket of the same host as 'self'.
        plain = host if split_host(host) and not set(host) & set(" ;,'\"") else ""
        sockets = f" ws://{plain} wss://{plain}" if plain else ""

        async def dressed(message: Message) -> None:
            if message["type"] in OPENINGS:
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                for name, value in own.items():
                    headers[name] = value
                for new in cookie:
                    headers["set-cookie"] = new
                headers["content-security-policy"] = POLICY.format(sockets=sockets)
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        return dressed


def cost(path: str) -> float:
    """How many requests a request counts for."""
    if path.startswith(FILES):
        return FILE_COST
    if path == TABLES:
        return TABLES_COST
    if path == LOBBY:
        return LOBBY_COST
    if path.startswith(PROFILES):
        return PROFILE_COST
    return REPLAY_COST if path.endswith((REPLAYS, WHOLE_FILES)) else 1.0


def bodiless(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] != "http.response.body":
            await send(message)
        elif not message.get("more_body", False):
            await send({"type": "http.response.body", "body": b""})

    return sent


def route_path(scope: Scope) -> str:
    """A path as the routes know it, without what stands before all."""
    path: str = scope["path"].removeprefix(scope["root_path"])
    return path


def asker_of(scope: Scope) -> Asker:
    """Who asks, once the guard has let the request in."""
    return Asker(scope[GUEST], scope[ADDRESS])


def may_always(scope: Scope) -> bool:
    """Whether somebody who is banned may do this: go, or take the account away."""
    path = route_path(scope)
    if scope.get("method") == "DELETE":
        return path == "/api/account"
    return path == "/api/sign-out" or path.startswith("/api/account/verify")


def is_secure(scope: Scope) -> bool:
    """Whether a request came over TLS."""
    return scope["scheme"] in ("https", "wss")


def is_page(path: str) -> bool:
    """Whether a path leads to what a person opens."""
    return path in SINGLE_PAGES or path.startswith(PAGES)


async def turn_away(scope: Scope, send: Send, refusal: Refusal) -> None:
    """Answer a request that goes no further; a socket is refused before it is one."""
    scope["app"].state.hub.metrics.refusals[refusal.code] += 1
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if kind.startswith("websocket") and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        return
    body = refusal.answer(lang_of(scope)).encoded().encode()
    named = {"content-type": "application/json", "content-length": str(len(body)), **refusal.headers}
    headers = [(name.encode(), value.encode()) for name, value in named.items()]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


async def hang_up(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Say why on a socket that is taken and closed: a browser does not tell its page why one was refused."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
