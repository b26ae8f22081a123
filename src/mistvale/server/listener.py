"""What other processes say: PostgreSQL's LISTEN, in a thread of its own."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from .store import CHANNEL

log = logging.getLogger(__name__)
LISTEN_SECONDS = 0.5
RETRY_SECONDS = 1.0


class Listener:
    """Hears notifications and hands them to the event loop; comes back by itself when the line drops."""

    def __init__(
        self,
        url: str,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[dict[str, Any]], None],
        deaf: Callable[[], None],
    ) -> None:
        self._address = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._loop = loop
        self._heard = heard
        self._deaf = deaf
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mistvale-listen", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(2 * LISTEN_SECONDS)

    def _run(self) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                self._listen(psycopg.connect(self._address, autocommit=True))
            except psycopg.Error as error:
                log.warning("cannot hear other processes: %s", error)
                self._stopping.wait(RETRY_SECONDS)

    def _listen(self, connection: Any) -> None:
        with connection:
            connection.execute(f"LISTEN {CHANNEL}")
            # Whatever was said before this line stood was missed.
            self._call(self._deaf)
            while not self._stopping.is_set():
                for notice in connection.notifies(timeout=LISTEN_SECONDS):
                    self._call(self._heard, json.loads(notice.payload))

    def _call(self, work: Callable[..., None], *args: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, *args)
