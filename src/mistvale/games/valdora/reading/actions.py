"""What the viewer may do where its pawn is, and why something is not possible."""

from __future__ import annotations

from ..rules.reasons import (
    NOT_HERE,
    REASONS,
    why_not_buy,
    why_not_deliver,
    why_not_load,
    why_not_provisions,
    why_not_silver,
    why_not_turn,
)
from ..state import EQUIPMENT, FROM, GEMS, HALVES
from . import View
from .commissions import commission_name

RULES = {
    "buy": why_not_buy,
    "turn": why_not_turn,
    "load": why_not_load,
    "deliver": why_not_deliver,
    "silver": why_not_silver,
    "provisions": why_not_provisions,
}


def is_for(view: View, action: str) -> bool:
    """Whether the viewer's space is for an action, and no other has begun."""
    return bool(view.ask(RULES[action], view.viewer) != NOT_HERE)


def why_not(view: View, action: str) -> str:
    """Why the viewer can't do something that its space is for; empty if it can, or the space is not for that."""
    reason = view.ask(RULES[action], view.viewer)
    return "" if reason == NOT_HERE else REASONS[reason]


# ---------------------------------------------------------------- moves that come to the same


def ways_to_buy(view: View, half: int) -> list[str]:
    """The viewer's moves that buy the top card of a half: several where one chooses what to pay with (VA-4)."""
    start = f"buy {HALVES[half]}"
    return [str(move) for move in view.legal if move == start or move.startswith(f"{start} ")]


def ways_to_put_back(view: View, code: int) -> dict[str, str]:
    """The viewer's moves that put a commission back, by half."""
    name = commission_name(view, code)
    return {half: move for half in HALVES if (move := view.may(f"return {name} {half}"))}


def ways_to_deliver(view: View, code: int) -> dict[str, str]:
    """The viewer's moves that deliver a commission, by the wagons that hand in; "" where there is one way (VA-5)."""
    move = f"deliver {commission_name(view, code)}"
    moves = {"": move, **{way: f"{move} from {way}" for way in FROM}}
    return {way: each for way, each in moves.items() if view.may(each)}


def loads_on(view: View, equipment: int) -> list[str]:
    """The viewer's moves that load a card, one for each gem."""
    return [move for gem in GEMS if (move := view.may(f"load {gem} on {EQUIPMENT[equipment]}"))]


def loads_of(view: View, gem: int) -> list[str]:
    """The viewer's moves that load a gem, one for each card."""
    return [move for name in EQUIPMENT if (move := view.may(f"load {GEMS[gem]} on {name}"))]
