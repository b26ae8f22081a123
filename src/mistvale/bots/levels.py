"""The levels: how much and in which manner each of them searches, and the bot that plays them.

A level is a fixed number of trees and simulations, so it plays the same for a seed on every machine, whatever its
speed and however many cores it has. The trees of a level grow side by side on all cores; what they hold of the
moves at the root is added up.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numba
import numpy as np

from ..core import verbs
from ..core.chance import roll, seed_bytes
from ..core.errors import BadTable
from ..core.game import Compilation, Game, argument_types
from ..core.match import Seat
from ..core.moves import Move
from ..core.rule import INTERPRETED, blank
from .search import read_root, think
from .tree import FRACTION, MANNER, PARTS, Tree, mixed
from .whys import Fact, compared, whys

# Simulations between two looks at the stop flag: some hundredths of a second, up to a few tenths. To look, a thread has
# to hold Python's lock, and whoever answers people waits for it meanwhile.
CHUNK = 4096 if not INTERPRETED else 4
NICENESS = 10  # of the threads that search; 0 is everybody's
STEPPED = 12  # simulations of a tree when one steps through the rules
SURE = 1.0  # standard errors by which a move has to be worse than the best to be left out of a draw
LIKELY = 5  # nor is one drawn whose share is less than such a part of the greatest


@dataclass(frozen=True)
class Manner:
    """How a level searches; `tree.MANNER` says what each setting means."""

    explore: float = 1.0
    widen: float = 1.5
    bias: float = 0.5
    win: int = 10
    reach: int = 60
    mix: int = 1000
    lookout: float = 0.1
    rivals: int = 3
    pairs: int = 3
    advice: float = 1.0
    field: float = 1.0
    halve: int = 1
    whole: int = 1
    notice: int = 0
    keen: int = 0
    tell: int = 0

    def record(self) -> Any:
        """The settings as the search reads them."""
        record = blank(MANNER)[0]
        for name, value in asdict(self).items():
            record[name] = value
        return record


@dataclass(frozen=True)
class Level:
    """A strength to play at."""

    name: str
    trees: int
    simulations: int  # in each tree
    manner: Manner = field(default_factory=Manner)
    version: int = 3  # raised when it plays otherwise than before: its rating is another one then


def glance(notice: int, keen: int, reach: int) -> Manner:
    """How beginners look: at few moves, those that catch the eye, one at a time, and not far."""
    return Manner(advice=0.0, rivals=0, pairs=0, whole=0, notice=notice, keen=keen, reach=reach)


LEVELS = (
    Level("friend", trees=1, simulations=12, manner=glance(notice=2, keen=4, reach=10)),
    Level("novice", trees=1, simulations=40, manner=glance(notice=3, keen=8, reach=20)),
    Level("adept", trees=1, simulations=120, manner=Manner(notice=8, keen=6)),
    Level("expert", trees=1, simulations=1000),
    Level("grandmaster", trees=4, simulations=4000),
)


QUICK = Level("quick", trees=1, simulations=60)  # who plays on where a move is to be explained


def level(spec: str) -> Level:
    """The level called so; after a colon it may be given other settings: `adept:simulations=100,advice=0`."""
    name, _, settings = spec.partition(":")
    found = {each.name: each for each in LEVELS}.get(name)
    if found is None:
        raise BadTable("no-level", name=name, known=", ".join(each.name for each in LEVELS))
    for setting in filter(None, settings.split(",")):
        found = _set(found, *setting.partition("=")[::2])
    return replace(found, name=spec)


def _set(level: Level, key: str, text: str) -> Level:
    """The level with one setting of its own, or of its manner, changed."""
    whole = level if key in ("trees", "simulations") else level.manner
    if key not in ("trees", "simulations", *asdict(level.manner)):
        known = ", ".join(["trees", "simulations", *asdict(level.manner)])
        raise BadTable("no-setting", key=key, known=known)
    kind = type(getattr(whole, key))
    try:
        value = kind(text)
    except ValueError:
        raise BadTable("setting-whole" if kind is int else "setting-number", key=key, given=text) from None
    if not 0 <= value < math.inf or (whole is level and value < 1):
        raise BadTable("setting-range", key=key, given=text)
    if whole is level:
        return replace(level, **{key: value})
    return replace(level, manner=replace(level.manner, **{key: value}))


@dataclass(frozen=True)
class Thought:
    """What a search thinks of a move."""

    move: Move
    visits: int  # simulations that began with it
    share: float  # of all simulations, or of the draw where several seats decide at once
    worth: float  # value ahead of the rivals (alone: value), and what winning adds, on average
    error: float  # its standard error
    lead: float = 0.0  # the points alone, where they are to be told
    facts: tuple[Fact, ...] = ()  # what speaks for it and against it, where somebody wants to know


@functools.cache
def workers() -> ThreadPoolExecutor:
    """The threads that all searches of this process share: as many as it has cores."""
    return ThreadPoolExecutor(cores(), "mistvale-search", give_way)


def give_way() -> None:
    """Let this thread do only what other threads leave to do, where the system knows of such a thing.

    Elsewhere a thread's number may be that of somebody else's process.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def cores() -> int:
    """The cores that this process may use."""
    with contextlib.suppress(AttributeError):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def search(seat: Seat, level: Level, seed: int, stop: threading.Event | None = None) -> tuple[list[Thought], bool]:
    """What a level thinks of each legal move, in their order, and whether they are to be drawn by their shares."""
    states = blank(seat.game.state, 2)
    # Only a redealt world goes in: the search never sees the true state.
    states[0] = seat.world(seed_bytes(seed))
    how = level.manner.record()

    def grow(number: int) -> Grown:
        """Grow one tree; its memory is gone when only the root's moves and ways are left."""
        tree = Tree(seat.game, level.simulations)
        tree.plant(seed, number)
        own = states.copy()
        for count in chunks(level.simulations if not INTERPRETED else min(level.simulations, STEPPED)):
            if stop is not None and stop.is_set():
                break
            think(own, seat.box.record, how, tree.mind, tree.table, seat.number, count)
        mind, moves = tree.mind, int(read_root(own, seat.box.record, tree.mind, tree.table, seat.number))
        ways, spread = int(mind["listed"]), float(mind["spread"][seat.number])
        return Grown(mind["root"][:moves].copy(), mind["ways"][:ways].copy(), mind["tally"][:ways].copy(), spread)

    return root_parallel(seat.legal, grow, level.trees)


