"""The rules of The Secret Valley, in the rulebook's order: dealing, the draft, game turns, criteria, scoring.

SV-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from __future__ import annotations

from ....core.helpers import among, rank
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    AT,
    AWARD,
    DEAL,
    DEALING,
    DISCARD,
    DRAFTING,
    FIRST,
    KEEP,
    LAST,
    OVER,
    PASS,
    PLACING,
    PLAY,
    SCORE,
    TURN,
)
from .audit import AUDITS, audit
from .dealing import deal, setup
from .draft import hands_are_single, is_choosing, keep, keep_last, legal_keeps, pass_hands
from .heuristics import bias
from .hidden import redeal, seen, veil
from .placing import discard_hands, end_turn, is_full, is_turn_over, legal_places, legal_plays, place, place_first
from .scoring import award_round, best_round, next_to_score, score

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
    "veil",
]

MOST_POINTS = 1 << 15  # more than a round can bring

# ---------------------------------------------------------------- the verbs: deciding


@rule
def pending(s: S, box: B) -> int:
    """The seats that may decide now: all in the draft, then one after the other."""
    if s.phase == PLACING:
        return 0 if is_turn_over(s) else 1 << s.turn
    mask = 0
    if s.phase == DRAFTING and not hands_are_single(s, box):
        for seat in range(s.seats):
            if is_choosing(s, seat):
                mask |= 1 << seat
    return mask


@rule
def legal(s: S, box: B, seat: int, out: Array1) -> int:
    """The legal moves of a seat."""
    if s.phase == DRAFTING:
        if hands_are_single(s, box) or not is_choosing(s, seat):
            return 0
        return legal_keeps(s, box, seat, out)
    if s.phase != PLACING or s.turn != seat or is_turn_over(s):
        return 0
    if s.playing == NOTHING:
        return legal_plays(s, box, seat, out)
    return legal_places(s, box, out)


@rule
def play(s: S, box: B, seat: int, move: int) -> None:
    """Apply one legal move."""
    if among(move, KEEP):
        keep(s, seat, move - KEEP.first)
    elif among(move, PLAY):
        s.playing = move - PLAY.first
    else:
        place(s, move - AT.first)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s: S, box: B) -> int:
    """One automatic step: whatever is next when no seat has a decision."""
    if s.phase == DEALING:
        deal(s, box)
        return DEAL
    if s.phase == DRAFTING:
        if hands_are_single(s, box):
            keep_last(s, box)
            return LAST
        pass_hands(s)
        return PASS
    if s.phase == PLACING:
        return beat_of_turn(s, box)
    card = next_to_score(s)
    if card != NOTHING:
        score(s, box, card)
        return SCORE
    award_round(s, box)
    return AWARD


@rule
def beat_of_turn(s: S, box: B) -> int:
    """The first card's place, the next turn, or the end of the grid."""
    if s.placed == 0:
        place_first(s)
        return FIRST
    if is_full(s, box):
        discard_hands(s, box)
        return DISCARD
    end_turn(s)
    return TURN


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s: S, box: B) -> bool:
    """All rounds have been played."""
    return s.phase == OVER


@rule
def scores(s: S, box: B, out: Array1) -> None:
    """The points of finished rounds (Points shown during a round)."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


@rule
def outcome(s: S, box: B, out: Array1) -> None:
    """All points, then the best single round; who is equal in both shares the rank (SV-9)."""
    for seat in range(s.seats):
        out[seat] = s.points[seat] * MOST_POINTS + best_round(s, seat)
    rank(out, s.seats)
