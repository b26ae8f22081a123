"""One match without its history, as rules have it: a cell.

A seat sees everything up to the start of the epoch, and its own moves since. So a cell holds, beside the state as it
truly stands, the one before anybody moved in this epoch, and the moves since. All that anybody may know follows from
that, and it does not grow with the match. A batch is an array of cells, on a processor or on a GPU.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..bots.playout import lead, lowest_seat, run_beats
from ..core import verbs
from ..core.chance import roll, threefry
from ..core.fields import clear
from ..core.game import MOST_OPTIONS, MOST_SEATS, Game
from ..core.rule import INTERPRETED, SPECTATOR, attributed, rule
from .turning import face

NOBODY = -1  # the seat that is asked when the match is over
FACTS = (
    "seat",  # the seat that is asked: the lowest that may decide, or NOBODY
    "count",  # how many legal moves it has
    "pending",  # the seats that may decide, as bits
    "length",  # decisions so far
    "movers",  # the seats that have moved in this epoch
    "since",  # how many moves they have made
)
MOST_SINCE = 128  # moves of one epoch that are kept: more than several seats together ever make in one


@functools.cache
def cell_type(game: Game) -> np.dtype[Any]:
    """The record of a cell."""
    state = attributed(game.state) if INTERPRETED else game.state
    listed = max(game.moves.size, MOST_SEATS)  # rules also write points there
    fields: list[tuple[Any, ...]] = [
        ("now", state),  # as it truly stands
        ("start", state),  # before anybody moved in this epoch
        ("scratch", state),  # what is veiled to be looked at
        ("seed", "u8", (4,)),  # of this match
        ("life", "i8"),  # how many matches were played here before
        ("dice", "u8", (1,)),  # for random moves
        ("known", "f8", (MOST_SEATS,)),  # what each seat could tell that it is worth, when it was last rewarded
        ("legal", "i4", (listed,)),  # the moves of the seat that is asked, ascending
        ("numbers", "i4", (listed,)),  # room for rules to write into
        ("moves", "i4", (MOST_SINCE,)),  # the moves that were made in this epoch
        ("by", "i1", (MOST_SINCE,)),  # and who made them
        *((name, "i4") for name in FACTS),
    ]
    if not INTERPRETED:
        return np.dtype(fields, align=True)
    members = {name: property(lambda c, name=name: c[name], _put(name)) for name, *_ in fields}
    return np.dtype((type("Cell", (np.void,), members), np.dtype(fields)))


def facts(cells: Any) -> Any:
    """The facts of each cell as a row of whole numbers, which shows whatever becomes of the cell."""
    first = cells.dtype.fields["seat"][1]
    strides = (cells.strides[0], 4)
    return np.ndarray((len(cells), len(FACTS)), np.int32, cells, first, strides)


def _put(name: str) -> Any:
    def put(cell: Any, value: Any) -> None:
        cell[name] = value

    return put


SETTINGS = np.dtype(
    [
        ("key", "u8", (4,)),  # of the stream that seeds follow from
        ("first", "i8"),  # the number of the first match
        ("seats", "i8"),
        ("options", "i8", (MOST_OPTIONS,)),
        ("reward", "i8"),  # RANK to LEAD
        ("differs", "i8"),  # 1: rewards are differences, after every step
        ("restarts", "i8"),  # 1: a match that is over is followed by another at once
        ("observes", "i8"),  # 1: the seat that is asked is shown what it may know
    ]
)

# ---------------------------------------------------------------- who knows what


@rule
def note_move(c, seat, move):
    """Before a seat moves: keep what lies there for those who will not see it, and the move for itself."""
    if c.movers == 0:
        clear(c.start, c.now)
        c.since = 0
    c.movers |= 1 << seat
    if c.since < MOST_SINCE:
        c.moves[c.since] = move
        c.by[c.since] = seat
    c.since += 1


@rule
def repeat_own(c, box, seat, out):
    """Make a seat's own moves of this epoch once more."""
    for place in range(min(c.since, MOST_SINCE)):
        if c.by[place] == seat:
            verbs.play(out, box, seat, c.moves[place])


@rule
def recall(c, box, seat, out):
    """Write down the state that a seat is in: the epoch's start, and its own moves since."""
    bit = 1 << seat if seat >= 0 else 0
    if c.movers == 0 or c.movers == bit:
        clear(out, c.now)
    else:
        clear(out, c.start)
        if c.movers & bit:
            repeat_own(c, box, seat, out)


