"""How matches ended, a row for each seat: written with the move that ends a match, and read for profiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from . import schema
from .events import Result
from .store import Collision, Store
from .tables import Table

MOST_MATCHES = 5000  # that a profile counts, the newest first
BACKFILLED_AT_ONCE = 20


def results_of(table: Table, ended: str) -> tuple[Result, ...]:
    """The result of each seat of a match that is over."""
    match = table.match
    assert match is not None and match.over
    grades = match.grades()
    return tuple(
        Result(
            match=table.id,
            seat=number,
            guest=(seat.guest or "") if seat.kind == "guest" else "",
            bot=(seat.bot or "") if seat.kind == "bot" else "",
            game=table.game,
            seats=len(table.seats),
            score=int(match.scores[number]),
            rank=int(match.ranks[number]),
            grades=grades,
            ended=ended,
            place=int(match.ranks[number]),
            rated=table.terms.rated,
        )
        for number, seat in enumerate(table.seats)
    )


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
        self.games[own.game, own.seats].count(own, own.rank == 1, own.rank > 1)
        for other in others:
            won, lost = own.rank < other.rank, own.rank > other.rank
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


# ---------------------------------------------------------------- matches of before


def without_results(store: Store, after: str) -> list[str]:
    """Some matches that were over before results were written down, by their ids in order."""
    matches, table = schema.matches, schema.results
    known = sa.exists().where(table.c.match == matches.c.match)
    late = sa.select(matches.c.match).where(matches.c.status == "over", ~known, matches.c.match > after)
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
