"""What the view side asks of a position of The Secret Valley, and what cards and spaces are called."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.grammar import signs
from ...core.keeping import kept
from ...core.knowledge import ViewOf, once
from ...core.rule import HIDDEN, NOTHING
from ...core.text import Words
from ...scene import Parts
from ...scene.cards import card_label
from .rules.criteria import gifts, score_grid, score_grid_with
from .rules.draft import giver, hands_are_single, holder, receiver
from .rules.hidden import SINCE
from .rules.placing import may_reach
from .rules.scoring import best_round
from .state import (
    CARDS,
    DRAFTING,
    FREE_SIDES,
    HOW,
    NONE_FREE,
    PLACING,
    TERRAINS,
    Box,
    State,
)

View = ViewOf[State, Box]

ASKED = (
    best_round,
    gifts,
    giver,
    hands_are_single,
    holder,
    may_reach,
    receiver,
    score_grid,
    score_grid_with,
)
"""The rules that are asked here beside the verbs: they are compiled before play, too."""


# ---------------------------------------------------------------- cards and spaces in words


def card_face(view: View, card: int) -> str:
    """A card's terrain and number."""
    box = view.components
    return view.words("term.face", terrain=terrain_name(view, box.terrain[card]), number=box.number[card])


@once
def card_hint(view: View, card: int) -> str:
    """A card's face and how it scores."""
    return f"{card_face(view, card)}. {sentence(view.words, view.box.data['cards'][card]['scores'])}"


@once
def card_short(view: View, card: int) -> str:
    """A card in a terminal: a sign for its terrain, its number, its name."""
    box = view.components
    sign = signs([terrain_name(view, terrain) for terrain in range(len(TERRAINS))])[box.terrain[card]]
    return f"{sign}{box.number[card]} {card_label(view, card)}"


def terrain_name(view: View, terrain: int) -> str:
    """What a terrain is called."""
    return view.words(f"term.terrain.{TERRAINS[terrain]}")


def sentence(words: Words, criterion: Any) -> str:
    """How a card scores, in words, from its criterion in the box."""
    how, points = criterion["how"], int(criterion["points"])
    if HOW.index(how) in (FREE_SIDES, NONE_FREE):
        return words(f"hint.scores.{how}", n=points)
    which, numbers = criterion.get("which", "all"), ""
    if isinstance(which, list):
        which, numbers = "number", either(words, [str(number) for number in which])
    key = f"hint.scores.{how}.{criterion['of']}" if "of" in criterion else f"hint.scores.{how}"
    return words(
        key,
        n=points,
        one=words(f"term.one.{which}", numbers=numbers),
        many=words(f"term.many.{which}", numbers=numbers),
        where=words(f"term.where.{criterion['where']}"),
    )


def either(words: Words, names: list[str]) -> str:
    """Names as a choice lists them."""
    return words.listed(names, "or")


# ---------------------------------------------------------------- hands


def are_in_hands(view: View) -> bool:
    """Whether there are cards in hands."""
    return view.s.phase in (DRAFTING, PLACING)


def hand_size(view: View) -> int:
    """How many cards a hand is dealt."""
    return view.components.hand[view.seats]


def cards_kept(view: View, seat: int) -> list[int]:
    """The cards that a seat is known to keep and has not played."""
    cards = zip(range(view.components.cards), view.s.keeper, view.s.place, strict=False)
    return [card for card, keeper, place in cards if keeper == seat and place == NOTHING]


def cards_held(view: View, seat: int) -> list[int]:
    """The cards that a seat is known to have in the draft hand it holds."""
    if view.s.phase != DRAFTING:
        return []
    cards = zip(range(view.components.cards), view.s.origin, view.s.taken, strict=False)
    there = [(card, origin) for card, origin, taken in cards if origin >= 0 and taken == NOTHING]
    # A hand goes round as a whole.
    holders = {origin: view.ask(holder, origin, view.s.trick) for origin in {origin for _, origin in there}}
    return [card for card, origin in there if holders[origin] == seat]


