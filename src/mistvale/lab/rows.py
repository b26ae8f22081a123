"""Many whole matches, a row for each, in files that every tool for data reads (Parquet).

table = lab.rollouts("misty", "random", 10_000, "misty-random")

Match number k is dealt by a seed that follows from the seed of all and k, so the rows are the same on one core, on many
and on a cluster. They are kept in parts, each a file that is there whole or not at all: what was stopped goes on.
"""

from __future__ import annotations

import functools
import json
import os
import pickle
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import mistvale as mv

from ..arena.spreading import spread
from ..bots import bot as bot_called
from ..core.box import Box, Data
from ..core.chance import seed_bytes, seed_words, threefry
from ..core.errors import MistvaleError
from ..core.game import Game
from ..core.match import open_match
from ..core.rule import copied
from .extras import needed
from .layout import Layout
from .opponents import Policy, bot_seed, chosen
from .rolling import Rolled, rolled
from .setting import Setting
from .state import State

if TYPE_CHECKING:
    import pyarrow as pa

Progress = Callable[[int, int], None]
# Who reads the folder as one table passes over names that begin so: pyarrow, pandas, Spark.
HEAD = "_rollouts.json"
NEW = "_{name}.new"  # what is not written to its end yet
FORMAT = 1
RANDOM_PART, PLAYED_PART = 1 << 14, 32  # matches in a file: some seconds of work


class BadRollouts(MistvaleError):
    """Matches that can't be played, or a folder whose rows are of others."""


