"""What a seat may begin in its turn, and why not."""

from __future__ import annotations

from ..rules.reasons import REASONS, why_not_done, why_not_explore, why_not_send, why_not_step, why_not_use
from ..state import ABILITIES
from .tiles import View


def why_not(view: View, seat: int, action: str) -> str:
    """Why a seat that may act can't begin "explore", "patrol", "captain", "done" or an ability; empty if it can."""
    return REASONS[reason(view, seat, action)]


def reason(view: View, seat: int, action: str) -> int:
    """The same as the rules have it, by which they offer moves."""
    if action in ABILITIES:
        return int(view.ask(why_not_use, seat, ABILITIES.index(action)))
    if action == "explore":
        return int(view.ask(why_not_explore))
    rule = {"patrol": why_not_send, "captain": why_not_step, "done": why_not_done}[action]
    return int(view.ask(rule, seat))
