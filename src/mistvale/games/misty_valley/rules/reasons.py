"""Why an action can't begin now. `legal` offers what there is no reason against, and scenes tell the reasons."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import COUNTERORDER, DIPLOMACY
from .abilities import controls_any, is_of_use
from .captains import may_step_to
from .control import patrol_tile
from .exploring import may_explore
from .turn import is_last_turn

REASONS = (
    "",
    "main-done",
    "special-done",
    "light",
    "last-turn",
    "not-on-board",
    "used",
    "no-valley",
    "no-patrol",
    "no-captain-place",
    "main-first",
    "explore-first",
    "send-first",
    "none-left",
    "no-rival-patrol",
    "none-sent",
    "none-moves",
    "no-own-patrol",
    "none-moves-own",
    "no-banner",
    "no-own-banner",
)
(
    POSSIBLE,
    MAIN_DONE,
    SPECIAL_DONE,
    LIGHT,
    LAST_TURN,
    NOT_ON_BOARD,
    USED,
    NO_VALLEY,
    NO_PATROL,
    NO_CAPTAIN_PLACE,
    MAIN_FIRST,
    EXPLORE_FIRST,
    SEND_FIRST,
    NONE_LEFT,
    NO_RIVAL_PATROL,
    NONE_SENT,
    NONE_MOVES,
    NO_OWN_PATROL,
    NONE_MOVES_OWN,
    NO_BANNER,
    NO_OWN_BANNER,
) = range(len(REASONS))

# What each ability lacks, in the order of ABILITIES.
NO_TARGET = (
    NONE_LEFT,
    NO_RIVAL_PATROL,
    NO_RIVAL_PATROL,
    NONE_SENT,
    NONE_MOVES,
    NO_PATROL,
    NO_OWN_PATROL,
    NO_BANNER,
)

# ---------------------------------------------------------------- main actions


@rule
def why_not_explore(s: S, box: B) -> int:
    """One main action a turn, and only while a valley tile is left."""
    if s.main:
        return MAIN_DONE
    return POSSIBLE if may_explore(s, box) else NO_VALLEY


@rule
def why_not_send(s: S, seat: int) -> int:
    """One main action a turn, and only with a patrol in hand."""
    if s.main:
        return MAIN_DONE
    return POSSIBLE if s.held[seat] > 0 else NO_PATROL


@rule
def why_not_done(s: S, box: B, seat: int) -> int:
    """The main action comes first, but in the last turn, or where none is possible (MV-14, MV-23)."""
    if s.main or is_last_turn(s):
        return POSSIBLE
    if why_not_explore(s, box) == POSSIBLE:
        return MAIN_FIRST if why_not_send(s, seat) == POSSIBLE else EXPLORE_FIRST
    return SEND_FIRST if why_not_send(s, seat) == POSSIBLE else POSSIBLE


# ---------------------------------------------------------------- special actions


@rule
def why_not_step(s: S, box: B, seat: int) -> int:
    """A captain's step: one special action a turn, none in the light game."""
    if s.light:
        return LIGHT
    if s.special:
        return SPECIAL_DONE
    for site in range(box.sites):
        if may_step_to(s, seat, site):
            return POSSIBLE
    return NO_CAPTAIN_PLACE


@rule
def why_not_use(s: S, box: B, seat: int, ability: int) -> int:
    """An ability of one's board, not used yet, that can be carried through; none in the last turn."""
    if s.light:
        return LIGHT
    if s.ability[seat, ability] == NOTHING:
        return NOT_ON_BOARD
    if s.ability[seat, ability] == 0:
        return USED
    if s.special:
        return SPECIAL_DONE
    if is_last_turn(s):
        return LAST_TURN
    return POSSIBLE if is_of_use(s, box, seat, ability) else what_lacks(s, box, seat, ability)


@rule
def what_lacks(s: S, box: B, seat: int, ability: int) -> int:
    """What an ability would need to be of use."""
    if ability == DIPLOMACY and not controls_any(s, box, seat):
        return NO_OWN_BANNER
    if ability == COUNTERORDER:
        for kind in range(box.kinds):
            if s.place[patrol_tile(seat, kind)] != NOTHING:
                return NONE_MOVES_OWN
    return NO_TARGET[ability]
