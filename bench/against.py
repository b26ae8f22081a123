"""`python -m bench.against --base FOLDER`: speed here over speed in a checkout of an earlier commit, in one run.

Processes of both trees take turns, each with a compile cache of its own: random play, the search of a level, and the
greedy bot, in every game. What they play is compared, too: the same seeds must lead to the same moves.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from .starts import GAMES, ROOT

TURNS = 5
# Nothing but what both trees have: the public API, and random play.
MEASURE = """
import json, sys, time
import numpy as np
import mistvale as mv
from mistvale.bots.playout import playouts
from mistvale.core.chance import seed_words
from mistvale.core.game import MOST_SEATS
from mistvale.core.rule import blank


def quickest(work, times):
    seconds = []
    for _ in range(times):
        begin = time.thread_time()
        found = work()
        seconds.append(time.thread_time() - begin)
    return min(seconds), found


told = {}
for name in sys.argv[1:]:
    game = mv.game(name)
    options, box = game.packed_options(game.check_options({})), game.box().record
    moves, totals = np.zeros(max(game.moves.size, MOST_SEATS), np.int32), np.zeros(MOST_SEATS, np.int64)

    def play(matches):
        state, dice = blank(game.state)[0], np.array([1], np.uint64)
        return int(playouts(state, box, game.seats[-1], options, seed_words(bytes(32)), dice, moves, totals, matches))

    play(2)
    seconds, made = quickest(lambda: play(300), 7)
    match = mv.open_match(name, seats=max(2, game.seats[0]), seed=5)
    for _ in range(8):
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    while len(match.legal(match.pending[0])) < 3:
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    seat = match.seat(match.pending[0])
    chosen = {}
    for bot in ("expert", "greedy"):
        mv.bot(bot, seed=3).choose(seat)
        chosen[bot] = quickest(lambda: str(mv.bot(bot, seed=3).choose(seat)), 7)
    told[name] = {
        "play": made / seconds,
        **{bot: 1 / seconds for bot, (seconds, _) in chosen.items()},
        "same": [made, *(move for _, move in chosen.values())],
    }
print(json.dumps(told))
"""


def measured(
    root: Path, cache: str, games: list[str], more: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """What processes of a tree come to; with `more` variables beside the usual ones."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, *games],
        cwd=root,
        env={**os.environ, "MISTVALE_CACHE": cache, "PYTHONPATH": str(root / "src"), **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(run.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.against", description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="the checkout to compare with")
    parser.add_argument("--base-cache", help="a folder with its rules, if they are compiled already")
    parser.add_argument("--games", default=",".join(GAMES))
    chosen = parser.parse_args()
    games = chosen.games.split(",")
    with TemporaryDirectory() as ours, TemporaryDirectory() as theirs:
        trees = ((ROOT, ours), (chosen.base.resolve(), chosen.base_cache or theirs))
        for root, cache in trees:
            measured(root, cache, games)  # compiles
        turns = [[measured(root, cache, games) for root, cache in trees] for _ in range(TURNS)]
    for game in games:
        for here, base in turns:
            if here[game]["same"] != base[game]["same"]:
                sys.exit(f"{game}: played otherwise: {here[game]['same']} and {base[game]['same']}")
        ratios = {
            what: statistics.median(here[game][what] / base[game][what] for here, base in turns)
            for what in ("play", "expert", "greedy")
        }
        print(f"{game:14}", ", ".join(f"{what} {ratio:.2f}" for what, ratio in ratios.items()), "times; the same moves")


if __name__ == "__main__":
    main()
