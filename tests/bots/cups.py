"""Cups: alone, find the pea under one of three cups; a peek at one of them comes first. A toy for the search."""

import sys

from mistvale.core.chance import draw, hide_stream, plant
from mistvale.core.game import Credit, Game
from mistvale.core.moves import Vocabulary
from mistvale.core.rule import HIDDEN, NOTHING, rule, state_type

CUPS = 3
FOUND = 5  # points
MOVES = Vocabulary({"lift {cup}": {"cup": ("left", "middle", "right")}})
STATE = state_type(("pea", "i1"), ("peeked", "i1"), ("lifted", "i1"))


@rule
def setup(s, box, seats, options, seed):
    plant(s, seed)
    s.epoch, s.seats, s.peeked, s.lifted = 0, seats, NOTHING, NOTHING
    s.pea = draw(s, CUPS)


@rule
def pending(s, box):
    return s.lifted == NOTHING


@rule
def legal(s, box, seat, out):
    if s.lifted != NOTHING:
        return 0
    for cup in range(CUPS):
        out[cup] = cup
    return CUPS


@rule
def play(s, box, seat, move):
    if s.peeked == NOTHING:
        s.peeked = move
    else:
        s.lifted = move
    s.epoch += 1


@rule
def over(s, box):
    return s.lifted != NOTHING


@rule
def scores(s, box, out):
    out[0] = FOUND if s.lifted == s.pea else 0


@rule
def is_known(s):
    return s.lifted != NOTHING or s.peeked == s.pea


@rule
def veil(s, box, viewer):
    hide_stream(s)
    if not is_known(s):
        s.pea = HIDDEN


@rule
def redeal(s, box, viewer, seed):
    plant(s, seed)
    if s.peeked == NOTHING:
        s.pea = draw(s, CUPS)
    elif not is_known(s):
        s.pea = (s.peeked + 1 + draw(s, CUPS - 1)) % CUPS


GAME = Game(
    name="cups",
    title="Cups",
    version=1,
    credit=Credit("nobody", "nobody", 2000),
    package=__name__,
    seats=(1,),
    state=STATE,
    rules=sys.modules[__name__],
    moves=MOVES,
    scene=lambda view: None,
)
