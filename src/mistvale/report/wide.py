"""Where intervals are so wide that one should play more, and how many matches more would do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .sure import Figure, more

WANTED = 0.05  # how far an interval of a share may reach before the report says that it is wide
WANTED_CHOICE = 0.25  # and one of how often something is chosen, where 1 is by lot
SWAPPED = 2  # matches of each deal that is played with the seats swapped
PARTS = frozenset({"third", "undecided", "tied", "forced", "still", "seat"})
"""What is a part of a whole, and told in per cent."""


def is_part(name: str) -> bool:
    """Whether a measure is told in per cent; those of a seat have its number."""
    return name.partition(".")[0] in PARTS


def shares(figures: Iterable[Figure]) -> int:
    """For shares: the most that one of them asks for."""
    return max((more(each, WANTED) for each in figures), default=0)


def steps(found: Sequence[Mapping[str, Any]]) -> int:
    """For how often each level is ahead of the one below."""
    return SWAPPED * shares(each["ahead"] for each in found)


def components(found: Sequence[Mapping[str, Any]], is_swapped: bool) -> int:
    """For how often components are taken and chosen; who chooses may have played each deal with the seats swapped."""
    chosen = max((more(each["sought"], WANTED_CHOICE) for each in found), default=0)
    return max(shares(each["in"] for each in found), (SWAPPED if is_swapped else 1) * chosen)


def compared(measures: Iterable[Mapping[str, Any]]) -> int:
    """For the changes between two boxes."""
    return _of_matches(each["change"] for each in measures if is_part(each["name"]))


def swept(measures: Mapping[str, Sequence[Figure]]) -> int:
    """For all values of a sweep."""
    return _of_matches(each for name, row in measures.items() if is_part(name) for each in row)


def _of_matches(figures: Iterable[Figure]) -> int:
    """As many as the measure asks for that has the least of each match, as not every match has every measure."""
    found = [each for each in figures if each.of]
    most = max((each.of for each in found), default=0)
    return max((math.ceil(more(each, WANTED) * most / each.of) for each in found), default=0)
