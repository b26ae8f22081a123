"""The lobby's WebSocket: the lists as they change, and quick match. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from mistvale.core.text import clean_name

from . import tracing
from .asking import lang_of
from .errors import Refusal, refuse
from .guard import SESSION, asker_of, turn_away
from .hub import Hub
from .limits import Bucket, Paces
from .lobby import Viewer, Wanted
from .lobby_messages import TYPES, Look, Queue, Queued, Said, Seated, Tables, Unqueue, Unqueued, said
from .matching import Waiting
from .messages import Message, Ping, Pong, Refused
from .models.common import what_is_wrong
from .quick import check_games
from .stakes import check_player, devices_of
from .watchers import Watcher
from .words import spoken
from .ws import MOST_IGNORED, POLICY_VIOLATION, TRY_AGAIN, kind_of, usable_id

log = logging.getLogger(__name__)
# How often those who wait are told anew how long it may take.
TELL_SECONDS = 10.0
# What somebody may say here a second; lists cost more than words.
SAID_PER_SECOND = 4.0
SAID_BURST = 40.0
MOST_UNSENT = 64
GOING_AWAY = 1001  # what a browser says when a page is closed, or left
MOST_UNSENT_TEXT = 2 * 1024 * 1024


class Visit:
    """One browser, or program, in the lobby."""

    def __init__(self, socket: WebSocket, hub: Hub) -> None:
        self.socket = socket
        self.hub = hub
        self.asker = asker_of(socket.scope)
        self.guest = self.asker.guest
        self.lang = lang_of(socket.scope)
        self.origins: list[str] = socket.app.state.guests.origins(self.asker.address)
        self.letters = Watcher(self.guest, MOST_UNSENT, MOST_UNSENT_TEXT)
        self.bucket = Bucket(SAID_PER_SECOND, SAID_BURST)
        self.paces: Paces = socket.app.state.paces
        self.ignored = 0
        self.left = False  # whether the page was closed, as far as the browser said so
        self.waited_by = ""  # the message by which it waits in the queue
        self.showing: asyncio.Task[None] | None = None
        self.telling: asyncio.Task[None] | None = None
        self.ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self.handlers: dict[type[Any], Callable[[Any], Awaitable[None]]] = {
            Look: self.look,
            Queue: self.queue,
            Unqueue: self.unqueue,
            Ping: self.ping,
        }

    async def run(self) -> None:
        closed = self.hub.sessions.opened(self, self.guest, self.socket.scope[SESSION])
        work: list[asyncio.Future[Any]] = []
        try:
            await self.socket.accept()
            sender, listener = asyncio.create_task(self._send()), asyncio.create_task(self._listen())
            work = [sender, listener]
            await asyncio.wait((listener, self.ending), return_when=asyncio.FIRST_COMPLETED)
            if self.ending.done():
                # Nothing that is still to be sent is meant for whoever this is now.
                sender.cancel()
                listener.cancel()
                await self.socket.close(*self.ending.result())
        except (WebSocketDisconnect, RuntimeError):
            # Starlette says RuntimeError when the other side, or the sender, closed in between.
            pass
        finally:
            closed()
            # Whoever has closed the page waits no more; whose line broke does, for a while.
            if self.left and self.hub.quick.waits(self) and not self.hub.stopping.is_set():
                self.hub.spawn(self._leave())
            self.hub.quick.forget(self)
            for task in (*work, self.showing, self.telling):
                if task:
                    task.cancel()

    async def _leave(self) -> None:
        """Wait no more; where that cannot be written down, the row is soon too old."""
        with suppress(Refusal):
            await self.hub.quick.leave(self)

    def end(self, why: str) -> None:
        """Close the connection, for a reason that keeps it away, or for none: then it may come back at once."""
        if not self.ending.done():
            self.ending.set_result((POLICY_VIOLATION, why) if why else (TRY_AGAIN, ""))

    async def _listen(self) -> None:
        try:
            while self.ignored < MOST_IGNORED:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    self.left = message.get("code") == GOING_AWAY
                    return
                text = message.get("text")
                await self.hear(text if text is not None else message.get("bytes") or b"")
            await self.socket.close(POLICY_VIOLATION)
        except (WebSocketDisconnect, RuntimeError):
            pass

    async def _send(self) -> None:
        try:
            while (text := await self.letters.next()) is not None:
                await self.socket.send_text(text)
            await self.socket.close(TRY_AGAIN)
        except (WebSocketDisconnect, RuntimeError):
            return

    def say(self, message: Message) -> None:
        self.letters.send(message.encoded())

    def complain(self, message: str | None, refusal: Refusal) -> None:
        self.say(Refused(id=message, **refusal.answer(self.lang).model_dump()))

    # ------------------------------------------------------------ hearing

    async def hear(self, text: str | bytes) -> None:
        """Carry one message out and answer it, whatever it is."""
        name = None
        try:
            if not self.bucket.take():
                self.ignored += 1
                raise refuse("too-many")
            raw = self._read(text)
            name = usable_id(raw.get("id"))
            with tracing.root("lobby.message", kind=kind_of(raw, TYPES)):
                heard = self._understand(raw)
                await self.handlers[type(heard)](heard)
        except Refusal as refusal:
            self.complain(name, refusal)
        except Exception:
            log.exception("a message in the lobby failed")
            self.complain(name, refuse("bad-request", "server"))

    def _read(self, text: str | bytes) -> dict[str, Any]:
        most = self.hub.settings.message_bytes
        if len(text) > most:
            raise refuse("bad-request", "too-long", most=most)
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise refuse("bad-request", "not-json", why=error) from error
        if not isinstance(raw, dict):
            raise refuse("bad-request", "not-json", why=type(raw).__name__)
        return raw

    @staticmethod
    def _understand(raw: dict[str, Any]) -> Said:
        if raw.get("type") not in TYPES:
            raise refuse("bad-request", "unknown-type", type=str(raw.get("type"))[:40], known=", ".join(TYPES))
        try:
            return said.validate_python(raw)
        except ValidationError as error:
            raise refuse("bad-request", why=what_is_wrong(error)) from error

    # ------------------------------------------------------------ messages

    async def ping(self, message: Ping) -> None:
        self.say(Pong())

    async def look(self, message: Look) -> None:
        self.lang = spoken(message.lang)
        wanted = Wanted(tuple(message.games), message.pace, message.seats, message.rated)
        if self.showing:
            self.showing.cancel()
        self.showing = asyncio.create_task(self._show(wanted))

    async def _show(self, wanted: Wanted) -> None:
        """The lists now, and whenever they are others; not too often, and nothing that is the same."""
        viewer = Viewer(self.guest, self.socket.scope[SESSION] is not None, self.lang)
        last = None
        while True:
            version = self.hub.lobby.version
            try:
                lists = await self.hub.lobby.lists(viewer, wanted)
                text = Tables(**{name: getattr(lists, name) for name in type(lists).model_fields}).encoded()
                if text != last:
                    self.letters.send(text)
                    last = text
            except Refusal as refusal:
                self.complain(None, refusal)
            except Exception:
                log.exception("the lobby could not be shown")
            await asyncio.sleep(self.hub.settings.lobby_pause)
            await self.hub.lobby.news(version)

    async def queue(self, message: Queue) -> None:
        games = check_games(message.games, message.seats)
        self.hub.doorman.check_opening()
        if not self.hub.quick.waits(self):
            # What is wished for becomes a table.
            self.paces.joins.check(self.guest)
            self.paces.joins_here.check(self.asker.address)
        devices = await self._devices(message)
        name = clean_name(message.name) or await self.hub.read(self.hub.store.name, self.guest)
        moment = self.hub.quick.moment()
        entry = Waiting(
            self.guest, games, message.pace, message.seats, name, message.seal, moment, message.rated, devices
        )
        self._stop_telling()
        self.waited_by = message.id
        await self.hub.quick.enter(self, entry, self.origins)
        if self.hub.quick.waits(self):
            self.telling = asyncio.create_task(self._tell(message.id, entry))

    async def _devices(self, message: Queue) -> tuple[str, ...]:
        """From where somebody came who wants a rated match; refused where it cannot be one."""
        if not message.rated:
            return ()
        if message.pace == "none":
            raise refuse("bad-request", "rated-pace")
        await check_player(self.hub, self.guest, message.rated)
        return tuple(await devices_of(self.hub, self.socket.scope, self.guest))

    async def _tell(self, message: str, entry: Waiting) -> None:
        """How it looks, from time to time."""
        told: tuple[int | None, int] = None, 1  # as long as nobody can say
        last: tuple[int | None, int] | None = None
        while self.hub.quick.waits(self):
            try:
                self.hub.doorman.check_opening()
            except Refusal as refusal:
                await self._leave()
                self.complain(message, refusal)
                return
            with suppress(Refusal):
                told = await self.hub.quick.told(entry)
            if told != last and self.hub.quick.waits(self):
                last = told
                self.say(Queued(id=message, games=list(entry.games), wait=told[0], waiting=max(1, told[1])))
            await asyncio.sleep(TELL_SECONDS)

    def _stop_telling(self) -> None:
        if self.telling:
            self.telling.cancel()
            self.telling = None

    async def unqueue(self, message: Unqueue) -> None:
        self._stop_telling()
        await self.hub.quick.leave(self)
        self.say(Unqueued(id=message.id))

    def seated(self, match: str, seat: int) -> None:
        """Others were found."""
        self._stop_telling()
        self.say(Seated(match=match, seat=seat))

    def replaced(self) -> None:
        """The same guest waits in another tab now."""
        self._stop_telling()
        self.say(Unqueued(id=self.waited_by))


async def serve_lobby(socket: WebSocket) -> None:
    """The endpoint of /ws/lobby."""
    hub: Hub = socket.app.state.hub
    try:
        with hub.lobby.room.place(asker_of(socket.scope), refuse("too-many", "too-many-sockets")):
            await Visit(socket, hub).run()
    except Refusal as refusal:
        await turn_away(socket.scope, socket.send, refusal)
