"""`python -m bench.strength --minutes 9`: the arenas of docs/strength.md, the most important first.

It plays on all cores for so long, and adds a line to tests/deep/strength.jsonl (--out) for each match that is over;
called again it goes on where it stopped. Matches that would not be over in time are not begun. `--report` plays nothing
and writes the tables. `tools/anchors.py --rows FILE` makes anchors of the same matches.

Mistvale need not be installed (`bench/bare.py`).
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from statistics import fmean, stdev

import mistvale as mv
from bench.bare import ROOT, Job, append, crew, deciding, digest, keep_busy
from mistvale.arena.plan import Entry, Plan
from mistvale.arena.play import Row, play
from mistvale.arena.results import Share, wilson
from mistvale.bots.levels import LEVELS, cores

GAMES = ("misty", "secret-valley", "misterra", "misty-valley", "valdora")
NAMES = {
    "misty": "Misty",
    "secret-valley": "The Secret Valley",
    "misterra": "Maps of Misterra",
    "misty-valley": "Misty Valley",
    "valdora": "Valdora",
}
GREEDY, RANDOM, EXPERT, GRANDMASTER = "greedy", "random", "expert", "grandmaster"
STEPS = (("friend", "novice"), ("novice", "adept"), ("adept", "expert"), ("expert", "grandmaster"))
BETWEEN = (("random", "friend"), ("adept", "greedy"))  # so that anchors hang together
KEPT = ROOT / "tests" / "deep" / "strength.jsonl"
PARTS = ("advice=0", "rivals=0", "halve=0", "win=0", "reach=4000", "widen=1000", "pairs=0", "bias=0", "whole=0")
SEED = 17
WITHIN = 0.06  # half an interval that is narrow enough
SLOW = {"valdora": 8.0}  # about how much longer a match takes than one of the others


@dataclass(frozen=True)
class Arena:
    """Two bots at one kind of table; one of the first among others, or turn about (alone: on equal deals)."""

    game: str
    seats: int
    one: str
    other: str
    among: bool = False

    @property
    def plan(self) -> Plan:
        return Plan(self.game, (self.one, self.other), self.seats, 1, SEED, mv.game(self.game).check_options({}))

    @property
    def lineups(self) -> list[tuple[str, ...]]:
        """Who sits where, in all matches of a deal."""
        if self.seats == 1:
            return [(self.one,), (self.other,)]
        table = [self.one, self.other] * self.seats
        line = (self.one, *[self.other] * (self.seats - 1)) if self.among else tuple(table[: self.seats])
        return list(dict.fromkeys(line[turn:] + line[:turn] for turn in range(self.seats)))

    def entries(self) -> Iterator[Entry]:
        return (Entry(deal, lineup) for deal in itertools.count() for lineup in self.lineups)

    def guess(self) -> float:
        """About how many seconds a match takes, before one has seen any."""
        thinks = {level.name: level.trees * level.simulations for level in LEVELS} | {RANDOM: 1, GREEDY: 2500}
        simulations = sum(thinks[name.partition(":")[0]] for name in self.lineups[0])
        return 0.2 + SLOW.get(self.game, 1.0) * simulations / 1600


@dataclass(frozen=True)
class Wanted:
    """So many matches of an arena, or as many as make its interval narrow enough."""

    arena: Arena
    matches: int
    within: float = 0.0


@dataclass
class Played:
    """What was played in an arena, and how sure it is."""

    rows: list[Row] = field(default_factory=list)
    begun: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)

    def ahead(self, arena: Arena) -> list[float]:
        """Of each match (alone: each deal), how often the first bot was ahead of the other; ties are halves."""
        if arena.seats > 1:
            return [ahead_in(row, arena) for row in self.rows]
        return [share(-one, -other) for one, other in self.alone(arena)]

    def alone(self, arena: Arena) -> list[tuple[int, int]]:
        """The points of both on each deal that both have played."""
        points: dict[int, dict[str, int]] = defaultdict(dict)
        for row in self.rows:
            points[row.deal][row.lineup[0]] = row.scores[0]
        return [(each[arena.one], each[arena.other]) for each in points.values() if len(each) == 2]

    def share(self, arena: Arena) -> Share:
        values = self.ahead(arena)
        return wilson(sum(values), len(values))

    def leads(self, arena: Arena) -> list[float]:
        """Points of the first less those of the other, on average in each match."""
        if arena.seats == 1:
            return [float(one - other) for one, other in self.alone(arena)]
        return [fmean(points(row, arena.one)) - fmean(points(row, arena.other)) for row in self.rows]

    def first(self, arena: Arena) -> float:
        """How often the first bot won, shared victories as shares."""
        wins = [
            sum(rank == 1 for name, rank in zip(row.lineup, row.ranks, strict=True) if name == arena.one)
            / row.ranks.count(1)
            for row in self.rows
        ]
        return fmean(wins) if wins else math.nan

    def is_enough(self, wanted: Wanted) -> bool:
        if len(self.begun) >= wanted.matches:
            return True
        found = self.share(wanted.arena)
        return found.of >= 40 and (found.high - found.low) / 2 <= wanted.within


def share(one: float, other: float) -> float:
    return 1.0 if one < other else 0.5 if one == other else 0.0


def ahead_in(row: Row, arena: Arena) -> float:
    places: dict[str, list[int]] = {arena.one: [], arena.other: []}
    for name, rank in zip(row.lineup, row.ranks, strict=True):
        places[name].append(rank)
    return fmean(share(a, b) for a in places[arena.one] for b in places[arena.other])


def points(row: Row, bot: str) -> list[int]:
    return [score for name, score in zip(row.lineup, row.scores, strict=True) if name == bot]


# ---------------------------------------------------------------- what is wanted


def main_seats(game: str) -> int:
    return min(seats for seats in mv.game(game).seats if seats > 1)


def other_seats(game: str) -> list[int]:
    """The other sizes of tables for more than one, the largest first."""
    return sorted((seats for seats in mv.game(game).seats if seats > main_seats(game)), reverse=True)


def over_greedy(game: str, seats: int, bot: str) -> Arena:
    return Arena(game, seats, bot, GREEDY, among=seats > 2)


def alone(bot: str, other: str) -> Arena:
    return Arena("misterra", 1, bot, other)


def wanted() -> list[Wanted]:
    """All arenas, the most important first: a little of everything, then more; one that comes again wants more."""
    fast = [game for game in GAMES if game != "valdora"]
    rest = [(game, seats) for game in fast for seats in other_seats(game)]
    four = [(game, seats) for game, seats in rest if seats == 4]
    three = [(game, seats) for game, seats in rest if seats == 3]
    every = [(game, seats) for game in GAMES for seats in sorted(mv.game(game).seats) if seats > 1]
    low = (*STEPS[:3], *BETWEEN)
    return [
        *(Wanted(over_greedy(game, main_seats(game), GRANDMASTER), 40) for game in fast),
        *(Wanted(over_greedy(game, seats, GRANDMASTER), 24) for game, seats in four),
        Wanted(over_greedy("valdora", 3, GRANDMASTER), 12),
        *(Wanted(over_greedy(game, main_seats(game), EXPERT), 40 if game in fast else 18) for game in GAMES),
        *(Wanted(over_greedy(game, seats, EXPERT), 40) for game, seats in four),
        *(Wanted(Arena(game, main_seats(game), b, a), 40) for game in GAMES for a, b in low),
        *(Wanted(Arena(game, main_seats(game), GRANDMASTER, EXPERT), 20 if game in fast else 6) for game in GAMES),
        *(Wanted(Arena(game, seats, b, a), 16) for game, seats in every for a, b in low),
        *(Wanted(alone(a, b), 30) for a, b in ((EXPERT, GREEDY), (GRANDMASTER, GREEDY), (GREEDY, RANDOM))),
        *(Wanted(over_greedy(game, main_seats(game), GRANDMASTER), 100) for game in fast),
        *(Wanted(over_greedy(game, seats, GRANDMASTER), 60) for game, seats in four),
        Wanted(over_greedy("valdora", 3, GRANDMASTER), 30),
        *(Wanted(over_greedy(game, seats, EXPERT), 120, WITHIN) for game, seats in every),
        *(Wanted(Arena(game, main_seats(game), GRANDMASTER, EXPERT), 40) for game in GAMES),
        *(Wanted(over_greedy(game, seats, GRANDMASTER), 40) for game, seats in three),
        *(Wanted(over_greedy(game, main_seats(game), GRANDMASTER), 200) for game in fast),
        *(Wanted(over_greedy(game, seats, GRANDMASTER), 140, WITHIN) for game, seats in four),
        *(Wanted(over_greedy(game, seats, EXPERT), 300, WITHIN) for game, seats in every),
        *(Wanted(over_greedy(game, main_seats(game), GRANDMASTER), 300) for game in fast),
        *(Wanted(over_greedy(game, seats, GRANDMASTER), 140, WITHIN) for game, seats in three),
        *(Wanted(over_greedy("valdora", seats, GRANDMASTER), 20) for seats in mv.game("valdora").seats),
        *(Wanted(Arena(game, main_seats(game), EXPERT, RANDOM), 40) for game in GAMES),
        *(Wanted(Arena(game, main_seats(game), GRANDMASTER, RANDOM), 10) for game in GAMES),
        *(Wanted(Arena(game, main_seats(game), EXPERT, f"{EXPERT}:{part}"), 60) for game in fast for part in PARTS),
        *(Wanted(Arena(game, seats, EXPERT, f"{EXPERT}:field=0"), 60) for game, seats in four),
        *(Wanted(Arena("valdora", 3, EXPERT, f"{EXPERT}:{part}"), 9) for part in PARTS),
        *(Wanted(over_greedy("valdora", seats, GRANDMASTER), 300) for seats in mv.game("valdora").seats),
    ]


# ---------------------------------------------------------------- rows in a file


@functools.cache
def code(game: str) -> str:
    """What a game's matches follow from: rows of other rules or bots are not added to these."""
    return digest(deciding(game))


