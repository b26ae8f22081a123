"""Valdora's records and what never changes: its colours, gems, equipment, moves and beats."""

from __future__ import annotations

from ...core.moves import FromBox, Vocabulary
from ...core.rule import HIDDEN, record_type, state_type

TABLES = (3, 4, 5)  # how many may play
SEATS = 5  # most seats
SPACES = 40  # most spaces of a board
BOOKS = 6  # most towns with a book
CARDS = 32  # most cards of a set: one set is in each book of its kind
PAGES = CARDS + 1  # most cards in a book: a commission put back lies there until another is bought (VA-14)
FACES = 32  # most different faces of commissions
HELD = 4  # most unfinished commissions of a seat
MOST_GEMS = 120  # most gems of a colour

COLOURS = ("silver", "yellow", "white", "purple", "red", "blue", "green")  # clockwise round the craftsmen
GEMS = ("gold", "amethyst", "emerald", "ruby", "sapphire")
GOLD = GEMS.index("gold")
EMPTY = len(GEMS)  # what an equipment card carries that carries nothing

EQUIPMENT = ("pan", "spade", "pick", "hammer", "chisel", "cart", "horse")
PAN, SPADE, PICK, HAMMER, CHISEL, CART, HORSE = range(len(EQUIPMENT))
TOOLS = CART  # the first so many carry one colour for nothing; cart and horse carry any for coins
WAGONS = ("cart", "horse")
FROM = ("tools", "cart", "horse", "both")  # which of cart and horse hand in; bit 0 is the cart, bit 1 the horse

KINDS = ("town", "road", "mine", "harbour", "palace")
TOWN, ROAD, MINE, HARBOUR, PALACE = range(len(KINDS))

# A book: all cards of the right half lie with their front up, those of the left half with their back up.
BOOK_KINDS = ("equipment", "commissions")
CATALOGUE, COMMISSIONS = range(len(BOOK_KINDS))
HALVES = ("left", "right")
LEFT, RIGHT = range(len(HALVES))
SIDES = ("front", "back")
FRONT, BACK = range(len(SIDES))
FACE = HIDDEN - 1  # in a view, FACE - f: a page of which only its front is known, the face f

# Where a turn stands: the pawn is to go, the seat acts, the turn is done.
GOING, ACTING, DONE, OVER = range(4)

# The action of a turn, once it has begun.
LEAFING, LOADING, DELIVERING = range(3)

# What a page that uncovers something new waits for.
TURN_PAGE, BUY_PAGE = range(2)

# What a delivery still brings, as bits: taken one after the other (VA-19).
DUE_CRAFTSMAN, DUE_WORKSHOP, DUE_BONUS = 1, 2, 4

# What happens by itself.
BEATS = ("page", "craftsman", "workshop", "bonus", "turn", "end")
PAGE, CRAFTSMAN, WORKSHOP, BONUS, TURN, END = range(len(BEATS))

MOVES = Vocabulary(
    {
        "go {space}": {"space": FromBox("spaces", SPACES)},
        "buy {half}": {"half": HALVES},
        "buy {half} from {equipment}": {"half": HALVES, "equipment": EQUIPMENT},
        "turn {half}": {"half": HALVES},
        "return {commission} {side} {half}": {
            "commission": FromBox("commissions", CARDS),
            "side": SIDES,
            "half": HALVES,
        },
        "load {gem} on {equipment}": {"gem": GEMS, "equipment": EQUIPMENT},
        "drop {equipment}": {"equipment": WAGONS},
        "deliver {commission} {side}": {"commission": FromBox("commissions", CARDS), "side": SIDES},
        "deliver {commission} {side} from {carrier}": {
            "commission": FromBox("commissions", CARDS),
            "side": SIDES,
            "carrier": FROM,
        },
        "silver": {},
        "provisions": {},
        "done": {},
    }
)
(
    GO_0,
    BUY_0,
    BUY_FROM_0,
    TURN_0,
    RETURN_0,
    LOAD_0,
    DROP_0,
    DELIVER_0,
    DELIVER_FROM_0,
    TAKE_SILVER,
    TAKE_PROVISIONS,
    END_TURN,
) = MOVES.firsts

