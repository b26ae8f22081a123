"""`python -m bench.lookback --minutes 9 --out FILE`: what analyses name and what they make up, and what they cost.

For each game blunders are planted into matches between experts (`planting.py`), and analysed; matches between
grandmasters are played, and all their decisions are looked at, as `mistvale analyse` does. It works on all cores for so
long, and adds a line to FILE for each piece that is done; called again with the same FILE it goes on where it stopped.
Pieces that would not be done in time are not begun. `--report` does nothing and writes the table. Mistvale need not be
installed (`bench/bare.py`).

`--trial` does the same on other seeds: whatever is to be improved is tried there, never on those that are reported.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import mistvale as mv
from bench.bare import ROOT, SOURCE, Job, append, crew, deciding, digest, keep_busy
from bench.planting import match_between, named, planted, spread_of
from mistvale.analysis import FULL
from mistvale.analysis.decisions import look, moments
from mistvale.analysis.marks import DEAR
from mistvale.analysis.valuing import SURE
from mistvale.arena.results import wilson
from mistvale.bots.levels import cores

KEPT = ROOT / "tests" / "deep" / "lookback.jsonl"
GAMES = ("misty", "secret-valley", "misterra", "misty-valley", "valdora")
# The modules of analysis that decide.
LOOKING = ("decisions", "looking", "luck", "marks", "playing", "rollouts", "valuing")
BLUNDERS, LEAST = 20, 0.9
MATCHES, MOST = 20, 0.02
PLANT, PLAY, LOOK = "plant", "play", "look"
PARTS = 12  # in which a match is looked at: a piece has to be done within minutes
REPORTED, TRIED = 610_000, 5_000  # where seeds begin
GUESS = {PLANT: 60.0, PLAY: 40.0, LOOK: 20.0}
SLOW = {"valdora": 4.0}
MOST_PLANTED = 200  # matches of a game in which blunders are looked for


@dataclass(frozen=True)
class Piece:
    """A piece of work: a match in which a blunder is planted, one between the best, or a part of looking back at it."""

    kind: str
    game: str
    number: int
    part: int = 0


@dataclass
class Found:
    """What is known of one game."""

    rows: dict[Piece, dict[str, Any]] = field(default_factory=dict)
    begun: set[Piece] = field(default_factory=set)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [row for piece, row in self.rows.items() if piece.kind == kind]

    @property
    def blunders(self) -> list[dict[str, Any]]:
        """All that were planted, in the order of their matches."""
        rows = sorted((piece.number, row) for piece, row in self.rows.items() if piece.kind == PLANT and row["planted"])
        return [row["planted"] for _, row in rows]

    @property
    def named(self) -> int:
        return sum(each["mark"] in DEAR for each in self.blunders)

    def looked(self) -> dict[int, list[dict[str, Any]]]:
        """The parts of matches between the best that were looked at."""
        found: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for piece, row in self.rows.items():
            if piece.kind == LOOK:
                found[piece.number].append(row)
        return found

    def whole(self) -> list[list[dict[str, Any]]]:
        """Those of matches of which all is looked at."""
        return [parts for parts in self.looked().values() if len(parts) == PARTS]

    @property
    def marks(self) -> Counter[str]:
        """How often each mark was given between the best."""
        return sum((Counter(row["marks"]) for row in self.of(LOOK)), Counter[str]())

    def own(self) -> list[float]:
        """What a seat's own choices came to between the best, in spreads, in each match that is whole."""
        return [
            sum(row["own"][seat] for row in parts) for parts in self.whole() for seat in range(len(parts[0]["own"]))
        ]

    def seconds(self) -> list[float]:
        """What looking back at a whole match took, of a processor."""
        return [sum(row["seconds"] for row in parts) for parts in self.whole()]


# ---------------------------------------------------------------- the pieces


def plant(game: str, number: int, first: int) -> dict[str, Any]:
    """Plant a blunder into a match, and look whether it is named."""
    found = planted(mv.game(game), first + number)
    if found is None:
        return {"planted": None}
    moment, spread, cost = found
    told = named(moment, spread)
    return {
        "planted": {
            "step": moment.step,
            "move": str(moment.move),
            "spread": round(spread, 2),
            "cost": cost.plain(),
            "best": told.best,
            "lost": told.lost.lead.plain(),
            "mark": told.mark,
            "closer": told.closer is not None,
        }
    }


def play(game: str, number: int, first: int) -> dict[str, Any]:
    """A match between grandmasters."""
    [*_, match] = match_between("grandmaster", mv.game(game), first + number)
    return {"record": json.loads(match.record()), "spread": round(spread_of(match), 3)}


def look_back(played: dict[str, Any], part: int, number: int) -> dict[str, Any]:
    """Look back at one of the parts of a match."""
    match, spread = mv.load(json.dumps(played["record"])), played["spread"]
    own, marks, closer = [0.0] * match.seats, Counter[str](), 0
    for moment in [*moments(match)][part::PARTS]:
        decision = look(moment, FULL, spread, seed=number * 10_000)
        assert decision is not None
        marks[decision.mark] += 1
        closer += decision.closer is not None
        own[decision.seat] += decision.choice[decision.seat].lead.mean / spread
    return {"marks": dict(marks), "own": [round(each, 4) for each in own], "closer": closer}


WORK: dict[str, Callable[..., dict[str, Any]]] = {PLANT: plant, PLAY: play, LOOK: look_back}


