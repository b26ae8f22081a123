"""The records of Misty as rules have them: made from state.py by tools/records.py, never by hand."""

from __future__ import annotations

from ...core.typed import Array1, Array2, Header


class S(Header):
    """A match of Misty at one moment."""

    points: Array1
    format: int
    phase: int
    rounds: int
    deal: int
    top: int
    deck: Array1
    hand: Array2
    picked: Array1
    placing: Array1
    placed: Array1
    window: Array2
    blur: Array2
    moved: Array2
    highest: Array1
    lowest: Array1
    leftmost: Array1
    rightmost: Array1
    gone: Array1
    tally: Array2
    wins: Array1


class B:
    """The components of Misty."""

    cards: int
    kinds: int
    count: Array1
    family: Array1
    arrow: Array1
    points: Array1
    pair: int
    wins: int
    deals: Array1
    hand: Array1
    long: Array1
    short: Array1
