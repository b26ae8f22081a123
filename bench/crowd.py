"""A crowd that plays many matches at once, in processes of its own: what `load.py` and `thinking.py` measure with.

Every match follows a script, made beforehand by dice at an open seed, so that a player needs to understand nothing of
what it is shown, and two servers are asked the very same. At every table two viewers look on through the eyes of the
first two seats, each over a WebSocket of its own that asks for compression as browsers do, and for patches where the
server offers them. Moves are due at fixed times, however long the ones before them took; a move is done when it was
acknowledged and whoever made it was shown it.
"""

from __future__ import annotations

import asyncio
import functools
import http.client
import json
import math
import multiprocessing
import os
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlsplit

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from .starts import GAMES

VIEWERS = 2
SCRIPTS = 8  # different matches of a game; tables share them
LONGEST = 600  # moves of a script
AT_ONCE = 32  # connections that one process opens at a time
GUEST_TABLES = 40  # tables of one guest
PATIENCE = 30.0  # seconds after which a move is given up
QUIET = 0.5  # seconds without a frame after which all has been shown
LATE = 0.02  # seconds that a player may be late before it says that it is overrun
Script = list[tuple[int, str]]


@functools.cache
def script(game: str, seed: int) -> tuple[int, Script]:
    """The seats of a match, and its moves by dice."""
    import mistvale as mv

    seats = max(VIEWERS, mv.game(game).seats[0])
    match, dice = mv.open_match(game, seats=seats, seed=f"{seed:064x}"), random.Random(seed)
    moves: Script = []
    while not match.over and len(moves) < LONGEST:
        seat = dice.choice(match.pending)
        moves.append((seat, str(dice.choice(match.legal(seat)))))
        match.play(*moves[-1])
    return seats, moves


@dataclass
class Played:
    """What came of playing: seconds from when each move was due (inf: never done)."""

    times: list[float] = field(default_factory=list)  # until it was acknowledged
    shown: list[float] = field(default_factory=list)  # until it was acknowledged, and shown to who made it
    late: list[float] = field(default_factory=list)  # until it was sent, where nothing but the player was in the way
    refused: list[str] = field(default_factory=list)
    heard: int = 0  # bytes of messages, uncompressed
    finished: int = 0  # tables whose script had ended
    seconds: float = 0.0
    busy: float = 0.0  # the largest share of a core that a process of players took

    def quantile(self, part: float, of: str = "times") -> float:
        """The time that `part` of all moves stayed within."""
        ordered = sorted(getattr(self, of))
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else math.nan

    @property
    def moves(self) -> int:
        """Moves that were acknowledged."""
        return sum(map(math.isfinite, self.times))

    @property
    def rate(self) -> float:
        """Moves a second that were acknowledged."""
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def overrun(self) -> bool:
        """Whether the players, and not the server, were what was slow."""
        return bool(self.late) and self.quantile(0.99, "late") > LATE

    def add(self, other: Played) -> None:
        """Take in what another process of players has found in the same time."""
        for name in ("times", "shown", "late", "refused"):
            getattr(self, name).extend(getattr(other, name))
        self.heard += other.heard
        self.finished += other.finished
        self.seconds = max(self.seconds, other.seconds)
        self.busy = max(self.busy, other.busy)


# ---------------------------------------------------------------- one table


class Refused(Exception):
    """The server did not want a move."""


