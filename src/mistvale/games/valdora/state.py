"""Valdora's state and box, its moves and beats, and its figures that never change."""

from __future__ import annotations

from ...core import fields
from ...core.fields import Cube, Plane, Row, field
from ...core.moves import FromBox, Vocabulary
from ...core.rule import HIDDEN, NOTHING

SEAT_COUNTS = (3, 4, 5)  # how many may play
SEATS = 5  # most seats
SPACES = 40  # most spaces of a board
AWAY = SPACES  # more moves than any way takes
BOOKS = 6  # most towns with a book
CARDS = 32  # most cards of a set: one set is in each book of its kind
PAGES = CARDS + 1  # most cards in a book: a commission put back lies there until another is bought (VA-14)
FACES = 32  # most different faces of commissions
HELD = 4  # most unfinished commissions of a seat
COINS = 20  # most coins of a seat
MOST_GEMS = 120  # most gems of a colour

COLOURS = ("silver", "yellow", "white", "purple", "red", "blue", "green")  # clockwise round the craftsmen
GEMS = ("gold", "amethyst", "emerald", "ruby", "sapphire")
GOLD = GEMS.index("gold")
NO_GEM = len(GEMS)  # what an equipment card carries that carries nothing

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
SIDE_UP = (BACK, FRONT)  # the side that each half shows (VA-1, VA-12)
FACE = HIDDEN - 1  # in a view, FACE - f: a page of which only its front is known, the face f

# ---------------------------------------------------------------- phases, beats, moves

# Where a turn stands: the pawn is to go, the seat acts, the turn passes on.
GOING, ACTING, PASSING, OVER = range(4)

# The action of a turn, once it has begun.
LEAFING, LOADING, DELIVERING = range(3)

# What a page that uncovers something new waits for.
TURN_PAGE, BUY_PAGE = range(2)

# What a delivery still brings, as bits: taken one after the other (VA-19).
DUE_CRAFTSMAN, DUE_WORKSHOP, DUE_BONUS = 1, 2, 4

# What happens by itself.
BEATS = ("page", "craftsman", "workshop", "bonus", "turn", "end")
BEAT_PAGE, BEAT_CRAFTSMAN, BEAT_WORKSHOP, BEAT_BONUS, BEAT_TURN, BEAT_END = range(len(BEATS))

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
    GO,
    BUY,
    BUY_FROM,
    TURN,
    RETURN,
    LOAD,
    DROP,
    DELIVER,
    DELIVER_FROM,
    SILVER,
    PROVISIONS,
    DONE,
) = MOVES.spans

# ---------------------------------------------------------------- the state


class State(fields.State):
    """A match of Valdora at one moment."""

    unseen: Row = field(
        "the cards of each book that were never turned, as bits: known by elimination",
        (BOOKS,),
        kind="i8",
        bits=CARDS,
    )
    points: Row = field(
        "of finished commissions; HIDDEN in the views of rivals (VA-21)", (SEATS,), kind="i2", by_seat=True
    )
    rounds: int = field("whole rounds played", kind="i2")
    phase: int = field("GOING to OVER", empty=GOING, most=OVER)
    first: int = field("the seat that began", most=SEATS - 1, is_seat=True)
    turn: int = field("the seat whose turn it is", most=SEATS - 1, is_seat=True)
    last_round: int = field("1 once the round is the last: craftsmen of at most one colour are left", most=1)
    quiet: int = field("rounds in a row in which no commission was finished and no equipment bought (VA-10)")
    busy: int = field("1 where this round has had either", most=1)

    # What each seat has.
    at: Row = field("the space of its pawn", (SEATS,), empty=NOTHING, most=SPACES - 1, of="spaces", by_seat=True)
    coins: Row = field("its coins", (SEATS,), most=COINS, by_seat=True)
    provisions: Row = field("1 with provisions", (SEATS,), most=1, by_seat=True)
    cargo: Plane = field(
        "the gem on each equipment card, or NO_GEM; NOTHING where it has no such card",
        (SEATS, len(EQUIPMENT)),
        empty=NOTHING,
        most=NO_GEM,
        of=GEMS,
        by_seat=True,
    )
    commissions: Plane = field(
        "unfinished: 2 x card + side bought, ascending; NOTHING behind them",
        (SEATS, HELD),
        empty=NOTHING,
        most=2 * CARDS - 1,
        by_seat=True,
    )
    finished: Row = field("how many lie under its adventurer", (SEATS,), by_seat=True)
    under: Plane = field(
        "which: how many of each 2 x card + side; HIDDEN in the views of rivals",
        (SEATS, 2 * CARDS),
        most=BOOKS,
        by_seat=True,
    )
    craftsmen: Plane = field("its craftsmen of each colour", (SEATS, len(COLOURS)), by_seat=True)
    bonus: Row = field("its bonus tiles", (SEATS,), by_seat=True)

    # What lies on the table.
    pile: Row = field("craftsmen left of each colour", (len(COLOURS),))
    workshop: Row = field(
        "the seat that has the workshop of each colour; NOTHING while nobody has",
        (len(COLOURS),),
        empty=NOTHING,
        most=SEATS - 1,
        is_seat=True,
    )
    bonus_left: int = field("bonus tiles nobody has")
    gems: Plane = field("gems lying on each road", (SPACES, len(GEMS)), most=MOST_GEMS)
    discard: Row = field("gems on the discard space", (len(GEMS),), most=MOST_GEMS)
    pages: Plane = field(
        "cards: the right half from the front up, the left half from the end down",
        (BOOKS, PAGES),
        empty=NOTHING,
        most=CARDS - 1,
        seen_least=FACE - (FACES - 1),
    )
    right: Row = field("cards in the right half; pages[book, right - 1] is its top", (BOOKS,), most=PAGES)
    left: Row = field("cards in the left half; pages[book, PAGES - left] is its top", (BOOKS,), most=PAGES)
    sealed: Row = field(
        "the lowest so many of the right half were never turned: backs, and all fronts but that of the topmost of"
        " them, are unknown (VA-2)",
        (BOOKS,),
        most=CARDS,
    )

    # The turn.
    doing: int = field("LEAFING to DELIVERING once an action has begun; NOTHING before", empty=NOTHING, most=DELIVERING)
    turned: int = field("pages turned in this turn, counted up to 1: the first is free", most=1)
    loaded: int = field("gems loaded in this turn")
    to_buy: int = field(
        "the half whose top must be bought next, a commission having been put back (VA-14)",
        empty=NOTHING,
        most=RIGHT,
        of=HALVES,
    )
    dropped: int = field("the cart or horse that must be loaded next (VA-15)", empty=NOTHING, most=HORSE, of=EQUIPMENT)
    dropped_gem: int = field("what it has dropped", empty=NOTHING, most=len(GEMS) - 1, of=GEMS)
    uncovering: int = field(
        "TURN_PAGE or BUY_PAGE: the top of the right half is about to be; NOTHING else", empty=NOTHING, most=BUY_PAGE
    )
    client: int = field(
        "the colour of the client of the commission just delivered; NOTHING when all is taken for it",
        empty=NOTHING,
        most=len(COLOURS) - 1,
        of=COLOURS,
    )
    hired: int = field(
        "the colour of the craftsman just taken for it", empty=NOTHING, most=len(COLOURS) - 1, of=COLOURS
    )
    due: int = field(
        "what that delivery still brings: DUE_CRAFTSMAN, DUE_WORKSHOP, DUE_BONUS as bits",
        bits=3,
    )


