"""Measure how strong the house bots are on the scale of ratings, and write src/mistvale/server/anchors.toml.

python tools/anchors.py --minutes 8        plays on all cores for so long, and writes what it found
python tools/anchors.py --minutes 0        plays nothing more, and writes what was found before
python tools/anchors.py --rows FILE        plays nothing, and takes the matches that bench.strength has played

Every game is played by all bots at tables of every size, or of those that one names (--seats 4 5), each against those
next to it in strength. What was played is kept in a folder, so a run that was stopped goes on; more minutes make it
surer. Anchors never move: what the file has for a game, a number of seats, a bot as it plays now and a version of the
rules stays, unless one says --replace, which changes every rating that was won against it from then on. A bot that
plays otherwise than before has a new version and gets a new anchor, on the scale of those that stay; its old one goes.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import multiprocessing
import os
import queue
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from multiprocessing.pool import Pool
from multiprocessing.queues import Queue
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

import mistvale as mv
from mistvale.arena.plan import Entry, Plan
from mistvale.arena.play import Row, play
from mistvale.arena.store import Store
from mistvale.bots import version
from mistvale.bots.levels import LEVELS, cores
from mistvale.server.anchors import MORE, Place, anchors, pool_of
from mistvale.server.skill import BETA, BETA_SQUARED, START, UNIT, Rating, pushes

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "mistvale" / "server" / "anchors.toml"
FOLDER = ROOT / "build" / "anchors"
SEED = 15
NEAR = 2  # how far apart in strength two may be that are sat down together at a table for two
ROUNDS = 300  # of the fit; it has settled long before
STRIDE = Decimal("0.5")
HEAD = """# How strong the house bots are at rated tables, in millionths: written by tools/anchors.py, from so many
# matches in the arena. Anchors never move; new rules get new ones.
"""


@dataclass
class Ladder:
    """All bots at one kind of table of one game, and what they have played."""

    plan: Plan
    absent: tuple[str, ...] = ()  # who takes too long to be played with now
    rows: list[Row] = field(default_factory=list)
    spent: float = 0.0
    asked: Counter[tuple[str, ...]] = field(default_factory=Counter)
    begun: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)
    seconds: defaultdict[tuple[str, ...], list[float]] = field(default_factory=lambda: defaultdict(list))

    @property
    def tables(self) -> list[tuple[str, ...]]:
        """Bots that are sat down together: those next to each other in strength."""
        bots, seats = self.plan.bots, self.plan.seats
        tables = [bots[i : i + seats] for i in range(len(bots) - seats + 1)]
        if seats == 2:
            tables = [(one, bots[j]) for i, one in enumerate(bots) for j in range(i + 1, min(i + NEAR + 1, len(bots)))]
        return [table for table in tables if not set(table) & set(self.absent)]

    def table_of(self, lineup: Sequence[str]) -> tuple[str, ...]:
        return tuple(sorted(lineup, key=self.plan.bots.index))

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self.spent += row.seconds
        self.seconds[self.table_of(row.lineup)].append(row.seconds)

    def usual(self, table: tuple[str, ...]) -> float:
        """About how many seconds a match of these takes."""
        known = self.seconds[table]
        return sum(known) / len(known) if known else sum(map(guessed_seconds, table))

    def next(self) -> Entry:
        """The match to play next: all tables in turn, those that take long less often; seats go round."""
        table = min(self.tables, key=lambda each: (self.asked[each] + 1) * math.sqrt(self.usual(each)))
        for number in itertools.count():
            deal, turn = divmod(number, len(table))
            entry = Entry(deal, table[turn:] + table[:turn])
            # One that was given up at the end of a run is played after all, and none twice.
            if entry.key not in self.begun:
                self.begin(entry.key)
                return entry
        raise AssertionError

    def begin(self, key: tuple[int, tuple[str, ...]]) -> None:
        self.begun.add(key)
        self.asked[self.table_of(key[1])] += 1


def guessed_seconds(bot: str) -> float:
    """About how long a bot takes for a match, before one has seen it: by how much it thinks about a move."""
    thinks = {level.name: level.trees * level.simulations for level in LEVELS} | {"random": 1, "greedy": 600}
    return thinks.get(bot, 600) / 400


def ladders(games: Iterable[str], sizes: Sequence[int] = (), absent: Sequence[str] = ()) -> list[Ladder]:
    """A ladder for each game and size of table, or for those sizes that are named; without tables of who is absent."""
    found = []
    for name in games:
        game = mv.game(name)
        for seats in game.seats:
            if seats > 1 and (not sizes or seats in sizes):
                found.append(Ladder(Plan(name, mv.bots(), seats, 1, SEED, game.check_options({})), tuple(absent)))
    return found


# ---------------------------------------------------------------- playing


def open_store(folder: Path, ladder: Ladder) -> Store:
    """Where the matches of a ladder are kept; those that are there count."""
    store = Store(folder / f"{ladder.plan.game}-{ladder.plan.seats}", ladder.plan)
    for row in store.open():
        ladder.add(row)
        ladder.begin(row.key)
    return store


def settle_in(free: Queue[int]) -> None:
    """Give a worker a core of its own, so that the searches of one do not get in the way of another's."""
    core = free.get()
    free.put(core)  # for who comes in the place of one that has died
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def own_cores() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(cores()))


