"""How matches ended, a row for each seat: written with the move that ends a match, and read for profiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from . import schema
from .endings import fates, places
from .events import Result
from .store import Collision, Store
from .tables import Table
from .tokens import is_program

MOST_MATCHES = 5000  # that a profile counts, the newest first
BACKFILLED_AT_ONCE = 20


def results_of(table: Table, ended: str) -> tuple[Result, ...]:
    """The result of each seat of a match that is over; none of one that is cancelled.

    Where it counts it is the person's, who may be gone; at others it is that of whoever sat there in the end.
    """
    match = table.match
    assert match is not None and table.status == "over"
    if table.cut == "cancelled":
        return ()
    grades, ranks, how = match.grades(), places(table), fates(table)
    counts = table.terms.counts
    results = []
    for number, seat in enumerate(table.seats):
        person = seat.guest if seat.kind == "guest" else seat.left_by if counts else None
        result = Result(
            match=table.id,
            seat=number,
            guest=person or "",
            bot=(seat.bot or "") if seat.kind == "bot" and not person else "",
            game=table.game,
            seats=len(table.seats),
            score=int(match.scores[number]),
            rank=int(match.ranks[number]) if match.over else ranks[number],
            grades=grades,
            ended=ended,
            how=how[number],
            place=ranks[number],
            rated=table.terms.rated,
            owner=(seat.owner or "") if is_program(person) else "",
        )
        results.append(result)
    return tuple(results)


@dataclass
class Tally:
    """How one did, over some matches."""

    played: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0
    best: int | None = None
    best_match: str = ""

    @property
    def average(self) -> float:
        return round(self.points / self.played, 1) if self.played else 0.0

    def count(self, own: Result, won: bool, lost: bool) -> None:
        self.played += 1
        self.won += won
        self.lost += lost
        self.points += own.score
        if self.best is None or own.score > self.best:
            self.best, self.best_match = own.score, own.match


@dataclass
class Standing:
    """All that a profile tells of finished matches."""

    # By game and number of seats; by other player; by game and bot.
    games: dict[tuple[str, int], Tally] = field(default_factory=lambda: defaultdict(Tally))
    players: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    bots: dict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    # Of matches alone, the best of each grade: by game and what is graded.
    grades: dict[tuple[str, str], int] = field(default_factory=dict)

    def count(self, own: Result, others: Iterable[Result]) -> None:
        self.games[own.game, own.seats].count(own, own.standing == 1, own.standing > 1)
        for other in others:
            won, lost = own.standing < other.standing, own.standing > other.standing
            if other.bot:
                self.bots[own.game, other.bot].count(own, won, lost)
            elif other.guest:
                self.players[other.guest].count(own, won, lost)
        for name, grade in own.grades.items():
            self.grades[own.game, name] = max(grade, self.grades.get((own.game, name), 0))


def standing(store: Store, player: str) -> Standing:
    """What all finished matches of a player come to; those in which one held several seats count for nobody."""
    table = schema.results
    mine = sa.select(table.c.match).where(table.c.guest == player).group_by(table.c.match)
    newest = mine.having(sa.func.count() == 1).order_by(sa.func.max(table.c.ended).desc()).limit(MOST_MATCHES)
    rows = store.rows(sa.select(table).where(table.c.match.in_(newest)).order_by(table.c.ended))
    matches: dict[str, list[Result]] = defaultdict(list)
    for row in rows:
        matches[row.match].append(Result(**row._mapping))
    found = Standing()
    for results in matches.values():
        own = next(each for each in results if each.guest == player)
        found.count(own, [each for each in results if each is not own])
    return found


def cancelled_rated(store: Store, player: str) -> int:
    """How many rated matches a player and all others at the table have cancelled."""
    table = schema.cancellations
    query = sa.select(sa.func.count()).select_from(table).where(table.c.guest == player, table.c.rated)
    return int(store.rows(query)[0][0])


# ---------------------------------------------------------------- matches of before


def without_results(store: Store, after: str) -> list[str]:
    """Some matches that were over before results were written down, by their ids in order."""
    matches, table = schema.matches, schema.results
    known = sa.exists().where(table.c.match == matches.c.match)
    cancelled = sa.exists().where(schema.cancellations.c.match == matches.c.match)
    late = sa.select(matches.c.match).where(matches.c.status == "over", ~known, ~cancelled, matches.c.match > after)
    return [row[0] for row in store.rows(late.order_by(matches.c.match).limit(BACKFILLED_AT_ONCE))]


def last_moment(store: Store, match: str) -> str:
    """When something last happened at a table."""
    table = schema.events
    return str(store.rows(sa.select(sa.func.max(table.c.at)).where(table.c.match == match))[0][0])


def keep(connection: sa.Connection, results: Iterable[Result]) -> None:
    rows: list[dict[str, Any]] = [vars(each) for each in results]
    if rows:
        connection.execute(sa.insert(schema.results), rows)


def add(store: Store, results: tuple[Result, ...]) -> None:
    """Write the results of a match down, unless another process has."""
    try:
        store.submit(lambda connection: keep(connection, results)).result()
    except Collision:
        return
