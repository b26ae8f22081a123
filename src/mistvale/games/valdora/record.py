"""The records of Valdora as rules have them: made from state.py by tools/records.py, never by hand."""

from __future__ import annotations

from ...core.typed import Array1, Array2, Array3, Header


class S(Header):
    """A match of Valdora at one moment."""

    unseen: Array1
    points: Array1
    rounds: int
    phase: int
    first: int
    turn: int
    last_round: int
    quiet: int
    busy: int
    at: Array1
    coins: Array1
    provisions: Array1
    cargo: Array2
    commissions: Array2
    finished: Array1
    under: Array2
    craftsmen: Array2
    bonus: Array1
    pile: Array1
    workshop: Array1
    bonus_left: int
    gems: Array2
    discard: Array1
    pages: Array2
    right: Array1
    left: Array1
    sealed: Array1
    doing: int
    turned: int
    loaded: int
    to_buy: int
    dropped: int
    dropped_gem: int
    uncovering: int
    client: int
    hired: int
    due: int


class B:
    """The components of Valdora."""

    reach: Array1
    far: Array1
    away: Array2
    spaces: int
    kind: Array1
    book: Array1
    ships: Array1
    client: Array1
    home: int
    books: int
    book_kind: Array1
    cards: Array1
    face: Array3
    carries: Array1
    fare: Array1
    asker: Array1
    asks: Array2
    asks_coins: Array1
    worth: Array1
    gems: Array1
    on_road: int
    coins: Array1
    purse: int
    held: int
    craftsmen: Array2
    needed: Array1
    workshop: Array1
    bonus: int
    bonus_points: int
    colour_points: int
    gem_points: int
    gold_price: int
    coin_price: int
    page_price: int
    standstill: int
