"""Misterra's state and box, its options, moves and beats, and its figures that never change."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ...core import fields
from ...core.fields import Plane, Row, field
from ...core.game import switch
from ...core.moves import FromBox, Vocabulary
from ...core.rule import NOTHING
from ...core.typed import Array2, Array3

SEATS = 4  # most seats; one seat plays against the Otoma
OTOMA = SEATS  # the Otoma's row among the claims: it has a row of its own, and no seat
HYPOTHESES = 24  # most hypotheses a box may have
HAND = 6  # most hypotheses that a seat may be dealt
LETTERS = 4  # pairs of hypotheses for a first game
DECK = 96  # most sketches
OPEN = 5  # sketches that lie open
OUT = 2  # sketches that leave a solo match unseen
OTOMA_CARDS = 24  # most Otoma cards
HALF_DAYS = 2  # of a turn

# The island and each parchment: 5 x 5 squares, in the order a1 a2 ... e5. Row 1 lies at the beach.
SIDE = 5
SQUARES = SIDE * SIDE
# A pawn stands on a square, or on one of the beach spaces behind them: beach space a in front of a1, and so on.
FIRST_BEACH = SQUARES
PLACES = SQUARES + SIDE
OUTSIDE = -1  # no place: one step off the island and its beach
ALL = (1 << SQUARES) - 1  # every square, as bits

COLUMNS = "abcde"
SQUARE_NAMES = tuple(f"{column}{row + 1}" for column in COLUMNS for row in range(SIDE))
DIRECTIONS = ("n", "e", "s", "w")  # n leads away from the beach, e from a to b (MM-1)

TERRAINS = ("steppe", "jungle", "lagoon", "mountain")
STEPPE, JUNGLE, LAGOON, MOUNTAIN = range(len(TERRAINS))

# The kinds of sketches: a first and a second half, in the order of the terrains (MM-5).
HALVES = tuple((a, b) for a in range(len(TERRAINS)) for b in range(a, len(TERRAINS)))
SKETCH_NAMES = tuple(f"{TERRAINS[a]}-{TERRAINS[b]}" for a, b in HALVES)
SKETCHES = len(HALVES)
FIRST_HALF = np.array([a for a, _ in HALVES])
SECOND_HALF = np.array([b for _, b in HALVES])

# What a half of a sketch does on the island.
EFFECTS = ("nothing", "place", "replace", "confirm")
NO_EFFECT, PLACE, REPLACE, CONFIRM = range(len(EFFECTS))

# A hypothesis: what it counts, and which points a count has (a table in the box).
COUNTS = ("squares", "each-zone", "largest-zone", "smallest-zone", "zones", "lines", "most", "least", "sets", "motif")
(
    COUNT_SQUARES,  # squares of a terrain, on the border or anywhere, next to none of another terrain
    COUNT_EACH_ZONE,  # for each zone of a terrain: its squares
    COUNT_LARGEST_ZONE,  # squares of the largest zone
    COUNT_SMALLEST_ZONE,  # squares of the smallest zone
    COUNT_ZONES,  # zones of exactly so many squares
    COUNT_LINES,  # full lines of all terrains, or of a single one
    COUNT_MOST,  # squares of the terrain that is there most
    COUNT_LEAST,  # squares of the terrain that is there least, of those that are there
    COUNT_SETS,  # sets of one square of each terrain
    COUNT_MOTIF,  # 2 x 2 blocks that show a motif
) = range(len(COUNTS))
WHERE = ("anywhere", "border")
ANYWHERE, BORDER = range(len(WHERE))
LINES = ("perpendicular", "parallel")  # to the beach: columns, rows
PERPENDICULAR, PARALLEL = range(len(LINES))
MOTIF = 4  # squares of a motif: away from the beach on the a side, beside it; at the beach likewise

# What a match scores, in the order of the rulebook.
PARTS = ("fidelity", "blanks", "hypotheses", "claims", "masters")
FIDELITY, BLANKS, HYPOTHESIS, CLAIMS, MASTERS = range(len(PARTS))
MOST_PART = 9  # most points, gained or lost, for each square, tile or line
# What a solo match gets a grade for.
GRADES = ("total", "hypotheses", "fidelity", "claims")
MOST_GRADES = 6

# ---------------------------------------------------------------- options, phases, beats, moves

OPTIONS = (switch("first_game"), switch("masters"))
FIRST_GAME, WITH_MASTERS = range(len(OPTIONS))

# Why a match is in its last round, as bits.
ENDINGS = ("island", "sketches", "parchment", "otoma")
END_ISLAND, END_SKETCHES, END_PARCHMENT, END_OTOMA = (1 << i for i in range(len(ENDINGS)))

# The phases of a match. A half-day goes from MOVING to ACTING.
(
    DEALING,  # nothing is on the table yet but the island
    KEEPING,  # all choose hypotheses
    MOVING,  # enter, step, stay
    SWAPPING,  # on a lagoon: put an open sketch under the deck, or not
    REVEALING,  # another one is about to be revealed
    CHOOSING,  # take a sketch
    ACTING,  # draw, claim, rest
    SWEEPING,  # solo: the open sketches are about to be discarded
    TURNING,  # solo: the Otoma's next card is about to be turned over
    FIRST_SQUARE,  # solo: its first square is next
    SECOND_SQUARE,  # solo: its second square is next
    CLAIMING,  # solo: it claims by itself, or can't
    TIED,  # solo: the player says where it claims
    REFILLING,  # open sketches are about to be refilled
    PASSING,  # the turn is about to pass on
    CLEARING,  # the end: mist is about to be removed
    DISPUTING,  # claims that share a region are about to be removed
    SCORING,  # the parts of the score are counted
    OVER,
) = range(19)

# What happens by itself.
BEATS = (
    "deal",  # hypotheses are dealt, sketches revealed
    "begin",  # all have kept their hypotheses: the first turn
    "reveal",  # a sketch in place of the one put under the deck
    "refill",  # open sketches at the end of a turn
    "turn",  # the turn passes on, or was the last one
    "sweep",  # solo: open sketches left are discarded
    "card",  # solo: an Otoma card is turned over
    "first",  # solo: the Otoma's first square: confirm, or else map
    "second",  # solo: its second square: map
    "claims",  # solo: it claims a region
    "vain",  # solo: there is none that it could claim
    "clear",  # mist is removed, the hypotheses kept are shown
    "dispute",  # claims that share a region are removed
    "score",  # one part of the score
)
(
    DEAL,
    BEGIN,
    REVEAL,
    REFILL,
    TURN,
    SWEEP,
    CARD,
    FIRST,
    SECOND,
    OTOMA_CLAIMS,
    VAIN,
    CLEAR,
    DISPUTE,
    SCORE,
) = range(len(BEATS))

# Where a sketch can lie: its first half, its second half.
LIES = tuple(
    (a, b) for a in range(SQUARES) for b in range(SQUARES) if abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) == 1
)
FIRST_LIES = np.array([a for a, _ in LIES])
SECOND_LIES = np.array([b for _, b in LIES])

MOVES = Vocabulary(
    {
        "keep {hypothesis}": {"hypothesis": FromBox("hypotheses", HYPOTHESES)},
        "enter {beach}": {"beach": COLUMNS},
        "step {direction}": {"direction": DIRECTIONS},
        "stay": {},
        "swap {sketch}": {"sketch": SKETCH_NAMES},
        "no swap": {},
        "take {sketch}": {"sketch": SKETCH_NAMES},
        "draw {squares}": {"squares": tuple(f"{SQUARE_NAMES[a]} {SQUARE_NAMES[b]}" for a, b in LIES)},
        "claim": {},
        "rest": {},
        "otoma claims {square}": {"square": SQUARE_NAMES},
    }
)
(
    KEEP,
    ENTER,
    STEP,
    STAY,
    SWAP,
    NO_SWAP,
    TAKE,
    DRAW,
    CLAIM,
    REST,
    CLAIM_FOR_OTOMA,
) = MOVES.spans

# ---------------------------------------------------------------- the state


class State(fields.State):
    """A match of Maps of Misterra at one moment."""

    visited: int = field(
        "places of this Move, as bits: where it began and what was entered since (MM-14)", kind="i4", bits=PLACES
    )
    phase: int = field("DEALING to OVER", empty=DEALING, most=OVER)
    first_game: int = field("1 where hypotheses are dealt as pairs of one letter", most=1)
    masters: int = field("1 where faithful lines score", most=1)
    first: int = field("the first seat", most=SEATS - 1, is_seat=True)
    turn: int = field("the seat whose turn it is", most=SEATS - 1, is_seat=True)
    turns: int = field("turns finished, of all seats together")
    half: int = field("0 in the first half-day of a turn, 1 in the second; also for the Otoma's half-days", most=1)
    ending: int = field(
        "why this is the last round: bits END_ISLAND to END_OTOMA, 0 before",
        bits=len(ENDINGS),
    )
    counted: int = field("parts of the score that have been counted", most=len(PARTS))
    island: Row = field("the terrain of the tile on each square", (SQUARES,), empty=NOTHING, most=MOUNTAIN, of=TERRAINS)
    confirmed: Row = field("1 where the tile shows its confirmed side", (SQUARES,), most=1)
    supply: Row = field("tiles left of each terrain", (len(TERRAINS),), most=SQUARES)
    pawn: Row = field(
        "each seat's place: a square, or FIRST_BEACH and its column; NOTHING before it enters",
        (SEATS,),
        empty=NOTHING,
        most=PLACES - 1,
        by_seat=True,
    )
    parchment: Plane = field(
        "the terrain drawn on each square", (SEATS, SQUARES), empty=NOTHING, most=MOUNTAIN, of=TERRAINS, by_seat=True
    )
    claim: Plane = field(
        "the square of each seat's claim of a terrain; last row: the Otoma",
        (SEATS + 1, len(TERRAINS)),
        empty=NOTHING,
        most=SQUARES - 1,
        of=SQUARE_NAMES,
        by_seat=True,
    )
    open: Row = field("the open sketches", (OPEN,), empty=NOTHING, most=SKETCHES - 1, of=SKETCH_NAMES)
    gap: int = field(
        "the place among them of one that was put under the deck, until another is revealed there",
        empty=NOTHING,
        most=OPEN - 1,
    )
    sketch: int = field(
        "the sketch chosen in this half-day, until it is drawn or discarded",
        empty=NOTHING,
        most=SKETCHES - 1,
        of=SKETCH_NAMES,
    )
    gone: Row = field(
        "sketches of each kind that are out of the match, drawn or discarded: all saw them", (SKETCHES,), most=DECK
    )
    deck: Row = field(
        "the sketch deck, going round: the next card is at `top`",
        (DECK,),
        empty=NOTHING,
        most=SKETCHES - 1,
        of=SKETCH_NAMES,
    )
    top: int = field("where the next card of the deck is", most=DECK - 1)
    left: int = field("cards in the deck", most=DECK)
    known: int = field("how many at its bottom were put there from a lagoon, so that all know them", most=DECK)
    out: Row = field("solo: the sketches that left unseen", (OUT,), empty=NOTHING, most=SKETCHES - 1, of=SKETCH_NAMES)
    holder: Row = field(
        "the seat that each hypothesis was dealt to", (HYPOTHESES,), empty=NOTHING, most=SEATS - 1, is_seat=True
    )
    kept: Row = field("1 where it was kept", (HYPOTHESES,), most=1)
    chosen: Row = field("how many hypotheses a seat has kept", (SEATS,), most=HAND, by_seat=True)
    otoma: Row = field(
        "solo: the Otoma deck, cards as indices into the box; those turned over stay",
        (OTOMA_CARDS,),
        empty=NOTHING,
        most=OTOMA_CARDS - 1,
    )
    turned: int = field(
        "solo: Otoma cards turned over; the top card of the deck is otoma[turned]", most=OTOMA_CARDS - 1
    )
    aside: int = field("solo: the Otoma card that left unseen", empty=NOTHING, most=OTOMA_CARDS - 1)
    face: Row = field(
        "solo: the terrain side on top of the Otoma deck: two terrains, 1 with a claim mark",
        (3,),
        empty=NOTHING,
        most=MOUNTAIN,
    )
    named: Row = field(
        "solo: the squares on the card turned over last", (2,), empty=NOTHING, most=SQUARES - 1, of=SQUARE_NAMES
    )


EMPTY = State.empty


class Box(fields.Record):
    """The components of Maps of Misterra."""

    points: Plane = field("what a count scores, for each hypothesis", (HYPOTHESES, SQUARES + 1), kind="i2")
    grades: Plane = field(
        "least points of each grade but the lowest; NOTHING behind them",
        (len(GRADES), MOST_GRADES),
        kind="i2",
        empty=NOTHING,
    )
    hypotheses: int = field("hypotheses in all", most=HYPOTHESES)
    count: Row = field("what each counts: COUNT_SQUARES to COUNT_MOTIF", (HYPOTHESES,), most=COUNT_MOTIF, of=COUNTS)
    terrain: Row = field("of which terrain; NOTHING for any", (HYPOTHESES,), empty=NOTHING, most=MOUNTAIN, of=TERRAINS)
    where: Row = field("ANYWHERE or BORDER", (HYPOTHESES,), most=BORDER, of=WHERE)
    without: Row = field(
        "next to none of that terrain; NOTHING for all", (HYPOTHESES,), empty=NOTHING, most=MOUNTAIN, of=TERRAINS
    )
    exactly: Row = field(
        "COUNT_ZONES: their squares; COUNT_LINES: different terrains in a line", (HYPOTHESES,), most=SQUARES
    )
    line: Row = field("PERPENDICULAR or PARALLEL", (HYPOTHESES,), most=PARALLEL, of=LINES)
    motif: Plane = field("the terrains of the motif", (HYPOTHESES, MOTIF), empty=NOTHING, most=MOUNTAIN, of=TERRAINS)
    letter: Row = field(
        "the pair for a first game it is of; NOTHING for none", (HYPOTHESES,), empty=NOTHING, most=LETTERS - 1
    )
    dealt: int = field("hypotheses dealt to a seat", most=HAND)
    kept: int = field("hypotheses that a seat keeps", most=HAND)
    sketches: Plane = field("sketches of each kind, by seats at the table", (SEATS + 1, SKETCHES), most=DECK)
    tiles: Row = field("tiles of each terrain", (len(TERRAINS),), most=SQUARES)
    jungle: Plane = field(
        "1 where a confirmed jungle lies at the start, by seats at the table", (SEATS + 1, SQUARES), most=1
    )
    claims: int = field("claim tokens of a seat", most=len(TERRAINS))
    part: Row = field(
        "for each faithful square, blank, -, tile of a region, faithful line",
        (len(PARTS),),
        least=-MOST_PART,
        most=MOST_PART,
    )
    otoma_cards: int = field("Otoma cards in all", most=OTOMA_CARDS)
    otoma_terrain: Plane = field("the two terrains of each card", (OTOMA_CARDS, 2), most=MOUNTAIN, of=TERRAINS)
    otoma_square: Plane = field(
        "the two squares on its other side", (OTOMA_CARDS, 2), most=SQUARES - 1, of=SQUARE_NAMES
    )
    otoma_mark: Row = field("1 with a claim mark", (OTOMA_CARDS,), most=1)
    packets: int = field("packets of the Otoma deck: one for each claim mark", most=OTOMA_CARDS)
    packet: int = field("cards of a packet, the one with the claim mark included", most=OTOMA_CARDS)


# ---------------------------------------------------------------- the island


def _beside(place: int, direction: int) -> int:
    """The place one step away; OUTSIDE where there is none."""
    column, row = (place - FIRST_BEACH, -1) if place >= FIRST_BEACH else divmod(place, SIDE)
    column += (0, 1, 0, -1)[direction]
    row += (1, 0, -1, 0)[direction]
    if not (0 <= column < SIDE and -1 <= row < SIDE):
        return OUTSIDE
    return FIRST_BEACH + column if row == -1 else column * SIDE + row


def _within(place: int, steps: int) -> list[int]:
    """The squares within so many orthogonal steps of a square; of a beach space, the one in front of it (MM-1)."""
    if place >= FIRST_BEACH:
        return [(place - FIRST_BEACH) * SIDE]
    column, row = divmod(place, SIDE)
    return [s for s in range(SQUARES) if abs(s // SIDE - column) + abs(s % SIDE - row) <= steps]


# The place one step from each place in each direction, OUTSIDE where there is none.
BESIDE = np.array([[_beside(place, direction) for direction in range(4)] for place in range(PLACES)])
# The squares in sight from each place, as bits: normally, and from a mountain one step further.
SIGHT = cast(
    Array2, np.array([[sum(1 << s for s in _within(place, steps)) for place in range(PLACES)] for steps in (1, 2)])
)


def _draws() -> tuple[Any, Any]:
    """The ways to lie with a half in sight: by mountain or not, by double or not, by place; how many."""
    table = np.zeros((2, 2, PLACES, len(LIES)), np.int16)
    count = np.zeros((2, 2, PLACES), np.int16)
    for far in range(2):
        for double in range(2):
            for place in range(PLACES):
                sight = int(SIGHT[far, place])
                ways = [
                    i
                    for i, (a, b) in enumerate(LIES)
                    if (sight >> a | sight >> b) & 1 and (a < b or not double)  # a double lies one way only (MM-5)
                ]
                table[far, double, place, : len(ways)] = ways
                count[far, double, place] = len(ways)
    return table, count


DRAW_COUNT: Array3
DRAWS, DRAW_COUNT = _draws()

# Squares as bits: row 1 at the beach and row 5 away from it, the border.
ROW_1 = sum(1 << (column * SIDE) for column in range(SIDE))
ROW_5 = ROW_1 << (SIDE - 1)
COLUMN_A = (1 << SIDE) - 1
COLUMN_E = COLUMN_A << (SIDE * (SIDE - 1))
RING = ROW_1 | ROW_5 | COLUMN_A | COLUMN_E
