"""Sharing: of small things that are equal, one is enough, however many tables are open.

Tables of a game are alike: the same keys, the same sizes, the same facts that a part of a scene is made from. What is
remembered for a table names these by the one that lies here; those that nobody asked for in a long time go.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

MOST = 1 << 12  # a megabyte in all: a game has a few hundred of them


@lru_cache(MOST, typed=True)
def one(thing: Any) -> Any:
    """The one, of all that are equal to this and of its type, that is remembered."""
    return thing
