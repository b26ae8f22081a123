"""Many matches side by side: one call makes a move in each of them.

batch = lab.Batch("misty", 1024, seats=2, seed=7)
while batch.matches < 10_000:
    batch.step(batch.random_moves())

Match i plays one match after another, each a life; what it is dealt follows from the batch's seed, i and the life
alone. So a batch is n single matches, to the byte, however many cores it runs on, and on a GPU.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from ..core.box import Box, Data
from ..core.chance import seed_bytes, seed_words, threefry
from ..core.game import Game
from ..core.rule import INTERPRETED, blank
from . import cells as rules
from .cells import NOBODY, cell_type, facts, listed, rows
from .layout import Layout
from .rewards import settings
from .setting import IllegalMoves, Setting, check_count, check_device, check_moves, note_moves, shape_of, whole_numbers
from .state import COUNT, LENGTH, PENDING, SEAT, State

SHARE = 64  # matches that a thread takes at least: fewer are done before another thread is awake


class Processor:
    """Runs the rules of cells on the cores of this machine, and keeps the buffers in its memory."""

    arrays = np

    def __init__(self, setting: Setting, n: int, threads: int | None) -> None:
        self.n = n
        self._given = setting, n, threads
        self.box = setting.box.record
        self.threads = max(1, min(threads or os.cpu_count() or 1, n // SHARE)) if not INTERPRETED else 1
        self._pool = ThreadPoolExecutor(self.threads, "batch") if self.threads > 1 else None
        self.cells = np.zeros(n, cell_type(setting.game))
        self.facts = facts(self.cells)
        self.seen = blank(setting.game.state, n)
        self.legal = np.zeros((n, listed(setting.game)), np.int32)
        self.mask = np.zeros((n, setting.size), np.uint8)
        self.rewards = np.zeros((n, setting.seats), np.float32)
        self.done = np.zeros(n, np.uint8)
        self.moves = np.zeros(n, np.int32)
        self._legal, self._mask, self._rewards = rows(self.legal), rows(self.mask), rows(self.rewards)

    def __reduce__(self) -> Any:
        """A copy, here or in another process, has buffers and threads of its own."""
        return _copied, (self._given, [getattr(self, name).tobytes() for name in BUFFERS])

    def _all(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Do it for all cells, each thread a share of them."""
        if self._pool is None:
            return [work(0, self.n)]
        edges = [self.n * share // self.threads for share in range(self.threads + 1)]
        return list(self._pool.map(work, edges[:-1], edges[1:]))

    def open(self, how: Any) -> None:
        """Deal the first matches."""
        self._all(lambda a, b: rules.open_cells(self.cells, self.box, how, self._legal, self._mask, self.seen, a, b))

    def take(self, moves: Any) -> None:
        """Note the moves that are to be made."""
        note_moves(whole_numbers(moves), self.moves)

    def first_wrong(self) -> int | None:
        """The first match for which the move is not legal."""
        size = self.mask.shape[1]
        found = self._all(lambda a, b: (int(rules.first_wrong(self.cells, self.moves, self._mask, size, a, b)), b))
        return next((wrong for wrong, end in found if wrong < end), None)

    def step(self, how: Any) -> None:
        """Make the moves."""
        shown = (self._legal, self._mask, self.seen, self._rewards, self.done)
        self._all(lambda a, b: rules.step_cells(self.cells, self.box, how, self.moves, *shown, a, b))

    def renew(self, how: Any) -> None:
        """Deal what is over anew."""
        self._all(lambda a, b: rules.renew_cells(self.cells, self.box, how, self._legal, self._mask, self.seen, a, b))

    def run(self, how: Any, steps: int) -> int:
        """Make so many moves at random in each match; how many matches were over."""
        shown = (self._legal, self._mask, self.seen, self._rewards)
        found = self._all(lambda a, b: int(rules.run_cells(self.cells, self.box, how, steps, *shown, a, b)))
        return sum(found)

    def pick(self, out: Any) -> None:
        """Choose moves at random."""
        self._all(lambda a, b: rules.pick_moves(self.cells, self._legal, out, a, b))

    def observe(self, seats: Any, out: Any) -> None:
        """Write down what a seat of each match may know."""
        self._all(lambda a, b: rules.observe_cells(self.cells, self.box, seats, out, a, b))

    def cell(self, number: int) -> tuple[Any, Any]:
        """One of the cells, as an array of its own, and its list of legal moves."""
        return self.cells[number : number + 1].copy(), self.legal[number].copy()

    def new_seen(self) -> Any:
        """Room for an observation of each match."""
        return np.zeros_like(self.seen)


BUFFERS = ("cells", "seen", "legal", "mask", "rewards", "done", "moves")


def _copied(given: tuple[Any, ...], buffers: list[bytes]) -> Processor:
    """Another one, in whose buffers lies the same."""
    twin = Processor(*given)
    for name, data in zip(BUFFERS, buffers, strict=True):
        getattr(twin, name).view(np.uint8).reshape(-1)[:] = np.frombuffer(data, np.uint8)
    return twin


class Batch:
    """n matches of a game, each at its own point. What it shows is overwritten by the next step."""

    def __init__(
        self,
        game: Game | str,
        n: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        device: str = "cpu",
        seed: int | str | bytes = 0,
        box: Box | Path | str | Data | None = None,
        reward: str = "rank",
        differences: bool = False,
        restart: bool = True,
        observe: bool = True,
        check: bool = True,
        threads: int | None = None,
    ) -> None:
        """
        `reward`: what a match is worth to a seat, "rank" (1 for the first to -1 for the last), "win", "points" or
        "lead"; at its end, or with `differences` as it changes. `restart`: what is over is followed by another match
        at once. `observe`: each step shows the seat that is asked what it may know. `check`: a move that is not legal
        is an error, and changes nothing; without it, such a move does harm. `threads`: all cores, if not given.
        """
        self.n = check_count(n)
        self.setting = Setting.of(game, seats, options, box)
        self.device = check_device(device)
        self.seed = seed_bytes(seed)
        self.check = check
        self.restart = restart
        self._how = settings(self.setting, reward, differences, self.seed, restart, observe)
        self._engine = self._started(threads)
        self._engine.open(self._how)
        self._ended = self._engine.arrays.zeros((), np.int64)

    def __repr__(self) -> str:
        return f"<Batch of {self.n}, {self.setting.game.name}, {self.seats} seats, on {self.device}>"

    def _started(self, threads: int | None) -> Any:
        if self.device == "cpu":
            return Processor(self.setting, self.n, threads)
        from .gpu import Card

        return Card(self.setting, self.n)

    # ---------------------------------------------------------------- where the matches stand

    @property
    def matches(self) -> int:
        """How many have come to an end. A GPU is waited for when one asks, not with every step."""
        return int(self._ended)

    @property
    def seats(self) -> int:
        """How many play each match."""
        return self.setting.seats

    @property
    def seat(self) -> Any:
        """The seat that is asked in each match: the lowest of those that may decide; -1 where it is over."""
        return self._engine.facts[:, SEAT]

    @property
    def pending(self) -> Any:
        """The seats that may decide, as bits."""
        return self._engine.facts[:, PENDING]

    @property
    def length(self) -> Any:
        """How many decisions there were."""
        return self._engine.facts[:, LENGTH]

    @property
    def counts(self) -> Any:
        """How many legal moves the seat has that is asked."""
        return self._engine.facts[:, COUNT]

    @property
    def mask(self) -> Any:
        """1 for each legal move of the seat that is asked, [n, moves of the game]."""
        return self._engine.mask

    @property
    def seen(self) -> Any:
        """What the seat that is asked may know: n records (on a GPU, their bytes). `layout` reads them."""
        return self._engine.seen

    @property
    def rewards(self) -> Any:
        """What the last step has brought each seat, [n, seats]."""
        return self._engine.rewards

    @property
    def done(self) -> Any:
        """1 where the last step has ended a match."""
        return self._engine.done

    @property
    def life(self) -> Any:
        """How many matches were played before, of each."""
        return self._engine.cells["life"]

    def layout(self) -> Layout:
        """How observations are read."""
        return Layout(self.setting.game, self.setting.box.words)

    def state(self, number: int) -> State:
        """One of the matches, as a state of its own."""
        state = object.__new__(State)
        state._take(self.setting, *self._engine.cell(self._number(number)))
        return state

    def match_seed(self, number: int, life: int = 0) -> bytes:
        """The seed of a match: `mv.open_match(…, seed=…)` deals the same."""
        words = np.zeros(4, np.uint64)
        threefry(seed_words(self.seed), np.uint64(self._number(number) << 32 | life), words)
        return words.astype("<u8").tobytes()

    def _number(self, number: int) -> int:
        if not 0 <= number < self.n:
            raise IndexError(f"there is no match {number}: they go from 0 to {self.n - 1}")
        return number

    # ---------------------------------------------------------------- playing

    def step(self, moves: Any, where: Any = None) -> None:
        """Make a move in each match, or in those where `where` is true, for the seat that is asked there.

        What is over and not restarted is passed over.
        """
        if where is None:
            self._note(moves)
            self._go_on()
            return
        if shape_of(where) != (self.n,):
            raise ValueError(f"`where` is true or false for each of {self.n} matches, not {shape_of(where)}")
        # A match in which nobody is asked is passed over, so those that are to wait ask nobody meanwhile.
        asked, waiting = self.seat.copy(), self._engine.arrays.asarray(where) == 0
        self.seat[waiting] = NOBODY
        try:
            self._note(moves)
            self._engine.done[waiting] = 0
            self._engine.rewards[waiting] = 0
            self._go_on()
        finally:
            self.seat[waiting] = asked[waiting]

    def _note(self, moves: Any) -> None:
        """Note the moves that are to be made, if all of them can be."""
        self._engine.take(check_moves(moves, self.n))
        if self.check:
            wrong = self._engine.first_wrong()
            if wrong is not None:
                state = self.state(wrong)
                raise IllegalMoves(wrong, state.seat, int(moves[wrong]), state.legal(), self.setting.notation)

    def _go_on(self) -> None:
        """Make the moves that are noted."""
        if not self.restart:
            self._engine.done[:] = 0
        self._engine.step(self._how)
        self._ended += self._engine.done.sum(dtype=np.int64)

    def renew(self) -> None:
        """Deal matches anew that are over, where that does not happen by itself (`restart`)."""
        if self.device != "cpu":
            raise ValueError(f"matches on {self.device} begin anew by themselves: leave `restart` as it is")
        self._engine.renew(self._how)

    def give_up(self, where: Any) -> None:
        """Let matches be over where `where` is true, whoever was to decide."""
        self.seat[where] = NOBODY
        self.pending[where] = 0

    def run(self, steps: int) -> None:
        """Make so many moves at random in each match: what `step(random_moves())` would do as often, all in one go.

        Rewards are those of the last of them; what was over in between is counted by `matches` and `life`.
        """
        if steps < 0:
            raise ValueError(f"{steps} steps can't be made")
        self._ended += self._engine.run(self._how, steps)

    def random_moves(self, out: Any = None) -> Any:
        """A legal move for each match, by dice of its own; 0 where it is over."""
        chosen = self._engine.arrays.empty(self.n, np.int32) if out is None else out
        self._engine.pick(chosen)
        return chosen

    def observe(self, seats: Any, out: Any = None) -> Any:
        """What a seat of each match may know: one for all, or one for each; -1 only looks on."""
        if shape_of(seats) not in ((), (self.n,)):
            raise ValueError(f"that takes a seat for all, or one for each of {self.n} matches, not {shape_of(seats)}")
        chosen = self._engine.arrays.empty(self.n, np.int32)
        chosen[:] = seats
        if bool(((chosen < -1) | (chosen >= self.seats)).any()):
            raise ValueError(f"seats go from 0 to {self.seats - 1}, and -1 only looks on")
        seen = self._engine.new_seen() if out is None else out
        self._engine.observe(chosen, seen)
        return seen
