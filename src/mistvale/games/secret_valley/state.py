"""The Secret Valley's records and its figures that never change: the lattice, the vocabulary of criteria, the moves."""

from __future__ import annotations

import numpy as np

from ...core.moves import FromBox, Vocabulary, squares
from ...core.rule import record_type, state_type

SEATS = 4  # most seats
CARDS = 24  # most cards a box may have
ROUNDS = 5  # most rounds a match may have
HAND = 8  # most cards a hand
NUMBERS = 9  # most numbers
TABLES = (2, 3, 4)  # how many may play: each has a grid and a hand of its own

# The grid floats on a lattice with its first card in the middle (SV-14).
SIDE = 9
SPACES = SIDE * SIDE
MIDDLE = SPACES // 2

TERRAINS = ("mountain", "water", "forest", "plain")

# A criterion: where it looks, which cards it looks for, how it makes points of them.
WHERE = ("adjacent", "around", "row", "column", "line")
ADJACENT, AROUND, ROW, COLUMN, LINE = range(len(WHERE))
WHICH = ("all", *TERRAINS, "odd", "even", "higher", "lower", "own", "other")
ANYBODY, OWN, OTHER = range(3)  # whose settlement is looked for
HOW = ("count", "once", "repeated", "kinds", "highest", "above-all", "below-all", "free-sides", "none-free")
COUNT, ONCE, REPEATED, KINDS, HIGHEST, ABOVE_ALL, BELOW_ALL, FREE_SIDES, NONE_FREE = range(len(HOW))
OF = ("terrain", "number")  # what makes cards of one kind
OF_TERRAIN, OF_NUMBER = range(len(OF))
SIDES = 4  # of a card

# The phases of a round.
DEALING, DRAFTING, PLACING, SCORING, OVER = range(5)

# What happens by itself.
BEATS = ("deal", "pass", "last", "first", "turn", "discard", "score", "award")
DEAL, PASS, LAST, FIRST, TURN, DISCARD, SCORE, AWARD = range(len(BEATS))

MOVES = Vocabulary(
    {
        "keep {card}": {"card": FromBox("cards", CARDS)},
        "play {card}": {"card": FromBox("cards", CARDS)},
        "at {space}": {"space": squares(SIDE, SIDE)},
    }
)
KEEP_0, PLAY_0, AT_0 = MOVES.firsts

STATE = state_type(
    ("points", "i2", (SEATS,)),  # of all finished rounds
    ("phase", "i1"),  # DEALING to OVER
    ("draft", "i1"),  # 1 where hands are drafted, 0 where they are played as dealt
    ("rounds", "i1"),  # rounds finished
    ("first", "i1"),  # the first seat of the round
    ("trick", "i1"),  # how often hands have been passed; the hand's size when the draft is done
    ("committed", "i1", (SEATS,)),  # 1 where a seat has kept a card of the hand it holds
    ("origin", "i1", (CARDS,)),  # the seat a card was dealt to; NOTHING if it is out of the round
    ("taken", "i1", (CARDS,)),  # the trick at which it was kept; NOTHING while it is in a draft hand
    ("keeper", "i1", (CARDS,)),  # the seat that keeps it, and whose settlement is on it; NOTHING before
    ("turn", "i1"),  # the seat whose turn it is
    ("turns", "i1"),  # turns finished in this round
    ("playing", "i1"),  # the card chosen to be placed
    ("placed", "i1"),  # 1 when it has been: the turn is over
    ("place", "i1", (CARDS,)),  # the space a card lies on
    ("grid", "i1", (SPACES,)),  # the card of each space
    ("highest", "i1"),  # first row of the grid so far
    ("lowest", "i1"),  # its last row
    ("leftmost", "i1"),  # its first column
    ("rightmost", "i1"),  # its last column
    ("gained", "i1", (CARDS,)),  # what a card has scored in this round; NOTHING before
    ("tally", "i2", (ROUNDS, SEATS)),  # points of each round; NOTHING before its scoring
)

BOX = record_type(
    ("fits", "i4", (CARDS,)),  # the cards that a card's criterion looks for, as bits
    ("cards", "i1"),  # cards in all
    ("rounds", "i1"),  # rounds of a match
    ("terrain", "i1", (CARDS,)),  # an index into TERRAINS
    ("number", "i1", (CARDS,)),  # 1 to NUMBERS
    ("where", "i1", (CARDS,)),  # ADJACENT to LINE
    ("clan", "i1", (CARDS,)),  # ANYBODY, OWN or OTHER
    ("how", "i1", (CARDS,)),  # COUNT to NONE_FREE
    ("kind", "i1", (CARDS,)),  # OF_TERRAIN or OF_NUMBER
    ("points", "i1", (CARDS,)),  # for each, or for all where it is all or nothing
    ("hand", "i1", (SEATS + 1,)),  # cards a hand, by seats at the table
    ("long", "i1", (SEATS + 1,)),  # the longer side of the grid
    ("short", "i1", (SEATS + 1,)),  # the shorter one
)

MOST_NEAR = 16


def _near() -> tuple[np.ndarray, np.ndarray]:
    """The spaces that each `where` looks at from each space, the space itself where the lattice ends; how many."""
    row = [(0, c) for c in range(-4, 5) if c]
    column = [(r, 0) for r in range(-4, 5) if r]
    around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
    adjacent = [(r, c) for r, c in around if not r or not c]
    steps = [adjacent, around, row, column, row + column]
    table = np.zeros((len(WHERE), SPACES, MOST_NEAR), np.int8)
    for where, offsets in enumerate(steps):
        for space in range(SPACES):
            table[where, space] = space
            for i, (r, c) in enumerate(offsets):
                down, across = space // SIDE + r, space % SIDE + c
                if 0 <= down < SIDE and 0 <= across < SIDE:
                    table[where, space, i] = down * SIDE + across
    return table, np.array([len(offsets) for offsets in steps])


def _holder() -> np.ndarray:
    """Who holds a hand at a trick, by seats at the table: hands go to the right, to seat s - 1 (SV-10)."""
    table = np.zeros((SEATS + 1, SEATS, HAND + 1), np.int8)
    for seats in TABLES:
        for hand in range(seats):
            for trick in range(HAND + 1):
                table[seats, hand, trick] = (hand - trick) % seats
    return table


def _sighting() -> np.ndarray:
    """The last trick up to a given one at which a viewer held a hand that was dealt so many seats to its left."""
    table = np.full((SEATS + 1, SEATS, HAND + 1), -1, np.int8)
    for seats in TABLES:
        for away in range(seats):
            for trick in range(away, HAND + 1):
                table[seats, away, trick] = trick - (trick - away) % seats
    return table


NEAR, REACH = _near()
HOLDER = _holder()
SIGHTING = _sighting()
