"""Batches on a GPU: the same rules, a thread for each match.

All buffers are CuPy's arrays, in the card's memory, made once. PyTorch takes them by `torch.as_tensor(batch.mask)` or
`torch.from_dlpack`, JAX by `jax.dlpack.from_dlpack`, CuPy as they are: nothing is copied, so what a step writes shows
there, and what is written there shows here. Everything runs on the default stream, as those libraries do if they are
not told otherwise: so what was asked first is done first. A buffer lives as long as the batch, or as whoever took it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, int32, int64, uint64

from ..bots.playout import move_at_random, run_beats
from ..core.fields import clear
from ..core.game import Game
from ..core.rule import INTERPRETED
from . import cells as rules
from .cells import DECISIONS, FACTS, SETTINGS, TOTALS, cell_type, listed, row_type
from .lowering import as_cards_like_it
from .rewards import settings
from .setting import Setting, note_moves, whole_numbers

WARP = 32  # threads that run together: more in a block bring nothing here
SHARED = 48 * 1024  # bytes that the threads of a block may share
INSTALL = "pip install 'mistvale[cuda]'"


class NoCard(RuntimeError):
    """There is no GPU that could be used, and what to do about it."""


@cache
def libraries() -> tuple[Any, Any]:
    """Numba's CUDA and CuPy; NoCard if one of them is missing, or there is no card."""
    if INTERPRETED:
        raise NoCard("rules are interpreted here (MISTVALE_INTERPRETED): a GPU needs them compiled; unset it")
    try:
        import cupy
        from numba import cuda
    except ImportError as error:
        raise NoCard(f"device='cuda' needs Numba for CUDA and CuPy ({error.name} is missing): {INSTALL}") from None
    if not cuda.is_available():
        raise NoCard(f"no GPU that CUDA can use was found ({_why_not(cuda)}); device='cpu' plays the same matches")
    return cuda, cupy


def _why_not(cuda: Any) -> str:
    try:
        cuda.current_context()
    except Exception as error:
        text = " ".join(str(error).split())
        if "insufficient" in text.lower():
            return f"the driver is older than the CUDA libraries: update the driver, or install older ones; {text}"
        return text or type(error).__name__
    return "it was found just now: try again"


# ---------------------------------------------------------------- kernels


def _kernels(cuda: Any, cell: Any, held: Any, room: int) -> dict[str, Callable[..., None]]:
    """What runs on the card, a thread for each match, for cells and states of these types.

    A thread works on a copy of its state in the memory that the threads of a block share: there it is at hand, however
    much the others work on. Of one copy, not more, so that many threads find room; an observation is made of the copy
    itself when it was put back.
    """
    steps = (*_stepping(cuda, held), *_looking(cuda, held), *_at_random(cuda, cell, held, room))
    every = {each.__name__: each for each in steps} | _whole_matches(cuda, held, room)
    return {name: cuda.jit(each) for name, each in every.items()}


def _stepping(cuda: Any, held: Any) -> Iterator[Callable[..., None]]:
    """Open matches, and make the moves that are given."""

    def open_all(cells: Any, box: Any, how: Any, legal: Any, mask: Any, seen: Any) -> None:
        i = cuda.grid(1)
        near = cuda.shared.array(0, held)
        if i < cells.shape[0]:
            c, s = cells[i], near[cuda.threadIdx.x].state
            rules.open_cell(c, s, box[0], how[0], i, legal[i].row, mask[i].row, seen[i])
            clear(c.now, s)
            if how[0].observes:
                rules.blind(c, s, box[0], c.seat)
                clear(seen[i], s)

    def step_all(
        cells: Any,
        box: Any,
        how: Any,
        order: Any,
        moves: Any,
        legal: Any,
        mask: Any,
        seen: Any,
        rewards: Any,
        done: Any,
    ) -> None:
        place = cuda.grid(1)
        near = cuda.shared.array(0, held)
        i = order[place] if place < cells.shape[0] else 0
        if place < cells.shape[0] and cells[i].seat != rules.NOBODY:
            c, s = cells[i], near[cuda.threadIdx.x].state
            clear(s, c.now)
            moved, marked, got = legal[i].row, mask[i].row, rewards[i].row
            done[i] = rules.step_cell(c, s, box[0], how[0], i, moves[i], moved, marked, seen[i], got)
            clear(c.now, s)
            if how[0].observes:
                rules.blind(c, s, box[0], c.seat)
                clear(seen[i], s)

    yield from (open_all, step_all)