def run(found: list[Ladder], folder: Path, minutes: float, workers: int) -> None:
    """Play for so long; what is not finished then is given up."""
    stores = [open_store(folder, ladder) for ladder in found]
    if minutes <= 0:
        return
    end = time.monotonic() + 60 * minutes
    matches = TextColumn("{task.fields[matches]}")
    with Progress(TextColumn("{task.description}"), BarColumn(), matches, TimeRemainingColumn()) as bar:
        task = bar.add_task("compiling", total=60 * minutes, matches="")
        mv.warm(sorted({ladder.plan.game for ladder in found}))
        bar.update(task, description="playing")
        spawning = multiprocessing.get_context("spawn")
        free: Queue[int] = spawning.Queue()
        for core in itertools.islice(itertools.cycle(own_cores()), workers):
            free.put(core)
        with spawning.Pool(workers, settle_in, (free,)) as pool:

            def tell(left: float) -> None:
                total = sum(len(ladder.rows) for ladder in found)
                bar.update(task, completed=60 * minutes - left, matches=f"{total} matches")

            keep_playing(pool, list(zip(found, stores, strict=True)), 2 * workers, end, tell)


def keep_playing(
    pool: Pool, kept: list[tuple[Ladder, Store]], busy: int, end: float, tell: Callable[[float], None]
) -> None:
    """Have so many matches played or waiting until the end, always of the ladder that has had least time."""
    done: queue.Queue[tuple[int, Row | BaseException]] = queue.Queue()
    promised = [0.0] * len(kept)

    def begin() -> None:
        number = min(range(len(kept)), key=lambda i: kept[i][0].spent + promised[i])
        ladder = kept[number][0]
        entry = ladder.next()
        promised[number] += ladder.usual(ladder.table_of(entry.lineup))
        answer = functools.partial(ended, number)
        pool.apply_async(play, (ladder.plan, entry), callback=answer, error_callback=answer)

    def ended(number: int, row: Row | BaseException) -> None:
        done.put((number, row))

    for _ in range(busy):
        begin()
    while (left := end - time.monotonic()) > 0:
        tell(left)
        try:
            number, row = done.get(timeout=min(left, 0.5))
        except queue.Empty:
            continue
        if isinstance(row, BaseException):
            raise row
        ladder, store = kept[number]
        store.keep([row])
        ladder.add(row)
        promised[number] = max(0.0, promised[number] - row.seconds)
        begin()


# ---------------------------------------------------------------- the fit


def fitted(
    bots: Sequence[str],
    rows: Iterable[Row],
    before: Mapping[str, Rating] | None = None,
    fixed: Mapping[str, Rating] | None = None,
) -> dict[str, Rating]:
    """The strengths that agree best with all matches and with what is thought of each before the first one.

    It is where the model's own pushes come to rest, so the order of the matches does not matter. Fixed ones stay.
    """
    fixed = fixed or {}
    seen = Counter((row.lineup, row.ranks) for row in rows)
    doubt = (Decimal(START.sigma) / UNIT) ** 2
    first = {bot: Decimal({**(before or {}), **fixed}.get(bot, START).mu) / UNIT for bot in bots}
    strengths = dict(first)
    known = dict.fromkeys(bots, 1 / doubt)
    for _ in range(ROUNDS):
        pull = {bot: (first[bot] - strengths[bot]) / doubt for bot in bots}
        known = dict.fromkeys(bots, 1 / doubt)
        for (lineup, ranks), times in seen.items():
            scale = (BETA_SQUARED * len(lineup)).sqrt()
            for bot, push in zip(lineup, pushes([strengths[each] for each in lineup], ranks, scale), strict=True):
                pull[bot] += times * push.omega / scale
                known[bot] += times * push.delta / scale**2
        strengths |= {bot: strengths[bot] + STRIDE * pull[bot] / known[bot] for bot in bots if bot not in fixed}
    return {bot: Rating(round(strengths[bot] * UNIT), round(UNIT / known[bot].sqrt())) for bot in bots} | fixed


# ---------------------------------------------------------------- the file


