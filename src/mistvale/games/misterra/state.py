"""Misterra's records and its figures that never change: island, terrains, the vocabulary of hypotheses, moves."""

from __future__ import annotations

import numpy as np

from ...core.moves import FromBox, Vocabulary
from ...core.rule import NOTHING, record_type, state_type

SEATS = 4  # most seats; one seat plays against the Otoma
OTOMA = SEATS  # the Otoma's row among the claims: it has a row of its own, and no seat
HYPOTHESES = 24  # most hypotheses a box may have
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
BEACH_0 = SQUARES
PLACES = SQUARES + SIDE
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
# What a solo match gets a grade for.
GRADES = ("total", "hypotheses", "fidelity", "claims")
MOST_GRADES = 6

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


def _beside(place: int, direction: int) -> int:
    """The place one step away; NOTHING where there is none."""
    column, row = (place - BEACH_0, -1) if place >= BEACH_0 else divmod(place, SIDE)
    column += (0, 1, 0, -1)[direction]
    row += (1, 0, -1, 0)[direction]
    if not (0 <= column < SIDE and -1 <= row < SIDE):
        return NOTHING
    return BEACH_0 + column if row == -1 else column * SIDE + row


def _within(place: int, steps: int) -> list[int]:
    """The squares within so many orthogonal steps of a square; of a beach space, the one in front of it (MM-1)."""
    if place >= BEACH_0:
        return [(place - BEACH_0) * SIDE]
    column, row = divmod(place, SIDE)
    return [s for s in range(SQUARES) if abs(s // SIDE - column) + abs(s % SIDE - row) <= steps]


# Where a sketch can lie: its first half, its second half.
LIES = tuple(
    (a, b) for a in range(SQUARES) for b in range(SQUARES) if abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) == 1
)
FIRST_LIES = np.array([a for a, _ in LIES])
SECOND_LIES = np.array([b for _, b in LIES])

# The place one step from each place in each direction, NOTHING where there is none.
BESIDE = np.array([[_beside(place, direction) for direction in range(4)] for place in range(PLACES)])
# The squares in sight from each place, as bits: normally, and from a mountain one step further.
SIGHT = np.array([[sum(1 << s for s in _within(place, steps)) for place in range(PLACES)] for steps in (1, 2)])


def _draws() -> tuple[np.ndarray, np.ndarray]:
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


DRAWS, DRAW_COUNT = _draws()

# Squares as bits: row 1 at the beach and row 5 away from it, the border.
ROW_1 = sum(1 << (column * SIDE) for column in range(SIDE))
ROW_5 = ROW_1 << (SIDE - 1)
COLUMN_A = (1 << SIDE) - 1
COLUMN_E = COLUMN_A << (SIDE * (SIDE - 1))
RING = ROW_1 | ROW_5 | COLUMN_A | COLUMN_E

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
KEEP_0, ENTER_0, STEP_0, STAY, SWAP_0, NO_SWAP, TAKE_0, DRAW_0, CLAIM, REST, OTOMA_CLAIMS_0 = MOVES.firsts

STATE = state_type(
    ("visited", "i4"),  # places of this Move, as bits: where it began and what was entered since (MM-14)
    ("phase", "i1"),  # DEALING to OVER
    ("first_game", "i1"),  # 1 where hypotheses are dealt as pairs of one letter
    ("masters", "i1"),  # 1 where faithful lines score
    ("first", "i1"),  # the first seat
    ("turn", "i1"),  # the seat whose turn it is
    ("turns", "i1"),  # turns finished, of all seats together
    ("half", "i1"),  # 0 in the first half-day of a turn, 1 in the second; also for the Otoma's half-days
    ("ending", "i1"),  # why this is the last round: bits END_ISLAND to END_OTOMA, 0 before
    ("counted", "i1"),  # parts of the score that have been counted
    ("island", "i1", (SQUARES,)),  # the terrain of the tile on each square, NOTHING without one
    ("confirmed", "i1", (SQUARES,)),  # 1 where the tile shows its confirmed side
    ("supply", "i1", (len(TERRAINS),)),  # tiles left of each terrain
    ("pawn", "i1", (SEATS,)),  # each seat's place: a square, or BEACH_0 and its column; NOTHING before it enters
    ("parchment", "i1", (SEATS, SQUARES)),  # the terrain drawn on each square, NOTHING where there is none
    ("claim", "i1", (SEATS + 1, len(TERRAINS))),  # the square of each seat's claim of a terrain; last row: the Otoma
    ("open", "i1", (OPEN,)),  # the open sketches, NOTHING where a slot is empty
    ("gap", "i1"),  # the place among them of one that was put under the deck, until another is revealed there
    ("sketch", "i1"),  # the sketch chosen in this half-day, until it is drawn or discarded
    ("gone", "i1", (SKETCHES,)),  # sketches of each kind that are out of the match, drawn or discarded: all saw them
    ("deck", "i1", (DECK,)),  # the sketch deck, going round: the next card is at `top`
    ("top", "i1"),  # where the next card of the deck is
    ("left", "i1"),  # cards in the deck
    ("known", "i1"),  # how many at its bottom were put there from a lagoon, so that all know them
    ("out", "i1", (OUT,)),  # solo: the sketches that left unseen
    ("holder", "i1", (HYPOTHESES,)),  # the seat that each hypothesis was dealt to, NOTHING if none
    ("kept", "i1", (HYPOTHESES,)),  # 1 where it was kept
    ("chosen", "i1", (SEATS,)),  # how many hypotheses a seat has kept
    ("otoma", "i1", (OTOMA_CARDS,)),  # solo: the Otoma deck, cards as indices into the box; those turned over stay
    ("turned", "i1"),  # solo: Otoma cards turned over; the top card of the deck is otoma[turned]
    ("aside", "i1"),  # solo: the Otoma card that left unseen
    ("face", "i1", (3,)),  # solo: the terrain side on top of the Otoma deck: two terrains, 1 with a claim mark
    ("named", "i1", (2,)),  # solo: the squares on the card turned over last
)

BOX = record_type(
    ("points", "i2", (HYPOTHESES, SQUARES + 1)),  # what a count scores, for each hypothesis
    ("grades", "i2", (len(GRADES), MOST_GRADES)),  # least points of each grade but the lowest; NOTHING behind them
    ("hypotheses", "i1"),  # hypotheses in all
    ("count", "i1", (HYPOTHESES,)),  # what each counts: COUNT_SQUARES to COUNT_MOTIF
    ("terrain", "i1", (HYPOTHESES,)),  # of which terrain, NOTHING for any
    ("where", "i1", (HYPOTHESES,)),  # ANYWHERE or BORDER
    ("without", "i1", (HYPOTHESES,)),  # next to none of that terrain, NOTHING for all
    ("exactly", "i1", (HYPOTHESES,)),  # COUNT_ZONES: their squares; COUNT_LINES: different terrains in a line
    ("line", "i1", (HYPOTHESES,)),  # PERPENDICULAR or PARALLEL
    ("motif", "i1", (HYPOTHESES, MOTIF)),  # the terrains of the motif
    ("letter", "i1", (HYPOTHESES,)),  # the pair for a first game it is of, NOTHING for none
    ("dealt", "i1"),  # hypotheses dealt to a seat
    ("kept", "i1"),  # hypotheses that a seat keeps
    ("sketches", "i1", (SEATS + 1, SKETCHES)),  # sketches of each kind, by seats at the table
    ("tiles", "i1", (len(TERRAINS),)),  # tiles of each terrain
    ("jungle", "i1", (SEATS + 1, SQUARES)),  # 1 where a confirmed jungle lies at the start, by seats at the table
    ("claims", "i1"),  # claim tokens of a seat
    ("part", "i1", (len(PARTS),)),  # for each faithful square, blank, -, tile of a region, faithful line
    ("otoma_cards", "i1"),  # Otoma cards in all
    ("otoma_terrain", "i1", (OTOMA_CARDS, 2)),  # the two terrains of each card
    ("otoma_square", "i1", (OTOMA_CARDS, 2)),  # the two squares on its other side
    ("otoma_mark", "i1", (OTOMA_CARDS,)),  # 1 with a claim mark
    ("packets", "i1"),  # packets of the Otoma deck: one for each claim mark
    ("packet", "i1"),  # cards of a packet, the one with the claim mark included
)
