"""The time a server takes for a move while many matches are played at once.

A real server process with a database of its own, and this process as all its guests: in every match two
seats, each with a WebSocket of its own, that think for a while, make any legal move, and wait for its `ok`.
They think as long as people do, so that the server is busy but not overrun; the rate that came of it is
reported beside the times.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

SEATS = 2
START = "from mistvale.cli import main; main()"
# All players of a measurement are one address.
NO_LIMITS = {
    f"MISTVALE_{name}": "0"
    for name in ("REQUESTS_PER_SECOND", "TABLES_PER_MINUTE", "TABLES_PER_ADDRESS", "CONNECTIONS_PER_ADDRESS")
}
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@dataclass
class Report:
    """What was measured: seconds from sending a move to its `ok`, by the client's clock."""

    matches: int
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    refused: int = 0
    server: dict[str, float] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Moves a second that were acknowledged."""
        return len(self.times) / self.seconds if self.seconds else 0.0

    def quantile(self, part: float) -> float:
        """The time that `part` of all moves stayed within."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port with an empty data folder; its address."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--data", folder]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | NO_LIMITS
        )
        try:
            yield _address(process)
        finally:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=10)
            process.kill()


def _address(process: subprocess.Popen[str]) -> str:
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        if found := ADDRESS.search(line):
            return found[0]
    raise RuntimeError(f"the server did not start:\n{said}")


def open_match(address: str, number: int) -> tuple[str, str]:
    """A match between two seats of one new guest: its id, the guest's cookie."""
    return open_table(address, "misty", [{"kind": "me"}, {"kind": "here"}], number)


def open_table(address: str, game: str, seats: list[dict[str, str]], number: int) -> tuple[str, str]:
    """A table of a new guest with an open seed: its match's id, the guest's cookie."""
    with urllib.request.urlopen(f"{address}/api/me") as answer:
        cookie = answer.headers["set-cookie"].partition(";")[0]
    wish = {"game": game, "seats": seats, "seed": f"{number:064x}"}
    request = urllib.request.Request(
        f"{address}/api/matches",
        json.dumps(wish).encode(),
        {"content-type": "application/json", "cookie": cookie},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["match"], cookie


def moves_of(scene: Any) -> list[str]:
    """The moves that a scene offers, wherever it shows them."""
    if isinstance(scene, list):
        return [move for part in scene for move in moves_of(part)]
    if not isinstance(scene, dict):
        return []
    own = [scene["move"]] if isinstance(scene.get("move"), str) else []
    return own + [move for part in scene.values() for move in moves_of(part)]


class Seat:
    """A guest at a seat: thinks, moves, waits."""

    def __init__(self, report: Report, think: float, number: int, seat: int) -> None:
        self.report = report
        self.think = think
        self.seat = seat
        self.dice = random.Random(number * SEATS + seat)
        self.shown = asyncio.Event()
        self.moves: list[str] = []
        self.sent: float | None = None  # when the move on its way was sent
        self.count = 0

    async def play(self, address: str, match: str, cookie: str, seated: asyncio.Barrier, seconds: float) -> None:
        """Sit down, wait until all have, and play for so many seconds."""
        place = f"{address.replace('http', 'ws', 1)}/ws/{match}"
        async with connect(place, additional_headers={"cookie": cookie}, max_size=None) as socket:
            await socket.send(json.dumps({"type": "watch", "seat": self.seat}))
            reader = asyncio.create_task(self._read(socket))
            try:
                await self.shown.wait()
                await seated.wait()
                until = time.perf_counter() + seconds
                # All start at different moments.
                await asyncio.sleep(self.dice.uniform(0, self.think))
                while time.perf_counter() < until:
                    await self._decide(socket)
            finally:
                reader.cancel()

    async def _decide(self, socket: Any) -> None:
        if self.moves and self.sent is None:
            self.count += 1
            wish = {"type": "move", "id": f"{self.seat}-{self.count}", "seat": self.seat}
            text = json.dumps({**wish, "move": self.dice.choice(self.moves)})
            self.moves = []  # until the table is shown again
            self.sent = time.perf_counter()
            await socket.send(text)
        await asyncio.sleep(self.dice.uniform(0.5, 1.5) * self.think)

    async def _read(self, socket: Any) -> None:
        with suppress(ConnectionClosed):
            async for text in socket:
                now = time.perf_counter()
                message = json.loads(text)
                kind = message["type"]
                if kind == "frames":
                    self.shown.set()
                    self.moves = sorted(set(moves_of(message["frames"][-1]["scene"])))
                elif kind in ("ok", "error") and self.sent is not None:
                    if kind == "ok":
                        self.report.times.append(now - self.sent)
                    else:
                        self.report.refused += 1
                    self.sent = None


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


def measure(
    matches: int = 100,
    seconds: float = 20.0,
    think: float = 4.0,
    step: Callable[[], None] = lambda: None,
) -> Report:
    """Play `matches` matches at once for so many seconds; a seat thinks `think` seconds on average."""
    report = Report(matches)
    with server() as address:
        tables = []
        for number in range(matches):
            tables.append(open_match(address, number))
            step()
        asyncio.run(play_all(report, address, tables, seconds, think))
        report.server = metrics(address)
    return report


async def play_all(report: Report, address: str, tables: list[tuple[str, str]], seconds: float, think: float) -> None:
    """Fill all seats, and play when all are shown their tables."""
    seated = asyncio.Barrier(len(tables) * SEATS)
    seats = [
        Seat(report, think, number, seat).play(address, match, cookie, seated, seconds)
        for number, (match, cookie) in enumerate(tables)
        for seat in range(SEATS)
    ]
    await asyncio.gather(*seats)
    report.seconds += seconds
