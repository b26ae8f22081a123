"""The search of every installed game: simulations against raw playouts, and what a second core brings."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import numpy as np

import mistvale as mv
from mistvale.bots import levels
from mistvale.bots.levels import LEVELS
from mistvale.bots.playout import playout
from mistvale.bots.search import think
from mistvale.bots.tree import Tree
from mistvale.core.game import MOST_SEATS
from mistvale.core.rule import blank, rule

GOAL_PLAYOUTS = 0.5
GOAL_CORES = 1.7
SHARED = 3  # positions that are searched on two cores and on one


@rule
def raw_playouts(states, box, moves, dice, matches):  # type: ignore[no-untyped-def]
    """Random play from states[0] to the end, so many times; the moves made."""
    count = 0
    for _ in range(matches):
        states[1] = states[0]
        count += playout(states[1], box, moves, dice)
    return count


class Thinker:
    """Positions of one game, spread over a match at random, each as its seat to decide knows it."""

    def __init__(self, name: str, positions: int, simulations: int) -> None:
        self.game = mv.game(name)
        self.simulations = simulations
        self.how = LEVELS[-1].manner.record()
        self.box = self.game.box().record
        self.seats = self._spread(positions)
        self.positions = [(seat.world(1), seat.number) for seat in self.seats]

    def _spread(self, positions: int) -> list[mv.Seat]:
        match, dice = mv.open_match(self.game.name, seats=self.game.seats[-1], seed=1), random.Random(1)
        passed = []
        while not match.over:
            seat = match.pending[0]
            passed.append(match.copy().seat(seat))
            match.play(seat, dice.choice(match.legal(seat)))
        return [passed[i * len(passed) // positions] for i in range(positions)]

    def simulate(self, position: int) -> float:
        """Seconds of this thread for the simulations from a position, with the tree that they need."""
        world, seat = self.positions[position]
        states = blank(self.game.state, 2)
        states[0] = world
        start = time.thread_time()
        tree = Tree(self.game, self.simulations)
        tree.plant(1, 0)
        think(states, self.box, self.how, tree.mind, tree.table, seat, self.simulations)
        return time.thread_time() - start

    def play_raw(self, position: int) -> float:
        """Seconds of this thread for as many raw playouts from there."""
        states = blank(self.game.state, 2)
        states[0] = self.positions[position][0]
        moves = np.zeros(max(self.game.moves.size, MOST_SEATS), np.int32)
        start = time.thread_time()
        raw_playouts(states, self.box, moves, np.zeros(1, np.uint64), self.simulations)
        return time.thread_time() - start

    @staticmethod
    def together(threads: int, seats: list[mv.Seat]) -> float:
        """Wall seconds for the top level to search some positions, with so many threads for its trees."""
        with ThreadPoolExecutor(threads) as pool, patch.object(levels, "workers", lambda: pool):
            start = time.perf_counter()
            for seat in seats:
                levels.search(seat, LEVELS[-1], 1)
            return time.perf_counter() - start


def measure(quick: bool, step: Callable[[], None]) -> dict[str, tuple[float, float, float]]:
    """For each game: simulations over playouts from the same positions, simulations a second, two cores over one."""
    positions, simulations, rounds = (8, 400, 3) if quick else (16, 1000, 7)
    found = {}
    for name in mv.games():
        thinker = Thinker(name, positions, simulations)
        thinker.simulate(0)
        thinker.play_raw(0)
        pairs = []
        for _ in range(rounds):
            searched = sum(thinker.simulate(i) for i in range(positions))
            pairs.append((searched, sum(thinker.play_raw(i) for i in range(positions))))
        # With one legal move, or close to the end, there is nothing to share.
        wide = [seat for seat in thinker.seats[: positions // 2] if len(seat.legal) > 1][:SHARED]
        both = [thinker.together(1, wide) / thinker.together(2, wide) for _ in range(rounds)]
        ratio = statistics.median(raw / searched for searched, raw in pairs)
        speed = positions * simulations / statistics.median(searched for searched, _ in pairs)
        found[name] = ratio, speed, statistics.median(both)
        step()
    return found
