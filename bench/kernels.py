"""A game's kernels on a GPU, each a few times and nothing beside them: what a profiler is to look at.

    ncu --clock-control none -k regex:play_all -c 2 --metrics METRICS python -m bench.kernels valdora

`docs/lab-gpu.md` says what was seen that way. Under a profiler a kernel runs once for each pass that its metrics
need, so there are fewer matches here than in `bench.card`.
"""

from __future__ import annotations

import argparse
import sys

import mistvale as mv
from mistvale import lab

from .card import SCAN, TABLES
from .peers import EXAMPLE

N = 1 << 17
EACH = 4  # matches that a thread plays from beginning to end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="which game; connect-four: the one of docs/add-a-game.md")
    parser.add_argument("--n", type=int, default=N, help="matches side by side")
    given = parser.parse_args()
    sys.path.insert(0, str(EXAMPLE))
    if given.game == "connect-four":
        import connect_four

        game = connect_four.GAME
    else:
        game = mv.game(given.game)
    for observed in (True, False):
        batch = lab.Batch(game, given.n, device="cuda", check=False, observe=observed)
        for _ in range(6):
            batch.step(batch.random_moves())
        batch.run(SCAN)
    lab.playouts(game, EACH * given.n, TABLES.get(game.name), device="cuda")


if __name__ == "__main__":
    main()
