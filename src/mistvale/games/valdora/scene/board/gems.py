"""Gems on the board, wherever they lie: on roads, and on the discard space."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.grammar import signs
from .....scene import Sprite
from ...reading import View
from ...reading.actions import loads_of
from ...reading.names import gem_label
from ...state import GEMS
from ..layout import SPACE, Point

READ = 34.0  # how far below a place is written what lies there


def gem_sprites(view: View, key: str, gem: int, count: int, at: Point, side: float, here: bool) -> Iterator[Sprite]:
    """Gems of a colour; a click loads one where there is one way to load it, if the viewer's pawn is here.

    Else they have no label: what they lie on tells of them, and gets the clicks.
    """
    sprite = Sprite(key, f"gem-{GEMS[gem]}", "board", *at, (side, side), layer=4)
    if move := only_load(view, gem) if here else None:
        hint = view.words("hint.load", equipment=view.words(f"term.equipment.{move.split()[-1]}"))
        label = view.words("term.counted", n=count, what=gem_label(view, gem))
        sprite = sprite._replace(label=label, hint=hint, move=move)
    yield sprite
    if count > 1:
        (x, y), badge = at, side * 0.94
        beside = x + side * 0.36, y + side * 0.32
        yield Sprite(f"{key}-count", "count", "board", *beside, (badge, badge), layer=5, text=str(count))


def only_load(view: View, gem: int) -> str | None:
    """The move that loads a gem, where there is only one."""
    ways = loads_of(view, gem)
    return ways[0] if len(ways) == 1 else None


def read(view: View, name: str, at: Point, gems: list[int], seats: list[int]) -> Iterator[Sprite]:
    """What lies and stands on a place, for those who read the board in characters; there is nothing to draw."""
    short = signs([gem_label(view, gem) for gem in range(len(gems))])
    parts = [f"{n}{short[gem]}" for gem, n in enumerate(gems) if n]
    text = "".join(parts) + "".join(f"@{initials(view.name(seat))}" for seat in seats)
    if text:
        x, y = at
        yield Sprite(f"read-{name}", None, "board", x, y + READ, (SPACE, SPACE / 2), short=text, layer=0)


def initials(name: str) -> str:
    """The first letters of a name's words, by which names are told apart that begin with the same word."""
    return "".join(word[0] for word in name.split())