def has_committed(view: View, seat: int) -> bool:
    """Whether a seat has kept a card of the hand it holds: that it has is public, which one is not."""
    return view.s.phase == DRAFTING and not view.ask(hands_are_single) and not view.is_pending(seat)


def count_kept(view: View, seat: int) -> int:
    """How many cards a seat keeps and has not played, known or not."""
    s = view.s
    if s.phase == DRAFTING:
        return s.trick + has_committed(view, seat)
    played = sum(1 for card in s.grid if card != NOTHING and s.keeper[card] == seat)
    return hand_size(view) - played


def count_held(view: View, seat: int) -> int:
    """How many cards are in the draft hand that a seat holds, known or not."""
    if view.s.phase != DRAFTING:
        return 0
    return hand_size(view) - view.s.trick - has_committed(view, seat)


def possible_seats(view: View, card: int) -> list[int]:
    """The seats that may have a card which the viewer has seen in a draft hand; none if it has not."""
    s = view.s
    hand, taken = s.origin[card], s.taken[card]
    if hand < 0 or taken == HIDDEN:
        return []
    if taken >= NOTHING:
        return [int(view.ask(holder, hand, s.trick if taken == NOTHING else taken))]
    since = SINCE - taken
    open_until = min(since + view.seats - 1, s.trick, hand_size(view) - 1)
    played = [s.taken[other] for other in s.grid if other != NOTHING and s.origin[other] == hand]
    return [int(view.ask(holder, hand, t)) for t in range(since + 1, open_until + 1) if t not in played]


# ---------------------------------------------------------------- points: as the grid is, was, and would be


def points_now(view: View) -> dict[int, int]:
    """What each card on the grid scores as the grid is now."""
    out = np.zeros(CARDS, np.int32)
    view.ask(score_grid, out)
    return on_grid(view, out)


def points_before(view: View) -> dict[int, int]:
    """What each card on the grid scored one step earlier."""
    if view.was is None:
        return {}
    out = np.zeros(CARDS, np.int32)
    view.ask_before(score_grid, out)
    return on_grid(view, out)


def points_with(view: View, space: int) -> dict[int, int]:
    """What each card would score with the card being played on a space, that one too."""
    out = np.zeros(CARDS, np.int32)
    view.ask(score_grid_with, space, out)
    return on_grid(view, out)


def on_grid(view: View, out: Any) -> dict[int, int]:
    """The points of the cards that are on the grid."""
    found = out.tolist()[: view.components.cards]
    return {card: points for card, points in enumerate(found) if points != NOTHING}


# ---------------------------------------------------------------- points by source


@kept
def round_parts(view: View, seat: int) -> Parts:
    """A seat's points of each finished round."""
    return tuple(
        (view.words("summary.round", n=number + 1), row[seat])
        for number, row in enumerate(view.s.tally[: view.s.rounds])
    )


def clan_points(view: View) -> list[int]:
    """What each seat's cards score as the grid is now."""
    totals = [0] * view.seats
    for card, points in points_now(view).items():
        totals[view.s.keeper[card]] += points
    return totals


def terrain_points(view: View, terrain: int) -> list[int]:
    """What each seat's cards of a terrain have gained in the round."""
    totals = [0] * view.seats
    for card, gained in enumerate(view.s.gained):
        if gained != NOTHING and view.components.terrain[card] == terrain:
            totals[view.s.keeper[card]] += gained
    return totals


def just_scored(was: State, now: State) -> list[int]:
    """The cards that have been counted between two states."""
    return [card for card, gained in enumerate(now.gained) if gained != NOTHING and was.gained[card] == NOTHING]


def gives(view: View, card: int) -> dict[int, int]:
    """Which cards gave a card on the grid how many of its points, in reading order."""
    out = np.zeros(CARDS, np.int32)
    view.ask(gifts, card, out)
    giving = [other for other, points in enumerate(out.tolist()) if points]
    return {other: int(out[other]) for other in sorted(giving, key=view.s.place.__getitem__)}
