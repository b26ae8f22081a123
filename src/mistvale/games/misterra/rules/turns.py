"""The end of a half-day, of a turn, of the match."""

from __future__ import annotations

from ....core.helpers import next_epoch, next_seat
from ....core.rule import NOTHING, rule
from ..record import B, S
from ..state import (
    ALL,
    CLEARING,
    DISPUTING,
    END_ISLAND,
    END_OTOMA,
    END_PARCHMENT,
    END_SKETCHES,
    FIRST_BEACH,
    MOVING,
    OPEN,
    OVER,
    PASSING,
    PLACES,
    REFILLING,
    ROW_1,
    SCORING,
    SWEEPING,
)
from .mapping import allows_mapping, squares_to_draw_on
from .otoma import half_days_left
from .scoring import blank_squares
from .sketching import discard, refill, sketches_left
from .squares import confirmed_squares, connected, empty_squares


@rule
def end_half_day(s: S) -> None:
    """The sketch is gone, whether it was drawn or not; a turn has two half-days."""
    discard(s)
    if s.half == 0:
        s.half = 1
        s.phase = MOVING
    elif s.seats == 1:
        s.phase = SWEEPING
    else:
        s.phase = REFILLING


@rule
def refill_open(s: S) -> None:
    """Reveal sketches until five lie open (End of the turn)."""
    refill(s)
    s.phase = PASSING
    next_epoch(s)


@rule
def needs_refill(s: S) -> bool:
    """Whether there is a sketch to be revealed; if the deck is out, play goes on with those that lie open."""
    if s.left == 0:
        return False
    missing = False
    for place in range(OPEN):
        missing |= s.open[place] == NOTHING
    return missing


@rule
def pass_turn(s: S, box: B) -> None:
    """The end is looked for after the refill (MM-25); the round is finished, so that all have had the same turns."""
    s.ending |= end_reasons(s, box)
    s.turns += 1
    s.turn = next_seat(s, s.turn)
    s.half = 0
    s.phase = CLEARING if s.ending and s.turns % s.seats == 0 else MOVING
    next_epoch(s)


# ---------------------------------------------------------------- end of the match


@rule
def is_counting(s: S) -> bool:
    """Whether the last turn has been played: what comes then is the scoring."""
    return s.phase in (CLEARING, DISPUTING, SCORING, OVER)


@rule
def is_unveiled(s: S) -> bool:
    """Whether the mist is gone and hypotheses are shown: the first of what comes after the last turn is done."""
    return s.phase in (DISPUTING, SCORING, OVER)


@rule
def end_reasons(s: S, box: B) -> int:
    """What ends the match after this turn, as bits (End of the match)."""
    reasons = 0
    if is_full(s, s.turn):
        reasons |= END_PARCHMENT
    if is_island_done(s):
        reasons |= END_ISLAND
    if time_left(s, box) == 0:
        reasons |= END_OTOMA if s.seats == 1 else END_SKETCHES
    return reasons


@rule
def time_left(s: S, box: B) -> int:
    """How much is left of what every match comes to the end of: sketches, or alone half-days of the Otoma."""
    return half_days_left(s, box) if s.seats == 1 else sketches_left(s)


@rule
def is_full(s: S, seat: int) -> bool:
    """Whether every square of a parchment is drawn on."""
    return blank_squares(s, seat) == 0


@rule
def is_island_done(s: S) -> bool:
    """All squares confirmed, or those left empty can't ever be mapped (MM-9); mist keeps it unfinished (MM-22)."""
    empty = empty_squares(s)
    if empty | confirmed_squares(s) != ALL:
        return False
    return empty == 0 or (s.seats > 1 and empty & mappable_squares(s) == 0)


@rule
def mappable_squares(s: S) -> int:
    """Where a half of a sketch can lie from where one can walk to and map (MM-9)."""
    land = ALL & ~empty_squares(s)
    reached = connected(land & ROW_1, land)
    found = 0
    for place in range(PLACES):
        if (place >= FIRST_BEACH or reached >> place & 1) and allows_mapping(s, place):
            found |= squares_to_draw_on(s, place)
    return found
