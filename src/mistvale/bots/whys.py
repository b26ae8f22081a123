"""Why a move: what comes of it when play goes on in worlds that agree with what its seat knows.

Each move that is looked at is tried in the same worlds: the seat finishes its turn, the others answer, and it has its
next turn, all as a quick level plays. What differs is told as facts: points at once, what is prepared, what the next
turn brings, what a rival gets less; where none of that is worth a word, with what the turn goes on. A fact is a code
and values; it becomes a sentence when it is known who reads it.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from ..core import verbs
from ..core.knowledge import tallied
from ..core.match import Match, Seat
from ..core.moves import Move
from ..core.text import words

ROOM = "mistvale"
WORLDS = 8
LONG = 60  # clicks that are played on in a world, at most
LEAST = 0.75  # points that are worth a word
SURE = 2.0  # standard errors that a difference must have to be told
OFTEN = 0.5  # the share of worlds in which a next turn must be the same to be named

Choose = Callable[[Seat], Move]


@dataclass(frozen=True)
class Fact:
    """One reason for a move, or against it; `step` is one of an imagined match that it tells of."""

    code: str
    points: float = 0.0
    seat: int | None = None
    step: tuple[Match, int] | None = None

    def tell(self, match: Match, viewer: int, lang: str, *, own: bool = True) -> str:
        """The sentence, for somebody at the match who sees through the eyes of a seat.

        Where that is not the listener's `own` seat, its next turn is told by its name: `why.<code>.of`.
        """
        said, view = words(lang, ROOM), match.view_at(match.steps, viewer, lang)
        told: dict[str, Any] = {"points": abs(self.points), "who": view.name(viewer)}
        if self.seat is not None:
            told["name"] = view.name(self.seat)
        if self.step is not None:
            world, number = self.step
            told["line"] = world.tell(viewer, number, lang).rstrip(".")
        of = f"why.{self.code}.of"
        return said(of if of in said and not own else f"why.{self.code}", **told)


@dataclass
class Course:
    """What came of a move in one world."""

    now: int = 0  # points that its turn brought
    promise: int = 0  # what it is worth beside them, by the game's own judgement of positions
    rivals: Mapping[int, int] = field(default_factory=dict)  # what each other seat got until the next turn
    later: int = 0  # points that the next turn brought
    step: tuple[Match, int] | None = None  # what brought most of them
    named: str = ""  # that move's notation
    then: tuple[Match, int] | None = None  # with what its turn went on
    then_named: str = ""  # that move's notation
    ended: bool = False  # whether the match was over by then


def standing(match: Match) -> tuple[int, ...]:
    """Everybody's points as things lie: what is only counted later is in it where the game can tell."""
    return tallied(match.game.standing or verbs.scores, match.raw, match.box.record, match.seats)


def promise(match: Match, seat: int) -> int:
    """What a seat's position is worth beside its points, where the game has a judgement of its own."""
    value, scores = (tallied(verb, match.raw, match.box.record, match.seats) for verb in (verbs.value, verbs.scores))
    return value[seat] - scores[seat]


def whys(
    seat: Seat, moves: Sequence[Move], choose: Choose, seed: int, stop: threading.Event | None = None
) -> list[list[Fact]]:
    """The facts about each of the moves, as far as time allows."""
    courses: list[list[Course]] = [[] for _ in moves]
    for world in range(WORLDS):
        for move, found in zip(moves, courses, strict=True):
            if stop is not None and stop.is_set():
                break
            found.append(course(seat, move, choose, seed * WORLDS + world))
    whole = min(len(found) for found in courses)
    return [facts([found[:whole] for found in courses], number) for number in range(len(moves))] if whole > 1 else []


# ---------------------------------------------------------------- playing on


def course(seat: Seat, move: Move, choose: Choose, seed: int) -> Course:
    """Play a move in one world, and on until the seat has had another turn."""
    world, me = seat.sample(seed), seat.number
    before, promised = standing(world), promise(world, me)
    epoch = int(world.raw["epoch"])
    world.play(me, move)
    found = Course()
    _finish(world, me, choose, epoch, found)
    after, promising = standing(world), promise(world, me)
    for _ in range(LONG):
        if world.over or me in world.pending:
            break
        other = world.pending[0]
        world.play(other, choose(world.seat(other)))
    answered = standing(world)
    found.now, found.promise = after[me] - before[me], promising - promised
    found.rivals = {other: answered[other] - after[other] for other in range(world.seats) if other != me}
    if me in world.pending:
        _next(world, me, choose, int(world.raw["epoch"]), found)
        found.later = standing(world)[me] - answered[me]
    found.ended = world.over
    return found


