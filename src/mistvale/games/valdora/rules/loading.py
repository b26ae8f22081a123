"""2b) Loading gems: on roads what lies there, at harbours what was discarded."""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import CART, DROP, EQUIPMENT, GEMS, LOAD, LOADING, NO_GEM, ROAD, WAGONS

# ---------------------------------------------------------------- what there is to load


@rule
def has_gems_to_load(box: B, space: int) -> bool:
    """Whether a space is a road or a harbour."""
    return box.kind[space] == ROAD or box.ships[space] > 0


@rule
def has_ship_left(s: S, box: B, space: int) -> bool:
    """On a road one loads any number of gems; at a harbour as many as it has ships."""
    return box.kind[space] == ROAD or s.loaded < box.ships[space]


@rule
def lying(s: S, box: B, space: int, gem: int) -> int:
    """How many gems of a colour can be loaded there."""
    return s.gems[space, gem] if box.kind[space] == ROAD else s.discard[gem]


@rule
def any_lying(s: S, box: B, space: int) -> bool:
    """Whether there are gems at all."""
    gems = 0
    for gem in range(len(GEMS)):
        gems += lying(s, box, space, gem)
    return gems > 0


# ---------------------------------------------------------------- what can carry it


@rule
def carried(s: S, seat: int, gem: int) -> int:
    """How many of a seat's cards carry that gem; with NO_GEM, how many are empty."""
    count = 0
    for card in range(len(EQUIPMENT)):
        count += s.cargo[seat, card] == gem
    return count


@rule
def can_carry(s: S, box: B, seat: int, card: int, gem: int) -> bool:
    """Whether an empty card of the seat may carry a gem: a tool its own colour, cart and horse any for coins."""
    if s.cargo[seat, card] != NO_GEM:
        return False
    return box.carries[card] == gem or (box.carries[card] == NOTHING and s.coins[seat] >= box.fare[card])


# ---------------------------------------------------------------- what one may do


@rule
def legal_loading(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """Each gem on each empty card that may carry it; and what may be dropped for another."""
    space = s.at[seat]
    if not has_ship_left(s, box, space):
        return n
    for gem in range(len(GEMS)):
        if lying(s, box, space, gem) and gem != s.dropped_gem:  # not the colour just dropped (VA-18)
            for card in range(len(EQUIPMENT)):
                due = s.dropped == NOTHING or s.dropped == card
                move = LOAD.first + len(EQUIPMENT) * gem + card
                n = add_if(out, n, move, due and can_carry(s, box, seat, card, gem))
    if s.dropped == NOTHING:
        for wagon in range(len(WAGONS)):
            n = add_if(out, n, DROP.first + wagon, may_drop(s, box, seat, space, CART + wagon))
    return n


@rule
def may_drop(s: S, box: B, seat: int, space: int, card: int) -> bool:
    """Cart and horse may drop what they carry, if another colour can be loaded at once (VA-3, VA-15, VA-18)."""
    cargo = s.cargo[seat, card]
    if cargo in (NOTHING, NO_GEM) or s.coins[seat] < box.fare[card]:
        return False
    others = 0
    for gem in range(len(GEMS)):
        others += gem != cargo and lying(s, box, space, gem) > 0
    return others > 0


# ---------------------------------------------------------------- doing it


@rule
def load(s: S, box: B, seat: int, gem: int, card: int) -> None:
    """Put a gem on a card, and pay for it."""
    s.doing = LOADING
    space = s.at[seat]
    if box.kind[space] == ROAD:
        s.gems[space, gem] -= 1
    else:
        s.discard[gem] -= 1
    s.coins[seat] -= box.fare[card]
    s.cargo[seat, card] = gem
    s.loaded += 1
    s.dropped, s.dropped_gem = NOTHING, NOTHING


@rule
def drop(s: S, seat: int, card: int) -> None:
    """What cart or horse carry goes to the discard space; it must be loaded again at once (VA-15)."""
    s.doing = LOADING
    gem = s.cargo[seat, card]
    s.discard[gem] += 1
    s.cargo[seat, card] = NO_GEM
    s.dropped, s.dropped_gem = card, gem