EMPTY = State.empty


class Box(fields.Record):
    """The components of Valdora."""

    reach: Row = field("the spaces a pawn may go to from each without passing a town, as bits", (SPACES,), kind="i8")
    far: Row = field("and those it may go to by passing one town, those within reach included", (SPACES,), kind="i8")
    away: Plane = field(
        "how many moves each space is from the next palace of each colour; AWAY where none can be reached",
        (SPACES, len(COLOURS)),
        most=AWAY,
        follows=True,
    )
    spaces: int = field("how many there are", most=SPACES)
    kind: Row = field("TOWN to PALACE", (SPACES,), most=PALACE)
    book: Row = field("a town's book; NOTHING if it has none", (SPACES,), empty=NOTHING, most=BOOKS - 1)
    ships: Row = field("of a harbour or a town with a harbour: gems one may load there", (SPACES,))
    client: Row = field("a palace's colour; NOTHING elsewhere", (SPACES,), empty=NOTHING, most=len(COLOURS) - 1)
    home: int = field("where all pawns begin", most=SPACES - 1)
    books: int = field("how many towns have a book", most=BOOKS)
    book_kind: Row = field("CATALOGUE or COMMISSIONS", (BOOKS,), most=COMMISSIONS)
    cards: Row = field("cards of a set, by the kind of book", (2,), most=CARDS)
    face: Cube = field(
        "by kind of book, card and side: an index into EQUIPMENT, or a commission's face",
        (len(BOOK_KINDS), CARDS, len(SIDES)),
        most=FACES - 1,
    )
    carries: Row = field(
        "the gem that a tool carries; NOTHING for cart and horse: any",
        (len(EQUIPMENT),),
        empty=NOTHING,
        most=len(GEMS) - 1,
    )
    fare: Row = field("coins that loading a gem on it costs", (len(EQUIPMENT),), most=COINS)
    asker: Row = field("the client of a commission's face", (FACES,), most=len(COLOURS) - 1)
    asks: Plane = field("the gems it asks for", (FACES, len(GEMS)), most=1 + len(WAGONS))
    asks_coins: Row = field("the coins it asks for", (FACES,), most=COINS)
    worth: Row = field("its points", (FACES,))
    gems: Row = field("gems of each colour", (len(GEMS),), most=MOST_GEMS)
    on_road: int = field("gems that lie on each road at the start")
    coins: Row = field("coins at the start, in turn order", (SEATS,), most=COINS)
    purse: int = field("most coins of a seat", most=COINS)
    held: int = field("most unfinished commissions of a seat", most=HELD)
    craftsmen: Plane = field("craftsmen of each colour, by seats at the table", (SEATS + 1, len(COLOURS)))
    needed: Row = field("craftsmen that a workshop needs", (len(COLOURS),))
    workshop: Row = field("points of a workshop", (len(COLOURS),))
    bonus: int = field("bonus tiles in all")
    bonus_points: int = field("points of a bonus tile")
    colour_points: int = field("points for each colour of which one has a craftsman")
    gem_points: int = field("points for each gem still carried")
    gold_price: int = field("gold that an equipment card costs")
    coin_price: int = field("coins that a commission costs")
    page_price: int = field("coins for each page after the first")
    standstill: int = field("quiet rounds after which a match ends (VA-10)")