def read(files: Iterable[Path], any_code: bool = False) -> dict[Arena, Played]:
    """All matches of these files; those of other code are left out, unless one does not mind."""
    found: dict[Arena, Played] = defaultdict(Played)
    strange = 0
    for file in files:
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            try:
                data = json.loads(line)
            except ValueError:
                continue  # stopped in the middle of it
            arena = Arena(**data["arena"])
            if not any_code and data["code"] != code(arena.game):
                strange += 1
                continue
            listed = {name: tuple(data["row"][name]) for name in ("lineup", "ranks", "scores")}
            row = Row(**{**data["row"], **listed})
            played = found[arena]
            if row.key not in played.begun:
                played.rows.append(row)
                played.begun.add(row.key)
    if strange:
        print(f"{strange} matches of other code are left out", file=sys.stderr)
    return found


# ---------------------------------------------------------------- playing


def compiled(game: str) -> str:
    """Have a game compiled in this process, so that the others find it in the cache."""
    mv.warm([game])
    return game


class Run:
    """The matches that are played until the time is up."""

    def __init__(self, found: dict[Arena, Played], out: Path, end: float, games: Collection[str] = GAMES) -> None:
        self.found, self.out, self.end = found, out, end
        self.list = [each for each in wanted() if each.arena.game in games]

    def usual(self, arena: Arena) -> float:
        """About how many seconds a match takes, and a little more."""
        known = [row.seconds for row in self.found[arena].rows]
        return 1.3 * max(known[-20:]) if known else arena.guess()

    def next(self) -> Arena | None:
        """The first arena that lacks matches and whose next one would be over in time."""
        left = self.end - time.monotonic()
        for each in self.list:
            if not self.found[each.arena].is_enough(each) and self.usual(each.arena) < left:
                return each.arena
        return None

    def begin(self) -> Job | None:
        arena = self.next()
        if arena is None:
            return None
        begun = self.found[arena].begun
        entry = next(each for each in arena.entries() if each.key not in begun)
        begun.add(entry.key)
        return Job(arena, play, (arena.plan, entry))

    def note(self, arena: Arena, row: Row) -> None:
        self.found[arena].rows.append(row)
        append(self.out, json.dumps({"code": code(arena.game), "arena": asdict(arena), "row": asdict(row)}))

    def play(self, pool: Pool, workers: int) -> None:
        count, told = 0, time.monotonic()
        for arena in keep_busy(pool, workers, self.end, self.begin, self.note):
            count += 1
            if time.monotonic() - told > 20:
                told = time.monotonic()
                print(
                    f"{count} matches, {self.end - told:.0f} s left, now {arena.game} {arena.seats} {arena.one}",
                    flush=True,
                )
        print(f"{count} matches added to {self.out}", flush=True)


