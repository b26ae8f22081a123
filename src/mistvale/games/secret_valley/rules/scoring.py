"""Scoring and the end of a round."""

from __future__ import annotations

from ....core.helpers import next_epoch, next_seat
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import DEALING, OVER, PLACING, SIDE
from .criteria import card_points


@rule
def next_to_score(s: S) -> int:
    """The next card to be counted: seat by seat from the first one, each in reading order; NOTHING if none is left.

    The turn goes on to the seat whose cards are counted.
    """
    for _ in range(s.seats):
        for row in range(s.highest, s.lowest + 1):
            for column in range(s.leftmost, s.rightmost + 1):
                card = s.grid[row * SIDE + column]
                if card != NOTHING and s.keeper[card] == s.turn and s.gained[card] == NOTHING:
                    return card
        s.turn = next_seat(s, s.turn)
    return NOTHING


@rule
def score(s: S, box: B, card: int) -> None:
    """One card scores for its settlement's owner (Scoring)."""
    s.gained[card] = card_points(s, box, card)
    s.tally[s.rounds, s.keeper[card]] += s.gained[card]


@rule
def award_round(s: S, box: B) -> None:
    """Write the round down; its best seat is first in the next one (End of round)."""
    for seat in range(s.seats):
        s.points[seat] += s.tally[s.rounds, seat]
    s.first = next_first(s)
    s.turn = s.first
    s.rounds += 1
    s.phase = OVER if s.rounds == box.rounds else DEALING
    next_epoch(s)


@rule
def next_first(s: S) -> int:
    """Most points of the round; of equals the nearest clockwise to the old first seat, itself included (SV-11)."""
    best = s.first
    for step in range(1, s.seats):
        seat = (s.first + step) % s.seats
        if s.tally[s.rounds, seat] > s.tally[s.rounds, best]:
            best = seat
    return best


@rule
def best_round(s: S, seat: int) -> int:
    """A seat's best single round."""
    best = s.tally[0, seat]
    for number in range(1, s.rounds):
        best = max(best, s.tally[number, seat])
    return best


@rule
def standing(s: S, box: B, out: Array1) -> None:
    """Everybody's points as the grid lies: those of finished rounds, and what it would score now."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]
    if s.phase == PLACING:
        for card in range(box.cards):
            if s.place[card] != NOTHING:
                out[s.keeper[card]] += card_points(s, box, card)
