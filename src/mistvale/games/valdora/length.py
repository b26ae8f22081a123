"""How many decisions a match of Valdora can take at most."""

from __future__ import annotations

from collections.abc import Mapping

from .state import CATALOGUE, COMMISSIONS, EQUIPMENT, Box


def length(box: Box, seats: int, options: Mapping[str, str]) -> int:
    """The rounds that a match can have before it stands still (VA-10), times what a seat can decide in a turn.

    Far more than any match takes: nobody would let almost every standstill pass before doing something again.
    """
    return _rounds(box, seats) * seats * longest_turn(box)


def _rounds(box: Box, seats: int) -> int:
    """Between two rounds in which something happens there is one less of quiet ones than end the match.

    Something happens when equipment is bought, of which a seat has one of each kind and never loses it; or when a
    commission is finished, which takes a card for good, and a craftsman, too, if there were any: when the last of them
    goes, the match is in its last round.
    """
    sets = [sum(kind == each for each in box.book_kind[: box.books]) for kind in (CATALOGUE, COMMISSIONS)]
    bought = min(seats * len(EQUIPMENT), sets[CATALOGUE] * box.cards[CATALOGUE])
    cards, craftsmen = sets[COMMISSIONS] * box.cards[COMMISSIONS], sum(box.craftsmen[seats])
    finished = min(cards, craftsmen) if craftsmen else cards
    return (bought + finished + 1) * box.standstill


def longest_turn(box: Box) -> int:
    """To go somewhere, one kind of action as often as one can, and to be done."""
    return 1 + max(_leafing(box), _loading(box), box.held) + 1


def _leafing(box: Box) -> int:
    """One page is free; all else costs coins, of which none come in meanwhile, or the gold on a card.

    For the price of a commission one may put one back and buy another: two decisions (VA-14).
    """
    purchases = max(2 * (box.purse // box.coin_price), len(EQUIPMENT))
    return 1 + box.purse // box.page_price + purchases


def _loading(box: Box) -> int:
    """Gems that lie on a road, or ships: each is loaded once, after something was dropped for it (VA-15)."""
    return 2 * max(box.on_road, *box.ships)
