"""Work spread over the cores of this machine, or over a Ray cluster: what comes of it is the same everywhere."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import mistvale as mv
from mistvale.bots.levels import cores

WAITING = 2  # pieces that lie ready for each worker, so that none runs dry
Piece = TypeVar("Piece")
Made = TypeVar("Made")


def spread(
    work: Callable[[Piece], Made],
    todo: Sequence[Piece],
    workers: int | None = None,
    ray: str | None = None,
    threads: bool = False,
) -> Generator[Made, None, None]:
    """Do all pieces, and give what each has made as it is done; in threads, where the work is compiled code."""
    workers = min(workers or cores(), len(todo))
    if ray is not None and todo:
        yield from _on_ray(work, todo, ray)
    elif workers > 1:
        made = ThreadPoolExecutor(workers) if threads else ProcessPoolExecutor(workers, _spawning(), _end_with_parent)
        yield from _on_cores(work, todo, made, workers * WAITING)
    else:
        yield from map(work, todo)


@contextmanager
def hands(workers: int | None = None, ray: str | None = None) -> Iterator[int]:
    """How many pieces are done at a time: on the cores of this machine, or on a cluster, which stays connected."""
    if ray is None:
        yield workers or cores()
    else:
        with _connected(ray) as cluster:
            yield _processors(cluster)


def _spawning() -> Any:
    return multiprocessing.get_context("spawn")


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever: none of them hears that nobody is there."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_after, args=[parent], daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _on_cores(
    work: Callable[[Piece], Made], todo: Sequence[Piece], pool: Executor, room: int
) -> Generator[Made, None, None]:
    left = iter(todo)
    running: set[Future[Made]] = set()
    try:
        while True:
            while len(running) < room and (piece := next(left, None)) is not None:
                running.add(pool.submit(work, piece))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _on_ray(work: Callable[[Piece], Made], todo: Sequence[Piece], address: str) -> Generator[Made, None, None]:
    with _connected(address) as cluster:
        yield from _from_cluster(cluster, work, todo)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Ray, with a cluster; one that was there before stays afterwards."""
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
        yield ray
    finally:
        if here:
            ray.shutdown()


def _processors(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _from_cluster(ray: Any, work: Callable[[Piece], Made], todo: Sequence[Piece]) -> Generator[Made, None, None]:
    remote = ray.remote(_done)
    how = ray.put(work)
    room = _processors(ray) * WAITING
    left = iter(todo)
    running: list[Any] = []
    while True:
        while len(running) < room and (piece := next(left, None)) is not None:
            running.append(remote.remote(how, piece))
        if not running:
            return
        done, running = ray.wait(running)
        yield from ray.get(done)


def _done(work: Callable[[Piece], Made], piece: Piece) -> Made:
    """One piece, on whatever machine of the cluster."""
    return work(piece)
