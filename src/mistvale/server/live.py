"""A live table: one match, those who watch it, and the bots that sit at it.

There is one door to it. Whoever reads the table comes in by `still`, whoever changes it by `act`; both hold the one
lock, so a match is never used by two threads at once, and both know what other processes have appended, whether that
was heard of or not. What bots think on is a copy.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import mistvale as mv

from . import commands, leaving, tracing
from .commands import Command, Plan
from .errors import Refusal, refuse
from .events import Event
from .frames import Gallery, News, Reader, Shown, Viewer
from .hints import Advice, Question
from .limits import Asker
from .messages import Clocks as ClocksMessage
from .messages import Message, Preparing, Status
from .models.tables import ClockStatus, MatchStatus
from .notices import missed
from .patience import Patience
from .presence import Presence
from .readiness import preparing, stage_of
from .status import clock_status, status
from .store import Collision
from .tables import UNPLAYABLE, Answer, Change, Seat, Table
from .watchers import Watcher, check_eyes, sees

if TYPE_CHECKING:
    from .hub import Hub

T = TypeVar("T")

log = logging.getLogger(__name__)
MOST_RETRIES = 20
KEPT_REFUSALS = 200


class Live:
    """A table in memory."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self._lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.gallery = Gallery()
        self.thinkers: dict[int, asyncio.Task[None]] = {}
        # The bots that think at this moment: about which turn, and what makes them stop.
        self.thoughts: dict[int, tuple[tuple[int, int], threading.Event]] = {}
        # What was told last of bots that are not ready to think; None when they are.
        self.preparing: Preparing | None = None
        # A table's bots think one after another: what is shared fairly is between tables.
        self.thinking = asyncio.Lock()
        # The hints that are thought about, and the last ones that were given, by seat and turn.
        self.questions: set[Question] = set()
        self.advice: dict[tuple[int, tuple[int, int]], Advice] = {}
        # What bots could not decide, although they were asked several times.
        self.failures: dict[int, tuple[Seat, tuple[int, int]]] = {}
        # Whether there may be events in the store that are not folded yet.
        self.stale = False
        # Not set while there are: what is meant for one seat's holder waits, for that may be somebody else by now.
        self.caught_up = asyncio.Event()
        self.caught_up.set()
        self.presence = Presence(self)
        self.patience = Patience(hub.settings.second_thoughts)
        self.refusals: dict[tuple[str, str], Refusal] = {}
        # Since when nobody was shown anything new, by a clock that only goes forward.
        self.quiet_since = time.monotonic()
        # Programs that ask what happens, instead of watching.
        self.waiting: set[asyncio.Event] = set()

    @property
    def held(self) -> bool:
        """Whether somebody reads or changes it just now."""
        return self._lock.locked()

    @property
    def idle(self) -> bool:
        return not (self.watchers or self.waiting or self.thinkers or self.questions or self.held)

    def stir(self) -> None:
        """Something has happened: those who wait for that look again."""
        for each in self.waiting:
            each.set()

    def is_played_by(self, guest: str) -> bool:
        """Whether a guest plays here, as far as is known at this moment: enough to say that it is at a table."""
        return self.table.status == "playing" and bool(self.table.held_by(guest))

    # ------------------------------------------------------------ changing

    async def act(self, command: Command, on_saved: Callable[[Answer], None] | None = None) -> Answer:
        """Carry a command out: plan it, append it, show it. What collides is planned again."""
        received = time.perf_counter()
        async with self._lock:
            planned = await self._append(command)
            if not isinstance(planned, Plan):
                return planned
            self.hub.metrics.saved.observe(time.perf_counter() - received)
            if on_saved:
                on_saved(planned.answer)
            await self._take_place(planned.table, planned.change)
        if planned.change.event.kind == "move":
            self.hub.metrics.moves.observe(time.perf_counter() - received)
        return planned.answer

    async def answer(
        self,
        guest: str,
        message: str | None,
        command: Command,
        on_saved: Callable[[Answer], None] | None = None,
    ) -> Answer:
        """`act` for a message that may be sent again: a refusal, too, is given again."""
        if message is None:
            return await self.act(command, on_saved)
        known = self.refusals.get((guest, message))
        if known is not None:
            raise Refusal(known.code, known.why)
        try:
            return await self.act(command, on_saved)
        except Refusal as refusal:
            if refusal.code not in ("read-only", "too-many"):
                self._remember(guest, message, refusal)
            raise

    def _remember(self, guest: str, message: str, refusal: Refusal) -> None:
        if not self.table.knows(guest):
            # Strangers are refused again anyway, and must not push out what those at the table were told.
            return
        self.refusals[guest, message] = refusal
        if len(self.refusals) > KEPT_REFUSALS:
            del self.refusals[next(iter(self.refusals))]

    async def _append(self, command: Command) -> Plan | Answer:
        for _ in range(MOST_RETRIES):
            await self._catch_up()
            try:
                await self._settle()
            except Collision:
                continue
            try:
                planned = command(self.table)
            except Refusal:
                # What is planned collides if there is anything new; what is refused may be so for what is long past.
                if await self._has_news():
                    continue
                raise
            if not isinstance(planned, Plan):
                return planned
            try:
                await self._write(planned)
            except Collision:
                continue
            return planned
        raise refuse("too-many", "busy")

    # ------------------------------------------------------------ clocks

    async def settle(self) -> None:
        """See to it that everything has happened here that is a matter of time alone."""
        async with self._lock:
            for _ in range(MOST_RETRIES):
                await self._has_news()
                try:
                    return await self._settle()
                except Collision:
                    continue

    async def _settle(self) -> None:
        """Give back what outages took, and let those go who are out of time, before anything else happens."""
        while (owed := await self._owed()) is not None:
            planned = owed(self.table)
            if not isinstance(planned, Plan):
                return
            await self._write(planned)
            await self._take_place(planned.table, planned.change)

    async def _owed(self) -> Command | None:
        """What the clocks want to have done; whatever is planned next happens now."""
        table, keeper = self.table, self.hub.keeper
        if table.clocks is None or table.frozen:
            return None
        table.moment = await keeper.moment()
        if missed := table.clocks.missed(keeper.beats.outages):
            return leaving.outage(missed)
        late = table.clocks.out_of_time(table.moment.at)
        return leaving.time_out(late) if late is not None else None

    def clocks(self) -> list[ClockStatus]:
        """The clocks as everybody may know them, now."""
        clocks = self.table.clocks
        if clocks is None or self.table.match is None:
            return []
        if missed := clocks.missed(self.hub.keeper.beats.outages):
            clocks = clocks.copy()
            clocks.count(clocks.reading_over(missed))
        return clock_status(clocks, self.hub.keeper.now(clocks))

    async def _write(self, planned: Plan) -> None:
        batch = planned.batch
        if batch.notices:
            batch = replace(batch, notices=missed(batch.notices, self.table.id, self.presence.online()))
        try:
            await asyncio.wrap_future(self.hub.store.append_soon(batch))
        except BaseException as error:
            # Another event is there; or nobody knows whether this one is.
            self.stale = True
            if isinstance(error, Refusal):
                self.hub.trouble()
            raise

    async def _take_place(self, table: Table, change: Change) -> None:
        failed = self.failed()
        before, self.table = self.table, table
        if table.clocks:
            self.hub.keeper.note(table.id, table.mark().deadline)
        if change.event.kind in ("leave", "timeout", "back") and change.event.seat is not None:
            # Whoever sits there now is asked anew, also if it is the same bot.
            self.failures.pop(change.event.seat, None)
            self.patience.forget(change.event.seat)
        if change.event.guest is not None:
            self.patience.people_acted()
        if change.status:
            self.hub.lobby.changed(table)
        await self._show(change, before)
        if change.status:
            self.presence.changed()
        elif self.failed() != failed:
            self.tell_status()
        self.wake_bots()
        self.stir()

    # ------------------------------------------------------------ catching up with the store

    def fall_behind(self) -> None:
        """Another process has appended something."""
        self.stale = True
        self.caught_up.clear()

    async def refresh(self) -> None:
        """Fold what other processes have appended."""
        self.stale = True
        async with self._lock:
            await self._catch_up()

    @asynccontextmanager
    async def still(self) -> AsyncIterator[Table]:
        """The table as the store has it, and as it stays meanwhile; as it is known, where the store cannot be read."""
        async with self._lock:
            try:
                await self._has_news()
            except Refusal as refusal:
                if refusal.code == "not-found":
                    raise
            yield self.table

    async def _has_news(self) -> bool:
        """Fold what the store has and nobody here has heard of; whether there was anything.

        Where processes share a store it is asked each time: a notice may be late, or lost, and to ask takes one row.
        """
        number = self.table.number
        self.stale |= self.hub.store.shared
        await self._catch_up()
        return self.table.number != number

    async def _catch_up(self) -> None:
        try:
            while self.stale:
                self.caught_up.clear()
                # What is heard of from now on is news again.
                self.stale = False
                await self._fold_news()
        except BaseException:
            self.stale = True
            raise
        finally:
            # A store that cannot be read has nothing new to show either: nobody waits for it.
            self.caught_up.set()

    async def _fold_news(self) -> None:
        # The newest that is known is read again: where even that is not there any more, the table is gone.
        for event in await self._events(self.table.number - 1):
            await self._fold_in(event)

    async def _events(self, after: int) -> list[Event]:
        """What the store has of this table; there is always something, until the table is gone."""
        events = await self.hub.read(self.hub.store.events, self.table.id, after)
        if not events:
            self.hub.forget(self.table.id)
            raise refuse("not-found", "no-match", match=self.table.id)
        return events

    async def _fold_in(self, event: Event) -> None:
        if event.number <= self.table.number:
            return
        table = self.table.copy()
        try:
            change = table.apply(event)
        except UNPLAYABLE:
            await self._fold_anew()
        else:
            await self._take_place(table, change)

    async def _fold_anew(self) -> None:
        """The table as a process would load it now: frozen, with the reason."""
        self.table = await self.hub.fold(await self._events(-1))
        blinded = self._blind()
        self.tell_status()
        await self._show_whole(blinded)
        self.wake_bots()
        self.stir()

    # ------------------------------------------------------------ showing

    async def look(self, asker: Asker, viewer: Viewer, draw: Callable[[mv.Match], T]) -> T:
        """Something drawn of the match through eyes that are the asker's, also by the time it is drawn."""
        self.hub.check_drawings(asker)
        async with self.still() as table:
            check_eyes(table, asker.guest, viewer)
            match = commands.check_started(table).copy()
        drawn = await self.hub.sketch(lambda: draw(match))
        async with self.still() as table:
            check_eyes(table, asker.guest, viewer)
        return drawn

    def rest(self, seconds: float) -> bool:
        """Take little room if nothing has happened for so long: most who look at a table look for a while."""
        if not self.gallery.drawings or time.monotonic() - self.quiet_since < seconds or self.held:
            return False
        self.gallery.rest()
        if self.table.match:
            self.table.match.rest()
        return True

    async def shown(self, reader: Reader) -> Shown | None:
        """What some readers were shown last, drawn again if the table rests."""
        async with self.still() as table:
            await self._wake(table)
            return self.gallery.shown.get(reader)

    async def _wake(self, table: Table) -> None:
        """See to it that what was shown last, of the table as it was then, is drawn."""
        self.quiet_since = time.monotonic()
        if self.gallery.resting and table.match:
            await self.hub.draw(functools.partial(self.gallery.wake, table.match))

    def _blind(self) -> list[Watcher]:
        """Make spectators of those who look through eyes that are not theirs any more."""
        lost = [watcher for watcher in self.watchers if not sees(self.table, watcher.guest, watcher.viewer)]
        for watcher in lost:
            watcher.viewer = watcher.version = None
        return lost

    async def _show_whole(self, watchers: Collection[Watcher]) -> None:
        """The table as it stands, to spectators who have seen nothing of it as such."""
        table = self.table
        if not watchers or table.match is None:
            return
        readers = {Reader(None, watcher.lang) for watcher in watchers}
        await self._tell_news(lambda: {reader: self.gallery.whole(table, reader) for reader in readers}, watchers)

    async def _show(self, change: Change, before: Table) -> None:
        blinded = self._blind()
        readers = {watcher.reader for watcher in self.watchers}
        self.gallery.forget(readers)
        if change.status or change.started:
            self.tell_status()
        await self._wake(before)
        if not change.started:
            await self._show_whole(blinded)
        if not readers or not (change.started or change.event.kind in ("move", "undo")):
            return
        table = self.table

        await self._tell_news(lambda: self.gallery.changes(table, readers, change), list(self.watchers))

    async def _tell_news(self, draw: Callable[[], Mapping[Reader, News | None]], watchers: Collection[Watcher]) -> None:
        """Draw what is new, and write it down for each kind of watcher, beside the event loop; then tell them."""
        kinds = {(watcher.reader, watcher.patches, watcher.version) for watcher in watchers}

        def written() -> Mapping[Reader, News | None]:
            drawn = draw()
            for reader, patches, version in kinds:
                news = drawn.get(reader)
                if news is not None:
                    news.text(patches, version)
            return drawn

        drawn = await self.hub.draw(written)
        for watcher in watchers:
            news = drawn.get(watcher.reader)
            if news is not None and watcher in self.watchers:
                watcher.show(news)
                # With what one sees anyway, and never by itself: it must not tell that something happened.
                if self.table.clocks:
                    watcher.send(ClocksMessage(clocks=self.clocks()).encoded())

    def tell_status(self) -> None:
        texts: dict[tuple[str | None, str], str] = {}
        for watcher in list(self.watchers):
            # To everybody who neither holds a seat nor is the host it says the same.
            kind = watcher.guest if self.table.is_part_of(watcher.guest) else None, watcher.lang
            if kind not in texts:
                texts[kind] = self.status_text(watcher.guest, watcher.lang)
            watcher.send(texts[kind])
        self.presence.shown()

    def tell_all(self, message: Message) -> None:
        """Say something that everybody may know."""
        text = message.encoded()
        for watcher in list(self.watchers):
            watcher.send(text)

    def status_text(self, guest: str, lang: str) -> str:
        return Status(status=self.status(guest, lang)).encoded()

    def status(self, guest: str, lang: str) -> MatchStatus:
        left = self.hub.starts.left(self.table)
        told = status(self.table, guest, self.presence.online(), self.failed(), lang, left)
        told.chat = self.hub.talk.is_on(self.table)
        if self.table.clocks:
            told.clocks = self.clocks()
        return told

    async def watch(self, watcher: Watcher, reader: Reader, patches: bool = False) -> None:
        """Look at the table from now on, with the eyes of a seat that one holds, in a language."""
        async with self.still() as table:
            check_eyes(table, watcher.guest, reader.viewer)
            watcher.viewer, watcher.lang = reader
            watcher.patches, watcher.version = patches, None
            if watcher not in self.watchers:
                watcher.live = self
                self.presence.come(watcher.guest)
                self.watchers.add(watcher)
            watcher.send(self.status_text(watcher.guest, watcher.lang))
            if self.preparing:
                watcher.send(self.preparing.encoded())
            if table.match:
                self.quiet_since = time.monotonic()
                await self._tell_news(lambda: {reader: self.gallery.whole(table, reader)}, [watcher])
        self.wake_bots()

    def unwatch(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            self.presence.go(watcher.guest)
        self.wake_bots()

    # ------------------------------------------------------------ bots

    def bots_to_move(self) -> list[int]:
        """The bots that are to move and can, now; those who play among themselves rest while nobody watches."""
        if self.watchers or any(seat.kind == "guest" for seat in self.table.seats):
            table, failed = self.table, self.failed()
            return [s for s in table.bots_to_move() if s not in failed and not self.patience.waits(table, s)]
        return []

    def failed(self) -> set[int]:
        """The bots that the table waits for in vain."""
        table = self.table
        asked = {seat: (table.seats[seat], table.turn(seat)) for seat in table.bots_to_move()}
        return {seat for seat, what in asked.items() if self.failures.get(seat) == what}

    def wake_bots(self) -> None:
        """Let every bot that is to move think, unless it does already; whoever thinks of what is past stops."""
        waiting = self.bots_to_move()
        for question in self.questions:
            if not question.stands(self.table):
                question.stop.set()
        for seat, (turn, stop) in self.thoughts.items():
            if seat not in waiting or self.table.turn(seat) != turn:
                stop.set()
        for seat in waiting:
            if seat not in self.thinkers and not self.hub.stopping.is_set():
                self.thinkers[seat] = asyncio.create_task(self._bot(seat))

    async def _bot(self, seat: int) -> None:
        """Let a bot move as long as it is to; one that fails is asked again, and then no more."""
        pauses = iter(self.hub.settings.bot_retries)
        try:
            while seat in self.bots_to_move():
                try:
                    with tracing.root("bot.turn", game=self.table.game):
                        await self._bot_turn(seat)
                    pauses = iter(self.hub.settings.bot_retries)
                except Exception as error:
                    if isinstance(error, Refusal) and error.code == "not-found":
                        return
                    log.exception("the bot of seat %d at %s failed", seat, self.table.id)
                    await self._bot_failed(seat, next(pauses, None))
        finally:
            del self.thinkers[seat]

    async def _bot_failed(self, seat: int, pause: float | None) -> None:
        if pause is not None:
            await asyncio.sleep(pause)
            return
        self.failures[seat] = self.table.seats[seat], self.table.turn(seat)
        self.tell_status()

    async def _bot_turn(self, seat: int) -> None:
        chosen = self.patience.held(self.table, seat) or await self._thought(seat)
        if chosen is None:
            return
        if left := self.patience.left(self.table):
            # What people do meanwhile is looked at before anything is played.
            await asyncio.sleep(left)
            return
        try:
            await self.act(commands.bot_move(seat, *chosen))
        except Refusal as refusal:
            if refusal.code == "read-only":
                await self.hub.writable.wait()
            elif refusal.code != "not-pending":
                raise

    async def _thought(self, seat: int) -> tuple[str, tuple[int, int]] | None:
        """What a bot has come to; None if there is nothing to play now."""
        await asyncio.sleep(self.hub.settings.bot_pause)
        await self._ready_to_think(stage_of(self.table.seats[seat].bot or ""))
        async with self.thinking:
            chosen = await self._chosen(seat)
        if chosen is None or self.table.turn(seat) != chosen[1] or self.patience.hold(self.table, seat, *chosen):
            return None
        return chosen

    async def _ready_to_think(self, stage: str) -> None:
        """Wait until a bot can think here; those who watch are told how far that is."""
        shelf, game = self.hub.shelf, self.table.game
        shelf.want(game, stage)
        while not (readiness := shelf.readiness(game, stage)).ready:
            self.preparing = preparing(readiness)
            self.tell_all(self.preparing)
            await shelf.change()
        await shelf.wait(game, stage)
        if self.preparing:
            self.preparing = None
            self.tell_all(preparing(shelf.readiness(game, stage)))

    async def _chosen(self, seat: int) -> tuple[str, tuple[int, int]] | None:
        """A bot's move and the turn it is for; None if there is nothing to think about, or not any more."""
        async with self.still() as table:
            if table.match is None or seat not in self.bots_to_move():
                return None
            match, turn, bot = table.match.copy(), table.turn(seat), table.seats[seat].bot or "random"
            stop = threading.Event()
            self.thoughts[seat] = turn, stop
        try:
            with tracing.span("bot.think", game=self.table.game, bot=bot):
                chosen = await self.hub.think(functools.partial(choose, bot, match, seat), stop)
        finally:
            del self.thoughts[seat]
        return (chosen, turn) if chosen is not None else None


def choose(bot: str, match: mv.Match, seat: int, stop: threading.Event) -> str | None:
    """A bot's move, None if it was stopped."""
    if stop.is_set():
        return None
    chosen = str(mv.bot(bot).choose(match.seat(seat), stop))
    return None if stop.is_set() else chosen
