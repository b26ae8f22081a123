"""The Secret Valley's state and box, its options, moves and beats, and its figures that never change."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import fields
from ...core.fields import Blocks, Plane, Row, field
from ...core.game import switch
from ...core.moves import FromBox, Vocabulary, squares
from ...core.rule import HIDDEN, NOTHING
from ...core.typed import Array1, Array3, Array4

SEATS = 4  # most seats
CARDS = 24  # most cards a box may have
ROUNDS = 5  # most rounds a match may have
HAND = 8  # most cards a hand
NUMBERS = 9  # most numbers
POINTS = 9  # most points that a criterion may name
SEAT_COUNTS = (2, 3, 4)  # how many may play: each has a grid and a hand of its own

# The grid floats on a lattice with its first card in the middle (SV-14).
SIDE = 9
SPACES = SIDE * SIDE
MIDDLE = SPACES // 2

UNSEEN = -1  # no trick, and no group of cards: what a viewer never saw

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

# ---------------------------------------------------------------- options, phases, beats, moves

OPTIONS = (switch("draft", on=True),)
(DRAFT,) = range(len(OPTIONS))

# The phases of a round.
DEALING, DRAFTING, PLACING, SCORING, OVER = range(5)

# What happens by itself.
BEATS = ("deal", "pass", "last", "first", "turn", "discard", "score", "award")
DEAL, PASS, LAST, FIRST, TURN, DISCARD, SCORE, AWARD = range(len(BEATS))

SPACE_NAMES = squares(SIDE, SIDE)

MOVES = Vocabulary(
    {
        "keep {card}": {"card": FromBox("cards", CARDS)},
        "play {card}": {"card": FromBox("cards", CARDS)},
        "at {space}": {"space": SPACE_NAMES},
    }
)
KEEP, PLAY, AT = MOVES.spans

# ---------------------------------------------------------------- the state


class State(fields.State):
    """A match of The Secret Valley at one moment."""

    points: Row = field("of all finished rounds", (SEATS,), kind="i2", by_seat=True)
    phase: int = field("DEALING to OVER", empty=DEALING, most=OVER)
    draft: int = field("1 where hands are drafted, 0 where they are played as dealt", most=1)
    rounds: int = field("rounds finished", most=ROUNDS)
    first: int = field("the first seat of the round", most=SEATS - 1, is_seat=True)
    trick: int = field("how often hands have been passed; the hand's size when the draft is done", most=HAND)
    committed: Row = field("1 where a seat has kept a card of the hand it holds", (SEATS,), most=1, by_seat=True)
    origin: Row = field(
        "the seat a card was dealt to; NOTHING if it is out of the round",
        (CARDS,),
        empty=NOTHING,
        most=SEATS - 1,
        is_seat=True,
    )
    taken: Row = field(
        "the trick at which it was kept; NOTHING in a draft hand",
        (CARDS,),
        empty=NOTHING,
        most=HAND - 1,
        seen_least=HIDDEN - 1 - HAND,
    )
    keeper: Row = field(
        "the seat that keeps it, and whose settlement is on it; NOTHING before",
        (CARDS,),
        empty=NOTHING,
        most=SEATS - 1,
        is_seat=True,
    )
    turn: int = field("the seat whose turn it is", most=SEATS - 1, is_seat=True)
    turns: int = field("turns finished in this round", most=CARDS)
    playing: int = field("the card chosen to be placed", empty=NOTHING, most=CARDS - 1)
    placed: int = field("1 when it has been: the turn is over", most=1)
    place: Row = field("the space a card lies on", (CARDS,), empty=NOTHING, most=SPACES - 1)
    grid: Row = field("the card of each space", (SPACES,), empty=NOTHING, most=CARDS - 1)
    highest: int = field("first row of the grid so far", empty=SIDE // 2, most=SIDE - 1)
    lowest: int = field("its last row", empty=SIDE // 2, most=SIDE - 1)
    leftmost: int = field("its first column", empty=SIDE // 2, most=SIDE - 1)
    rightmost: int = field("its last column", empty=SIDE // 2, most=SIDE - 1)
    gained: Row = field(
        "what a card has scored in this round; NOTHING before", (CARDS,), empty=NOTHING, most=POINTS * NUMBERS
    )
    tally: Plane = field(
        "points of each round; NOTHING before its scoring",
        (ROUNDS, SEATS),
        kind="i2",
        empty=NOTHING,
        by_seat=Blocks(axis=1),
    )


EMPTY = State.empty


class Box(fields.Record):
    """The components of The Secret Valley."""

    fits: Row = field("the cards that a card's criterion looks for, as bits", (CARDS,), kind="i4")
    cards: int = field("cards in all", most=CARDS)
    rounds: int = field("rounds of a match", most=ROUNDS)
    terrain: Row = field("an index into TERRAINS", (CARDS,), most=len(TERRAINS) - 1)
    number: Row = field("1 to NUMBERS; 0 where there is no card", (CARDS,), most=NUMBERS)
    where: Row = field("where its criterion looks: ADJACENT to LINE", (CARDS,), most=LINE)
    clan: Row = field("whose settlements it looks for: ANYBODY, OWN or OTHER", (CARDS,), most=OTHER)
    how: Row = field("how it makes points: COUNT to NONE_FREE", (CARDS,), most=NONE_FREE)
    kind: Row = field("what makes cards of one kind: OF_TERRAIN or OF_NUMBER", (CARDS,), most=OF_NUMBER)
    points: Row = field("for each, or for all where it is all or nothing", (CARDS,), most=POINTS)
    hand: Row = field("cards a hand, by seats at the table", (SEATS + 1,), most=HAND)
    long: Row = field("the longer side of the grid", (SEATS + 1,), most=SIDE // 2 + 1)
    short: Row = field("the shorter one", (SEATS + 1,), most=SIDE // 2 + 1)


# ---------------------------------------------------------------- the lattice, and who holds which hand

MOST_NEAR = 16


def _near() -> tuple[Any, Any]:
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


def _holder() -> Any:
    """Who holds a hand at a trick, by seats at the table: hands go to the right, to seat s - 1 (SV-10)."""
    table = np.zeros((SEATS + 1, SEATS, HAND + 1), np.int8)
    for seats in SEAT_COUNTS:
        for hand in range(seats):
            for trick in range(HAND + 1):
                table[seats, hand, trick] = (hand - trick) % seats
    return table


def _group() -> Any:
    """In which hand, and at which last trick up to a given one, a viewer held a card: what is told apart by that alone.

    By seats at the table, viewer, the seat that the hand was dealt to, and the trick. UNSEEN if it never has, as it is
    to a spectator and of a card that is out of the round; both are NOTHING, so the rows of seats begin at 1.
    """
    table = np.full((SEATS + 1, SEATS + 1, SEATS + 1, HAND + 1), UNSEEN, np.int8)
    for seats in SEAT_COUNTS:
        for viewer in range(seats):
            for hand in range(seats):
                away = (hand - viewer) % seats
                for trick in range(away, HAND + 1):
                    sighting = trick - (trick - away) % seats
                    table[seats, viewer + 1, hand + 1, trick] = hand * (HAND + 1) + sighting
    return table


NEAR: Array3
REACH: Array1
NEAR, REACH = _near()
HOLDER: Array3 = _holder()
GROUP: Array4 = _group()
