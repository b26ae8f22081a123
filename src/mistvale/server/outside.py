"""Calls to addresses that somebody else has given: whoever gave them may want to reach what only this server reaches.

So: https alone; the name is looked up once, what it leads to is checked, and the call goes to that very address, under
the name's own certificate; only public addresses; no redirects; a few seconds for all of it; and of the answer nothing
is kept but its status.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

SECONDS = 3.0
LONGEST_URL = 1000
HTTPS = 443
STATUS_LINE = re.compile(rb"HTTP/1\.[01] (\d{3})(?: |\r?\n)")
# Addresses of these networks stand for others, which may be any.
DISGUISES = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))

Resolve = Callable[[str, int], Awaitable[list[str]]]
Connect = Callable[..., Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


class Unreachable(Exception):
    """It could not be called, or must not be."""


class Target(NamedTuple):
    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """The same address always in the same letters, however it was given."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}{'' if self.port == HTTPS else f':{self.port}'}{self.path}"


def target_of(url: str) -> Target | None:
    """What a web address names; None if it is none that we would call."""
    if len(url) > LONGEST_URL or not re.fullmatch(r"https://[!-~]+", url):
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.username is not None or parts.password is not None or port == 0:
        return None
    if is_literal(host):
        if not is_public(host):
            return None
    elif not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.?", host):
        return None
    path = parts.path or "/"
    return Target(host, port or HTTPS, f"{path}?{parts.query}" if parts.query else path)


def is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Whether an address is one that anybody could call, and not one of this machine or its network."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None or any(known in network for network in DISGUISES):
            return False
        if known.is_site_local:
            return False
    return known.is_global and not (known.is_multicast or known.is_reserved or known.is_unspecified)


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(entry[4][0]) for entry in found]


class Outside:
    """The way out."""

    def __init__(
        self,
        resolve: Resolve = resolve,
        connect: Connect = asyncio.open_connection,
        context: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._resolve = resolve
        self._connect = connect
        self._context = context
        self._seconds = seconds

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send something to a web address; the status of the answer."""
        target = target_of(url)
        if target is None:
            raise Unreachable("not an address to call")
        try:
            async with asyncio.timeout(self._seconds):
                return await self._post(target, body, headers)
        except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
            # Which address it was, and what came back, is nobody's business: not even the log's.
            raise Unreachable(type(error).__name__) from None

    async def _post(self, target: Target, body: bytes, headers: Mapping[str, str]) -> int:
        address = await self._pinned(target)
        reader, writer = await self._connect(
            address, target.port, ssl=await self._tls(), server_hostname=target.host.rstrip(".")
        )
        try:
            writer.write(head(target, headers, len(body)) + body)
            await writer.drain()
            found = STATUS_LINE.match(await reader.readline())
            if found is None:
                raise ValueError("no status")
            return int(found[1])
        finally:
            writer.transport.abort()

    async def _pinned(self, target: Target) -> str:
        """The one address that is called; none where any of those that the name has is not public."""
        found = [target.host] if is_literal(target.host) else await self._resolve(target.host, target.port)
        if not found or not all(map(is_public, found)):
            raise ValueError("not public")
        return found[0]

    async def _tls(self) -> ssl.SSLContext:
        if self._context is None:
            # Reading all certificates takes a while.
            self._context = await asyncio.to_thread(ssl.create_default_context)
        return self._context


def head(target: Target, headers: Mapping[str, Any], length: int) -> bytes:
    host = f"[{target.host}]" if ":" in target.host else target.host
    named = {
        "Host": host if target.port == HTTPS else f"{host}:{target.port}",
        "User-Agent": "Mistvale",
        "Content-Length": str(length),
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    if any(re.search(r"[\r\n\0]", line) for line in lines):
        raise ValueError("a header that breaks the line")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")
