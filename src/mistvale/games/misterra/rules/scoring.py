"""Scoring: mist and disputed claims are removed, then all parts are counted."""

from __future__ import annotations

from ....core.helpers import next_epoch
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import (
    BLANKS,
    CLAIMS,
    COLUMN_A,
    DISPUTING,
    FIDELITY,
    HYPOTHESIS,
    MASTERS,
    MOST_PART,
    OTOMA,
    OVER,
    ROW_1,
    SCORING,
    SEATS,
    SIDE,
    SQUARES,
    TERRAINS,
)
from .claiming import confirmed_group
from .hypotheses import hypothesis_points
from .mapping import draw_sketch, imagined
from .squares import size

FIDELITY_RANGE = 1 << 9  # more than the fidelity of two seats can differ by, also where it costs points
assert FIDELITY_RANGE > 2 * MOST_PART * SQUARES

# ---------------------------------------------------------------- before the count


@rule
def clear_mist(s: S) -> None:
    """Tiles still in mist are removed first (Scoring, 1; MM-6); the hypotheses kept are shown."""
    for square in range(SQUARES):
        if s.island[square] != NOTHING and s.confirmed[square] == 0:
            s.supply[s.island[square]] += 1
            s.island[square] = NOTHING
    s.phase = DISPUTING if disputed_claims(s) else SCORING
    next_epoch(s)


@rule
def is_disputed(s: S, row: int, terrain: int) -> bool:
    """Whether a claim shares its confirmed tiles with another one."""
    square = s.claim[row, terrain]
    if square == NOTHING:
        return False
    group = confirmed_group(s, square)
    for other in range(SEATS + 1):
        theirs = s.claim[other, terrain]
        if other != row and theirs != NOTHING and group >> theirs & 1:
            return True
    return False


@rule
def disputed_claims(s: S) -> int:
    """The claims that share a region with another one, as bits."""
    found = 0
    for row in range(SEATS + 1):
        for terrain in range(len(TERRAINS)):
            found |= is_disputed(s, row, terrain) << (row * len(TERRAINS) + terrain)
    return found


@rule
def remove_disputed(s: S) -> None:
    """They are removed all together, and score nothing (Scoring, 2)."""
    found = disputed_claims(s)
    for row in range(SEATS + 1):
        for terrain in range(len(TERRAINS)):
            if found >> (row * len(TERRAINS) + terrain) & 1:
                s.claim[row, terrain] = NOTHING
    s.phase = SCORING


@rule
def count_part(s: S) -> None:
    """One part of the score after the other; masters only where they are played."""
    s.counted += 1
    if s.counted == (MASTERS + 1 if s.masters else MASTERS):
        s.phase = OVER


# ---------------------------------------------------------------- the parts


@rule
def faithful_squares(s: S, seat: int) -> int:
    """The squares of a parchment that show what is confirmed there on the island."""
    found = 0
    for square in range(SQUARES):
        found |= (s.confirmed[square] == 1 and s.parchment[seat, square] == s.island[square]) << square
    return found


@rule
def blank_squares(s: S, seat: int) -> int:
    """How many squares of a parchment are empty."""
    blanks = 0
    for square in range(SQUARES):
        blanks += s.parchment[seat, square] == NOTHING
    return blanks


@rule
def points_on_parchment(s: S, box: B, seat: int, hypothesis: int) -> int:
    """What a hypothesis scores on a seat's parchment, whoever has it."""
    return hypothesis_points(s.parchment[seat], box, hypothesis)


@rule
def kept_points(s: S, box: B, seat: int) -> int:
    """What the hypotheses that a seat has kept score, those that can be seen (Your hypotheses)."""
    points = 0
    for hypothesis in range(box.hypotheses):
        if s.holder[hypothesis] == seat and s.kept[hypothesis] == 1:
            points += points_on_parchment(s, box, seat, hypothesis)
    return points


@rule
def kept_points_with(s: S, box: B, seat: int, lie: int) -> int:
    """What they would score with the chosen sketch drawn so."""
    after = imagined(s)
    draw_sketch(after[0], seat, lie)
    return kept_points(after[0], box, seat)


@rule
def region_points(s: S, box: B, square: int) -> int:
    """What the region of a confirmed tile scores for a claim that is alone there (Scoring; MM-7)."""
    return box.part[CLAIMS] * size(confirmed_group(s, square))


@rule
def claim_points(s: S, box: B, row: int, terrain: int) -> int:
    """What a seat's claim of a terrain, or the Otoma's, scores: nothing if it shares its region (MM-6, MM-7)."""
    square = s.claim[row, terrain]
    if square == NOTHING or is_disputed(s, row, terrain):
        return 0
    return region_points(s, box, square)


@rule
def all_claim_points(s: S, box: B, row: int) -> int:
    """What the claims of a seat, or of the Otoma, score together."""
    points = 0
    for terrain in range(len(TERRAINS)):
        points += claim_points(s, box, row, terrain)
    return points


@rule
def faithful_lines(s: S, seat: int) -> int:
    """Rows and columns that are faithful from end to end (The master cartographers)."""
    squares = faithful_squares(s, seat)
    lines = 0
    for line in range(SIDE):
        row, column = ROW_1 << line, COLUMN_A << (line * SIDE)
        lines += squares & row == row
        lines += squares & column == column
    return lines


@rule
def part_points(s: S, box: B, seat: int, part: int) -> int:
    """A part of a seat's score, as if the match were over now; a solo player's claims less the Otoma's (Solo score)."""
    if part == FIDELITY:
        return box.part[FIDELITY] * size(faithful_squares(s, seat))
    if part == BLANKS:
        return box.part[BLANKS] * blank_squares(s, seat)
    if part == HYPOTHESIS:
        return kept_points(s, box, seat)
    if part == CLAIMS:
        rival = all_claim_points(s, box, OTOMA) if s.seats == 1 else 0
        return all_claim_points(s, box, seat) - rival
    return box.part[MASTERS] * faithful_lines(s, seat) if s.masters else 0


@rule
def total(s: S, box: B, seat: int) -> int:
    """All parts together."""
    points = 0
    for part in range(MASTERS + 1):
        points += part_points(s, box, seat, part)
    return points


@rule
def ranking(s: S, box: B, seat: int) -> int:
    """What seats are ranked by: all points, then fidelity alone (MM-23)."""
    return total(s, box, seat) * FIDELITY_RANGE + part_points(s, box, seat, FIDELITY)
