"""What the board tells: where the viewer's pawn may stop, which craftsmen are left, which workshops are near."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.rule import NOTHING, blank
from ..rules.delivering import craftsmen_lacking, next_pile
from ..rules.movement import costs
from ..rules.reasons import REASONS, why_idle_there, why_not_stop
from ..state import COLOURS, SPACES
from . import View


@dataclass(frozen=True)
class Stop:
    """A space as a seat sees it that is to go."""

    why_not: str  # a word of REASONS; empty where its pawn may stop
    toll: int  # coins it costs
    provisions: bool  # whether it uses up provisions
    idle: str  # why nothing could be done there, a word of REASONS; empty where something could, or one may not stop


def stops(view: View, seat: int) -> list[Stop]:
    """For each space whether a seat's pawn may stop there, and what that takes."""
    why, idle, cost = np.zeros(SPACES, np.int32), np.zeros(SPACES, np.int32), np.zeros(2 * SPACES, np.int32)
    view.ask(why_not_stop, seat, why)
    view.ask(why_idle_there, seat, blank(view.game.state, 1), idle)
    view.ask(costs, seat, cost)
    tolls, provisions = cost.reshape(2, SPACES).tolist()
    told = zip(why.tolist(), tolls, provisions, idle.tolist(), strict=True)
    found = [Stop(REASONS[reason], toll, bool(fed), REASONS[nothing]) for reason, toll, fed, nothing in told]
    return found[: view.components.spaces]


def colours_standing(view: View) -> list[int]:
    """The colours of which craftsmen are left."""
    return [colour for colour, left in enumerate(view.s.pile) if left > 0]


def stands_in(view: View, colour: int) -> int:
    """Whom a commission brings when no craftsman of its own colour is left; NOTHING if there is no other either."""
    other = int(view.ask(next_pile, (colour + 1) % len(COLOURS)))
    return NOTHING if other == colour else other


def rounds_at_a_standstill(view: View) -> int:
    """Rounds in a row without progress; none if this one has had some (VA-10)."""
    return 0 if view.s.busy or view.over else view.s.quiet


def is_first(view: View, seat: int) -> bool:
    """Whether a seat begins each round: the last one ends before its turn."""
    return seat == view.s.first


def near_workshops(view: View) -> dict[int, list[int]]:
    """The workshops that some seat is one craftsman away from, while there is a craftsman left: who."""
    found: dict[int, list[int]] = {}
    for colour in colours_standing(view):
        if view.s.workshop[colour] == NOTHING:
            short = [seat for seat in range(view.seats) if view.ask(craftsmen_lacking, seat, colour) == 1]
            if short:
                found[colour] = short
    return found
