"""Misty Valley's records and its figures that never change: the hexes, the tiles' numbers, the moves, the phases."""

from __future__ import annotations

import numpy as np

from ...core.hexes import SIDES, around, hexes, labels
from ...core.moves import FromBox, Vocabulary
from ...core.rule import record_type, state_type

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
EXPLORE, SEND = len(ABILITIES), len(ABILITIES) + 1  # the main actions, numbered on behind the abilities

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
PATROL_0 = SITES  # tribe t's patrol of kind k is tile PATROL_0 + t * PATROLS + k
START = PATROL_0 + SEATS * PATROLS
TILES = START + 1
BOARDS = 2  # sides of a tribe board
SETS = 3  # most tiles of one resource
OPEN = 2  # valley tiles that lie open
STACK = OPEN  # the slot of a valley tile that was taken from the stack

TOKENS = 16  # most tokens of the expansion
WALL, FLOWER = range(2)
TOKEN_NAMES = ("wall", "flower")

# What is asked of the seat whose turn it is.
ACT, CHOOSE, SPACE, TURN, WALL_SIDE, MEET, TARGET, TRADE, SIDE, VEER = range(10)
# Or what happens by itself.
UNCOVER, REVEAL, CALL, REFILL, DRAW, PASS, OVER = range(10, 17)

BEATS = ("uncover", "token", "wall", "discard", "encounter", "refill", "draw", "home", "pass", "end")
(
    BEAT_UNCOVER,  # the valley tile from the stack is turned up
    BEAT_TOKEN,  # a token is turned up; flowers lie down at once
    BEAT_WALL,  # a wall goes to the only free side
    BEAT_DISCARD,  # a wall finds no free side
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
    EXPLORE_0,
    PATROL_MOVE_0,
    CAPTAIN_0,
    USE_0,
    ENCOUNTER_MOVE,
    TARGET_0,
    TARGET_PATROL_0,
    AT_0,
    ENCOUNTER_AT_0,
    VEER_0,
    TURN_0,
    SIDE_0,
    WALL_0,
    DONE,
) = MOVES.firsts

STATE = state_type(
    ("taken", "i4", (ROWS + 2,)),  # the hexes with a tile, a bit for each q in a row for each r; a bare row either side
    ("place", "i2", (TILES,)),  # the hex a tile lies on
    ("origin", "i2"),  # the hex that the patrol being moved has left
    ("table", "i1", (HEXES + 1,)),  # the tile on each hex, and nothing beyond
    ("turned", "i1", (SEATS, PATROLS)),  # by how many sides a patrol in play is turned; NOTHING until it is
    ("banner", "i1", (SITES,)),  # the seat that controls a valley tile or encounter
    ("wall", "i1", (SITES,)),  # the side (of the table) of its wall
    ("flowers", "i1", (SITES,)),  # 1 where it has flowers
    ("captain", "i1", (SEATS,)),  # the tile a captain stands on; NOTHING on the start tile
    ("smoke", "i1", (SEATS,)),  # the kind of the seat's own patrol that is under smoke
    ("smoke_side", "i1", (SEATS,)),  # which of its printed sides
    ("reinforced", "i1", (SEATS,)),  # the kind of the seat's own patrol that is reinforced
    ("reinforced_side", "i1", (SEATS,)),  # which of its printed sides
    ("ability", "i1", (SEATS, len(ABILITIES))),  # 1 while unused, 0 when used; NOTHING if not on the board
    ("light", "i1"),  # 1 without abilities and captains
    ("expansion", "i1"),  # 1 with walls and flowers
    ("first", "i1"),  # the first seat
    ("turn", "i1"),  # the seat whose turn it is
    ("phase", "i1"),  # what is asked of it, or happens next: ACT to OVER
    ("main", "i1"),  # 1 when this turn's main action is done
    ("special", "i1"),  # 1 when its special action is
    ("action", "i1"),  # what is under way: an ability, EXPLORE or SEND
    ("chosen", "i1"),  # the tile it is about: being placed, moved, turned or covered; a trade's own tile
    ("meeting", "i1"),  # the encounter that waits for a space beside the chosen valley tile
    ("slot", "i1"),  # where the valley tile was taken from: 0, 1 or STACK
    ("sent", "i1"),  # the patrol tile that this turn's Send Patrols has placed
    ("ending", "i1"),  # the seat that placed the last valley tile
    ("open", "i1", (OPEN,)),  # the open valley tiles
    ("valley", "i1", (VALLEY,)),  # the stack of valley tiles, those that are out at its end; what was taken is NOTHING
    ("valley_top", "i1"),  # the next one
    ("encounters", "i1", (ENCOUNTERS,)),  # the stack of encounters
    ("encounter_top", "i1"),  # the next one
    ("tokens", "i1", (TOKENS,)),  # the pile of tokens: WALL or FLOWER
    ("token_top", "i1"),  # the next one
    ("token", "i1"),  # the token that waits for a side
    ("discarded", "i1"),  # walls that found none
    ("pile", "i1", (SEATS, PATROLS)),  # each seat's stack of patrols, by kind
    ("pile_top", "i1", (SEATS,)),  # the next one
    ("hand", "i1", (SEATS, PATROLS)),  # 1 for each kind of patrol in hand
    ("held", "i1", (SEATS,)),  # how many
)

BOX = record_type(
    ("valley", "i1"),  # valley tiles in all
    ("out", "i1"),  # how many of them go out unseen
    ("encounters", "i1"),  # encounters
    ("sites", "i1"),  # both together
    ("resource", "i1", (VALLEY,)),  # an index into RESOURCES
    ("footprints", "i1", (SITES,)),  # 1 where a valley tile brings an encounter
    ("asks", "i1", (SITES, len(RESOURCES))),  # 1 for each resource that an encounter asks for
    ("asks_another", "i1", (SITES,)),  # 1 where it asks for another encounter
    ("demands", "i1", (SITES,)),  # how many requirements it has
    ("kinds", "i1"),  # kinds of patrol tiles
    ("has", "i1", (SEATS, PATROLS)),  # 1 where a tribe has a patrol of that kind
    ("patrols", "i1", (SEATS,)),  # how many it has
    ("explorers", "i1", (SEATS, PATROLS, SIDES)),  # on each printed side, clockwise from the top
    ("period", "i1", (SEATS, PATROLS)),  # after how many sides a patrol looks the same again
    ("hand", "i1"),  # patrols in hand
    ("boards", "i1", (SEATS, BOARDS, len(ABILITIES))),  # 1 where a side of a tribe's board has the ability
    ("captain", "i1"),  # what a captain counts for
    ("reinforcements", "i1"),  # explorers that reinforcements bring
    ("walls", "i1"),  # wall tokens
    ("flower_tokens", "i1"),  # flower tokens
    ("sets", "i1", (SETS + 1,)),  # points for so many valley tiles of a resource
    ("met", "i1", (3,)),  # points for an encounter with so many requirements, all met
    ("unmet", "i1"),  # points for one whose requirements are not
    ("unused", "i1"),  # points for an unused ability
    ("most_flowers", "i1"),  # points for the most tiles with flowers
)


def _lattice() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
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


ROW, COLUMN, HEX_AT, ON_TABLE = _lattice()
ALL = -1  # every tile, as bits
