"""One match without its history, as rules have it: a cell.

A seat sees everything up to the start of the epoch, and its own moves since. So a cell holds, beside the state as it
truly stands, the one before anybody moved in this epoch, and the moves since. All that anybody may know follows from
that, and it does not grow with the match. A batch is an array of cells, on a processor or on a GPU.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np

from ..bots.playout import lead, lowest_seat, playout, run_beats
from ..core import verbs
from ..core.chance import roll, threefry
from ..core.fields import clear
from ..core.game import MOST_OPTIONS, MOST_SEATS, Game
from ..core.rule import INTERPRETED, attributed, rule
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
MOST_SINCE = 56  # moves of one epoch that are kept: more than several seats together ever make in one


@functools.cache
def cell_type(game: Game) -> np.dtype[Any]:
    """The record of a cell."""
    state = attributed(game.state) if INTERPRETED else game.state
    fields: list[tuple[Any, ...]] = [
        ("now", state),  # as it truly stands
        ("start", state),  # before anybody moved in this epoch
        ("seed", "u8", (4,)),  # of this match
        ("life", "i8"),  # how many matches were played here before
        ("dice", "u8", (1,)),  # for random moves
        ("known", "f8", (max(game.seats),)),  # what each seat could tell that it is worth, when it was last rewarded
        ("moves", "i4", (MOST_SINCE,)),  # the moves that were made in this epoch
        *((name, "i4") for name in FACTS),
        ("by", "i1", (MOST_SINCE,)),  # and who made them
    ]
    return _record(fields)


def _record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record whose fields rules read as attributes, also when they are interpreted."""
    if not INTERPRETED:
        return np.dtype(fields, align=True)
    members = {name: property(operator.itemgetter(name), _put(name)) for name, *_ in fields}
    return np.dtype((type("Attributed", (np.void,), members), np.dtype(fields)))


def _put(name: str) -> Any:
    def put(cell: Any, value: Any) -> None:
        cell[name] = value

    return put


@functools.cache
def row_type(kind: str, count: int) -> np.dtype[Any]:
    """A row of an array of numbers as a record. Of slices of arrays rules count who holds them, which takes time."""
    return _record([("row", kind, (count,))])


def rows(array: Any) -> Any:
    """An array of rows as one of records, each with its `row`."""
    return array.view(row_type(array.dtype.str, array.shape[1]))[:, 0]


def listed(game: Game) -> int:
    """Room for a list of legal moves, in which rules also write points down."""
    return max(game.moves.size, MOST_SEATS)


def facts(cells: Any) -> Any:
    """The facts of each cell as a row of whole numbers, which shows whatever becomes of the cell."""
    first = cells.dtype.fields["seat"][1]
    return np.ndarray((len(cells), len(FACTS)), np.int32, cells, first, (cells.strides[0], 4))


SETTINGS = _record(
    [
        ("key", "u8", (4,)),  # of the stream that seeds follow from
        ("seats", "i8"),
        ("options", "i8", (MOST_OPTIONS,)),
        ("reward", "i8"),  # RANK to LEAD
        ("differs", "i8"),  # 1: rewards are differences, after every step
        ("restarts", "i8"),  # 1: a match that is over is followed by another at once
        ("observes", "i8"),  # 1: the seat that is asked is shown what it may know
    ]
)

# In what follows `c` is a cell and `s` the state as it truly stands: the cell's, or a copy that is put back later.
# `legal` is the list of legal moves of the seat that is asked, `scratch` a state to try something in.

# ---------------------------------------------------------------- who knows what


@rule
def note_move(c, s, seat, move):
    """Before a seat moves: keep what lies there for those who will not see it, and the move for itself."""
    if c.movers == 0:
        clear(c.start, s)
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
def is_news(c, seat):
    """Whether somebody else has moved in this epoch, which a seat has not seen."""
    bit = 1 << seat if seat >= 0 else 0
    return c.movers & ~bit != 0


@rule
def rewind(c, box, seat, out):
    """Write down the epoch's start, and a seat's own moves since."""
    clear(out, c.start)
    if seat >= 0 and c.movers & (1 << seat):
        repeat_own(c, box, seat, out)


@rule
def recall(c, s, box, seat, out):
    """Write down the state that a seat is in: the epoch's start, and its own moves since."""
    if is_news(c, seat):
        rewind(c, box, seat, out)
    else:
        clear(out, s)


@rule
def blind(c, s, box, seat):
    """Leave of the state as it truly stands what a seat may know, its own things first."""
    if is_news(c, seat):
        rewind(c, box, seat, s)
    verbs.veil(s, box, seat)
    face(s, seat)


