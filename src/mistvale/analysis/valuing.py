"""What moves are worth from a seat's knowledge: means over worlds dealt anew, with how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..core.box import Box
from ..core.game import Game
from ..core.match import Match, Seat
from ..core.rule import SPECTATOR, copied
from .rollouts import INSTINCT, LEAD, NOTED, WIN, Buffers

SURE = 1.96  # standard errors on each side of a mean: an interval of 95 %
PRIOR = 2  # worlds won and lost that are added to those seen, to tell how sure a chance of winning is
DIGITS = 3


@dataclass(frozen=True)
class Estimate:
    """A mean, and its standard error."""

    mean: float
    error: float = 0.0

    @property
    def low(self) -> float:
        return self.mean - SURE * self.error

    @property
    def high(self) -> float:
        return self.mean + SURE * self.error

    def covers(self, value: float) -> bool:
        """Whether it may as well be this."""
        return self.low <= value <= self.high

    def __add__(self, other: Estimate) -> Estimate:
        """The sum of two that know nothing of each other."""
        return Estimate(self.mean + other.mean, math.hypot(self.error, other.error))

    def __sub__(self, other: Estimate) -> Estimate:
        return Estimate(self.mean - other.mean, math.hypot(self.error, other.error))

    def plain(self) -> list[float]:
        return [round(self.mean, DIGITS), round(self.error, DIGITS)]


NONE = Estimate(0.0)


def total(estimates: list[Estimate]) -> Estimate:
    """The sum of estimates that know nothing of each other."""
    return sum(estimates, NONE)


@dataclass(frozen=True)
class Worth:
    """What something is worth to one seat: in points ahead of the best rival (alone: points), and in chance to win."""

    lead: Estimate = NONE
    win: Estimate = NONE

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.lead + other.lead, self.win + other.win)

    def __sub__(self, other: Worth) -> Worth:
        return Worth(self.lead - other.lead, self.win - other.win)

    def plain(self) -> dict[str, list[float]]:
        return {"lead": self.lead.plain(), "win": self.win.plain()}


NOWT = Worth()
Worths = tuple[Worth, ...]  # by seat


class Valuer:
    """Rollouts of a few arms from what one viewer knows, as many as are asked for."""

    def __init__(self, game: Game, box: Box, world: Any, viewer: int, seats: int, arms: list[int], seed: int) -> None:
        """`world` agrees with what the viewer knows; the worlds that are dealt from it depend on `seed` alone."""
        self._box, self._viewer, self._seats = box.record, viewer, seats
        self._arms = np.array(arms, np.int64)
        self._room = Buffers(game)
        self._room.states[0] = world
        self._room.scratch["seed"] = [0, seed & 0xFFFFFFFF, seed >> 32, 0]
        self._ends = np.zeros((0, len(arms), seats, NOTED))

    @property
    def worlds(self) -> int:
        """How many worlds were looked at."""
        return len(self._ends)

    def look(self, worlds: int) -> None:
        """Look at so many more worlds."""
        ends = self._room.run(self._box, self._viewer, self._arms, worlds)[:, :, : self._seats]
        self._ends = np.concatenate([self._ends, ends])

    def value(self, arm: int) -> Worths:
        """What an arm is worth to each seat. That a few worlds agree on who wins does not make it certain."""
        count = self.worlds + 2 * PRIOR
        return tuple(
            replace(worth, win=Estimate(worth.win.mean, math.sqrt(share * (1 - share) / count)))
            for worth in worths(self._ends[:, arm])
            for share in [(worth.win.mean * self.worlds + PRIOR) / count]
        )

    def difference(self, arm: int, other: int) -> Worths:
        """What an arm is worth more than another, in the same worlds."""
        return worths(self._ends[:, arm] - self._ends[:, other])

    def spread(self, arm: int) -> float:
        """The standard deviation of points ahead, over all seats."""
        return float(np.sqrt(self._ends[:, arm, :, LEAD].var(axis=0).mean()))


def worths(ends: Any) -> Worths:
    """The means of ends by world, seat and what is noted, with their errors."""
    means = ends.mean(axis=0)
    errors = ends.std(axis=0, ddof=1) / math.sqrt(len(ends)) if len(ends) > 1 else np.full_like(means, np.inf)
    return tuple(
        Worth(
            Estimate(float(mean[LEAD]), float(error[LEAD])),
            Estimate(float(mean[WIN]), float(error[WIN])),
        )
        for mean, error in zip(means, errors, strict=True)
    )


def result(match: Match) -> Worths:
    """What a finished match came to, for each seat; that is certain."""
    winners = match.ranks.count(1)
    leads = [
        points - max((rival for other, rival in enumerate(match.scores) if other != seat), default=0)
        for seat, points in enumerate(match.scores)
    ]
    wins = [(rank == 1) / winners for rank in match.ranks]
    return tuple(Worth(Estimate(lead), Estimate(win)) for lead, win in zip(leads, wins, strict=True))


def of_seat(seat: Seat, arms: list[int], seed: int) -> Valuer:
    """From what a seat knows, which never sees the true state."""
    return Valuer(seat.game, seat.box, seat.world(seed), seat.number, seat.seats, arms, seed)


def of_start(match: Match, seed: int) -> Valuer:
    """From what somebody knew who looked on when the table was set up; all choose by instinct."""
    world = copied(match.step(match.base).state)
    return Valuer(match.game, match.box, world, SPECTATOR, match.seats, [INSTINCT], seed)
