"""The walk that the laws are checked on: one match, step by step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .. import verbs
from ..box import Box
from ..chance import seed_words
from ..game import Game, Table
from ..history import BEAT
from ..keeping import Stock
from ..match import Match, open_match
from ..moves import Move
from ..rule import SPECTATOR, copied, packed
from .customs import (
    check_bytes,
    check_length,
    check_moves,
    check_offer,
    check_ranges,
    check_refusal,
    check_type,
    check_undo,
)
from .finding import BYTES, LONGEST, MOVES, NO_PHANTOM, Finding, LawBroken
from .folded import check_folded
from .no_leak import check_leak, check_log, check_transcripts
from .no_phantom import check_worlds
from .order import check_beat, check_commuting

LOOKERS = 3  # viewers that a step is checked for: at large tables others at the next

Chooser = Callable[[Match, int, Sequence[Move], random.Random], Move]
"""Picks one of a seat's legal moves."""


def wander(match: Match, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
    """Half of the time any move; else the seat's favourite, so that whole matches go one way or another."""
    if dice.random() < 0.5:
        return dice.choice(moves)
    taste = int(match.seed[0]) + 7 * seat
    return min(moves, key=lambda move: (move.number * 2654435761 + taste * 40503) % 65521)


def few_tables(game: Game, box: Box | None = None) -> list[Table]:
    """Each value of each option and each number of seats that a box will do for, at as few tables as that takes."""
    possible = game.tables(box)
    wanted = {each for table in possible for each in _traits(table)}
    few: list[Table] = []
    taken: Counter[tuple[str, str]] = Counter()

    def worth(table: Table) -> tuple[int, int]:
        """How much of it none has yet; of equals, what the fewest have."""
        return len(_traits(table) - taken.keys()), -sum(taken[each] for each in _traits(table))

    while wanted - taken.keys():
        few.append(max(possible, key=worth))
        taken.update(_traits(few[-1]))
    return few


def _traits(table: Table) -> set[tuple[str, str]]:
    options, seats = table
    return {("", str(seats)), *options.items()}


class Walk:
    """One match, played to its end or for `most` steps, with the laws checked at every step."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, str],
        seats: int,
        seed: int,
        chooser: Chooser = wander,
        box: Box | None = None,
        most: int = LONGEST,
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.seats = seats
        self.seed = seed
        self.chooser = chooser
        self.most = most
        self.dice = random.Random(seed)
        self.match = open_match(game, seats=seats, seed=seed, options=options, box=box)
        self.box = self.match.box.record
        self.viewers = (*range(seats), SPECTATOR)
        self.scenes = self.match.scene(0) is not None
        # Side by side, as at a table that all look at: each takes over what others have made.
        self.stocks: dict[int, Stock] = {}
        for viewer in self.viewers:
            self.stocks[viewer] = Stock(beside=self.stocks.values())
        self._moves = np.zeros(game.moves.size, np.int32)

    def broken(self, law: str, what: str) -> LawBroken:
        """The error that says so, with the way here."""
        steps = (self.match.step(n) for n in range(self.match.steps + 1))
        moves = tuple(f"{step.seat} {step.move}" for step in steps if step.move is not None)
        return LawBroken(Finding(law, what, self.game.name, self.options, self.seats, self.seed, moves))

    def hold(self, law: str, holds: object, what: str | Callable[[], str]) -> None:
        """Raise LawBroken unless it `holds`. A text that takes long to make is made when it is needed."""
        if not holds:
            raise self.broken(law, what if isinstance(what, str) else what())

    # ------------------------------------------------------------ the walk

    def steps(self) -> Iterator[int]:
        """Play the match, check every step, and yield its number."""
        check_type(self)
        checked = -1
        while True:
            match = self.match
            for number in range(checked + 1, match.steps + 1):
                self.check_step(number)
                yield number
            checked = match.steps
            self.hold(BYTES, checked < LONGEST, f"after {checked} steps the match is not over")
            self.check_rest()
            if match.over or match.steps >= self.most:
                break
            seat = self.dice.choice(match.pending)
            moves = match.legal(seat)
            self.hold(MOVES, moves, f"seat {seat} is to decide and has no move")
            move = self.chooser(match, seat, moves, self.dice)
            check_refusal(self, seat)
            match.play(seat, move)
        self.check_end()

    def check_step(self, number: int) -> None:
        """The laws at one step, be it a move or a beat."""
        state = self.match.step(number).state
        self.hold(
            NO_PHANTOM,
            verbs.audit(state, self.box) == 0,
            lambda: f"step {number} does not add up: {self.audited(state)}",
        )
        check_bytes(self, state)
        check_ranges(self, state)
        check_moves(self, state)
        check_beat(self, number)
        scenes = self.scenes and self.dice.random() < 0.02
        for viewer in self.lookers(self.match.step(number).seat):
            check_leak(self, number, viewer, scenes)

    def check_rest(self) -> None:
        """The laws where the table waits for a decision, or is done."""
        check_commuting(self)
        if self.dice.random() < 0.2:
            check_undo(self)
            check_offer(self)
        if self.dice.random() < 0.04:
            check_transcripts(self, self.dice.choice(self.viewers))
        if self.dice.random() < 0.02:
            check_worlds(self, self.dice.choice(self.viewers))

    def check_end(self) -> None:
        """The laws of a whole match: ranks, the log, the record."""
        ranks = self.match.ranks
        fair = all(1 <= rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        ranked = len(ranks) == (self.seats if self.match.over else 0)
        self.hold(NO_PHANTOM, fair and ranked, f"the ranks {ranks} are none: ties share, 1, 1, 3")
        check_length(self)
        check_log(self)
        check_folded(self)

    # ------------------------------------------------------------ helpers

    def audited(self, state: Any) -> str:
        code = int(verbs.audit(state, self.box))
        return self.game.audits.get(code, f"audit {code}")

    def lookers(self, seat: int) -> tuple[int, ...]:
        """Through whose eyes a step of `seat` is looked at: its own, if it is a seat's, and some others'."""
        if len(self.viewers) <= LOOKERS:
            return self.viewers
        mover = (seat,) if seat != BEAT else ()
        others = [viewer for viewer in self.viewers if viewer not in mover]
        return *mover, *self.dice.sample(others, LOOKERS - len(mover))

    def bytes_of(self, state: Any) -> bytes:
        return packed(state, self.game.state)

    def veiled(self, state: Any, viewer: int) -> Any:
        copy = copied(state)
        verbs.veil(copy, self.box, viewer)
        return copy

    def redealt(self, state: Any, viewer: int) -> Any:
        copy = copied(state)
        verbs.redeal(copy, self.box, viewer, self.words())
        return copy

    def words(self) -> Any:
        """A seed nobody has used yet."""
        return seed_words(self.dice.randbytes(32))

    def listed(self, state: Any, seat: int) -> tuple[int, ...]:
        """The numbers of a seat's legal moves."""
        return tuple(self._moves[: verbs.legal(state, self.box, seat, self._moves)].tolist())

    def differing(self, one: Any, other: Any) -> str:
        """The fields in which two states differ."""
        names = [name for name in self.game.state.names or () if np.any(one[name] != other[name])]
        return ", ".join(names) or "nothing but bytes between the fields"
