"""Connect Four at random in Mistvale, OpenSpiel and Pgx, in one run on one core: `python -m bench.peers`.

The game is the one of docs/add-a-game.md. Each peer is driven in the fastest way that its package documents:

* Pgx: `auto_reset(env.step, env.init)` mapped over a batch, with `act_randomly`, many steps in one compiled scan; of
  several sizes of batches the fastest counts.
* OpenSpiel: the random rollouts of its C++ evaluator, asked for through an `MCTSBot` with one simulation, so that no
  Python runs between moves. It does not say how many moves it made; the mean length of its own matches, played move
  by move in Python, tells. That loop's speed is shown too.

The peers are the optional extra `peers`; one that is not installed is left out, with a line that says so. All play turn
about in short turns, on one core, timed by the processor time of the process, and the median of the ratios counts.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mistvale.bots.playout import playouts
from mistvale.core.game import MOST_OPTIONS, MOST_SEATS
from mistvale.core.rule import blank

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "connect_four"
GOAL = 10
BATCHES = (256, 1024, 4096)  # matches side by side, for Pgx
STEPS = 64  # moves of each match in one compiled scan
ROLLOUTS = 2000  # matches in one search of OpenSpiel's


@dataclass
class Player:
    """Somebody who plays at random: `play()` makes some moves, and says how many."""

    name: str
    play: Callable[[], float]

    def speed(self, seconds: float) -> float:
        """Moves in a second of processor time, over at least `seconds`."""
        start, moves = time.process_time(), 0.0
        while (taken := time.process_time() - start) < seconds:
            moves += self.play()
        return moves / taken


def mistvale(matches: int = 5000) -> Player:
    """The compiled rules of the example, driven by the playouts that every game shares."""
    sys.path.insert(0, str(EXAMPLE))
    from connect_four import GAME

    state, box = blank(GAME.state)[0], GAME.box().record
    moves = np.zeros(max(GAME.moves.size, MOST_SEATS), np.int32)
    options, totals = np.zeros(MOST_OPTIONS, np.int64), np.zeros(MOST_SEATS, np.int64)
    seed, dice = np.zeros(4, np.uint64), np.zeros(1, np.uint64)
    return Player("Mistvale", lambda: int(playouts(state, box, 2, options, seed, dice, moves, totals, matches)))


def open_spiel_by_move() -> Player:
    """OpenSpiel's first example: one state, one action at a time, from Python."""
    import pyspiel

    game, dice = pyspiel.load_game("connect_four"), random.Random(1)

    def play() -> float:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
        return float(state.move_number())

    return Player("OpenSpiel, move by move in Python", play)


def open_spiel() -> Player:
    """OpenSpiel's rollouts, all in C++."""
    import pyspiel

    by_move = open_spiel_by_move()
    length = statistics.mean(by_move.play() for _ in range(5000))
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
    start = game.new_initial_state()

    def play() -> float:
        bot.mcts_search(start)
        return ROLLOUTS * length

    return Player("OpenSpiel, rollouts in C++", play)


def pgx(batch: int) -> Player:
    """A batch of Pgx's environments, compiled as one."""
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, fresh = jax.random.split(key, 3)
        action = act_randomly(choice, state.legal_action_mask)
        return (step(state, action, jax.random.split(fresh, batch)), key), None

    @jax.jit
    def many_steps(carry: Any) -> Any:
        return jax.lax.scan(one_step, carry, None, length=STEPS)[0]

    key = jax.random.PRNGKey(1)
    table = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key)]

    def play() -> float:
        table[0] = jax.block_until_ready(many_steps(table[0]))
        return float(batch * STEPS)

    return Player(f"Pgx, {batch} matches side by side", play)


def fastest(players: list[Player], seconds: float) -> Player:
    """The one with the most moves per second, after each has warmed up."""
    for player in players:
        player.play()
    return max(players, key=lambda player: player.speed(seconds))


def peers(seconds: float) -> list[tuple[Player, bool]]:
    """The peers that are installed, and whether the goal is set against them."""
    found: list[tuple[Player, bool]] = []
    try:
        found += [(open_spiel(), True), (open_spiel_by_move(), False)]
    except ImportError as error:
        print(f"OpenSpiel is left out: {error}; pip install open_spiel")
    try:
        found.append((fastest([pgx(batch) for batch in BATCHES], seconds), True))
    except ImportError as error:
        print(f"Pgx is left out: {error}; pip install pgx jax")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description="Connect Four here and elsewhere.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter turns")
    quick = parser.parse_args().quick
    rounds, seconds = (3, 0.1) if quick else (15, 0.5)
    os.environ["JAX_PLATFORMS"] = "cpu"
    if hasattr(os, "sched_setaffinity"):
        # Before XLA starts its threads: all that runs here shares one core.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    own = mistvale()
    own.play()
    others = peers(seconds)
    speeds: dict[str, list[float]] = {player.name: [] for player in (own, *(player for player, _ in others))}
    for _ in range(rounds):
        for player in (own, *(player for player, _ in others)):
            speeds[player.name].append(player.speed(seconds))
    print(f"{own.name}: {statistics.median(speeds[own.name]) / 1e6:.1f} million moves/s")
    for player, goal in others:
        pairs = zip(speeds[own.name], speeds[player.name], strict=True)
        ratio = statistics.median(ours / theirs for ours, theirs in pairs)
        verdict = f"; goal {GOAL}: {'met' if ratio >= GOAL else 'not met'}" if goal else ""
        million = statistics.median(speeds[player.name]) / 1e6
        print(f"{player.name}: {million:.2f} million moves/s; Mistvale plays {ratio:.1f} times as many{verdict}")


if __name__ == "__main__":
    main()
