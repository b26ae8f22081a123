"""Small rules that more than one game needs."""

from __future__ import annotations

from .rule import rule


@rule
def note(out, n, move, counts):
    """Write a move down behind the first `n`; how many there are then, this one only if it counts."""
    out[n] = move
    return n + counts


@rule
def widest(height, longer, shorter):
    """How wide a grid of that height may be that must still fit longer x shorter, one way or the other."""
    if height <= shorter:
        return longer
    return shorter if height <= longer else 0
