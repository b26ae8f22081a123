"""Components and game set-up."""

from ....core.chance import draw, plant, shuffle
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ..state import (
    ABILITIES,
    ACT,
    AROUND,
    ENCOUNTERS,
    FLOWER,
    HEXES,
    MIDDLE,
    OPEN,
    PATROLS,
    ROWS,
    SEATS,
    SITES,
    START,
    TILES,
    TOKENS,
    VALLEY,
    WALL,
)
from .exploring import brings_encounter, take_encounter, take_valley
from .patrols import take_patrol
from .table import lay


@rule
def setup(s, box, seats, options, seed):
    """A new match; the seed says who is first (MV-1)."""
    plant(s, seed)
    s.epoch, s.seats = 0, seats
    s.light, s.expansion = options[1], 1 - options[2]
    clear_table(s)
    s.first = draw(s, seats)
    s.turn = s.first
    take_boards(s, box, options[0])
    shuffle_patrols(s, box)
    shuffle_valley(s, box)
    shuffle_encounters(s, box)
    shuffle_tokens(s, box)
    lay_first_tiles(s, box)
    for slot in range(OPEN):
        s.open[slot] = take_valley(s)


@rule
def clear_table(s):
    """Nothing on the table, nothing in the stacks, both captains on the start tile."""
    s.phase, s.main, s.special = ACT, 0, 0
    s.action, s.chosen, s.meeting, s.slot, s.origin = NOTHING, NOTHING, NOTHING, NOTHING, NOTHING
    s.sent, s.ending, s.token, s.discarded = NOTHING, NOTHING, NOTHING, 0
    s.valley_top, s.encounter_top, s.token_top = 0, 0, 0
    for row in range(ROWS + 2):
        s.taken[row] = 0
    for space in range(HEXES + 1):
        s.table[space] = NOTHING
    for tile in range(TILES):
        s.place[tile] = NOTHING
    for site in range(SITES):
        s.banner[site], s.wall[site], s.flowers[site] = NOTHING, NOTHING, 0
    for tile in range(VALLEY):
        s.valley[tile] = NOTHING
    for tile in range(ENCOUNTERS):
        s.encounters[tile] = NOTHING
    for token in range(TOKENS):
        s.tokens[token] = NOTHING
    for seat in range(SEATS):
        s.captain[seat], s.pile_top[seat], s.held[seat] = NOTHING, 0, 0
        s.smoke[seat], s.smoke_side[seat] = NOTHING, NOTHING
        s.reinforced[seat], s.reinforced_side[seat] = NOTHING, NOTHING
        for kind in range(PATROLS):
            s.turned[seat, kind], s.pile[seat, kind], s.hand[seat, kind] = NOTHING, NOTHING, 0


@rule
def take_boards(s, box, boards):
    """Each seat's side of its tribe board, seat 0 first; none in the light game."""
    for seat in range(SEATS):
        side = boards // 2 if seat == 0 else boards % 2
        for ability in range(len(ABILITIES)):
            there = s.light == 0 and box.boards[seat, side, ability] == 1
            s.ability[seat, ability] = 1 if there else NOTHING


@rule
def shuffle_patrols(s, box):
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
def shuffle_valley(s, box):
    """The last of the stack are the tiles that are out."""
    for tile in range(box.valley):
        s.valley[tile] = tile
    shuffle(s, s.valley, 0, box.valley)


@rule
def shuffle_encounters(s, box):
    """A stack of all encounters."""
    for tile in range(box.encounters):
        s.encounters[tile] = box.valley + tile
    shuffle(s, s.encounters, 0, box.encounters)


@rule
def shuffle_tokens(s, box):
    """With the expansion, a pile of tokens; none is used at set-up (MV-25)."""
    if s.expansion:
        for token in range(box.walls + box.flower_tokens):
            s.tokens[token] = WALL if token < box.walls else FLOWER
        shuffle(s, s.tokens, 0, box.walls + box.flower_tokens)


@rule
def lay_first_tiles(s, box):
    """Two valley tiles on opposite sides of the start tile, and the encounters they bring (MV-2)."""
    lay(s, START, MIDDLE)
    for side in range(0, SIDES, SIDES // 2):
        tile = take_valley(s)
        lay(s, tile, AROUND[MIDDLE, side])
        if brings_encounter(s, box, tile):
            beside = side + (1 if draw(s, 2) == 0 else SIDES - 1)
            lay(s, take_encounter(s), AROUND[MIDDLE, beside % SIDES])
