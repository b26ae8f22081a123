"""One decision of a match: what the yardstick would have done from that seat's knowledge alone, and what that is worth.

The yardstick chooses by one search; the moves are valued by rollouts in worlds of another seed, all in the same ones.
If the samples that chose were to value, too, every move would look like a mistake.

Rollouts go by instinct, which makes little of a good position and so may hold a dear move to be cheap. Where the
yardstick says that a move cost as much as a mistake does and rollouts do not, bots that search play on in worlds of
their own, and they decide about the mark (`closer`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..bots import levels
from ..bots.levels import LIKELY, SURE, Level, Thought
from ..core.match import Match, Seat
from ..core.moves import Move
from ..core.playing_on import started
from ..core.record import own_steps
from . import marks, playing, valuing
from .rollouts import INSTINCT
from .valuing import NOWT, Worth, Worths

OBVIOUS = "adept"  # the level that finds what is obvious
PLAYED, OTHER, LAST = 0, 1, -1  # arms: the move that was made, the yardstick's or the obvious one, and instinct
FEWER = 2  # where there is nothing to compare, such a part of the worlds is enough
DECIDED = 2**40  # seeds of rollouts stand apart from those of searches


@dataclass(frozen=True)
class Pass:
    """How closely a match is looked at: who is the yardstick, in how many worlds moves are valued, and at most."""

    level: str
    worlds: int
    most: int
    closer: int = 0  # moves by which bots play on where rollouts and the yardstick differ, about


QUICK = Pass("expert", 32, 64)
FULL = Pass("grandmaster", 128, 768, 6000)
PASSES = {"quick": QUICK, "full": FULL}


@dataclass(frozen=True)
class Moment:
    """A decision that was made: the move, the step that it led to, and the match as it was before."""

    number: int
    step: int
    past: Match
    who: int
    move: Move

    @property
    def seat(self) -> Seat:
        """The seat that decided, with what it knew then."""
        return self.past.seat(self.who)


def moments(match: Match) -> Iterator[Moment]:
    """All decisions of a match in which there was something to choose, in their order."""
    past = started(match)
    number = 0
    for taken in own_steps(match):
        if taken.move is None:
            continue
        if len(past.legal(taken.seat)) > 1:
            yield Moment(number, past.steps + 1, past.copy(), taken.seat, taken.move)
            number += 1
        past.play(taken.seat, taken.move)


@dataclass(frozen=True)
class Decision:
    """What was found out about a decision. All worths are from the knowledge of the seat that decided."""

    number: int
    step: int  # the step that the move led to
    seat: int
    choices: int
    played: str
    best: str  # what the yardstick would have done: the move that was played where it holds that to be as good
    obvious: str  # where the best was played: what one would take at a quick look
    worlds: int
    after: Worths  # by seat, once the move is made
    choice: Worths  # the move that was made less that of the yardstick
    mended: Worth  # alone: the yardstick's move less what instinct would have done
    found: Worth  # for the seat: the move that was made less the obvious one
    mark: str = ""
    closer: Worth | None = None  # where rollouts and the yardstick differed: what bots that played on would have gained

    @property
    def lost(self) -> Worth:
        """What the seat would have gained by the yardstick's move."""
        return self.closer or NOWT - self.choice[self.seat]

    @property
    def is_best(self) -> bool:
        return self.played == self.best


def look(moment: Moment, how: Pass, spread: float, seed: int, stop: threading.Event | None = None) -> Decision | None:
    """Find out about a decision; nothing once `stop` is set."""
    seat, own = moment.seat, seed + 2 * moment.number
    held = yardstick(seat, levels.level(how.level), own, moment.move, stop)
    best = obvious = held.move
    if best == moment.move:
        obvious = yardstick(seat, levels.level(OBVIOUS), own + 1, moment.move, stop).move
    if stop is not None and stop.is_set():
        return None
    other = best if best != moment.move else obvious
    arms = [moment.move.number, *([other.number] if other != moment.move else [])]
    is_alone = seat.seats == 1
    valuer = valuing.of_seat(seat, [*arms, INSTINCT] if is_alone else arms, DECIDED + own)
    valuer.look(how.worlds if len(arms) > 1 else how.worlds // FEWER)
    while len(arms) > 1 and valuer.worlds < how.most and _is_open(valuer, seat.number, best != moment.move, spread):
        if stop is not None and stop.is_set():
            return None
        valuer.look(valuer.worlds)
    decision = _decided(moment, valuer, best, obvious, spread)
    if how.closer and held.lost > marks.LOSSES[marks.MISTAKE] * spread and decision.mark not in marks.DEAR:
        return _closer(moment, decision, best, how, spread, DECIDED + own, stop)
    return decision


def _closer(
    moment: Moment, decision: Decision, best: Move, how: Pass, spread: float, seed: int, stop: threading.Event | None
) -> Decision | None:
    """The decision with the mark that it gets when bots play on from both moves; nothing once `stop` is set."""
    worth = playing.difference(moment.seat, best, moment.move, spread, how.closer, seed, stop)
    if worth is None:
        return None
    return replace(decision, closer=worth, mark=marks.mark_of(worth.lead, valuing.NONE, spread))


def _is_open(valuer: valuing.Valuer, seat: int, is_loss: bool, spread: float) -> bool:
    """Whether more worlds could decide about a mark."""
    if is_loss:
        return marks.is_open(valuer.difference(OTHER, PLAYED)[seat].lead, valuing.NONE, spread)
    return marks.is_open(valuing.NONE, valuer.difference(PLAYED, OTHER)[seat].lead, spread)


def _decided(moment: Moment, valuer: valuing.Valuer, best: Move, obvious: Move, spread: float) -> Decision:
    """What rollouts say of the move, and of another one where there is one that matters."""
    seat, missed = moment.seat.number, best != moment.move
    choice = valuer.difference(PLAYED, OTHER) if missed else (NOWT,) * moment.seat.seats
    found = valuer.difference(PLAYED, OTHER)[seat] if not missed and obvious != moment.move else NOWT
    mended = valuer.difference(OTHER if missed else PLAYED, LAST)[seat] if moment.seat.seats == 1 else NOWT
    return Decision(
        number=moment.number,
        step=moment.step,
        seat=seat,
        choices=len(moment.seat.legal),
        played=str(moment.move),
        best=str(best),
        obvious=str(obvious) if not missed else "",
        worlds=valuer.worlds,
        after=valuer.value(PLAYED),
        choice=choice,
        mended=mended,
        found=found,
        mark=marks.mark_of((NOWT - choice[seat]).lead, found.lead, spread),
    )


class Held(NamedTuple):
    """What the yardstick holds of a decision: the move it would make, and what the one that was played costs."""

    move: Move
    lost: float


def yardstick(seat: Seat, level: Level, seed: int, played: Move, stop: threading.Event | None = None) -> Held:
    """What a level would do; the move that was played, where it can't tell that from its own choice."""
    thoughts, mixes = levels.search(seat, level, seed, stop)
    best = _drawable(thoughts) if mixes else levels.favourite(thoughts)
    own = next(thought for thought in thoughts if thought.move == played)
    likely = own.visits > 0 and (not mixes or own.share * LIKELY >= max(each.share for each in thoughts))
    if likely and own.worth + SURE * (own.error + best.error) >= best.worth:
        return Held(played, 0.0)
    return Held(best.move, best.worth - own.worth)


def _drawable(thoughts: list[Thought]) -> Thought:
    """Of the moves that a level draws from, the one that is worth most."""
    least = max(thought.share for thought in thoughts) / LIKELY
    return max((thought for thought in thoughts if thought.share >= least), key=lambda thought: thought.worth)