@rule
def observe(c, box, seat, out):
    """Write down what a seat may know, its own things first."""
    recall(c, box, seat, out)
    verbs.veil(out, box, seat)
    face(out, seat)


# ---------------------------------------------------------------- what it is worth

RANK, WIN, POINTS, LEAD = range(4)
REWARDS = ("rank", "win", "points", "lead")


@rule
def worth(c, s, box, kind, seat):
    """What a position is worth to a seat; by places only when the match is over."""
    if kind == POINTS or kind == LEAD:
        verbs.scores(s, box, c.numbers)
        return np.float64(c.numbers[seat]) if kind == POINTS else np.float64(lead(s, c.numbers, seat))
    if s.seats == 1 or not verbs.over(s, box):
        return 0.0
    verbs.outcome(s, box, c.numbers)
    better, ties = 0, 0
    for other in range(s.seats):
        if c.numbers[other] < c.numbers[seat]:
            better += 1
        elif c.numbers[other] == c.numbers[seat]:
            ties += 1
    if kind == WIN:
        return 1.0 / ties if better == 0 else 0.0
    # Places go evenly from 1 to -1; those who tie have the mean of the places that they share.
    return 1.0 - (2.0 * better + ties - 1.0) / (s.seats - 1.0)


@rule
def reward(c, box, how, out):
    """Tell each seat what it has got: at the end, or after every step as far as it can tell."""
    if how.differs == 0:
        over = c.pending == 0
        for seat in range(how.seats):
            out[seat] = np.float32(worth(c, c.now, box, how.reward, seat)) if over else np.float32(0.0)
        return
    for seat in range(how.seats):
        recall(c, box, seat, c.scratch)
        verbs.veil(c.scratch, box, seat)
        known = worth(c, c.scratch, box, how.reward, seat)
        out[seat] = np.float32(known - c.known[seat])
        c.known[seat] = known


# ---------------------------------------------------------------- dealing and playing


@rule
def ask(c, box, seat):
    """Ask a seat: list its legal moves."""
    c.seat = seat
    c.count = verbs.legal(c.now, box, seat, c.legal) if seat != NOBODY else 0


@rule
def ask_next(c, box):
    """Run the beats that follow, and ask the first of those who may decide."""
    c.pending = run_beats(c.now, box)
    ask(c, box, lowest_seat(c.pending) if c.pending != 0 else NOBODY)


@rule
def deal(c, box, seats, options):
    """Set a match up by the cell's seed."""
    verbs.setup(c.now, box, seats, options, c.seed)
    c.movers = 0
    c.length = 0
    ask_next(c, box)


@rule
def deal_life(c, box, how, number):
    """Set up the match that is due in this cell: its seed follows from the batch's, its number and its life."""
    threefry(how.key, (np.uint64(how.first + number) << np.uint64(32)) | np.uint64(c.life), c.seed)
    deal(c, box, how.seats, how.options)
    c.dice[0] = c.seed[0]
    for seat in range(how.seats):
        c.known[seat] = 0.0
        if how.differs:
            recall(c, box, seat, c.scratch)
            verbs.veil(c.scratch, box, seat)
            c.known[seat] = worth(c, c.scratch, box, how.reward, seat)


@rule
def make_move(c, box, seat, move):
    """Make a move for a seat, and ask the next."""
    epoch = c.now.epoch
    note_move(c, seat, move)
    verbs.play(c.now, box, seat, move)
    c.length += 1
    ask_next(c, box)
    if c.now.epoch != epoch:
        c.movers = 0
        c.since = 0


# ---------------------------------------------------------------- another world


@rule
def imagine(c, box, seat, seed):
    """Replace all that a seat can't know by a sample. Who has decided in this epoch is known: they have so there, too.

    What they decided is any of what they might have. Whoever is still to decide has not begun.
    """
    had = c.pending
    c.dice[0] = seed[0]
    if c.movers == 0 or c.since > MOST_SINCE:
        verbs.redeal(c.now, box, seat, seed)
    else:
        verbs.redeal(c.start, box, seat, seed)
        clear(c.now, c.start)
        made, c.since = c.since, 0
        for place in range(made):
            if c.by[place] == seat:
                move = c.moves[place]
                note_move(c, seat, move)
                verbs.play(c.now, box, seat, move)
        c.movers &= 1 << seat if seat >= 0 else 0
        for other in range(c.now.seats):
            if other != seat and not had & (1 << other):
                decide_anyhow(c, box, other)
    ask_next(c, box)


