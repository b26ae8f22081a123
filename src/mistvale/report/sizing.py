"""How many matches a report plays: as many as somebody said, or as fit the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..arena.spreading import hands, spread
from .plan import EVEN, LUCK, STEP, WITHOUT, Piece, Plan, Table, play, quick

MINUTES = 10.0
# Parts of the time, in this order: what a kind does not need, or needs beyond its part, the next have more or less.
SHARES = {LUCK: 0.1, EVEN: 0.45, STEP: 0.2, WITHOUT: 0.25}
FEWEST, MOST = 8, 1000  # deals of a table, where time decides
FEWEST_LUCK, MOST_LUCK, LUCKY = 8, 100, 0.12  # matches that are looked back at; about the seconds that a decision takes
PER_LUCK = 20  # matches at the even table for each that is looked back at
LUCK_FROM = (
    40  # matches from which on luck is told, where somebody said how many: with fewer it would take most of the time
)
PART = 0.5  # of the matches at a table, those that are played without each component
LOADING = 3.0  # seconds; a match that took longer has not taken them for what it had to load
How = tuple[int, tuple[str, ...], int]  # seats, players and what is noted: matches that take about as long
Speeds = Mapping[How, tuple[float, int]]  # seconds of a match, and its decisions


def by_matches(plan: Plan, matches: int) -> Plan:
    """So many matches at each even table, and in proportion elsewhere."""
    parts = {
        EVEN: matches,
        STEP: max(1, matches // 2),
        WITHOUT: max(1, int(matches * PART)),
        LUCK: max(FEWEST_LUCK, matches // PER_LUCK) if matches >= LUCK_FROM else 0,
    }
    return plan.sized({table.key: parts[table.kind] for table in plan.tables})


def by_time(
    plan: Plan, minutes: float, workers: int | None, progress: Callable[[int, int], None], ray: str | None = None
) -> Plan:
    """As many matches as fit about so many minutes, told by how long some of them take where all will be played."""
    tries = probes(plan)
    speeds: dict[How, tuple[float, int]] = {}
    progress(0, len(tries))
    with hands(workers, ray) as at_once:
        for how, seconds, decisions in spread(timed, tries, workers, ray):
            speeds[how] = seconds, decisions
            progress(len(speeds), len(tries))
    return replace(fitted(plan, 60 * minutes * at_once, speeds), minutes=minutes)


def how(table: Table) -> How:
    """What the time of its matches depends on."""
    return table.seats, table.players, table.notes


def probes(plan: Plan) -> list[Piece]:
    """A match of each kind that takes its own time, the slowest last in the plan first."""
    options = tuple(sorted(plan.options.items()))
    kinds = {how(table): replace(table, kind=EVEN) for table in plan.tables}
    return [Piece(plan.game, options, plan.seed, table, 0, 1) for table in reversed(kinds.values())]


def timed(piece: Piece) -> tuple[How, float, int]:
    """How long a match takes, and how many decisions it has; a short one that had things to load is played again."""
    seconds = 0.0
    for _ in range(2):
        if seconds < LOADING:
            began = time.perf_counter()
            [row] = play(piece)
            seconds = time.perf_counter() - began
    return how(piece.table), seconds, row["decisions"]


def fitted(plan: Plan, seconds: float, speeds: Speeds) -> Plan:
    """As many matches as take so many seconds of a core."""
    by_kind = {kind: [table for table in plan.tables if table.kind == kind] for kind in SHARES}
    whole = sum(SHARES[kind] for kind, tables in by_kind.items() if tables)
    deals: dict[str, int] = {}
    for kind, tables in by_kind.items():
        if tables:
            deals |= _share_out(tables, seconds * SHARES[kind] / whole, speeds)
            seconds = max(0.0, seconds - sum(deals[table.key] * _cost(table, speeds) for table in tables))
            whole -= SHARES[kind]
    return _even_out(plan, deals)


def _share_out(tables: Sequence[Table], seconds: float, speeds: Speeds) -> dict[str, int]:
    """Deals for tables of one kind, an equal time each; what quick ones do not need goes to the others."""
    found = {}
    dearest_last = sorted(tables, key=lambda each: _cost(each, speeds))
    for left, table in zip(range(len(tables), 0, -1), dearest_last, strict=True):
        cost = _cost(table, speeds)
        low, high = (FEWEST_LUCK, MOST_LUCK) if table.kind == LUCK else (FEWEST, MOST)
        found[table.key] = max(low, min(high, int(seconds / left / cost)))
        seconds = max(0.0, seconds - found[table.key] * cost)
    return found


def _cost(table: Table, speeds: Speeds) -> float:
    """About how many seconds a match at a table takes."""
    seconds, decisions = speeds[how(table)]
    return LUCKY * decisions if table.kind == LUCK else max(1e-4, seconds)


def _even_out(plan: Plan, deals: dict[str, int]) -> Plan:
    """Matches that are compared deal by deal need the same deals."""
    base = next(
        (t for t in plan.tables if t.kind == EVEN and t.seats == min(plan.seats) and t.level == quick(plan)), None
    )
    for table in plan.tables:
        if table.kind == WITHOUT and base is not None:
            deals[table.key] = min(deals[table.key], deals[base.key])
        if table.kind == STEP:
            mirror = replace(table, players=table.players[1:] + table.players[:1])
            other = next(
                (
                    t.key
                    for t in plan.tables
                    if t.kind == STEP and t.key != table.key and set(t.players) == set(mirror.players)
                ),
                table.key,
            )
            deals[table.key] = min(deals[table.key], deals[other])
    if plan.against or plan.sweep:
        for table in plan.tables:
            alike = [t.key for t in plan.tables if (t.seats, t.level) == (table.seats, table.level)]
            deals[table.key] = min(deals[key] for key in alike)
    return plan.sized(deals)
