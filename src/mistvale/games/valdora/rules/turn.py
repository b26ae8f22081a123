"""A turn: first one goes, then one acts. When it ends, and with it a round or the match."""

from __future__ import annotations

from ....core.helpers import next_epoch, next_seat
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import ACTING, GOING, OVER

# ---------------------------------------------------------------- within a turn


@rule
def is_deciding(s: S) -> bool:
    """Whether the seat whose turn it is has something to decide: no page to uncover, nothing due to it."""
    return (s.phase == GOING or s.phase == ACTING) and s.uncovering == NOTHING and s.due == 0


@rule
def may_do(s: S, action: int) -> bool:
    """Whether an action may begin or go on: one in each turn."""
    return s.doing == NOTHING or s.doing == action


@rule
def clear_turn(s: S) -> None:
    """Nothing done yet in this turn."""
    s.doing, s.turned, s.loaded = NOTHING, 0, 0
    s.to_buy, s.dropped, s.dropped_gem = NOTHING, NOTHING, NOTHING
    s.uncovering, s.client, s.hired, s.due = NOTHING, NOTHING, NOTHING, 0


# ---------------------------------------------------------------- the end


@rule
def quiet_rounds(s: S) -> int:
    """Rounds in a row without progress, this one counted as if it were over (VA-10)."""
    return 0 if s.busy else s.quiet + 1


@rule
def is_last_turn(s: S, box: B) -> bool:
    """Whether the match ends with this turn: the round is over, and it is the last one or one standstill too many."""
    if next_seat(s, s.turn) != s.first:
        return False
    return s.last_round == 1 or quiet_rounds(s) >= box.standstill


@rule
def pass_turn(s: S) -> None:
    """The next seat clockwise."""
    end_turn(s)
    s.phase = GOING
    s.turn = next_seat(s, s.turn)


@rule
def end_match(s: S) -> None:
    """All have had as many turns."""
    end_turn(s)
    s.phase = OVER


@rule
def end_turn(s: S) -> None:
    """A turn is over, and perhaps a round."""
    if next_seat(s, s.turn) == s.first:
        s.quiet = quiet_rounds(s)
        s.busy = 0
        s.rounds += 1
    clear_turn(s)
    next_epoch(s)
