"""Setup: the island, the sketches, the hypotheses."""

from __future__ import annotations

from ....core.chance import draw, plant, shuffle
from ....core.fields import clear
from ....core.helpers import add_if, next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    EMPTY,
    FIRST_GAME,
    JUNGLE,
    KEEP,
    KEEPING,
    LETTERS,
    MOVING,
    OUT,
    SKETCHES,
    SQUARES,
    TERRAINS,
    WITH_MASTERS,
)
from .otoma import set_up_otoma
from .sketching import refill, take_top


@rule
def setup(s: S, box: B, seats: int, options: Array1, seed: Array1) -> None:
    """An island with its first jungles; the seed says who is first (Setup; MM-13)."""
    clear(s, EMPTY[0])
    plant(s, seed)
    s.seats = seats
    s.first_game, s.masters = options[FIRST_GAME], options[WITH_MASTERS]
    s.first = draw(s, seats)
    s.turn = s.first
    s.face[2] = 0  # no claim mark: the two before it are terrains, of which there are none yet
    lay_out_island(s, box)


@rule
def lay_out_island(s: S, box: B) -> None:
    """The first jungles are confirmed; all other tiles are in the supply (Setup)."""
    for terrain in range(len(TERRAINS)):
        s.supply[terrain] = box.tiles[terrain]
    for square in range(SQUARES):
        s.confirmed[square] = box.jungle[s.seats, square]
        if s.confirmed[square]:
            s.island[square] = JUNGLE
            s.supply[JUNGLE] -= 1


@rule
def deal(s: S, box: B) -> None:
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
    next_epoch(s)


@rule
def deal_hypotheses(s: S, box: B) -> None:
    """Each seat is dealt its hypotheses, to keep some of them (Setup; MM-19)."""
    card = 0
    for seat in range(s.seats):
        for _ in range(box.dealt):
            s.holder[card] = seat
            card += 1
    shuffle(s, s.holder, 0, box.hypotheses)
    s.phase = KEEPING


@rule
def deal_pairs(s: S, box: B) -> None:
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
def give_pair(s: S, box: B, letter: int, seat: int) -> None:
    """The hypotheses of a letter are dealt to a seat that keeps them, or to none."""
    for hypothesis in range(box.hypotheses):
        if box.letter[hypothesis] == letter:
            s.holder[hypothesis] = seat
            s.kept[hypothesis] = seat != NOTHING


@rule
def legal_keeps(s: S, box: B, seat: int, out: Array1) -> int:
    """Any of the hypotheses dealt to the seat, until it has kept enough."""
    n = 0
    if s.chosen[seat] < box.kept:
        for hypothesis in range(box.hypotheses):
            n = add_if(out, n, KEEP.first + hypothesis, s.holder[hypothesis] == seat and s.kept[hypothesis] == 0)
    return n


@rule
def keep(s: S, seat: int, hypothesis: int) -> None:
    """A seat keeps one of the hypotheses that it was dealt; when it has kept enough, the others are put back."""
    s.kept[hypothesis] = 1
    s.chosen[seat] += 1


@rule
def begin(s: S) -> None:
    """All have kept their hypotheses: the first seat begins."""
    s.phase = MOVING
    next_epoch(s)
