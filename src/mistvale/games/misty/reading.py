"""What the view side asks of a position of Misty, and what cards and spaces are called."""

from __future__ import annotations

from ...core.keeping import kept
from ...core.knowledge import ViewOf, once
from ...core.rule import HIDDEN, NOTHING
from ...scene import Parts
from ...scene.cards import card_label
from .rules.activation import beside, first_of
from .rules.construction import cards_left, giver, hand_of, has_taken_up, may_reach, passes_left, receiver
from .rules.scoring import has_won_round, is_round_under_way, window_score
from .state import ARROW, ARROWS, BUILDING, FLOWER, MONSTER, OUTSIDE, SIDE, SMILE, Box, State

View = ViewOf[State, Box]

ASKED = (
    beside,
    first_of,
    cards_left,
    giver,
    hand_of,
    has_taken_up,
    may_reach,
    passes_left,
    receiver,
    has_won_round,
    is_round_under_way,
    window_score,
)
"""The rules that are asked here beside the verbs: they are compiled before play, too."""

SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


# ---------------------------------------------------------------- cards and spaces in words


@once
def card_hint(view: View, kind: int) -> str:
    """What a kind of card does."""
    family = view.components.family[kind]
    if family == ARROW:
        return view.words(f"hint.{ARROWS[view.components.arrow[kind]]}")
    key = {FLOWER: "hint.flower", MONSTER: "hint.monster", SMILE: "hint.smile"}.get(family, "hint.plain")
    return view.words(key, n=view.components.points[kind])


@once
def card_short(view: View, kind: int) -> str:
    """A card in a terminal: its name and its arrow."""
    arrow = view.components.arrow[kind]
    return card_label(view, kind) + (f" {SIGNS[ARROWS[arrow]]}" if arrow != NOTHING else "")


# ---------------------------------------------------------------- windows


def cards_in_window(view: View, seat: int) -> list[int]:
    """The cards that can be seen in a window."""
    return [card for card in view.s.window[seat] if card != NOTHING]


def is_in_window(view: View, seat: int, space: int) -> bool:
    """Whether a space is within the window as it is now."""
    row, column = divmod(space, SIDE)
    s = view.s
    return s.highest[seat] <= row <= s.lowest[seat] and s.leftmost[seat] <= column <= s.rightmost[seat]


def target_of(view: View, seat: int, space: int) -> int:
    """Where the arrow card on a space would go; OUTSIDE if it would leave the window."""
    arrow = view.components.arrow[view.s.window[seat][space]]
    return int(view.ask(beside, seat, space, arrow))


def monster_that_ate(view: View, seat: int) -> int:
    """Where the monster that has just eaten lay before; OUTSIDE if none has."""
    return OUTSIDE if view.was is None else int(view.ask_before(first_of, seat, MONSTER))


# ---------------------------------------------------------------- hands


def holds_hand(view: View, seat: int) -> bool:
    """Whether a seat holds cards from which it picks."""
    return view.s.phase == BUILDING and bool(view.ask(has_taken_up, seat))


@kept
def has_committed(view: View, seat: int) -> bool:
    """Whether a seat has laid down a card hidden: that it has is public, what it is is not."""
    if view.s.phase != BUILDING or view.s.placing[seat] != NOTHING:
        return False
    if view.s.picked[seat] != NOTHING:
        return True
    return holds_hand(view, seat) and not view.is_pending(seat)


def known_hand(view: View, seat: int) -> list[int] | None:
    """The kinds of cards in the hand that a seat holds, its hidden pick among them; None if the viewer can't know."""
    counts = view.s.hand[view.ask(hand_of, seat)]
    if counts[0] == HIDDEN:
        return None
    return [kind for kind, n in enumerate(counts) for _ in range(n)]


@kept
def hides_pick(view: View, seat: int) -> bool:
    """Whether one of the cards that a rival is known to hold is what it has laid down hidden: nobody can say which."""
    return not view.is_own(seat) and has_committed(view, seat) and known_hand(view, seat) is not None


# ---------------------------------------------------------------- points by source


@kept
def round_parts(view: View, seat: int) -> Parts:
    """A seat's points of each round that has been counted (MI-12)."""
    return tuple(
        (view.words("summary.round", n=number + 1), row[seat])
        for number, row in enumerate(view.s.tally)
        if row[seat] != NOTHING
    )


def bonus(view: View, seat: int, family: int) -> int:
    """What the cards of a family score beyond the one point that every card scores."""
    box = view.components
    return sum(box.points[card] - 1 for card in cards_in_window(view, seat) if box.family[card] == family)


def pairs(view: View, seat: int) -> int:
    """The points for smiles side by side: the window's score less what its cards score singly."""
    single = sum(view.components.points[card] for card in cards_in_window(view, seat))
    return int(view.ask(window_score, seat)) - single
