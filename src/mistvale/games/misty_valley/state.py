"""Misty Valley's state and box, its options, moves and beats, and its figures that never change."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core import fields
from ...core.fields import Blocks, Cube, Plane, Row, field
from ...core.game import Option, switch
from ...core.hexes import SIDES, around, hexes, labels
from ...core.moves import FromBox, Vocabulary
from ...core.rule import NOTHING
from ...core.typed import Array1, Array2

SEATS = 2  # a seat is a tribe: 0 the Trailseekers, 1 the Berrygnawers
TRIBES = ("trailseekers", "berrygnawers")
RESOURCES = ("acorn", "mushroom", "water", "berry", "crystal")
ABILITIES = (
    "spyglass",
    "smoke-bomb",
    "mislead",
    "reinforcements",
    "magic-scroll",
    "horn-of-calling",
    "counterorder",
    "diplomacy",
)
SPYGLASS, SMOKE_BOMB, MISLEAD, REINFORCEMENTS, MAGIC_SCROLL, HORN, COUNTERORDER, DIPLOMACY = range(len(ABILITIES))
EXPLORING, SENDING = len(ABILITIES), len(ABILITIES) + 1  # the main actions, numbered on behind the abilities

# The table: flat-topped hexes around the start tile (MV-20). BEYOND is the number of what lies beyond them (MV-34).
RADIUS = 12
PLACES = hexes(RADIUS)
HEXES = len(PLACES)
MIDDLE = HEXES // 2
BEYOND = HEXES
AROUND = around(RADIUS)  # the hex across each side of each hex
ROWS = 2 * RADIUS + 1

# Tiles have one number each: sites (valley tiles, then encounters), both tribes' patrols, the start tile.
VALLEY = 15  # most valley tiles a box may have
ENCOUNTERS = 8  # most encounters
SITES = VALLEY + ENCOUNTERS  # what a tribe can control; the box's encounters follow its last valley tile
PATROLS = 18  # most kinds of patrol tiles: 9 a tribe, all different
FIRST_PATROL = SITES  # tribe t's patrol of kind k is tile FIRST_PATROL + t * PATROLS + k
START = FIRST_PATROL + SEATS * PATROLS
TILES = START + 1
BOARD_SIDES = 2  # sides of a tribe board
SETS = 3  # most tiles of one resource
OPEN = 2  # valley tiles that lie open
STACK = OPEN  # the slot of a valley tile that was taken from the stack
HOME = -1  # where a captain stands who is on the start tile

TOKENS = 16  # most tokens of the expansion
WALL, FLOWER = range(2)
TOKEN_NAMES = ("wall", "flower")

# ---------------------------------------------------------------- options, phases, beats, moves

OPTIONS = (
    Option("boards", ("AA", "AB", "BA", "BB"), "AA"),
    switch("abilities", on=True),
    switch("expansion"),
)
BOARDS, WITH_ABILITIES, WITH_EXPANSION = range(len(OPTIONS))

# What is asked of the seat whose turn it is.
ACTING, CHOOSING, PLACING, TURNING, WALLING, MEETING, TARGETING, TRADING, MARKING, VEERING = range(10)
# Or what happens by itself.
UNCOVERING, REVEALING, CALLING, REFILLING, DRAWING, PASSING, OVER = range(10, 17)

BEATS = ("uncover", "token", "wall", "encounter", "refill", "draw", "home", "pass", "end")
(
    BEAT_UNCOVER,  # the valley tile from the stack is turned up
    BEAT_TOKEN,  # a token is turned up; flowers lie down at once
    BEAT_WALL,  # a wall goes to the only free side
    BEAT_ENCOUNTER,  # an encounter is turned up
    BEAT_REFILL,  # the next valley tile is laid open
    BEAT_DRAW,  # a patrol tile is drawn
    BEAT_HOME,  # a captain goes back to the start tile
    BEAT_PASS,  # the turn passes on
    BEAT_END,  # the last turn is over
) = range(len(BEATS))

LEFT, RIGHT = range(2)
_sides = tuple(str(side) for side in range(SIDES))
MOVES = Vocabulary(
    {
        "explore {source}": {"source": ("open1", "open2", "stack")},
        "patrol {patrol}": {"patrol": FromBox("patrols", PATROLS)},
        "captain {tile}": {"tile": FromBox("tiles", SITES)},
        "use {ability}": {"ability": ABILITIES},
        "encounter": {},
        "target {tile}": {"tile": FromBox("tiles", SITES)},
        "target {patrol}": {"patrol": FromBox("patrols", PATROLS)},
        "at {hex}": {"hex": labels(RADIUS)},
        "encounter at {hex}": {"hex": labels(RADIUS)},
        "turn {way}": {"way": ("left", "right")},
        "turn {turns}": {"turns": _sides},
        "side {side}": {"side": _sides},
        "wall {side}": {"side": _sides},
        "done": {},
    }
)
(
    EXPLORE,
    PATROL,
    CAPTAIN,
    USE,
    ENCOUNTER,
    TARGET,
    TARGET_PATROL,
    AT,
    ENCOUNTER_AT,
    VEER,
    TURN,
    SIDE,
    WALL_SIDE,
    DONE,
) = MOVES.spans

# ---------------------------------------------------------------- the state


class State(fields.State):
    """A match of Misty Valley at one moment. A seat is a tribe."""

    taken: Row = field(
        "the hexes with a tile, a bit for each q in a row for each r; a bare row either side",
        (ROWS + 2,),
        kind="i4",
        bits=ROWS,
    )
    place: Row = field(
        "the hex a tile lies on",
        (TILES,),
        kind="i2",
        empty=NOTHING,
        most=HEXES - 1,
        by_seat=Blocks(FIRST_PATROL, PATROLS),
    )
    origin: int = field("the hex that the patrol being moved has left", kind="i2", empty=NOTHING, most=HEXES - 1)
    table: Row = field(
        "the tile on each hex, and nothing beyond",
        (HEXES + 1,),
        empty=NOTHING,
        most=START,
        is_seat=Blocks(FIRST_PATROL, PATROLS),
    )
    turned: Plane = field(
        "by how many sides a patrol in play is turned; NOTHING until it is",
        (SEATS, PATROLS),
        empty=NOTHING,
        most=SIDES - 1,
        by_seat=True,
    )
    banner: Row = field(
        "the seat that controls a valley tile or encounter", (SITES,), empty=NOTHING, most=SEATS - 1, is_seat=True
    )
    wall: Row = field("the side (of the table) of its wall", (SITES,), empty=NOTHING, most=SIDES - 1)
    flowers: Row = field("1 where it has flowers", (SITES,), most=1)
    captain: Row = field(
        "the tile a captain stands on; HOME on the start tile", (SEATS,), empty=HOME, most=SITES - 1, by_seat=True
    )
    smoke: Row = field(
        "the kind of the seat's own patrol under smoke", (SEATS,), empty=NOTHING, most=PATROLS - 1, by_seat=True
    )
    smoke_side: Row = field("which of its printed sides", (SEATS,), empty=NOTHING, most=SIDES - 1, by_seat=True)
    reinforced: Row = field(
        "the kind of its own patrol reinforced", (SEATS,), empty=NOTHING, most=PATROLS - 1, by_seat=True
    )
    reinforced_side: Row = field("which of its printed sides", (SEATS,), empty=NOTHING, most=SIDES - 1, by_seat=True)
    ability: Plane = field(
        "1 while unused, 0 when used; NOTHING if not on the board",
        (SEATS, len(ABILITIES)),
        empty=NOTHING,
        most=1,
        by_seat=True,
    )
    light: int = field("1 without abilities and captains", most=1)
    expansion: int = field("1 with walls and flowers", most=1)
    first: int = field("the first seat", most=SEATS - 1, is_seat=True)
    turn: int = field("the seat whose turn it is", most=SEATS - 1, is_seat=True)
    phase: int = field("what is asked of it, or happens next: ACTING to OVER", empty=ACTING, most=OVER)
    main: int = field("1 when this turn's main action is done", most=1)
    special: int = field("1 when its special action is", most=1)
    action: int = field("what is under way: an ability, EXPLORING or SENDING", empty=NOTHING, most=SENDING)
    chosen: int = field(
        "the tile it is about: being placed, moved, turned or covered; a trade's own tile",
        empty=NOTHING,
        most=START - 1,
        is_seat=Blocks(FIRST_PATROL, PATROLS),
    )
    meeting: int = field(
        "the encounter that waits for a space beside the chosen valley tile", empty=NOTHING, most=SITES - 1
    )
    slot: int = field("where the valley tile was taken from: 0, 1 or STACK", empty=NOTHING, most=STACK)
    sent: int = field(
        "the patrol tile that this turn's Send Patrols has placed",
        empty=NOTHING,
        most=START - 1,
        is_seat=Blocks(FIRST_PATROL, PATROLS),
    )
    ending: int = field("the seat that placed the last valley tile", empty=NOTHING, most=SEATS - 1, is_seat=True)
    open: Row = field("the open valley tiles", (OPEN,), empty=NOTHING, most=VALLEY - 1)
    valley: Row = field(
        "the stack of valley tiles, those that are out at its end; what was taken is NOTHING",
        (VALLEY,),
        empty=NOTHING,
        most=VALLEY - 1,
    )
    valley_top: int = field("the next one", most=VALLEY)
    encounters: Row = field("the stack of encounters", (ENCOUNTERS,), empty=NOTHING, most=SITES - 1)
    encounter_top: int = field("the next one", most=ENCOUNTERS)
    tokens: Row = field("the pile of tokens: WALL or FLOWER", (TOKENS,), empty=NOTHING, most=FLOWER)
    token_top: int = field("the next one", most=TOKENS)
    token: int = field("the token that waits for a side", empty=NOTHING, most=FLOWER)
    discarded: int = field("always 0, for a wall always stands (MV-18): here so that records stay as they were", most=0)
    pile: Plane = field(
        "each seat's stack of patrols, by kind", (SEATS, PATROLS), empty=NOTHING, most=PATROLS - 1, by_seat=True
    )
    pile_top: Row = field("the next one", (SEATS,), most=PATROLS, by_seat=True)
    hand: Plane = field("1 for each kind of patrol in hand", (SEATS, PATROLS), most=1, by_seat=True)
    held: Row = field("how many", (SEATS,), most=PATROLS, by_seat=True)


EMPTY = State.empty


class Box(fields.Record):
    """The components of Misty Valley."""

    valley: int = field("valley tiles in all", most=VALLEY)
    out: int = field("how many of them go out unseen", most=VALLEY)
    encounters: int = field("encounters", most=ENCOUNTERS)
    sites: int = field("both together", most=SITES)
    resource: Row = field("an index into RESOURCES", (VALLEY,), most=len(RESOURCES) - 1)
    footprints: Row = field("1 where a valley tile brings an encounter", (SITES,), most=1)
    asks: Plane = field("1 for each resource that an encounter asks for", (SITES, len(RESOURCES)), most=1)
    asks_another: Row = field("1 where it asks for another encounter", (SITES,), most=1)
    demands: Row = field("how many requirements it has", (SITES,), most=2)
    kinds: int = field("kinds of patrol tiles", most=PATROLS)
    has: Plane = field("1 where a tribe has a patrol of that kind", (SEATS, PATROLS), most=1)
    patrols: Row = field("how many it has", (SEATS,), most=PATROLS)
    explorers: Cube = field("on each printed side, clockwise from the top", (SEATS, PATROLS, SIDES), most=3)
    period: Plane = field("after how many sides a patrol looks the same again", (SEATS, PATROLS), most=SIDES)
    hand: int = field("patrols in hand")
    boards: Cube = field(
        "1 where a side of a tribe's board has the ability", (SEATS, BOARD_SIDES, len(ABILITIES)), most=1
    )
    captain: int = field("what a captain counts for")
    reinforcements: int = field("explorers that reinforcements bring")
    walls: int = field("wall tokens", most=TOKENS)
    flower_tokens: int = field("flower tokens", most=TOKENS)
    sets: Row = field("points for so many valley tiles of a resource", (SETS + 1,))
    met: Row = field("points for an encounter with so many requirements, all met", (3,))
    unmet: int = field("points for one whose requirements are not")
    unused: int = field("points for an unused ability")
    most_flowers: int = field("points for the most tiles with flowers")


# ---------------------------------------------------------------- the table


def _lattice() -> tuple[Any, Any, Any, Any]:
    """Row and column of each hex among the bits of `taken`, the hex at each, and the bits that are on the table.

    As wide as what is shifted by them: NumPy would keep `1 << column` as narrow as the column.
    """
    row = np.array([r + RADIUS + 1 for _, r in PLACES] + [0], np.int64)
    column = np.array([q + RADIUS for q, _ in PLACES] + [0], np.int64)
    at = np.full((ROWS + 2, ROWS), BEYOND, np.int16)
    bits = np.zeros(ROWS + 2, np.int64)
    for number in range(HEXES):
        at[row[number], column[number]] = number
        bits[row[number]] |= 1 << int(column[number])
    return row, column, at, bits


ROW: Array1
COLUMN: Array1
HEX_AT: Array2
ON_TABLE: Array1
ROW, COLUMN, HEX_AT, ON_TABLE = _lattice()
ALL = -1  # every tile, as bits
