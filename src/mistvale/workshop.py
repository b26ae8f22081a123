"""The workshop: compiles rules in processes of its own, while people already look at the page.

A few processes of low priority fill the cache, a core for each. What somebody waits for comes first, then what people
need to play, the longest game first, then what bots need. A game stays with the process that began with it,
since that one has most of its rules in memory; but if somebody waits for several of its stages, each has a process.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO

from .bots.levels import cores
from .core import lineage
from .core.cache import sweep
from .core.game import Compilation, games
from .core.rule import INTERPRETED
from .warming import PLAY, STAGES, compilations

CALM = 0.5  # seconds before the first look at what is missing
NICENESS = 10  # of those who compile; 0 is everybody's
CALM_PROCESS = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # the same on Windows
RUN = "from mistvale.workshop import compile_what_is_asked; compile_what_is_asked()"


@dataclass
class Job:
    """What one stage of one game needs compiled, and how much of it is left."""

    game: str
    stage: str
    left: list[int] = field(default_factory=list)
    total: int = 0
    weight: int = 0
    failed: bool = False

    @property
    def is_done(self) -> bool:
        return not self.left or self.failed


class Workshop:
    """Has the rules of games compiled, and tells how far that is."""

    def __init__(self, names: Sequence[str] | None = None, workers: int | None = None) -> None:
        self.names = list(games() if names is None else names)
        self.told: Callable[[], None] = lambda: None  # called whenever something has changed, by any thread
        self._changed = threading.Condition()
        self._jobs: dict[tuple[str, str], Job] = {}
        self._homes: dict[str, int] = {}  # the worker that a game stays with
        self._takers: dict[tuple[str, str], int] = {}  # the worker that has begun with a stage
        self._busy: list[str] = []
        self._surveyed = False
        self._hurry = False  # somebody waits for all
        self._closed = False
        self._wishes: dict[tuple[str, str], int] = {}  # the later, the more urgent
        self.processes: list[subprocess.Popen[str]] = []
        self._threads = [threading.Thread(target=self._survey, name="mistvale-survey", daemon=True)]
        for number in range(min(workers or cores(), len(self.names))):
            self._threads.append(threading.Thread(target=self._work, args=(number,), daemon=True))

    def start(self) -> None:
        """Find out what is missing, and begin with it."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Let go of everything; what is half compiled is left."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            for process in self.processes:
                process.kill()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    @property
    def closed(self) -> bool:
        return self._closed

    def __enter__(self) -> Workshop:
        self.start()
        return self

    def __exit__(self, *why: object) -> None:
        self.close()

    # ------------------------------------------------------------ asking

    def progress(self, game: str, stage: str = PLAY) -> tuple[int, int]:
        """How many rules of how many are compiled. Nobody knows yet while it is (0, 0) and not ready."""
        with self._changed:
            job = self._jobs.get((game, stage))
            if job is None:
                return 0, 0
            return job.total - (0 if job.is_done else len(job.left)), job.total

    def is_ready(self, game: str, stage: str = PLAY) -> bool:
        """Whether nothing is left to compile here: rules need only be loaded, or nobody but the caller can do it."""
        with self._changed:
            return self._is_ready(game, stage)

    def _is_ready(self, game: str, stage: str) -> bool:
        job = self._jobs.get((game, stage))
        return job.is_done if job else self._surveyed or self._closed or game not in self.names

    def want(self, game: str, stage: str = PLAY) -> None:
        """Let this come first from now on."""
        with self._changed:
            latest = max(self._wishes.values(), default=0) + 1
            self._wishes[game, PLAY] = self._wishes[game, stage] = latest
            self._changed.notify_all()

    def wait(self, game: str, stage: str = PLAY, timeout: float | None = None) -> bool:
        """Wait until it is ready; whether it is."""
        self.want(game, stage)
        with self._changed:
            return self._changed.wait_for(lambda: self._closed or self._is_ready(game, stage), timeout)

    def wait_for_all(self, tell: Callable[[str, int, int], None] | None = None, hurry: bool = True) -> None:
        """Wait until all is compiled, and tell which game it is about, and how far that is."""
        with self._changed:
            self._hurry = hurry
            self._changed.notify_all()
        while True:
            with self._changed:
                if self._surveyed:
                    busy = ", ".join(sorted({*self._busy}))
                    total = sum(job.total for job in self._jobs.values())
                    left = sum(0 if job.is_done else len(job.left) for job in self._jobs.values())
                    if tell:
                        tell(busy, total - left, total)
                    if not left or self._closed:
                        return
                self._changed.wait()

    # ------------------------------------------------------------ finding out what is missing

    def _survey(self) -> None:
        with self._changed:
            # Whoever starts with this has more important things to do in its first moment, unless somebody waits.
            self._changed.wait_for(lambda: self._closed or self._wishes or self._hurry, CALM)
        left = [(name, stage) for stage in STAGES for name in self.names]
        while left and not self._closed:
            with self._changed:
                found = max(left, key=lambda each: self._wishes.get(each, 0))
            left.remove(found)
            self._add(*found)
        with self._changed:
            self._surveyed = True
            self._changed.notify_all()
        self.told()
        sweep()

    def _add(self, name: str, stage: str) -> None:
        # A game that cannot be loaded tells whoever wants to play it why.
        with contextlib.suppress(Exception):
            work = [] if INTERPRETED else compilations(name, stage)
            left = [number for number, each in enumerate(work) if not each.is_done()]
            job = Job(name, stage, left, len(work), sum(weight(work[number]) for number in left))
            with self._changed:
                self._jobs[name, stage] = job
                self._changed.notify_all()
            self.told()

    # ------------------------------------------------------------ having it compiled

    def _work(self, worker: int) -> None:
        with contextlib.ExitStack() as stack:
            process: subprocess.Popen[str] | None = None
            for job, number in self._tasks(worker):
                process = process or stack.enter_context(self._started())
                if not _compiled(process, job, number):
                    self._give_up(job)
                    process = None
                self.told()

    def _tasks(self, worker: int) -> Iterator[tuple[Job, int]]:
        """One piece of work after another, each as pressing as any; those who take one do it before the next."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._surveyed or self._pressing(worker) is not None)
                job = self._pressing(worker)
                if self._closed or job is None:
                    return
                self._homes.setdefault(job.game, worker)
                self._takers[job.game, job.stage] = worker
                self._busy.append(job.game)
                number = job.left[0]
            yield job, number
            with self._changed:
                if not job.failed:
                    job.left.remove(number)
                self._busy.remove(job.game)
                self._changed.notify_all()

    def _pressing(self, worker: int) -> Job | None:
        mine = [job for job in self._jobs.values() if not job.is_done and self._is_for(worker, job)]
        return min(mine, key=self._order, default=None)

    def _is_for(self, worker: int, job: Job) -> bool:
        taker = self._takers.get((job.game, job.stage))
        if taker is None and (job.game, job.stage) not in self._wishes:
            taker = self._homes.get(job.game)
        return taker is None or taker == worker

    def _order(self, job: Job) -> tuple[int, int, int]:
        """Least for the most pressing job: wished for, what people need before bots, the longest."""
        return -self._wishes.get((job.game, job.stage), 0), STAGES.index(job.stage), -job.weight

    @contextlib.contextmanager
    def _started(self) -> Iterator[subprocess.Popen[str]]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with self._changed:
            if self._closed:
                raise SystemExit
            process = subprocess.Popen(
                [sys.executable, "-c", RUN],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                creationflags=CALM_PROCESS,
            )
            self.processes.append(process)
        with process:
            yield process
            _close(process.stdin)

    def _give_up(self, job: Job) -> None:
        """Whoever plays the game will have to compile it, and will be told what is wrong with it."""
        with self._changed:
            job.failed = True
            self._changed.notify_all()


def weight(work: Compilation) -> int:
    """How long a piece of work takes, in a unit of its own: it grows with what the rule reaches."""
    return lineage.size(work.rule, work.signature)


def _compiled(process: subprocess.Popen[str], job: Job, number: int) -> bool:
    """Have one rule compiled; whether that went well. A process that has ended answers nothing."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(json.dumps([job.game, job.stage, number]) + "\n")
        process.stdin.flush()
        return process.stdout.readline().strip() == "done"
    except OSError:
        return False


def _close(stream: IO[str] | None) -> None:
    with contextlib.suppress(OSError):
        if stream:
            stream.close()


def compile_what_is_asked() -> None:
    """The other end: reads which rules to compile, line by line, until nobody asks any more."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    known: dict[tuple[str, str], list[Compilation]] = {}
    for line in sys.stdin:
        name, stage, number = json.loads(line)
        try:
            if (name, stage) not in known:
                known[name, stage] = compilations(name, stage)
            known[name, stage][number].run()
            print("done", flush=True)
        except Exception as error:
            print(f"failed: {error!r}".replace("\n", " "), flush=True)
