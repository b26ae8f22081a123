"""The lab, measured: batches over bare playouts, light states over matches, and Connect Four over PettingZoo's own.

All are ratios within one run, on one core, by the time of this thread on a processor; medians of three.
"""

from __future__ import annotations

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import mistvale as mv
from bench.games import Player
from mistvale import lab

GOAL_BATCH, GOAL_STATE, GOAL_AEC = 0.3, 20.0, 10.0
THEN = 13_000  # moves a second of `Match` on the day when that goal was set
N, TIMES = 1024, 3
FOURS = Path(__file__).parents[1] / "examples" / "connect_four"


class Pair(NamedTuple):
    """Two speeds, in moves a second."""

    own: float
    other: float

    @property
    def ratio(self) -> float:
        return self.own / self.other


def speed(work: Callable[[], int]) -> float:
    """Moves a second of something that says how many it has made."""
    start = time.thread_time()
    moves = work()
    return moves / (time.thread_time() - start)


def paired(own: Callable[[], int], other: Callable[[], int]) -> Pair:
    """Both in turn, three times; the pair in the middle."""
    pairs = [Pair(speed(own), speed(other)) for _ in range(TIMES)]
    middle = statistics.median(pair.ratio for pair in pairs)
    return next(pair for pair in pairs if pair.ratio == middle)


# ---------------------------------------------------------------- batches


def stepping(name: str, seats: int, steps: int, check: bool) -> Callable[[], int]:
    """Random legal moves through `Batch.step`, with the mask and the observation of the seat that is asked."""
    batch = lab.Batch(name, N, seats, None, seed=1, threads=1, check=check)
    moves = batch.random_moves()

    def step() -> int:
        for _ in range(steps):
            batch.random_moves(moves)
            batch.step(moves)
        return steps * N

    return step


def batches(quick: bool, step: Callable[[], None]) -> dict[tuple[str, bool], tuple[int, Pair]]:
    """For each game, with and without `check`: its seats, and a batch over bare playouts."""
    steps, matches = (40, 100) if quick else (150, 400)
    found = {}
    for name in mv.games():
        bare = Player(name)
        bare.speed(1)

        def playouts(bare: Player = bare) -> int:
            return bare.moves(matches)

        for check in (True, False):
            own = stepping(name, bare.seats, steps, check)
            own()
            found[name, check] = bare.seats, paired(own, playouts)
        step()
    return found


# ---------------------------------------------------------------- single states


def playing_state(name: str, least: int) -> Callable[[], int]:
    """Random matches on `lab.State`, by numbers."""

    def play() -> int:
        dice, made, setting = random.Random(1), 0, lab.Setting.of(name)
        while made < least:
            state = lab.State.opened(setting, made)
            while not state.over and made < least:
                legal = state.legal()
                state.play(legal[int(dice.random() * len(legal))])
                made += 1
        return made

    return play


def playing_match(name: str, least: int) -> Callable[[], int]:
    """The same on `Match`."""

    def play() -> int:
        dice, made, seats = random.Random(1), 0, lab.Setting.of(name).seats
        while made < least:
            match = mv.open_match(name, seats, made)
            while not match.over and made < least:
                seat = match.pending[0]
                legal = match.legal(seat)
                match.play(seat, legal[int(dice.random() * len(legal))])
                made += 1
        return made

    return play


def states(quick: bool, step: Callable[[], None]) -> dict[str, Pair]:
    """For each game: a light state over a match."""
    light, heavy = (20_000, 1_000) if quick else (100_000, 4_000)
    found = {}
    for name in mv.games():
        own, other = playing_state(name, light), playing_match(name, heavy)
        playing_state(name, 100)()
        playing_match(name, 100)()
        found[name] = paired(own, other)
        step()
    return found


# ---------------------------------------------------------------- AEC against AEC


def playing_env(env: Any, matches: int) -> Callable[[], int]:
    """Random matches through `agent_iter`, `last` and `step`, as PettingZoo's pages show it."""

    def play() -> int:
        dice, made = random.Random(1), 0
        for number in range(matches):
            env.reset(seed=number)
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(dice.random() * len(legal))]))
                made += 1
        return made

    return play


def fours(quick: bool, step: Callable[[], None]) -> Pair | None:
    """The tutorial's Connect Four over PettingZoo's; None where that is not installed (`pettingzoo[classic]`)."""
    try:
        theirs = importlib.import_module("pettingzoo.classic.connect_four_v3").env()
    except ImportError:
        return None
    sys.path.insert(0, str(FOURS))
    ours = lab.env(importlib.import_module("connect_four").GAME)
    playing_env(ours, 2)()
    matches = 20 if quick else 100
    found = paired(playing_env(ours, 5 * matches), playing_env(theirs, matches))
    step()
    return found
