"""The rules that the view side asks beside the verbs: they are compiled before play, too."""

from __future__ import annotations

from .rules.books import face_up, gold_carried, side_up
from .rules.delivering import colours_left, face_of
from .rules.movement import needs_provisions, toll, within_reach
from .rules.scoring import colours_of, gems_carried, workshop_points

ASKED = (
    face_up,
    gold_carried,
    side_up,
    colours_left,
    face_of,
    needs_provisions,
    toll,
    within_reach,
    colours_of,
    gems_carried,
    workshop_points,
)
