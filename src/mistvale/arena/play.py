"""One match between bots, from the first deal to the ranks."""

from __future__ import annotations

import time
from dataclasses import dataclass

import mistvale as mv

from .plan import Entry, Plan


@dataclass(frozen=True)
class Row:
    """What came of one match."""

    deal: int
    seed: str
    lineup: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    moves: int
    seconds: float

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        return self.deal, self.lineup


def play(plan: Plan, entry: Entry) -> Row:
    """Play a match of the plan: it goes the same way wherever and whenever it is played."""
    seed = plan.match_seed(entry.deal)
    match = mv.open_match(plan.game, plan.seats, seed, plan.options)
    bots = [mv.bot(name, plan.bot_seed(entry, seat)) for seat, name in enumerate(entry.lineup)]
    started, moves = time.perf_counter(), 0
    while not match.over:
        seat = match.pending[0]
        match.play(seat, bots[seat].choose(match.seat(seat)))
        moves += 1
    taken = round(time.perf_counter() - started, 3)
    return Row(entry.deal, seed, entry.lineup, tuple(match.ranks), tuple(match.scores), moves, taken)
