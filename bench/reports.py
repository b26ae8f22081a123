"""`python -m bench.reports --minutes 6 --folder FOLDER`: the reports of all five games side by side.

What `mistvale report GAME --seats N` would play, but with one crew for all games, so that no core waits for the last
matches of any. It plays for so long, and writes for each game a folder with the page, its figures and its matches;
called again with the same FOLDER it goes on where it stopped. Mistvale need not be installed (`bench/bare.py`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from bench.bare import ROOT, Job, crew, keep_busy
from bench.strength import GAMES, compiled
from mistvale.bots.levels import cores
from mistvale.report import planned, write
from mistvale.report.making import found
from mistvale.report.plan import LUCK, Piece, Plan, play
from mistvale.report.running import Rows, Store
from mistvale.report.sizing import How, fitted, probes, timed

SEATS = {"valdora": 3}  # elsewhere two
PARTS = {"valdora": 0.4}  # of the time; what is left is the others' in equal parts
MARGIN = 0.85  # of the time that is planned for: the last matches are not over all at once
LINE = 20  # seconds between two lines that say how far it is


@dataclass
class Report:
    """The report of a game while it is made."""

    plan: Plan
    store: Store
    rows: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: str, folder: Path) -> Report:
        plan = planned(game, seats=[SEATS.get(game, 2)])
        return cls(plan, Store(folder / game, plan))

    def begin(self, seconds: float, speeds: dict[How, tuple[float, int]]) -> list[Piece]:
        """Settle how many matches there will be, as before if it was settled before; what is still to be played."""
        deals = self.store.deals()
        self.plan = self.plan.sized(deals) if deals is not None else fitted(self.plan, seconds, speeds)
        self.note(self.store.begin(self.plan))
        return [
            piece
            for piece in self.plan.pieces()
            if any((piece.table.key, piece.first + n) not in self.rows for n in range(piece.count))
        ]

    def note(self, rows: Rows) -> Rows:
        """Add rows; those that are new."""
        new = [row for row in rows if (row["table"], row["deal"]) not in self.rows]
        self.rows |= {(row["table"], row["deal"]): row for row in new}
        return new

    def write(self) -> Path:
        """The page and the figures of what is there."""
        return write(
            self.store.folder, self.plan, found(self.plan, [self.rows[key] for key in sorted(self.rows)]), "en"
        )


def measured(pool: Pool, reports: dict[str, Report]) -> dict[str, dict[How, tuple[float, int]]]:
    """How long matches take in each game that has not begun yet."""
    tries = [piece for report in reports.values() if report.store.deals() is None for piece in probes(report.plan)]
    tries.sort(key=lambda piece: piece.game.name != "valdora")  # what takes longest first
    speeds: dict[str, dict[How, tuple[float, int]]] = {name: {} for name in reports}
    for game, (how, seconds, decisions) in pool.imap_unordered(tried, tries, chunksize=1):
        speeds[game][how] = seconds, decisions
    return speeds


def tried(piece: Piece) -> tuple[str, tuple[How, float, int]]:
    return piece.game.name, timed(piece)


def part_of(game: str) -> float:
    """The part of the time that a game has."""
    rest = [each for each in GAMES if each not in PARTS]
    return PARTS.get(game, (1 - sum(PARTS.values())) / len(rest))


def run(folder: Path, minutes: float, workers: int, games: Sequence[str]) -> None:
    """Play for so long, counted from when all is compiled, and write what came of it."""
    reports = {game: Report.of(game, folder) for game in games}
    began = time.monotonic()
    with crew(workers) as pool:
        for game in pool.imap_unordered(compiled, games, chunksize=1):
            print(f"{game} is compiled after {time.monotonic() - began:.0f} s", flush=True)
        end = time.monotonic() + 60 * minutes
        speeds = measured(pool, reports)
        left = MARGIN * workers * (end - time.monotonic()) / sum(map(part_of, games))
        print(f"measured, {end - time.monotonic():.0f} s left", flush=True)
        todo = [piece for game, report in reports.items() for piece in report.begin(left * part_of(game), speeds[game])]
        # What is looked back at takes longest; then a little of every table before more of any.
        todo.sort(key=lambda piece: (piece.table.kind != LUCK, piece.first, piece.game.name != "valdora"))
        jobs = iter([Job(piece.game.name, play, (piece,)) for piece in todo])

        def begin() -> Job | None:
            return next(jobs, None) if time.monotonic() < end else None

        def came(game: str, rows: Rows) -> None:
            reports[game].store.keep(reports[game].note(rows))

        told = time.monotonic()
        for count, _ in enumerate(keep_busy(pool, workers, end, begin, came), 1):
            if time.monotonic() - told > LINE:
                told = time.monotonic()
                print(f"{count} of {len(todo)} pieces, {end - told:.0f} s left", flush=True)
    for report in reports.values():
        print(f"{len(report.rows)} of {report.plan.matches} matches: {report.write()}", flush=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "reports", help="where they are kept")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    given = parser.parse_args(arguments)
    run(given.folder, given.minutes, given.workers, given.games)


if __name__ == "__main__":
    main(sys.argv[1:])
