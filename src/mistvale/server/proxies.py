"""Proxies: whom to believe about where a request came from.

Everybody can send the headers that proxies do. What they say counts only when it comes from a proxy that the
host has named. The header `Forwarded` counts never: a proxy that does not know it passes on what its client wrote.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Scope

from .errors import CannotServe
from .words import message

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
SECURE = {"http": {"http": "http", "https": "https"}, "websocket": {"http": "ws", "https": "wss"}}
# By these one sees that a request was passed on, whoever did it.
MARKS = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "via", "x-real-ip")


def read_address(text: str) -> Address | None:
    """An address, which proxies write with or without a port."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        known = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known


class Proxies:
    """The proxies that this server stands behind: addresses, or networks of them."""

    def __init__(self, trusted: Iterable[str]) -> None:
        self._networks = [read_network(each) for each in trusted]

    def trusted(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)

    def believes(self, scope: Scope) -> bool:
        """Whether a request, as it came in, was passed on by a proxy of ours."""
        return self.trusted(read_address(scope["client"][0]) if scope.get("client") else None)

    def unwrap(self, scope: Scope) -> None:
        """Let a request of a proxy look as if it had come from the client itself."""
        if not self.believes(scope):
            return
        headers = Headers(scope=scope)
        client = self._client(parts(headers, "x-forwarded-for"))
        if client is not None:
            scope["client"] = (str(client), 0)
        # Of several proxies the nearest one wrote last.
        for scheme in parts(headers, "x-forwarded-proto")[-1:]:
            scope["scheme"] = SECURE[scope["type"]].get(scheme.lower(), scope["scheme"])
        for host in parts(headers, "x-forwarded-host")[-1:]:
            MutableHeaders(scope=scope)["host"] = host

    def _client(self, passed_on: list[str]) -> Address | None:
        """The last one in the list that is no proxy of ours: what stands before it, anybody may have written."""
        seen = None
        for text in reversed(passed_on):
            address = read_address(text)
            if address is None:
                return seen
            seen = address
            if not self.trusted(address):
                break
        return seen


def parts(headers: Headers, name: str) -> list[str]:
    joined = ",".join(headers.getlist(name))
    return [part.strip() for part in joined.split(",") if part.strip()]


def read_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise CannotServe(message("serve.proxy", given=text)) from error


def from_this_machine(scope: Scope) -> bool:
    """Whether a request was made on this machine, and not passed on for somebody else."""
    peer = read_address(scope["client"][0]) if scope.get("client") else None
    headers = Headers(scope=scope)
    return peer is not None and peer.is_loopback and not any(mark in headers for mark in MARKS)
