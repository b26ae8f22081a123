"""The WebSocket side of docs/protocol.md."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, ParamSpec

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

import mistvale as mv
from mistvale.scene.picture import Picture

from . import commands, leaving, tracing
from .asking import lang_of
from .daily import kept
from .errors import Refusal, refuse
from .frames import Reader, Shown
from .guard import PROGRAM, SESSION, asker_of, turn_away
from .hub import Hub
from .limits import Bucket
from .live import Live
from .messages import (
    TYPES,
    Back,
    Cancel,
    Hint,
    Hinted,
    Leave,
    Message,
    Move,
    Ok,
    Parts,
    Ping,
    Pong,
    Preview,
    Previewed,
    Refused,
    Said,
    Say,
    Undo,
    Watch,
    said,
)
from .models.common import ID_PATTERN, what_is_wrong
from .readiness import preparing
from .stakes import note_browser
from .tables import Answer
from .watchers import Watcher
from .words import spoken

P = ParamSpec("P")

log = logging.getLogger(__name__)
# Whoever goes on so long after being told to slow down is cut off.
MOST_IGNORED = 500
POLICY_VIOLATION = 1008
PREPARING_SECONDS = 0.3  # between two messages about rules that are not ready
TRY_AGAIN = 1013


class Connection:
    """One browser, or program, at one table."""

    def __init__(self, socket: WebSocket, hub: Hub, match: str) -> None:
        settings = hub.settings
        self.socket = socket
        self.hub = hub
        self.match = match
        self.asker = asker_of(socket.scope)
        self.guest = self.asker.guest
        self.watcher = Watcher(self.guest, settings.unsent_messages, settings.unsent_text)
        self.lang = lang_of(socket.scope)  # what is said to it; what it is shown may still be in another
        self.bucket = Bucket(settings.messages_per_second, settings.message_burst)
        self.ignored = 0
        self.drawing = False
        self.unseen: Preview | None = None  # the preview to draw next
        self.tasks: set[asyncio.Task[None]] = set()
        self.live: Live | None = None
        # Set to how it is to be closed, when it is.
        self.ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self.handlers: dict[type[Any], Callable[[Any], Awaitable[None]]] = {
            Watch: self.watch,
            Move: self.move,
            Undo: self.undo,
            Preview: self.preview,
            Hint: self.hint,
            Leave: self.leave,
            Back: self.back,
            Cancel: self.cancel,
            Parts: self.parts,
            Say: self.chat,
            Ping: self.ping,
        }

    async def run(self) -> None:
        program = self.socket.scope[PROGRAM]
        # A token ends as a session does.
        key = program.hash if program else self.socket.scope[SESSION]
        closed = self.hub.sessions.opened(self, self.guest, key)
        sender = listener = None
        try:
            await self.socket.accept()
            sender, listener = asyncio.create_task(self._send()), asyncio.create_task(self._listen())
            ended = asyncio.ensure_future(self.ending)
            await asyncio.wait((listener, ended), return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                # Nothing that is still to be sent is meant for whoever this is now.
                sender.cancel()
                listener.cancel()
                await self.socket.close(*ended.result())
        except (WebSocketDisconnect, RuntimeError):
            # Starlette says RuntimeError when the other side, or the sender, closed in between.
            pass
        finally:
            closed()
            for task in (sender, listener, *self.tasks):
                if task:
                    task.cancel()
            if self.live:
                self.live.unwatch(self.watcher)

    def end(self, why: str) -> None:
        """Close the connection, for a reason that keeps it away, or for none: then it may come back at once."""
        self._end(POLICY_VIOLATION if why else TRY_AGAIN, why)

    def _end(self, code: int, why: str = "") -> None:
        """Have it closed by `run` alone: of two who close at once, one may be stopped while it does."""
        if not self.ending.done():
            self.ending.set_result((code, why))

    async def _listen(self) -> None:
        try:
            while self.ignored < MOST_IGNORED:
                await self.hear(await self._receive())
            self._end(POLICY_VIOLATION)
            await self.ending
        except (WebSocketDisconnect, RuntimeError):
            pass

    async def _send(self) -> None:
        try:
            while (text := await self.watcher.next()) is not None:
                await self.socket.send_text(text)
            self._end(TRY_AGAIN)
        except (WebSocketDisconnect, RuntimeError):
            return

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside the messages that come in, as long as the connection stands."""
        task = self.hub.spawn(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _receive(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    def say(self, message: Message) -> None:
        self.watcher.send(message.encoded())

    def say_to_seat(self, seat: int, message: str, text: str) -> None:
        """An answer that shows what only the seat's holder may see: whoever has lost it meanwhile is told that."""
        lost = self.refused(message, refuse("not-your-seat", seat=seat))
        self.watcher.send(text, seat, lost.encoded())

    def refused(self, message: str | None, refusal: Refusal) -> Refused:
        return Refused(id=message, **refusal.answer(self.lang).model_dump())

    def complain(self, message: str | None, refusal: Refusal) -> None:
        self.hub.metrics.refusals[refusal.code] += 1
        self.say(self.refused(message, refusal))

    # ------------------------------------------------------------ hearing

    async def hear(self, text: str | bytes) -> None:
        """Carry one message out and answer it, whatever it is."""
        try:
            if not self.bucket.take():
                self.ignored += 1
                raise refuse("too-many")
            raw = self._read(text)
            self._note_playing()
        except Refusal as refusal:
            self.complain(None, refusal)
            return
        with tracing.root("socket.message", kind=kind_of(raw, TYPES)):
            await self._answered(usable_id(raw.get("id")), self._obey, raw)

    def _note_playing(self) -> None:
        """A player who has a seat in a match that goes on is playing; who looks on is not."""
        if self.live and self.socket.scope[SESSION] and self.live.is_played_by(self.guest):
            self.hub.sessions.at_table(self.guest)

    async def _obey(self, raw: dict[str, Any]) -> None:
        said = self._understand(raw)
        await self.handlers[type(said)](said)

    async def _answered(
        self, message: str | None, work: Callable[P, Awaitable[None]], *args: P.args, **more: P.kwargs
    ) -> None:
        """Do what a message asks for; whatever comes of it is said to the one who sent it."""
        try:
            await work(*args, **more)
        except Refusal as refusal:
            self.complain(message, refusal)
        except Exception:
            log.exception("a message at %s failed", self.match)
            self.hub.metrics.mistakes += 1
            self.complain(message, refuse("bad-request", "server"))

    def _read(self, text: str | bytes) -> dict[str, Any]:
        if len(text) > self.hub.settings.message_bytes:
            raise refuse("bad-request", "too-long", most=self.hub.settings.message_bytes)
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise refuse("bad-request", "not-json", why=error) from error
        if not isinstance(raw, dict):
            raise refuse("bad-request", "not-json", why=type(raw).__name__)
        return raw

    def _understand(self, raw: dict[str, Any]) -> Said:
        if raw.get("type") not in TYPES:
            raise refuse("bad-request", "unknown-type", type=str(raw.get("type"))[:40], known=", ".join(TYPES))
        try:
            return said.validate_python(raw)
        except ValidationError as error:
            raise refuse("bad-request", why=what_is_wrong(error)) from error

    def table(self) -> Live:
        if self.live is None:
            raise refuse("bad-request", "watch-first")
        return self.live

    # ------------------------------------------------------------ messages

    async def watch(self, said: Watch) -> None:
        reader = Reader(said.seat, spoken(said.lang))
        # Also what is refused now is refused in the language that was asked for.
        self.lang = reader.lang
        self.hub.check_drawings(self.asker)
        live = self.live or await self._found()
        try:
            await live.watch(self.watcher, reader, said.patches)
        except asyncio.CancelledError:  # the connection is gone: a watcher left behind would keep bots awake
            live.unwatch(self.watcher)
            raise
        if self.live is None and self.hub.doorman.door.signs:
            self.say(self.hub.doorman.news())
        self.live = live
        if said.seat is not None:
            self.begin(note_browser(live, self.socket.scope, self.guest))
        self.hub.sweeper.saw_match(self.match)

    async def _found(self) -> Live:
        """The table; while its rules are being compiled, its watcher is told how far they are."""
        finding = asyncio.ensure_future(self.hub.live(self.match))
        while not finding.done():
            await asyncio.wait([finding], timeout=PREPARING_SECONDS)
            game = self.hub.awaited.get(self.match)
            if game is not None:
                self.say(preparing(self.hub.shelf.readiness(game)))
        return await finding

    async def ping(self, said: Ping) -> None:
        self.say(Pong())

    async def move(self, said: Move) -> None:
        command = commands.move(self.guest, said.seat, said.move, said.id, self.hub.settings.events_per_match)
        await self._carry_out(said.id, command)

    async def undo(self, said: Undo) -> None:
        command = commands.undo(self.guest, said.seat, said.id, self.hub.settings.undos_per_seat)
        await self._carry_out(said.id, command)

    async def leave(self, said: Leave) -> None:
        command = commands.leave(self.guest, said.seat, said.bot, said.id, self.table().failed, self.lang)
        await self._carry_out(said.id, kept(command))

    async def back(self, said: Back) -> None:
        await self._carry_out(said.id, leaving.take_back(self.guest, said.seat, said.id, self.lang))

    async def cancel(self, said: Cancel) -> None:
        await self._carry_out(said.id, leaving.cancel(self.guest, said.wish, said.id))

    async def parts(self, said: Parts) -> None:
        await self._carry_out(said.id, commands.parts(self.guest, said.parts, said.id))

    async def chat(self, said: Say) -> None:
        """People talk; what a program said would stay when its owner goes."""
        if self.socket.scope[PROGRAM]:
            raise refuse("forbidden", "token-closed")
        step = await self.hub.talk.say(self.table(), self.asker, said.id, said.text, said.phrase)
        self.say(Ok(id=said.id, step=step))

    async def preview(self, said: Preview) -> None:
        """Drawing takes a while: other messages do not wait for it. Of previews that do, only the newest is drawn."""
        live = self.table()
        if self.unseen:
            self.complain(self.unseen.id, refuse("too-many", "preview-newer"))
        self.unseen = said
        if not self.drawing:
            self.drawing = True
            self.begin(self._previews(live))

    async def _previews(self, live: Live) -> None:
        try:
            while said := self.unseen:
                self.unseen = None
                await self._answered(said.id, self._preview, live, said)
        finally:
            self.drawing = False

    async def _preview(self, live: Live, said: Preview) -> None:
        async with live.still() as table:
            commands.check_holder(table, self.guest, said.seat)
            commands.check_pending(table, said.seat)
        watcher = self.watcher
        known = await live.shown(Reader(said.seat, watcher.lang))
        if not watcher.patches or watcher.viewer != said.seat or (known and known.version != watcher.version):
            known = None
        drawing = functools.partial(preview, said, watcher.lang, known)
        self.say_to_seat(said.seat, said.id, await live.look(self.asker, said.seat, drawing))

    async def hint(self, said: Hint) -> None:
        """Thinking takes a while, too. A program thinks for itself."""
        if self.socket.scope[PROGRAM]:
            raise refuse("forbidden", "token-closed")
        self.begin(self._answered(said.id, self._hint, self.table(), said))

    async def _hint(self, live: Live, said: Hint) -> None:
        found = await self.hub.advisers.hints(live, self.asker, said.seat, self.watcher.lang)
        self.say_to_seat(said.seat, said.id, Hinted(id=said.id, **found.model_dump()).encoded())

    async def _carry_out(self, message: str, command: commands.Command) -> None:
        """The answer goes out as soon as the event is on disk, before anybody has drawn what it did."""
        answers: list[Answer] = []

        def saved(answer: Answer) -> None:
            answers.append(answer)
            self.say(Ok(id=message, **answer))

        answer = await self.table().answer(self.guest, message, command, saved)
        if not answers:
            self.say(Ok(id=message, **answer))


def preview(said: Preview, lang: str, known: Shown | None, match: mv.Match) -> str:
    """The answer with the scene that a move would lead to, if that can be shown; a patch of one that is known."""
    try:
        scene = match.preview(said.seat, said.move, lang)
    except mv.IllegalMove as error:
        raise Refusal("illegal-move", error) from error
    if scene is None:
        return Previewed(id=said.id, scene=None).encoded()
    if known is None:
        return Previewed(id=said.id).encoded(scene=Picture(scene).text)
    picture = Picture(scene, known.drawn)
    answer = Previewed(id=said.id, base=known.version, digest=picture.digest)
    return answer.encoded(patch=picture.patch(known.drawn))


def kind_of(raw: dict[str, Any], known: Sequence[str]) -> str:
    """What kind of message one is; those that nobody knows are all one."""
    return next((kind for kind in known if raw.get("type") == kind), "unknown")


def usable_id(given: Any) -> str | None:
    """The id by which to answer even a message that is otherwise wrong."""
    return given if isinstance(given, str) and re.match(ID_PATTERN, given) else None


async def serve_socket(socket: WebSocket) -> None:
    """The endpoint of /ws/ID."""
    hub: Hub = socket.app.state.hub
    try:
        with hub.sockets.place(asker_of(socket.scope), refuse("too-many", "too-many-sockets")):
            await Connection(socket, hub, socket.path_params["match"]).run()
    except Refusal as refusal:
        await turn_away(socket.scope, socket.send, refusal)
