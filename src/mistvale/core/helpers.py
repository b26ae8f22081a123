"""Small rules that more than one game needs."""

from __future__ import annotations

from .chance import draw
from .moves import Span
from .rule import NOTHING, SPECTATOR, rule
from .typed import Array1, Header

RANK_BITS = 4  # room for ranks up to MOST_SEATS


@rule
def next_epoch(s: Header) -> None:
    """Somebody learns something, or a turn passes on: what was done before can't be taken back any more."""
    s.epoch += 1


@rule
def next_seat(s: Header, seat: int) -> int:
    """The seat to the left of one: clockwise, the last one's is the first."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def previous_seat(s: Header, seat: int) -> int:
    """The seat to the right of one."""
    return seat - 1 if seat > 0 else s.seats - 1


@rule
def is_seated(s: Header, viewer: int) -> bool:
    """Whether a viewer has a seat at this table: the spectator has none."""
    return viewer != SPECTATOR and viewer < s.seats


@rule
def add_if(out: Array1, n: int, move: int, counts: int) -> int:
    """Write a move down behind the first `n`; how many there are then, this one only if it counts."""
    out[n] = move
    return n + counts


@rule
def among(move: int, phrase: Span) -> bool:
    """Whether a move is one of those that a phrase of the vocabulary writes."""
    return phrase.first <= move < phrase.end


@rule
def rank(out: Array1, seats: int) -> None:
    """Turn what each seat has into its rank: whoever has most is first, and ties share."""
    ranks = 0
    for seat in range(seats):
        place = 1
        for other in range(seats):
            if out[other] > out[seat]:
                place += 1
        ranks |= place << (RANK_BITS * seat)
    for seat in range(seats):
        out[seat] = (ranks >> (RANK_BITS * seat)) & ((1 << RANK_BITS) - 1)


@rule
def bits_in(bits: int) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@rule
def nth(bits: int, n: int) -> int:
    """Which bit is the nth of those that are set, counted from 0; NOTHING if there are fewer."""
    for _ in range(n):
        bits &= bits - 1
    if bits == 0:
        return NOTHING
    found = 0
    while (bits >> found) & 1 == 0:
        found += 1
    return found


@rule
def draw_one(s: Header, bits: int) -> int:
    """One of the bits that are set, each as likely as the others: whoever has to choose notes what fits as bits."""
    return nth(bits, draw(s, bits_in(bits)))


@rule
def widest(height: int, longer: int, shorter: int) -> int:
    """How wide a grid of that height may be that must still fit longer x shorter, one way or the other."""
    if height <= shorter:
        return longer
    return shorter if height <= longer else 0
