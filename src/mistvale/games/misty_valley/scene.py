"""Misty Valley as a picture: the tiles on the table, and every legal move as a button."""

from __future__ import annotations

from ...core.match import View
from ...core.rule import NOTHING
from ...scene import Group, Prompt, Scene, Sprite, table
from ...scene.model import Button
from .state import HEXES, PLACES

SIZE = 40.0
MIDDLE = 600.0


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    sprites = []
    for number in range(HEXES):
        tile = int(view.state["table"][number])
        if tile != NOTHING:
            q, r = PLACES[number]
            x, y = MIDDLE + q * SIZE, MIDDLE + (r + q / 2) * SIZE
            sprites.append(Sprite(f"hex-{number}", None, "table", x, y, (SIZE, SIZE), label=str(tile)))
    groups = [Group("table", view.words("table"), "main", 2 * MIDDLE, 2 * MIDDLE)]
    return table(view, groups, sprites, asks=Prompt("", bool(view.legal), tuple(Button(m, str(m)) for m in view.legal)))
