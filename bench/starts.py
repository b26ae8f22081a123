"""How soon there is something to play: the page, the first move, all rules; with an empty cache and with a full one.

Real processes with folders of their own, on as many cores as one says (two by default). With `--base FOLDER`, a
checkout of an earlier commit, the same is measured there in turn, and the ratios are told.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
SERVE = "from mistvale.cli import main; main()"
GAMES = ("misty", "secret-valley", "misterra", "misty-valley", "valdora")
CORES = 2
PATIENCE = 600.0
IMPORTS = 5


@dataclass
class Starts:
    """Seconds, by the clock unless it says otherwise."""

    imported: float = 0.0  # importing mistvale, over importing numba
    compiled: float = 0.0  # of processor time, for all rules of all games
    all_compiled: float = 0.0  # the same by the clock
    page: float = 0.0  # until the page and its list of games are there, with an empty cache
    page_again: float = 0.0  # the same with a full one
    first_moves: dict[str, float] = field(default_factory=dict)  # from pressing Play to the first move, cache empty


class Tree:
    """A checkout to be measured."""

    def __init__(self, root: Path = ROOT, cores: int = CORES) -> None:
        self.root = root
        self.cores = cores

    def environment(self, cache: str) -> dict[str, str]:
        return {**os.environ, "MISTVALE_CACHE": cache, "PYTHONPATH": str(self.root / "src"), "PYTHONUNBUFFERED": "1"}

    def pinned(self) -> None:
        """On Linux, keep a process and its children on so many cores."""
        if sys.platform == "linux":
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: self.cores])

    def run(self, code: str, cache: str, *arguments: str) -> None:
        command = [sys.executable, "-c", code, *arguments]
        environment = self.environment(cache)
        subprocess.run(command, cwd=self.root, env=environment, capture_output=True, check=True, preexec_fn=self.pinned)

    @contextmanager
    def server(self, cache: str) -> Iterator[Callable[..., Any]]:
        """A server that is being started; what is given asks it something."""
        with TemporaryDirectory() as data:
            process = subprocess.Popen(
                [sys.executable, "-c", SERVE, "serve", "--port", "0", "--data", data],
                cwd=self.root,
                env=self.environment(cache),
                stderr=subprocess.PIPE,
                text=True,
                preexec_fn=self.pinned,
            )
            try:
                yield asker(address_of(process))
            finally:
                process.terminate()
                process.communicate()


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if found := ADDRESS.search(line):
            return found[0]
    raise RuntimeError("the server did not start")


def asker(address: str) -> Callable[..., Any]:
    """Somebody with a cookie who asks a server."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
        with opener.open(request, timeout=PATIENCE) as answer:
            text = answer.read()
        return json.loads(text) if path.startswith("/api") else text

    return ask


# ---------------------------------------------------------------- what is measured


def import_ratio(tree: Tree) -> float:
    """Seconds to import mistvale over those to import numba, in turn; the medians."""

    def seconds(module: str) -> float:
        begin = time.perf_counter()
        tree.run(f"import {module}", "")
        return time.perf_counter() - begin

    seconds("mistvale"), seconds("numba")  # into the system's memory
    pairs = [(seconds("mistvale"), seconds("numba"), seconds("sys")) for _ in range(IMPORTS)]
    ours, numbas, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    return (ours - bare) / (numbas - bare)


def page(tree: Tree, cache: str) -> float:
    """Seconds from the start of a server to its page and the games on it."""
    begin = time.perf_counter()
    with tree.server(cache) as ask:
        ask("/")
        ask("/api/games")
        return time.perf_counter() - begin


def first_move(tree: Tree, game: str) -> float:
    """Seconds from pressing Play, at a page that has just come, to the first move; the cache is empty."""
    with TemporaryDirectory() as cache, tree.server(cache) as ask:
        seats = next(each["seats"] for each in ask("/api/games") if each["name"] == game)
        others = max(2, min(seats)) - 1
        begin = time.perf_counter()
        table = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * others]}
        match = f"/api/matches/{ask('/api/matches', table)['match']}"
        while not (legal := ask(f"{match}/legal?seat=0")):
            time.sleep(0.05)
        ask(f"{match}/moves", {"seat": 0, "move": legal[0], "id": "first"})
        return time.perf_counter() - begin


def compile_all(tree: Tree, cache: str) -> tuple[float, float]:
    """Seconds of processor time, and by the clock, until an empty cache holds all rules."""
    used, begin = children_seconds(), time.perf_counter()
    tree.run(SERVE, cache, "compile")
    return children_seconds() - used, time.perf_counter() - begin


def children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(tree: Tree, games: tuple[str, ...] = GAMES, step: Callable[[], None] = lambda: None) -> Starts:
    """All of it. A step is told after each of `3 + len(games)` parts."""
    starts = Starts(imported=import_ratio(tree))
    step()
    with TemporaryDirectory() as cache:
        starts.page = page(tree, cache)
    step()
    for game in games:
        starts.first_moves[game] = first_move(tree, game)
        step()
    with TemporaryDirectory() as cache:
        starts.compiled, starts.all_compiled = compile_all(tree, cache)
        starts.page_again = statistics.median(page(tree, cache) for _ in range(3))
    step()
    return starts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.starts", description=__doc__)
    parser.add_argument("--base", type=Path, help="a checkout to compare with")
    parser.add_argument("--cores", type=int, default=CORES)
    parser.add_argument("--games", default=",".join(GAMES), help="whose first moves to measure")
    chosen = parser.parse_args()
    games = tuple(filter(None, chosen.games.split(",")))
    found = {"here": measure(Tree(cores=chosen.cores), games)}
    if chosen.base:
        found["base"] = measure(Tree(chosen.base.resolve(), chosen.cores), ())
    for name, starts in found.items():
        print(name, json.dumps(vars(starts), indent=1))


if __name__ == "__main__":
    main()