def _looking(cuda: Any, held: Any) -> Iterator[Callable[..., None]]:
    """Look at matches as they stand: moves at random, what seats may know, moves that are not legal."""

    def pick_all(cells: Any, legal: Any, moves: Any) -> None:
        i = cuda.grid(1)
        if i < cells.shape[0]:
            moves[i] = rules.picked(cells[i], legal[i].row)

    def observe_all(cells: Any, box: Any, seats: Any, seen: Any) -> None:
        i = cuda.grid(1)
        near = cuda.shared.array(0, held)
        if i < cells.shape[0]:
            s = near[cuda.threadIdx.x].state
            clear(s, cells[i].now)
            rules.blind(cells[i], s, box[0], seats[i])
            clear(seen[i], s)

    def wrong_all(cells: Any, moves: Any, mask: Any, size: int, found: Any) -> None:
        i = cuda.grid(1)
        if i < cells.shape[0] and rules.is_wrong(cells[i], moves[i], mask[i].row, size):
            cuda.atomic.min(found, 0, i)

    yield from (pick_all, observe_all, wrong_all)


def _at_random(cuda: Any, cell: Any, held: Any, room: int) -> Iterator[Callable[..., None]]:
    """Play at random on the card alone: so many moves of each match."""

    def run_all(
        cells: Any, box: Any, how: Any, steps: int, legal: Any, mask: Any, seen: Any, rewards: Any, over: Any
    ) -> None:
        i = cuda.grid(1)
        near = cuda.shared.array(0, held)
        own = cuda.local.array(1, cell)
        moves = cuda.local.array(room, int32)
        if i < cells.shape[0]:
            c, s, row = own[0], near[cuda.threadIdx.x].state, legal[i].row
            clear(c, cells[i])
            clear(s, c.now)
            for place in range(c.count):
                moves[place] = row[place]
            rules.unmark(c, moves, mask[i].row)
            # What is shown in between is shown to nobody: it may lie where the cell's own state will lie again.
            ended = rules.run_cell(c, s, box[0], how[0], i, steps, moves, c.now, rewards[i].row)
            if how[0].observes:
                clear(seen[i], c.now)
            clear(c.now, s)
            rules.mark(c, moves, mask[i].row)
            for place in range(c.count):
                row[place] = moves[place]
            clear(cells[i], c)
            if ended != 0:
                cuda.atomic.add(over, 0, ended)

    yield run_all


def _whole_matches(cuda: Any, held: Any, room: int) -> dict[str, Callable[..., None]]:
    """Play whole matches at random: who is done takes the next that is due, since they are of different length.

    Threads of a warp go on together. Where each plays its match in a loop of its own, all moves are made in one place
    and all deals in another, and whoever is done waits for the longest match. Where all go abreast nobody waits, but
    one that deals has the others wait. Which of them is quicker depends on the game.
    """

    def each(s: Any, box: Any, how: Any, matches: int, due: Any, seed: Any, dice: Any, moves: Any, totals: Any) -> None:
        number = cuda.atomic.add(due, 0, 1)
        while number < matches:
            rules.play_random(s, box, how, number, seed, dice, moves, totals)
            number = cuda.atomic.add(due, 0, 1)

    def abreast(
        s: Any, box: Any, how: Any, matches: int, due: Any, seed: Any, dice: Any, moves: Any, totals: Any
    ) -> None:
        number, fresh = cuda.atomic.add(due, 0, 1), True
        while number < matches:
            if fresh:
                rules.deal_random(s, box, how, number, seed, dice)
                fresh = False
            mask = run_beats(s, box)
            if mask != 0:
                move_at_random(s, box, mask, moves, dice)
                totals[DECISIONS] += 1
            else:
                rules.add_up(s, box, how, moves, totals)
                number, fresh = cuda.atomic.add(due, 0, 1), True

    def playing(play: Any) -> Callable[..., None]:
        """A kernel whose threads play so."""

        def play_all(box: Any, how: Any, matches: int, due: Any, totals: Any) -> None:
            near = cuda.shared.array(0, held)
            moves = cuda.local.array(room, int32)
            seed = cuda.local.array(4, uint64)
            dice = cuda.local.array(1, uint64)
            own = cuda.local.array(TOTALS, int64)
            for place in range(TOTALS):
                own[place] = 0
            play(near[cuda.threadIdx.x].state, box[0], how[0], matches, due, seed, dice, moves, own)
            for place in range(TOTALS):
                if own[place] != 0:
                    cuda.atomic.add(totals, place, own[place])

        return play_all

    return {f"play_{way.__name__}": playing(cuda.jit(device=True)(way)) for way in (each, abreast)}


@cache
def kernels(game: Game, *, short: bool = False) -> dict[str, Any]:
    """The kernels of a game, each of which is compiled when it is first called; those to be short are others."""
    held = held_type(game)
    return _kernels(libraries()[0], from_dtype(cell_type(game)), from_dtype(held), listed(game))


