"""Why something is not possible now, as scenes tell it.

`legal` asks the reasons where they are all there is to know. Spaces, gems and commissions it goes through one by one,
for speed, and here it is told why one or all of them are left out: a test holds that both say the same.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    CART,
    CATALOGUE,
    DELIVERING,
    EQUIPMENT,
    GEMS,
    GOLD,
    LEAFING,
    LEFT,
    LOADING,
    MINE,
    NO_GEM,
    PALACE,
    RIGHT,
    TOWN,
    WAGONS,
)
from .books import held, is_empty, is_wanted
from .delivering import ways_to_finish
from .loading import any_lying, can_carry, carried, has_gems_to_load, has_ship_left, lying, may_drop
from .movement import can_pay_toll, go, within_reach
from .turn import may_do

REASONS = (
    "",
    "not-here",
    "empty",
    "gold",
    "owned",
    "coin",
    "held",
    "turn",
    "no-gems",
    "ships",
    "full",
    "no-gear",
    "deliver",
    "purse",
    "provisions",
    "leave",
    "far",
    "too-far",
    "poor",
    "begun",
)
(
    POSSIBLE,
    NOT_HERE,  # another space is for that, or another action has begun
    EMPTY_BOOK,
    NO_GOLD,
    OWNED,
    NO_COIN,
    HANDS_FULL,
    NO_COIN_TO_TURN,
    NO_GEMS,
    NO_SHIP,
    ALL_LOADED,
    NO_GEAR,
    NOTHING_TO_DELIVER,
    PURSE_FULL,
    HAS_PROVISIONS,
    MUST_LEAVE,
    FAR,
    TOO_FAR,
    POOR,
    BEGUN,
) = range(len(REASONS))

# ---------------------------------------------------------------- 1) movement


@rule
def why_not_go(s: S, box: B, seat: int, space: int) -> int:
    """One leaves the space one is on, goes no further than within reach, and must be able to pay the rivals there."""
    if s.at[seat] == space:
        return MUST_LEAVE
    if (within_reach(s, box, seat) >> space) & 1 == 0:
        return TOO_FAR if s.provisions[seat] else FAR
    return POSSIBLE if can_pay_toll(s, box, seat, space) else POOR


@rule
def why_not_stop(s: S, box: B, seat: int, out: Array1) -> None:
    """The same of all spaces, one after the other: whoever draws the board asks once for all of them."""
    for space in range(box.spaces):
        out[space] = why_not_go(s, box, seat, space)


# ---------------------------------------------------------------- 2a) books


@rule
def why_not_leaf(s: S, box: B, seat: int) -> int:
    """There must be a book that has pages."""
    book = box.book[s.at[seat]]
    if book == NOTHING or not may_do(s, LEAFING):
        return NOT_HERE
    return EMPTY_BOOK if is_empty(s, book) else POSSIBLE


@rule
def why_not_buy(s: S, box: B, seat: int) -> int:
    """Equipment costs a gold, and one has one of each kind; a commission costs coins, and room for it."""
    why = why_not_leaf(s, box, seat)
    if why != POSSIBLE:
        return why
    book = box.book[s.at[seat]]
    if box.book_kind[book] == CATALOGUE:
        return why_not_buy_equipment(s, box, seat, book)
    if s.coins[seat] < box.coin_price:
        return NO_COIN
    return HANDS_FULL if held(s, box, seat) == box.held else POSSIBLE


@rule
def why_not_buy_equipment(s: S, box: B, seat: int, book: int) -> int:
    """A gold to pay with, and something to buy that one has not."""
    if carried(s, seat, GOLD) == 0:
        return NO_GOLD
    wanted = is_wanted(s, box, seat, book, LEFT) or is_wanted(s, box, seat, book, RIGHT)
    return POSSIBLE if wanted else OWNED


@rule
def why_not_turn(s: S, box: B, seat: int) -> int:
    """Each page after the first of a turn costs coins."""
    why = why_not_leaf(s, box, seat)
    if why != POSSIBLE:
        return why
    return NO_COIN_TO_TURN if s.turned and s.coins[seat] < box.page_price else POSSIBLE


# ---------------------------------------------------------------- 2b) gems


@rule
def why_not_load(s: S, box: B, seat: int) -> int:
    """Gems must lie there, a harbour have a ship left, and an empty card be one that may carry any of them."""
    space = s.at[seat]
    if not has_gems_to_load(box, space) or not may_do(s, LOADING):
        return NOT_HERE
    if not any_lying(s, box, space):
        return NO_GEMS
    if not has_ship_left(s, box, space):
        return NO_SHIP
    if carried(s, seat, NO_GEM) == 0:
        return ALL_LOADED
    for gem in range(len(GEMS)):
        if lying(s, box, space, gem):
            for card in range(len(EQUIPMENT)):
                if can_carry(s, box, seat, card, gem):
                    return POSSIBLE
    return NO_GEAR


# ---------------------------------------------------------------- 2c) commissions


@rule
def why_not_deliver(s: S, box: B, seat: int) -> int:
    """At a palace one finishes what its client asks for, if one has all of it."""
    if box.kind[s.at[seat]] != PALACE or not may_do(s, DELIVERING):
        return NOT_HERE
    for slot in range(held(s, box, seat)):
        if ways_to_finish(s, box, seat, s.commissions[seat, slot]):
            return POSSIBLE
    return NOTHING_TO_DELIVER


# ---------------------------------------------------------------- 2d) silver, 2e) provisions


@rule
def why_not_silver(s: S, box: B, seat: int) -> int:
    """A mine fills the purse; it is offered where that changes something (VA-17)."""
    if box.kind[s.at[seat]] != MINE:
        return NOT_HERE
    return POSSIBLE if s.coins[seat] < box.purse else PURSE_FULL


@rule
def why_not_provisions(s: S, box: B, seat: int) -> int:
    """In a town, in place of any other action; offered where that changes something (VA-17)."""
    if box.kind[s.at[seat]] != TOWN:
        return NOT_HERE
    if s.provisions[seat]:
        return HAS_PROVISIONS
    return BEGUN if s.doing != NOTHING else POSSIBLE


# ---------------------------------------------------------------- 2) nothing at all


@rule
def why_idle(s: S, box: B, seat: int) -> int:
    """Why a seat that has come to a space can do nothing there; POSSIBLE if it can do anything.

    Buying is not asked about: the first page of a turn is free, so a book that has pages can be turned.
    """
    for wagon in range(len(WAGONS)):
        if has_gems_to_load(box, s.at[seat]) and may_drop(s, box, seat, s.at[seat], CART + wagon):
            return POSSIBLE
    idle = NOT_HERE
    for why in (
        why_not_turn(s, box, seat),
        why_not_load(s, box, seat),
        why_not_deliver(s, box, seat),
        why_not_silver(s, box, seat),
        why_not_provisions(s, box, seat),
    ):
        if why == POSSIBLE:
            return POSSIBLE
        if idle == NOT_HERE:
            idle = why
    return idle


@rule
def why_idle_there(s: S, box: B, seat: int, tried: MutableSequence[S], out: Array1) -> None:
    """The same of all spaces that a seat may go to; `tried` has room for a state, in which it has gone there."""
    for space in range(box.spaces):
        out[space] = POSSIBLE
        if why_not_go(s, box, seat, space) == POSSIBLE:
            tried[0] = s
            go(tried[0], box, seat, space)
            out[space] = why_idle(tried[0], box, seat)
