"""The end of the game: what tiles, abilities and flowers are worth."""

from __future__ import annotations

from ....core.rule import rule
from ..record import B, S
from ..state import ABILITIES, RESOURCES


@rule
def count_resource(s: S, box: B, seat: int, resource: int) -> int:
    """Valley tiles of a resource that a seat controls."""
    count = 0
    for site in range(box.valley):
        count += s.banner[site] == seat and box.resource[site] == resource
    return count


@rule
def count_encounters(s: S, box: B, seat: int) -> int:
    """Encounters that a seat controls."""
    count = 0
    for site in range(box.valley, box.sites):
        count += s.banner[site] == seat
    return count


@rule
def lacks_resource(s: S, box: B, seat: int, site: int, resource: int) -> bool:
    """Whether an encounter asks for a resource of which a seat controls no tile."""
    return box.asks[site, resource] == 1 and count_resource(s, box, seat, resource) == 0


@rule
def lacks_encounter(s: S, box: B, seat: int, site: int) -> bool:
    """Whether an encounter asks for another one, which is any other that a seat controls (MV-17), and it has none."""
    return box.asks_another[site] == 1 and count_encounters(s, box, seat) - (s.banner[site] == seat) == 0


@rule
def is_met(s: S, box: B, seat: int, site: int) -> bool:
    """Whether a seat has all that an encounter asks for."""
    for resource in range(len(RESOURCES)):
        if lacks_resource(s, box, seat, site, resource):
            return False
    return not lacks_encounter(s, box, seat, site)


@rule
def resource_points(s: S, box: B, seat: int, resource: int) -> int:
    """Points for all valley tiles of a resource together (MV-16)."""
    return box.sets[count_resource(s, box, seat, resource)]


@rule
def encounter_points(s: S, box: B, seat: int, site: int) -> int:
    """Points for an encounter that a seat controls."""
    if s.banner[site] != seat:
        return 0
    return box.met[box.demands[site]] if is_met(s, box, seat, site) else box.unmet


@rule
def count_flowers(s: S, box: B, seat: int) -> int:
    """Valley tiles with flowers that a seat controls."""
    count = 0
    for site in range(box.valley):
        count += s.banner[site] == seat and s.flowers[site] == 1
    return count


@rule
def flower_points(s: S, box: B, seat: int) -> int:
    """To the seat with more of them; tied or none, to nobody (Expansion; MV-19)."""
    more = count_flowers(s, box, seat) > count_flowers(s, box, 1 - seat)
    return box.most_flowers if more else 0


@rule
def count_unused(s: S, seat: int) -> int:
    """Abilities of a seat that are not used."""
    count = 0
    for ability in range(len(ABILITIES)):
        count += s.ability[seat, ability] == 1
    return count


@rule
def unused_points(s: S, box: B, seat: int) -> int:
    """Points for all abilities not used."""
    return count_unused(s, seat) * box.unused


@rule
def points(s: S, box: B, seat: int) -> int:
    """All points of a seat as the table is now."""
    total = flower_points(s, box, seat) + unused_points(s, box, seat)
    for resource in range(len(RESOURCES)):
        total += resource_points(s, box, seat, resource)
    for site in range(box.valley, box.sites):
        total += encounter_points(s, box, seat, site)
    return total
