"""Setup and the start of a round: shuffling and dealing."""

from __future__ import annotations

from ....core.chance import draw, plant, shuffle
from ....core.fields import clear
from ....core.helpers import next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import CARDS, DRAFT, DRAFTING, EMPTY, PLACING, SEATS, SIDE, SPACES


@rule
def setup(s: S, box: B, seats: int, options: Array1, seed: Array1) -> None:
    """A new match; the seed says who is first (Setup; SV-8)."""
    clear(s, EMPTY[0])
    plant(s, seed)
    s.seats, s.draft = seats, options[DRAFT]
    s.first = draw(s, seats)
    s.turn = s.first


@rule
def clear_table(s: S) -> None:
    """No grid, no hands."""
    s.trick, s.turn, s.turns = 0, s.first, 0
    s.playing, s.placed = NOTHING, 0
    s.highest, s.lowest = SIDE // 2, SIDE // 2
    s.leftmost, s.rightmost = SIDE // 2, SIDE // 2
    for seat in range(SEATS):
        s.committed[seat] = 0
    for card in range(CARDS):
        s.origin[card] = NOTHING
        s.taken[card] = NOTHING
        s.keeper[card] = NOTHING
        s.place[card] = NOTHING
        s.gained[card] = NOTHING
    for space in range(SPACES):
        s.grid[space] = NOTHING


@rule
def deal(s: S, box: B) -> None:
    """Shuffle all cards and deal the hands; the rest is out of the round (Game round)."""
    clear_table(s)
    card = 0
    for seat in range(s.seats):
        for _ in range(box.hand[s.seats]):
            s.origin[card] = seat
            card += 1
    shuffle(s, s.origin, 0, box.cards)
    if s.draft:
        s.phase = DRAFTING
    else:
        keep_all(s, box)
    next_epoch(s)


@rule
def keep_all(s: S, box: B) -> None:
    """Without a draft everybody plays with the hand dealt (Game round)."""
    for card in range(box.cards):
        if s.origin[card] != NOTHING:
            s.taken[card] = 0
            s.keeper[card] = s.origin[card]
    s.trick = box.hand[s.seats]
    s.phase = PLACING
