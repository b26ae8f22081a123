"""What a verb means for a game that does not say: so that a simple game writes down only what is its own.

These suit games in which nothing is hidden and nothing happens by itself. A game that has a rule of the same
name in its rules is asked instead.
"""

from __future__ import annotations

from . import verbs
from .chance import hide_stream, plant
from .helpers import rank
from .rule import rule


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
    rank(out, s.seats)


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
