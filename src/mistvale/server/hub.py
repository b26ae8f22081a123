"""The hub: all tables of this process that are in memory, and the threads that work for them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from mistvale.bots.levels import give_way
from mistvale.workshop import Workshop

from . import results, tracing
from .analyses import Analysts
from .attempts import Attempts
from .commands import Plan
from .daily import keep_drawn
from .doorman import CHANGED, Doorman
from .errors import Refusal, refuse
from .events import Event, Link
from .hints import Advisers
from .keeper import Keeper
from .ledger import Ledger
from .limits import Asker, Buckets, Room, Shares
from .listener import Listener
from .live import Live
from .lobby import Lobby
from .metrics import Metrics
from .openid import Desks
from .postman import Postman
from .programs import keep_relieving
from .quick import Quick
from .readiness import Shelf
from .retention import Sweeper
from .rounds import Rounds
from .sessions import Sessions
from .settings import Settings
from .starts import Starts
from .store import Store
from .tables import Table, fold
from .talk import Talk
from .trials import Trials
from .waiting import shared

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)
READERS = 4
FOLDERS = 2
LONGEST_ID = 32
PRESENCE_SECONDS = 60.0
ANSWER_SECONDS = 0.3  # until others have said who is there
REST_PAUSE = 0.01  # between two tables that come to rest, for others
REST_PARTS = 3  # in so many parts of the time after which tables rest they are looked at
BACKFILL_SECONDS = 0.05  # between two matches, for others


class Hub:
    """Finds, keeps and lets go of live tables."""

    def __init__(self, settings: Settings, store: Store, workshop: Workshop | None = None) -> None:
        self.settings = settings
        self.store = store
        self.shelf = Shelf(workshop)
        # The games that tables wait for before they can be put together.
        self.awaited: dict[str, str] = {}
        self.metrics = Metrics()
        self.stopping = threading.Event()
        # Set while the store takes writes: bots wait for it.
        self.writable = asyncio.Event()
        self.writable.set()
        self.presence_seconds = PRESENCE_SECONDS
        # What time it is, in seconds since 1970, for what waits for people before a match.
        self.time: Callable[[], float] = time.time
        self.answer_seconds = ANSWER_SECONDS + settings.presence_pause
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._readers = ThreadPoolExecutor(READERS, "mistvale-read")
        self._folders = ThreadPoolExecutor(FOLDERS, "mistvale-fold")
        self._drawers = ThreadPoolExecutor(1, "mistvale-draw")
        self._sketchers = ThreadPoolExecutor(1, "mistvale-sketch")
        self._bots = ThreadPoolExecutor(settings.bot_threads, "mistvale-bot", give_way)
        self.advisers = Advisers(settings)
        self.analysts = Analysts(self, settings)
        self.trials = Trials(self, settings)
        self.sockets = Room(settings.sockets_per_guest, settings.sockets_per_address)
        self.drawings = Shares(settings.drawings_per_second, settings.drawing_burst, settings.guests_per_address)
        self._thoughts: set[threading.Event] = set()  # the stop flag of each
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: Listener | None = None
        self.ledger = Ledger(self)
        self.attempts = Attempts(store, settings)
        self.sweeper = Sweeper(self)
        self.desks = Desks(settings)
        self.sessions = Sessions(self)
        self.doorman = Doorman(self)
        self.keeper = Keeper(self)
        self.starts = Starts(self)
        self.rounds = Rounds(self)
        self.lobby = Lobby(self)
        self.quick = Quick(self)
        self.postman = Postman(self)
        self.talk = Talk(self)

    # ------------------------------------------------------------ life

    async def start(self) -> None:
        """Go on where the last process stopped: bots that were to move, move."""
        self.shelf.start()
        if self.store.shared:
            self._listener = Listener(self.store.url, asyncio.get_running_loop(), self._heard, self.deaf)
            self._listener.start()
            self.spawn(self._repeat_presence())
        self.spawn(self.sweeper.run())
        self.spawn(self.sessions.watch())
        self.spawn(self.doorman.watch())
        self.spawn(self.keeper.run())
        self.spawn(self.keeper.beat())
        self.spawn(self.starts.watch())
        self.spawn(self.rounds.watch())
        self.spawn(self.lobby.watch())
        self.spawn(self.quick.watch())
        self.spawn(self.postman.run())
        self.spawn(self.let_rest())
        self.spawn(self._wake_all())
        self.spawn(self.add_results())
        self.spawn(self.ledger.run())
        self.spawn(keep_relieving(self))
        self.spawn(keep_drawn(self))

    async def stop(self) -> None:
        """Let everything come to rest. Whatever was acknowledged is on disk already."""
        self.stopping.set()
        for stop in self._thoughts:
            stop.set()
        if self._listener:
            self._listener.stop()
        tasks = [*self._tasks, *(task for live in self._lives.values() for task in live.thinkers.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.keeper.stop()
        self.advisers.stop()
        self.analysts.stop()
        self.shelf.stop()
        for pool in (self._bots, self._sketchers, self._drawers, self._folders, self._readers):
            pool.shutdown(wait=False, cancel_futures=True)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def let_rest(self) -> None:
        """Let tables at which nothing happens take less room."""
        seconds = self.settings.rest_seconds
        while True:
            await asyncio.sleep(seconds / REST_PARTS)
            for live in self.lives():
                if live.rest(seconds):
                    await asyncio.sleep(REST_PAUSE)

    async def _wake_all(self) -> None:
        await self.sweeper.swept.wait()
        try:
            while not await self._woken():
                await asyncio.sleep(self.settings.retry_seconds)
        except Exception:
            log.exception("bots sleep")

    async def _woken(self) -> bool:
        """Wake all bots that are to move; whether the store let itself be read."""
        try:
            for match in await self.read(self.store.bot_turns):
                await self._wake(match)
        except Refusal as refusal:
            log.warning("bots sleep: %s", refusal)
            return False
        return True

    async def _wake(self, match: str) -> None:
        try:
            (await self.live(match)).wake_bots()
        except Exception as error:
            if isinstance(error, Refusal) and error.code == "read-only":
                raise
            # One that cannot be read must not keep the others' bots asleep.
            log.exception("the bots of %s sleep", match)

    async def add_results(self) -> None:
        """Write down how those matches ended that were over before that was done."""
        await self.sweeper.swept.wait()
        last = ""
        try:
            while matches := await self.read(results.without_results, self.store, last):
                for last in matches:
                    await self._add_results_of(last)
                    await asyncio.sleep(BACKFILL_SECONDS)
        except Refusal as refusal:
            # The next start goes on with it.
            log.warning("results of older matches wait: %s", refusal)

    async def _add_results_of(self, match: str) -> None:
        try:
            live = await self.live(match)
            async with live.still() as table:
                if table.status == "over":
                    ended = await self.read(results.last_moment, self.store, match)
                    await self.read(results.add, self.store, results.results_of(table, ended))
        except Refusal as refusal:
            if refusal.code != "not-found":
                raise
        except Exception:
            # One that cannot be read must not keep the others from it.
            log.exception("the results of %s are not known", match)

    # ------------------------------------------------------------ threads

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something that blocks on the database."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, tracing.carried(lambda: work(*args, **kwargs)))

    async def change(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something that writes to the database beside the tables."""
        try:
            return await self.read(work, *args, **kwargs)
        except Refusal as refusal:
            if refusal.code == "read-only":
                self.trouble()
            raise

    async def fold(self, events: list[Event]) -> Table:
        """A table from all its events; those who only read do not wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._folders, fold, events)

    async def draw(self, work: Callable[[], T]) -> T:
        """Something that takes some milliseconds of Python: scenes for many watchers."""
        return await asyncio.get_running_loop().run_in_executor(self._drawers, work)

    async def sketch(self, work: Callable[[], T]) -> T:
        """The same for one who asks: those who watch a table do not wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._sketchers, work)

    def check_drawings(self, asker: Asker, scenes: int = 1) -> None:
        """Refuse to draw so many scenes, or to look up so many tables, for one who has had more than a fair share."""
        if not self.drawings.take(asker, scenes):
            raise refuse("too-many")

    async def think(self, work: Callable[[threading.Event], T], stop: threading.Event) -> T:
        """Something that may take a bot seconds, or until `stop` is set, the server stops or nobody waits for it."""
        self._thoughts.add(stop)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._bots, work, stop)
        finally:
            stop.set()
            self._thoughts.discard(stop)

    # ------------------------------------------------------------ tables

    async def live(self, match: str) -> Live:
        """The table of a match, from memory or from the store."""
        known = self._lives.get(checked_id(match))
        if known is not None:
            self._lives[match] = self._lives.pop(match)
            return known
        if match not in self._loading:
            self._loading[match] = shared(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def game_of(self, match: str) -> str:
        """The game of a match, known before its rules are ready."""
        known = self._lives.get(match)
        game = known.table.game if known else await self.read(self.store.game_of, checked_id(match))
        if game is None:
            raise refuse("not-found", "no-match", match=match)
        return game

    async def link(self, token: str) -> Link:
        """Where a friend's link leads."""
        link = await self.read(self.store.link, token) if token.isascii() and token.isprintable() else None
        if link is None:
            raise refuse("not-found", "no-link")
        return link

    async def _load(self, match: str) -> Live:
        try:
            events = await self.read(self.store.events, match)
            if not events:
                raise refuse("not-found", "no-match", match=match)
            await self._have_ready(match, events[0])
            live = self._keep(Live(self, await self.fold(events)))
            if self.store.shared:
                # What was said while it was being read was not heard.
                self.spawn(self._refresh(live))
            return live
        finally:
            del self._loading[match]

    async def _have_ready(self, match: str, opened: Event) -> None:
        """Wait for the rules that a table is put together with."""
        self.awaited[match] = str(opened.data.get("game"))
        try:
            await self.shelf.wait(self.awaited[match])
        finally:
            del self.awaited[match]

    def _keep(self, live: Live) -> Live:
        self._lives[live.table.id] = live
        if len(self._lives) > self.settings.idle_tables:
            spare = [key for key, each in self._lives.items() if each.idle and each is not live]
            for key in spare[: len(self._lives) - self.settings.idle_tables]:
                del self._lives[key]
        live.wake_bots()
        return live

    async def open(self, plan: Plan) -> Live:
        """A new table."""
        try:
            await asyncio.wrap_future(self.store.append_soon(plan.batch))
        except Refusal:
            self.trouble()
            raise
        self.keeper.note(plan.table.id, plan.table.mark().deadline)
        self.lobby.changed(plan.table)
        return self._keep(Live(self, plan.table))

    def has(self, match: str) -> bool:
        """Whether a table is in memory."""
        return match in self._lives

    def lives(self) -> list[Live]:
        """The tables that are in memory."""
        return list(self._lives.values())

    def watched(self) -> frozenset[str]:
        """The tables that somebody watches here."""
        return frozenset(match for match, live in self._lives.items() if live.watchers)

    def forget(self, match: str) -> None:
        """Let go of a table that is no longer in the store."""
        live = self._lives.pop(match, None)
        if live:
            for task in live.thinkers.values():
                task.cancel()
            live.stir()

    def reload(self, matches: Iterable[str]) -> None:
        """Put tables together anew when somebody asks for them; those who watch them come back and get them whole."""
        for match in matches:
            watchers = self._lives[match].watchers if match in self._lives else ()
            self.forget(match)
            for watcher in list(watchers):
                watcher.cut()

    def counts(self) -> tuple[int, int]:
        """Tables in memory, and connections."""
        return len(self._lives), sum(len(live.watchers) for live in self._lives.values())

    def queues(self) -> dict[str, int]:
        """What waits for its turn, by what it waits for."""
        pools = {
            "read": self._readers,
            "fold": self._folders,
            "draw": self._drawers,
            "sketch": self._sketchers,
            "think": self._bots,
        }
        return {"write": self.store.waiting} | {name: waiting(pool) for name, pool in pools.items()}

    # ------------------------------------------------------------ a store that refuses

    def trouble(self) -> None:
        """Keep trying until the store takes writes again."""
        if self.writable.is_set():
            self.writable.clear()
            self.spawn(self._recover())

    async def _recover(self) -> None:
        while not await self._well():
            await asyncio.sleep(self.settings.retry_seconds)
        self.writable.set()

    async def _well(self) -> bool:
        try:
            return await self.read(self.store.probe)
        except Exception:
            # Whatever it was: bots wait for the day when it is over.
            log.exception("the store could not be tried")
            return False

    # ------------------------------------------------------------ other processes

    def pools(self) -> Iterator[tuple[str, Buckets]]:
        """The limits that are counted here, by name."""
        yield from self.drawings.pools("drawings")
        yield from self.advisers.pools()
        yield from self.analysts.pools()
        yield from self.trials.pools()
        yield from self.talk.pools()

    def _heard(self, payload: dict[str, Any]) -> None:
        if "spent" in payload:
            if payload.get("process") != self.store.process:
                self.ledger.heard(payload["spent"])
            return
        if "ended" in payload and payload.get("process") != self.store.process:
            self.sessions.heard(payload)
            return
        if CHANGED in payload:
            self.spawn(self.doorman.look())
            return
        if "deadline" in payload:
            self.keeper.note(str(payload["match"]), payload["deadline"])
        if "lobby" in payload and payload.get("process") != self.store.process:
            self.lobby.heard(payload)
            return
        if "queue" in payload and payload.get("process") != self.store.process:
            self.quick.heard(payload)
            return
        live = self._lives.get(str(payload.get("match")))
        if live is None or payload.get("process") == self.store.process:
            return
        if payload.get("gone"):
            self.forget(live.table.id)
        elif payload.get("renamed"):
            self.reload([live.table.id])
        elif "number" in payload:
            if payload["number"] > live.table.number:
                live.fall_behind()
                self.spawn(self._refresh(live))
        elif "who" in payload:
            live.presence.repeat()
        elif "chat" in payload:
            self.spawn(self._tell_chat(live, *payload["chat"]))
        elif "online" in payload:
            live.presence.hear(str(payload["process"]), payload["online"])

    def deaf(self) -> None:
        """The line to the other processes was down: anything may have been said meanwhile."""
        self.sessions.deaf()
        self.spawn(self.doorman.look())
        self.keeper.wake()
        self.lobby.refresh()
        self.catch_up(self._lives)
        self.talk.missed(self._lives.values())

    def catch_up(self, matches: Iterable[str]) -> None:
        """Let tables that are in memory fold what was appended beside them."""
        for live in [self._lives[match] for match in matches if match in self._lives]:
            live.fall_behind()
            self.spawn(self._refresh(live))

    async def _refresh(self, live: Live) -> None:
        try:
            await live.refresh()
        except Refusal as refusal:
            if refusal.code != "not-found":
                log.warning("%s is behind: %s", live.table.id, refusal)

    def tell_everybody(self, text: str) -> None:
        """Say something at all tables that somebody watches here."""
        for live in self._lives.values():
            for watcher in live.watchers:
                watcher.send(text)

    async def _tell_chat(self, live: Live, side: str, number: int) -> None:
        try:
            await self.talk.heard(live, side, number)
        except Refusal as refusal:
            log.info("a line at %s was not told: %s", live.table.id, refusal)

    def tell_presence(self, match: str, online: list[str]) -> None:
        """Tell the other processes who of those that hold seats watches a table here."""
        if self.store.shared and not self.stopping.is_set():
            self.spawn(self.read(self.store.notify, {"match": match, "online": online}))

    async def ask_presence(self, match: str) -> None:
        """Let the other processes say who is at a table there, and hear them out: this one may have just loaded it."""
        if self.store.shared:
            await self.read(self.store.notify, {"match": match, "who": True})
            await asyncio.sleep(self.answer_seconds)

    async def _repeat_presence(self) -> None:
        while True:
            await asyncio.sleep(self.presence_seconds / 3)
            for live in list(self._lives.values()):
                if live.watchers:
                    live.presence.repeat()


def waiting(pool: ThreadPoolExecutor) -> int:
    """How much work of a pool has not begun."""
    return pool._work_queue.qsize()  # noqa: SLF001 - there is no other way to ask


def checked_id(match: str) -> str:
    """A match id, if it can be one."""
    if not match.isascii() or not match.isalnum() or len(match) > LONGEST_ID:
        raise refuse("not-found", "no-match", match=match[:LONGEST_ID])
    return match


def process_name() -> str:
    """A name for this process that no other one has."""
    return secrets.token_hex(8)
