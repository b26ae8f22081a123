"""Real server processes, to be killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

START = """
import json, sys
from pathlib import Path
from mistvale.server.run import serve
from mistvale.server.settings import Settings
folder, database, pause, port, more = sys.argv[1:6]
settings = Settings(data_dir=Path(folder), database=database or None, bot_pause=float(pause), **json.loads(more))
serve(port=int(port), settings=settings)
"""


class Process:
    """A server in a process of its own."""

    def __init__(self, folder: Path, database: str = "", bot_pause: float = 0.0, port: int = 0, **more: Any) -> None:
        """`more` are further settings."""
        given = (str(folder), database, str(bot_pause), str(port), json.dumps(more))
        arguments = [sys.executable, "-c", START, *given]
        self.process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
        self.said = ""
        self.address = self._wait()
        self._drain = threading.Thread(target=self._read, daemon=True)
        self._drain.start()

    def _wait(self) -> str:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                return found[0]
        raise AssertionError(f"the server did not start: {self.said}")

    def _read(self) -> None:
        assert self.process.stderr is not None
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
        self.process.send_signal(signal.SIGINT)
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
