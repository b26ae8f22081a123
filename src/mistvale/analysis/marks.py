"""The mark that a decision is given, by thresholds that can be explained.

The unit is the spread of results: by how much points ahead differ at the end of matches that begin as this one did. A
quarter of it is worth about ten points in a hundred of the chance to win in an even match. A mark is given only where
all of the interval lies beyond its threshold; where it covers the threshold nobody can tell, and there is none.
"""

from __future__ import annotations

from .valuing import Estimate

INACCURACY, MISTAKE, BLUNDER, FIND = "inaccuracy", "mistake", "blunder", "find"
LOSSES = {INACCURACY: 0.125, MISTAKE: 0.25, BLUNDER: 0.5}
"""What a decision has to lose, in spreads, the least first."""

FINDS = 0.25
"""What a move has to gain over the obvious one to be a good find."""

MARKS = (*LOSSES, FIND)
DEAR = (MISTAKE, BLUNDER)


def thresholds(spread: float) -> dict[str, float]:
    """The thresholds in points, at a table with this spread of results."""
    return {mark: share * spread for mark, share in LOSSES.items()} | {FIND: FINDS * spread}


def mark_of(lost: Estimate, found: Estimate, spread: float) -> str:
    """The mark of a decision by what it lost in points ahead, and by what it found; none where one can't tell."""
    for mark, share in reversed(LOSSES.items()):
        if lost.low > share * spread:
            return mark
    return FIND if found.low > FINDS * spread else ""


def is_open(lost: Estimate, found: Estimate, spread: float) -> bool:
    """Whether another look could decide about a mark."""
    return any(lost.covers(share * spread) for share in LOSSES.values()) or found.covers(FINDS * spread)
