"""Gestures: two seats show stone, paper or scissors at once, and each pair pays differently. A toy for the search."""

import sys

from mistvale.core.chance import draw, hide_stream, plant
from mistvale.core.game import Credit, Game
from mistvale.core.moves import Vocabulary
from mistvale.core.rule import HIDDEN, NOTHING, rule, state_type

STONE, PAPER, SCISSORS = range(3)
PAYS = (1, 7, 13)  # stone over scissors, paper over stone, scissors over paper
MOVES = Vocabulary({"show {gesture}": {"gesture": ("stone", "paper", "scissors")}})
STATE = state_type(("gesture", "i1", (2,)), ("shown", "i1"))


@rule
def setup(s, box, seats, options, seed):
    plant(s, seed)
    s.epoch, s.seats, s.shown = 0, seats, 0
    s.gesture[0], s.gesture[1] = NOTHING, NOTHING


@rule
def pending(s, box):
    return (s.gesture[0] == NOTHING) | (s.gesture[1] == NOTHING) << 1


@rule
def legal(s, box, seat, out):
    if s.gesture[seat] != NOTHING:
        return 0
    for gesture in range(3):
        out[gesture] = gesture
    return 3


@rule
def play(s, box, seat, move):
    s.gesture[seat] = move


@rule
def beat(s, box):
    s.shown = 1
    s.epoch += 1
    return 0


@rule
def over(s, box):
    return s.shown == 1


@rule
def scores(s, box, out):
    out[0], out[1] = 0, 0
    if s.shown == 1:
        for seat in range(2):
            mine = s.gesture[seat]
            if mine == (s.gesture[1 - seat] + 1) % 3:
                out[seat] = PAYS[mine]


@rule
def veil(s, box, viewer):
    hide_stream(s)
    for seat in range(2):
        if seat != viewer and s.shown == 0 and s.gesture[seat] != NOTHING:
            s.gesture[seat] = HIDDEN


@rule
def redeal(s, box, viewer, seed):
    plant(s, seed)
    for seat in range(2):
        if seat != viewer and s.shown == 0 and s.gesture[seat] != NOTHING:
            s.gesture[seat] = draw(s, 3)


@rule
def seen(s, box, seat, move, viewer):
    return move if seat == viewer else HIDDEN


GAME = Game(
    name="gestures",
    title="Gestures",
    version=1,
    credit=Credit("nobody", "nobody", 2000),
    package=__name__,
    seats=(2,),
    state=STATE,
    rules=sys.modules[__name__],
    moves=MOVES,
    beats=("show",),
    scene=lambda view: None,
)
