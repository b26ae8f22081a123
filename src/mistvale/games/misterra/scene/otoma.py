"""The Otoma's deck, the card it has turned over, and its claim flags."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Sprite
from ..reading import View
from ..reading.names import square_name, terrain_word
from ..state import OTOMA, TERRAINS
from .board import BADGE, FIGURE, FLAG_SIGN, TILE
from .hand import flags, read_pair

OTOMA_WIDTH, OTOMA_HEIGHT, OTOMA_CARD = 560.0, 140.0, 180.0


@kept
def otoma(view: View) -> Iterator[Sprite]:
    """The Otoma's deck with the terrain side of its top card, the card it has turned over, and its claim flags."""
    turned = view.s.turned
    y, left, right = OTOMA_HEIGHT / 2, OTOMA_CARD * 0.55, OTOMA_CARD * 1.62
    if view.s.face[0] != NOTHING:
        yield from terrain_side(view, turned, left, y)
    if turned:
        yield from coordinate_side(view, turned - 1, right, y)
    yield from flags(view, OTOMA, "otoma", OTOMA_WIDTH - 126, y)


def terrain_side(view: View, card: int, x: float, y: float) -> Iterator[Sprite]:
    """The card on top of the deck: what happens on the squares of the card before it."""
    first, second, mark = view.s.face
    said = {"first": terrain_word(view, first), "second": terrain_word(view, second)}
    hint = f"{view.words('hint.otoma', **said)} {view.words('term.otoma.mark') if mark else ''}".strip()
    label = view.words("term.otoma.terrains", **said)
    short = f"{read_pair(view, (first, second))}{FLAG_SIGN if mark else ''}"
    yield otoma_card(card, "otoma-terrain", x, y, label, short, hint, "down")
    for i, terrain in enumerate((first, second)):
        place = ("otoma", x + OTOMA_CARD * (-32 + 64 * i) / 140, y, (54.0, 54.0))
        yield Sprite(f"otoma-ink-{card}-{i}", f"ink-{TERRAINS[terrain]}", *place, layer=FIGURE)
    if mark:
        place = ("otoma", x + OTOMA_CARD * 0.42, y - OTOMA_CARD * 0.26, (52.0, 52.0))
        yield Sprite(f"otoma-mark-{card}", "claim-mark", *place, layer=BADGE)


def coordinate_side(view: View, card: int, x: float, y: float) -> Iterator[Sprite]:
    """The card that was turned over: two squares."""
    names = [square_name(square) for square in view.s.named]
    label = view.words("term.otoma.squares", first=names[0], second=names[1])
    yield otoma_card(card, "otoma-coordinates", x, y, label, ", ".join(names), "", "up")
    for i, name in enumerate(names):
        place = ("otoma", x + OTOMA_CARD * (-32 + 64 * i) / 140, y, (56.0, 44.0))
        yield Sprite(f"otoma-square-{card}-{i}", "coordinate", *place, text=name, layer=FIGURE)


def otoma_card(card: int, symbol: str, x: float, y: float, label: str, short: str, hint: str, face: str) -> Sprite:
    """A card of the Otoma: it is turned over from its terrains to its squares."""
    place = ("otoma", x, y, (OTOMA_CARD, OTOMA_CARD / 1.4))
    return Sprite(f"otoma-{card}", symbol, *place, label=label, short=short, hint=hint, face=face, layer=TILE)
