"""The end of the game: what tiles, abilities and flowers are worth."""

from ....core.rule import rule
from ..state import ABILITIES, RESOURCES, SEATS


@rule
def count_resource(s, box, seat, resource):
    """Valley tiles of a resource that a seat controls."""
    count = 0
    for site in range(box.valley):
        count += s.banner[site] == seat and box.resource[site] == resource
    return count


@rule
def count_encounters(s, box, seat):
    """Encounters that a seat controls."""
    count = 0
    for site in range(box.valley, box.sites):
        count += s.banner[site] == seat
    return count


@rule
def is_met(s, box, seat, site):
    """Whether a seat has all that an encounter asks for; another encounter is any other it controls (MV-17)."""
    for resource in range(len(RESOURCES)):
        if box.asks[site, resource] and count_resource(s, box, seat, resource) == 0:
            return False
    return box.asks_another[site] == 0 or count_encounters(s, box, seat) > 1


@rule
def resource_points(s, box, seat, resource):
    """Points for all valley tiles of a resource together (MV-16)."""
    return box.sets[count_resource(s, box, seat, resource)] + 0


@rule
def encounter_points(s, box, seat, site):
    """Points for an encounter that a seat controls."""
    if s.banner[site] != seat:
        return 0
    return box.met[box.demands[site]] + 0 if is_met(s, box, seat, site) else box.unmet + 0


@rule
def count_flowers(s, box, seat):
    """Valley tiles with flowers that a seat controls."""
    count = 0
    for site in range(box.valley):
        count += s.banner[site] == seat and s.flowers[site] == 1
    return count


@rule
def flower_points(s, box, seat):
    """To the seat with more of them; tied or none, to nobody (Expansion; MV-19)."""
    more = count_flowers(s, box, seat) > count_flowers(s, box, 1 - seat)
    return box.most_flowers + 0 if more else 0


@rule
def unused_points(s, box, seat):
    """Points for each ability not used."""
    unused = 0
    for ability in range(len(ABILITIES)):
        unused += s.ability[seat, ability] == 1
    return unused * box.unused


@rule
def points(s, box, seat):
    """All points of a seat as the table is now."""
    total = flower_points(s, box, seat) + unused_points(s, box, seat)
    for resource in range(len(RESOURCES)):
        total += resource_points(s, box, seat, resource)
    for site in range(box.valley, box.sites):
        total += encounter_points(s, box, seat, site)
    return total


@rule
def rank_by_points(s, box, out):
    """More points; of equals more patrol tiles in hand; still equal, the victory is shared (MV-27)."""
    first, second = points(s, box, 0), points(s, box, 1)
    if first == second:
        first, second = s.held[0] + 0, s.held[1] + 0
    for seat in range(SEATS):
        ahead = second > first if seat == 0 else first > second
        out[seat] = 2 if ahead else 1
