"""Points by source, as if the match ended now; who has which hypotheses; the grades of a solo match."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.rule import NOTHING
from ..rules.scoring import all_claim_points, part_points, points_on_parchment
from ..rules.scoring import claim_points as points_of_claim
from ..rules.scoring import region_points as points_of_region
from ..state import GRADES, KEEPING, MASTERS, PARTS
from .names import View


def parts(view: View, seat: int) -> dict[str, int]:
    """Each part of a seat's score; masters only where they are played."""
    shown = PARTS if view.s.masters else PARTS[:MASTERS]
    return {name: int(view.ask(part_points, seat, part)) for part, name in enumerate(shown)}


# ---------------------------------------------------------------- hypotheses


def kept_by(view: View, seat: int) -> list[int]:
    """The hypotheses that a seat has kept, as far as the viewer knows them."""
    return [h for h in dealt_to(view, seat) if view.s.kept[h] == 1]


def not_kept_by(view: View, seat: int) -> list[int]:
    """The hypotheses that a seat was dealt and has not kept, as far as the viewer knows them (MM-19)."""
    return [h for h in dealt_to(view, seat) if view.s.kept[h] == 0]


@kept
def is_choosing(view: View, seat: int) -> bool:
    """Whether hypotheses lie before a seat that the viewer sees and that are not chosen from yet."""
    return view.s.phase == KEEPING and view.is_own(seat)


def dealt_to(view: View, seat: int) -> list[int]:
    """The hypotheses that a seat was dealt, as far as the viewer knows them."""
    return [h for h in range(view.components.hypotheses) if view.s.holder[h] == seat]


@kept
def points_on(view: View, seat: int, hypothesis: int) -> int:
    """What a hypothesis scores on a seat's parchment."""
    return int(view.ask(points_on_parchment, seat, hypothesis))


@kept
def has_changed(view: View, seat: int, hypothesis: int) -> bool:
    """Whether it scored something else one step earlier."""
    if view.was is None:
        return False
    return bool(view.ask_before(points_on_parchment, seat, hypothesis) != points_on(view, seat, hypothesis))


# ---------------------------------------------------------------- claims


def claim_points(view: View, row: int, terrain: int) -> int:
    """What a claim would score; nothing if it then shares its region."""
    return int(view.ask(points_of_claim, row, terrain))


def all_claims(view: View, row: int) -> int:
    """What the claims of a seat, or of the Otoma, score together."""
    return int(view.ask(all_claim_points, row))


def region_points(view: View, square: int) -> int:
    """What a claim on a confirmed tile would score."""
    return int(view.ask(points_of_region, square))


# ---------------------------------------------------------------- the grades of a solo match


def grades(view: View) -> dict[str, int]:
    """A solo player's grade for each of GRADES, 0 for the lowest (MM-17, MM-23, MM-24)."""
    return {name: grade(view, name, points) for name, points in graded_points(view).items()}


def graded_points(view: View) -> dict[str, int]:
    """The points that each of GRADES looks at."""
    now = parts(view, 0)
    return {"total": sum(now.values()), **{name: now[name] for name in GRADES[1:]}}


def grade(view: View, name: str, points: int) -> int:
    """The grade that so many points have, 0 for the lowest."""
    steps = view.components.grades[GRADES.index(name)]
    return sum(1 for least in steps if least != NOTHING and points >= least)
