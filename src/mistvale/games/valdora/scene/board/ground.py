"""The ground: ways between spaces, and the numbers that stand beside spaces; nothing of it ever changes."""

from __future__ import annotations

import math

from .....core.knowledge import once
from .....scene import Sprite
from ...reading import View
from ...reading.names import space_number
from ..layout import HEIGHT, WIDTH, Point
from .places import SIZES, edges, middle, rows

WAY = 18.0
NUMBERED = {"road": (0.42, -0.44), "mine": (0.36, 0.34), "harbour": (0.0, 0.5)}  # where its number stands beside it
NUMBER = (52.0, 37.4)


@once
def drawn_ground(view: View) -> tuple[Sprite, ...]:
    """The valley itself, and what is printed on it beside the spaces."""
    valley = Sprite("ground", "valley", "board", WIDTH / 2, HEIGHT / 2, (WIDTH, HEIGHT), layer=0)
    return (valley, *drawn_ways(view), *drawn_numbers(view))


def drawn_ways(view: View) -> list[Sprite]:
    """The ways between spaces."""
    return [drawn_way(number, *way) for number, way in enumerate(edges(view))]


def drawn_way(number: int, one: Point, other: Point) -> Sprite:
    (x, y), (u, v) = one, other
    length, turn = math.hypot(u - x, v - y), math.degrees(math.atan2(v - y, u - x))
    return Sprite(f"way-{number}", "way", "board", (x + u) / 2, (y + v) / 2, (length, WAY), turn=turn, layer=1)


def drawn_numbers(view: View) -> list[Sprite]:
    """What roads, mines and harbours are called, for the log tells of them; towns have it on their walls."""
    found = []
    for space, row in enumerate(rows(view)):
        if row["kind"] in NUMBERED:
            x, y = middle(row)
            right, down = (part * SIZES[row["kind"]] for part in NUMBERED[row["kind"]])
            place = ("board", x + right, y + down, NUMBER)
            found.append(Sprite(f"number-{row['name']}", "number", *place, layer=3, text=space_number(view, space)))
    return found
