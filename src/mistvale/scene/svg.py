"""A scene as one static SVG picture, for docs and tests: the wide table, drawn with the game's own art."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from .layout import Spot, wide
from .model import Group, Scene, Sprite

WIDTH = 1280.0
LETTERS, EDGE = "#fffdf6", "#14282b"  # on a drawing, by day and by night


@dataclass(frozen=True)
class Look:
    """The colours of a table by day or by night; drawings have their own."""

    table: str
    mat: str  # below a group
    ink: str
    card: str  # what has no drawing
    legal: str
    last: str
    mark: str  # what is pointed out, and what is written on that
    on_mark: str


DAY = Look("#e4eae3", "#c3d4cf", "#1d3437", "#fffdf8", "#b86a00", "#10806b", "#a8352a", "#fffdf8")
NIGHT = Look("#16323c", "#1d3f48", "#e9f1ef", "#2f6272", "#ffd166", "#7bdff2", "#ff9d7c", "#2a1208")


def draw(scene: Scene, with_art: bool = True) -> str:
    """The whole table as SVG text; without the art where a page has it already."""
    spots, height = wide(scene.groups, WIDTH)
    parts = [
        opening((0, 0, WIDTH, height), (WIDTH, height)),
        f"<title>{escape(scene.prompt.text or scene.game.title)}</title>",
        _inner(scene.game.art()) if with_art else "",
        f'<rect width="100%" height="100%" fill="{NIGHT.table}"/>',
    ]
    return "\n".join([*parts, *groups(scene, scene.groups, spots, NIGHT), "</svg>\n"])


def opening(box: tuple[float, float, float, float], size: tuple[float, float]) -> str:
    """The first tag of a picture: which part of the table it shows, and how large it is."""
    seen = " ".join(f"{side:.0f}" for side in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}" '
        f'width="{size[0]:.0f}" height="{size[1]:.0f}" font-family="system-ui, sans-serif">'
    )


def groups(
    scene: Scene, shown: Iterable[Group], spots: dict[str, Spot], look: Look, *, titled: bool = True
) -> list[str]:
    """Groups where they lie on the table, with their titles above them."""
    drawn = frozenset(re.findall(r'<symbol[^>]*\bid="([^"]+)"', scene.game.art()))
    return [_group(scene, group, spots[group.key], drawn, look, titled) for group in shown]


def _inner(art: str) -> str:
    """The symbols and definitions of an art file, without its root."""
    return re.sub(r"\A.*?<svg[^>]*>|</svg>\s*\Z", "", art, flags=re.S)


def _group(scene: Scene, group: Group, spot: Spot, symbols: frozenset[str], look: Look, titled: bool) -> str:
    sprites = sorted((s for s in scene.sprites if s.group == group.key), key=lambda s: s.layer)
    drawn = "".join(_sprite(sprite, symbols, look) for sprite in sprites)
    placed = f'<g transform="translate({spot.x:.1f} {spot.y:.1f}) scale({spot.scale:.4f})">{drawn}</g>'
    return _title(group, spot, look) + placed if titled else placed


def _title(group: Group, spot: Spot, look: Look) -> str:
    words = group.title + (f"  {group.note}" if group.note else "")
    return f'<text x="{spot.x:.1f}" y="{spot.y - 9:.1f}" font-size="18" fill="{look.ink}">{escape(words)}</text>'


def _sprite(sprite: Sprite, symbols: frozenset[str], look: Look) -> str:
    width, height = sprite.size
    x, y = sprite.x - width / 2, sprite.y - height / 2
    frame = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    body = f"<title>{escape(sprite.label)}</title>" if sprite.label else ""
    text, large = sprite.text, 0.5
    if sprite.symbol in symbols:
        body += f"<use href={quoteattr(f'#{sprite.symbol}')} {frame}/>"
    elif sprite.symbol:
        # A game without that drawing can still be played: a plain card with its name.
        body += f'<rect {frame} rx="{width * 0.1:.1f}" fill="{look.card}"/>'
        text, large = text or sprite.label or sprite.symbol, 0.2
    if text:
        body += _writing(text, sprite, large, look)
    for mark, colour in (("last", look.last), ("legal", look.legal), ("focus", look.legal)):
        if mark in sprite.marks:
            dash = ' stroke-dasharray="8 6"' if mark == "last" else ""
            body += f'<{_outline(sprite, frame)} fill="none" stroke="{colour}" stroke-width="4"{dash}/>'
    faded = 0.45 if "ghost" in sprite.marks else 0.55 if {"dim", "blur"} & set(sprite.marks) else 1
    opacity = f' opacity="{faded}"' if faded < 1 else ""
    turn = f' transform="rotate({sprite.turn:.0f} {sprite.x:.1f} {sprite.y:.1f})"' if sprite.turn else ""
    return f"<g{opacity}{turn}>{body}</g>"


def _outline(sprite: Sprite, frame: str) -> str:
    """The shape of a sprite's frame: a flat-topped hexagon, or a rectangle with round corners."""
    if sprite.shape != "hex":
        return f'rect {frame} rx="{sprite.size[0] * 0.1:.1f}"'
    x, y = sprite.size[0] / 2, sprite.size[1] / 2
    corners = ((-x, 0.0), (-x / 2, -y), (x / 2, -y), (x, 0.0), (x / 2, y), (-x / 2, y))
    return f'polygon points="{" ".join(f"{sprite.x + dx:.1f},{sprite.y + dy:.1f}" for dx, dy in corners)}"'


def _writing(text: str, sprite: Sprite, large: float, look: Look) -> str:
    """Words over as many lines as they have, as large as the sprite allows."""
    width, height = sprite.size
    lines = text.split("\n")
    longest = max(1, *(len(line) for line in lines))
    size = min(height * large / len(lines), width / longest * 1.7)
    # On a drawing, whatever its colours, light letters need a dark edge.
    edge = f'stroke="{EDGE}" stroke-width="{size * 0.16:.1f}" paint-order="stroke" ' if sprite.symbol else ""
    ink = LETTERS if sprite.symbol else look.ink
    return "".join(
        f'<text x="{sprite.x:.1f}" y="{sprite.y + (i - (len(lines) - 1) / 2) * size * 1.15:.1f}" '
        f'font-size="{size:.1f}" fill="{ink}" {edge}'
        f'text-anchor="middle" dominant-baseline="central">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
