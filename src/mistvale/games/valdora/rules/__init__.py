"""The rules of Valdora, in the rulebook's order: setting up, movement, the actions, the end.

VA-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from __future__ import annotations

from ....core.helpers import add_if, among, rank
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    BEAT_BONUS,
    BEAT_CRAFTSMAN,
    BEAT_END,
    BEAT_PAGE,
    BEAT_TURN,
    BEAT_WORKSHOP,
    BUY,
    BUY_FROM,
    CART,
    COMMISSIONS,
    DELIVER,
    DELIVER_FROM,
    DELIVERING,
    DONE,
    DROP,
    DUE_CRAFTSMAN,
    DUE_WORKSHOP,
    EQUIPMENT,
    FROM,
    GO,
    GOING,
    LOAD,
    LOADING,
    OVER,
    PASSING,
    PROVISIONS,
    RETURN,
    SILVER,
    TURN,
)
from .audit import AUDITS, audit
from .books import buy, legal_purchases, legal_returns, legal_turns, only_gold, put_back, turn_page, uncover
from .delivering import deliver, hire, legal_deliveries, only_way, open_workshop, take_bonus
from .heuristics import bias, value
from .hidden import redeal, veil
from .loading import drop, legal_loading, load
from .movement import go, legal_stops
from .reasons import (
    POSSIBLE,
    why_not_buy,
    why_not_leaf,
    why_not_provisions,
    why_not_silver,
    why_not_turn,
)
from .scoring import ranked_by, score
from .setting_up import setup
from .turn import end_match, is_deciding, is_last_turn, may_do, pass_turn

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
    "setup",
    "value",
    "veil",
]

# ---------------------------------------------------------------- the verbs: deciding


@rule
def pending(s: S, box: B) -> int:
    """The seat whose turn it is, unless something happens by itself."""
    return 1 << s.turn if is_deciding(s) else 0


@rule
def legal(s: S, box: B, seat: int, out: Array1) -> int:
    """The legal moves of a seat: first it goes, then it acts."""
    if seat != s.turn or not is_deciding(s):
        return 0
    if s.phase == GOING:
        return legal_stops(s, box, seat, out)
    if s.to_buy != NOTHING:  # a commission was put back: that comes before all else (VA-8, VA-14)
        return add_if(out, 0, BUY.first + s.to_buy, True)
    n = legal_leafing(s, box, seat, out, 0)
    if may_do(s, LOADING):
        n = legal_loading(s, box, seat, out, n)
    if may_do(s, DELIVERING):
        n = legal_deliveries(s, box, seat, out, n)
    n = add_if(out, n, SILVER.first, why_not_silver(s, box, seat) == POSSIBLE)
    n = add_if(out, n, PROVISIONS.first, why_not_provisions(s, box, seat) == POSSIBLE)
    return add_if(out, n, DONE.first, s.dropped == NOTHING)  # one need not act, but loads what has dropped (VA-8)


@rule
def legal_leafing(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """Buy, turn and put back, as often as one can pay for it."""
    if why_not_leaf(s, box, seat) != POSSIBLE:
        return n
    if why_not_buy(s, box, seat) == POSSIBLE:
        n = legal_purchases(s, box, seat, out, n)
    if why_not_turn(s, box, seat) == POSSIBLE:
        n = legal_turns(s, box, seat, out, n)
    if box.book_kind[box.book[s.at[seat]]] == COMMISSIONS:
        n = legal_returns(s, box, seat, out, n)
    return n


@rule
def play(s: S, box: B, seat: int, move: int) -> None:
    """Apply one legal move."""
    if among(move, GO):
        go(s, box, seat, move - GO.first)
    elif among(move, BUY):
        buy(s, box, seat, move - BUY.first, only_gold(s, seat))
    elif among(move, BUY_FROM):
        buy(s, box, seat, (move - BUY_FROM.first) // len(EQUIPMENT), (move - BUY_FROM.first) % len(EQUIPMENT))
    elif among(move, TURN):
        turn_page(s, box, seat, move - TURN.first)
    elif among(move, RETURN):
        put_back(s, box, seat, (move - RETURN.first) // 2, (move - RETURN.first) % 2)
    elif among(move, LOAD):
        load(s, box, seat, (move - LOAD.first) // len(EQUIPMENT), (move - LOAD.first) % len(EQUIPMENT))
    elif among(move, DROP):
        drop(s, seat, CART + move - DROP.first)
    elif among(move, DELIVER):
        deliver(s, box, seat, move - DELIVER.first, only_way(s, box, seat, move - DELIVER.first))
    elif among(move, DELIVER_FROM):
        deliver(s, box, seat, (move - DELIVER_FROM.first) // len(FROM), (move - DELIVER_FROM.first) % len(FROM))
    else:
        finish(s, box, seat, move)


@rule
def finish(s: S, box: B, seat: int, move: int) -> None:
    """2d) silver, 2e) provisions, or nothing more: the turn is over (VA-8, VA-17)."""
    if among(move, SILVER):
        s.coins[seat] = box.purse
    elif among(move, PROVISIONS):
        s.provisions[seat] = 1
    s.phase = PASSING


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s: S, box: B) -> int:
    """One automatic step: a page, what a delivery brings, the next turn."""
    if s.uncovering != NOTHING:
        uncover(s, box)
        return BEAT_PAGE
    if s.due & DUE_CRAFTSMAN:
        hire(s, box)
        return BEAT_CRAFTSMAN
    if s.due & DUE_WORKSHOP:
        open_workshop(s)
        return BEAT_WORKSHOP
    if s.due:
        take_bonus(s)
        return BEAT_BONUS
    if is_last_turn(s, box):
        end_match(s)
        return BEAT_END
    pass_turn(s)
    return BEAT_TURN


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s: S, box: B) -> bool:
    """The last round has been played."""
    return s.phase == OVER


@rule
def scores(s: S, box: B, out: Array1) -> None:
    """Points so far, as far as the state shows them (VA-21)."""
    for seat in range(s.seats):
        out[seat] = score(s, box, seat)


@rule
def outcome(s: S, box: B, out: Array1) -> None:
    """Whoever has most of what counts."""
    for seat in range(s.seats):
        out[seat] = ranked_by(s, box, seat)
    rank(out, s.seats)