@rule
def decide_anyhow(c, box, seat):
    """Make moves at random for a seat until it has no more to decide in this epoch."""
    epoch = c.now.epoch
    while verbs.pending(c.now, box) & (1 << seat) and c.now.epoch == epoch:
        move = c.numbers[roll(c.dice, verbs.legal(c.now, box, seat, c.numbers))]
        note_move(c, seat, move)
        verbs.play(c.now, box, seat, move)


# ---------------------------------------------------------------- one alone: how a single state is played on


@rule
def deal_one(cells, box, seats, options):
    """Set up the match of the one cell of an array."""
    deal(cells[0], box, seats, options)


@rule
def play_one(cells, box, seat, move):
    """Make a move in the one cell of an array."""
    make_move(cells[0], box, seat, move)


@rule
def ask_one(cells, box, seat):
    """List the moves of another seat in the one cell of an array."""
    ask(cells[0], box, seat)


@rule
def observe_one(cells, box, seat, seen):
    """Write down what a seat of the one cell of an array may know."""
    observe(cells[0], box, seat, seen[0])


@rule
def imagine_one(cells, box, seat, seed):
    """Make another world of the one cell of an array."""
    imagine(cells[0], box, seat, seed)


# ---------------------------------------------------------------- many at once


@rule
def unmark(c, mask):
    """Clear the mask of the moves that were legal."""
    for place in range(c.count):
        mask[c.legal[place]] = 0


@rule
def show(c, box, how, mask, seen):
    """Mark the moves that are legal, and show the seat that is asked what it may know."""
    for place in range(c.count):
        mask[c.legal[place]] = 1
    if how.observes:
        observe(c, box, c.seat, seen)


@rule
def open_cell(c, box, how, number, mask, seen):
    """Deal the first match of a cell."""
    c.life = 0
    deal_life(c, box, how, number)
    show(c, box, how, mask, seen)


@rule
def step_cell(c, box, how, number, move, mask, seen, rewards):
    """Make a move in a cell; whether the match is over. What follows it is dealt at once, if that is wanted."""
    unmark(c, mask)
    make_move(c, box, c.seat, move)
    reward(c, box, how, rewards)
    over = c.pending == 0
    if over and how.restarts:
        c.life += 1
        deal_life(c, box, how, number)
    show(c, box, how, mask, seen)
    return over


@rule
def open_cells(cells, box, how, mask, seen, first, end):
    """Deal the first matches of the cells from `first` to `end`."""
    for i in range(first, end):
        open_cell(cells[i], box, how, i, mask[i], seen[i])


@rule
def step_cells(cells, box, how, moves, mask, seen, rewards, done, first, end):
    """Make a move in each of the cells from `first` to `end` that is not over."""
    for i in range(first, end):
        if cells[i].seat != NOBODY:
            done[i] = step_cell(cells[i], box, how, i, moves[i], mask[i], seen[i], rewards[i])


@rule
def picked(c):
    """One of the legal moves, by dice; 0 when the match is over."""
    return c.legal[roll(c.dice, c.count)] if c.count else 0


@rule
def pick_moves(cells, moves, first, end):
    """Choose a legal move at random in each of the cells from `first` to `end`."""
    for i in range(first, end):
        moves[i] = picked(cells[i])


@rule
def observe_cells(cells, box, seats, seen, first, end):
    """Write down what one seat of each of the cells from `first` to `end` may know."""
    for i in range(first, end):
        observe(cells[i], box, seats[i], seen[i])


@rule
def is_wrong(c, move, mask, size):
    """Whether a move can't be made by the seat that is asked."""
    return c.seat != NOBODY and (move < 0 or move >= size or mask[move] == 0)


@rule
def first_wrong(cells, moves, mask, size, first, end):
    """The first of the cells from `first` to `end` for which a move is not legal; `end` if there is none."""
    for i in range(first, end):
        if is_wrong(cells[i], moves[i], mask[i], size):
            return i
    return end
