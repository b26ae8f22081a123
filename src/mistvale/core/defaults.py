"""What a verb means for a game that does not say: so that a simple game writes down only what is its own.

These suit games in which nothing is hidden and nothing happens by itself. A game that has a rule of the same
name in its rules is asked instead.
"""

from __future__ import annotations

from typing import Any

from . import verbs
from .chance import hide_stream, plant
from .helpers import rank
from .rule import rule
from .typed import Array1, Header


class InTurns(Header):
    """A state that says whose turn it is."""

    turn: int


@rule
def pending(s: InTurns, box: Any) -> int:
    """The seat named by the state's field `turn`, until the match is over."""
    if verbs.over(s, box):
        return 0
    return 1 << s.turn


@rule
def beat(s: Header, box: Any) -> int:
    """Nothing happens by itself."""
    return 0


@rule
def outcome(s: Header, box: Any, out: Array1) -> None:
    """Ranks by points alone; ties share."""
    verbs.scores(s, box, out)
    rank(out, s.seats)


@rule
def veil(s: Header, box: Any, viewer: int) -> None:
    """All lies open, but nobody may know what will be drawn."""
    hide_stream(s)


@rule
def redeal(s: Header, box: Any, viewer: int, seed: Array1) -> None:
    """All is known, but what will be drawn."""
    plant(s, seed)


@rule
def seen(s: Header, box: Any, seat: int, move: int, viewer: int) -> int:
    """Everybody sees every move."""
    return move


@rule
def audit(s: Header, box: Any) -> int:
    """Nothing is counted."""
    return 0


@rule
def value(s: Header, box: Any, out: Array1) -> None:
    """The points so far."""
    verbs.scores(s, box, out)


@rule
def bias(s: Header, box: Any, seat: int, move: int) -> int:
    """All moves promise the same."""
    return 0