class Grown(NamedTuple):
    """What is left of a tree."""

    root: Any  # what is known of the moves at the root
    ways: Any  # of the turn
    tally: Any  # what is known of these
    spread: float  # how much simulations differ in worth


def root_parallel(legal: list[Move], grow: Callable[[int], Grown], trees: int) -> tuple[list[Thought], bool]:
    """Trees that grow side by side and know nothing of each other: what they hold of the root is added up.

    Chaslot, Winands, van den Herik, Parallel Monte-Carlo Tree Search (root parallelization), Computers and Games 2008.
    """
    found = list(workers().map(grow, range(trees))) if trees > 1 else [grow(0)]
    spread = sum(tree.spread for tree in found) / len(found)
    if all(len(tree.ways) for tree in found):
        return weigh_ways(legal, [(tree.ways, tree.tally) for tree in found], spread), False
    root = sum(tree.root for tree in found)
    return weigh(legal, root, spread), bool(root[:, 2].any())


def chunks(simulations: int) -> Iterator[int]:
    """So many simulations in portions."""
    for done in range(0, simulations, CHUNK):
        yield min(CHUNK, simulations - done)


def weigh(legal: list[Move], root: Any, spread: float) -> list[Thought]:
    """The root's moves with what all trees hold of them. Where regrets were matched their weights count, not visits."""
    weights = root[:, 2] if root[:, 2].any() else root[:, 0]
    total = max(1, float(weights.sum()))
    return [
        Thought(
            move,
            int(visits),
            float(weight) / total,
            float(worth) / PARTS / max(1, int(visits)),
            spread / PARTS / float(np.sqrt(max(1, int(visits)))),
            float(ahead) / PARTS / max(1, int(visits)),
        )
        for move, (visits, worth, _, ahead), weight in zip(legal, root, weights, strict=True)
    ]


def weigh_ways(legal: list[Move], found: list[tuple[Any, Any]], spread: float) -> list[Thought]:
    """The moves as the beginnings of ways: each is worth what the best that begins with it is worth."""
    total = max(1, sum(int(tally[:, 0].sum()) for _, tally in found))
    known = add_up(found)
    thoughts = []
    for move in legal:
        own = [each for way, each in known.items() if way[0] == move.number and each[0]]
        if not own:
            thoughts.append(Thought(move, 0, 0.0, 0.0, spread / PARTS))
            continue
        enough = max(visits for visits, _, _ in own) // 2
        visits, worth, lead = max((each for each in own if each[0] >= enough), key=lambda each: each[1] / each[0])
        share = sum(each[0] for each in own) / total
        error = spread / PARTS / math.sqrt(visits)
        thoughts.append(Thought(move, visits, share, worth / visits / PARTS, error, lead / visits / PARTS))
    return thoughts


