"""What a turn is made of: one main action, and before or after it at most one special action."""

from ....core.rule import NOTHING, rule
from ..state import ACT, EXPLORE, OVER, PASS, SEND


@rule
def is_last_turn(s):
    """Whether the rival of the seat that placed the last valley tile has its last turn (End of the game)."""
    return s.ending != NOTHING and s.turn != s.ending


@rule
def begin(s, action, phase):
    """An action begins: what is asked first."""
    s.action, s.phase = action, phase


@rule
def finish(s):
    """The action is done; the seat may act again, or is done."""
    if s.action == EXPLORE or s.action == SEND:
        s.main = 1
    else:
        s.special = 1
    s.action, s.chosen, s.meeting, s.slot, s.origin = NOTHING, NOTHING, NOTHING, NOTHING, NOTHING
    s.phase = ACT


@rule
def say_done(s):
    """The seat is done: its turn passes on."""
    s.phase = PASS


@rule
def pass_on(s):
    """The rival's turn; after the last turn the match is over."""
    s.phase = OVER if is_last_turn(s) else ACT
    if s.phase == ACT:
        s.turn = 1 - s.turn
    s.main, s.special, s.sent = 0, 0, NOTHING
    s.epoch += 1
