"""What nobody has seen yet: tiles and tokens that have not been turned up."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.rule import NOTHING
from ..state import RESOURCES, WALL
from .tiles import View, tile_label


@kept
def unseen(view: View) -> frozenset[int]:
    """The valley tiles and encounters that have not been turned up."""
    s = view.s
    hidden = {site for site, place in enumerate(s.place[: view.components.sites]) if place == NOTHING}
    return frozenset(hidden - {*s.open, s.chosen, s.meeting})


def is_unseen(view: View, site: int) -> bool:
    """Whether a valley tile or an encounter has not been turned up."""
    return site in unseen(view)


def unseen_by_resource(view: View) -> list[int]:
    """How many valley tiles of each resource nobody has seen, those that are out included."""
    counts = [0] * len(RESOURCES)
    for site in range(view.components.valley):
        counts[view.components.resource[site]] += is_unseen(view, site)
    return counts


def unseen_valley(view: View) -> str:
    """The unseen valley tiles, counted by resource, in words."""
    counts = zip(RESOURCES, unseen_by_resource(view), strict=True)
    return ", ".join(f"{view.words(f'term.resource.{resource}')} {count}" for resource, count in counts if count)


def unseen_encounters(view: View) -> str:
    """The encounters not met yet, by name."""
    sites = range(view.components.valley, view.components.sites)
    return ", ".join(tile_label(view, site) for site in sites if is_unseen(view, site))


def unseen_tokens(view: View) -> tuple[int, int]:
    """Walls and flowers in the pile, which is what has not been turned up."""
    s, box = view.s, view.components
    built = sum(side != NOTHING for side in s.wall)
    waiting = s.token == WALL
    return box.walls - built - waiting, box.flower_tokens - sum(s.flowers)
