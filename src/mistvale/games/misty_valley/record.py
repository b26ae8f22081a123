"""The records of Misty Valley as rules have them: made from state.py by tools/records.py, never by hand."""

from __future__ import annotations

from ...core.typed import Array1, Array2, Array3, Header


class S(Header):
    """A match of Misty Valley at one moment. A seat is a tribe."""

    taken: Array1
    place: Array1
    origin: int
    table: Array1
    turned: Array2
    banner: Array1
    wall: Array1
    flowers: Array1
    captain: Array1
    smoke: Array1
    smoke_side: Array1
    reinforced: Array1
    reinforced_side: Array1
    ability: Array2
    light: int
    expansion: int
    first: int
    turn: int
    phase: int
    main: int
    special: int
    action: int
    chosen: int
    meeting: int
    slot: int
    sent: int
    ending: int
    open: Array1
    valley: Array1
    valley_top: int
    encounters: Array1
    encounter_top: int
    tokens: Array1
    token_top: int
    token: int
    discarded: int
    pile: Array2
    pile_top: Array1
    hand: Array2
    held: Array1


class B:
    """The components of Misty Valley."""

    valley: int
    out: int
    encounters: int
    sites: int
    resource: Array1
    footprints: Array1
    asks: Array2
    asks_another: Array1
    demands: Array1
    kinds: int
    has: Array2
    patrols: Array1
    explorers: Array3
    period: Array2
    hand: int
    boards: Array3
    captain: int
    reinforcements: int
    walls: int
    flower_tokens: int
    sets: Array1
    met: Array1
    unmet: int
    unused: int
    most_flowers: int
