"""Puzzles that players solve: which one is for whom, and what they are rated by. See docs/ratings.md.

A puzzle stands on the ladder like a house bot: it never moves. How hard it is follows from how often the lower levels
found the move when it was made, in the same model by which players are rated. Of each player the first move at a
puzzle counts, and nothing else; guests without an account solve them as well, and are not rated.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

import sqlalchemy as sa

import mistvale as mv
from mistvale import puzzles
from mistvale.puzzles import TRIES, Puzzle

from . import schema
from .anchors import anchor
from .daily import today
from .errors import Collision
from .events import now
from .skill import START, Rating, rated
from .store import Store

FIRST, SECOND = 1, 2  # places: solved or not, it is a match between a player and a puzzle


@dataclass(frozen=True)
class Record:
    """What a player has made of the puzzles of a game."""

    rating: Rating
    solved: Mapping[str, bool]  # by puzzle, those that were tried

    @property
    def count(self) -> int:
        """How many were solved."""
        return sum(self.solved.values())


class Solutions:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def record(self, player: str, game: str) -> Record:
        """What a player has made of a game's puzzles so far."""
        return self._records(player, schema.solutions.c.game == game).get(game, Record(START, {}))

    def records(self, player: str) -> dict[str, Record]:
        """The same of all games."""
        return self._records(player, sa.true())

    def _records(self, player: str, which: sa.ColumnElement[bool]) -> dict[str, Record]:
        table = schema.solutions
        rows = self.store.rows(sa.select(table).where(table.c.player == player, which).order_by(table.c.number))
        found: dict[str, Record] = {}
        for row in rows:
            before = found.get(row.game, Record(START, {}))
            found[row.game] = Record(Rating(row.mu, row.sigma), {**before.solved, row.puzzle: row.solved})
        return found

    def note(self, player: str, puzzle: Puzzle, solved: bool) -> Record:
        """Write down a player's first move at a puzzle; any later one changes nothing."""

        def job(connection: sa.Connection) -> None:
            table = schema.solutions
            mine = sa.and_(table.c.player == player, table.c.game == puzzle.game)
            last = connection.execute(sa.select(table).where(mine).order_by(table.c.number.desc()).limit(1)).first()
            tried = sa.select(table.c.puzzle).where(mine, table.c.puzzle == puzzle.id)
            if connection.execute(tried).first() is not None:
                return
            before = Rating(last.mu, last.sigma) if last else START
            places = (FIRST, SECOND) if solved else (SECOND, FIRST)
            after = rated([before, difficulty(puzzle)], places)[0]
            number = last.number + 1 if last else 1
            values = {"player": player, "puzzle": puzzle.id, "game": puzzle.game, "number": number}
            connection.execute(
                sa.insert(table).values(**values, solved=solved, mu=after.mu, sigma=after.sigma, at=now())
            )

        with suppress(Collision):  # the same player, on another device in the same moment: what was first counts
            self.store.submit(job).result()
        return self.record(player, puzzle.game)


@functools.cache
def difficulty(puzzle: Puzzle) -> Rating:
    """How strong one has to be for a puzzle: as strong as it was against the levels that tried it."""
    game, mark = mv.game(puzzle.game), START
    for name, share in sorted(puzzle.found.items()):
        level = anchor(game.name, puzzle.seats, name, game.version)
        if level is None:
            continue
        solved = round(share * TRIES)
        for number in range(TRIES):
            places = (SECOND, FIRST) if number < solved else (FIRST, SECOND)
            mark = rated([mark, level], places)[0]
    return mark


def next_for(game: str, record: Record) -> Puzzle | None:
    """The puzzle that tells most about a player: of those that were not tried, the one that is nearest in strength."""
    fresh = [each for each in puzzles.puzzles(game) if each.id not in record.solved]
    return min(fresh, key=lambda each: abs(difficulty(each).mu - record.rating.mu), default=None)


def of_day(day: str = "") -> Puzzle | None:
    """The puzzle of a day, or of today."""
    return puzzles.of_day(date.fromisoformat(day or today()))
