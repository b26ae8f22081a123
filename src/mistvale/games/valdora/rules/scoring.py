"""The end of the match: points, and who is ahead of whom."""

from __future__ import annotations

from ....core.rule import HIDDEN, NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import COLOURS, EQUIPMENT, NO_GEM, OVER

# ---------------------------------------------------------------- points by source


@rule
def colour_points(s: S, box: B, seat: int) -> int:
    """For each colour of which a seat has a craftsman."""
    colours = 0
    for colour in range(len(COLOURS)):
        colours += s.craftsmen[seat, colour] > 0
    return colours * box.colour_points


@rule
def workshop_points(s: S, box: B, seat: int) -> int:
    """For a seat's workshops."""
    points = 0
    for colour in range(len(COLOURS)):
        if s.workshop[colour] == seat:
            points += box.workshop[colour]
    return points


@rule
def bonus_points(s: S, box: B, seat: int) -> int:
    """For a seat's bonus tiles."""
    return s.bonus[seat] * box.bonus_points


@rule
def gem_points(s: S, box: B, seat: int) -> int:
    """For each gem that a seat still carries, gold too."""
    gems = 0
    for card in range(len(EQUIPMENT)):
        gems += s.cargo[seat, card] != NOTHING and s.cargo[seat, card] != NO_GEM
    return gems * box.gem_points


# ---------------------------------------------------------------- all together


@rule
def kept_points(s: S, box: B, seat: int) -> int:
    """What a seat has for good: of finished commissions only for who may know them (VA-21)."""
    points = colour_points(s, box, seat) + workshop_points(s, box, seat) + bonus_points(s, box, seat)
    if s.points[seat] != HIDDEN:
        points += s.points[seat]
    return points


@rule
def score(s: S, box: B, seat: int) -> int:
    """A seat's points: gems count only at the end."""
    points = kept_points(s, box, seat)
    if s.phase == OVER:
        points += gem_points(s, box, seat)
    return points


@rule
def standing(s: S, box: B, out: Array1) -> None:
    """Everybody's points as if the match ended now: what is kept, and the gems that each carries."""
    for seat in range(s.seats):
        out[seat] = kept_points(s, box, seat) + gem_points(s, box, seat)


@rule
def ranked_by(s: S, box: B, seat: int) -> int:
    """What a seat is ranked by: points, of equals coins; who is equal in both shares the rank (End of the match)."""
    return score(s, box, seat) * (box.purse + 1) + s.coins[seat]  # points first: nobody has more coins than that
