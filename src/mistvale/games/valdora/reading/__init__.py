"""What the view side asks of a position of Valdora: names, books, what is lacking or not possible, points by source."""

from __future__ import annotations

from ....core.knowledge import ViewOf
from ..rules.books import face_up, page_faces
from ..rules.delivering import coins_lacking, colours_to_go, craftsmen_lacking, face_of, gems_lacking, next_pile
from ..rules.movement import costs
from ..rules.reasons import (
    why_idle_there,
    why_not_buy,
    why_not_deliver,
    why_not_load,
    why_not_provisions,
    why_not_silver,
    why_not_stop,
    why_not_turn,
)
from ..rules.scoring import bonus_points, colour_points, gem_points, workshop_points
from ..state import Box, State

View = ViewOf[State, Box]

ASKED = (
    face_up,
    page_faces,
    coins_lacking,
    colours_to_go,
    craftsmen_lacking,
    face_of,
    gems_lacking,
    next_pile,
    costs,
    why_idle_there,
    why_not_buy,
    why_not_deliver,
    why_not_load,
    why_not_provisions,
    why_not_silver,
    why_not_stop,
    why_not_turn,
    bonus_points,
    colour_points,
    gem_points,
    workshop_points,
)
"""The rules that are asked here and in scenes beside the verbs: they are compiled before play, too."""
