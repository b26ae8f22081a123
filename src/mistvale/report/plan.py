"""What is played for a report: tables, each on so many deals. The same plan always means the same matches."""

from __future__ import annotations

import functools
import hashlib
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import mistvale as mv

from ..analysis import QUICK, analyse
from ..bots import version
from ..core.box import Box, Data
from ..core.game import Game
from ..core.match import open_match
from ..lab.setting import Setting
from .components import Catalogue
from .figures import BadReport, Sweep, changed, read_sweep
from .recording import Recorder, Row

LEVELS = ("random", "novice", "adept")
BEST = "expert"
EVEN, STEP, WITHOUT, LUCK = "even", "step", "without", "luck"
OWN, OTHER = "", "other"  # boxes: the one that the report is about, and the one it is held against


@dataclass(frozen=True)
class Table:
    """Matches of one kind: who plays, with which box, on how many deals."""

    kind: str
    seats: int
    players: tuple[str, ...]
    variant: str = OWN  # what is different about the box
    box: str = ""  # its data as JSON; nothing: the standard one
    notes: int = 0  # 1: who takes what; 2: and what it brings
    watched: str = ""  # whose choices are noted; nothing: everybody's
    deals: int = 0

    @property
    def key(self) -> str:
        """What its rows are kept under."""
        return "/".join([self.kind, str(self.seats), ",".join(self.players), self.variant])

    @property
    def level(self) -> str:
        """The level of the first seat, which is everybody's at an even table."""
        return self.players[0]

    @property
    def seats_watched(self) -> frozenset[int]:
        """The seats whose choices are noted."""
        return frozenset(seat for seat, name in enumerate(self.players) if self.watched in ("", name))


@dataclass(frozen=True)
class Piece:
    """Some deals of a table: what a worker plays at a time."""

    game: Game
    options: tuple[tuple[str, str], ...]
    seed: int
    table: Table
    first: int
    count: int


@dataclass(frozen=True)
class Plan:
    """A report to be made."""

    game: Game
    box: Box
    options: Mapping[str, str]
    seats: tuple[int, ...]
    levels: tuple[str, ...]
    best: str
    seed: int
    tables: tuple[Table, ...]
    against: Box | None = None
    sweep: Sweep | None = None
    minutes: float = 0.0  # that it was made to fit; 0 where somebody said how many matches
    names: Mapping[str, str] = field(default_factory=dict)  # what the boxes are called

    @property
    def main(self) -> str:
        """The strongest of the levels that all play at: what is told is told of it first."""
        return self.levels[-1]

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return sum(table.deals for table in self.tables)

    def header(self) -> dict[str, Any]:
        """What has to be the same for rows to belong together."""
        return {
            "format": 3,
            "game": self.game.name,
            "rules": self.game.version,
            "mistvale": mv.__version__,
            "box": self.box.digest,
            "against": self.against.digest if self.against else None,
            "sweep": f"{self.sweep.path}={','.join(map(str, self.sweep.values))}" if self.sweep else None,
            "options": dict(self.options),
            "seats": list(self.seats),
            "levels": list(self.levels),
            "best": self.best,
            "bots": {name: version(name.partition(":")[0], self.game) for name in (*self.levels, self.best)},
            "seed": self.seed,
        }

    def sized(self, deals: Mapping[str, int]) -> Plan:
        """The plan with so many deals at its tables; those of none are left out."""
        made = (replace(table, deals=deals.get(table.key, 0)) for table in self.tables)
        return replace(self, tables=tuple(table for table in made if table.deals))

    def pieces(self) -> list[Piece]:
        """All of it, in pieces of some seconds, a little of each table first; what is looked at longest comes last."""
        options = tuple(sorted(self.options.items()))
        found = []
        for table in self.tables:
            size = 1 if table.kind == LUCK else 50 if table.level == "random" else 8
            for first in range(0, table.deals, size):
                count = min(size, table.deals - first)
                found.append(Piece(self.game, options, self.seed, table, first, count))
        return sorted(found, key=lambda piece: (piece.table.kind == LUCK, piece.first))


# ---------------------------------------------------------------- what to play


