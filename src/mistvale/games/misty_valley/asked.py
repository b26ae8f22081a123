"""The rules that the view side asks beside the verbs: they are compiled before play, too."""

from __future__ import annotations

from .rules.abilities import is_of_use
from .rules.control import is_patrol, kind_of, opposite, printed_side, strength, tribe_of
from .rules.exploring import encounters_left, may_explore, tokens_left, valley_left
from .rules.patrols import pile_left
from .rules.scoring import count_encounters, count_flowers, count_resource, encounter_points, flower_points
from .rules.turn import is_last_turn

ASKED = (
    is_of_use,
    is_patrol,
    kind_of,
    opposite,
    printed_side,
    strength,
    tribe_of,
    encounters_left,
    may_explore,
    tokens_left,
    valley_left,
    pile_left,
    count_encounters,
    count_flowers,
    count_resource,
    encounter_points,
    flower_points,
    is_last_turn,
)
