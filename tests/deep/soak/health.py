"""What servers cost while they are soaked: memory, threads and open files, looked at every few seconds."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import psutil

from .world import World

LOOK_SECONDS = 2.0
YOUNG = 10.0  # seconds in which a server is still loading what it needs
# More than this between the first quarter and the last is growth.
GROWTH = 1.25
SPARE = 48 * 2**20
MOST_THREADS = 96
MOST_FILES = 600


@dataclass(frozen=True)
class Look:
    """One server at one moment of the run, from 0 to 1."""

    at: float
    server: int
    memory: int
    threads: int
    files: int


class Health(threading.Thread):
    """Looks at all servers, again and again."""

    def __init__(self, world: World, seconds: float) -> None:
        super().__init__(daemon=True, name="health")
        self.world = world
        self.seconds = seconds
        self.looks: list[Look] = []

    def run(self) -> None:
        while not self.world.over.wait(LOOK_SECONDS):
            for number, server in enumerate(list(self.world.servers)):
                try:
                    process = psutil.Process(server.process.pid)
                    if time.time() - process.create_time() > YOUNG:
                        self.looks.append(self._look(number, process))
                except psutil.Error:
                    continue  # it has just been killed

    def _look(self, number: int, process: psutil.Process) -> Look:
        at = (time.time() - self.world.begun) / self.seconds
        return Look(at, number, process.memory_info().rss, process.num_threads(), process.num_fds())

    def quarter(self, first: float) -> list[int]:
        return [look.memory for look in self.looks if first <= look.at < first + 0.25]

    def told(self) -> str:
        if not self.looks:
            return "nobody looked"
        first, last = (f"{statistics.median(each) / 2**20:.0f}" if each else "?" for each in self.quarters())
        threads, files = max(look.threads for look in self.looks), max(look.files for look in self.looks)
        return (
            f"memory {first} MB in the first quarter, {last} MB in the last; at most {threads} threads, {files} files"
        )

    def quarters(self) -> tuple[list[int], list[int]]:
        return self.quarter(0.0), self.quarter(0.75)

    def findings(self) -> Iterator[str]:
        first, last = self.quarters()
        if first and last and statistics.median(last) > GROWTH * statistics.median(first) + SPARE:
            yield f"servers grow: {self.told()}"
        if any(look.threads > MOST_THREADS or look.files > MOST_FILES for look in self.looks):
            yield f"threads or files without end: {self.told()}"