def run(out: Path, minutes: float, workers: int, any_code: bool, games: Collection[str]) -> None:
    end = time.monotonic() + 60 * minutes
    with crew(workers) as pool:
        for game in pool.imap_unordered(compiled, games, chunksize=1):
            print(f"{game} is compiled, {end - time.monotonic():.0f} s left", flush=True)
        Run(read([out], any_code), out, end, games).play(pool, workers)


# ---------------------------------------------------------------- the tables


def figure(found: dict[Arena, Played], arena: Arena) -> str:
    """A share with its interval and the number of matches, a dash where there is none."""
    if arena not in found or not found[arena].rows:
        return "-"
    ahead = found[arena].share(arena)
    return f"{100 * ahead.rate:.0f} % ({100 * ahead.low:.0f} to {100 * ahead.high:.0f}; {ahead.of})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return (
        "\n".join("| " + " | ".join(line) + " |" for line in lines).replace("| --- ", "|---").replace("|--- ", "|---")
        + "\n"
    )


def lead(found: dict[Arena, Played], arena: Arena) -> str:
    leads = found[arena].leads(arena) if arena in found else []
    return f"{fmean(leads):+.1f} (deviation {stdev(leads):.1f})" if len(leads) > 1 else "-"


def seconds(found: dict[Arena, Played], arena: Arena) -> str:
    rows = found[arena].rows if arena in found else []
    return f"{fmean(row.seconds for row in rows):.1f}" if rows else "-"


