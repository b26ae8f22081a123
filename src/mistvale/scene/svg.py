"""A scene as one static SVG picture, for docs and tests: the wide table, drawn with the game's own art."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from .layout import Spot, wide
from .model import Group, Scene, Sprite

WIDTH = 1280.0
TABLE = "#16323c"
INK = "#e9f1ef"
CARD = "#2f6272"
LEGAL = "#ffd166"
LAST = "#7bdff2"


def draw(scene: Scene, with_art: bool = True) -> str:
    """The whole table as SVG text; without the art where a page has it already."""
    spots, height = wide(scene.groups, WIDTH)
    art = scene.game.art()
    drawn = frozenset(re.findall(r'<symbol[^>]*\bid="([^"]+)"', art))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height:.0f}" '
        f'width="{WIDTH:.0f}" height="{height:.0f}" font-family="system-ui, sans-serif">',
        f"<title>{escape(scene.prompt.text or scene.game.title)}</title>",
        _inner(art) if with_art else "",
        f'<rect width="100%" height="100%" fill="{TABLE}"/>',
    ]
    parts += [_group(scene, group, spots[group.key], drawn) for group in scene.groups]
    return "\n".join([*parts, "</svg>\n"])


def _inner(art: str) -> str:
    """The symbols and definitions of an art file, without its root."""
    return re.sub(r"\A.*?<svg[^>]*>|</svg>\s*\Z", "", art, flags=re.S)


def _group(scene: Scene, group: Group, spot: Spot, symbols: frozenset[str]) -> str:
    sprites = sorted((s for s in scene.sprites if s.group == group.key), key=lambda s: s.layer)
    note = f"  {group.note}" if group.note else ""
    title = (
        f'<text x="{spot.x:.1f}" y="{spot.y - 9:.1f}" font-size="18" fill="{INK}">{escape(group.title + note)}</text>'
    )
    drawn = "".join(_sprite(sprite, symbols) for sprite in sprites)
    return f'{title}<g transform="translate({spot.x:.1f} {spot.y:.1f}) scale({spot.scale:.4f})">{drawn}</g>'


def _sprite(sprite: Sprite, symbols: frozenset[str]) -> str:
    width, height = sprite.size
    x, y = sprite.x - width / 2, sprite.y - height / 2
    frame = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    body = f"<title>{escape(sprite.label)}</title>" if sprite.label else ""
    text, large = sprite.text, 0.5
    if sprite.symbol in symbols:
        body += f"<use href={quoteattr(f'#{sprite.symbol}')} {frame}/>"
    elif sprite.symbol:
        # A game without that drawing can still be played: a plain card with its name.
        body += f'<rect {frame} rx="{width * 0.1:.1f}" fill="{CARD}"/>'
        text, large = text or sprite.label or sprite.symbol, 0.2
    if text:
        body += _writing(text, sprite, large)
    for mark, colour in (("last", LAST), ("legal", LEGAL), ("focus", LEGAL)):
        if mark in sprite.marks:
            dash = ' stroke-dasharray="8 6"' if mark == "last" else ""
            body += f'<rect {frame} rx="{width * 0.1:.1f}" fill="none" stroke="{colour}" stroke-width="4"{dash}/>'
    faded = 0.45 if "ghost" in sprite.marks else 0.55 if {"dim", "blur"} & set(sprite.marks) else 1
    opacity = f' opacity="{faded}"' if faded < 1 else ""
    turn = f' transform="rotate({sprite.turn:.0f} {sprite.x:.1f} {sprite.y:.1f})"' if sprite.turn else ""
    return f"<g{opacity}{turn}>{body}</g>"


def _writing(text: str, sprite: Sprite, large: float) -> str:
    """Words over as many lines as they have, as large as the sprite allows."""
    width, height = sprite.size
    lines = text.split("\n")
    longest = max(1, *(len(line) for line in lines))
    size = min(height * large / len(lines), width / longest * 1.7)
    # On a drawing, whatever its colours, light letters need a dark edge.
    edge = f'stroke="{TABLE}" stroke-width="{size * 0.16:.1f}" paint-order="stroke" ' if sprite.symbol else ""
    return "".join(
        f'<text x="{sprite.x:.1f}" y="{sprite.y + (i - (len(lines) - 1) / 2) * size * 1.15:.1f}" '
        f'font-size="{size:.1f}" fill="{INK}" {edge}'
        f'text-anchor="middle" dominant-baseline="central">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
