"""What happens to the servers: they are killed or hang, the database is killed, the disk is full, the clock jumps."""

from __future__ import annotations

import functools
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing import forkserver
from pathlib import Path

from .world import Disk, World

BETWEEN = 20.0  # seconds between two faults that are no kills, on average
# A day from one end to the other: what was given up goes after a day, and a jump of two would take it along.
JUMPS = (-43_200, -3_600, -5, 0, 5, 3_600, 43_200)
# How long nobody serves when all servers are killed: clocks count only what is shorter than ten seconds.
SILENCES = (0.5, 3.0, 15.0)
Fault = Callable[[], None]


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
            # Otherwise threads that wait for each other do so for seconds.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
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
    """A clock that jumps, if the library for it is named."""
    named = os.environ.get("MISTVALE_FAKETIME")
    return Clock(named) if named else None


class Faults:
    """All that can happen here, by name: kills, and the rest."""

    def __init__(self, world: World, disk: Disk | None) -> None:
        self.world = world
        self.disk = disk
        self.happened: Counter[str] = Counter()
        self.kills: dict[str, Fault] = {"server killed": self.server_killed, "all servers killed": self.all_killed}
        self.others: dict[str, Fault] = {"server hung": self.server_hung}
        if world.database:
            self.kills["database killed"] = self.database_killed
        if disk:
            self.others["disk full"] = self.disk_full
        if clock():
            self.others["clock jumped"] = self.clock_jumped

    def _which(self) -> int:
        """Mostly the last one: another lives long, so that it is seen what a server costs after a while."""
        last = len(self.world.servers) - 1
        return last if self.world.dice.random() < 0.8 else 0

    def _pause(self, seconds: float) -> None:
        self.world.wait(seconds)

    # ------------------------------------------------------------ kills

    def server_killed(self) -> None:
        number = self._which()
        self.world.kill(number)
        self._pause(self.world.dice.choice((0.0, 0.2, 1.5)))
        self.world.start(number)

    def all_killed(self) -> None:
        every = range(len(self.world.servers))
        for number in every:
            self.world.kill(number)
        self._pause(self.world.dice.choice(SILENCES))
        for number in every:
            self.world.start(number)

    def database_killed(self) -> None:
        assert self.world.database is not None
        with self.world.without_store():
            self.world.database.kill()
            self._pause(self.world.dice.uniform(0, 2))
            self.world.database.start()

    # ------------------------------------------------------------ the rest

    def server_hung(self) -> None:
        number = self._which()
        self.world.hang(number)
        self._pause(self.world.dice.uniform(1, 5))
        self.world.wake(number)

    def disk_full(self) -> None:
        assert self.disk is not None
        process = self.world.servers[0].process.pid
        with self.world.without_store():
            self.disk.fill(process)
            self._pause(self.world.dice.uniform(1, 4))
            if self.world.dice.random() < 0.3:  # and then the power goes, too
                self.world.kill(0)
                self.disk.empty(None)
                self.world.start(0)
            else:
                self.disk.empty(process)

    def clock_jumped(self) -> None:
        jumping = clock()
        assert jumping is not None
        jumping.jump(self.world.dice.choice(JUMPS))

    # ------------------------------------------------------------ one after another

    def befall(self, seconds: float, kills: int, seen: Callable[[float], None]) -> None:
        """So many kills at random moments, and something else now and then; `seen` is told how far it is."""
        dice, start = self.world.dice, time.monotonic()
        moments = sorted(dice.uniform(0.02, 0.98) * seconds for _ in range(kills))
        other = dice.expovariate(1 / BETWEEN)
        while (passed := time.monotonic() - start) < seconds or moments:
            seen(min(1.0, passed / seconds))
            self.world.look_after()
            if moments and moments[0] <= passed:
                moments.pop(0)
                self._happen(dice.choices(list(self.kills), self._weights())[0], self.kills)
            elif other <= passed < seconds:
                other = passed + dice.expovariate(1 / BETWEEN)
                self._happen(dice.choice(sorted(self.others)), self.others)
            else:
                self._pause(0.25)

    def _weights(self) -> list[float]:
        return [{"server killed": 5.0, "all servers killed": 1.0, "database killed": 4.0}[name] for name in self.kills]

    def _happen(self, name: str, known: dict[str, Fault]) -> None:
        known[name]()
        self.happened[name] += 1
