"""The hypotheses: what each counts on a parchment, and what that scores. Their words and figures are the box's."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B
from ..state import (
    BORDER,
    COLUMN_A,
    COUNT_EACH_ZONE,
    COUNT_LARGEST_ZONE,
    COUNT_LEAST,
    COUNT_LINES,
    COUNT_MOST,
    COUNT_MOTIF,
    COUNT_SETS,
    COUNT_SMALLEST_ZONE,
    COUNT_SQUARES,
    PERPENDICULAR,
    RING,
    ROW_1,
    SIDE,
    TERRAINS,
)
from .squares import beside, connected, first_of, showing, size


@rule
def hypothesis_points(parchment: Array1, box: B, hypothesis: int) -> int:
    """What a hypothesis scores on a parchment."""
    counts = box.count[hypothesis]
    if counts == COUNT_EACH_ZONE:
        return points_of_each_zone(parchment, box, hypothesis)
    return box.points[hypothesis, counted(parchment, box, hypothesis)]


@rule
def counted(parchment: Array1, box: B, hypothesis: int) -> int:
    """How often it is there what a hypothesis counts; zones have all their squares counted together."""
    counts = box.count[hypothesis]
    if counts == COUNT_SQUARES:
        return size(counted_squares(parchment, box, hypothesis))
    if counts == COUNT_LINES:
        return counted_lines(parchment, box, hypothesis)
    if counts == COUNT_MOTIF:
        return size(counted_motifs(parchment, box, hypothesis))
    if counts in (COUNT_MOST, COUNT_LEAST, COUNT_SETS):
        return counted_terrains(parchment, counts)
    return counted_zones(parchment, box, hypothesis)


@rule
def counted_squares(parchment: Array1, box: B, hypothesis: int) -> int:
    """Squares of a terrain: perhaps on the border alone, perhaps next to none of another terrain."""
    squares = showing(parchment, box.terrain[hypothesis])
    if box.where[hypothesis] == BORDER:
        squares &= RING
    if box.without[hypothesis] != NOTHING:
        squares &= ~beside(showing(parchment, box.without[hypothesis]))
    return squares


@rule
def counted_lines(parchment: Array1, box: B, hypothesis: int) -> int:
    """Full lines with so many different terrains; one with an empty square is not full (MM-8)."""
    full = 0
    for line in range(SIDE):
        if box.line[hypothesis] == PERPENDICULAR:
            squares = COLUMN_A << (line * SIDE)
        else:
            squares = ROW_1 << line
        full += is_full_line(parchment, squares, box.exactly[hypothesis])
    return full


@rule
def is_full_line(parchment: Array1, squares: int, terrains: int) -> bool:
    """Whether all the squares are drawn on, with exactly so many different terrains."""
    drawn_on, different = 0, 0
    for terrain in range(len(TERRAINS)):
        shown = showing(parchment, terrain) & squares
        drawn_on |= shown
        different += shown != 0
    return drawn_on == squares and different == terrains


@rule
def counted_motifs(parchment: Array1, box: B, hypothesis: int) -> int:
    """Blocks that show the motif, by their square at the beach on the a side; blocks may overlap."""
    away_left, away_right = box.motif[hypothesis, 0], box.motif[hypothesis, 1]
    near_left, near_right = box.motif[hypothesis, 2], box.motif[hypothesis, 3]
    up = showing(parchment, away_left) >> 1 & (showing(parchment, away_right) >> 1 >> SIDE)
    near = showing(parchment, near_left) & (showing(parchment, near_right) >> SIDE)
    return up & near & ~(ROW_1 << (SIDE - 1))


@rule
def counted_terrains(parchment: Array1, counts: int) -> int:
    """Squares of the terrain there is most of, of the one there is least of but some, or sets of all of them."""
    most, least, sets = 0, SIDE * SIDE + 1, SIDE * SIDE
    for terrain in range(len(TERRAINS)):
        squares = size(showing(parchment, terrain))
        most = max(most, squares)
        sets = min(sets, squares)
        if squares > 0:
            least = min(least, squares)
    if counts == COUNT_MOST:
        return most
    if counts == COUNT_SETS:
        return sets
    return least if most > 0 else 0


@rule
def points_of_each_zone(parchment: Array1, box: B, hypothesis: int) -> int:
    """The points of all zones of a terrain, each by its own size."""
    points = 0
    squares = showing(parchment, box.terrain[hypothesis])
    while squares:
        zone = connected(first_of(squares), squares)
        points += box.points[hypothesis, size(zone)]
        squares &= ~zone
    return points


@rule
def counted_zones(parchment: Array1, box: B, hypothesis: int) -> int:
    """Squares of the largest or smallest zone, of all zones of a terrain, or zones of exactly so many squares."""
    largest, smallest, exact, together = 0, 0, 0, 0
    for terrain in range(len(TERRAINS)):
        squares = showing(parchment, terrain)
        if terrain == box.terrain[hypothesis]:
            together = size(squares)
        while squares:
            zone = connected(first_of(squares), squares)
            squares &= ~zone
            tiles = size(zone)
            largest = max(largest, tiles)
            smallest = tiles if smallest == 0 else min(smallest, tiles)
            exact += tiles == box.exactly[hypothesis]
    counts = box.count[hypothesis]
    if counts == COUNT_LARGEST_ZONE:
        return largest
    if counts == COUNT_SMALLEST_ZONE:
        return smallest
    return together if counts == COUNT_EACH_ZONE else exact
