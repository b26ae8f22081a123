"""Hands of cards, one's own and those of rivals, and what was picked from them."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.rule import HIDDEN, NOTHING
from ....scene import Group, Sprite, fan
from ....scene.cards import card_label, card_name, card_symbol
from ..reading import View, card_hint, card_short, has_committed, hides_pick, holds_hand, known_hand
from ..rules.construction import cards_left, giver, hand_of

WIDTH, HEIGHT, CARD = 860.0, 132.0, 112.0


def hand_group(view: View) -> Group:
    """Where one's own hand lies."""
    return Group("hand", view.words("term.hand"), "hand", WIDTH, HEIGHT, view.viewer)


@kept
def own_hand(view: View) -> Iterator[Sprite]:
    """The viewer's own cards to pick from, and beside them the one it has picked."""
    seat = view.viewer
    hand = view.ask(hand_of, seat)
    counts = view.s.hand[hand] if holds_hand(view, seat) else []
    cards = [(kind, i) for kind, n in enumerate(counts) for i in range(n)]
    y = HEIGHT / 2
    neighbour = view.ask(giver, seat)
    for (kind, i), (x, _) in zip(cards, fan(len(cards), WIDTH - CARD - 20, y, CARD), strict=True):
        move = view.may(f"pick {card_name(view, kind)}")
        yield Sprite(
            key=f"hand-{hand}-{kind}-{i}",
            symbol=card_symbol(view, kind),
            group="hand",
            x=x,
            y=y,
            size=(CARD, CARD),
            label=card_label(view, kind),
            short=card_short(view, kind),
            hint=card_hint(view, kind),
            layer=2,
            origin=f"window-{neighbour}",
            move=move,
            marks=("legal",) if move else ("dim",),
        )
    yield from picked(view, seat, "hand", WIDTH - CARD / 2 - 6, y, CARD)


def rivals_hand(view: View, seat: int, group: str, width: float, y: float, size: float) -> Iterator[Sprite]:
    """The cards that a rival holds, as far as they are known."""
    cards = held(view, seat)
    told = "hint.known.picked" if hides_pick(view, seat) else "hint.known"
    for (kind, key), (x, _) in zip(cards, fan(len(cards), width, y, size), strict=True):
        known = kind != HIDDEN
        yield Sprite(
            key=key,
            symbol=card_symbol(view, kind) if known else "card-back",
            group=group,
            x=x,
            y=y,
            size=(size, size),
            label=card_label(view, kind) if known else view.words("term.back"),
            short=card_short(view, kind) if known else "?",
            hint=view.words(told, name=view.name(seat)) if known else "",
            face="up" if known else "down",
            marks=("dim",) if known else (),
        )


def held(view: View, seat: int) -> list[tuple[int, str]]:
    """The cards in a rival's hand: kinds where they are known, HIDDEN where not; each with its key.

    A pick from a known hand is any card of it, so all of them are shown; the window's note says that one is out.
    """
    if not holds_hand(view, seat):
        return []
    known = known_hand(view, seat)
    if known is None:
        is_out = has_committed(view, seat) or view.s.placing[seat] != NOTHING
        left = view.ask(cards_left, seat) - is_out
        return [(HIDDEN, f"back-{seat}-{i}") for i in range(left)]
    hand = view.ask(hand_of, seat)
    return [(kind, f"hand-{hand}-{kind}-{known[:place].count(kind)}") for place, kind in enumerate(known)]


def picked(view: View, seat: int, group: str, x: float, y: float, size: float) -> Iterator[Sprite]:
    """The card a seat has picked: face down for the others until all are turned over."""
    shown = view.s.placing[seat]
    if shown == NOTHING and not has_committed(view, seat):
        return
    kind = shown if shown != NOTHING else view.s.picked[seat]
    known = kind >= 0
    among = len(known_hand(view, seat) or ()) if hides_pick(view, seat) else 0
    back = view.words("term.pick.among" if among else "term.pick", name=view.name(seat), shown=among)
    yield Sprite(
        key=f"pick-{seat}",
        symbol=card_symbol(view, kind) if known else "card-back",
        group=group,
        x=x,
        y=y,
        size=(size, size),
        label=card_label(view, kind) if known else back,
        text=view.words("term.among", shown=among) if among else None,
        short=(">" + card_short(view, kind)) if known else ">?",
        hint=card_hint(view, kind) if known else "",
        face="up" if known else "down",
        layer=4,
        origin=origin_of_pick(view, seat, kind),
        marks=("focus",) if shown != NOTHING and view.is_pending(seat) else (),
        place=view.words("term.picked") if known else "",
    )


def origin_of_pick(view: View, seat: int, kind: int) -> str:
    """A pick comes out of the hand it was taken from."""
    if kind < 0:
        return f"back-{seat}-0"
    hand = view.ask(hand_of, seat)
    return f"hand-{hand}-{kind}-{max(0, view.s.hand[hand][kind])}"
