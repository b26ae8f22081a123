"""Setup: the island, the sketches, the hypotheses."""

from ....core.chance import draw, plant, shuffle
from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ..state import (
    DEALING,
    DECK,
    HYPOTHESES,
    JUNGLE,
    KEEP_0,
    KEEPING,
    LETTERS,
    MOVING,
    OPEN,
    OTOMA_CARDS,
    OUT,
    SEATS,
    SKETCHES,
    SQUARES,
    TERRAINS,
)
from .otoma import set_up_otoma
from .sketching import refill, take_top

KINDS_OF_TERRAIN = len(TERRAINS)


@rule
def setup(s, box, seats, options, seed):
    """An island with its first jungles; the seed says who is first (Setup; MM-13)."""
    plant(s, seed)
    s.epoch, s.seats, s.phase = 0, seats, DEALING
    s.first_game, s.masters = options[0], options[1]
    s.first = draw(s, seats)
    s.turn, s.turns, s.half, s.visited = s.first, 0, 0, 0
    s.ending, s.counted = 0, 0
    lay_out_island(s, box)
    clear_seats(s)
    clear_cards(s)


@rule
def lay_out_island(s, box):
    """The first jungles are confirmed; all other tiles are in the supply (Setup)."""
    for terrain in range(KINDS_OF_TERRAIN):
        s.supply[terrain] = box.tiles[terrain]
    for square in range(SQUARES):
        s.island[square] = NOTHING
        s.confirmed[square] = box.jungle[s.seats, square]
        if s.confirmed[square]:
            s.island[square] = JUNGLE
            s.supply[JUNGLE] -= 1


@rule
def clear_seats(s):
    """Nobody has drawn, claimed or entered anything yet; a solo player's rival has claims alone."""
    for seat in range(SEATS):
        s.pawn[seat], s.chosen[seat] = NOTHING, 0
        for square in range(SQUARES):
            s.parchment[seat, square] = NOTHING
    for row in range(SEATS + 1):
        for terrain in range(KINDS_OF_TERRAIN):
            s.claim[row, terrain] = NOTHING


@rule
def clear_cards(s):
    """Nothing has been dealt yet."""
    s.sketch, s.gap, s.top, s.left, s.known = NOTHING, NOTHING, 0, 0, 0
    for place in range(OPEN):
        s.open[place] = NOTHING
    for kind in range(SKETCHES):
        s.gone[kind] = 0
    for card in range(DECK):
        s.deck[card] = NOTHING
    for card in range(OUT):
        s.out[card] = NOTHING
    for hypothesis in range(HYPOTHESES):
        s.holder[hypothesis], s.kept[hypothesis] = NOTHING, 0
    for card in range(OTOMA_CARDS):
        s.otoma[card] = NOTHING
    s.turned, s.aside = 0, NOTHING
    s.face[0], s.face[1], s.face[2] = NOTHING, NOTHING, 0
    s.named[0], s.named[1] = NOTHING, NOTHING


@rule
def deal(s, box):
    """Shuffle the sketches, reveal five, deal the hypotheses (Setup)."""
    for kind in range(SKETCHES):
        for _ in range(box.sketches[s.seats, kind]):
            s.deck[s.left] = kind
            s.left += 1
    shuffle(s, s.deck, 0, s.left)
    if s.seats == 1:
        for card in range(OUT):
            s.out[card] = take_top(s)
        set_up_otoma(s, box)
    refill(s)
    if s.first_game:
        deal_pairs(s, box)
    else:
        deal_hypotheses(s, box)
    s.epoch += 1


@rule
def deal_hypotheses(s, box):
    """Each seat is dealt its hypotheses, to keep some of them (Setup; MM-19)."""
    card = 0
    for seat in range(s.seats):
        for _ in range(box.dealt):
            s.holder[card] = seat
            card += 1
    shuffle(s, s.holder, 0, box.hypotheses)
    s.phase = KEEPING


@rule
def deal_pairs(s, box):
    """In a first game each seat gets the pair of one letter, which ones by the seed (Setup; MM-18)."""
    used = 0
    for seat in range(s.seats):
        skipped = draw(s, LETTERS - seat)
        for letter in range(LETTERS):
            if used >> letter & 1:
                continue
            if skipped == 0:
                used |= 1 << letter
                give_pair(s, box, letter, seat)
            skipped -= 1
        s.chosen[seat] = box.kept
    s.phase = MOVING


@rule
def give_pair(s, box, letter, seat):
    """The hypotheses of a letter are dealt to a seat that keeps them, or to none."""
    for hypothesis in range(box.hypotheses):
        if box.letter[hypothesis] == letter:
            s.holder[hypothesis] = seat
            s.kept[hypothesis] = seat != NOTHING


@rule
def legal_keeps(s, box, seat, out):
    """Any of the hypotheses dealt to the seat, until it has kept enough."""
    n = 0
    if s.chosen[seat] < box.kept:
        for hypothesis in range(box.hypotheses):
            n = add_if(out, n, KEEP_0 + hypothesis, s.holder[hypothesis] == seat and s.kept[hypothesis] == 0)
    return n


@rule
def keep(s, seat, hypothesis):
    """A seat keeps one of the hypotheses that it was dealt; when it has kept enough, the others are put back."""
    s.kept[hypothesis] = 1
    s.chosen[seat] += 1


@rule
def begin(s):
    """All have kept their hypotheses: the first seat begins."""
    s.phase = MOVING
    s.epoch += 1
