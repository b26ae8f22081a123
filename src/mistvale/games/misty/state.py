"""Misty's state and box, its options, moves and beats, and its figures that never change."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import fields
from ...core.fields import Blocks, Plane, Row, field
from ...core.game import Option
from ...core.moves import FromBox, Vocabulary, squares
from ...core.rule import NOTHING
from ...core.typed import Array2

SEATS = 4  # most seats
KINDS = 16  # most kinds of cards a box may have
CARDS = 64  # most cards a box may have
ROUNDS = 9  # most rounds a match can take
SIZES = 2  # standard and small windows

# The window floats on a lattice with its first card in the middle (MI-1).
SIDE = 7
SPACES = SIDE * SIDE
MIDDLE = SPACES // 2
OUTSIDE = -1  # no space of the lattice, or none of the window

# The five classes of cards.
ARROW, FLOWER, MONSTER, SMILE, PLAIN = range(5)
CLASSES = ("arrow", "flower", "monster", "smile", "plain")

# The four ways an arrow can point.
ARROWS = ("up", "down", "left", "right")
ROW_STEP = np.array([-1, 1, 0, 0])
COLUMN_STEP = np.array([0, 0, -1, 1])

# ---------------------------------------------------------------- options, phases, beats, moves

OPTIONS = (Option("window", ("standard", "small"), "standard"),)
(WINDOW,) = range(len(OPTIONS))

# The phases of a round.
DEALING, BUILDING, ACTIVATION, FEEDING, AWARDING, OVER = range(6)

# What happens by itself.
BEATS = ("deal", "reveal", "first", "last", "activate", "eat", "wipe", "tally", "award")
DEAL, REVEAL, FIRST, LAST, ACTIVATE, EAT, WIPE, TALLY, AWARD = range(len(BEATS))

SPACE_NAMES = squares(SIDE, SIDE)
MOVES = Vocabulary(
    {
        "pick {card}": {"card": FromBox("cards", KINDS)},
        "place {space}": {"space": SPACE_NAMES},
        "move {space}": {"space": SPACE_NAMES},
    }
)
PICK, PLACE, MOVE = MOVES.spans

# ---------------------------------------------------------------- the state


class State(fields.State):
    """A match of Misty at one moment."""

    points: Row = field("of all finished rounds", (SEATS,), kind="i2", by_seat=True)
    format: int = field("which window is built: an index into the box's sizes", most=SIZES - 1)
    phase: int = field("DEALING to OVER", empty=DEALING, most=OVER)
    rounds: int = field("rounds finished", most=ROUNDS)
    deal: int = field("deals finished in this round")
    top: int = field("the next card of the deck", most=CARDS)
    deck: Row = field("kinds of cards; what was dealt is NOTHING", (CARDS,), empty=NOTHING, most=KINDS - 1, of="cards")
    hand: Plane = field(
        "how many of each kind, by the seat the hand was dealt to", (SEATS, KINDS), most=CARDS, by_seat=True
    )
    picked: Row = field("the card laid down hidden", (SEATS,), empty=NOTHING, most=KINDS - 1, of="cards", by_seat=True)
    placing: Row = field(
        "the card revealed, not yet in the window", (SEATS,), empty=NOTHING, most=KINDS - 1, of="cards", by_seat=True
    )
    placed: Row = field("cards put into the window in this deal", (SEATS,), by_seat=True)
    window: Plane = field(
        "the top card of each space", (SEATS, SPACES), empty=NOTHING, most=KINDS - 1, of="cards", by_seat=True
    )
    blur: Plane = field("1 where a card lies on another", (SEATS, SPACES), most=1, by_seat=True)
    moved: Plane = field("1 where the top card has moved", (SEATS, SPACES), most=1, by_seat=True)
    highest: Row = field("first row of the window so far", (SEATS,), empty=SIDE // 2, most=SIDE - 1, by_seat=True)
    lowest: Row = field("its last row", (SEATS,), empty=SIDE // 2, most=SIDE - 1, by_seat=True)
    leftmost: Row = field("its first column", (SEATS,), empty=SIDE // 2, most=SIDE - 1, by_seat=True)
    rightmost: Row = field("its last column", (SEATS,), empty=SIDE // 2, most=SIDE - 1, by_seat=True)
    gone: Row = field("cards that left play in this round: covered, eaten, out of the window", (KINDS,), most=CARDS)
    tally: Plane = field(
        "points of each finished round; NOTHING before", (ROUNDS, SEATS), empty=NOTHING, by_seat=Blocks(axis=1)
    )
    wins: Row = field("rounds won", (SEATS,), most=ROUNDS, by_seat=True)


EMPTY = State.empty


class Box(fields.Record):
    """The components of Misty."""

    cards: int = field("cards in the deck", most=CARDS)
    kinds: int = field("kinds of cards", most=KINDS)
    count: Row = field("cards of each kind", (KINDS,), most=CARDS)
    family: Row = field("class of each kind: ARROW to PLAIN", (KINDS,), most=PLAIN)
    arrow: Row = field("which way it points; NOTHING without an arrow", (KINDS,), empty=NOTHING, most=3)
    points: Row = field("what a single card scores", (KINDS,))
    pair: int = field("what two smiles side by side score more")
    wins: int = field("rounds to win")
    deals: Row = field("deals a round, for each size of window", (SIZES,))
    hand: Row = field("cards a hand", (SIZES,))
    long: Row = field("the longer side of the window", (SIZES,))
    short: Row = field("the shorter one", (SIZES,))


# ---------------------------------------------------------------- the lattice


def _beside() -> Any:
    """The space one step up, down, left and right of each space of the lattice."""
    table = np.full((len(ARROWS), SPACES), OUTSIDE, np.int8)
    for arrow in range(len(ARROWS)):
        for space in range(SPACES):
            row, column = space // SIDE + ROW_STEP[arrow], space % SIDE + COLUMN_STEP[arrow]
            if 0 <= row < SIDE and 0 <= column < SIDE:
                table[arrow, space] = row * SIDE + column
    return table


def _around() -> Any:
    """The spaces that touch each space by side or corner; the space itself where the lattice ends."""
    table = np.empty((SPACES, 8), np.int8)
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    for space in range(SPACES):
        for i, (r, c) in enumerate(steps):
            row, column = space // SIDE + r, space % SIDE + c
            inside = 0 <= row < SIDE and 0 <= column < SIDE
            table[space, i] = row * SIDE + column if inside else space
    return table


BESIDE: Array2 = _beside()
AROUND = _around()