def planned(
    game: Game | str,
    box: Path | str | Data | None = None,
    against: Path | str | Data | None = None,
    sweep: str | None = None,
    seats: Sequence[int] | None = None,
    levels: Sequence[str] = LEVELS,
    best: str = BEST,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> Plan:
    """A plan of things that exist, not yet saying how many matches; an error says what does not."""
    found = mv.game(game) if isinstance(game, str) else game
    own = found.box(box, stated_figures=False)
    given = found.check_options(options)
    chosen = tuple(dict.fromkeys(seats or [count for count in _fitting(found, own, given) if count > 1]))
    for count in chosen:
        found.check_box(own, found.check_seats(count), given)
    if not chosen or min(chosen) < 2:
        raise BadReport("alone")
    if not levels or len(set(levels)) < len(levels) or best in levels:
        raise BadReport("levels")
    for name in (*levels, best):
        mv.bot(name)
    if against is not None and sweep is not None:
        raise BadReport("both")
    plan = Plan(found, own, given, chosen, tuple(levels), best, seed, ())
    if against is not None:
        other = found.box(None if against == "standard" else against, stated_figures=False)
        for count in chosen:
            found.check_box(other, count, given)
        plan = replace(plan, against=other)
        return replace(plan, tables=tuple(_variants(plan, {OWN: own.data, OTHER: other.data})))
    if sweep is not None:
        swept = read_sweep(sweep, found, own.data, chosen, given)
        boxes = {str(value): changed(own.data, {swept.path: value}) for value in swept.values}
        plan = replace(plan, sweep=swept)
        return replace(plan, tables=tuple(_variants(plan, boxes)))
    return replace(plan, tables=tuple(_tables(plan)))


def _fitting(game: Game, box: Box, options: Mapping[str, str]) -> list[int]:
    """The numbers of seats that a box has enough for; all, where it has enough for none: then it is said what lacks."""
    return [seats for seats in game.seats if game.lacking(box, seats, options) is None] or list(game.seats)


def _written(data: Data) -> str:
    return json.dumps(data, sort_keys=False)


def _variants(plan: Plan, boxes: Mapping[str, Data]) -> list[Table]:
    """Even tables of all levels with each of the boxes."""
    return [
        Table(EVEN, seats, (level,) * seats, variant, _written(data), notes=1)
        for seats in plan.seats
        for level in plan.levels
        for variant, data in boxes.items()
    ]


def _tables(plan: Plan) -> list[Table]:
    """All that a report of one box asks for."""
    box = _written(plan.box.data)
    found = [
        Table(EVEN, seats, (level,) * seats, OWN, box, notes=2 if level == plan.main else 1)
        for seats in plan.seats
        for level in plan.levels
    ]
    few = min(plan.seats)
    for lower, higher in pairwise((*plan.levels, plan.best)):
        for pair in ((higher, lower), (lower, higher)):
            players = tuple(pair[seat % 2] for seat in range(few))
            watched = {"notes": 1, "watched": plan.best} if plan.best in pair else {}
            found.append(Table(STEP, few, players, OWN, box, **watched))  # type: ignore[arg-type]
    components = Catalogue(Setting(plan.game, plan.box, few, plan.options))
    for named in components.all:
        made = components.without(named)
        if made is not None:
            variant = ".".join(named)
            found.append(Table(WITHOUT, few, (quick(plan),) * few, variant, _written(made.data)))
    return [*found, Table(LUCK, few, (plan.main,) * few, OWN, box)]


def quick(plan: Plan) -> str:
    """The level that plays without each of the components: the least that thinks."""
    return next((level for level in plan.levels if level != "random"), plan.levels[-1])


# ---------------------------------------------------------------- playing


def match_seed(seed: int, deal: int) -> bytes:
    """The seed of a deal: the same for all boxes and levels, so that they are compared on the same luck."""
    return hashlib.sha256(f"mistvale report {seed} deal {deal}".encode()).digest()


@functools.lru_cache(maxsize=128)
def recorder(game: Game, options: tuple[tuple[str, str], ...], table: Table) -> Recorder:
    """What plays the matches of a table; made once in a process."""
    made = Recorder(game, table.seats, dict(options), json.loads(table.box) if table.box else None, list(table.players))
    if table.notes:
        made.note_components(table.seats_watched)
    if table.notes > 1:
        made.value_components()
    return made


def play(piece: Piece) -> list[dict[str, Any]]:
    """The rows of a piece: they come to the same wherever and whenever they are played."""
    table = replace(piece.table, deals=0)
    maker = recorder(piece.game, piece.options, table)
    deals = range(piece.first, piece.first + piece.count)
    if table.kind == LUCK:
        return [looked_back(maker, table.key, deal, match_seed(piece.seed, deal)) for deal in deals]
    return [asdict(maker.play(table.key, deal, match_seed(piece.seed, deal))) for deal in deals]


def looked_back(maker: Recorder, table: str, deal: int, seed: bytes) -> dict[str, Any]:
    """A match that was looked back at: how much of each seat's result was luck, and how much its own choice."""
    began = time.perf_counter()
    course = maker.course(seed)
    setting = maker.setting
    match = open_match(setting.game, setting.seats, seed, setting.options, setting.box)
    for seat, move in course.moves:
        match.play(seat, setting.notation.move(move))
    found = analyse(match, QUICK, random.Random(seed).getrandbits(32))
    shares = [
        {name: round(getattr(each, name).lead.mean, 4) for name in ("start", "chance", "own", "rivals", "result")}
        for each in found.shares
    ]
    return {"table": table, "deal": deal, "shares": shares, "seconds": round(time.perf_counter() - began, 3)}


__all__ = ["Piece", "Plan", "Row", "Table", "match_seed", "planned", "play", "quick"]
