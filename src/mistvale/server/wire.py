"""What comes over the wire before it is a request: it ends somewhere, and soon.

uvicorn limits neither the head of a request, nor how long it takes to come in, nor how many connections one
address has; and it takes what strangers get wrong for errors of its own.
"""

from __future__ import annotations

import asyncio
import logging
from typing import cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Places, household
from .proxies import Proxies, read_address
from .settings import Settings

log = logging.getLogger(__name__)
MOST_HEAD = 32 * 1024
# A head, a body and all that follows it; longer bodies than we take are refused long before.
MOST_REQUEST = 1024 * 1024
# What uvicorn and websockets say of it when somebody cannot speak HTTP.
MISTAKES_OF_STRANGERS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "opening handshake failed",
    "Invalid UTF-8 sequence received from client.",
)


def strangers(record: logging.LogRecord) -> bool:
    """A filter of a log: what strangers get wrong is told only to whoever asks for details."""
    if record.msg not in MISTAKES_OF_STRANGERS:
        return True
    log.debug("%s", record.msg)
    return False


class Lines:
    """The connections of each address; those of a proxy are not counted, since they are everybody's."""

    def __init__(self, most: int, proxies: Proxies) -> None:
        self._places = Places(most) if most else None
        self._proxies = proxies

    def enter(self, client: tuple[str, int] | None) -> bool:
        return self._places is None or not self._counts(client) or self._places.take(own(client))

    def leave(self, client: tuple[str, int] | None) -> None:
        if self._places is not None and self._counts(client):
            self._places.free(own(client))

    def _counts(self, client: tuple[str, int] | None) -> bool:
        return client is not None and not self._proxies.trusted(read_address(client[0]))


def own(client: tuple[str, int] | None) -> str:
    return household(client[0]) if client else ""


class Wire(HttpToolsProtocol):
    """HTTP that ends: a request that is too large, or never whole, is closed."""

    lines: Lines
    patience: float
    _timer: asyncio.TimerHandle | None = None
    _entered = False
    # Within a request: of it, so many bytes have come; and whether its head is among them.
    _within = False
    _came = 0
    _headed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._entered = self.lines.enter(self.client)
        if self._entered:
            self._hurry()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        if self._entered:
            self.lines.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._came += len(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._within and self._came > (MOST_REQUEST if self._headed else MOST_HEAD):
            self._too_large()
        elif self._timer is None and self.timeout_keep_alive_task is None and not self._answering():
            # It has sent something that is not even the beginning of a request.
            self._hurry()

    def handle_websocket_upgrade(self) -> None:
        self._rest()
        if not self.transport.is_closing():
            super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """More waits to be read than the system keeps: whoever reads nothing of it for long is closed."""
        self._hurry()
        super().pause_writing()

    def resume_writing(self) -> None:
        if not self._within:
            self._rest()
        super().resume_writing()

    # ------------------------------------------------------------ what the parser tells

    def on_message_begin(self) -> None:
        self._within, self._headed, self._came = True, False, 0
        self._hurry()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._headed = True
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD:
            self._too_large()
        else:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._within = False
        if not self.flow.write_paused:
            self._rest()
        if not self.transport.is_closing():
            super().on_message_complete()

    # ------------------------------------------------------------ patience

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _hurry(self) -> None:
        self._rest()
        if self.patience:
            self._timer = self.loop.call_later(self.patience, self.transport.abort)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_large(self) -> None:
        if not self._answering():
            end = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[431] + end)
        self.transport.close()


class SocketWire(WebSocketsSansIOProtocol):
    """A WebSocket whose handshake ends, also when it cannot be read."""

    lines: Lines

    def connection_lost(self, exc: Exception | None) -> None:
        self.lines.leave(self.client)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()


def wires(settings: Settings) -> tuple[type[Wire], type[SocketWire]]:
    """The protocols of a server, for HTTP and for WebSockets."""
    counted = Lines(settings.connections_per_address, Proxies(settings.trusted_proxies))

    class OwnWire(Wire):
        lines = counted
        patience = settings.request_seconds

    class OwnSocketWire(SocketWire):
        lines = counted

    return OwnWire, OwnSocketWire
