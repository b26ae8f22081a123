"""Components and game set-up."""

from __future__ import annotations

from ....core.chance import draw, plant, shuffle
from ....core.fields import clear
from ....core.game import OFF
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    ABILITIES,
    AROUND,
    BOARD_SIDES,
    BOARDS,
    EMPTY,
    FLOWER,
    MIDDLE,
    OPEN,
    SEATS,
    START,
    WALL,
    WITH_ABILITIES,
    WITH_EXPANSION,
)
from .exploring import brings_encounter, take_encounter, take_valley
from .patrols import take_patrol
from .table import lay


@rule
def setup(s: S, box: B, seats: int, options: Array1, seed: Array1) -> None:
    """A new match; the seed says who is first (MV-1)."""
    clear(s, EMPTY[0])
    plant(s, seed)
    s.seats = seats
    s.light = 1 if options[WITH_ABILITIES] == OFF else 0
    s.expansion = options[WITH_EXPANSION]
    s.first = draw(s, seats)
    s.turn = s.first
    take_boards(s, box, options[BOARDS])
    shuffle_patrols(s, box)
    shuffle_valley(s, box)
    shuffle_encounters(s, box)
    shuffle_tokens(s, box)
    lay_first_tiles(s, box)
    for slot in range(OPEN):
        s.open[slot] = take_valley(s)


@rule
def take_boards(s: S, box: B, boards: int) -> None:
    """Each seat's side of its tribe board, seat 0 first; none in the light game."""
    for seat in range(SEATS):
        side = boards // BOARD_SIDES if seat == 0 else boards % BOARD_SIDES
        for ability in range(len(ABILITIES)):
            there = s.light == 0 and box.boards[seat, side, ability] == 1
            s.ability[seat, ability] = 1 if there else NOTHING


@rule
def shuffle_patrols(s: S, box: B) -> None:
    """Each seat shuffles its patrol tiles and draws its hand."""
    for seat in range(SEATS):
        tiles = 0
        for kind in range(box.kinds):
            if box.has[seat, kind]:
                s.pile[seat, tiles] = kind
                tiles += 1
        shuffle(s, s.pile[seat], 0, tiles)
        for _ in range(box.hand):
            take_patrol(s, box, seat)


@rule
def shuffle_valley(s: S, box: B) -> None:
    """The last of the stack are the tiles that are out."""
    for tile in range(box.valley):
        s.valley[tile] = tile
    shuffle(s, s.valley, 0, box.valley)


@rule
def shuffle_encounters(s: S, box: B) -> None:
    """A stack of all encounters."""
    for tile in range(box.encounters):
        s.encounters[tile] = box.valley + tile
    shuffle(s, s.encounters, 0, box.encounters)


@rule
def shuffle_tokens(s: S, box: B) -> None:
    """With the expansion, a pile of tokens; none is used at set-up (MV-25)."""
    if s.expansion:
        for token in range(box.walls + box.flower_tokens):
            s.tokens[token] = WALL if token < box.walls else FLOWER
        shuffle(s, s.tokens, 0, box.walls + box.flower_tokens)


@rule
def lay_first_tiles(s: S, box: B) -> None:
    """Two valley tiles on opposite sides of the start tile, and the encounters they bring (MV-2)."""
    lay(s, START, MIDDLE)
    for side in range(0, SIDES, SIDES // 2):
        tile = take_valley(s)
        lay(s, tile, AROUND[MIDDLE, side])
        if brings_encounter(s, box, tile):
            beside = side + (1 if draw(s, 2) == 0 else SIDES - 1)
            lay(s, take_encounter(s), AROUND[MIDDLE, beside % SIDES])