@rule
def observe(c, s, box, seat, out):
    """Write down what a seat may know, its own things first."""
    recall(c, s, box, seat, out)
    verbs.veil(out, box, seat)
    face(out, seat)


# ---------------------------------------------------------------- what it is worth

RANK, WIN, POINTS, LEAD = range(4)
REWARDS = ("rank", "win", "points", "lead")


@rule
def worth(s, box, kind, seat, numbers):
    """What a position is worth to a seat; by places only when the match is over."""
    if kind == POINTS or kind == LEAD:  # noqa: SIM109 - no tuples in rules
        verbs.scores(s, box, numbers)
        return np.float64(numbers[seat]) if kind == POINTS else np.float64(lead(s, numbers, seat))
    if s.seats == 1 or not verbs.over(s, box):
        return 0.0
    verbs.outcome(s, box, numbers)
    better, ties = 0, 0
    for other in range(s.seats):
        if numbers[other] < numbers[seat]:
            better += 1
        elif numbers[other] == numbers[seat]:
            ties += 1
    if kind == WIN:
        return 1.0 / ties if better == 0 else 0.0
    # Places go evenly from 1 to -1; those who tie have the mean of the places that they share.
    return 1.0 - (2.0 * better + ties - 1.0) / (s.seats - 1.0)


@rule
def worth_known(c, s, box, kind, seat, numbers, scratch):
    """The same, as far as the seat can tell."""
    recall(c, s, box, seat, scratch)
    verbs.veil(scratch, box, seat)
    return worth(scratch, box, kind, seat, numbers)


@rule
def reward(c, s, box, how, numbers, scratch, out):
    """Tell each seat what it has got: at the end, or after every step as far as it can tell."""
    over = c.pending == 0
    for seat in range(how.seats):
        if how.differs:
            known = worth_known(c, s, box, how.reward, seat, numbers, scratch)
            out[seat] = np.float32(known - c.known[seat])
            c.known[seat] = known
        else:
            out[seat] = np.float32(worth(s, box, how.reward, seat, numbers)) if over else np.float32(0.0)


# ---------------------------------------------------------------- dealing and playing


@rule
def ask(c, s, box, seat, legal):
    """Ask a seat: list its legal moves."""
    c.seat = seat
    c.count = verbs.legal(s, box, seat, legal) if seat != NOBODY else 0


@rule
def go_on(c, s, box):
    """Run the beats that follow."""
    c.pending = run_beats(s, box)


@rule
def ask_next(c, s, box, legal):
    """Ask the first of those who may decide."""
    ask(c, s, box, lowest_seat(c.pending) if c.pending != 0 else NOBODY, legal)


@rule
def deal(c, s, box, seats, options):
    """Set a match up by the cell's seed."""
    verbs.setup(s, box, seats, options, c.seed)
    c.movers = 0
    c.since = 0
    c.length = 0
    go_on(c, s, box)


@rule
def make_move(c, s, box, seat, move):
    """Make a move for a seat, and run the beats that follow."""
    epoch = s.epoch
    note_move(c, s, seat, move)
    verbs.play(s, box, seat, move)
    c.length += 1
    go_on(c, s, box)
    if s.epoch != epoch:
        c.movers = 0
        c.since = 0


# ---------------------------------------------------------------- another world


@rule
def imagine(c, s, box, seat, seed, legal):
    """Replace all that a seat can't know by a sample. Who has decided in this epoch is known: they have so there, too.

    What they decided is any of what they might have. Whoever is still to decide has not begun.
    """
    had = c.pending
    c.dice[0] = seed[0]
    if c.movers == 0 or c.since > MOST_SINCE:
        verbs.redeal(s, box, seat, seed)
        return
    verbs.redeal(c.start, box, seat, seed)
    clear(s, c.start)
    made, c.since = c.since, 0
    for place in range(made):
        if c.by[place] == seat:
            move = c.moves[place]
            note_move(c, s, seat, move)
            verbs.play(s, box, seat, move)
    c.movers &= 1 << seat if seat >= 0 else 0
    for other in range(s.seats):
        if other != seat and not had & (1 << other):
            decide_anyhow(c, s, box, other, legal)


@rule
def decide_anyhow(c, s, box, seat, legal):
    """Make moves at random for a seat until it has no more to decide in this epoch."""
    epoch = s.epoch
    while verbs.pending(s, box) & (1 << seat) and s.epoch == epoch:
        move = legal[roll(c.dice, verbs.legal(s, box, seat, legal))]
        note_move(c, s, seat, move)
        verbs.play(s, box, seat, move)


