"""What a seat knows: veils, redealt worlds, and what it sees of a move."""

from __future__ import annotations

from ....core.chance import draw, hide_stream, plant, shuffle
from ....core.helpers import among, is_seated
from ....core.rule import HIDDEN, NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import BUILDING, DEALING, KINDS, PICK
from .construction import cards_left, hand_of, has_taken_up, passes_left
from .dealing import take_top


@rule
def has_seen(s: S, box: B, viewer: int, hand: int) -> bool:
    """Whether that hand has been in the viewer's hands in this deal."""
    if not is_seated(s, viewer):
        return False
    if passes_left(s):
        passes = (viewer - hand + s.seats) % s.seats
    else:
        passes = (hand - viewer + s.seats) % s.seats
    taken = s.placed[viewer] if has_taken_up(s, box, viewer) else s.placed[viewer] - 1
    return passes <= taken


@rule
def veil(s: S, box: B, viewer: int) -> None:
    """Blank the deck, the hands the viewer has not seen, and what others have picked."""
    hide_stream(s)
    for card in range(s.top, box.cards):
        if s.phase != DEALING or s.rounds > 0:
            s.deck[card] = HIDDEN
    if s.phase != BUILDING:
        return
    for seat in range(s.seats):
        if seat != viewer and s.picked[seat] != NOTHING:
            hand = hand_of(s, seat)
            if has_seen(s, box, viewer, hand):
                s.hand[hand, s.picked[seat]] += 1  # it is one of these
            s.picked[seat] = HIDDEN
    for hand in range(s.seats):
        if not has_seen(s, box, viewer, hand):
            for kind in range(KINDS):
                s.hand[hand, kind] = HIDDEN


@rule
def redeal(s: S, box: B, viewer: int, seed: Array1) -> None:
    """Shuffle what the viewer has never seen; a hidden pick from a hand it knows is any card of it."""
    plant(s, seed)
    if s.phase == BUILDING:
        for seat in range(s.seats):
            if seat != viewer and s.picked[seat] != NOTHING and has_seen(s, box, viewer, hand_of(s, seat)):
                pick_again(s, box, seat)
        gather_unseen(s, box, viewer)
    if s.phase != DEALING:
        shuffle(s, s.deck, s.top, box.cards)
    if s.phase == BUILDING:
        deal_unseen(s, box, viewer)


@rule
def pick_again(s: S, box: B, seat: int) -> None:
    """Replace a hidden pick by any card of the same hand."""
    hand = hand_of(s, seat)
    s.hand[hand, s.picked[seat]] += 1
    card = draw(s, cards_left(s, box, seat))
    for kind in range(box.kinds):
        if card < s.hand[hand, kind]:
            s.picked[seat] = kind
            s.hand[hand, kind] -= 1
            return
        card -= s.hand[hand, kind]


@rule
def gather_unseen(s: S, box: B, viewer: int) -> None:
    """Put the cards that the viewer has not seen back on the deck; a hand keeps in kind 0 how many it had.

    By hands, not by seats: of two that wait for each other, one still holds the hand that the other takes up next.
    """
    for seat in range(s.seats):
        if s.picked[seat] != NOTHING and not has_seen(s, box, viewer, hand_of(s, seat)):
            put_back(s, s.picked[seat])
    for hand in range(s.seats):
        if has_seen(s, box, viewer, hand):
            continue
        cards = 0
        for kind in range(box.kinds):
            for _ in range(s.hand[hand, kind]):
                put_back(s, kind)
                cards += 1
            s.hand[hand, kind] = 0
        s.hand[hand, 0] = cards


@rule
def put_back(s: S, card: int) -> None:
    """Put a card on top of the deck."""
    s.top -= 1
    s.deck[s.top] = card


@rule
def deal_unseen(s: S, box: B, viewer: int) -> None:
    """Deal those cards anew, to picks and hands as many as they had."""
    for seat in range(s.seats):
        if s.picked[seat] != NOTHING and not has_seen(s, box, viewer, hand_of(s, seat)):
            s.picked[seat] = take_top(s)
    for hand in range(s.seats):
        if has_seen(s, box, viewer, hand):
            continue
        cards = s.hand[hand, 0]
        s.hand[hand, 0] = 0
        for _ in range(cards):
            s.hand[hand, take_top(s)] += 1


@rule
def hand_size(s: S, box: B, seat: int) -> int:
    """Cards in the hand itself: without a card picked, or revealed and not yet placed."""
    out = s.picked[seat] != NOTHING or s.placing[seat] != NOTHING
    return cards_left(s, box, seat) - (1 if out else 0)


@rule
def seen(s: S, box: B, seat: int, move: int, viewer: int) -> int:
    """A pick is hidden until it is revealed; all else is open."""
    if among(move, PICK) and viewer != seat:
        return HIDDEN
    return move
