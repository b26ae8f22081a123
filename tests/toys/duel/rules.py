"""The rules of Duel."""

from mistvale.core.chance import hide_stream, plant, shuffle
from mistvale.core.rule import HIDDEN, NOTHING, rule

from .state import BIDDING, CARDS, DEAL, OVER, SHOW, SHOWN

REWARD = 1  # points for each number bid


@rule
def setup(s, box, seats, options, seed):
    plant(s, seed)
    s.epoch, s.seats, s.length = 0, seats, 2 + options[0]
    s.phase, s.played, s.top = SHOWN, 0, 0
    for card in range(CARDS):
        s.deck[card] = NOTHING
    for n in range(4):
        s.out[n] = 0
    card = 0
    for n in range(4):
        for _ in range(box.count[n]):
            s.deck[card] = n
            card += 1
    shuffle(s, s.deck, 0, box.cards)
    for seat in range(2):
        s.number[seat], s.bid[seat], s.won[seat] = NOTHING, NOTHING, 0


@rule
def pending(s, box):
    mask = 0
    if s.phase == BIDDING:
        for seat in range(2):
            if s.bid[seat] == NOTHING:
                mask |= 1 << seat
    return mask


@rule
def legal(s, box, seat, out):
    if s.phase != BIDDING or s.bid[seat] != NOTHING:
        return 0
    for n in range(4):
        out[n] = n
    return 4


@rule
def play(s, box, seat, move):
    s.bid[seat] = move


@rule
def beat(s, box):
    s.epoch += 1
    if s.phase == SHOWN:
        for seat in range(2):
            s.number[seat] = s.deck[s.top]
            s.deck[s.top] = NOTHING
            s.top += 1
        s.phase = BIDDING
        return DEAL
    for seat in range(2):
        if s.bid[seat] <= s.number[seat]:
            s.won[seat] += REWARD * s.bid[seat]
        s.out[s.number[seat]] += 1
        s.number[seat] = NOTHING
        s.bid[seat] = NOTHING
    s.played += 1
    s.phase = OVER if s.played == s.length else SHOWN
    return SHOW


@rule
def over(s, box):
    return s.phase == OVER


@rule
def scores(s, box, out):
    for seat in range(2):
        out[seat] = s.won[seat]


@rule
def veil(s, box, viewer):
    hide_stream(s)
    for card in range(s.top, box.cards):
        s.deck[card] = HIDDEN
    for seat in range(2):
        if seat != viewer and s.number[seat] != NOTHING:
            s.number[seat] = HIDDEN
        if seat != viewer and s.bid[seat] != NOTHING:
            s.bid[seat] = HIDDEN


@rule
def redeal(s, box, viewer, seed):
    plant(s, seed)
    for seat in range(2):
        if seat != viewer and s.number[seat] != NOTHING:
            s.top -= 1
            s.deck[s.top] = s.number[seat]
    shuffle(s, s.deck, s.top, box.cards)
    for seat in range(2):
        if seat != viewer and s.number[seat] != NOTHING:
            s.number[seat] = s.deck[s.top]
            s.deck[s.top] = NOTHING
            s.top += 1


@rule
def audit(s, box):
    for n in range(4):
        count = 0 + s.out[n]
        for card in range(s.top, box.cards):
            count += s.deck[card] == n
        for seat in range(2):
            count += s.number[seat] == n
        if count != box.count[n]:
            return 1
    return 0
