"""Cards as sprites: the drawing, and what the scene lays on it, whatever the box prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....scene import Sprite
from ..reading import View
from ..reading.names import asked_gems, face_hint, face_label, face_short, face_symbol
from ..state import CATALOGUE, GEMS, TOOLS

TALL = 1.4  # a card's height for its width
# Where up to three gems lie on a commission, on a drawing 100 wide: how large, and the middle of each.
ASKED = {1: (0.44, (50,)), 2: (0.36, (32, 68)), 3: (0.3, (22, 50, 78))}


@dataclass(frozen=True)
class Spot:
    """Where a card lies: its group, its middle, its width, its layer."""

    group: str
    x: float
    y: float
    width: float
    layer: int = 3

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a card here."""
        return self.width, self.width * TALL

    def on(self, x: float, y: float) -> tuple[float, float]:
        """A point of the card's drawing, which is 100 wide and 140 high."""
        return self.x + (x - 50) * self.width / 100, self.y + (y - 70) * self.width / 100

    def thing(self, key: str, symbol: str, x: float, y: float, part: float, text: str | None = None) -> Sprite:
        """Something that lies on the card: so much of its width, named by the card itself."""
        side = self.width * part
        return Sprite(key, symbol, self.group, *self.on(x, y), (side, side), layer=self.layer + 1, text=text)


def card_sprite(view: View, key: str, kind: int, face: int, spot: Spot) -> Sprite:
    """A card that shows a face."""
    return Sprite(
        key,
        face_symbol(view, kind, face),
        spot.group,
        spot.x,
        spot.y,
        spot.size,
        label=face_label(view, kind, face),
        short=face_short(view, kind, face),
        hint=face_hint(view, kind, face),
        layer=spot.layer,
    )


def printed(view: View, key: str, kind: int, face: int, spot: Spot) -> Iterator[Sprite]:
    """What is printed on a card beside its picture: the gem it carries or asks for, coins and points."""
    if kind == CATALOGUE:
        yield from fare(view, key, face, spot)
    else:
        yield from asked(view, key, face, spot)


def fare(view: View, key: str, equipment: int, spot: Spot) -> Iterator[Sprite]:
    """The gem that a tool carries, or what loading cart and horse costs."""
    if equipment < TOOLS:
        gem = GEMS[view.components.carries[equipment]]
        yield spot.thing(f"{key}-carries-{equipment}", f"gem-{gem}", 50, 113, 0.34)
    else:
        coins = str(view.components.fare[equipment])
        yield spot.thing(f"{key}-fare-{equipment}", "toll", 50, 113, 0.36, coins)


def asked(view: View, key: str, face: int, spot: Spot) -> Iterator[Sprite]:
    """What a commission asks for, and its points."""
    gems = asked_gems(view, face)
    coins = view.components.asks_coins[face]
    things: list[tuple[str, str | None]] = [(f"gem-{GEMS[gem]}", None) for gem in gems]
    if coins:
        things.append(("coin", str(coins) if coins > 1 else None))
    part, places = ASKED.get(
        len(things), (0.22, tuple(14 + 72 * i // max(1, len(things) - 1) for i in range(len(things))))
    )
    for i, ((symbol, text), x) in enumerate(zip(things, places, strict=True)):
        yield spot.thing(f"{key}-asks-{face}-{i}", symbol, x, 78, part, text)
    points = str(view.components.worth[face])
    yield spot.thing(f"{key}-worth-{face}", "points-badge", 50, 116, 0.36, points)
