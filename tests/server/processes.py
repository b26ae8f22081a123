"""Real server processes, to be killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from .furnishing import furnish

START = """
import json, sys
from pathlib import Path
from mistvale.server.run import serve
from mistvale.server.settings import Settings
folder, database, pause, port, more = sys.argv[1:6]
more = {"second_thoughts": 0.0} | json.loads(more)
settings = Settings(data_dir=Path(folder), database=database or None, bot_pause=float(pause), **more)
serve(port=int(port), settings=settings)
"""


# Forked from a process that has imported and loaded all that a server needs.
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([f"{__package__}.forked"])


def run_script(script: str, arguments: list[str], said: Connection) -> None:
    """What `python -c` does, with what is said on standard error sent to whoever started it."""
    os.dup2(said.fileno(), 2)
    sys.argv = ["-c", *arguments]
    exec(script, {"__name__": "__main__"})


class Script:
    """A Python script in a process of its own."""

    def __init__(self, script: str, *arguments: str) -> None:
        hears, says = FORKS.Pipe(duplex=False)
        self._process = FORKS.Process(target=run_script, args=(script, list(arguments), says), daemon=True)
        self._process.start()
        says.close()
        self.stderr = os.fdopen(os.dup(hears.fileno()), encoding="utf-8", errors="replace")
        hears.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def send(self, what: signal.Signals) -> None:
        os.kill(self.pid, what)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self._process.join(seconds)
        assert self._process.exitcode is not None, "it does not end"
        return self._process.exitcode


class Process:
    """A server in a process of its own."""

    script = START

    def __init__(self, folder: Path, database: str = "", bot_pause: float = 0.0, port: int = 0, **more: Any) -> None:
        """`more` are further settings."""
        if not database:
            furnish(folder)
        given = (str(folder), database, str(bot_pause), str(port), json.dumps(more))
        self.process = Script(self.script, *given)
        self.said = ""
        self.address = self._wait()
        self._drain = threading.Thread(target=self._read, daemon=True)
        self._drain.start()

    def _wait(self) -> str:
        for line in self.process.stderr:
            self.said += line
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                return found[0]
        raise AssertionError(f"the server did not start: {self.said}")

    def _read(self) -> None:
        for line in self.process.stderr:
            self.said += line

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """As a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As Ctrl+C does."""
        os.kill(self.process.pid, signal.SIGINT)
        return self.process.wait(15)

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()

    def client(self, cookies: Any = None) -> httpx.Client:
        # Without certificates: it takes a while to read them, and there are none here.
        return httpx.Client(base_url=self.address, cookies=cookies, timeout=15, verify=False)

    def watch(self, match: str, cookies: httpx.Cookies) -> ClientConnection:
        header = "; ".join(f"{name}={value}" for name, value in cookies.items())
        address = self.address.replace("http", "ws", 1)
        return connect(f"{address}/ws/{match}", additional_headers={"cookie": header})
