"""Measurements that run for long on a bare machine: not installed, on all cores, and on from where they stopped.

Of what is not in the standard library they need numpy, numba, babel and platformdirs; Mistvale need not be installed.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import itertools
import multiprocessing
import os
import queue
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.pool import Pool
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "mistvale"


def furnish() -> None:
    """Let the games be found where Mistvale is not installed: here, and in the processes that are started."""
    group = "mistvale.games"
    if importlib.metadata.entry_points(group=group):
        return
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][group]
    folder = Path(mkdtemp()) / "mistvale-0.dist-info"
    folder.mkdir()
    lines = (f"{name} = {where}" for name, where in named.items())
    (folder / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]) + "\n", encoding="utf-8")
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: mistvale\nVersion: 0\n", encoding="utf-8")
    paths = [str(SOURCE.parent), str(folder.parent)]
    sys.path[:0] = paths
    os.environ["PYTHONPATH"] = os.pathsep.join([*paths, str(ROOT), os.environ.get("PYTHONPATH", "")])


PLAYING = ("greedy", "levels", "playout", "random", "search", "tree", "ways")  # the modules of bots that decide moves


def deciding(game: str) -> list[Path]:
    """The files that matches of a game between bots follow from."""
    folder = SOURCE / "games" / game.replace("-", "_")
    boxes = [folder / "box.toml", *folder.glob("box.py"), *folder.glob("box/**/*.py")]
    rules = [*folder.glob("rules/**/*.py"), folder / "state.py", *boxes]
    return [*(SOURCE / "bots" / f"{name}.py" for name in PLAYING), *rules]


def digest(files: Iterable[Path]) -> str:
    """What results follow from: those of other code are not added to these."""
    found = hashlib.sha256()
    for file in sorted(files):
        found.update(file.read_bytes())
    return found.hexdigest()[:12]


class Job(NamedTuple):
    """Something to be done by a worker, called by a key."""

    key: Any
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


def _settle_in(free: Any) -> None:
    """Give a worker a core of its own, so that the searches of one do not get in the way of another's."""
    core = free.get()
    free.put(core)  # for who comes in the place of one that has died
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


@contextlib.contextmanager
def crew(workers: int) -> Iterator[Pool]:
    """So many workers, each on a core of its own."""
    spawning = multiprocessing.get_context("spawn")
    own = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    free = spawning.Queue()
    for core in itertools.islice(itertools.cycle(own), workers):
        free.put(core)
    with spawning.Pool(workers, _settle_in, (free,)) as pool:
        yield pool


Following = Callable[[], Job | None]
Came = Callable[[Any, Any], None]


def keep_busy(pool: Pool, workers: int, end: float, following: Following, came: Came) -> Iterator[Any]:
    """Have jobs done until none are left or the time is up; `came` gets what came of each, then its key is told."""
    done: queue.Queue[tuple[Any, Any]] = queue.Queue()
    running = 0

    def begin() -> bool:
        job = following()
        if job is None:
            return False

        def answer(result: Any) -> None:
            done.put((job.key, result))

        pool.apply_async(job.work, job.arguments, callback=answer, error_callback=answer)
        return True

    while running < workers and begin():
        running += 1
    while running and time.monotonic() < end + 20:
        try:
            key, result = done.get(timeout=1.0)
        except queue.Empty:
            continue
        if isinstance(result, BaseException):
            raise result
        came(key, result)
        running -= 1
        while running < workers and begin():
            running += 1
        yield key


def append(file: Path, line: str) -> None:
    """Add a line, at once."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(line + "\n")