STATE = state_type(
    ("unseen", "i8", (BOOKS,)),  # the cards of each book that were never turned, as bits: known by elimination
    ("points", "i2", (SEATS,)),  # of finished commissions; HIDDEN in the views of rivals (VA-21)
    ("rounds", "i2"),  # whole rounds played
    ("phase", "i1"),  # GOING to OVER
    ("first", "i1"),  # the seat that began
    ("turn", "i1"),  # the seat whose turn it is
    ("last_round", "i1"),  # 1 once the round is the last: craftsmen of at most one colour are left
    ("quiet", "i1"),  # rounds in a row in which no commission was finished and no equipment bought (VA-10)
    ("busy", "i1"),  # 1 where this round has had either
    # What each seat has.
    ("at", "i1", (SEATS,)),  # the space of its pawn
    ("coins", "i1", (SEATS,)),  # its coins
    ("provisions", "i1", (SEATS,)),  # 1 with provisions
    (
        "cargo",
        "i1",
        (SEATS, len(EQUIPMENT)),
    ),  # the gem on each equipment card, EMPTY; NOTHING where it has no such card
    ("commissions", "i1", (SEATS, HELD)),  # unfinished: 2 x card + side bought, ascending; NOTHING behind them
    ("finished", "i1", (SEATS,)),  # how many lie under its adventurer
    ("under", "i1", (SEATS, 2 * CARDS)),  # which: how many of each 2 x card + side; HIDDEN in the views of rivals
    ("craftsmen", "i1", (SEATS, len(COLOURS))),  # its craftsmen of each colour
    ("bonus", "i1", (SEATS,)),  # its bonus tiles
    # What lies on the table.
    ("pile", "i1", (len(COLOURS),)),  # craftsmen left of each colour
    ("workshop", "i1", (len(COLOURS),)),  # the seat that has the workshop of each colour; NOTHING while nobody has
    ("bonus_left", "i1"),  # bonus tiles nobody has
    ("gems", "i1", (SPACES, len(GEMS))),  # gems lying on each road
    ("discard", "i1", (len(GEMS),)),  # gems on the discard space
    ("pages", "i1", (BOOKS, PAGES)),  # cards: the right half from the front up, the left half from the end down
    ("right", "i1", (BOOKS,)),  # cards in the right half; pages[book, right - 1] is its top
    ("left", "i1", (BOOKS,)),  # cards in the left half; pages[book, PAGES - left] is its top
    ("sealed", "i1", (BOOKS,)),  # the lowest so many of the right half were never turned: backs, and all fronts but
    # that of the topmost of them, are unknown (VA-2)
    # The turn.
    ("doing", "i1"),  # LEAFING to DELIVERING once an action has begun; NOTHING before
    ("turned", "i1"),  # pages turned in this turn, counted up to 1: the first is free
    ("loaded", "i1"),  # gems loaded in this turn
    ("to_buy", "i1"),  # the half whose top must be bought next, a commission having been put back (VA-14)
    ("dropped", "i1"),  # the cart or horse that must be loaded next (VA-15)
    ("dropped_gem", "i1"),  # what it has dropped
    ("uncovering", "i1"),  # TURN_PAGE or BUY_PAGE: the top of the right half is about to be; NOTHING else
    ("client", "i1"),  # the colour of the client of the commission just delivered; NOTHING when all is taken for it
    ("hired", "i1"),  # the colour of the craftsman just taken for it
    ("due", "i1"),  # what that delivery still brings: DUE_CRAFTSMAN, DUE_WORKSHOP, DUE_BONUS as bits
)

BOX = record_type(
    ("reach", "i8", (SPACES,)),  # the spaces a pawn may go to from each without passing a town, as bits
    ("far", "i8", (SPACES,)),  # and those it may go to by passing one town, those within reach included
    ("spaces", "i1"),  # how many there are
    ("kind", "i1", (SPACES,)),  # TOWN to PALACE
    ("book", "i1", (SPACES,)),  # a town's book; NOTHING if it has none
    ("ships", "i1", (SPACES,)),  # of a harbour or a town with a harbour: gems one may load there
    ("client", "i1", (SPACES,)),  # a palace's colour; NOTHING elsewhere
    ("home", "i1"),  # where all pawns begin
    ("books", "i1"),  # how many towns have a book
    ("book_kind", "i1", (BOOKS,)),  # CATALOGUE or COMMISSIONS
    ("cards", "i1", (2,)),  # cards of a set, by the kind of book
    ("face", "i1", (2, CARDS, 2)),  # by kind of book, card and side: an index into EQUIPMENT, or a commission's face
    ("carries", "i1", (len(EQUIPMENT),)),  # the gem that a tool carries; NOTHING for cart and horse: any
    ("fare", "i1", (len(EQUIPMENT),)),  # coins that loading a gem on it costs
    ("asker", "i1", (FACES,)),  # the client of a commission's face
    ("asks", "i1", (FACES, len(GEMS))),  # the gems it asks for
    ("asks_coins", "i1", (FACES,)),  # the coins it asks for
    ("worth", "i1", (FACES,)),  # its points
    ("gems", "i1", (len(GEMS),)),  # gems of each colour
    ("on_road", "i1"),  # gems that lie on each road at the start
    ("coins", "i1", (SEATS,)),  # coins at the start, in turn order
    ("purse", "i1"),  # most coins of a seat
    ("held", "i1"),  # most unfinished commissions of a seat
    ("craftsmen", "i1", (SEATS + 1, len(COLOURS))),  # craftsmen of each colour, by seats at the table
    ("needed", "i1", (len(COLOURS),)),  # craftsmen that a workshop needs
    ("workshop", "i1", (len(COLOURS),)),  # points of a workshop
    ("bonus", "i1"),  # bonus tiles in all
    ("bonus_points", "i1"),  # points of a bonus tile
    ("colour_points", "i1"),  # points for each colour of which one has a craftsman
    ("gem_points", "i1"),  # points for each gem still carried
    ("gold_price", "i1"),  # gold that an equipment card costs
    ("coin_price", "i1"),  # coins that a commission costs
    ("page_price", "i1"),  # coins for each page after the first
    ("standstill", "i1"),  # quiet rounds after which a match ends (VA-10)
)
