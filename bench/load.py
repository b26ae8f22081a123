"""`python -m bench.load --base FOLDER`: what many live matches cost, here over a checkout of an earlier commit.

Both trees serve the same crowd (`crowd.py`) in one run: the five games in turn, two viewers at each table, one move a
match in ten seconds, the same scripts. For each number of live matches and of processes it tells the processor time of
server and database for a move and a viewer, the time until moves are acknowledged and shown, and the memory of a
live match, sockets apart. Then the moves come faster and faster, and the rate counts at which the slowest hundredth is
still acknowledged, and shown to who made it, within 100 ms.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .crowd import VIEWERS, Crowd, Played
from .serving import Checkout, House, many_files, metrics, serving
from .starts import GAMES

PAUSE = 10.0  # seconds between two moves of a match
LEAD = 10  # moves of each match before anybody watches
SECONDS = 30.0
WITHIN = 0.1  # seconds that 99 of 100 moves have to stay within
STEP_SECONDS = 5.0  # that each rate is tried for
TRIES = 3  # for each
IDLE_SECONDS = 5.0  # in which all watch and nobody moves
SETTLE = 1.0  # seconds before memory is looked at
SLOWEST = 20.0  # moves a second to begin with: of fewer the slowest hundredth is not known
FINER = 2  # how often the last good and the first bad rate are halved between
STEPS = 5  # that `measure` tells of, one less without the search
GOAL_COST, GOAL_RATE = 0.1, 10.0
KINDS = {
    "cost": ("ms of processor a move and viewer", 1e3),
    "database": ("ms of it in the database", 1e3),
    "idle": ("ms of processor a second at rest", 1e3),
    "p50": ("p50 to the ok, ms", 1e3),
    "p99": ("p99 to the ok, ms", 1e3),
    "shown": ("p99 until shown, ms", 1e3),
    "rate": ("moves a second", 1),
    "most": ("moves a second, p99 in 100 ms", 1),
    "heard": ("KB of text a move and viewer", 1e-3),
    "table": ("KB a live match, nobody there", 1e-3),
    "watched": ("KB a live match, watched", 1e-3),
    "played": ("KB a live match, after play", 1e-3),
    "socket": ("KB a socket", 1e-3),
}


@dataclass
class Setup:
    """What is measured."""

    matches: int
    processes: int = 1
    postgres: bool = False
    seconds: float = SECONDS
    lead: int = LEAD
    search: bool = True
    players: int | None = None
    games: Sequence[str] = GAMES
    pause: float = PAUSE

    @property
    def rate(self) -> float:
        """Moves a second of all matches together."""
        return self.matches / self.pause

    def told(self) -> str:
        store = "PostgreSQL" if self.postgres else "SQLite"
        processes = "one process" if self.processes == 1 else f"{self.processes} processes"
        return (
            f"{self.matches} live matches of {len(self.games)} games, {VIEWERS} viewers a table, one move a match in "
            f"{self.pause:g} s for {self.seconds:g} s after {self.lead} moves; {processes}, {store}"
        )


@dataclass
class Found:
    """What came of it, in seconds and bytes; `notes` say what to think of it."""

    figures: dict[str, float] = field(default_factory=dict)
    own: dict[str, float] = field(default_factory=dict)  # the server's own histograms
    notes: list[str] = field(default_factory=list)


# ---------------------------------------------------------------- one side


def measure(checkout: Checkout, setup: Setup, step: Callable[[], None] = lambda: None) -> Found:
    """All figures of one tree."""
    found = Found()
    with serving(checkout, setup.processes, setup.postgres) as house:
        with Crowd(house.addresses, len(GAMES) * setup.processes, setup.games, 1) as first:
            # What a server loads when it is first needed counts for no match.
            first.sit_down(4)
            first.play(len(GAMES) * setup.processes, 2.0)
        with Crowd(house.addresses, setup.matches, setup.games, setup.players) as crowd:
            fill(found, house, crowd, setup, step)
            steady(found, house, crowd, setup)
            step()
            if setup.search:
                found.figures["most"] = most(found, crowd, max(SLOWEST, setup.rate))
                step()
        found.own = metrics(house.addresses[0])
    return found


def fill(found: Found, house: House, crowd: Crowd, setup: Setup, step: Callable[[], None]) -> None:
    """Open the tables, let viewers come and watch, and look at the memory after each."""
    sizes = [settled(house)]
    for act in (lambda: crowd.open(setup.lead), crowd.connect, crowd.watch):
        act()
        sizes.append(settled(house))
        step()
    empty, opened, connected, watched = sizes
    found.figures["table"] = (opened - empty) / setup.matches
    found.figures["socket"] = (connected - opened) / (setup.matches * VIEWERS)
    found.figures["watched"] = (opened - empty + watched - connected) / setup.matches


def settled(house: House) -> int:
    time.sleep(SETTLE)
    return house.memory()


def steady(found: Found, house: House, crowd: Crowd, setup: Setup) -> None:
    """Let nobody move for a moment, and then play at the pace of people."""
    before = sum(house.seconds())
    time.sleep(IDLE_SECONDS)
    found.figures["idle"] = (sum(house.seconds()) - before) / IDLE_SECONDS
    size, begun = house.memory(), house.seconds()
    played = crowd.play(setup.rate, setup.seconds)
    server, database = (after - begin for begin, after in zip(begun, house.seconds(), strict=True))
    shares = max(1, played.moves) * VIEWERS
    found.figures |= {
        "cost": (server + database) / shares,
        "database": database / shares,
        "p50": played.quantile(0.5),
        "p99": played.quantile(0.99),
        "shown": played.quantile(0.99, "shown"),
        "rate": played.rate,
        "heard": played.heard / shares,
        "played": found.figures["watched"] + (settled(house) - size) / setup.matches,
    }
    note(found, played, f"at {setup.rate:g} moves a second")


def most(found: Found, crowd: Crowd, rate: float) -> float:
    """The highest rate at which 99 of 100 moves are acknowledged and shown in time; 0 where not even `rate` is.

    Twice as fast each time, then finer between the last that was good and the first that was not.
    """
    good, bad = 0.0, math.inf
    finer = 0
    while finer <= FINER:
        played = best(crowd, rate)
        note(found, played, f"at {rate:.0f} moves a second")
        if played.finished > crowd.tables / 10:
            found.notes.append(f"the scripts were played out at {rate:.0f} moves a second: it may be more")
            break
        if played.quantile(0.99, "shown") <= WITHIN:
            good = max(good, played.rate)
        else:
            bad = rate
        finer += math.isfinite(bad)
        if not good:
            break
        rate = math.sqrt(good * bad) if math.isfinite(bad) else 2 * rate
    return good


def best(crowd: Crowd, rate: float) -> Played:
    """What comes of a rate, in the best of several tries if need be: others on the machine can only make it worse."""
    tries = []
    for _ in range(TRIES):
        tries.append(crowd.play(rate, STEP_SECONDS))
        if tries[-1].quantile(0.99, "shown") <= WITHIN:
            break
    return min(tries, key=lambda played: played.quantile(0.99, "shown"))


def note(found: Found, played: Played, when: str) -> None:
    """Say what makes figures worth less."""
    if played.refused:
        found.notes.append(f"{when}, {len(played.refused)} moves were not taken: {played.refused[0]}")
    if played.overrun:
        late = played.quantile(0.99, "late") * 1000
        found.notes.append(f"{when}, the players were late themselves (p99 {late:.0f} ms, {played.busy:.0%} of a core)")


# ---------------------------------------------------------------- both sides


def report(setup: Setup, found: dict[str, list[Found]]) -> list[str]:
    """A line for each figure: base, here, and here over base as the median of all turns."""
    lines = [setup.told()]
    for name, (label, scale) in KINDS.items():
        values = {side: [each.figures.get(name, math.nan) for each in turns] for side, turns in found.items()}
        told = "  ".join(f"{side} {statistics.median(each) * scale:9.3f}" for side, each in values.items())
        ratio = ""
        if len(values) == 2:
            pairs = zip(values["here"], values["base"], strict=True)
            ratios = [here / base if base else math.nan for here, base in pairs]
            ratio = f"  here over base {statistics.median(ratios):7.3f}"
        lines.append(f"  {label:36} {told}{ratio}{goal(name)}")
    for side, turns in found.items():
        lines += [f"  {side}: {each}" for each in dict.fromkeys(note for turn in turns for note in turn.notes)]
    return lines


def goal(name: str) -> str:
    goals = {"cost": f"<= {GOAL_COST} of base", "most": f">= {GOAL_RATE:g} times base", "watched": "< 50 KB"}
    return f"  ({goals[name]})" if name in goals else ""


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--base", type=Path, help="a checkout of the commit to compare with")
    parser.add_argument("--base-cache", help="where its compiled rules are kept from run to run")
    parser.add_argument("--matches", type=numbers, default=[100], help="live matches, by commas")
    parser.add_argument("--processes", type=numbers, default=[1], help="server processes, by commas")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL; several processes need it")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to play at the pace of people")
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two moves of a match")
    parser.add_argument("--lead", type=int, default=LEAD, help="moves of each match before anybody watches")
    parser.add_argument("--players", type=int, help="processes that play; half of the cores by default")
    parser.add_argument("--turns", type=int, default=1, help="how often each tree is measured")
    parser.add_argument("--no-search", dest="search", action="store_false", help="leave the fastest rate out")
    parser.add_argument("--json", type=Path, help="write the figures there too")
    return parser.parse_args(arguments)


def run(given: argparse.Namespace, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure all that is asked for, turn about, and say each result as soon as it is there."""
    many_files()
    kept = []
    with tempfile.TemporaryDirectory() as cache:
        sides = {"here": Checkout()}
        if given.base:
            sides = {"base": Checkout(given.base.resolve(), given.base_cache or cache), **sides}
        for side, checkout in sides.items():
            print(f"{side}: compiling what is not compiled yet", file=sys.stderr, flush=True)
            checkout.compile()
        for matches in given.matches:
            for processes in given.processes:
                shared = given.postgres or processes > 1
                setup = Setup(matches, processes, shared, given.seconds, given.lead, given.search, given.players)
                setup.pause = given.pause
                found: dict[str, list[Found]] = {side: [] for side in sides}
                for turn in range(given.turns):
                    for side, checkout in sides.items():
                        print(f"{side}, {matches} matches, turn {turn + 1}", file=sys.stderr, flush=True)
                        found[side].append(measure(checkout, setup))
                say("\n".join(report(setup, found)))
                turns = {side: [asdict(each) for each in each_turn] for side, each_turn in found.items()}
                kept.append({"setup": asdict(setup), **turns})
    return kept


def main() -> None:
    given = parsed()
    kept = run(given, lambda text: print(text, flush=True))
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    print(f"{cores} cores, load {load:.1f}" + (": busy, trust the ratios only" if load > cores else ""))
    if given.json:
        given.json.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
