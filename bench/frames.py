"""`python -m bench.frames --base FOLDER`: what a move costs to be shown, here over a checkout of an earlier commit.

Seeded matches of each game, played by dice, with somebody at every seat and a spectator looking on: bytes of JSON
for a move and a viewer, and on the wire, and seconds of the processor. The process has shown other matches before, and
none of these. Processes of both trees take turns. Memory, of another match in the end, is weighed in three ways:

- `memory`: what goes with the live table when it goes; `resting`: that, once nothing has happened for a while (before
  it could rest: the same);
- `process`: all that the process has more than before the match, things that it remembers for all tables with it;
- `again`: that, of a match that was shown once before.

`--floor` tells also what is left of a move's seconds with nothing drawn at all: the same scenes are handed back ready
made (`undrawn`: views, telling, pictures, patches and encoding are left), and the same with views and lines of the log
ready made, too (`bare`: pictures, patches and encoding are left). Their ratios are to all of the base's seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from .starts import GAMES, ROOT

TURNS = 3
MEASURE = """
import gc, json, random, sys, time, tracemalloc, zlib
import mistvale as mv
from mistvale.server.events import Event
from mistvale.server import frames
from mistvale.server.frames import Gallery
from mistvale.server.tables import Change, Seat, Table
from mistvale.core.match import Match

MOST = 250  # moves
BEFORE = 1, 2, 3  # the seeds of matches that were shown before
TIMED, WEIGHED = 7, 8  # those of the matches that are measured


def changes(gallery, table, viewers, change):
    # As the server asks: for all at once, where there is a way to.
    if hasattr(gallery, "changes"):
        return gallery.changes(table, viewers, change)
    return {viewer: gallery.change(table, viewer, change) for viewer in viewers}


def shown(name, seed):
    seats = max(2, mv.game(name).seats[0])
    dice = random.Random(seed)
    match = mv.open_match(name, seats=seats, seed=seed, names=("Ann", "Bob", "Cleo", "Dan", "Eve")[:seats])
    table = Table("m", name, match=match, seats=[Seat("guest", "Ann") for _ in range(seats)])
    gallery, versions = Gallery(), {}
    # A state before viewers had languages knows no readers.
    reader = getattr(frames, "Reader", lambda viewer: viewer)
    viewers = [reader(viewer) for viewer in (*range(seats), None)]
    for viewer in viewers:
        first = gallery.whole(table, viewer)
        versions[viewer] = getattr(first, "version", None)
    packers = {viewer: zlib.compressobj(6, zlib.DEFLATED, -12) for viewer in viewers}
    size = packed = moves = 0
    seconds = 0.0
    while not table.match.over and moves < MOST:
        seat = dice.choice(table.match.pending)
        before, table = table.match.steps, table.copy()
        table.match.play(seat, dice.choice(table.match.legal(seat)))
        moves += 1
        change = Change(Event("m", moves, "move", seat), before=before, after=table.match.steps)
        begin = time.thread_time()
        drawn = changes(gallery, table, viewers, change)
        seconds += time.thread_time() - begin
        for viewer, news in drawn.items():
            begin = time.thread_time()
            text = news if news is None or isinstance(news, str) else news.text(True, versions[viewer])
            seconds += time.thread_time() - begin
            if text is not None:
                versions[viewer] = getattr(news, "version", None)
                size += len(text.encode())
                packed += len(packers[viewer].compress(text.encode()) + packers[viewer].flush(zlib.Z_SYNC_FLUSH))
    count = moves * len(viewers)
    return {"bytes": size / count, "wire": packed / count, "seconds": seconds / count}, (table, gallery)


