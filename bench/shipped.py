"""What the package of compiled rules is worth: `python -m bench.shipped --wheel FILE`, with it and without it in turn.

How much sooner a bot has made its first move after an install: seconds from the start of a server whose cache is
empty, on as many cores as one says (two by default); and the processor's time of a process that does nothing else,
which other programs get in the way of less. And how fast rules are that were compiled for all processors of the kind,
over those that were compiled for this one: by the processor's time, and the same moves.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mistvale.core import shipped

from . import against
from .starts import CORES, GAMES, ROOT, Tree, children_seconds

BOT = "novice"  # whom the page seats beside somebody who chooses nobody else
TURNS = 5
# What a bot needs before its first move, and the move.
ANSWER = """
import sys
import mistvale as mv
match = mv.open_match(sys.argv[1], seed=1)
mv.bot(sys.argv[2], seed=1).choose(match.seat(match.pending[0]))
"""


class Installed(Tree):
    """This checkout, with the package beside it."""

    def __init__(self, package: Path, cores: int = CORES) -> None:
        super().__init__(cores=cores)
        self.package = package

    def environment(self, cache: str) -> dict[str, str]:
        found = super().environment(cache)
        return {**found, "PYTHONPATH": os.pathsep.join([found["PYTHONPATH"], str(self.package)])}


def first_answer(tree: Tree, game: str) -> float:
    """Seconds from the start of a server with an empty cache to the first move of a bot."""
    begin = time.perf_counter()
    with TemporaryDirectory() as cache, tree.server(cache) as ask:
        seats = next(each["seats"] for each in ask("/api/games") if each["name"] == game)
        others = max(2, min(seats)) - 1
        table = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": BOT}] * others]}
        match = f"/api/matches/{ask('/api/matches', table)['match']}"
        own, waited = 0, None  # the step at which nobody but bots had to decide
        while True:
            status = ask(match)
            if waited is not None and status["step"] > waited:
                return time.perf_counter() - begin
            if legal := ask(f"{match}/legal?seat=0"):
                own, waited = own + 1, None
                ask(f"{match}/moves", {"seat": 0, "move": legal[0], "id": str(own)})
            else:
                waited = status["step"] if status["status"] == "playing" else None
                time.sleep(0.1)


def one_answer(tree: Tree, game: str) -> float:
    """Seconds of the processor for the same in one process, without a server."""
    with TemporaryDirectory() as cache:
        before = children_seconds()
        tree.run(ANSWER, cache, game, BOT)
        return children_seconds() - before


def sooner(package: Path, game: str, turns: int, cores: int) -> list[list[float]]:
    """Both, each without the package and with it: the medians."""
    trees = (Tree(cores=cores), Installed(package, cores))
    found = []
    for seconds in (first_answer, one_answer):
        pairs = [[seconds(tree, game) for tree in trees] for _ in range(turns)]
        found.append([statistics.median(column) for column in zip(*pairs, strict=True)])
    return found


def speeds(games: list[str]) -> dict[str, dict[str, float]]:
    """By game what is played in a second by rules for all processors of this one's kind, over those for this one."""
    kind = shipped.kind_here()
    assert kind is not None, "the package has nothing for this processor"
    with TemporaryDirectory() as own, TemporaryDirectory() as every:
        kinds: list[tuple[str, dict[str, str]]] = [(every, kind.build_environment()), (own, {})]
        for cache, more in kinds:
            against.measured(ROOT, cache, games, more)  # compiles
        turns = [[against.measured(ROOT, cache, games, more) for cache, more in kinds] for _ in range(TURNS)]
    return {game: ratios([[each[game] for each in turn] for turn in turns]) for game in games}


def ratios(turns: list[list[dict[str, Any]]]) -> dict[str, float]:
    """What the medians of the turns come to."""
    assert all(one["same"] == other["same"] for one, other in turns), "played otherwise"
    return {
        what: statistics.median(one[what] / other[what] for one, other in turns)
        for what in ("play", "expert", "greedy")
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.shipped", description=__doc__)
    parser.add_argument("--wheel", type=Path, required=True, help="as tools/compiled.py has built it")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--turns", type=int, default=3, help="starts of each kind in each game")
    parser.add_argument("--cores", type=int, default=CORES)
    chosen = parser.parse_args()
    games = chosen.games.split(",")
    with TemporaryDirectory() as package:
        zipfile.ZipFile(chosen.wheel).extractall(package)
        for game in games:
            clock, processor = sooner(Path(package), game, chosen.turns, chosen.cores)
            print(f"{game:14} a bot's first move after {clock[0]:.1f} s, with the package {clock[1]:.1f} s;", end=" ")
            print(f"{processor[0]:.1f} and {processor[1]:.1f} s of the processor in one process", flush=True)
    for game, found in speeds(games).items():
        told = ", ".join(f"{what} {ratio:.3f}" for what, ratio in found.items())
        print(f"{game:14} {told} times as fast as rules for this processor; the same moves", flush=True)


if __name__ == "__main__":
    main()
