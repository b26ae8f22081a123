"""Setting up: shuffling and dealing."""

from __future__ import annotations

from ....core.chance import plant, shuffle
from ....core.fields import clear
from ....core.helpers import next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import BUILDING, EMPTY, KINDS, SEATS, SIDE, SPACES, WINDOW


@rule
def setup(s: S, box: B, seats: int, options: Array1, seed: Array1) -> None:
    """A new match: nothing dealt, nobody has won a round."""
    clear(s, EMPTY[0])
    plant(s, seed)
    s.seats, s.format = seats, options[WINDOW]


@rule
def clear_table(s: S) -> None:
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
def start_round(s: S, box: B) -> None:
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
def deal(s: S, box: B) -> None:
    """Deal a hand to each seat from the rest of the deck, without shuffling again."""
    for seat in range(s.seats):
        s.placed[seat] = 0
        for _ in range(box.hand[s.format]):
            s.hand[seat, take_top(s)] += 1
    s.phase = BUILDING
    next_epoch(s)


@rule
def take_top(s: S) -> int:
    """The next card of the deck."""
    card = s.deck[s.top]
    s.deck[s.top] = NOTHING
    s.top += 1
    return card