def held_type(game: Game) -> np.dtype[Any]:
    """A state as a block holds it: the eight bytes behind keep states from lying in the same banks of the memory."""
    return np.dtype([("state", game.state), ("apart", "u8")])


def shape(game: Game, threads: int, block: int = WARP) -> tuple[int, int, int, int]:
    """How so many threads are started: blocks, threads of each, the stream, and the bytes that these share."""
    size = held_type(game).itemsize
    while block > 1 and block * size > SHARED:
        block //= 2
    if size > SHARED:
        raise NoCard(f"a state of {size} bytes is too large for a GPU, where a block has {SHARED}")
    return -(-threads // block), block, 0, block * size


def as_records(raw: Any, dtype: Any) -> Any:
    """Bytes of the card as an array of records, as kernels have it."""
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    memory = libraries()[0].as_cuda_array(raw).gpu_data
    return DeviceNDArray((raw.shape[0],), (dtype.itemsize,), dtype, gpu_data=memory)


class Card:
    """Runs the rules of cells on a GPU, and keeps the buffers in its memory."""

    def __init__(self, setting: Setting, n: int) -> None:
        _, self.arrays = libraries()
        arrays = self.arrays
        self.n = n
        self._game = setting.game
        self._size = setting.size
        self._cell, self._state = cell_type(setting.game), setting.game.state
        self.cell_bytes = arrays.zeros((n, self._cell.itemsize), np.uint8)
        self.facts = self._within(self.cell_bytes, np.dtype(np.int32), "seat", len(FACTS))
        self.seen = arrays.zeros((n, self._state.itemsize), np.uint8)
        self.legal = arrays.zeros((n, listed(setting.game)), np.int32)
        self.mask = arrays.zeros((n, setting.size), np.uint8)
        self.rewards = arrays.zeros((n, setting.seats), np.float32)
        self.done = arrays.zeros(n, np.uint8)
        self.moves = arrays.zeros(n, np.int32)
        self._as_they_lie = arrays.arange(n, dtype=np.int32)
        self.way = best_way(setting.game, setting.seats) if n >= TRIED else WAYS[0]
        self._found = arrays.zeros(1, np.int64)
        self._box = as_records(_on_card(arrays, setting.box.record, setting.game.box_type), setting.game.box_type)
        self._cells = as_records(self.cell_bytes, self._cell)
        self._legal, self._mask, self._rewards = map(self._rows, (self.legal, self.mask, self.rewards))

    def __reduce__(self) -> Any:
        """Buffers in a card's memory that belong together are not copied: parts of the copy would show the original."""
        raise TypeError("a batch on a GPU can't be copied: open another with the same seed, or take its states")

    def _within(self, raw: Any, kind: Any, name: str, count: int) -> Any:
        """Some numbers of each cell, from a field on: a view of the bytes."""
        offset = self._cell.fields[name][1]  # type: ignore[index]
        return self.arrays.ndarray(
            (self.n, count), kind, raw.data + offset, strides=(self._cell.itemsize, kind.itemsize)
        )

    @property
    def cells(self) -> dict[str, Any]:
        """What batches read of all cells."""
        return {"life": self._within(self.cell_bytes, np.dtype(np.int64), "life", 1)[:, 0]}

    def _rows(self, array: Any) -> Any:
        """As `rows` in cells.py."""
        return as_records(array, row_type(array.dtype.str, array.shape[1]))

    def _run(self, name: str, *given: Any, threads: int = WARP) -> None:
        with as_cards_like_it():
            kernels(self._game)[name][shape(self._game, self.n, threads)](self._cells, *given)

    # ---------------------------------------------------------------- as `Processor` does it

    def open(self, how: Any) -> None:
        """Deal the first matches."""
        self._how = as_records(_on_card(self.arrays, how, SETTINGS), SETTINGS)
        self._run("open_all", self._box, self._how, self._legal, self._mask, as_records(self.seen, self._state))

    def take(self, moves: Any) -> None:
        """Note the moves that are to be made: an array of the card, or of anything."""
        note_moves(whole_numbers(moves, self.arrays), self.moves)

    def first_wrong(self) -> int | None:
        """The first match for which the move is not legal."""
        self._found[0] = self.n
        self._run("wrong_all", self.moves, self._mask, self._size, self._found)
        wrong = int(self._found[0])
        return wrong if wrong < self.n else None

    def step(self, how: Any) -> None:
        """Make the moves."""
        seen = as_records(self.seen, self._state)
        given = (self._order(), self.moves, self._legal, self._mask, seen, self._rewards, self.done)
        self._run("step_all", self._box, self._how, *given, threads=self.way.threads)

    def _order(self) -> Any:
        """The matches in the order in which threads take them: who does the same is side by side.

        Threads of a warp wait for each other where they do different things. What a match does next follows from the
        move that is made, and moves of one phrase lie side by side in a vocabulary.
        """
        return self.arrays.argsort(self.moves).astype(np.int32) if self.way.sorted else self._as_they_lie

    def run(self, how: Any, steps: int) -> int:
        """Make so many moves at random in each match; how many matches were over."""
        self._found[0] = 0
        seen = as_records(self.seen, self._state)
        shown = (self._legal, self._mask, seen, self._rewards)
        self._run("run_all", self._box, self._how, steps, *shown, self._found)
        return int(self._found[0])

    def pick(self, out: Any) -> None:
        """Choose moves at random."""
        self._run("pick_all", self._legal, out)

    def observe(self, seats: Any, out: Any) -> None:
        """Write down what a seat of each match may know."""
        self._run("observe_all", self._box, seats, as_records(out, self._state))

    def cell(self, number: int) -> tuple[Any, Any]:
        """One of the cells, as an array of its own, and its list of legal moves."""
        return np.frombuffer(bytearray(self.cell_bytes[number].get().tobytes()), self._cell), self.legal[number].get()

    def new_seen(self) -> Any:
        """Room for an observation of each match."""
        return self.arrays.zeros_like(self.seen)


# ---------------------------------------------------------------- how steps are made


class Way(NamedTuple):
    """How steps are made; what comes of them is the same."""

    threads: int  # of a block
    sorted: bool  # whether threads take matches side by side that do the same


WAYS = (Way(WARP, False), Way(WARP // 2, False), Way(WARP, True))
TRIED = 1 << 18  # matches of the batch by which the best way is found out; with fewer it hardly matters
STARTED = 256  # steps before that: at first all matches do the same, which flatters those that are not sorted
TRIAL = 24  # steps of each of so many rounds
ROUNDS = 3


@cache
def best_way(game: Game, seats: int) -> Way:
    """How steps are quickest, tried once: it takes time to sort, and smaller blocks leave room for others."""
    setting = Setting.of(game, seats)
    how = settings(setting, restarts=True, observes=True)
    card = Card(setting, TRIED - 1)  # so that it does not ask itself
    card.open(how)

    def taken(steps: int) -> float:
        libraries()[0].synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            card.pick(card.moves)
            card.step(how)
        libraries()[0].synchronize()
        return time.perf_counter() - start

    taken(STARTED)
    quickest = dict.fromkeys(WAYS, math.inf)
    for number in range(1 + ROUNDS):
        for card.way in WAYS:
            seconds = taken(TRIAL)
            if number:  # the first round compiles
                quickest[card.way] = min(quickest[card.way], seconds)
    return min(quickest, key=lambda way: quickest[way])


def _on_card(arrays: Any, record: Any, dtype: Any) -> Any:
    """The bytes of one record, on the card."""
    return arrays.asarray(np.frombuffer(record.tobytes(), np.uint8).reshape(1, dtype.itemsize))


# ---------------------------------------------------------------- whole matches


class Play(NamedTuple):
    """How whole matches are played; what comes of them is the same."""

    kernel: str
    short: bool  # whether its loops stay loops: of use where the code of a match is long


PLAYS = (Play("play_each", True), Play("play_abreast", True), Play("play_each", False))
PLAYING = 1 << 18  # threads that play at once
EACH = 8  # matches for each thread by which the best way is found out


def play_matches(setting: Setting, how: Any, matches: int) -> Any:
    """What comes of random matches from beginning to end: see `playouts`."""
    many = matches > EACH * PLAYING
    return play_so(setting, how, matches, best_play(setting.game, setting.seats) if many else PLAYS[0])


def play_so(setting: Setting, how: Any, matches: int, way: Play) -> Any:
    """The same, in one of the ways."""
    _, arrays = libraries()
    totals, due = arrays.zeros(TOTALS, np.int64), arrays.zeros(1, np.int64)
    given = [
        as_records(_on_card(arrays, record, kind), kind)
        for record, kind in ((setting.box.record, setting.game.box_type), (how, SETTINGS))
    ]
    with as_cards_like_it(short=way.short):
        kernel = kernels(setting.game, short=way.short)[way.kernel]
        kernel[shape(setting.game, min(PLAYING, matches))](*given, matches, due, totals)
    return totals.get()


@cache
def best_play(game: Game, seats: int) -> Play:
    """How whole matches are played fastest, tried once."""
    setting = Setting.of(game, seats)
    how = settings(setting)
    rates = {}
    for way in PLAYS:
        play_so(setting, how, 1, way)  # compiles
        start = time.perf_counter()
        totals = play_so(setting, how, EACH * PLAYING, way)
        rates[way] = totals[DECISIONS] / (time.perf_counter() - start)
    return max(rates, key=lambda way: rates[way])
