"""Map or claim: what a seat may do, why not, and what it would come to."""

from __future__ import annotations

from ....core.keeping import kept
from ..rules.mapping import effects_of
from ..rules.reasons import IN_JUNGLE, REASONS, why_not_claim, why_not_map
from ..rules.scoring import kept_points, kept_points_with
from ..state import (
    ACTING,
    CHOOSING,
    EFFECTS,
    LIES,
    MOVING,
    REFILLING,
    REVEALING,
    SWAPPING,
    SWEEPING,
)
from .island import in_sight
from .names import View, halves

# A player's half-days, and the moment after them: a preview of the last move shows that.
HALF_DAY = (MOVING, SWAPPING, REVEALING, CHOOSING, ACTING, SWEEPING, REFILLING)


def why_not(view: View, seat: int, action: str) -> str:
    """Why a seat can't "map" or "claim" where it stands; empty if it can."""
    return REASONS[view.ask({"map": why_not_map, "claim": why_not_claim}[action], seat)]


# ---------------------------------------------------------------- the viewer's half-days


def plays(view: View) -> bool:
    """Whether the viewer is in one of its half-days."""
    return view.is_own(view.s.turn) and view.s.phase in HALF_DAY


@kept
def is_blocked(view: View) -> bool:
    """Whether the viewer stands in a jungle, where it can't map."""
    return plays(view) and bool(view.ask(why_not_map, view.viewer) == IN_JUNGLE)


@kept
def sight_to_map(view: View) -> frozenset[int]:
    """The squares that the viewer sees, while that matters: in its own half-days, where it could map."""
    return frozenset(in_sight(view, view.viewer)) if plays(view) and not is_blocked(view) else frozenset()


# ---------------------------------------------------------------- what drawing would do


def effects_on_island(view: View, lie: int) -> list[tuple[int, int, str]]:
    """What drawing the chosen sketch would do, half by half: square, terrain, one of EFFECTS. `lie` indexes LIES."""
    each = zip(LIES[lie], halves(view.s.sketch), view.ask(effects_of, lie), strict=True)
    return [(square, terrain, EFFECTS[what]) for square, terrain, what in each]


def effect_on_hypotheses(view: View, lie: int) -> int:
    """By how much it would change what the viewer's hypotheses score."""
    return int(view.ask(kept_points_with, view.viewer, lie) - view.ask(kept_points, view.viewer))
