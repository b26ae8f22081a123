"""The records of The Secret Valley as rules have them: made from state.py by tools/records.py, never by hand."""

from __future__ import annotations

from ...core.typed import Array1, Array2, Header


class S(Header):
    """A match of The Secret Valley at one moment."""

    points: Array1
    phase: int
    draft: int
    rounds: int
    first: int
    trick: int
    committed: Array1
    origin: Array1
    taken: Array1
    keeper: Array1
    turn: int
    turns: int
    playing: int
    placed: int
    place: Array1
    grid: Array1
    highest: int
    lowest: int
    leftmost: int
    rightmost: int
    gained: Array1
    tally: Array2


class B:
    """The components of The Secret Valley."""

    fits: Array1
    cards: int
    rounds: int
    terrain: Array1
    number: Array1
    where: Array1
    clan: Array1
    how: Array1
    kind: Array1
    points: Array1
    hand: Array1
    long: Array1
    short: Array1
