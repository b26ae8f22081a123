"""Hexagonal tables: flat-topped hexes within a radius of the middle, in axial coordinates (q, r).

Sides are numbered clockwise from the top one. Hexes are numbered row by row (r), each from the left (q). What lies
beyond the table has one number more, so that a rule may look past the edge without asking first.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from .typed import Array2

SIDES = 6
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # from a hex to the next one across each side


def hexes(radius: int) -> tuple[tuple[int, int], ...]:
    """The (q, r) of every hex within `radius` of the middle, in the order of their numbers."""
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= radius)


def labels(radius: int) -> tuple[str, ...]:
    """Each hex as notation writes it: `q,r`, the middle `0,0`."""
    return tuple(f"{q},{r}" for q, r in hexes(radius))


def steps_to(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """The sides across which one goes from the middle to a hex, at most two beside each other; each with how often."""
    for side, (dq, dr) in enumerate(STEPS):
        eq, er = STEPS[(side + 1) % SIDES]
        ahead, aside = q * er - r * eq, dq * r - dr * q  # of two steps beside each other any hex between them is made
        if ahead > 0 <= aside:
            return ((side, ahead), ((side + 1) % SIDES, aside))[: 1 + (aside > 0)]
    return ()


def around(radius: int) -> Array2:
    """The number of the hex across each side of each hex; beyond the table only more of what is beyond."""
    places = hexes(radius)
    number = {place: n for n, place in enumerate(places)}
    beyond = len(places)
    table = np.full((beyond + 1, SIDES), beyond, np.int16)
    for n, (q, r) in enumerate(places):
        for side, (dq, dr) in enumerate(STEPS):
            table[n, side] = number.get((q + dq, r + dr), beyond)
    return cast(Array2, table)
