"""The rules of Maps of Misterra, in the rulebook's order: setup, half-days, turns, the end, scoring, hypotheses, solo.

MM-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from ....core.helpers import add_if
from ....core.rule import rule
from ..state import (
    ACTING,
    BEGIN,
    CARD,
    CHOOSING,
    CLAIM,
    CLAIMING,
    CLEAR,
    CLEARING,
    DEAL,
    DEALING,
    DISPUTE,
    DISPUTING,
    DRAW_0,
    ENTER_0,
    FIRST,
    FIRST_SQUARE,
    KEEP_0,
    KEEPING,
    MOVING,
    NO_SWAP,
    OTOMA_CLAIMS,
    OTOMA_CLAIMS_0,
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
    STEP_0,
    SWAP_0,
    SWAPPING,
    SWEEP,
    SWEEPING,
    TAKE_0,
    TIED,
    TURN,
    TURNING,
    VAIN,
)
from .audit import AUDITS, audit
from .claiming import can_claim, claim
from .heuristics import bias
from .hidden import redeal, seen, veil
from .mapping import draw_sketch, legal_draws
from .moving import end_move, enter, legal_moving, step
from .otoma import (
    claim_by_itself,
    legal_otoma_claims,
    otoma_claims,
    play_first_square,
    play_second_square,
    sweep,
    turn_card,
)
from .scoring import beats, clear_mist, count_part, remove_disputed, total
from .setting_up import begin, deal, keep, legal_keeps, setup
from .sketching import begin_taking, legal_swaps, legal_takes, reveal, swap, take
from .turns import end_half_day, needs_refill, pass_turn, refill_open

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
def is_deciding(s):
    """Whether the seat whose turn it is has a decision."""
    return s.phase in (MOVING, SWAPPING, CHOOSING, ACTING, TIED)


@rule
def pending(s, box):
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
def legal(s, box, seat, out):
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
def legal_acts(s, box, seat, out):
    """Map, or claim, or neither (Map or claim)."""
    n = add_if(out, legal_draws(s, seat, out), CLAIM, can_claim(s, box, seat))
    return add_if(out, n, REST, True)


@rule
def play(s, box, seat, move):
    """Apply one legal move."""
    if move >= OTOMA_CLAIMS_0:
        otoma_claims(s, move - OTOMA_CLAIMS_0)
    elif move >= DRAW_0:
        act(s, seat, move)
    elif move >= TAKE_0:
        take(s, move - TAKE_0)
    elif move == NO_SWAP:
        begin_taking(s)
    elif move >= SWAP_0:
        swap(s, move - SWAP_0)
    elif move == STAY:
        end_move(s, seat)
    elif move >= STEP_0:
        step(s, seat, move - STEP_0)
    elif move >= ENTER_0:
        enter(s, seat, move - ENTER_0)
    else:
        keep(s, seat, move - KEEP_0)


@rule
def act(s, seat, move):
    """Map, claim or rest: that ends the half-day."""
    if move < CLAIM:
        draw_sketch(s, seat, move - DRAW_0)
    elif move < REST:
        claim(s, seat, s.pawn[seat])
    end_half_day(s)


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s, box):
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
    if SWEEPING <= phase <= CLAIMING:
        return beat_of_otoma(s, box)
    if phase >= CLEARING:
        return beat_of_the_end(s)
    pass_turn(s, box)
    return TURN


@rule
def beat_of_otoma(s, box):
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
def beat_of_the_end(s):
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
def over(s, box):
    """All parts have been counted."""
    return s.phase == OVER


@rule
def scores(s, box, out):
    """What each seat would score if the match were over now, as far as its hypotheses are seen."""
    for seat in range(s.seats):
        out[seat] = total(s, box, seat)


@rule
def outcome(s, box, out):
    """All points, then fidelity; who is equal in both shares the rank (Scoring; MM-23)."""
    for seat in range(s.seats):
        rank = 1
        for other in range(s.seats):
            rank += beats(s, box, other, seat)
        out[seat] = rank
