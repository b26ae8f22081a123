"""The match of the day: Maps of Misterra alone, on one seed for all. See docs/ratings.md.

A day is one of UTC. Its seed is made of a part that the server draws and seals the day before; the seal is told at
once, the part when the day is over. There is one try, and until the day is over nobody else is shown anything of it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

import mistvale as mv
from mistvale.core.chance import seal, sealed_seed

from . import retention, schema
from .errors import Collision, Refusal, refuse
from .events import Result, Try
from .terms import Terms

if TYPE_CHECKING:
    from .commands import Command, Plan
    from .hub import Hub
    from .store import Store
    from .tables import Answer, Table

log = logging.getLogger(__name__)
GAME = "misterra"
LOOK_SECONDS = 1800.0
MOST_SHOWN = 100
DAYS_BACK = 365  # that can be looked at


@dataclass(frozen=True)
class Daily:
    """The match of one day."""

    day: str
    game: str
    part: str
    seal: str

    @property
    def over(self) -> bool:
        return self.day < today()

    @property
    def seed(self) -> str:
        return sealed_seed(f"daily {self.day}", [bytes.fromhex(self.part)]).hex()


class Line(NamedTuple):
    """One try on the board of a day; the match is empty when it is kept no longer."""

    player: str
    match: str
    score: int
    rank: int


def today() -> str:
    return retention.today()


def is_secret(terms: Terms) -> bool:
    """Whether a table is the match of a day that is not over: nobody may see it but who plays it."""
    return bool(terms.daily) and terms.daily >= today()


def next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def settle(connection: sa.Connection, results: Sequence[Result]) -> None:
    """Put the score of a match that is over onto the board of its day, if the day was not over before."""
    table, own = schema.tries, results[0]
    mine = sa.and_(table.c.match == own.match, table.c.player == own.guest, table.c.day == today())
    connection.execute(sa.update(table).where(mine).values(score=own.score))


class Dailies:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, day: str) -> Daily | None:
        rows = self.store.rows(sa.select(schema.dailies).where(schema.dailies.c.day == day))
        return Daily(**rows[0]._mapping) if rows else None

    def made(self, day: str) -> Daily:
        """The match of a day, drawn now if nobody has drawn it."""
        found = self.find(day)
        if found is not None:
            return found
        part = secrets.token_bytes(32)
        new = Daily(day, GAME, part.hex(), seal(part))
        try:
            self.store.submit(lambda c: c.execute(sa.insert(schema.dailies).values(**vars(new)))).result()
        except Collision:
            new = self.find(day) or new  # another process was faster
        return new

    def tried(self, day: str, player: str) -> sa.Row[tuple[str, int | None]] | None:
        """The match of a player's try, and its score, if it is finished."""
        table = schema.tries
        rows = self.store.rows(
            sa.select(table.c.match, table.c.score).where(table.c.day == day, table.c.player == player)
        )
        return rows[0] if rows else None

    def board(self, day: str) -> list[Line]:
        """All scores of a day, the best first; equal ones share a rank."""
        table, matches = schema.tries, schema.matches
        kept = table.outerjoin(matches, matches.c.match == table.c.match)
        finished = sa.select(table.c.player, table.c.score, matches.c.match).select_from(kept)
        finished = finished.where(table.c.day == day, table.c.score.is_not(None))
        rows = self.store.rows(finished.order_by(table.c.score.desc(), table.c.match))
        lines: list[Line] = []
        for number, row in enumerate(rows, 1):
            rank = lines[-1].rank if lines and lines[-1].score == row.score else number
            lines.append(Line(row.player, row.match or "", row.score, rank))
        return lines

    def secret_matches(self, player: str) -> set[str]:
        """A player's tries at days that are not over."""
        table = schema.tries
        rows = self.store.rows(sa.select(table.c.match).where(table.c.player == player, table.c.day >= today()))
        return {row[0] for row in rows}


def checked_day(day: str) -> str:
    """A day that can be looked at: this one, or one before."""
    try:
        then = date.fromisoformat(day)
    except ValueError:
        raise refuse("not-found", "no-day", day=day[:10]) from None
    now = date.fromisoformat(today())
    if not now - timedelta(days=DAYS_BACK) <= then <= now:
        raise refuse("not-found", "no-day", day=day[:10])
    return then.isoformat()


def kept(command: Command) -> Command:
    """A command that hands a seat over, but not that of a try: who leaves it has had it."""

    def checked(table: Table) -> Plan | Answer:
        if is_secret(table.terms):
            raise refuse("forbidden", "daily-leave")
        return command(table)

    return checked


def terms_of(day: str) -> Terms:
    return Terms(hints=False, daily=day)


def with_try(plan: Plan, day: str, player: str) -> Plan:
    """The plan of a table that is a player's one try at a day."""
    return replace(plan, batch=replace(plan.batch, tries=(Try(day, player, plan.table.id),)))


def usual_options() -> dict[str, str]:
    return mv.game(GAME).check_options({})


async def keep_drawn(hub: Hub) -> None:
    """Draw and seal the match of the next day in time."""
    if GAME not in mv.games():
        return
    dailies = Dailies(hub.store)
    while True:
        try:
            await hub.read(dailies.made, next_day(today()))
        except Refusal as refusal:
            log.warning("the match of the next day is not drawn: %s", refusal)
        await asyncio.sleep(LOOK_SECONDS)
