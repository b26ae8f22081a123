"""Whether a state adds up."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import (
    COLUMN,
    DRAWING,
    FLOWER,
    HEXES,
    HOME,
    MIDDLE,
    OPEN,
    PATROLS,
    ROW,
    ROWS,
    SEATS,
    START,
    TILES,
    TURNING,
    WALL,
    WALLING,
)
from .control import patrol_tile
from .exploring import free_sides
from .patrols import pile_left
from .table import reach

AUDITS = {
    1: "the table and the tiles on it do not agree",
    2: "the tiles are not one piece",
    3: "a valley tile or encounter is missing or there twice",
    4: "a patrol tile is missing or there twice",
    5: "a hand has the wrong number of patrols",
    6: "a banner, wall or flowers lie on no tile",
    7: "a captain stands where it can't",
    8: "the tokens do not add up",
    9: "a marker lies on a patrol that is not in play, or was not used",
}


@rule
def audit(s: S, box: B) -> int:
    """0, or the number of what does not add up; the texts are in AUDITS."""
    if not table_agrees(s):
        return 1
    if not is_one_piece(s):
        return 2
    if not sites_add_up(s, box):
        return 3
    for seat in range(SEATS):
        if not patrols_add_up(s, box, seat):
            return 4
        if not hand_adds_up(s, box, seat):
            return 5
    if not banners_lie_on_tiles(s, box):
        return 6
    if not captains_stand(s):
        return 7
    if not tokens_add_up(s, box):
        return 8
    if not markers_add_up(s):
        return 9
    return 0


@rule
def table_agrees(s: S) -> bool:
    """Each tile lies where the table has it, each taken hex has its bit, and the start tile has not moved (MV-5)."""
    tiles, bits = 0, 0
    for space in range(HEXES):
        tile = s.table[space]
        if ((s.taken[ROW[space]] >> COLUMN[space]) & 1 == 1) != (tile != NOTHING):
            return False
        if tile != NOTHING:
            tiles += 1
            if s.place[tile] != space:
                return False
    for tile in range(TILES):
        tiles -= s.place[tile] != NOTHING
    for row in range(ROWS + 2):
        for column in range(31):
            bits += (s.taken[row] >> column) & 1
    for space in range(HEXES):
        bits -= s.table[space] != NOTHING
    return tiles == 0 and bits == 0 and s.table[HEXES] == NOTHING and s.place[START] == MIDDLE


@rule
def is_one_piece(s: S) -> bool:
    """All tiles are connected."""
    reached = reach(s, START, NOTHING)
    whole = True
    for tile in range(TILES):
        whole &= s.place[tile] == NOTHING or (reached >> tile) & 1 == 1
    return whole


@rule
def sites_add_up(s: S, box: B) -> bool:
    """Each valley tile and encounter once: in its stack, open, chosen, or on the table."""
    for site in range(box.sites):
        # What is chosen may lie on the table already.
        count = 1 if s.place[site] != NOTHING or s.chosen == site else 0
        count += s.meeting == site
        for slot in range(OPEN):
            count += s.open[slot] == site
        for card in range(s.valley_top, box.valley):
            count += s.valley[card] == site
        for card in range(s.encounter_top, box.encounters):
            count += s.encounters[card] == site
        if count != 1:
            return False
    return True


@rule
def patrols_add_up(s: S, box: B, seat: int) -> bool:
    """Each of a tribe's patrols once: in its stack, in hand, or on the table."""
    for kind in range(PATROLS):
        count = s.hand[seat, kind]
        count += s.place[patrol_tile(seat, kind)] != NOTHING
        for card in range(s.pile_top[seat], box.patrols[seat]):
            count += s.pile[seat, card] == kind
        if count != box.has[seat, kind]:
            return False
    return True


@rule
def hand_adds_up(s: S, box: B, seat: int) -> bool:
    """A hand is full, but while one is to be drawn, or nothing is left (MV-14)."""
    held = 0
    for kind in range(PATROLS):
        held += s.hand[seat, kind] == 1
    drawing = seat == s.turn and (s.phase == DRAWING or s.phase == TURNING)
    full = held == box.hand or (held < box.hand and (drawing or pile_left(s, box, seat) == 0))
    return held == s.held[seat] and full


@rule
def banners_lie_on_tiles(s: S, box: B) -> bool:
    """Banners, walls and flowers lie on tiles in play, tokens on valley tiles alone and one each."""
    for site in range(box.sites):
        bare = s.banner[site] == NOTHING and s.wall[site] == NOTHING and s.flowers[site] == 0
        if s.place[site] == NOTHING and not bare:
            return False
        tokens = (s.wall[site] != NOTHING) + s.flowers[site]
        if tokens > 1 or (tokens == 1 and (site >= box.valley or s.expansion == 0)):
            return False
    return True


@rule
def captains_stand(s: S) -> bool:
    """On the start tile or on a tile in play; on the start tile in the light game."""
    for seat in range(SEATS):
        site = s.captain[seat]
        if site != HOME and (s.light == 1 or s.place[site] == NOTHING):
            return False
    return True


@rule
def tokens_add_up(s: S, box: B) -> bool:
    """Each token in the pile, on a tile, or waiting for a side that is free (MV-18)."""
    if s.discarded != 0 or (s.phase == WALLING and free_sides(s, s.chosen) == 0):
        return False
    if s.expansion == 0:
        return s.token == NOTHING
    walls, flowers = 0, 0
    walls += s.token == WALL
    for site in range(box.valley):
        walls += s.wall[site] != NOTHING
        flowers += s.flowers[site]
    for token in range(s.token_top, box.walls + box.flower_tokens):
        walls += s.tokens[token] == WALL
        flowers += s.tokens[token] == FLOWER
    return walls == box.walls and flowers == box.flower_tokens


@rule
def markers_add_up(s: S) -> bool:
    """Smoke and reinforcements lie on patrols in play."""
    for seat in range(SEATS):
        for kind in (s.smoke[seat], s.reinforced[seat]):
            if kind != NOTHING and s.place[patrol_tile(seat, kind)] == NOTHING:
                return False
    return True
