"""A scene as it is heard: what things are called, what more there is to say of them, and in which order they are read.

The browser does the same for its screen readers (`client/aloud.js`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core.text import Message
from .model import Group, Scene, Sprite

ENDS = (".", "!", "?", "…", ":", ";", ",")


def is_heard(sprite: Sprite) -> bool:
    """Whether it is told by itself: a figure on a symbol without a label is told by what it lies on."""
    return bool(sprite.label or sprite.hint or (sprite.text and not sprite.symbol))


def name(sprite: Sprite, lang: str = "en") -> str:
    """What it is called: where it lies, and what it is."""
    thing = sprite.label or (_lines(sprite.hint) or [""])[0] or sprite.text or ""
    if not sprite.place or not thing:
        return thing
    return Message("mistvale", "aloud.at", {"place": sprite.place, "thing": thing}).told(lang)


def more(sprite: Sprite) -> str:
    """What else there is to say of it, in sentences."""
    lines = _lines(sprite.hint)
    return " ".join(sentence(line) for line in (lines if sprite.label else lines[1:]))


def sentence(line: str) -> str:
    """A line with a stop at its end, so that it is not run together with the next."""
    return line if line.endswith(ENDS) else f"{line}."


def choices(sprite: Sprite) -> Iterator[tuple[str, str]]:
    """The moves that it stands for, each with what is said of it."""
    if sprite.move is not None:
        yield sprite.move, more(sprite)
    for move, way in zip(sprite.turns, sprite.ways, strict=True):
        if move is not None:
            yield move, sentence(way)


def within(scene: Scene, group: Group) -> list[Sprite]:
    """What is heard of a group, in the order in which it is read."""
    return in_order(sprite for sprite in scene.sprites if sprite.group == group.key and is_heard(sprite))


def in_order(sprites: Iterable[Sprite]) -> list[Sprite]:
    """Row by row, from left to right: what begins less than half of its height below another is in the same row."""
    left = sorted(sprites, key=lambda sprite: (sprite.y, sprite.x))
    ordered: list[Sprite] = []
    while left:
        reach = left[0].y + min(sprite.size[1] for sprite in left) / 2
        row = [sprite for sprite in left if sprite.y <= reach]
        ordered += sorted(row, key=lambda sprite: (sprite.x, sprite.y))
        left = left[len(row) :]
    return ordered


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
