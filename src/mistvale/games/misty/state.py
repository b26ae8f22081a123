"""Misty's records and its figures that never change: the lattice, the moves, the phases."""

from __future__ import annotations

import numpy as np

from ...core.moves import FromBox, Vocabulary, squares
from ...core.rule import record_type, state_type

SEATS = 4  # most seats
KINDS = 16  # most kinds of cards a box may have
CARDS = 64  # most cards a box may have
ROUNDS = 9  # most rounds a match can take
SIZES = 2  # standard and small windows

# The window floats on a lattice with its first card in the middle (MI-1).
SIDE = 7
SPACES = SIDE * SIDE
MIDDLE = SPACES // 2
OUTSIDE = -1

# The five classes of cards.
ARROW, FLOWER, MONSTER, SMILE, PLAIN = range(5)
CLASSES = ("arrow", "flower", "monster", "smile", "plain")

# The four ways an arrow can point.
ARROWS = ("up", "down", "left", "right")
ROW_STEP = np.array([-1, 1, 0, 0])
COLUMN_STEP = np.array([0, 0, -1, 1])

# The phases of a round.
DEALING, BUILDING, ACTIVATION, FEEDING, AWARDING, OVER = range(6)

# What happens by itself.
BEATS = ("deal", "reveal", "first", "last", "activate", "eat", "wipe", "tally", "award")
DEAL, REVEAL, FIRST, LAST, ACTIVATE, EAT, WIPE, TALLY, AWARD = range(len(BEATS))

_spaces = squares(SIDE, SIDE)
MOVES = Vocabulary(
    {
        "pick {card}": {"card": FromBox("cards", KINDS)},
        "place {space}": {"space": _spaces},
        "move {space}": {"space": _spaces},
    }
)
PICK_0, PLACE_0, MOVE_0 = MOVES.firsts

STATE = state_type(
    ("points", "i2", (SEATS,)),  # of all finished rounds
    ("format", "i1"),  # which window is built: an index into the box's sizes
    ("phase", "i1"),  # DEALING to OVER
    ("rounds", "i1"),  # rounds finished
    ("deal", "i1"),  # deals finished in this round
    ("top", "i1"),  # the next card of the deck
    ("deck", "i1", (CARDS,)),  # card kinds; what was dealt is NOTHING
    ("hand", "i1", (SEATS, KINDS)),  # how many of each kind, by the seat the hand was dealt to
    ("picked", "i1", (SEATS,)),  # the card laid down hidden
    ("placing", "i1", (SEATS,)),  # the card revealed, not yet in the window
    ("placed", "i1", (SEATS,)),  # cards put into the window in this deal
    ("window", "i1", (SEATS, SPACES)),  # the top card of each space
    ("blur", "i1", (SEATS, SPACES)),  # 1 where a card lies on another
    ("moved", "i1", (SEATS, SPACES)),  # 1 where the top card has moved
    ("highest", "i1", (SEATS,)),  # first row of the window so far
    ("lowest", "i1", (SEATS,)),  # its last row
    ("leftmost", "i1", (SEATS,)),  # its first column
    ("rightmost", "i1", (SEATS,)),  # its last column
    ("gone", "i1", (KINDS,)),  # cards that left play in this round: covered, eaten, out of the window
    ("tally", "i1", (ROUNDS, SEATS)),  # points of each finished round; NOTHING before
    ("wins", "i1", (SEATS,)),  # rounds won
)

BOX = record_type(
    ("cards", "i1"),  # cards in the deck
    ("kinds", "i1"),  # kinds of cards
    ("count", "i1", (KINDS,)),  # cards of each kind
    ("family", "i1", (KINDS,)),  # class of each kind: ARROW to PLAIN
    ("arrow", "i1", (KINDS,)),  # which way it points; NOTHING without an arrow
    ("points", "i1", (KINDS,)),  # what a single card scores
    ("pair", "i1"),  # what two smiles side by side score more
    ("wins", "i1"),  # rounds to win
    ("deals", "i1", (SIZES,)),  # deals a round, for each size of window
    ("hand", "i1", (SIZES,)),  # cards a hand
    ("long", "i1", (SIZES,)),  # the longer side of the window
    ("short", "i1", (SIZES,)),  # the shorter one
)


def _beside() -> np.ndarray:
    """The space one step up, down, left and right of each space of the lattice."""
    table = np.full((len(ARROWS), SPACES), OUTSIDE, np.int8)
    for arrow in range(len(ARROWS)):
        for space in range(SPACES):
            row, column = space // SIDE + ROW_STEP[arrow], space % SIDE + COLUMN_STEP[arrow]
            if 0 <= row < SIDE and 0 <= column < SIDE:
                table[arrow, space] = row * SIDE + column
    return table


def _around() -> np.ndarray:
    """The spaces that touch each space by side or corner; the space itself where the lattice ends."""
    table = np.empty((SPACES, 8), np.int8)
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    for space in range(SPACES):
        for i, (r, c) in enumerate(steps):
            row, column = space // SIDE + r, space % SIDE + c
            inside = 0 <= row < SIDE and 0 <= column < SIDE
            table[space, i] = row * SIDE + column if inside else space
    return table


BESIDE = _beside()
AROUND = _around()
