"""What a verb means for a game that does not say: so that a simple game writes down only what is its own.

These suit games in which nothing is hidden and nothing happens by itself. A game that has a rule of the same
name in its rules is asked instead.
"""

from __future__ import annotations

from . import verbs
from .chance import hide_stream, plant
from .rule import rule

RANK_BITS = 4  # room for ranks up to MOST_SEATS


@rule
def pending(s, box):
    """The seat named by the state's field `turn`, until the match is over."""
    if verbs.over(s, box):
        return 0
    return 1 << s.turn


@rule
def beat(s, box):
    """Nothing happens by itself."""
    return 0


@rule
def outcome(s, box, out):
    """Ranks by points alone; ties share."""
    verbs.scores(s, box, out)
    ranks = 0
    for seat in range(s.seats):
        rank = 1
        for other in range(s.seats):
            if out[other] > out[seat]:
                rank += 1
        ranks |= rank << (RANK_BITS * seat)
    for seat in range(s.seats):
        out[seat] = (ranks >> (RANK_BITS * seat)) & ((1 << RANK_BITS) - 1)


@rule
def veil(s, box, viewer):
    """All lies open, but nobody may know what will be drawn."""
    hide_stream(s)


@rule
def redeal(s, box, viewer, seed):
    """All is known, but what will be drawn."""
    plant(s, seed)


@rule
def seen(s, box, seat, move, viewer):
    """Everybody sees every move."""
    return move


@rule
def audit(s, box):
    """Nothing is counted."""
    return 0


@rule
def value(s, box, out):
    """The points so far."""
    verbs.scores(s, box, out)


@rule
def bias(s, box, seat, move):
    """All moves promise the same."""
    return 0