def ready_made(name, seed, views):
    # The seconds of a match whose scenes are handed back as they were drawn just before: with views and lines of the
    # log that are made anew, or without.
    own, made = {"scene": Match.scene, "tell": Match.tell}, {"scene": [], "tell": []}

    def noting(which):
        def noted(*given):
            made[which].append(own[which](*given))
            return made[which][-1]

        return noted

    def undrawn(match, viewer, lang, step, stock):
        stock.turn_to(match.look(viewer, lang, step, stock))
        return next(made["scene"])

    Match.scene, Match.tell = noting("scene"), noting("tell")
    shown(name, seed)
    made = {which: iter(all) for which, all in made.items()}
    Match.scene = undrawn if views else lambda *given: next(made["scene"])
    Match.tell = own["tell"] if views else lambda *given: next(made["tell"])
    told, _ = shown(name, seed)
    Match.scene, Match.tell = own.values()
    return told["seconds"]


def weighed(forgetting):
    # Forgetting the sprites that a process remembers, whatever table they are of: how many has a limit.
    known = getattr(sys.modules.get("mistvale.scene.picture"), "known", None)
    if known and forgetting:
        known.cache_clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


floor, *games = sys.argv[1:]
told = {}
for name in games:
    mv.warm([name])
    for seed in BEFORE:
        shown(name, seed)
    told[name], _ = shown(name, TIMED)
    if floor == "floor":
        told[name]["undrawn"] = ready_made(name, TIMED, True)
        told[name]["bare"] = ready_made(name, TIMED, False)
    gc.collect()
    tracemalloc.start()
    _, kept = shown(name, TIMED)
    told[name]["again"] = weighed(False)
    tracemalloc.stop()
    del kept
    gc.collect()
    tracemalloc.start()
    _, (table, gallery) = shown(name, WEIGHED)
    told[name]["process"] = weighed(False)
    sizes = [weighed(True)]
    if hasattr(gallery, "rest"):
        gallery.rest(), table.match.rest()
    sizes.append(weighed(True))
    del table, gallery
    gone = weighed(True)
    told[name]["memory"], told[name]["resting"] = (size - gone for size in sizes)
    tracemalloc.stop()
print(json.dumps(told))
"""
FIGURES = ("bytes", "wire", "seconds", "memory", "resting", "process", "again")
FLOORS = ("undrawn", "bare")
GOALS = {"bytes": {"misty": 1 / 6, "secret-valley": 1 / 6}}
DEFAULTS = {"bytes": 0.1, "seconds": 0.2, "memory": 1 / 3}


def measured(tree: Path, games: tuple[str, ...], floor: bool) -> dict[str, dict[str, float]]:
    """What one process of a tree tells."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, "floor" if floor else "all", *games],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    told: dict[str, dict[str, float]] = json.loads(done.stdout)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="a checkout of the commit to compare with")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, by commas")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often both trees are measured")
    parser.add_argument("--floor", action="store_true", help="tell what is left with nothing drawn at all, too")
    given = parser.parse_args()
    games = tuple(given.games.split(","))
    trees = {"base": given.base.resolve(), "here": ROOT}
    found: dict[str, list[dict[str, Any]]] = {"base": [], "here": []}
    for turn in range(given.turns):
        for which, tree in trees.items():
            print(f"{which}, {turn + 1} of {given.turns}", file=sys.stderr, flush=True)
            found[which].append(measured(tree, games, given.floor and which == "here"))
    for name in games:
        for figure in (*FIGURES, *(FLOORS if given.floor else ())):
            over = "seconds" if figure in FLOORS else figure
            base = min(each[name][over] for each in found["base"])
            here = min(each[name][figure] for each in found["here"])
            ratio = statistics.median(
                h[name][figure] / b[name][over] for h, b in zip(found["here"], found["base"], strict=True)
            )
            goal = GOALS.get(figure, {}).get(name, DEFAULTS.get(figure))
            told = f" (goal {goal:.2f})" if goal else ""
            print(f"{name:14} {figure:8} {base:12.6g} -> {here:12.6g}   {ratio:.3f}{told}")


if __name__ == "__main__":
    main()
