"""One match without its history, as rules have it: a cell.

A seat sees everything up to the start of the epoch, and its own moves since. So a cell holds, beside the state as it
truly stands, the one before anybody moved in this epoch and, where several have, what each of them is in. That is all
that anybody may know, and it does not grow with the match. A batch is an array of cells, on a processor or on a GPU.
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


@functools.cache
def cell_type(game: Game) -> np.dtype[Any]:
    """The record of a cell."""
    state = attributed(game.state) if INTERPRETED else game.state
    listed = max(game.moves.size, MOST_SEATS)  # rules also write points there
    fields: list[tuple[Any, ...]] = [
        ("now", state),  # as it truly stands
        ("start", state),  # before anybody moved in this epoch
        ("folds", state, (max(game.seats),)),  # what each is in that moved in an epoch in which others did, too
        ("scratch", state),  # what is veiled
        ("seed", "u8", (4,)),  # of this match
        ("life", "i8"),  # how many matches were played here before
        ("dice", "u8", (1,)),  # for random moves
        ("known", "f8", (MOST_SEATS,)),  # what each seat could tell that it is worth, when it was last rewarded
        ("legal", "i4", (listed,)),  # the moves of the seat that is asked, ascending
        ("numbers", "i4", (listed,)),  # room for rules to write into
        ("count", "i4"),  # how many legal moves there are
        ("pending", "i4"),  # the seats that may decide, as bits
        ("movers", "i4"),  # those that have moved in this epoch
        ("seat", "i4"),  # the seat that is asked: the lowest that may decide, or NOBODY
        ("length", "i8"),  # decisions so far
    ]
    if not INTERPRETED:
        return np.dtype(fields, align=True)
    members = {name: property(lambda c, name=name: c[name], _put(name)) for name, *_ in fields}
    return np.dtype((type("Cell", (np.void,), members), np.dtype(fields)))


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
def note_mover(c, box, seat, move):
    """Before a seat moves: keep what lies there for those who will not see it, and what it knows itself."""
    bit = 1 << seat
    if c.movers == 0:
        clear(c.start, c.now)
    elif c.movers != bit:
        if c.movers & (c.movers - 1) == 0:
            # Who moved first, and alone, has seen all there is.
            clear(c.folds[lowest_seat(c.movers)], c.now)
        if c.movers & bit == 0:
            clear(c.folds[seat], c.start)
        verbs.play(c.folds[seat], box, seat, move)
    c.movers |= bit


@rule
def recall(c, seat, out):
    """Write down the state that a seat is in: the epoch's start, and its own moves since."""
    bit = 1 << seat if seat >= 0 else 0
    if c.movers == 0 or c.movers == bit:
        clear(out, c.now)
    elif c.movers & bit:
        clear(out, c.folds[seat])
    else:
        clear(out, c.start)


@rule
def observe(c, box, seat, out):
    """Write down what a seat may know, its own things first."""
    recall(c, seat, out)
    verbs.veil(out, box, seat)
    face(out, seat)


@rule
def redeal_cell(c, box, seat, seed):
    """Replace all that a seat can't know. What others did in this epoch is not known, but that they did is: they do so again.

    Each of them makes as many moves as it has made, any of those that it may then make.
    """
    recall(c, seat, c.scratch)
    verbs.redeal(c.scratch, box, seat, seed)
    clear(c.now, c.scratch)
    c.dice[0] = seed[0]


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
        recall(c, seat, c.scratch)
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
            recall(c, seat, c.scratch)
            verbs.veil(c.scratch, box, seat)
            c.known[seat] = worth(c, c.scratch, box, how.reward, seat)


@rule
def make_move(c, box, seat, move):
    """Make a move for a seat, and ask the next."""
    epoch = c.now.epoch
    note_mover(c, box, seat, move)
    verbs.play(c.now, box, seat, move)
    c.length += 1
    ask_next(c, box)
    if c.now.epoch != epoch:
        c.movers = 0


@rule
def play_cell(cells, box, seat, move):
    """Make a move in the one cell of an array: how a single state is played on."""
    make_move(cells[0], box, seat, move)


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
def pick_moves(cells, moves, first, end):
    """Choose a legal move at random in each of the cells from `first` to `end`."""
    for i in range(first, end):
        c = cells[i]
        moves[i] = c.legal[roll(c.dice, c.count)] if c.count else 0


@rule
def observe_cells(cells, box, seats, seen, first, end):
    """Write down what one seat of each of the cells from `first` to `end` may know."""
    for i in range(first, end):
        observe(cells[i], box, seats[i], seen[i])


@rule
def first_wrong(cells, moves, mask, size, first, end):
    """The first of the cells from `first` to `end` for which a move is not legal; `end` if there is none."""
    for i in range(first, end):
        if cells[i].seat != NOBODY:
            move = np.int64(moves[i])
            if move < 0 or move >= size or mask[i, move] == 0:
                return i
    return end
