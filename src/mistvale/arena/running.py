"""Plays a plan: in this process, on all cores, or on a Ray cluster. The rows are the same everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

import mistvale as mv
from mistvale.bots.levels import cores

from .plan import Entry, Plan
from .play import Row, play
from .results import SURE, Results
from .spreading import spread
from .store import Store

Progress = Callable[[int, int], None]


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
    if not todo:
        return
    if ray is None and min(workers or cores(), len(todo)) > 1:
        mv.warm([plan.game])  # compiled here once: the workers find it in the cache
    yield from spread(functools.partial(play, plan), todo, workers, ray)
