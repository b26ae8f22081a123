"""The rules of Valdora, in the rulebook's order: setting up, movement, the actions, the end.

VA-n are the rulings that the guide lists. Here are the verbs that make a game of them.
"""

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ..state import (
    ACTING,
    BONUS,
    BUY_0,
    BUY_FROM_0,
    CART,
    CRAFTSMAN,
    DELIVER_0,
    DELIVER_FROM_0,
    DELIVERING,
    DONE,
    DROP_0,
    DUE_CRAFTSMAN,
    DUE_WORKSHOP,
    END,
    END_TURN,
    EQUIPMENT,
    FROM,
    GO_0,
    GOING,
    LEAFING,
    LOAD_0,
    LOADING,
    MINE,
    OVER,
    PAGE,
    PALACE,
    RETURN_0,
    ROAD,
    TAKE_PROVISIONS,
    TAKE_SILVER,
    TOWN,
    TURN,
    TURN_0,
    WORKSHOP,
)
from .audit import AUDITS, audit
from .books import buy, legal_leafing, only_gold, put_back, turn_page, uncover
from .delivering import deliver, hire, legal_deliveries, only_way, open_workshop, take_bonus
from .heuristics import bias, value
from .hidden import redeal, veil
from .loading import drop, legal_loading, load
from .movement import go, legal_stops
from .scoring import beats, end_match, is_last_turn, pass_turn, score
from .setting_up import setup

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
def is_deciding(s):
    """Whether the seat whose turn it is has something to decide: no page to uncover, nothing due to it."""
    return (s.phase == GOING or s.phase == ACTING) and s.uncovering == NOTHING and s.due == 0


@rule
def pending(s, box):
    """The seat whose turn it is, unless something happens by itself."""
    return 1 << s.turn if is_deciding(s) else 0


@rule
def legal(s, box, seat, out):
    """The legal moves of a seat: first it goes, then it acts."""
    if seat != s.turn or not is_deciding(s):
        return 0
    if s.phase == GOING:
        return legal_stops(s, box, seat, out)
    n = 0
    space = s.at[seat]
    kind = box.kind[space]
    if box.book[space] != NOTHING and may_do(s, LEAFING):
        n = legal_leafing(s, box, seat, out, n)
    if (kind == ROAD or box.ships[space] > 0) and may_do(s, LOADING):
        n = legal_loading(s, box, seat, out, n)
    if kind == PALACE and may_do(s, DELIVERING):
        n = legal_deliveries(s, box, seat, out, n)
    # Both end the turn, and are offered where they change something (VA-17).
    n = add_if(out, n, TAKE_SILVER, kind == MINE and s.coins[seat] < box.purse)
    n = add_if(out, n, TAKE_PROVISIONS, kind == TOWN and s.doing == NOTHING and s.provisions[seat] == 0)
    # One need not act; but what was put back or dropped is followed up first (VA-8).
    return add_if(out, n, END_TURN, s.to_buy == NOTHING and s.dropped == NOTHING)


@rule
def may_do(s, action):
    """Whether an action may begin or go on: one in each turn."""
    return s.doing == NOTHING or s.doing == action


@rule
def play(s, box, seat, move):
    """Apply one legal move."""
    if move < BUY_0:
        go(s, box, seat, move - GO_0)
    elif move < RETURN_0:
        leaf(s, box, seat, move)
    elif move < LOAD_0:
        put_back(s, box, seat, (move - RETURN_0) // 2, (move - RETURN_0) % 2)
    elif move < DROP_0:
        load(s, box, seat, (move - LOAD_0) // len(EQUIPMENT), (move - LOAD_0) % len(EQUIPMENT))
    elif move < DELIVER_0:
        drop(s, seat, CART + move - DROP_0)
    elif move < DELIVER_FROM_0:
        deliver(s, box, seat, move - DELIVER_0, only_way(s, box, seat, move - DELIVER_0))
    elif move < TAKE_SILVER:
        deliver(s, box, seat, (move - DELIVER_FROM_0) // len(FROM), (move - DELIVER_FROM_0) % len(FROM))
    else:
        finish(s, box, seat, move)


@rule
def leaf(s, box, seat, move):
    """Buy, or turn a page."""
    if move >= TURN_0:
        turn_page(s, box, seat, move - TURN_0)
    elif move >= BUY_FROM_0:
        buy(s, box, seat, (move - BUY_FROM_0) // len(EQUIPMENT), (move - BUY_FROM_0) % len(EQUIPMENT))
    else:
        buy(s, box, seat, move - BUY_0, only_gold(s, seat))


@rule
def finish(s, box, seat, move):
    """2d) silver, 2e) provisions, or nothing more: the turn is over (VA-8, VA-17)."""
    if move == TAKE_SILVER:
        s.coins[seat] = box.purse
    elif move == TAKE_PROVISIONS:
        s.provisions[seat] = 1
    s.phase = DONE


# ---------------------------------------------------------------- the verbs: what happens by itself


@rule
def beat(s, box):
    """One automatic step: a page, what a delivery brings, the next turn."""
    if s.uncovering != NOTHING:
        uncover(s, box)
        return PAGE
    if s.due & DUE_CRAFTSMAN:
        hire(s, box)
        return CRAFTSMAN
    if s.due & DUE_WORKSHOP:
        open_workshop(s)
        return WORKSHOP
    if s.due:
        take_bonus(s)
        return BONUS
    if is_last_turn(s, box):
        end_match(s)
        return END
    pass_turn(s)
    return TURN


# ---------------------------------------------------------------- the verbs: the end


@rule
def over(s, box):
    """The last round has been played."""
    return s.phase == OVER


@rule
def scores(s, box, out):
    """Points so far, as far as the state shows them (VA-21)."""
    for seat in range(s.seats):
        out[seat] = score(s, box, seat)


@rule
def outcome(s, box, out):
    """Points, then coins; who is equal in both shares the rank."""
    for seat in range(s.seats):
        rank = 1
        for other in range(s.seats):
            rank += beats(s, box, other, seat)
        out[seat] = rank