def done(kind: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """Do a piece, and tell how many seconds of a processor it took."""
    began = time.process_time()
    found = WORK[kind](*arguments)
    return {**found, "seconds": round(time.process_time() - began, 2)}


def compiled(game: str) -> str:
    """Have a game compiled in this process, so that the others find it in the cache."""
    mv.warm([game])
    return game


# ---------------------------------------------------------------- rows in a file


@functools.cache
def code(game: str) -> str:
    """What a game's results follow from: rows of other rules, bots or analyses are not added to these."""
    looking = [SOURCE / "analysis" / f"{name}.py" for name in LOOKING]
    return digest([*deciding(game), *looking, ROOT / "bench/planting.py"])


def read(file: Path, first: int = REPORTED) -> dict[str, Found]:
    """All pieces that were done with the code of today and from these seeds, by game."""
    found: dict[str, Found] = {game: Found() for game in GAMES}
    strange = 0
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            data = json.loads(line)
        except ValueError:
            continue  # stopped in the middle of it
        piece = Piece(**data["piece"])
        if (data["code"], data["first"]) != (code(piece.game), first):
            strange += 1
            continue
        found[piece.game].rows[piece] = data["row"]
        found[piece.game].begun.add(piece)
    if strange:
        print(f"{strange} pieces of other code or seeds are left out", file=sys.stderr)
    return found


# ---------------------------------------------------------------- doing them


class Run:
    """The pieces that are done until the time is up."""

    def __init__(self, found: dict[str, Found], out: Path, first: int, end: float) -> None:
        self.found, self.out, self.first, self.end = found, out, first, end

    def lacking(self) -> Iterator[Piece]:
        """What has still to be done, the most important first: some of each game before more of any."""
        for number in range(MOST_PLANTED):
            for game, found in self.found.items():
                if number < MATCHES:
                    yield from self._match(game, number)
                if len(found.blunders) < BLUNDERS:
                    yield Piece(PLANT, game, number)

    def _match(self, game: str, number: int) -> Iterator[Piece]:
        played = Piece(PLAY, game, number)
        if played in self.found[game].rows:
            yield from (Piece(LOOK, game, number, part) for part in range(PARTS))
        else:
            yield played

    def usual(self, piece: Piece) -> float:
        """About how many seconds such a piece takes, and a little more."""
        known = [row["seconds"] for row in self.found[piece.game].of(piece.kind)]
        return 1.3 * max(known[-20:]) if known else GUESS[piece.kind] * SLOW.get(piece.game, 1.0)

    def begin(self) -> Job | None:
        """The first piece that nobody does yet and that would be done in time."""
        left = self.end - time.monotonic()
        for piece in self.lacking():
            found = self.found[piece.game]
            if piece not in found.begun and self.usual(piece) < left:
                found.begun.add(piece)
                return Job(piece, done, (piece.kind, self.given(piece)))
        return None

    def given(self, piece: Piece) -> tuple[Any, ...]:
        """What a piece is done with."""
        if piece.kind != LOOK:
            return piece.game, piece.number, self.first
        return self.found[piece.game].rows[Piece(PLAY, piece.game, piece.number)], piece.part, piece.number

    def note(self, piece: Piece, row: dict[str, Any]) -> None:
        self.found[piece.game].rows[piece] = row
        line = {"code": code(piece.game), "first": self.first, "piece": asdict(piece), "row": row}
        append(self.out, json.dumps(line, ensure_ascii=False))

    def work(self, pool: Pool, workers: int) -> None:
        count, told = 0, time.monotonic()
        for piece in keep_busy(pool, workers, self.end, self.begin, self.note):
            count += 1
            if time.monotonic() - told > 20:
                told = time.monotonic()
                print(f"{count} pieces, {self.end - told:.0f} s left, now {piece.kind} {piece.game}", flush=True)
        print(f"{count} pieces added to {self.out}", flush=True)


def run(out: Path, minutes: float, workers: int, first: int = REPORTED, games: Sequence[str] = GAMES) -> None:
    """Do what is lacking for so long."""
    end = time.monotonic() + 60 * minutes
    with crew(workers) as pool:
        for game in pool.imap_unordered(compiled, games, chunksize=1):
            print(f"{game} is compiled, {end - time.monotonic():.0f} s left", flush=True)
        known = read(out, first)
        Run({game: known[game] for game in games}, out, first, end).work(pool, workers)


# ---------------------------------------------------------------- the table


def interval(values: Sequence[float], digits: int) -> str:
    if len(values) < 2:
        return "-"
    return f"{fmean(values):.{digits}f} ± {SURE * stdev(values) / len(values) ** 0.5:.{digits}f}"


def report(found: dict[str, Found]) -> str:
    """What was found of each game, as a table."""
    head = ["game", "planted blunders named", "called mistakes between grandmasters", "own share there, in spreads"]
    lines = [[*head, "seconds of a processor a match"], ["---"] * 5]
    for game, each in found.items():
        marks = each.marks
        called = wilson(sum(marks[mark] for mark in DEAR), marks.total())
        share = f"{100 * called.rate:.1f} % ({100 * called.low:.1f} to {100 * called.high:.1f})" if called.of else "-"
        lines.append(
            [
                mv.game(game).title,
                f"{each.named} of {len(each.blunders)}",
                f"{share} of {marks.total()} decisions in {len(each.looked())} matches",
                interval(each.own(), 2),
                interval(each.seconds(), 0),
            ]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", type=Path, default=KEPT, help="where what is done is kept")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--trial", action="store_true", help="other seeds than those that are reported")
    parser.add_argument("--report", action="store_true", help="do nothing, write the table")
    given = parser.parse_args(arguments)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    first = TRIED if given.trial else REPORTED
    if not given.report:
        run(given.out, given.minutes, given.workers, first, given.games)
    print(report(read(given.out, first)))


if __name__ == "__main__":
    main(sys.argv[1:])