def report(found: dict[Arena, Played]) -> dict[str, str]:
    """The tables of docs/strength.md by their names."""
    names = [" over ".join(reversed(step)) for step in STEPS]
    ahead = ["table", "grandmaster over greedy", "first in", "points ahead"]
    ahead += ["expert over greedy", "points ahead", "seconds a match"]
    return {
        "steps": table(["game", *names], steps(found)),
        "greedy": table(ahead, over_greedies(found)),
        "alone": table(["Maps of Misterra alone", "better in", "points"], solo(found)),
        "random": table(["game", "grandmaster over random", "expert over random"], against_random(found)),
        "parts": table(["without", *(NAMES[game] for game in GAMES)], parts(found)),
        "field": table(["table", "all rivals count rather than the best alone"], fields(found)),
    }


def steps(found: dict[Arena, Played]) -> Iterator[list[str]]:
    for game in GAMES:
        arenas = [Arena(game, main_seats(game), high, low) for low, high in STEPS]
        yield [NAMES[game], *(figure(found, arena) for arena in arenas)]


def over_greedies(found: dict[Arena, Played]) -> Iterator[list[str]]:
    for game, seats in ((name, seats) for name in GAMES for seats in sorted(mv.game(name).seats) if seats > 1):
        best, good = (over_greedy(game, seats, bot) for bot in (GRANDMASTER, EXPERT))
        first = f"{100 * found[best].first(best):.0f} %" if best in found and found[best].rows else "-"
        line = [f"{NAMES[game]}, {seats} seats", figure(found, best), first, lead(found, best)]
        yield [*line, figure(found, good), lead(found, good), seconds(found, best)]


def solo(found: dict[Arena, Played]) -> Iterator[list[str]]:
    for one, other in ((GRANDMASTER, GREEDY), (EXPERT, GREEDY), (GREEDY, RANDOM)):
        arena = alone(one, other)
        both = found[arena].alone(arena) if arena in found else []
        means = f"{fmean(a for a, _ in both):.0f} to {fmean(b for _, b in both):.0f}" if both else "-"
        yield [f"{one} over {other}", figure(found, arena), means]


def against_random(found: dict[Arena, Played]) -> Iterator[list[str]]:
    for game in GAMES:
        arenas = [Arena(game, main_seats(game), bot, RANDOM) for bot in (GRANDMASTER, EXPERT)]
        yield [NAMES[game], *(figure(found, arena) for arena in arenas)]


def parts(found: dict[Arena, Played]) -> Iterator[list[str]]:
    for part in PARTS:
        arenas = [Arena(game, main_seats(game), EXPERT, f"{EXPERT}:{part}") for game in GAMES]
        yield [f"`{part}`", *(figure(found, arena) for arena in arenas)]


def fields(found: dict[Arena, Played]) -> Iterator[list[str]]:
    for game in ("misty", "secret-valley", "misterra"):
        yield [f"{NAMES[game]}, four seats", figure(found, Arena(game, 4, EXPERT, f"{EXPERT}:field=0"))]


def written_into(text: str, tables: dict[str, str]) -> str:
    """A page with its tables anew: each stands between a comment that names it and one that ends it.

    One of which nothing was measured stays as it was.
    """
    for name, rows in tables.items():
        begin, end = f"<!-- table: {name} -->\n", "<!-- end -->"
        if begin in text and "%" in rows:
            before, _, rest = text.partition(begin)
            text = before + begin + rows + end + rest.partition(end)[2]
    return text


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", type=Path, default=KEPT, help="where matches are kept")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, metavar="GAME", help="only these")
    parser.add_argument("--report", action="store_true", help="play nothing, write the tables")
    parser.add_argument("--into", type=Path, help="with --report: a page whose tables are written anew")
    parser.add_argument("--any-code", action="store_true", help="count matches of other code, too")
    given = parser.parse_args(arguments)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    if given.report:
        tables = report(read([given.out], given.any_code))
        if given.into:
            given.into.write_text(written_into(given.into.read_text("utf-8"), tables), encoding="utf-8")
        else:
            print("\n".join(tables.values()))
    else:
        run(given.out, given.minutes, given.workers, given.any_code, given.games)


if __name__ == "__main__":
    main(sys.argv[1:])
