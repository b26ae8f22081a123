"""What the board tells: where the viewer's pawn may stop, which craftsmen are left, which workshops are near."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.rule import NOTHING
from ..rules.movement import costs
from ..rules.reasons import REASONS, why_not_stop
from ..state import SPACES
from . import View


@dataclass(frozen=True)
class Stop:
    """A space as a seat sees it that is to go."""

    why_not: str  # a word of REASONS; empty where its pawn may stop
    toll: int  # coins it costs
    provisions: bool  # whether it uses up provisions


def stops(view: View, seat: int) -> list[Stop]:
    """For each space whether a seat's pawn may stop there, and what that takes."""
    why, cost = np.zeros(SPACES, np.int32), np.zeros(2 * SPACES, np.int32)
    view.ask(why_not_stop, seat, why)
    view.ask(costs, seat, cost)
    tolls, provisions = cost.reshape(2, SPACES).tolist()
    told = zip(why.tolist(), tolls, provisions, strict=True)
    return [Stop(REASONS[reason], toll, bool(fed)) for reason, toll, fed in told][: view.components.spaces]


def colours_standing(view: View) -> list[int]:
    """The colours of which craftsmen are left."""
    return [colour for colour, left in enumerate(view.s.pile) if left > 0]


def near_workshops(view: View) -> dict[int, list[int]]:
    """The workshops that some seat is one craftsman away from, while there is a craftsman left: who."""
    s, needed = view.s, view.components.needed
    found: dict[int, list[int]] = {}
    for colour in colours_standing(view):
        if s.workshop[colour] == NOTHING:
            short = [seat for seat in range(view.seats) if s.craftsmen[seat][colour] == needed[colour] - 1]
            if short:
                found[colour] = short
    return found
