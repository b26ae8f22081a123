"""Plays a plan: in this process, on all cores, or on a Ray cluster. The rows are the same everywhere."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any

import mistvale as mv
from mistvale.bots.levels import cores

from .plan import Entry, Plan
from .play import Row, play
from .results import SURE, Results
from .store import Store

Progress = Callable[[int, int], None]
WAITING = 2  # matches that lie ready for each worker, so that none runs dry


def run(
    plan: Plan,
    folder: Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    until_sure: bool = False,
    sure: float = SURE,
    progress: Progress = lambda done, total: None,
) -> Results:
    """Play all matches of a plan that are not in its folder yet, and add them up.

    With `until_sure` it ends as soon as it is sure of every two bots which is better. Stopped in the middle (by
    Ctrl-C, too), nothing that was played is lost: the same call goes on.
    """
    store = Store(folder, plan) if folder is not None else None
    known = {row.key: row for row in store.open()} if store else {}
    entries = list(plan.entries())
    rows = [known[entry.key] for entry in entries if entry.key in known]
    todo = [entry for entry in entries if entry.key not in known]
    progress(len(rows), len(entries))
    with closing(_played(plan, todo, workers, ray)) as coming:
        if until_sure and _settled(plan, rows, sure):
            return Results(plan.bots, plan.seats, rows, sure)
        for row in coming:
            if store:
                store.keep([row])
            rows.append(row)
            progress(len(rows), len(entries))
            if until_sure and len(rows) % len(plan.lineups) == 0 and _settled(plan, rows, sure):
                break
    return Results(plan.bots, plan.seats, rows, sure)


def _settled(plan: Plan, rows: Sequence[Row], sure: float) -> bool:
    """Whether the whole deals among the rows are enough to be sure."""
    played: dict[int, list[Row]] = {}
    for row in rows:
        played.setdefault(row.deal, []).append(row)
    whole = [row for deal in played.values() if len(deal) == len(plan.lineups) for row in deal]
    return Results(plan.bots, plan.seats, whole, sure).decided


def _played(plan: Plan, todo: Sequence[Entry], workers: int | None, ray: str | None) -> Generator[Row, None, None]:
    """The rows, as the matches end."""
    workers = min(workers or cores(), len(todo))
    if ray is not None and todo:
        yield from _on_ray(plan, todo, ray)
    elif workers > 1:
        yield from _on_cores(plan, todo, workers)
    else:
        yield from (play(plan, entry) for entry in todo)


def _on_cores(plan: Plan, todo: Sequence[Entry], workers: int) -> Generator[Row, None, None]:
    # Compiled here once: the workers find it in the cache.
    mv.warm([plan.game])
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    left = iter(todo)
    running: set[Future[Row]] = set()
    try:
        while True:
            while len(running) < workers * WAITING and (entry := next(left, None)) is not None:
                running.add(pool.submit(play, plan, entry))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(plan: Plan, todo: Sequence[Entry], address: str) -> Generator[Row, None, None]:
    try:
        import ray
    except ImportError:
        raise mv.BadTable("arena-no-ray") from None
    here = not ray.is_initialized()
    try:
        if here:
            ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    except (ConnectionError, ValueError) as error:
        raise mv.BadTable("arena-no-cluster", address=address, why=error) from None
    try:
        yield from _from_cluster(ray, plan, todo)
    finally:
        if here:
            ray.shutdown()


def _from_cluster(ray: Any, plan: Plan, todo: Sequence[Entry]) -> Generator[Row, None, None]:
    remote = ray.remote(play)
    room = max(1, int(ray.cluster_resources().get("CPU", 1))) * WAITING
    left = iter(todo)
    running: list[Any] = []
    while True:
        while len(running) < room and (entry := next(left, None)) is not None:
            running.append(remote.remote(plan, entry))
        if not running:
            return
        done, running = ray.wait(running)
        yield from ray.get(done)
