"""Whether a state adds up."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import (
    ACTING,
    CHOOSING,
    DEALING,
    DECK,
    FIRST_BEACH,
    KEEPING,
    LETTERS,
    MOVING,
    OPEN,
    OUT,
    REVEALING,
    SEATS,
    SKETCHES,
    SQUARES,
    SWAPPING,
    TERRAINS,
)
from .claiming import claims_made
from .otoma import has_face, stacked
from .turns import is_unveiled

AUDITS = {
    1: "sketches are missing, or there are too many",
    2: "the deck, the open sketches or the chosen one are not as they should be",
    3: "tiles are missing, or there are too many",
    4: "a parchment shows more than was drawn",
    5: "a seat has too many hypotheses or too few",
    6: "a claim is where it can't be",
    7: "a cartographer is where it can't be",
    8: "the turns do not add up",
    9: "the Otoma deck is not stacked as it should be",
}


@rule
def audit(s: S, box: B) -> int:
    """0, or the number of what does not add up; the texts are in AUDITS."""
    if s.phase != DEALING:
        if not sketches_add_up(s, box):
            return 1
        if not display_adds_up(s):
            return 2
        if not hypotheses_add_up(s, box):
            return 5
        if s.seats == 1 and not otoma_adds_up(s, box):
            return 9
    if not tiles_add_up(s, box):
        return 3
    if not parchments_add_up(s):
        return 4
    if not claims_add_up(s, box):
        return 6
    if not pawns_add_up(s):
        return 7
    if not turns_add_up(s):
        return 8
    return 0


@rule
def sketches_add_up(s: S, box: B) -> bool:
    """Each kind of sketch is there as often as the box has it for so many seats."""
    for kind in range(SKETCHES):
        cards = s.gone[kind] + (s.sketch == kind)
        for place in range(OPEN):
            cards += s.open[place] == kind
        for card in range(DECK):
            cards += s.deck[card] == kind
        for card in range(OUT):
            cards += s.out[card] == kind
        if cards != box.sketches[s.seats, kind]:
            return False
    return True


@rule
def display_adds_up(s: S) -> bool:
    """The deck lies in one run; a sketch is chosen only before it is used; others are missing only where taken."""
    for card in range(DECK):
        if (s.deck[(s.top + card) % DECK] != NOTHING) != (card < s.left):
            return False
    if not 0 <= s.known <= s.left or s.top + s.left - s.known > DECK:
        return False
    if (s.sketch != NOTHING and s.phase != ACTING) or (s.gap != NOTHING) != (s.phase == REVEALING):
        return False
    missing = 0
    for place in range(OPEN):
        missing += s.open[place] == NOTHING
    if s.left > 0 and (s.phase == MOVING or s.phase == SWAPPING or s.phase == CHOOSING):
        return missing == s.half
    return s.gap == NOTHING or s.open[s.gap] == NOTHING


@rule
def tiles_add_up(s: S, box: B) -> bool:
    """Each tile is on the island or in the supply; no empty square is confirmed."""
    for terrain in range(len(TERRAINS)):
        tiles = s.supply[terrain]
        for square in range(SQUARES):
            tiles += s.island[square] == terrain
        if tiles != box.tiles[terrain] or s.supply[terrain] < 0:
            return False
    bare = 0
    for square in range(SQUARES):
        bare += s.confirmed[square] == 1 and s.island[square] == NOTHING
    return bare == 0


@rule
def parchments_add_up(s: S) -> bool:
    """Sketches cover two squares each, and only those at the table draw."""
    drawn_on, sketches = 0, 0
    for kind in range(SKETCHES):
        sketches += s.gone[kind]
    for seat in range(SEATS):
        for square in range(SQUARES):
            shown = s.parchment[seat, square]
            if shown != NOTHING and (seat >= s.seats or not 0 <= shown < len(TERRAINS)):
                return False
            drawn_on += shown != NOTHING
    return drawn_on <= 2 * sketches


@rule
def hypotheses_add_up(s: S, box: B) -> bool:
    """Each seat was dealt as many as it should be, and keeps as many as it has chosen; pairs are whole."""
    for seat in range(s.seats):
        dealt, kept = 0, 0
        for hypothesis in range(box.hypotheses):
            if s.holder[hypothesis] == seat:
                dealt += 1
                kept += s.kept[hypothesis]
        if dealt != (box.kept if s.first_game else box.dealt) or kept != s.chosen[seat]:
            return False
        if s.phase != KEEPING and kept != box.kept:
            return False
    for hypothesis in range(len(s.holder)):
        if s.holder[hypothesis] == NOTHING and s.kept[hypothesis] != 0:
            return False
    return not s.first_game or pairs_are_whole(s, box)


@rule
def pairs_are_whole(s: S, box: B) -> bool:
    """In a first game a seat has all hypotheses of its letter (MM-18)."""
    for letter in range(LETTERS):
        owner = NOTHING
        for hypothesis in range(box.hypotheses):
            if box.letter[hypothesis] == letter:
                owner = s.holder[hypothesis]
        for hypothesis in range(box.hypotheses):
            if box.letter[hypothesis] == letter and s.holder[hypothesis] != owner:
                return False
    return True


@rule
def claims_add_up(s: S, box: B) -> bool:
    """A claim lies on a confirmed tile of its terrain; nobody has more than there are tokens."""
    for row in range(SEATS + 1):
        if claims_made(s, row) > box.claims:
            return False
        for terrain in range(len(TERRAINS)):
            square = s.claim[row, terrain]
            if square != NOTHING and (s.confirmed[square] == 0 or s.island[square] != terrain):
                return False
    return True


@rule
def pawns_add_up(s: S) -> bool:
    """Who has had a turn is on a beach space or a tile; when mist is gone, anywhere."""
    for seat in range(SEATS):
        place = s.pawn[seat]
        begun = (seat - s.first + s.seats) % s.seats
        if place == NOTHING:
            if seat < s.seats and begun < s.turns:
                return False
        elif seat >= s.seats or begun > s.turns:
            return False
        if not is_unveiled(s) and 0 <= place < FIRST_BEACH and s.island[place] == NOTHING:
            return False
    return s.visited == 0 or (s.phase == MOVING and s.visited >> s.pawn[s.turn] & 1 == 1)


@rule
def turns_add_up(s: S) -> bool:
    """The seats take turns from the first one on; the last round is a whole one."""
    if s.turn != (s.first + s.turns) % s.seats or not 0 <= s.half <= 1:
        return False
    return not is_unveiled(s) or (s.ending != 0 and s.turns % s.seats == 0)


@rule
def otoma_adds_up(s: S, box: B) -> bool:
    """Each card once, in each packet one with a claim mark that is not on top; the face is that of the top card."""
    used = 0
    for place in range(stacked(box)):
        used |= 1 << s.otoma[place]
    used |= 1 << s.aside
    if used != (1 << box.otoma_cards) - 1 or box.otoma_mark[s.aside] == 1:
        return False
    for packet in range(box.packets):
        marks = 0
        for place in range(packet * box.packet, (packet + 1) * box.packet):
            marks += box.otoma_mark[s.otoma[place]]
        if marks != 1 or box.otoma_mark[s.otoma[packet * box.packet]] == 1:
            return False
    return has_face(s, box, s.otoma[s.turned])
