"""Cards in hands: one's own, and what is known of those of rivals."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.rule import HIDDEN, NOTHING
from ....scene import Group, Sprite, fan
from ....scene.cards import card_label, card_name, card_symbol
from ..reading import View, are_in_hands, card_hint, card_short, cards_held, cards_kept, count_held, count_kept
from ..rules.draft import giver
from ..state import DRAFTING, PLACING, SCORING

TALL = 1.4  # a card's height for its width
WIDTH, HEIGHT, CARD = 820.0, 166.0, 112.0
KEPT = 78.0  # a kept card while others are chosen
RIVAL_WIDTH, RIVAL_HEIGHT, SMALL = 500.0, 128.0, 80.0

# ---------------------------------------------------------------- one's own cards


def hand_group(view: View) -> Group:
    """Where one's own cards lie."""
    return Group("hand", view.words("term.hand"), "hand", WIDTH, HEIGHT, view.viewer)


@kept
def own_cards(view: View) -> Iterator[Sprite]:
    """The viewer's own cards: the hand to choose from, and what it has kept."""
    own = cards_kept(view, view.viewer)
    y = HEIGHT / 2
    if view.s.phase == PLACING:
        for card, (x, _) in zip(own, fan(len(own), WIDTH, y, CARD), strict=True):
            yield own_card(view, card, "play", x, y, CARD)
        return
    own.sort(key=lambda card: view.s.taken[card])
    right = WIDTH * 0.4 if own else 0.0
    hand = cards_held(view, view.viewer)
    for card, (x, _) in zip(hand, fan(len(hand), WIDTH - right, y, CARD), strict=True):
        yield own_card(view, card, "keep", x, y, CARD)
    for card, (x, _) in zip(own, fan(len(own), right, y, KEPT), strict=True):
        yield own_card(view, card, None, WIDTH - right + x, y, KEPT)


def own_card(view: View, card: int, verb: str | None, x: float, y: float, width: float) -> Sprite:
    """A card of one's own: a button where it may be kept or played."""
    move = view.may(f"{verb} {card_name(view, card)}") if verb else None
    playing = view.s.playing == card
    label = card_label(view, card)
    # While others play, one's cards are there to be studied; grey is what could have been chosen and was not.
    passed = verb == "keep" or (verb == "play" and view.s.playing != NOTHING)
    marks = ("legal",) if move else ("focus",) if playing else ("dim",) if passed else ()
    return Sprite(
        key=f"card-{card}",
        symbol=card_symbol(view, card),
        group="hand",
        x=x,
        y=y,
        size=(width, width * TALL),
        label=label if verb else view.words("term.kept", card=label),
        short=card_short(view, card),
        hint=card_hint(view, card),
        layer=3 if playing else 2,
        origin=f"seat-{view.ask(giver, view.viewer)}",
        move=move,
        marks=marks,
    )


# ---------------------------------------------------------------- those of rivals


@kept
def rivals_group(view: View, seat: int) -> Group:
    """Where a rival's cards lie."""
    return Group(f"seat-{seat}", view.name(seat), "side", RIVAL_WIDTH, RIVAL_HEIGHT, seat, round_points(view, seat))


def round_points(view: View, seat: int) -> str:
    """What a seat's cards have gained in the round, once they are counted."""
    number = view.s.rounds if view.s.phase == SCORING else view.s.rounds - 1
    if are_in_hands(view) or number < 0:
        return ""
    return view.words("term.points", n=view.s.tally[number][seat])


@kept
def rivals_cards(view: View, seat: int) -> Iterator[Sprite]:
    """What a rival has: cards the viewer knows face up, the rest as backs; kept ones left, the draft hand right."""
    if not are_in_hands(view):
        return
    theirs = with_backs(cards_kept(view, seat), count_kept(view, seat), f"kept-{seat}")
    # A draft hand is known as a whole, or not at all.
    held = with_backs(cards_held(view, seat), count_held(view, seat), f"back-{seat}")
    share = 1.0
    if view.s.phase == DRAFTING:
        share = max(0.2, min(0.8, len(theirs) / max(1, len(theirs) + len(held))))
    y = RIVAL_HEIGHT / 2
    left, right = RIVAL_WIDTH * share, RIVAL_WIDTH * (1 - share)
    for (card, key), (x, _) in zip(theirs, fan(len(theirs), left - 8, y, SMALL), strict=True):
        yield rivals_card(view, seat, card, key, x, y, "kept")
    for (card, key), (x, _) in zip(held, fan(len(held), right - 8, y, SMALL), strict=True):
        yield rivals_card(view, seat, card, key, left + x, y, "held")


def with_backs(known: list[int], count: int, back: str) -> list[tuple[int, str]]:
    """The cards that are known, then HIDDEN for each of the others; each with its key."""
    faces = [(card, f"card-{card}") for card in known]
    return faces + [(HIDDEN, f"{back}-{i}") for i in range(count - len(known))]


def rivals_card(view: View, seat: int, card: int, key: str, x: float, y: float, where: str) -> Sprite:
    """A card that a rival holds or has kept."""
    known = card != HIDDEN
    name = view.name(seat)
    return Sprite(
        key=key,
        symbol=card_symbol(view, card) if known else "card-back",
        group=f"seat-{seat}",
        x=x,
        y=y,
        size=(SMALL, SMALL * TALL),
        label=card_label(view, card) if known else view.words(f"term.hidden.{where}", name=name),
        short=card_short(view, card) if known else "?",
        hint=f"{view.words(f'hint.known.{where}', name=name)} {card_hint(view, card)}" if known else "",
        face="up" if known else "down",
        layer=2,
        origin=f"seat-{view.ask(giver, seat)}" if known else None,
        marks=("dim",) if known else (),
    )