@dataclass(frozen=True)
class Plan:
    """Which matches are played: the same plan always means the same matches, move by move."""

    setting: Setting
    players: tuple[str | Policy, ...]  # of each seat
    matches: int
    seed: bytes
    moves: bool
    sources: bool
    size: int  # matches in a part

    @property
    def is_random(self) -> bool:
        """Whether compiled code plays all of it."""
        return all(player == "random" for player in self.players)

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [player if isinstance(player, str) else _called(player) for player in self.players]

    @property
    def parts(self) -> int:
        """How many parts there are."""
        return -(-self.matches // self.size)

    def numbers(self, part: int) -> range:
        """The matches of a part."""
        return range(part * self.size, min((part + 1) * self.size, self.matches))

    def match_seed(self, number: int) -> bytes:
        """The seed of a match: `mv.open_match(…, seed=…)` deals the same, and so does a batch of this seed."""
        words = np.zeros(4, np.uint64)
        threefry(seed_words(self.seed), np.uint64(number << 32), words)
        return words.astype("<u8").tobytes()

    def header(self) -> dict[str, Any]:
        """What has to be the same for rows to belong together."""
        game = self.setting.game
        return {
            "format": FORMAT,
            "game": game.name,
            "rules": game.version,
            "mistvale": mv.__version__,
            "box": self.setting.box.digest,
            "seats": self.setting.seats,
            "options": dict(self.setting.options),
            "players": self.names,
            "seed": self.seed.hex(),
            "part": self.size,
            "moves": self.moves,
            "sources": self.sources,
        }


def _called(policy: Any) -> str:
    """A policy's own name, so that rows of others are not taken for its own."""
    return getattr(policy, "__qualname__", None) or type(policy).__qualname__


def planned(
    game: Game | str,
    players: str | Policy | Sequence[str | Policy] = "random",
    matches: int = 1000,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: Box | Path | str | Data | None = None,
    seed: int | str | bytes = 0,
    moves: bool = True,
    sources: bool | None = None,
) -> Plan:
    """A plan of things that exist; an error says what does not."""
    setting = Setting.of(game, seats, options, box)
    each = [players] if isinstance(players, str) or not isinstance(players, Sequence) else list(players)
    seated = tuple(each * setting.seats if len(each) == 1 else each)
    if len(seated) != setting.seats:
        raise BadRollouts("rollouts-players", seats=setting.seats, given=len(seated))
    for player in seated:
        if isinstance(player, str):
            bot_called(player)  # says what is wrong with it
        elif not callable(player):
            raise BadRollouts("rollouts-players", seats=setting.seats, given=repr(player))
    if isinstance(matches, bool) or not isinstance(matches, int) or matches < 1:
        raise BadRollouts("arena-games")
    is_random = all(player == "random" for player in seated)
    told = not is_random if sources is None else sources
    return Plan(setting, seated, matches, seed_bytes(seed), moves, told, RANDOM_PART if is_random else PLAYED_PART)


# ---------------------------------------------------------------- playing


def play_part(plan: Plan, part: int) -> tuple[int, pa.Table]:
    """The rows of a part: they come to the same wherever and whenever they are played."""
    numbers = plan.numbers(part)
    if plan.is_random:
        found = rolled(plan.setting, plan.seed, numbers.start, len(numbers))
    else:
        found = gathered([played(plan, number) for number in numbers], plan.setting.seats)
    return part, tabled(plan, numbers, found)


def played(plan: Plan, number: int) -> tuple[bytes, list[int], State]:
    """A match between bots and policies: its seed, its moves and its end."""
    seed = plan.match_seed(number)
    state, layout = State.opened(plan.setting, seed), Layout(plan.setting.game, plan.setting.box.words)
    bots = [
        bot_called(player, bot_seed(seed, seat)) if isinstance(player, str) else None
        for seat, player in enumerate(plan.players)
    ]
    moves = []
    while not state.over:
        bot, policy = bots[state.seat], plan.players[state.seat]
        if bot is not None:
            moves.append(chosen(bot, state))
        else:
            assert not isinstance(policy, str)
            moves.append(int(policy(layout.flat(state.observation()), state.mask().view(np.int8))))
        state.play(moves[-1])
    return seed, moves, state


def gathered(matches: Sequence[tuple[bytes, list[int], State]], seats: int) -> Rolled:
    """Matches that were played one by one, as those that compiled code has played."""
    return Rolled(
        np.array([np.frombuffer(seed, "<u8") for seed, _, _ in matches], np.uint64),
        np.array([len(moves) for _, moves, _ in matches], np.int32),
        np.array([state.scores for _, _, state in matches], np.int32).reshape(-1, seats),
        np.array([state.ranks for _, _, state in matches], np.int32).reshape(-1, seats),
        np.array([move for _, moves, _ in matches for move in moves], np.int32),
    )


def points_by_source(plan: Plan, found: Rolled) -> list[list[dict[str, Any]]]:
    """Where the points of each match come from, as its score panel tells it at the end."""
    setting = plan.setting
    match = open_match(setting.game, setting.seats, 0, setting.options, setting.box)
    told, ends = [], np.cumsum(found.lengths)
    for seed, length, end in zip(found.seeds.astype("<u8"), found.lengths, ends, strict=True):
        state = State.opened(setting, seed.tobytes())
        for move in found.moves[end - length : end].tolist():
            state.play(move)
        match.place(copied(state.raw))
        scores = match.scene(None).scores
        told.append(
            [
                {"seat": score.seat, "source": source, "points": points}
                for score in scores
                for source, points in score.parts
            ]
        )
    return told


def tabled(plan: Plan, numbers: range, found: Rolled) -> pa.Table:
    """Matches as rows."""
    with needed("pyarrow"):
        import pyarrow as pa

    def listed(values: Any, ends: Any) -> Any:
        return pa.ListArray.from_arrays(pa.array(np.concatenate([[0], ends]).astype(np.int32)), values)

    def whole(values: Any, kind: Any) -> Any:
        return pa.array(values.reshape(-1), kind)

    n, seats, header = len(numbers), plan.setting.seats, plan.header()
    by_seat = np.arange(1, n + 1) * seats
    small = pa.int16() if plan.setting.size <= 1 << 15 else pa.int32()
    columns = {
        "number": pa.array(numbers, pa.int64()),
        "seed": pa.array([row.tobytes() for row in found.seeds.astype("<u8")], pa.binary(32)),
        **{name: named(pa, [header[name]], np.zeros(n)) for name in ("game", "rules", "mistvale", "box")},
        "options": named(pa, [json.dumps(header["options"], sort_keys=True)], np.zeros(n)),
        "players": listed(named(pa, plan.names, np.tile(np.arange(seats), n)), by_seat),
        "length": pa.array(found.lengths, pa.int32()),
        "points": listed(whole(found.points, pa.int32()), by_seat),
        "ranks": listed(whole(found.ranks, pa.int8()), by_seat),
    }
    if plan.moves:
        columns["moves"] = listed(whole(found.moves, small), np.cumsum(found.lengths))
    if plan.sources:
        source = pa.struct([("seat", pa.int8()), ("source", pa.string()), ("points", pa.int32())])
        columns["sources"] = pa.array(points_by_source(plan, found), pa.list_(source))
    return pa.table(columns).replace_schema_metadata({"mistvale": json.dumps(header)})


def named(pa: Any, values: Sequence[Any], which: Any) -> Any:
    """Values that come again and again, each written down once."""
    return pa.DictionaryArray.from_arrays(pa.array(which.astype(np.int32)), pa.array(values))


# ---------------------------------------------------------------- keeping


def parquet() -> Any:
    """The library that writes and reads the files; an error says how to get it."""
    with needed("pyarrow"):
        import pyarrow.parquet
    return pyarrow.parquet


class Store:
    """A folder in which the parts of one plan are kept."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._parquet = parquet()
        self.folder = folder
        self.plan = plan
        self.head = folder / HEAD

    def open(self) -> list[int]:
        """The parts that are still to be played; what lies there of other matches is an error, and stays as it is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for torn in self.folder.glob(NEW.format(name="*.parquet")):
            torn.unlink()  # stopped in the middle of a file: that part is played again
        if self.head.exists():
            self._check()
        elif any(self.folder.glob("*.parquet")):
            raise BadRollouts("rollouts-file", file=self.folder, why=HEAD)
        else:
            self._write(self.head, lambda file: file.write_text(json.dumps(self.plan.header(), indent=2) + "\n"))
        return [part for part in range(self.plan.parts) if not self.is_whole(part)]

    def _check(self) -> None:
        try:
            told = json.loads(self.head.read_text(encoding="utf-8"))
            other = [name for name, value in self.plan.header().items() if told.get(name) != value]
        except (ValueError, AttributeError) as error:
            raise BadRollouts("rollouts-file", file=self.head, why=error) from None
        if other:
            now = self.plan.header()
            given, wanted = (", ".join(f"{name} {of.get(name)!r}" for name in other) for of in (told, now))
            raise BadRollouts("rollouts-other", file=self.head, given=given, wanted=wanted)

    def file(self, part: int) -> Path:
        """Where a part is kept."""
        return self.folder / f"part-{part:06d}.parquet"

    def is_whole(self, part: int) -> bool:
        """Whether a part is there, with all of its rows, as it was written."""
        file = self.file(part)
        if not file.exists():
            return False
        try:
            table = self.read(part)
        except (OSError, ValueError):
            return False
        numbers = self.plan.numbers(part)
        return bool(table.column("number").to_pylist() == list(numbers))

    def read(self, part: int) -> Any:
        """The rows of a part, every page of which is checked."""
        return self._parquet.read_table(self.file(part), page_checksum_verification=True)

    def keep(self, part: int, table: Any) -> None:
        """Keep the rows of a part: all of them, or none if somebody pulls the plug."""
        self._write(
            self.file(part),
            lambda file: self._parquet.write_table(table, file, compression="zstd", write_page_checksum=True),
        )

    def _write(self, file: Path, write: Callable[[Path], Any]) -> None:
        new = file.with_name(NEW.format(name=file.name))
        write(new)
        with new.open("rb+") as stream:
            os.fsync(stream.fileno())
        new.replace(file)


# ---------------------------------------------------------------- all of it


def run(
    plan: Plan,
    folder: Path,
    workers: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done, total: None,
) -> Store:
    """Play all matches of a plan that are not in its folder yet. Stopped in the middle, the same call goes on."""
    store = Store(folder, plan)
    todo = store.open()
    done = plan.matches - sum(len(plan.numbers(part)) for part in todo)
    progress(done, plan.matches)
    with closing(_coming(plan, todo, workers, ray)) as coming:
        for part, table in coming:
            store.keep(part, table)
            done += len(table)
            progress(done, plan.matches)
    return store


def _coming(
    plan: Plan, todo: Sequence[int], workers: int | None, ray: str | None
) -> Generator[tuple[int, Any], None, None]:
    """The rows of each part, as it is played."""
    in_threads = plan.is_random and not plan.sources and ray is None  # compiled code holds up no other thread
    if not in_threads and len(todo) > 1:
        _check_movable(plan)
    yield from spread(functools.partial(play_part, plan), todo, workers, ray, threads=in_threads)


def _check_movable(plan: Plan) -> None:
    """Refuse what can't go to another process before anything is played."""
    for player in plan.players:
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise BadRollouts("rollouts-policy", name=_called(player), why=error) from None


def rollouts(
    game: Game | str,
    players: str | Policy | Sequence[str | Policy] = "random",
    matches: int = 1000,
    folder: Path | str | None = None,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    box: Box | Path | str | Data | None = None,
    seed: int | str | bytes = 0,
    moves: bool = True,
    sources: bool | None = None,
    workers: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done, total: None,
) -> pa.Table:
    """Play whole matches, and give a row for each, by their numbers; with a folder, its files keep them.

    `players`: a bot's name or a policy (an observation, flat, and a mask to a move), one for all or one for each seat.
    `moves`: whether rows have all moves. `sources`: whether they have where points come from, about a thousandth of a
    second for each match; if nothing is said, where somebody thinks. `workers`: all cores. `ray`: on that cluster.
    """
    with needed("pyarrow"):
        import pyarrow as pa
    plan = planned(game, players, matches, seats, options, box, seed, moves, sources)
    if folder is not None:
        store = run(plan, Path(folder), workers, ray, progress)
        return pa.concat_tables([store.read(part) for part in range(plan.parts)])
    made: dict[int, Any] = {}
    progress(0, plan.matches)
    with closing(_coming(plan, range(plan.parts), workers, ray)) as coming:
        for part, table in coming:
            made[part] = table
            progress(sum(map(len, made.values())), plan.matches)
    return pa.concat_tables([made[part] for part in sorted(made)])