def add_up(found: list[tuple[Any, Any]]) -> dict[tuple[int, ...], tuple[int, int, int]]:
    """What all trees hold of each way together: visits, what they were worth, and the points ahead."""
    known: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for ways, tally in found:
        for way, (visits, worth, lead) in zip(map(tuple, ways.tolist()), tally.tolist(), strict=True):
            before = known.get(way, (0, 0, 0))
            known[way] = (before[0] + visits, before[1] + worth, before[2] + lead)
    return known


class Searcher:
    """Plays at a level."""

    def __init__(self, level: Level, seed: int) -> None:
        self.name = level.name
        self.level = level
        self._seed = seed

    def choose(self, seat: Seat, stop: threading.Event | None = None) -> Move:
        """A move for the seat; once `stop` is set, the best so far."""
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        self._seed += 1
        thoughts, mixes = search(seat, self.level, self._seed, stop)
        if mixes:
            return drawn(thoughts, self._seed)
        return favourite(thoughts).move


def favourite(thoughts: list[Thought]) -> Thought:
    """Of the moves that were looked at most, the one that is worth most."""
    enough = max(thought.visits for thought in thoughts) // 2
    return max((thought for thought in thoughts if thought.visits >= enough), key=lambda thought: thought.worth)


def drawn(thoughts: list[Thought], seed: int) -> Move:
    """A move drawn by its share, of those that are hardly worse than the best: what is mixed is worth the same."""
    least = max(thought.share for thought in thoughts) / LIKELY
    likely = [thought for thought in thoughts if thought.share >= least]
    best = max(likely, key=lambda thought: thought.worth)
    fair = [thought for thought in likely if thought.worth + SURE * (thought.error + best.error) >= best.worth]
    dice = np.array([seed], np.uint64)
    point = int(roll(dice, FRACTION)) / FRACTION * sum(thought.share for thought in fair)
    for thought in fair:
        point -= thought.share
        if point < 0:
            return thought.move
    return best.move


def analyse(
    seat: Seat, level: Level, seed: int, most: int = 3, stop: threading.Event | None = None, why: bool = False
) -> list[Thought]:
    """The best moves of a seat, the best first: at most so many, none if there is no choice or no time to look."""
    if len(seat.legal) < 2:
        return []
    thoughts, _ = search(seat, replace(level, manner=replace(level.manner, tell=1)), seed, stop)
    seen = [thought for thought in thoughts if thought.visits > 0]
    most_seen = sorted(seen, key=lambda thought: (-thought.share, -thought.worth))[:most]
    best = sorted(most_seen, key=lambda thought: -thought.worth)
    return reasoned(seat, best, seed, stop) if why else best


def reasoned(seat: Seat, thoughts: list[Thought], seed: int, stop: threading.Event | None = None) -> list[Thought]:
    """The thoughts with what speaks for each: how it stands to the best other one, and what comes of it."""
    quick = Searcher(QUICK, seed)
    found = whys(seat, [thought.move for thought in thoughts], quick.choose, seed, stop)
    told = []
    for number, thought in enumerate(thoughts):
        facts = found[number] if found else []
        if len(thoughts) > 1:
            other = thoughts[1 if number == 0 else 0]
            error = math.hypot(thought.error, other.error)
            facts = [compared(thought.worth - other.worth, error, number == 0), *facts]
        told.append(replace(thought, facts=tuple(facts)))
    return told


def compilations(game: Game) -> list[Compilation]:
    """The search, compiled for a game."""
    if INTERPRETED:
        return []
    types, tree = argument_types(game), Tree(game, 1)
    states, how, number = numba.typeof(blank(game.state, 2)), numba.typeof(Manner().record()), types["seat"]
    mind, table = numba.typeof(tree.mind), numba.typeof(tree.table)
    return [
        game.compilation(verbs.of(game.state)["redeal"]),
        Compilation("dice", roll, (numba.uint64[::1], numba.int64)),
        Compilation("keys", mixed, (numba.uint64, numba.int64)),
        Compilation("search", think, (states, types["box"], how, mind, table, number, numba.int64)),
        Compilation("what it found", read_root, (states, types["box"], mind, table, number)),
    ]
