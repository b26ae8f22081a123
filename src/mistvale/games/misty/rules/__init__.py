"""The rules of Misty, in the rulebook's order: dealing, construction, activation, scoring.

MI-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from __future__ import annotations

from ....core.helpers import among, next_epoch, rank
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    ACTIVATE,
    ACTIVATION,
    AWARD,
    BUILDING,
    DEAL,
    DEALING,
    EAT,
    FEEDING,
    FIRST,
    LAST,
    MOVE,
    OVER,
    PICK,
    PLACE,
    REVEAL,
    TALLY,
    WIPE,
)
from .activation import activate, feed_monsters, legal_activations, must_activate, start_activation
from .audit import AUDITS, audit
from .construction import (
    cards_left,
    legal_picks,
    legal_places,
    may_pick,
    must_place,
    pick,
    place,
    place_first,
    reveal,
    reveal_last,
)
from .dealing import deal, setup, start_round
from .heuristics import bias, value
from .hidden import redeal, seen, veil
from .scoring import award_round, count_points, wipe_blurs

__all__ = [
    "AUDITS",
    "audit",
    "beat",
    "bias",
    "legal",
    "outcome",
    "over",
    "pending",
    "play",
    "redeal",
    "scores",
    "seen",
    "setup",
    "value",
    "veil",
]

MOST_POINTS = 1 << 15  # more than a match can bring

# ---------------------------------------------------------------- the verbs: deciding


@rule
def pending(s: S, box: B) -> int:
    """The seats that may decide now; windows don't interact, so all activate at once (MI-11)."""
    mask = 0
    if s.phase == BUILDING:
        for seat in range(s.seats):
            if must_place(s, seat) or may_pick(s, box, seat):
                mask |= 1 << seat
    elif s.phase == ACTIVATION:
        for seat in range(s.seats):
            if must_activate(s, box, seat):
                mask |= 1 << seat
    return mask


@rule
def legal(s: S, box: B, seat: int, out: Array1) -> int:
    """The legal moves of a seat."""
    if s.phase == ACTIVATION:
        return legal_activations(s, box, seat, out)
    if s.phase != BUILDING:
        return 0
    if must_place(s, seat):
        return legal_places(s, box, seat, out)
    if may_pick(s, box, seat):
        return legal_picks(s, box, seat, out)
    return 0


@rule
def play(s: S, box: B, seat: int, move: int) -> None:
    """Apply one legal move."""
    if among(move, PICK):
        pick(s, seat, move - PICK.first)
    elif among(move, PLACE):
        place(s, box, seat, move - PLACE.first)
    else:
        activate(s, box, seat, move - MOVE.first)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s: S, box: B) -> int:
    """One automatic step: whatever is next when no seat has a decision."""
    if s.phase == DEALING:
        start_round(s, box)
        deal(s, box)
        return DEAL
    if s.phase == BUILDING:
        return beat_of_construction(s, box)
    if s.phase == ACTIVATION:
        s.phase = FEEDING
        next_epoch(s)
    if s.phase == FEEDING:
        if feed_monsters(s, box):
            return EAT
        if wipe_blurs(s):
            return WIPE
        count_points(s, box)
        return TALLY
    award_round(s, box)
    return AWARD


@rule
def beat_of_construction(s: S, box: B) -> int:
    """Reveals, last cards, the next deal and the start of activation wait for all (MI-2)."""
    if s.picked[0] != NOTHING:
        reveal(s)
        return REVEAL
    if s.placing[0] != NOTHING:
        place_first(s, box)
        return FIRST
    if cards_left(s, box, 0) == 1:
        reveal_last(s, box)
        return LAST
    s.deal += 1
    if s.deal < box.deals[s.format]:
        deal(s, box)
        return DEAL
    start_activation(s)
    return ACTIVATE


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s: S, box: B) -> bool:
    """Somebody has won enough rounds."""
    return s.phase == OVER


@rule
def scores(s: S, box: B, out: Array1) -> None:
    """The points of all rounds (MI-12)."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


@rule
def outcome(s: S, box: B, out: Array1) -> None:
    """Rounds won, then the total of all rounds; who is equal in both shares the rank (MI-8)."""
    for seat in range(s.seats):
        out[seat] = s.wins[seat] * MOST_POINTS + s.points[seat]
    rank(out, s.seats)