# ---------------------------------------------------------------- one alone: how a single state is played on


@rule
def deal_one(cells, box, seats, options, legal):
    """Set up the match of the one cell of an array."""
    c = cells[0]
    deal(c, c.now, box, seats, options)
    ask_next(c, c.now, box, legal)


@rule
def play_one(cells, box, seat, move, legal):
    """Make a move in the one cell of an array; whether it was legal. If not, nothing has changed."""
    c = cells[0]
    asked = c.seat
    if seat != asked:
        if seat < 0 or seat >= c.now.seats or c.pending & (1 << seat) == 0:
            return False
        ask(c, c.now, box, seat, legal)
    for place in range(c.count):
        if legal[place] == move:
            make_move(c, c.now, box, seat, move)
            ask_next(c, c.now, box, legal)
            return True
    if seat != asked:
        ask(c, c.now, box, asked, legal)
    return False


@rule
def ask_one(cells, box, seat, legal):
    """List the moves of another seat in the one cell of an array."""
    c = cells[0]
    ask(c, c.now, box, seat, legal)


@rule
def observe_one(cells, box, seat, seen):
    """Write down what a seat of the one cell of an array may know."""
    c = cells[0]
    observe(c, c.now, box, seat, seen[0])


@rule
def imagine_one(cells, box, seat, seed, legal):
    """Make another world of the one cell of an array."""
    c = cells[0]
    imagine(c, c.now, box, seat, seed, legal)
    go_on(c, c.now, box)
    ask_next(c, c.now, box, legal)


# ---------------------------------------------------------------- many at once


@rule
def deal_life(c, s, box, how, number, numbers, scratch):
    """Set up the match that is due in this cell: its seed follows from the batch's, its number and its life."""
    threefry(how.key, (np.uint64(number) << np.uint64(32)) | np.uint64(c.life), c.seed)
    deal(c, s, box, how.seats, how.options)
    c.dice[0] = c.seed[0]
    if how.differs:
        for seat in range(how.seats):
            c.known[seat] = worth_known(c, s, box, how.reward, seat, numbers, scratch)


@rule
def unmark(c, legal, mask):
    """Clear the mask of the moves that were legal."""
    for place in range(c.count):
        mask[legal[place]] = 0


@rule
def ask_marked(c, s, box, legal, mask):
    """Ask the next seat, and mark the moves that are legal."""
    ask_next(c, s, box, legal)
    mark(c, legal, mask)


@rule
def show(c, s, box, how, seen):
    """Show the seat that is asked what it may know."""
    if how.observes:
        observe(c, s, box, c.seat, seen)


@rule
def open_cell(c, s, box, how, number, legal, mask, scratch):
    """Deal the first match of a cell."""
    c.life = 0
    deal_life(c, s, box, how, number, legal, scratch)
    ask_marked(c, s, box, legal, mask)


@rule
def step_cell(c, s, box, how, number, move, legal, mask, scratch, rewards):
    """Make a move in a cell; whether the match is over. What follows it is dealt at once, if that is wanted."""
    unmark(c, legal, mask)
    make_move(c, s, box, c.seat, move)
    # The list is not needed until the next seat is asked.
    reward(c, s, box, how, legal, scratch, rewards)
    over = c.pending == 0
    if over and how.restarts:
        c.life += 1
        deal_life(c, s, box, how, number, legal, scratch)
    ask_marked(c, s, box, legal, mask)
    return over


@rule
def run_cell(c, s, box, how, number, steps, legal, seen, rewards):
    """Make so many moves at random in a cell, as that many steps would; how many matches were over.

    Who is asked each time is shown what it may know; the mask is marked when all is done.
    """
    matches = 0
    for _ in range(steps):
        if c.seat == NOBODY:
            break
        make_move(c, s, box, c.seat, picked(c, legal))
        reward(c, s, box, how, legal, seen, rewards)
        if c.pending == 0:
            matches += 1
            if how.restarts:
                c.life += 1
                deal_life(c, s, box, how, number, legal, seen)
        ask_next(c, s, box, legal)
        show(c, s, box, how, seen)
    return matches


@rule
def mark(c, legal, mask):
    """Mark the moves that are legal."""
    for place in range(c.count):
        mask[legal[place]] = 1


