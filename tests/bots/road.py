"""Road: two seats walk, the first a little faster; it may end it all before it sets out. A toy for the search."""

import sys

from mistvale.core.chance import plant
from mistvale.core.game import Credit, Game
from mistvale.core.moves import Vocabulary
from mistvale.core.rule import rule, state_type

END, WALK = range(2)
LONG = 400  # moves: more than a simulation looks ahead
FASTER = 8  # moves in which the first gets a step ahead
MOVES = Vocabulary({"end": {}, "walk": {}})
STATE = state_type(("turn", "i1"), ("steps", "i2", (2,)), ("moves", "i2"), ("ended", "i1"))


@rule
def setup(s, box, seats, options, seed):
    plant(s, seed)
    s.epoch, s.seats, s.turn, s.moves, s.ended = 0, seats, 0, 0, 0
    s.steps[0], s.steps[1] = 1, 0


@rule
def legal(s, box, seat, out):
    if s.turn != seat or over(s, box):
        return 0
    out[0], out[1] = END, WALK
    if s.moves > 0:
        out[0] = WALK
        return 1
    return 2


@rule
def play(s, box, seat, move):
    s.epoch += 1
    if move == END:
        s.ended = 1
        return
    s.moves += 1
    s.steps[seat] += 1
    s.steps[0] += s.moves % FASTER == 0
    s.turn = 1 - seat


@rule
def over(s, box):
    return s.ended == 1 or s.moves == LONG


@rule
def scores(s, box, out):
    out[0], out[1] = s.steps[0], s.steps[1]


GAME = Game(
    name="road",
    title="Road",
    version=1,
    credit=Credit("nobody", "nobody", 2000),
    package=__name__,
    seats=(2,),
    state=STATE,
    rules=sys.modules[__name__],
    moves=MOVES,
    beats=(),
    scene=lambda view: None,
)
