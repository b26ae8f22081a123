"""Cold processes that start at once on one empty cache: each must play as one that had the cache to itself.

`python -m tests.deep.cold --processes 16 --rounds 20 --games misty,secret-valley,misterra` prints a line for each
round, and ends with 1 if anything differed.
"""

from __future__ import annotations

from numba.core import event

compiled = event.RecordingListener()
event.register("numba:compile", compiled)

import argparse  # noqa: E402 - nothing may be compiled before somebody listens
import hashlib  # noqa: E402
import itertools  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from collections.abc import Sequence  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import mistvale as mv  # noqa: E402
from mistvale import warming  # noqa: E402
from mistvale.core import cache  # noqa: E402
from mistvale.core.rule import packed  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BOTS = ("greedy", "expert")
SEED = 5
DECISIONS = 10  # of a match, by bots in turns
LONGEST = 3600  # seconds that a process may take


# ---------------------------------------------------------------- one process


def play(name: str) -> str:
    """The digest of all moves and states of the beginning of a match between bots."""
    seats = min(number for number in mv.game(name).seats if number > 1)
    match = mv.open_match(name, seats=seats, seed=SEED)
    found = hashlib.sha256()
    for number in range(DECISIONS):
        if match.over:
            break
        seat = match.pending[0]
        move = mv.bot(BOTS[number % len(BOTS)], seed=number).choose(match.seat(seat))
        match.play(seat, move)
        found.update(f"{seat} {move}\n".encode())
    for number in range(match.steps + 1):
        found.update(packed(match.step(number).state, match.game.state))
    return found.hexdigest()[:16]


def tell(games: Sequence[str]) -> None:
    """Compile and play these games in this order; print what was played, and how many rules were compiled."""
    played = {}
    for name in games:
        for stage in warming.STAGES:
            for piece in warming.compilations(name, stage):
                piece.run()
        played[name] = play(name)
    print(json.dumps({"played": played, "compiled": sum(entry.is_start for _, entry in compiled.buffer)}))


# ---------------------------------------------------------------- many of them


def start(folder: Path, games: Sequence[str]) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "MISTVALE_CACHE": str(folder),
        "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)]),
    }
    command = [sys.executable, "-m", "tests.deep.cold", "--tell", "--games", ",".join(games)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True)


def told(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What a process told; where it failed, how."""
    out, err = process.communicate(timeout=LONGEST)
    if process.returncode:
        return {"failed": f"{process.returncode}: {err[-2000:]}"}
    found: dict[str, Any] = json.loads(out)
    return found


def alone(folder: Path, games: Sequence[str]) -> dict[str, Any]:
    """What is played by a process that finds all compiled, by one that had the cache to itself."""
    told(start(folder, games))
    return told(start(folder, games))


def one_round(folder: Path, games: Sequence[str], processes: int, right: dict[str, Any]) -> list[str]:
    """What differed in a round: nothing, if all is well."""
    orders = itertools.islice(itertools.cycle(itertools.permutations(games)), processes)
    started = [start(folder, order) for order in orders]
    wrong = []
    for number, process in enumerate(started):
        found = told(process)
        if found.get("played") != right["played"]:
            wrong.append(f"process {number}: {found}")
    for file in sorted(folder.iterdir()):
        try:
            cache.read(file, file.stem.rpartition("-")[2])
        except (OSError, ValueError) as error:
            wrong.append(f"{file.name}: {error}")
    after = told(start(folder, games))
    if after != right:
        wrong.append(f"a process after them: {after}")
    return wrong


def run(processes: int, rounds: int, games: Sequence[str]) -> bool:
    """Whether all rounds went well; prints a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        right = alone(Path(folder), games)
        names = sorted(file.name for file in Path(folder).iterdir())
    print(f"alone: {right}", flush=True)
    if right.get("compiled") != 0:
        print("a second process had to compile, or failed")
        return False
    well = True
    for number in range(1, rounds + 1):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            wrong = one_round(Path(folder), games, processes, right)
            if sorted(file.name for file in Path(folder).iterdir()) != names:
                wrong.append("the cache holds other entries than that of a single process")
        seconds = time.monotonic() - began
        outcome = "; ".join(wrong) or "all the same"
        print(f"round {number} of {rounds}: {processes} processes, {seconds:.0f} s: {outcome}", flush=True)
        well &= not wrong
    return well


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=lambda text: text.split(","), default=list(mv.games()))
    parser.add_argument("--tell", action="store_true", help="be one of the processes")
    chosen = parser.parse_args()
    if chosen.tell:
        tell(chosen.games)
        return 0
    return 0 if run(chosen.processes, chosen.rounds, chosen.games) else 1


if __name__ == "__main__":
    sys.exit(main())
