"""A game turn: play a card, place it on the grid with a settlement on it."""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch, next_seat, widest
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import ADJACENT, AT, MIDDLE, NEAR, PLAY, SCORING, SIDE, SIDES


@rule
def is_turn_over(s: S) -> bool:
    """Whether the seat has nothing more to decide: it has placed, or has played the first card (SV-14)."""
    return s.placed == 1 or (s.turns == 0 and s.playing != NOTHING)


# ---------------------------------------------------------------- what is legal


@rule
def legal_plays(s: S, box: B, seat: int, out: Array1) -> int:
    """Each card that the seat has kept and not played."""
    n = 0
    for card in range(box.cards):
        n = add_if(out, n, PLAY.first + card, (s.keeper[card] == seat) & (s.place[card] == NOTHING))
    return n


@rule
def touches(s: S, space: int) -> bool:
    """Whether a card of the grid shares a side with the space."""
    touched = False
    for side in range(SIDES):
        touched |= s.grid[NEAR[ADJACENT, space, side]] != NOTHING
    return touched


@rule
def widest_at(s: S, row: int, longer: int, shorter: int) -> int:
    """How wide the grid may be if it has a card in a row: one of its shapes must still be open for it (SV-1)."""
    height = max(s.lowest, row) - min(s.highest, row) + 1
    return widest(height, longer, shorter)


@rule
def may_reach(s: S, box: B, row: int, column: int) -> bool:
    """Whether the grid may have a card there, now or later, as far as its shape goes."""
    width = max(s.rightmost, column) - min(s.leftmost, column) + 1
    return width <= widest_at(s, row, box.long[s.seats], box.short[s.seats])


@rule
def legal_places(s: S, box: B, out: Array1) -> int:
    """Each empty space that shares a side with a card and keeps the grid in shape (Game turn; SV-1)."""
    n = 0
    longer, shorter = box.long[s.seats], box.short[s.seats]
    for row in range(max(0, s.highest - 1), min(SIDE, s.lowest + 2)):
        width = widest_at(s, row, longer, shorter)
        if s.rightmost - s.leftmost + 1 > width:
            continue
        first = max(0, s.leftmost - 1, s.rightmost - width + 1)
        last = min(SIDE - 1, s.rightmost + 1, s.leftmost + width - 1)
        for column in range(first, last + 1):
            space = row * SIDE + column
            n = add_if(out, n, AT.first + space, (s.grid[space] == NOTHING) & touches(s, space))
    return n


# ---------------------------------------------------------------- the card on the grid


@rule
def lay(s: S, card: int, space: int) -> None:
    """Put a card on a space."""
    s.grid[space], s.place[card] = card, space


@rule
def take_up(s: S, card: int, space: int) -> None:
    """Take it off again."""
    s.grid[space], s.place[card] = NOTHING, NOTHING


@rule
def place(s: S, space: int) -> None:
    """Lay the chosen card down, with a settlement of its keeper on it."""
    lay(s, s.playing, space)
    s.playing = NOTHING
    s.placed = 1
    row, column = space // SIDE, space % SIDE
    s.highest = min(s.highest, row)
    s.lowest = max(s.lowest, row)
    s.leftmost = min(s.leftmost, column)
    s.rightmost = max(s.rightmost, column)


@rule
def place_first(s: S) -> None:
    """The first card goes to the middle of the lattice (SV-14)."""
    place(s, MIDDLE)


# ---------------------------------------------------------------- the end of a turn, and of the grid


@rule
def end_turn(s: S) -> None:
    """The turn is done: what was played in it lies open, and it goes on to the next seat clockwise (SV-11)."""
    s.turn = next_seat(s, s.turn)
    s.turns += 1
    s.placed = 0
    next_epoch(s)


@rule
def is_full(s: S, box: B) -> bool:
    """Whether this turn's card completes the grid."""
    return s.turns + s.placed == box.long[s.seats] * box.short[s.seats]


@rule
def discard_hands(s: S, box: B) -> None:
    """The grid is full: what is left in the hands goes away unseen, and with it what was known of it (SV-13)."""
    end_turn(s)
    s.turn = s.first
    for card in range(box.cards):
        s.origin[card] = NOTHING
        s.taken[card] = NOTHING
        if s.place[card] == NOTHING:
            s.keeper[card] = NOTHING
    for seat in range(s.seats):
        s.tally[s.rounds, seat] = 0
    s.phase = SCORING
