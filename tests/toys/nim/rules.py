"""The rules of Nim."""

from mistvale.core.chance import plant
from mistvale.core.rule import NOTHING, rule

PRIZE = 1  # points for who takes the last one


@rule
def setup(s, box, seats, options, seed):
    plant(s, seed)
    s.epoch, s.seats, s.turn, s.winner = 0, seats, 0, NOTHING
    for heap in range(3):
        s.heap[heap] = box.heap[heap]


@rule
def legal(s, box, seat, out):
    n = 0
    if s.winner == NOTHING and seat == s.turn:
        for heap in range(3):
            for count in range(s.heap[heap]):
                out[n] = heap * 5 + count
                n += 1
    return n


@rule
def play(s, box, seat, move):
    s.heap[move // 5] -= move % 5 + 1
    if s.heap[0] + s.heap[1] + s.heap[2] == 0:
        s.winner = seat
    s.turn = (s.turn + 1) % s.seats
    s.epoch += 1


@rule
def over(s, box):
    return s.winner != NOTHING


@rule
def scores(s, box, out):
    for seat in range(s.seats):
        out[seat] = PRIZE if s.winner == seat else 0


@rule
def audit(s, box):
    for heap in range(3):
        if s.heap[heap] < 0 or s.heap[heap] > box.heap[heap]:
            return 1
    return 0
