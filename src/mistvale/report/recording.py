"""One match between bots, and what is noted of it: who led when, what there was to choose, who took what."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from ..bots import bot as bot_called
from ..core import verbs
from ..core.box import Data
from ..core.fields import reader
from ..core.game import Game
from ..core.knowledge import tallied
from ..lab.opponents import bot_seed, chosen
from ..lab.setting import Setting
from ..lab.state import State
from .components import Catalogue, Changed, figure_at
from .figures import box_of

NOBODY = -1
MOST = 20_000  # decisions after which a match is stopped
THIRD = 3
# Seconds at a table: of a move without a choice, and of one with, so much more for each doubling of the moves.
FORCED, FREE, DOUBLING = 1.0, 3.0, 2.0


@dataclass
class Row:
    """What came of one match."""

    table: str
    deal: int
    points: list[int]
    ranks: list[int]
    decisions: int
    rounds: int  # turns of the seat that had most
    minutes: float
    choices: float  # moves to choose from, on average
    forced: float  # share of the decisions that left no choice
    third: int  # the seat that led alone after a third of the decisions
    undecided: float  # share of the match after which whoever won led alone for good
    changes: int  # of the lead
    order: list[int]  # seats in the order of their first turn, where turns are taken one by one
    stopped: bool  # it was too long to be played to the end
    still: bool  # it ended in a standstill, as its game calls it
    seconds: float
    taken: dict[str, list[int]] = field(default_factory=dict)  # by component: how often each seat took it
    # How often one could choose it, did, and would by lot; of the seats that are watched.
    offers: dict[str, list[float]] = field(default_factory=dict)
    brings: dict[str, list[float]] = field(default_factory=dict)  # points that it brought each seat
    decides: dict[str, int] = field(default_factory=dict)  # whether another seat would have won without them


class Recorder:
    """Plays the matches of one table."""

    def __init__(self, game: Game, seats: int, options: dict[str, str], data: Data | None, players: list[str]) -> None:
        box = game.box() if data is None else box_of(game, data)
        self.setting = Setting.of(game, seats, options, box)
        self.players = players
        self.components: Catalogue | None = None
        self.watched = frozenset(range(seats))  # whose choices are noted
        self._valued: dict[int, tuple[Changed, Setting]] = {}

    def note_components(self, watched: frozenset[int] | None = None) -> None:
        """Note who takes what, too, and of these seats what they could have taken."""
        self.components = Catalogue(self.setting)
        self.watched = self.watched if watched is None else watched

    def value_components(self) -> None:
        """And what each brings: the same moves once more, with nothing for it."""
        assert self.components is not None
        game, found = self.setting.game, self.components
        for number, named in enumerate(found.all):
            changed = found.valued(named)
            if changed is not None:
                box = box_of(game, changed.data)
                self._valued[number] = changed, Setting(game, box, self.setting.seats, self.setting.options)

    def play(self, table: str, deal: int, seed: bytes) -> Row:
        """One match, from the first deal to the ranks."""
        began = time.perf_counter()
        course = self.course(seed)
        row = course.row(table, deal)
        if self.components is not None:
            self._note(row, course)
        for number, (changed, setting) in self._valued.items():
            self._value(row, course, number, changed, setting)
        row.seconds = round(time.perf_counter() - began, 4)
        return row

    def course(self, seed: bytes) -> Course:
        """A match as it was played."""
        made = Course(self, seed)
        made.play()
        return made

    def _note(self, row: Row, course: Course) -> None:
        """Who took what, and what there was to take."""
        found = self.components
        assert found is not None
        taken = Counter(course.taken)
        taken.update(found.held_at_end(course.state.raw))
        for (number, seat), count in taken.items():
            row.taken.setdefault(".".join(found.all[number]), [0] * course.seats)[seat] += count
        row.offers = {
            ".".join(found.all[i]): [round(each, 4) for each in course.offers[i].tolist()]
            for i in np.flatnonzero(course.offers[:, 0]).tolist()
        }

    def _value(self, row: Row, course: Course, number: int, changed: Changed, setting: Setting) -> None:
        """What a component brought: the same moves with other points for it, as far as they go."""
        found = self.components
        assert found is not None
        name = ".".join(found.all[number])
        if found.group_of[found.all[number][0]].taken and name not in row.taken:
            row.brings[name] = [0.0] * course.seats
            return
        state, step = State.opened(setting, course.seed), 0
        while step < len(course.moves) and not state.over:
            mover, move = course.moves[step]
            if mover not in state.pending or move not in state.legal(mover):
                break
            state.play(move, mover)
            step += 1
        then = course.standing(state)
        lacks = [now - less for now, less in zip(course.trail[step], then, strict=True)]
        row.brings[name] = [round(changed.scale * each, 3) for each in lacks]
        if state.over and course.state.over and changed.scale > 0:
            first = [seat for seat, rank in enumerate(state.ranks) if rank == 1]
            row.decides[name] = int(first != [seat for seat, rank in enumerate(row.ranks) if rank == 1])


class Course:
    """A match while it is played."""

    def __init__(self, recorder: Recorder, seed: bytes) -> None:
        self.setting, self.seed = recorder.setting, seed
        self.seats = self.setting.seats
        self.state = State.opened(self.setting, seed)
        self.bots = [bot_called(name, bot_seed(seed, seat)) for seat, name in enumerate(recorder.players)]
        self.components, self.watched = recorder.components, recorder.watched
        self.moves: list[tuple[int, int]] = []  # seat and move
        self.trail = [self.standing(self.state)]  # everybody's points, before each decision and at the end
        self.counts: list[int] = []  # moves to choose from
        self.seconds = 0.0
        self.turns = [0] * self.seats
        self.order: list[int] = []
        self.taken: list[tuple[int, int]] = []
        self.offers = np.zeros((len(self.components.all) if self.components else 0, 3))
        self._epoch, self._alone, self._busy = -1, False, [0.0] * self.seats

    def standing(self, state: State) -> tuple[int, ...]:
        """Everybody's points as things lie."""
        counted = self.setting.game.standing if not state.over else None
        return tallied(counted or verbs.scores, state.raw, state.setting.box.record, self.seats)

    def play(self) -> None:
        """Play it to its end, or until it is too long."""
        while not self.state.over and len(self.moves) < MOST:
            self._decide()
        self.seconds += max(self._busy)

    def _decide(self) -> None:
        state = self.state
        seat, legal = state.seat, state.legal()
        self._begin_epoch(seat)
        move = chosen(self.bots[seat], state) if len(legal) > 1 else legal[0]
        self.counts.append(len(legal))
        self._busy[seat] += FORCED if len(legal) == 1 else FREE + DOUBLING * math.log2(len(legal))
        if self.components is not None:
            self._offer(seat, legal, move)
        self.moves.append((seat, move))
        state.play(move)
        self.trail.append(self.standing(state))

    def _begin_epoch(self, seat: int) -> None:
        """Within an epoch all decide at the same time; whoever takes longest is waited for."""
        epoch = int(self.state.raw["epoch"])
        if epoch != self._epoch:
            self.seconds += max(self._busy)
            self._epoch, self._busy, self._alone = epoch, [0.0] * self.seats, len(self.state.pending) == 1
        if not self._busy[seat] and (not self.moves or self.moves[-1][0] != seat or not self._alone):
            self.turns[seat] += 1
        if self._alone and seat not in self.order:
            self.order.append(seat)

    def _offer(self, seat: int, legal: list[int], move: int) -> None:
        """Note what could be taken, where there was something to choose, and what was."""
        assert self.components is not None
        found = self.components.by_move[legal]
        own = self.components.by_move[move]
        for column in range(found.shape[1]):
            if own[column] < 0:
                continue
            self.taken.append((int(own[column]), seat))
            offered = np.unique(found[:, column])
            offered = offered[offered >= 0]
            if len(offered) > 1 and seat in self.watched:
                self.offers[offered, 0] += 1
                self.offers[own[column], 1] += 1
                self.offers[offered, 2] += 1 / len(offered)

    def row(self, table: str, deal: int) -> Row:
        """What is kept of it."""
        points = self.trail[-1]
        ranks = list(self.state.ranks) or [1 + sum(other > own for other in points) for own in points]
        leads = [leader(each) for each in self.trail]
        n = max(1, len(self.moves))
        return Row(
            table=table,
            deal=deal,
            points=list(points),
            ranks=ranks,
            decisions=len(self.moves),
            rounds=max(self.turns),
            minutes=round(self.seconds / 60, 2),
            choices=round(sum(self.counts) / n, 3),
            forced=round(sum(count == 1 for count in self.counts) / n, 4),
            third=leads[len(self.moves) // THIRD],
            undecided=round(undecided(leads, ranks), 4),
            changes=changes(leads),
            order=self.order if len(self.order) == self.seats else [],
            stopped=not self.state.over,
            still=self._is_still(),
            seconds=0.0,
        )

    def _is_still(self) -> bool:
        """Whether it came to what its game calls a standstill."""
        said = self.components.declared.standstill if self.components else None
        if said is None:
            return False
        state = reader(self.setting.game.state)(self.state.raw)
        return bool(getattr(state, said[0]) >= figure_at(self.setting.box.data, said[1]))


def leader(points: tuple[int, ...]) -> int:
    """The seat that is alone in front."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 and len(points) > 1 else NOBODY


def undecided(leads: list[int], ranks: list[int]) -> float:
    """The share of a match after which whoever won led alone for good; all of it where nobody did."""
    if ranks.count(1) != 1 or len(leads) < 2:
        return 1.0
    first = ranks.index(1)
    since = len(leads)
    while since > 0 and leads[since - 1] == first:
        since -= 1
    return min(1.0, since / (len(leads) - 1))


def changes(leads: list[int]) -> int:
    """How often another seat than the last one led alone."""
    alone = [each for each in leads if each != NOBODY]
    return sum(one != other for one, other in pairwise(alone))
