"""Plays toy games in a process of its own, and tells what it had to compile and what came of their matches.

`test_cache.py` starts it: afresh, or forked from a process that has imported all of this, which takes a third of the
time. A fork begins like any other process, but that everything lies at the same addresses in all of them.
"""

from __future__ import annotations

from numba.core import event

compiled = event.RecordingListener()
event.register("numba:compile", compiled)

import importlib  # noqa: E402 - nothing may be compiled before somebody listens
import json  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import traceback  # noqa: E402
from collections.abc import Mapping, Sequence  # noqa: E402
from multiprocessing.connection import Connection  # noqa: E402
from typing import Any  # noqa: E402

import numba  # noqa: E402
import numpy as np  # noqa: E402

from mistvale.bots.playout import playouts  # noqa: E402
from mistvale.core import verbs  # noqa: E402
from mistvale.core.chance import seed_words  # noqa: E402
from mistvale.core.game import MOST_SEATS, Game  # noqa: E402
from mistvale.core.match import open_match  # noqa: E402
from mistvale.core.rule import blank  # noqa: E402

Box = Mapping[str, int] | None


def play(game: Game, box: Box) -> dict[str, Any]:
    """A match, and a hundred that are simulated."""
    match = open_match(game, seats=2, seed=1, box={"game": "nim", **box} if box else None)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    totals = np.zeros(MOST_SEATS, np.int64)
    moves = np.zeros(game.moves.size, np.int32)
    state, options, seed = blank(game.state)[0], game.packed_options({}), seed_words(bytes(32))
    playouts(state, match.box.record, 2, options, seed, np.array([1], np.uint64), moves, totals, 100)
    return {"scores": match.scores, "total": int(totals.sum())}


def check(game: Game) -> None:
    """What Numba compiles by itself calls the rule, and not what another process made of it inside a door."""
    match = open_match(game, seats=2, seed=1)
    state, record, moves = match.raw, match.box.record, np.zeros(game.moves.size, np.int32)
    own = numba.njit(lambda s, box, out: 1000 * verbs.pending(s, box) + verbs.legal(s, box, 0, out))
    assert own(state, record, moves) == 1000 * verbs.pending(state, record) + verbs.legal(state, record, 0, moves)


def told(box: Box, names: Sequence[str]) -> list[dict[str, Any]]:
    """Play these games one after another."""
    # Rules are edited within a second, and Python would take what it kept of a file for what is in it now.
    sys.dont_write_bytecode = True
    found = []
    for name in names:
        compiled.buffer.clear()
        game: Game = importlib.import_module(name).GAME
        played = play(game, box)
        rules = [entry.data["dispatcher"].py_func for _, entry in compiled.buffer if entry.is_start]
        found.append({"compiled": sorted({f"{rule.__module__}.{rule.__name__}" for rule in rules}), **played})
        check(game)
    return found


def forked(answer: Connection, environment: Mapping[str, str], path: Sequence[str], box: Box, names: list[str]) -> None:
    """What a fork does: it sends what is told, or what went wrong."""
    os.environ.update(environment)
    sys.path[:0] = path
    try:
        answer.send(told(box, names))
    except BaseException:
        answer.send(traceback.format_exc())


if __name__ == "__main__":
    print(json.dumps(told(json.loads(sys.argv[1]), sys.argv[2:])))
