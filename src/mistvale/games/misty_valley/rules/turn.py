"""What a turn is made of: one main action, and before or after it at most one special action."""

from __future__ import annotations

from ....core.helpers import next_epoch
from ....core.rule import NOTHING, rule
from ..record import S
from ..state import ACTING, CALLING, DRAWING, EXPLORING, OVER, PASSING, REFILLING, REVEALING, SENDING, UNCOVERING


@rule
def is_last_turn(s: S) -> bool:
    """Whether the rival of the seat that placed the last valley tile has its last turn (End of the game)."""
    return s.ending != NOTHING and s.turn != s.ending


@rule
def is_automatic(s: S) -> bool:
    """Whether what comes next happens by itself, or nothing comes any more."""
    return s.phase in (UNCOVERING, REVEALING, CALLING, REFILLING, DRAWING, PASSING, OVER)


@rule
def begin(s: S, action: int, phase: int) -> None:
    """An action begins: what is asked first."""
    s.action, s.phase = action, phase


@rule
def finish(s: S) -> None:
    """The action under way is done: it was the turn's main action, or with an ability its special one."""
    if s.action == EXPLORING or s.action == SENDING:
        s.main = 1
    else:
        s.special = 1
    s.action, s.chosen, s.meeting, s.slot, s.origin = NOTHING, NOTHING, NOTHING, NOTHING, NOTHING
    s.phase = ACTING


@rule
def say_done(s: S) -> None:
    """The seat is done: its turn passes on."""
    s.phase = PASSING


@rule
def pass_on(s: S) -> None:
    """The rival's turn; after the last turn the match is over."""
    s.phase = OVER if is_last_turn(s) else ACTING
    if s.phase == ACTING:
        s.turn = 1 - s.turn
    s.main, s.special, s.sent = 0, 0, NOTHING
    next_epoch(s)
