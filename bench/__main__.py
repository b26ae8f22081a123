"""`python -m bench`: all figures, as tables. Nothing fails for being slow; it says whether goals are met."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Rows

import mistvale as mv
from bench import games, lab, load, misty, search, serving, starts, thinking, twin
from bench.misty import Outcome, Table

GOAL_TWIN = 0.7
GOAL_INTERPRETED = 500
GOAL_IMPORT, GOAL_PAGE, GOAL_MOVE, GOAL_COMPILED = 1.6, 5, 15, 80
PARTS = ("misty", "games", "search", "lab", "starts", "load", "thinking")


@dataclass
class Figure:
    """One line of a report; `met` is None where there is no goal."""

    name: str
    value: float | None
    text: str
    goal: str = ""
    met: bool | None = None


@dataclass
class Report:
    """A table of figures."""

    title: str
    figures: list[Figure]

    def rows(self) -> Rows:
        table = Rows(title=self.title, title_justify="left", title_style="bold", show_edge=False)
        for name in ("figure", "measured", "goal", ""):
            table.add_column(name)
        for figure in self.figures:
            verdict = {None: "", True: "[green]met", False: "[yellow]not met"}[figure.met]
            table.add_row(figure.name, figure.text, figure.goal, verdict)
        return table


class DiffersError(Exception):
    """Two ways to run the same rules did not end alike: no figure is worth anything then."""


def timed(play: Callable[[Table, int], Outcome], table: Table, matches: int) -> tuple[float, Outcome]:
    """Seconds of this thread on a processor (waiting for one does not count), and how the matches ended."""
    start = time.thread_time()
    outcome = play(table, matches)
    return time.thread_time() - start, outcome


def same(table: Table, one: Outcome, other: Outcome, who: str) -> None:
    """Stop if the matches did not end alike."""
    if one != other:
        raise DiffersError(f"{table}: the compiled rules and {who} differ: {one} and {other}")


# ---------------------------------------------------------------- Misty


def compiled_over_twin(quick: bool, step: Callable[[], None]) -> Report:
    """Turn about, the compiled rules and the C twin on the same matches; the median of the ratios."""
    pairs, matches = (31, 300) if quick else (101, 600)
    figures = []
    for table in misty.TABLES:
        ratios, speeds = [], []
        for _ in range(pairs):
            seconds, outcome = timed(misty.play, table, matches)
            twin_seconds, twin_outcome = timed(twin.play, table, matches)
            same(table, outcome, twin_outcome, "the C twin")
            ratios.append(twin_seconds / seconds)
            speeds.append(outcome.moves / seconds)
        ratio = statistics.median(ratios)
        text = f"{ratio:.2f} of C ({statistics.median(speeds) / 1e6:.1f} million moves/s)"
        figures.append(Figure(str(table), ratio, text, f">= {GOAL_TWIN}", ratio >= GOAL_TWIN))
        step()
    return Report(f"Misty compiled over the C twin; equal totals in {matches} matches each", figures)


def interpreted(table: Table, matches: int) -> tuple[float, Outcome]:
    """The same in a process whose rules are not compiled."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.misty", str(table.seats), str(table.window), str(matches)],
        cwd=starts.ROOT,
        env={**os.environ, "MISTVALE_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(run.stdout)
    return found["seconds"], Outcome(found["moves"], tuple(found["totals"]), found["checksum"])


def compiled_over_interpreted(quick: bool, step: Callable[[], None]) -> Report:
    """Few matches interpreted, the same ones compiled (and many times over, to have something to measure)."""
    matches, times, pairs = 3, 300, 1 if quick else 3
    figures = []
    for table in (Table(2, 0), Table(4, 1)):
        ratios = []
        for _ in range(pairs):
            slow, slow_outcome = interpreted(table, matches)
            same(table, misty.play(table, matches), slow_outcome, "the interpreted rules")
            seconds, outcome = timed(misty.play, table, matches * times)
            ratios.append((slow / slow_outcome.moves) / (seconds / outcome.moves))
        ratio = statistics.median(ratios)
        text = f"{ratio:,.0f} times"
        figures.append(Figure(str(table), ratio, text, f">= {GOAL_INTERPRETED}", ratio >= GOAL_INTERPRETED))
        step()
    return Report(f"Misty compiled over interpreted; equal totals in {matches} matches each", figures)


def sizes() -> Report:
    """Bytes of a state of each game."""
    figures = []
    for name in mv.games():
        size = mv.game(name).state.itemsize
        _, most = games.GOALS.get(name, (None, None))
        goal = f"<= {most} bytes" if most else ""
        figures.append(Figure(name, size, f"{size} bytes", goal, size <= most if most else None))
    return Report("Size of a state", figures)


def games_over_misty(quick: bool, step: Callable[[], None]) -> Report:
    """Random play of each game with all its seats, as a share of Misty's moves per second."""
    figures = []
    for name, (share, speed) in games.shares(quick, step).items():
        least, _ = games.GOALS.get(name, (None, None))
        text = f"{share:.2f} of Misty ({speed / 1e6:.1f} million moves/s)"
        figures.append(Figure(name, share, text, f">= {least:.3g}" if least else "", share >= least if least else None))
    return Report("Random play, all seats, over Misty's", figures)


def searches(quick: bool, step: Callable[[], None]) -> list[Report]:
    """Simulations of each game over raw playouts from the same positions, and two cores over one."""
    speeds, cores = [], []
    for name, (ratio, speed, both) in search.measure(quick, step).items():
        text = f"{ratio:.2f} of playouts ({speed / 1e3:.0f} thousand simulations/s)"
        speeds.append(Figure(name, ratio, text, f">= {search.GOAL_PLAYOUTS}", ratio >= search.GOAL_PLAYOUTS))
        cores.append(Figure(name, both, f"{both:.2f} times", f">= {search.GOAL_CORES}", both >= search.GOAL_CORES))
    return [
        Report("Simulations of the search over raw playouts from the same positions, one core, all seats", speeds),
        Report("The search on two cores over one", cores),
    ]


# ---------------------------------------------------------------- the lab


def batches_over_playouts(quick: bool, step: Callable[[], None]) -> Report:
    """Batches with masks and observations, one core, over bare playouts of the same tables."""
    figures = []
    for (name, check), (seats, pair) in lab.batches(quick, step).items():
        text = f"{pair.ratio:.2f} of playouts ({pair.own / 1e6:.2f} million moves/s)"
        label = f"{name}, {seats} seats" + ("" if check else ", check=False")
        goal = f">= {lab.GOAL_BATCH}" if check else ""
        figures.append(Figure(label, pair.ratio, text, goal, pair.ratio >= lab.GOAL_BATCH if check else None))
    return Report(f"Batch.step with mask and observation, n = {lab.N}, over bare playouts, one core", figures)


def states_over_matches(quick: bool, step: Callable[[], None]) -> Report:
    """Light states over matches, from Python, one core."""
    figures = []
    for name, pair in lab.states(quick, step).items():
        then = pair.own / lab.THEN
        text = f"{pair.own / 1e3:.0f} thousand moves/s, {pair.ratio:.1f} times Match ({pair.other / 1e3:.1f} thousand)"
        goal = f">= {lab.GOAL_STATE * lab.THEN / 1e3:.0f} thousand" if name == games.YARDSTICK else ""
        figures.append(Figure(name, then, text, goal, then >= lab.GOAL_STATE if goal else None))
    return Report("lab.State from Python; the goal is 20 times the 13 thousand moves/s that Match once made", figures)


def fours_over_theirs(quick: bool, step: Callable[[], None]) -> Report:
    """Connect Four as an environment of PettingZoo, ours over theirs."""
    pair = lab.fours(quick, step)
    if pair is None:
        return Report("Connect Four, AEC", [Figure("note", None, "needs pip install 'pettingzoo[classic]'")])
    text = f"{pair.ratio:.1f} times ({pair.own / 1e3:.0f} and {pair.other / 1e3:.1f} thousand moves/s)"
    figure = Figure("connect four", pair.ratio, text, f">= {lab.GOAL_AEC:g}", pair.ratio >= lab.GOAL_AEC)
    return Report("Connect Four, AEC: the tutorial's over PettingZoo's connect_four_v3", [figure])


# ---------------------------------------------------------------- starts and the server


def starting(step: Callable[[], None]) -> Report:
    """How soon there is something to play."""
    found = starts.measure(starts.Tree(), step=step)

    def seconds(name: str, value: float, most: float | None = None) -> Figure:
        return Figure(name, value, f"{value:.1f} s", f"<= {most:g} s" if most else "", value <= most if most else None)

    ratio = found.imported
    figures = [
        Figure("import over numba's", ratio, f"{ratio:.2f} times", f"<= {GOAL_IMPORT}", ratio <= GOAL_IMPORT),
        seconds("page, cache empty", found.page, GOAL_PAGE),
        seconds("page, cache full", found.page_again),
        *(seconds(f"Play to first move, {game}", value, GOAL_MOVE) for game, value in found.first_moves.items()),
        seconds("all rules, processor time", found.compiled, GOAL_COMPILED),
        seconds("all rules, by the clock", found.all_compiled),
    ]
    return Report(f"Starts, on {starts.CORES} cores", figures)


def load_of_a_server(quick: bool, step: Callable[[], None]) -> Report:
    """What 100 live matches cost a server, and how fast their moves are."""
    setup = load.Setup(100, seconds=10.0 if quick else 30.0, search=not quick)
    found = load.measure(serving.Checkout(), setup, step)
    figures = [
        Figure(label, found.figures[name], f"{found.figures[name] * scale:.2f}")
        for name, (label, scale) in load.KINDS.items()
        if name in found.figures
    ]
    for name, bound in found.own.items():
        within = f"<= {bound * 1000:g} ms" if math.isfinite(bound) else "past its last mark"
        figures.append(Figure(f"its own {name}", bound if math.isfinite(bound) else None, within))
    figures += [Figure("note", None, text) for text in found.notes]
    return Report(setup.told(), figures)


def moves_beside_bots(quick: bool, step: Callable[[], None]) -> Report:
    """By how much bots that think hard at one table lengthen the moves of people at others."""
    turns, seconds = thinking.TURNS_QUICK if quick else thinking.TURNS
    found = thinking.measure(50, turns, seconds, step)
    figures = []
    for part, goal in ((0.5, None), (0.99, thinking.GOAL)):
        ratio = found.ratio(part)
        both = [statistics.median(each.quantile(part) for each in side) for side in (found.quiet, found.beside)]
        text = f"{ratio:.2f} times ({both[0] * 1000:.1f} and {both[1] * 1000:.1f} ms)"
        met = ratio <= goal if goal else None
        figures.append(Figure(f"p{part * 100:g} beside bots", ratio, text, f"<= {goal}" if goal else "", met))
    rate = statistics.median(each.rate for each in found.beside)
    figures.append(Figure("moves a second", rate, f"{rate:.0f}, and {found.bot_moves} moves of the bots in all"))
    title = f"Server, {found.matches} matches of people beside {found.bots} bots of the top level, over without them"
    return Report(title, figures)


# ---------------------------------------------------------------- the program


def run(parts: list[str], quick: bool, console: Console) -> list[Report]:
    """Measure, under a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    reports: list[Report] = []
    with Progress(*columns, console=console, transient=True) as progress:

        def stage(title: str, steps: int) -> Callable[[], None]:
            task = progress.add_task(title, total=steps)
            return lambda: progress.advance(task)

        if "misty" in parts:
            ready = stage("compiling what is not in the cache", 1)
            misty.play(misty.TABLES[0], 1)
            ready()
            if twin.compiler() is None:
                console.print("[yellow]no C compiler (cc, gcc, clang): the C twin is left out")
            else:
                twin.library()
                reports.append(compiled_over_twin(quick, stage("compiled over C", len(misty.TABLES))))
            reports.append(compiled_over_interpreted(quick, stage("compiled over interpreted", 2)))
        if "games" in parts:
            reports.append(games_over_misty(quick, stage("every game over Misty", len(mv.games()) - 1)))
            reports.append(sizes())
        if "search" in parts:
            reports += searches(quick, stage("searching every game", len(mv.games())))
        if "lab" in parts:
            reports.append(batches_over_playouts(quick, stage("batches over playouts", len(mv.games()))))
            reports.append(states_over_matches(quick, stage("states over matches", len(mv.games()))))
            reports.append(fours_over_theirs(quick, stage("Connect Four", 1)))
        if "starts" in parts:
            reports.append(starting(stage("starting, cold and warm", 3 + len(starts.GAMES))))
        if "load" in parts:
            reports.append(load_of_a_server(quick, stage("100 live matches", load.STEPS - quick)))
        if "thinking" in parts:
            turns = 1 + 2 * (thinking.TURNS_QUICK if quick else thinking.TURNS)[0]
            reports.append(moves_beside_bots(quick, stage("without and beside bots", turns)))
    return reports


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Mistvale's benchmarks.")
    parser.add_argument("--only", choices=PARTS, action="append", help="this part alone; can be repeated")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repetitions")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    chosen = parser.parse_args()
    console = Console()
    try:
        reports = run(chosen.only or list(PARTS), chosen.quick, console)
    except DiffersError as difference:
        console.print(f"[bold red]{difference}")
        raise SystemExit(1) from difference
    for report in reports:
        console.print(report.rows(), "")
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    if load > cores:
        console.print(f"[yellow]this machine was busy (load {load:.1f}, {cores} cores): trust the ratios only")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(report) for report in reports], indent=2) + "\n")


if __name__ == "__main__":
    main()
