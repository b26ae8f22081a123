"""The records of Maps of Misterra as rules have them: made from state.py by tools/records.py, never by hand."""

from __future__ import annotations

from ...core.typed import Array1, Array2, Header


class S(Header):
    """A match of Maps of Misterra at one moment."""

    visited: int
    phase: int
    first_game: int
    masters: int
    first: int
    turn: int
    turns: int
    half: int
    ending: int
    counted: int
    island: Array1
    confirmed: Array1
    supply: Array1
    pawn: Array1
    parchment: Array2
    claim: Array2
    open: Array1
    gap: int
    sketch: int
    gone: Array1
    deck: Array1
    top: int
    left: int
    known: int
    out: Array1
    holder: Array1
    kept: Array1
    chosen: Array1
    otoma: Array1
    turned: int
    aside: int
    face: Array1
    named: Array1


class B:
    """The components of Maps of Misterra."""

    points: Array2
    grades: Array2
    hypotheses: int
    count: Array1
    terrain: Array1
    where: Array1
    without: Array1
    exactly: Array1
    line: Array1
    motif: Array2
    letter: Array1
    dealt: int
    kept: int
    sketches: Array2
    tiles: Array1
    jungle: Array2
    claims: int
    part: Array1
    otoma_cards: int
    otoma_terrain: Array2
    otoma_square: Array2
    otoma_mark: Array1
    packets: int
    packet: int