class Viewer:
    """Somebody who looks on, and moves."""

    def __init__(self, seat: int, patches: bool) -> None:
        self.seat = seat
        self.patches = patches
        self.heard = 0
        self.last = 0.0  # when the last frames came
        self.step = -1  # the newest that was shown
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answer: asyncio.Future[int] | None = None
        self._news = asyncio.Event()

    async def connect(self, address: str, match: str, cookie: str) -> None:
        self._socket = await connect(
            f"{address.replace('http', 'ws', 1)}/ws/{match}",
            additional_headers={"cookie": cookie},
            compression=None,
            extensions=[ClientPerMessageDeflateFactory(client_max_window_bits=True, compress_settings={"memLevel": 1})],
            max_size=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        self._reader = asyncio.create_task(self._read())

    async def watch(self) -> None:
        """Ask for the table, and wait until it is shown."""
        wish = {"type": "watch", "seat": self.seat} | ({"patches": True} if self.patches else {})
        await self._send(wish)
        await self.shown(0, PATIENCE)

    async def move(self, seat: int, move: str, name: str) -> int:
        """Make a move and wait for its `ok`; the step it led to."""
        self._answer = asyncio.get_running_loop().create_future()
        await self._send({"type": "move", "id": name, "seat": seat, "move": move})
        return await asyncio.wait_for(self._answer, PATIENCE)

    async def shown(self, step: int, patience: float = PATIENCE) -> None:
        """Wait until a step is shown."""
        async with asyncio.timeout(patience):
            while self.step < step:
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            self._reader.cancel()

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def _read(self) -> None:
        assert self._socket is not None
        with suppress(ConnectionClosed):
            async for text in self._socket:
                self.heard += len(text)
                self._hear(orjson.loads(text))
        if self._answer and not self._answer.done():
            self._answer.set_exception(Refused("the connection was lost"))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "frames":
            self.step, self.last = message["step"], time.perf_counter()
            self._news.set()
        elif kind in ("ok", "error") and self._answer and not self._answer.done():
            if kind == "ok":
                self._answer.set_result(message["step"])
            else:
                self._answer.set_exception(Refused(message["text"]))


class Table:
    """A match, its script, and those who watch it."""

    def __init__(self, number: int, game: str, patches: bool) -> None:
        self.number = number
        self.game = game
        self.seed = number // len(GAMES) % SCRIPTS
        self.seats, self.script = script(game, self.seed)
        self.place = 0  # in the script
        self.viewers = [Viewer(seat, patches) for seat in range(VIEWERS)]
        self.match = self.cookie = ""

    def wish(self) -> dict[str, Any]:
        kinds = ["me", *["here"] * (self.seats - 1)]
        return {"game": self.game, "seats": [{"kind": kind} for kind in kinds], "seed": f"{self.seed:064x}"}

    def next_move(self) -> tuple[int, str]:
        move = self.script[self.place]
        self.place += 1
        return move

    async def play(self, due: float, interval: float, end: float, played: Played) -> None:
        """A move each `interval`, from when the first is due until the end, or that of the script."""
        free = 0.0
        while due < end:
            if self.place >= len(self.script):
                played.finished += 1
                return
            await asyncio.sleep(due - time.perf_counter())
            now = time.perf_counter()
            if now > end + interval:
                # So much was due and could not be done in its time.
                missed = 1 + int((end - due) / interval)
                played.times += [math.inf] * missed
                played.shown += [math.inf] * missed
                return
            if free <= due:
                played.late.append(now - due)
            if not await self._move(due, played):
                return
            free = time.perf_counter()
            due += interval

    async def _move(self, due: float, played: Played) -> bool:
        seat, move = self.next_move()
        viewer = self.viewers[seat % VIEWERS]
        try:
            step = await viewer.move(seat, move, f"m{self.place}")
            played.times.append(time.perf_counter() - due)
            if viewer.seat == seat:  # others are shown it when its turn is over
                await viewer.shown(step)
            played.shown.append(time.perf_counter() - due)
        except (Refused, TimeoutError, ConnectionClosed) as error:
            played.refused.append(f"{self.game} {seat} {move}: {error or type(error).__name__}")
            played.times += [math.inf] * (len(played.shown) + 1 - len(played.times))
            played.shown.append(math.inf)
            return False
        return True


# ---------------------------------------------------------------- one process of players


class Players:
    """Some of the tables, in one process."""

    def __init__(self, addresses: Sequence[str], numbers: Sequence[int], games: Sequence[str]) -> None:
        self.addresses = addresses
        self._lines = [http.client.HTTPConnection(urlsplit(address).netloc) for address in addresses]
        self._offers = self.ask(0, "GET", "/openapi.json", "")[0].find('"patches"') >= 0
        self.tables = [Table(number, games[number % len(games)], self._offers) for number in numbers]

    def ask(self, line: int, method: str, path: str, cookie: str, body: Any = None) -> tuple[str, str]:
        """What is answered, and the cookie that was set."""
        connection = self._lines[line % len(self._lines)]
        headers = {"cookie": cookie} | ({} if body is None else {"content-type": "application/json"})
        text = None if body is None else json.dumps(body)
        try:
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
        except http.client.RemoteDisconnected:  # it was not needed for a while
            connection.close()
            connection.request(method, path, text, headers)
            answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]}")
        return text, (answer.headers["set-cookie"] or "").partition(";")[0]

    async def open(self, lead: int) -> None:
        """Open the tables, and make the first moves of each while nobody watches."""
        cookie = ""
        for count, table in enumerate(self.tables):
            if count % GUEST_TABLES == 0:
                cookie = self.ask(table.number, "GET", "/api/me", "")[1]
            table.cookie = cookie
            table.match = json.loads(self.ask(table.number, "POST", "/api/matches", cookie, table.wish())[0])["match"]
            for _ in range(min(lead, len(table.script) // 2)):
                seat, move = table.next_move()
                wish = {"seat": seat, "move": move, "id": f"m{table.place}"}
                self.ask(table.number, "POST", f"/api/matches/{table.match}/moves", cookie, wish)

    async def connect(self) -> None:
        """A WebSocket for each viewer; those of one table go to different servers, if there are several."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table, viewer: Viewer) -> None:
            address = self.addresses[(table.number + viewer.seat) % len(self.addresses)]
            async with room:
                await viewer.connect(address, table.match, table.cookie)

        await asyncio.gather(*(one(table, viewer) for table in self.tables for viewer in table.viewers))

    async def watch(self) -> None:
        """Let all viewers be shown their tables."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one(viewer: Viewer) -> None:
            async with room:
                await viewer.watch()

        await asyncio.gather(*(one(viewer) for table in self.tables for viewer in table.viewers))

    async def play(self, interval: float, seconds: float, tables: int) -> Played:
        """A move at each of the crowd's `tables` every `interval` seconds, for so long; until all has been shown."""
        played = Played(seconds=seconds)
        viewers = [viewer for table in self.tables for viewer in table.viewers]
        before, busy = sum(viewer.heard for viewer in viewers), time.process_time()
        begin = time.perf_counter() + 0.1
        turns = (
            table.play(begin + interval * table.number / tables, interval, begin + seconds, played)
            for table in self.tables
        )
        await asyncio.gather(*turns)
        played.busy = (time.process_time() - busy) / (time.perf_counter() - begin)
        end = time.perf_counter() + PATIENCE
        while (now := time.perf_counter()) < end and now - max(viewer.last for viewer in viewers) < QUIET:
            await asyncio.sleep(0.1)
        played.heard = sum(viewer.heard for viewer in viewers) - before
        return played

    async def close(self) -> None:
        await asyncio.gather(*(viewer.close() for table in self.tables for viewer in table.viewers))


async def obey(pipe: Connection, players: Players) -> None:
    """Do what one is told, one thing after another, until told to close."""
    while True:
        name, arguments = await asyncio.to_thread(pipe.recv)
        try:
            pipe.send((await getattr(players, name)(*arguments), None))
        except Exception as error:
            pipe.send((None, f"{name}: {type(error).__name__}: {error}"))
        if name == "close":
            return


def run(pipe: Connection, *arguments: Any) -> None:
    asyncio.run(obey(pipe, Players(*arguments)))


# ---------------------------------------------------------------- all of them


class Crowd:
    """Players at so many tables, in as many processes as one says."""

    def __init__(
        self, addresses: Sequence[str], tables: int, games: Sequence[str] = GAMES, processes: int | None = None
    ) -> None:
        self.tables = tables
        count = min(tables, processes or max(1, (os.cpu_count() or 1) // 2))
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._workers = []
        for part in range(count):
            ours, theirs = context.Pipe()
            given = (theirs, list(addresses), range(part, tables, count), list(games))
            worker = context.Process(target=run, args=given, daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(ours)
            self._workers.append(worker)

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *why: Any) -> None:
        with suppress(RuntimeError, OSError, EOFError):
            self._all("close")
        for worker in self._workers:
            worker.join(PATIENCE)
            worker.terminate()

    def _all(self, name: str, *arguments: Any) -> list[Any]:
        """Have all processes do something at once; what each answers."""
        for pipe in self._pipes:
            pipe.send((name, arguments))
        answers = [pipe.recv() for pipe in self._pipes]
        for _, trouble in answers:
            if trouble:
                raise RuntimeError(trouble)
        return [answer for answer, _ in answers]

    def open(self, lead: int = 0) -> None:
        self._all("open", lead)

    def connect(self) -> None:
        self._all("connect")

    def watch(self) -> None:
        self._all("watch")

    def sit_down(self, lead: int = 0) -> None:
        """All of it, up to the first move."""
        self.open(lead)
        self.connect()
        self.watch()

    def play(self, rate: float, seconds: float) -> Played:
        """So many moves a second at all tables together, for so many seconds."""
        played = Played()
        for found in self._all("play", self.tables / rate, seconds, self.tables):
            played.add(found)
        return played
