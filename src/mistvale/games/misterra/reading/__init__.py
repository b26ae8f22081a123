"""What the view side asks of a position of Misterra: names, sight and regions, points by source, how far the end is."""

from __future__ import annotations

from ..rules.claiming import has_claimed, region, tokens_left
from ..rules.mapping import effects_of, sight_from, squares_to_draw_on
from ..rules.otoma import claimable_group, half_days_left
from ..rules.reasons import why_not_claim, why_not_map
from ..rules.scoring import (
    all_claim_points,
    blank_squares,
    claim_points,
    faithful_squares,
    kept_points,
    kept_points_with,
    part_points,
    points_on_parchment,
    region_points,
)
from ..rules.sketching import sketches_left
from ..rules.squares import empty_squares
from ..rules.turns import is_counting, is_island_done, is_unveiled, time_left
from .names import View

__all__ = ["ASKED", "View"]

ASKED = (
    has_claimed,
    region,
    tokens_left,
    effects_of,
    sight_from,
    squares_to_draw_on,
    claimable_group,
    half_days_left,
    why_not_claim,
    why_not_map,
    all_claim_points,
    blank_squares,
    claim_points,
    faithful_squares,
    kept_points,
    kept_points_with,
    part_points,
    points_on_parchment,
    region_points,
    sketches_left,
    empty_squares,
    is_counting,
    is_island_done,
    is_unveiled,
    time_left,
)
"""The rules that are asked here and in scenes beside the verbs: they are compiled before play, too."""
