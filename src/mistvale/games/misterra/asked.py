"""The rules that the view side asks beside the verbs: they are compiled before play, too."""

from __future__ import annotations

import numba

from .rules.claiming import can_claim, claims_made, confirmed_group, is_claimed, region
from .rules.hypotheses import counted, hypothesis_points
from .rules.mapping import effect, in_sight, map_square
from .rules.moving import terrain_at
from .rules.otoma import claimable_group, stacked
from .rules.scoring import claimed_tiles, faithful_squares, is_disputed, part_points
from .rules.squares import showing
from .rules.turns import is_island_done, mappable_squares

ASKED = (
    can_claim,
    claims_made,
    confirmed_group,
    is_claimed,
    region,
    counted,
    hypothesis_points,
    effect,
    in_sight,
    map_square,
    terrain_at,
    claimable_group,
    stacked,
    claimed_tiles,
    faithful_squares,
    is_disputed,
    part_points,
    showing,
    is_island_done,
    mappable_squares,
)

MAPS = {"map_": numba.int8[::1], "parchment": numba.int8[::1]}
"""The arguments of these that are no numbers: the island, or somebody's parchment."""
