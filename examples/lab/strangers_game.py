"""A game that somebody else has written, as an environment: nothing has to be done for it.

    python examples/lab/strangers_game.py

The tutorial's Connect Four (docs/add-a-game.md) becomes an environment of PettingZoo, one of Gymnasium against a bot,
and a batch, because it is a game of Mistvale. Its observations follow from how its state is declared.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from mistvale import lab

sys.path.insert(0, str(Path(__file__).parents[1] / "connect_four"))

from connect_four import GAME


def play_in_turn(seed: int = 1) -> dict[str, float]:
    """One match through PettingZoo; what each seat was given."""
    env, total = lab.env(GAME), {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] = total.get(agent, 0.0) + reward
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return total


def play_a_bot(seed: int = 1) -> float:
    """One match through Gymnasium, at random against a bot that thinks; what it was worth."""
    env, dice = lab.gym_env(GAME, opponents="friend"), np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    while True:
        _, reward, over, _, info = env.step(dice.choice(np.flatnonzero(info["action_mask"])))
        if over:
            return reward


def first_wins(matches: int = 10_000) -> float:
    """How often who begins wins at random, by as many matches side by side."""
    batch, won, n = lab.Batch(GAME, 1000, seed=1, reward="win", observe=False), 0.0, 0
    while n < matches:
        batch.step(batch.random_moves())
        won, n = won + float(batch.rewards[batch.done == 1, 0].sum()), batch.matches
    return won / n


def main() -> None:
    print(lab.State(GAME).layout().describe(), end="\n\n")
    print("in turn:", play_in_turn())
    print("against a bot:", play_a_bot())
    print(f"who begins wins {first_wins():.1%} at random")


if __name__ == "__main__":
    main()
