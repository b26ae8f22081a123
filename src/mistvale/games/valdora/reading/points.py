"""Where points come from."""

from __future__ import annotations

from ....core.knowledge import tallied
from ....core.rule import HIDDEN
from ..rules.scoring import bonus_points, colour_points, gem_points, standing, workshop_points
from . import View

SOURCES = {"colours": colour_points, "workshops": workshop_points, "bonus": bonus_points, "gems": gem_points}
"""What all can see, as the rulebook adds it to the points of finished commissions."""


def points_now(view: View) -> tuple[int, ...]:
    """Everybody's points as if the match ended now, as far as the viewer may know them."""
    return tallied(standing, view.state, view.box.record, view.seats)


def points_by_source(view: View, seat: int) -> dict[str, int]:
    """Where a seat's points come from, its gems as if the match ended now; commissions for who may know (VA-21)."""
    seen = {source: view.ask(points, seat) for source, points in SOURCES.items()}
    finished = view.s.points[seat]
    return seen if finished == HIDDEN else {"commissions": finished, **seen}
