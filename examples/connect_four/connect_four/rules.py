"""Connect Four: the record of a position, the moves, and the rules."""

from mistvale.core.chance import plant
from mistvale.core.moves import Vocabulary
from mistvale.core.rule import NOTHING, rule, state_type

COLUMNS, ROWS = 7, 6
MOVES = Vocabulary({"drop {column}": {"column": "abcdefg"}})
STATE = state_type(
    ("discs", "i8", (2,)),  # the places of each seat's discs, a bit for each
    ("height", "i1", (COLUMNS,)),  # discs in each column
    ("turn", "i1"),  # the seat to move
    ("winner", "i1"),  # the seat with four in a row
)
COLUMN = ROWS + 1  # bits of a column: above its top nothing ever lies, so that no line runs on into the next one
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
    plant(s, seed)
    s.epoch, s.seats, s.turn, s.winner = 0, seats, 0, NOTHING
    s.discs[:], s.height[:] = 0, 0


@rule
def legal(s, box, seat, out):
    """Any column that is not full."""
    n = 0
    if seat == s.turn and not over(s, box):
        for column in range(COLUMNS):
            if s.height[column] < ROWS:
                out[n] = column
                n += 1
    return n


@rule
def play(s, box, seat, move):
    """Drop a disc into a column; who gets four in a row has won."""
    s.discs[seat] |= 1 << (move * COLUMN + s.height[move])
    s.height[move] += 1
    if four(s.discs[seat]):
        s.winner = seat
    s.turn, s.epoch = 1 - seat, s.epoch + 1


@rule
def over(s, box):
    """Somebody has won, or the board is full: every turn, and so every disc, is an epoch."""
    return s.winner != NOTHING or s.epoch == COLUMNS * ROWS


@rule
def scores(s, box, out):
    """A point for who has won."""
    out[0], out[1] = s.winner == 0, s.winner == 1
