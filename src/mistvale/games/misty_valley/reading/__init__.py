"""What the view side asks of a position of Misty Valley: names, who counts where, points by source, what is unseen."""

from __future__ import annotations

from ..rules.abilities import owner_of_targets
from ..rules.captains import is_off_tile
from ..rules.control import (
    banner_due,
    explorers,
    explorers_at,
    facing,
    is_in_smoke,
    is_patrol,
    kind_of,
    opposite,
    patrol_tile,
    printed_on,
    printed_side,
    reinforcements,
    strength,
    tribe_of,
)
from ..rules.exploring import encounters_left, tokens_left, valley_left, valley_to_come
from ..rules.patrols import pile_left
from ..rules.reasons import why_not_done, why_not_explore, why_not_send, why_not_step, why_not_use
from ..rules.scoring import (
    count_flowers,
    count_unused,
    encounter_points,
    flower_points,
    lacks_encounter,
    lacks_resource,
    resource_points,
    unused_points,
)
from ..rules.turn import is_last_turn
from .tiles import View

__all__ = ["ASKED", "View"]

ASKED = (
    owner_of_targets,
    is_off_tile,
    banner_due,
    explorers,
    explorers_at,
    facing,
    is_in_smoke,
    is_patrol,
    kind_of,
    opposite,
    patrol_tile,
    printed_on,
    printed_side,
    reinforcements,
    strength,
    tribe_of,
    encounters_left,
    tokens_left,
    valley_left,
    valley_to_come,
    pile_left,
    why_not_done,
    why_not_explore,
    why_not_send,
    why_not_step,
    why_not_use,
    count_flowers,
    count_unused,
    encounter_points,
    flower_points,
    lacks_encounter,
    lacks_resource,
    resource_points,
    unused_points,
    is_last_turn,
)
"""The rules that are asked here and in scenes beside the verbs: they are compiled before play, too."""
