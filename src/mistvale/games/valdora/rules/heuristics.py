"""Advice to those who search: what a position is worth, and what a move promises. No rule needs any of it."""

from __future__ import annotations

from ....core.helpers import among
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    BUY,
    BUY_FROM,
    CATALOGUE,
    DELIVER,
    DELIVER_FROM,
    DONE,
    EQUIPMENT,
    FROM,
    GEMS,
    GO,
    GOLD,
    LOAD,
    MINE,
    OVER,
    PALACE,
    PAN,
    PROVISIONS,
    RETURN,
    SILVER,
    TOWN,
    TURN,
)
from .books import face_up
from .delivering import coins_lacking, face_of, gems_lacking, next_pile
from .loading import can_carry, carried, lying
from .movement import toll
from .scoring import score

CHANCE = (6, 3, 1, 1)  # tenths of a commission's prize that it is worth with so many gems lacking
TOOL, COIN = 50, 5  # what a piece of equipment and a coin are worth, in tenths of a point


@rule
def value(s: S, box: B, out: Array1) -> None:
    """Points and, until the match is over, a share of what commissions in hand, equipment and coins will bring."""
    for seat in range(s.seats):
        out[seat] = score(s, box, seat)
        if s.phase != OVER:
            out[seat] += (promised(s, box, seat) + means(s, seat)) // 10


@rule
def promised(s: S, box: B, seat: int) -> int:
    """What the commissions in hand promise, in tenths of a point: the more, the less is lacking."""
    worth = 0
    for slot in range(box.held):
        code = s.commissions[seat, slot]
        if code != NOTHING:
            face = face_of(box, code)
            worth += CHANCE[min(3, missing(s, box, seat, face))] * prize(s, box, seat, face)
    return worth


@rule
def means(s: S, seat: int) -> int:
    """What equipment and coins are good for, in tenths of a point."""
    worth = COIN * s.coins[seat]
    for card in range(len(EQUIPMENT)):
        worth += TOOL * (s.cargo[seat, card] != NOTHING)
    return worth


@rule
def prize(s: S, box: B, seat: int, face: int) -> int:
    """What finishing a commission brings: its points, a new colour, a step to a workshop, a bonus tile."""
    client = box.asker[face]
    points = box.worth[face]
    colour = next_pile(s, client)
    if colour != NOTHING:
        mine = s.craftsmen[seat, colour]
        if mine == 0:
            points += box.colour_points
        if s.workshop[colour] == NOTHING and box.workshop[colour] > 0:
            points += box.workshop[colour] if mine + 1 >= box.needed[colour] else box.workshop[colour] // 3
    if s.workshop[client] == seat and s.bonus_left > 0:
        points += box.bonus_points
    return points


@rule
def missing(s: S, box: B, seat: int, face: int) -> int:
    """What a commission lacks: gems, and coins as one."""
    lacking = 1 if coins_lacking(s, box, seat, face) else 0
    for gem in range(len(GEMS)):
        if box.asks[face, gem]:
            lacking += gems_lacking(s, box, seat, face, gem)
    return lacking


@rule
def wanted(s: S, box: B, seat: int, gem: int) -> int:
    """The most that a commission in hand brings which lacks that gem."""
    best, have = 0, carried(s, seat, gem)
    for slot in range(box.held):
        code = s.commissions[seat, slot]
        if code != NOTHING and box.asks[face_of(box, code), gem] > have:
            best = max(best, prize(s, box, seat, face_of(box, code)))
    return best


@rule
def bias(s: S, box: B, seat: int, move: int) -> int:
    """Go where something can be done, do what brings a commission nearer."""
    if among(move, GO):
        return of_going(s, box, seat, move - GO.first)
    if among(move, BUY):
        return of_buying(s, box, seat, move - BUY.first)
    if among(move, BUY_FROM):
        return of_buying(s, box, seat, (move - BUY_FROM.first) // len(EQUIPMENT))
    if among(move, LOAD):
        return of_loading(s, box, seat, (move - LOAD.first) // len(EQUIPMENT), (move - LOAD.first) % len(EQUIPMENT))
    if among(move, DELIVER):
        return 10 * prize(s, box, seat, face_of(box, move - DELIVER.first))
    if among(move, DELIVER_FROM):
        return 10 * prize(s, box, seat, face_of(box, (move - DELIVER_FROM.first) // len(FROM)))
    return of_other(move)


@rule
def of_other(move: int) -> int:
    """Whatever the position: silver and provisions are good to have, to put back or to drop is a last resort."""
    if among(move, SILVER):
        return 20
    if among(move, PROVISIONS):
        return 5
    if among(move, TURN):
        return -5
    if among(move, DONE):
        return -10
    return -20 if among(move, RETURN) else -30


@rule
def of_going(s: S, box: B, seat: int, space: int) -> int:
    """What can be done on a space or what it is on the way to, less the toll."""
    cost = 10 * toll(s, box, seat, space)
    return max(of_stopping(s, box, seat, space), of_errand(s, box, seat, space)) - cost


@rule
def of_stopping(s: S, box: B, seat: int, space: int) -> int:
    """What can be done on a space; at a palace see `of_errand`."""
    kind = box.kind[space]
    if kind == PALACE:
        return -20
    if kind == MINE:
        return 4 * (box.purse - s.coins[seat]) - 8
    if kind == TOWN and box.book[space] != NOTHING:
        return of_town(s, box, seat, box.book[space])
    best = -10
    for gem in range(len(GEMS)):
        if lying(s, box, space, gem):
            for card in range(len(EQUIPMENT)):
                if can_carry(s, box, seat, card, gem):
                    best = max(best, 3 * wanted(s, box, seat, gem), 8 if gem == GOLD else -8)
    return best


@rule
def of_errand(s: S, box: B, seat: int, space: int) -> int:
    """What can be finished at a palace: there, or fewer moves away from it, for so much less."""
    worth = -20
    for slot in range(box.held):
        code = s.commissions[seat, slot]
        if code != NOTHING:
            face = face_of(box, code)
            moves = box.away[space, box.asker[face]]
            if moves < box.away[s.at[seat], box.asker[face]] and missing(s, box, seat, face) == 0:
                worth = max(worth, 6 * prize(s, box, seat, face) // (1 + moves))
    return worth


@rule
def of_town(s: S, box: B, seat: int, book: int) -> int:
    """Equipment for those who have gold to spare, commissions for those with few."""
    if box.book_kind[book] == CATALOGUE:
        cards = 0
        for card in range(len(EQUIPMENT)):
            cards += s.cargo[seat, card] != NOTHING
        return 25 - 3 * cards if carried(s, seat, GOLD) else -15
    if s.coins[seat] < box.coin_price:
        return -15
    free = 0
    for slot in range(box.held):
        free += s.commissions[seat, slot] == NOTHING
    return 15 * free - 15


@rule
def of_buying(s: S, box: B, seat: int, half: int) -> int:
    """A commission by its prize and what it lacks; equipment is always good to have."""
    book = box.book[s.at[seat]]
    if box.book_kind[book] == CATALOGUE:
        return 20
    face = face_up(s, box, book, half)
    return 3 * prize(s, box, seat, face) - 10 * missing(s, box, seat, face)


@rule
def of_loading(s: S, box: B, seat: int, gem: int, card: int) -> int:
    """Gems that a commission lacks, then gold for the pan; cart and horse cost coins."""
    worth = 5 * wanted(s, box, seat, gem) - 4 * box.fare[card]
    return worth + 8 if card == PAN else worth