def measured(found: list[Ladder], replace: bool = False) -> dict[Place, tuple[Rating, int]]:
    """The anchors of all ladders, each with how many matches it is from; those that are there stay, unless replaced."""
    made: dict[Place, tuple[Rating, int]] = {}
    known = dict(anchors())
    for ladder in sorted(found, key=lambda each: each.plan.seats):
        plan, rules = ladder.plan, mv.game(ladder.plan.game).version
        places = {bot: Place(plan.game, plan.seats, bot, rules, version(bot, mv.game(plan.game))) for bot in plan.bots}
        fixed = {} if replace else {bot: known[place] for bot, place in places.items() if place in known}
        before = earlier(known, places) | on_smaller(known, plan.game, plan.seats, rules)
        found_out = fitted(plan.bots, ladder.rows, before, fixed)
        below = START
        for bot, place in places.items():
            own = sum(bot in row.lineup for row in ladder.rows)
            # One that has not played yet is what it is at smaller tables, or was before, or else a little stronger than
            # the one below it, and hardly known.
            below = found_out[bot] if own or bot in {**before, **fixed} else Rating(below.mu + BETA, START.sigma)
            made[place] = below, own
            known[place] = below
    return made


def earlier(known: Mapping[Place, Rating], places: Mapping[str, Place]) -> dict[str, Rating]:
    """What is known of bots as they played before."""
    found = {}
    for bot, place in places.items():
        older = [each for each in known if each[:4] == place[:4] and each.version < place.version]
        if older:
            found[bot] = known[max(older)]
    return found


def on_smaller(known: Mapping[Place, Rating], game: str, seats: int, rules: int) -> dict[str, Rating]:
    """What is known of bots at the smallest tables with which these share one rating: so both have one scale."""
    same = {place: mark for place, mark in known.items() if (place.game, place.rules) == (game, rules) and place.stands}
    smaller = [place.seats for place in same if pool_of(place.seats) == pool_of(seats) == MORE and place.seats < seats]
    return {place.bot: mark for place, mark in same.items() if smaller and place.seats == min(smaller)}


def from_rows(found: list[Ladder], file: Path, any_code: bool) -> None:
    """Let ladders have the matches that `bench.strength` has played; those of other code, if one does not mind."""
    sys.path.insert(0, str(ROOT))
    from bench.strength import read

    kinds = {(ladder.plan.game, ladder.plan.seats): ladder for ladder in found}
    for arena, played in read([file], any_code).items():
        ladder = kinds.get((arena.game, arena.seats))
        for row in played.rows if ladder else ():
            if set(row.lineup) <= set(mv.bots()):
                ladder.add(row)


def written(made: dict[Place, tuple[Rating, int]]) -> str:
    order = {bot: number for number, bot in enumerate(mv.bots())}
    lines = [HEAD]
    for place in sorted(made, key=lambda each: (each.game, each.seats, each.rules, order.get(each.bot, -1))):
        (mu, sigma), matches = made[place]
        lines.append(
            f'[[anchor]]\ngame = "{place.game}"\nseats = {place.seats}\nbot = "{place.bot}"\nrules = {place.rules}\n'
            f"version = {place.version}\n"
            f"mu = {mu}\nsigma = {sigma}\nmatches = {matches}\n"
        )
    return "\n".join(lines)


def kept_matches() -> dict[Place, int]:
    import tomllib

    read = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return {
        Place(each["game"], each["seats"], each["bot"], each["rules"], each.get("version", 1)): each.get("matches", 0)
        for each in read.get("anchor", ())
    }


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--games", nargs="*", default=list(mv.games()))
    parser.add_argument("--seats", nargs="*", type=int, default=[], help="tables of these sizes alone")
    parser.add_argument("--without", nargs="*", default=[], help="bots that are not played with this time")
    parser.add_argument("--rows", type=Path, help="play nothing, take the matches that bench.strength has kept there")
    parser.add_argument("--any-code", action="store_true", help="with --rows: matches of other code, too")
    parser.add_argument("--replace", action="store_true", help="let new figures take the place of old ones")
    given = parser.parse_args(arguments)
    found = ladders(given.games, given.seats, given.without)
    if given.rows:
        from_rows(found, given.rows, given.any_code)
    else:
        run(found, given.folder, given.minutes, given.workers)
    old = {place: (rating, kept_matches().get(place, 0)) for place, rating in anchors().items() if place.stands}
    new = measured(found, given.replace)
    FILE.write_text(written(old | new if given.replace else new | old), encoding="utf-8")
    for place, ((mu, sigma), matches) in new.items():
        stays = place in old and not given.replace
        where = f"{place.game:14} {place.seats:3} {place.bot:12}"
        note = "  (stays as it was)" if stays else ""
        print(f"{where} {mu / UNIT:6.2f} ± {sigma / UNIT:4.2f}  {matches:5} matches{note}")
    print(f"written to {FILE.relative_to(ROOT)}: commit it")


if __name__ == "__main__":
    main(sys.argv[1:])