def _finish(world: Match, me: int, choose: Choose, epoch: int, found: Course) -> None:
    """Let a seat go on until its turn is over; with what it does so first is written down in `found`."""
    for move in _moves(world, me, choose, epoch):
        if found.then is None:
            found.then, found.then_named = (world, _latest(world, me)), str(move)


def _next(world: Match, me: int, choose: Choose, epoch: int, found: Course) -> None:
    """Let a seat have its next turn; what brings most is written down in `found`."""
    most, before = 0, standing(world)[me]
    for move in _moves(world, me, choose, epoch):
        now = standing(world)[me]
        if now - before > most:
            most = now - before
            found.step, found.named = (world, _latest(world, me)), str(move)
        before = now


def _moves(world: Match, me: int, choose: Choose, epoch: int) -> Iterator[Move]:
    """The moves that a seat chooses until its turn is over, each once it is made."""
    for _ in range(LONG):
        if world.over or me not in world.pending or int(world.raw["epoch"]) != epoch:
            return
        move = choose(world.seat(me))
        world.play(me, move)
        yield move


def _latest(world: Match, me: int) -> int:
    """The step of a seat's latest move."""
    return next(number for number in range(world.steps, 0, -1) if world.step(number).seat == me)


# ---------------------------------------------------------------- what is worth a word


def facts(courses: Sequence[Sequence[Course]], number: int) -> list[Fact]:
    """The facts about one of several moves that were tried in the same worlds."""
    own = courses[number]
    others = [found for i, found in enumerate(courses) if i != number]
    made = []
    now = fmean(each.now for each in own)
    if abs(now) >= LEAST:
        same = len({each.now for each in own}) == 1
        made.append(Fact("now" if now > 0 and same else "now-about" if now > 0 else "costs", round(now, 1)))
    promise = fmean(each.promise for each in own)
    if promise >= LEAST and not any(each.now for each in own):
        made.append(Fact("prepares", round(promise, 1)))
    made += _next_turn(own)
    for rival in own[0].rivals:
        less = [fmean(found[i].rivals[rival] for found in others) - each.rivals[rival] for i, each in enumerate(own)]
        if others and is_told(less):
            made.append(Fact("denies" if fmean(less) > 0 else "leaves", round(fmean(less), 1), rival))
    if not made and abs(fmean(each.later for each in own)) < LEAST and not any(each.ended for each in own):
        # Whoever is only told that it is better asks what for: not for points that these worlds have seen.
        made = [*_same_turn(own), Fact("later")]
    return made


def _same_turn(own: Sequence[Course]) -> list[Fact]:
    """With what the turn goes on, where it is mostly the same and something is said of it."""
    going_on = Counter(each.then_named for each in own if each.then)
    if not going_on:
        return []
    named, times = going_on.most_common(1)[0]
    likely = next(each.then for each in own if each.then_named == named)
    if times < OFTEN * len(own) or likely is None:
        return []
    world, number = likely
    return [Fact("then-by", step=likely)] if world.tell(world.step(number).seat, number) else []


def _next_turn(own: Sequence[Course]) -> list[Fact]:
    """What the next turn brings, and by which move, where it is mostly the same one."""
    later = fmean(each.later for each in own)
    if later < LEAST:
        return []
    named, times = Counter(each.named for each in own if each.step).most_common(1)[0]
    if times < OFTEN * len(own):
        return [Fact("next", round(later, 1))]
    likely = [each for each in own if each.named == named]
    return [Fact("next-by", round(fmean(each.later for each in likely), 1), step=likely[0].step)]


def is_told(values: Sequence[float]) -> bool:
    """Whether a mean is large enough to matter, and larger than chance alone would make it."""
    mean = abs(fmean(values))
    return mean >= LEAST and mean >= SURE * stdev(values) / math.sqrt(len(values))


def compared(gap: float, error: float, is_best: bool) -> Fact:
    """How a move stands to the best other one: so far ahead of it, give or take so much."""
    if abs(gap) < max(SURE * error, LEAST / 2):
        return Fact("close" if is_best else "close-best", round(gap, 1))
    return Fact("better" if is_best else "worse", round(gap, 1))
