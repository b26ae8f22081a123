"""Connect Four: the record of a position, the moves, and the rules."""

from mistvale.core.chance import plant
from mistvale.core.fields import Row, State, clear, field
from mistvale.core.moves import Vocabulary
from mistvale.core.rule import NOTHING, rule

COLUMNS, ROWS, COLUMN = 7, 6, 7  # a column has a bit above its top, where nothing lies: no line runs on into the next
MOVES = Vocabulary({"drop {column}": {"column": "abcdefg"}})


class Position(State):
    discs: Row = field("the places of each seat's discs, a bit for each", (2,), kind="i8", bits=49, by_seat=True)
    height: Row = field("discs in each column", (COLUMNS,), most=ROWS)
    turn: int = field("the seat to move", most=1, is_seat=True)
    winner: int = field("the seat with four in a row", empty=NOTHING, most=1, is_seat=True)


EMPTY = Position.empty
STEPS = (1, COLUMN, COLUMN - 1, COLUMN + 1)  # from a place to the next: up, across, and both ways aslant


@rule
def four(discs):
    """All discs that lie in a row of four. Slid over themselves, only those in a line stay."""
    found = 0
    for step in STEPS:
        twos = discs & (discs >> step)
        first = twos & (twos >> (2 * step))
        found |= first | (first << step) | (first << (2 * step)) | (first << (3 * step))
    return found


@rule
def setup(s, box, seats, options, seed):
    """An empty board; the first seat begins."""
    clear(s, EMPTY[0])
    plant(s, seed)
    s.seats = seats


@rule
def legal(s, box, seat, out):
    """Any column that is not full."""
    n = 0
    for column in range(COLUMNS):
        if seat == s.turn and s.height[column] < ROWS and not over(s, box):
            out[n] = column
            n += 1
    return n


@rule
def play(s, box, seat, move):
    """Drop a disc into a column; who gets four in a row has won."""
    s.discs[seat] |= 1 << (move * COLUMN + s.height[move])
    s.height[move] += 1
    s.winner = seat if four(s.discs[seat]) else NOTHING
    s.turn, s.epoch = 1 - seat, s.epoch + 1


@rule
def over(s, box):
    """Somebody has won, or the board is full: every turn, and so every disc, is an epoch."""
    return s.winner != NOTHING or s.epoch == COLUMNS * ROWS


@rule
def scores(s, box, out):
    """A point for who has won."""
    out[0], out[1] = s.winner == 0, s.winner == 1
