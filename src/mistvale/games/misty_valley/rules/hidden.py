"""What a seat knows: veils, redealt worlds, and what it sees of a move.

Hidden are the orders of the stacks, the valley tiles that are out, the tokens not revealed, and a rival's hand: any of
its patrols that it has not placed.
"""

from __future__ import annotations

from ....core.chance import hide_stream, plant, shuffle
from ....core.helpers import draw_one
from ....core.rule import HIDDEN, NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import PLACING, SEATS
from .control import is_patrol, patrol_tile
from .patrols import pile_left, take_patrol


@rule
def chooses_unseen(s: S, viewer: int) -> bool:
    """Whether a rival of the viewer has chosen a patrol from its hand, and not placed it yet."""
    return s.phase == PLACING and s.turn != viewer and is_patrol(s.chosen) and s.place[s.chosen] == NOTHING


# ---------------------------------------------------------------- the view


@rule
def veil(s: S, box: B, viewer: int) -> None:
    """Blank the stacks and the rival's hand, as far as the viewer can't tell."""
    hide_stream(s)
    if chooses_unseen(s, viewer):
        s.chosen = HIDDEN
    veil_stack(s.valley, s.valley_top, box.valley)
    veil_stack(s.encounters, s.encounter_top, box.encounters)
    if s.expansion:
        veil_stack(s.tokens, s.token_top, box.walls + box.flower_tokens)
    for seat in range(SEATS):
        if seat != viewer and pile_left(s, box, seat) > 0:
            veil_hand(s, box, seat)
        veil_stack(s.pile[seat], s.pile_top[seat], box.patrols[seat])


@rule
def veil_stack(stack: Array1, top: int, end: int) -> None:
    """Blank the rest of a stack, unless all that is left is alike."""
    alike = True
    for card in range(top, end):
        alike &= stack[card] == stack[top]
    if not alike:
        for card in range(top, end):
            stack[card] = HIDDEN


@rule
def veil_hand(s: S, box: B, seat: int) -> None:
    """Any patrol of that seat that is not in play may be in its hand, or the next in its stack."""
    for kind in range(box.kinds):
        if box.has[seat, kind] and s.place[patrol_tile(seat, kind)] == NOTHING:
            s.hand[seat, kind] = HIDDEN
    for card in range(s.pile_top[seat], box.patrols[seat]):
        s.pile[seat, card] = HIDDEN


# ---------------------------------------------------------------- a world dealt anew


@rule
def redeal(s: S, box: B, viewer: int, seed: Array1) -> None:
    """Shuffle every stack, a rival's hand into its own: all worlds that agree with what was seen, evenly."""
    plant(s, seed)
    shuffle(s, s.valley, s.valley_top, box.valley)
    shuffle(s, s.encounters, s.encounter_top, box.encounters)
    if s.expansion:
        shuffle(s, s.tokens, s.token_top, box.walls + box.flower_tokens)
    unseen = chooses_unseen(s, viewer)
    for seat in range(SEATS):
        held = s.held[seat]
        if seat != viewer:
            put_hand_back(s, box, seat)
        shuffle(s, s.pile[seat], s.pile_top[seat], box.patrols[seat])
        while s.held[seat] < held:
            take_patrol(s, box, seat)
    if unseen:
        choose_another(s, box)


@rule
def put_hand_back(s: S, box: B, seat: int) -> None:
    """A hand goes back on top of its stack."""
    for kind in range(box.kinds):
        if s.hand[seat, kind] == 1:
            s.hand[seat, kind] = 0
            s.held[seat] -= 1
            s.pile_top[seat] -= 1
            s.pile[seat, s.pile_top[seat]] = kind


@rule
def choose_another(s: S, box: B) -> None:
    """What a rival has chosen and not yet placed is any patrol in its hand."""
    seat, hand = s.turn, 0
    for kind in range(box.kinds):
        if s.hand[seat, kind] == 1:
            hand |= 1 << kind
    s.chosen = patrol_tile(seat, draw_one(s, hand))


@rule
def seen(s: S, box: B, seat: int, move: int, viewer: int) -> int:
    """Every move is open: a rival's turn is shown as far as something was revealed, and then all of it lies there."""
    return move