@rule
def open_cells(cells, box, how, legal, mask, seen, first, end):
    """Deal the first matches of the cells from `first` to `end`."""
    for i in range(first, end):
        c = cells[i]
        open_cell(c, c.now, box, how, i, legal[i].row, mask[i].row, seen[i])
        show(c, c.now, box, how, seen[i])


@rule
def step_cells(cells, box, how, moves, legal, mask, seen, rewards, done, first, end):
    """Make a move in each of the cells from `first` to `end` that is not over."""
    for i in range(first, end):
        c = cells[i]
        if c.seat != NOBODY:
            done[i] = step_cell(c, c.now, box, how, i, moves[i], legal[i].row, mask[i].row, seen[i], rewards[i].row)
            show(c, c.now, box, how, seen[i])


@rule
def renew_cells(cells, box, how, legal, mask, seen, first, end):
    """Deal the next match in each of the cells from `first` to `end` in which nobody is asked."""
    for i in range(first, end):
        c = cells[i]
        if c.seat == NOBODY:
            # Who gave up may have left a list behind.
            unmark(c, legal[i].row, mask[i].row)
            c.life += 1
            deal_life(c, c.now, box, how, i, legal[i].row, seen[i])
            ask_marked(c, c.now, box, legal[i].row, mask[i].row)
            show(c, c.now, box, how, seen[i])


@rule
def run_cells(cells, box, how, steps, legal, mask, seen, rewards, first, end):
    """Make moves at random in each of the cells from `first` to `end`; how many matches were over."""
    matches = 0
    for i in range(first, end):
        c = cells[i]
        unmark(c, legal[i].row, mask[i].row)
        matches += run_cell(c, c.now, box, how, i, steps, legal[i].row, seen[i], rewards[i].row)
        mark(c, legal[i].row, mask[i].row)
    return matches


@rule
def picked(c, legal):
    """One of the legal moves, by dice; 0 when the match is over."""
    return legal[roll(c.dice, c.count)] if c.count else 0


@rule
def pick_moves(cells, legal, moves, first, end):
    """Choose a legal move at random in each of the cells from `first` to `end`."""
    for i in range(first, end):
        moves[i] = picked(cells[i], legal[i].row)


@rule
def observe_cells(cells, box, seats, seen, first, end):
    """Write down what one seat of each of the cells from `first` to `end` may know."""
    for i in range(first, end):
        observe(cells[i], cells[i].now, box, seats[i], seen[i])


@rule
def is_wrong(c, move, mask, size):
    """Whether a move can't be made by the seat that is asked."""
    return c.seat != NOBODY and (move < 0 or move >= size or mask[move] == 0)


@rule
def first_wrong(cells, moves, mask, size, first, end):
    """The first of the cells from `first` to `end` for which a move is not legal; `end` if there is none."""
    for i in range(first, end):
        if is_wrong(cells[i], moves[i], mask[i].row, size):
            return i
    return end


# ---------------------------------------------------------------- whole matches at random

DECISIONS, POINTS_FROM, WINS_FROM, SQUARES_FROM = 0, 1, 1 + MOST_SEATS, 1 + 2 * MOST_SEATS
TOTALS = 1 + 3 * MOST_SEATS
"""What is added up over matches: decisions; then, by seats, points, first places, and squares of points."""


@rule
def deal_random(s, box, how, number, seed, dice):
    """Set up the match that a batch deals as this number first."""
    threefry(how.key, np.uint64(number) << np.uint64(32), seed)
    verbs.setup(s, box, how.seats, how.options, seed)
    dice[0] = seed[0]


@rule
def add_up(s, box, how, moves, totals):
    """Add up what came of a match that is over, but for its decisions."""
    verbs.scores(s, box, moves)
    for seat in range(how.seats):
        points = np.int64(moves[seat])
        totals[POINTS_FROM + seat] += points
        totals[SQUARES_FROM + seat] += points * points
    verbs.outcome(s, box, moves)
    for seat in range(how.seats):
        totals[WINS_FROM + seat] += moves[seat] == 1


@rule
def play_random(s, box, how, number, seed, dice, moves, totals):
    """Play a match at random to its end, the one that a batch deals as this number first; add up what comes of it."""
    deal_random(s, box, how, number, seed, dice)
    totals[DECISIONS] += playout(s, box, moves, dice)
    add_up(s, box, how, moves, totals)


@rule
def play_all_random(s, box, how, seed, dice, moves, totals, first, end):
    """Play the matches from `first` to `end`."""
    for number in range(first, end):
        play_random(s[0], box, how, number, seed, dice, moves, totals)
