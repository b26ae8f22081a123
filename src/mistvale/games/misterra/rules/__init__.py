"""The rules of Maps of Misterra, in the rulebook's order: setup, half-days, turns, the end, scoring, hypotheses, solo.

MM-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from __future__ import annotations

from ....core.helpers import add_if, among, rank
from ....core.rule import rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    ACTING,
    BEGIN,
    CARD,
    CHOOSING,
    CLAIM,
    CLAIM_FOR_OTOMA,
    CLEAR,
    CLEARING,
    DEAL,
    DEALING,
    DISPUTE,
    DISPUTING,
    DRAW,
    ENTER,
    FIRST,
    FIRST_SQUARE,
    KEEP,
    KEEPING,
    MOVING,
    NO_SWAP,
    OTOMA_CLAIMS,
    OVER,
    REFILL,
    REFILLING,
    REST,
    REVEAL,
    REVEALING,
    SCORE,
    SECOND,
    SECOND_SQUARE,
    STAY,
    STEP,
    SWAP,
    SWAPPING,
    SWEEP,
    SWEEPING,
    TAKE,
    TIED,
    TURN,
    TURNING,
    VAIN,
)
from .audit import AUDITS, audit
from .claiming import claim
from .heuristics import bias
from .hidden import redeal, seen, veil
from .mapping import draw_sketch, legal_draws
from .moving import end_move, enter, legal_moving, step
from .otoma import (
    claim_by_itself,
    is_otoma_playing,
    legal_otoma_claims,
    otoma_claims,
    play_first_square,
    play_second_square,
    sweep,
    turn_card,
)
from .reasons import POSSIBLE, why_not_claim, why_not_map
from .scoring import clear_mist, count_part, ranking, remove_disputed, total
from .setting_up import begin, deal, keep, legal_keeps, setup
from .sketching import begin_taking, legal_swaps, legal_takes, reveal, swap, take
from .turns import end_half_day, is_counting, needs_refill, pass_turn, refill_open

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

# ---------------------------------------------------------------- the verbs: deciding


@rule
def is_deciding(s: S) -> bool:
    """Whether the seat whose turn it is has a decision."""
    return s.phase in (MOVING, SWAPPING, CHOOSING, ACTING, TIED)


@rule
def pending(s: S, box: B) -> int:
    """The seats that may decide now: all while hypotheses are kept (MM-19), then one after the other."""
    if is_deciding(s):
        return 1 << s.turn
    mask = 0
    if s.phase == KEEPING:
        for seat in range(s.seats):
            if s.chosen[seat] < box.kept:
                mask |= 1 << seat
    return mask


@rule
def legal(s: S, box: B, seat: int, out: Array1) -> int:
    """The legal moves of a seat."""
    if s.phase == KEEPING:
        return legal_keeps(s, box, seat, out)
    if s.turn != seat:
        return 0
    if s.phase == MOVING:
        return legal_moving(s, seat, out)
    if s.phase == SWAPPING:
        return legal_swaps(s, out)
    if s.phase == CHOOSING:
        return legal_takes(s, out)
    if s.phase == ACTING:
        return legal_acts(s, box, seat, out)
    if s.phase == TIED:
        return legal_otoma_claims(s, box, out)
    return 0


@rule
def legal_acts(s: S, box: B, seat: int, out: Array1) -> int:
    """Map, or claim, or neither (Map or claim)."""
    n = legal_draws(s, seat, out) if why_not_map(s, seat) == POSSIBLE else 0
    n = add_if(out, n, CLAIM.first, why_not_claim(s, box, seat) == POSSIBLE)
    return add_if(out, n, REST.first, True)


@rule
def play(s: S, box: B, seat: int, move: int) -> None:
    """Apply one legal move."""
    if among(move, KEEP):
        keep(s, seat, move - KEEP.first)
    elif among(move, ENTER):
        enter(s, seat, move - ENTER.first)
    elif among(move, STEP):
        step(s, seat, move - STEP.first)
    elif among(move, STAY):
        end_move(s, seat)
    elif among(move, SWAP):
        swap(s, move - SWAP.first)
    elif among(move, NO_SWAP):
        begin_taking(s)
    elif among(move, TAKE):
        take(s, move - TAKE.first)
    elif among(move, CLAIM_FOR_OTOMA):
        otoma_claims(s, move - CLAIM_FOR_OTOMA.first)
    else:
        act(s, seat, move)


@rule
def act(s: S, seat: int, move: int) -> None:
    """Map, claim or rest: that ends the half-day."""
    if among(move, DRAW):
        draw_sketch(s, seat, move - DRAW.first)
    elif among(move, CLAIM):
        claim(s, seat, s.pawn[seat])
    end_half_day(s)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s: S, box: B) -> int:
    """One automatic step: whatever is next when no seat has a decision."""
    phase = s.phase
    if phase == REFILLING and needs_refill(s):
        refill_open(s)
        return REFILL
    if phase == DEALING:
        deal(s, box)
        return DEAL
    if phase == KEEPING:
        begin(s)
        return BEGIN
    if phase == REVEALING:
        reveal(s)
        return REVEAL
    if is_otoma_playing(s):
        return beat_of_otoma(s, box)
    if is_counting(s):
        return beat_of_the_end(s)
    pass_turn(s, box)
    return TURN


@rule
def beat_of_otoma(s: S, box: B) -> int:
    """The Otoma's turn, step by step (Solo)."""
    phase = s.phase
    if phase == SWEEPING:
        sweep(s)
        return SWEEP
    if phase == TURNING:
        turn_card(s, box)
        return CARD
    if phase == FIRST_SQUARE:
        play_first_square(s)
        return FIRST
    if phase == SECOND_SQUARE:
        play_second_square(s, box)
        return SECOND
    return OTOMA_CLAIMS if claim_by_itself(s, box) else VAIN


@rule
def beat_of_the_end(s: S) -> int:
    """Mist, then disputed claims, then the parts of the score (Scoring)."""
    if s.phase == CLEARING:
        clear_mist(s)
        return CLEAR
    if s.phase == DISPUTING:
        remove_disputed(s)
        return DISPUTE
    count_part(s)
    return SCORE


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s: S, box: B) -> bool:
    """All parts have been counted."""
    return s.phase == OVER


@rule
def scores(s: S, box: B, out: Array1) -> None:
    """What each seat would score if the match were over now, as far as its hypotheses are seen."""
    for seat in range(s.seats):
        out[seat] = total(s, box, seat)


@rule
def outcome(s: S, box: B, out: Array1) -> None:
    """All points, then fidelity; who is equal in both shares the rank (Scoring; MM-23)."""
    for seat in range(s.seats):
        out[seat] = ranking(s, box, seat)
    rank(out, s.seats)
