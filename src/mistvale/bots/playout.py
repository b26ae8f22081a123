"""Random play to the end, on the verbs alone: it serves every game."""

from __future__ import annotations

import numpy as np

from ..core import verbs
from ..core.chance import roll
from ..core.rule import rule


@rule
def run_beats(s, box):
    """Run beats until a seat has a decision; the pending seats, none when the match is over."""
    mask = verbs.pending(s, box)
    while mask == 0 and not verbs.over(s, box):
        verbs.beat(s, box)
        mask = verbs.pending(s, box)
    return mask


@rule
def lowest_seat(mask):
    """The first of the seats in a mask."""
    seat = 0
    while mask & (1 << seat) == 0:
        seat += 1
    return seat


@rule
def lead(s, points, seat):
    """What a seat has more than its best rival; alone: what it has."""
    best = 0 if s.seats == 1 else np.int64(points[1 if seat == 0 else 0])
    for other in range(s.seats):
        if other != seat:
            best = max(best, np.int64(points[other]))
    return np.int64(points[seat]) - best


@rule
def share_of_field(s, points, seat):
    """What the best rival of a seat has more than all its rivals on average."""
    best, total = np.int64(points[1 if seat == 0 else 0]), np.int64(0)
    for other in range(s.seats):
        if other != seat:
            best = max(best, np.int64(points[other]))
            total += points[other]
    return best - total / (s.seats - 1)


@rule
def move_at_random(s, box, mask, moves, dice):
    """Make any legal move for the first of these seats."""
    seat = lowest_seat(mask)
    verbs.play(s, box, seat, moves[roll(dice, verbs.legal(s, box, seat, moves))])


@rule
def playout(s, box, moves, dice):
    """Play on at random to the end; how many moves that took. `moves` is scratch, `dice` the generator's word."""
    count = 0
    mask = run_beats(s, box)
    while mask != 0:
        move_at_random(s, box, mask, moves, dice)
        count += 1
        mask = run_beats(s, box)
    return count


@rule
def playouts(s, box, seats, options, seed, dice, moves, totals, matches):
    """Set up and play `matches` matches at random, seeds counting up; adds points to `totals`, gives the moves."""
    count = 0
    for _ in range(matches):
        verbs.setup(s, box, seats, options, seed)
        count += playout(s, box, moves, dice)
        verbs.scores(s, box, moves)
        for seat in range(seats):
            totals[seat] += moves[seat]
        seed[0] += 1
    return count
