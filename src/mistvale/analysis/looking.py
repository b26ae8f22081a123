"""The analysis of a match: all of its decisions, the value over time, turning points, luck and skill."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..bots.levels import cores, give_way
from ..core.errors import BadTable
from ..core.match import Match
from . import luck, marks, valuing
from .decisions import FULL, Decision, Moment, Pass, look, moments
from .valuing import Worth, Worths, result

FORMAT = "mistvale-analysis"
FORMAT_VERSION = 1
STARTS = 512  # worlds in which the start is valued
MOST_TURNS = 6  # turning points that are told
MOST_NAMED = 3  # dearest mistakes and best moves of a seat that are told
TURN = 0.25  # by how much the value has to change to turn a match, in spreads

Progress = Callable[["Analysis"], None]


@dataclass(frozen=True)
class Turn:
    """A turning point: the step after which a seat's value was another one, and why."""

    step: int
    seat: int
    why: str  # choice: the seat's own move; chance: what became known, and what rivals did
    change: Worth


@dataclass(frozen=True)
class Place:
    """A place on a seat's curve: what it could expect before that step, as far as it knew."""

    step: int
    worth: Worth


@dataclass(frozen=True)
class Analysis:
    """What was found out about a match."""

    match: Match
    how: Pass
    start: Worths  # when the table was set up, for somebody who looked on
    spread: float  # of points ahead at the end of matches that begin like this one
    decisions: tuple[Decision, ...]  # those that were looked at, in their order
    total: int  # how many there are to look at

    @property
    def is_whole(self) -> bool:
        return len(self.decisions) == self.total

    @cached_property
    def thresholds(self) -> dict[str, float]:
        return marks.thresholds(self.spread)

    @cached_property
    def result(self) -> Worths | None:
        """What came of it; nothing where it was cut short."""
        return result(self.match) if self.match.over else None

    @cached_property
    def shares(self) -> list[luck.Shares]:
        """Luck and skill of each seat, once all is looked at."""
        return luck.shares(self.decisions, self.start, self.result) if self.is_whole and self.result else []

    def curve(self, seat: int) -> list[Place]:
        """What a seat could expect over time, if it chose as the yardstick does: at each of its decisions."""
        places = [Place(self.match.base, self.start[seat])]
        for each in self.decisions:
            if each.seat == seat:
                places.append(Place(each.step - 1, each.after[seat] - each.choice[seat]))
        if self.result is not None and self.is_whole:
            places.append(Place(self.match.steps, self.result[seat]))
        return places

    def mistakes(self, seat: int) -> list[Decision]:
        """A seat's dearest mistakes, the dearest first."""
        lost = [each for each in self.decisions if each.seat == seat and each.mark in marks.LOSSES]
        return sorted(lost, key=lambda each: -each.lost.lead.mean)[:MOST_NAMED]

    def finds(self, seat: int) -> list[Decision]:
        """A seat's best moves that were not the obvious ones, the best first."""
        found = [each for each in self.decisions if each.seat == seat and each.mark == marks.FIND]
        return sorted(found, key=lambda each: -each.found.lead.mean)[:MOST_NAMED]

    @cached_property
    def turns(self) -> list[Turn]:
        """Where the match turned, the greatest turn first: at most one for each step."""
        found: dict[int, Turn] = {}
        for each in sorted(self._turns(), key=lambda turn: -abs(turn.change.lead.mean)):
            found.setdefault(each.step, each)
        return [*found.values()][:MOST_TURNS]

    def _turns(self) -> Iterator[Turn]:
        for seat in range(self.match.seats):
            own = [each for each in self.decisions if each.seat == seat]
            for each in own:
                yield from self._turned(Turn(each.step, seat, "choice", each.choice[seat]))
            places = self.curve(seat)[2:]
            for each, after in zip(own, places, strict=False):
                change = after.worth - each.after[seat]
                yield from self._turned(Turn(after.step, seat, "chance", change))

    def _turned(self, turn: Turn) -> Iterator[Turn]:
        lead = turn.change.lead
        if max(lead.low, -lead.high) > TURN * self.spread:
            yield turn

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, for JSON."""
        match = self.match
        return {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "game": match.game.name,
            "rules": match.game.version,
            "record": match.digest(),
            "level": self.how.level,
            "worlds": self.how.worlds,
            "names": [name or "" for name in match.names],
            "seats": match.seats,
            "steps": match.steps,
            "total": self.total,
            "spread": round(self.spread, valuing.DIGITS),
            "thresholds": {mark: round(points, valuing.DIGITS) for mark, points in self.thresholds.items()},
            "decisions": [_told(each) for each in self.decisions],
            "curves": [
                [{"step": place.step} | place.worth.plain() for place in self.curve(seat)]
                for seat in range(match.seats)
            ],
            "turns": [
                {"step": turn.step, "seat": turn.seat, "why": turn.why} | turn.change.plain() for turn in self.turns
            ],
            "shares": [
                {name: getattr(each, name).plain() for name in ("start", "chance", "own", "rivals", "result")}
                for each in self.shares
            ],
        }


def _told(decision: Decision) -> dict[str, Any]:
    return {
        "number": decision.number,
        "step": decision.step,
        "seat": decision.seat,
        "choices": decision.choices,
        "played": decision.played,
        "best": decision.best,
        "obvious": decision.obvious,
        "worlds": decision.worlds,
        "after": decision.after[decision.seat].plain(),
        "lost": decision.lost.plain(),
        "found": decision.found.plain(),
        "mark": decision.mark,
        "closer": decision.closer is not None,
    }


def check(match: Match) -> None:
    """Refuse to look back at a match that is not over: it would tell those who play it what to do."""
    if not match.over and match.ending is None:
        raise BadTable("analysis-unfinished")


def analyse(
    match: Match,
    how: Pass = FULL,
    seed: int = 0,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
    threads: int | None = None,
) -> Analysis:
    """Look back at a finished match, on all cores at low priority; what there is so far once `stop` is set.

    It depends on the match, the pass and the seed alone. `progress` is called with what there is after each decision.
    """
    check(match)
    todo = list(moments(match))
    start = valuing.of_start(match, seed)
    start.look(STARTS)
    found = Analysis(match, how, start.value(0), max(1.0, start.spread(0)), (), len(todo))
    for decision in _looked(todo, how, found.spread, seed, stop, threads or cores()):
        decisions = sorted([*found.decisions, decision], key=lambda each: each.number)
        found = replace(found, decisions=tuple(decisions))
        if progress is not None:
            progress(found)
    return found


def _looked(
    todo: Sequence[Moment], how: Pass, spread: float, seed: int, stop: threading.Event | None, threads: int
) -> Iterator[Decision]:
    """The decisions as they are found out about, on so many threads."""
    halt = stop or threading.Event()
    with ThreadPoolExecutor(threads, "mistvale-analysis", give_way) as pool:
        try:
            for done in as_completed([pool.submit(look, each, how, spread, seed, halt) for each in todo]):
                decision = done.result()
                if decision is not None:
                    yield decision
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
