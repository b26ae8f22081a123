"""Setting up: shuffling and dealing."""

from ....core.chance import plant, shuffle
from ....core.rule import NOTHING, rule
from ..state import BUILDING, DEALING, KINDS, ROUNDS, SEATS, SIDE, SPACES


@rule
def setup(s, box, seats, options, seed):
    """A new match: nothing dealt, nobody has won a round."""
    plant(s, seed)
    s.epoch, s.seats, s.format = 0, seats, options[0]
    s.phase, s.rounds, s.deal, s.top = DEALING, 0, 0, 0
    s.deck[:] = NOTHING
    for seat in range(SEATS):
        s.points[seat] = 0
        s.wins[seat] = 0
        for number in range(ROUNDS):
            s.tally[number, seat] = NOTHING
    clear_table(s)


@rule
def clear_table(s):
    """Empty windows, empty hands."""
    for seat in range(SEATS):
        s.picked[seat] = NOTHING
        s.placing[seat] = NOTHING
        s.placed[seat] = 0
        s.highest[seat], s.lowest[seat] = SIDE // 2, SIDE // 2
        s.leftmost[seat], s.rightmost[seat] = SIDE // 2, SIDE // 2
        for kind in range(KINDS):
            s.hand[seat, kind] = 0
        for space in range(SPACES):
            s.window[seat, space] = NOTHING
            s.blur[seat, space] = 0
            s.moved[seat, space] = 0
    for kind in range(KINDS):
        s.gone[kind] = 0


@rule
def start_round(s, box):
    """Shuffle all cards (Setting up the game)."""
    clear_table(s)
    card = 0
    for kind in range(box.kinds):
        for _ in range(box.count[kind]):
            s.deck[card] = kind
            card += 1
    shuffle(s, s.deck, 0, box.cards)
    s.top = 0
    s.deal = 0


@rule
def deal(s, box):
    """Deal a hand to each seat from the rest of the deck, without shuffling again."""
    for seat in range(s.seats):
        s.placed[seat] = 0
        for _ in range(box.hand[s.format]):
            s.hand[seat, take_top(s)] += 1
    s.phase = BUILDING
    s.epoch += 1


@rule
def take_top(s):
    """The next card of the deck."""
    card = s.deck[s.top]
    s.deck[s.top] = NOTHING
    s.top += 1
    return card
