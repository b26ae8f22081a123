"""Where things lie on the board beside its spaces: clear of ways, spaces and the edge, whatever the map."""

from __future__ import annotations

from functools import cache

WIDTH, HEIGHT = 1200.0, 800.0  # the table that a box draws its spaces on
SPACE = 96.0  # the side of a space's drawing
EDGE = 16.0  # the frame of the board
STEP = 12.0  # how finely a way is looked at

Point = tuple[float, float]
Ways = tuple[tuple[Point, Point], ...]


@cache
def yards(
    near: tuple[tuple[Point, ...], ...], spaces: tuple[Point, ...], ways: Ways, width: float, height: float
) -> tuple[Point, ...]:
    """Where each yard of that size lies best: near its palace (or one of several places), and on nothing else."""
    taken: list[tuple[float, float, float, float]] = [(x, y, SPACE, SPACE) for x, y in spaces]
    dots = [dot for way in ways for dot in along(*way)]
    found = []
    aside, above = (SPACE + width) / 2 + 2, (SPACE + height) / 2 + 2
    for places in near:
        tries = [
            (x + dx * aside * lean, y + dy * above * (1.6 - lean * 0.6) if dx else y + dy * above)
            for x, y in places
            for dx, dy in ((0, -1), (0, 1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
            for lean in (1.0, 0.75, 0.5)
        ]
        best = min(tries, key=lambda at: crowding(at, width, height, taken, dots))
        taken.append((*best, width, height))
        found.append(best)
    return tuple(found)


def along(one: Point, other: Point) -> list[Point]:
    """Points of a way, from one space to the other."""
    (x, y), (u, v) = one, other
    steps = max(2, int(((u - x) ** 2 + (v - y) ** 2) ** 0.5 / STEP))
    return [(x + (u - x) * i / steps, y + (v - y) * i / steps) for i in range(steps + 1)]


def crowding(
    at: Point, width: float, height: float, taken: list[tuple[float, float, float, float]], dots: list[Point]
) -> float:
    """How badly a yard would lie there: over the edge, over other things, over ways."""
    x, y = at
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    over = max(0.0, EDGE - left) + max(0.0, right - WIDTH + EDGE) + max(0.0, EDGE - top)
    over += max(0.0, bottom - HEIGHT + EDGE)
    crowd = 100.0 * over
    for cx, cy, w, h in taken:
        across = min(right, cx + w / 2) - max(left, cx - w / 2)
        down = min(bottom, cy + h / 2) - max(top, cy - h / 2)
        if across > 0 and down > 0:
            crowd += across * down
    margin = 8.0
    for dx, dy in dots:
        if left - margin < dx < right + margin and top - margin < dy < bottom + margin:
            crowd += 60.0
    return crowd


def beside(at: Point) -> list[Point]:
    """Where pawns stand: left and right of a space, as far as the board goes, then in a second row, then below."""
    x, y = at
    around = [(side * aside, dy) for aside in (66.0, 104.0) for dy in (10.0, -34.0) for side in (-1, 1)]
    places = [(x + dx, y + dy) for dx, dy in (*around, (0.0, 66.0))]
    return [(u, v) for u, v in places if 24 < u < WIDTH - 24]


def nearby(count: int, apart: float) -> list[float]:
    """Places side by side about 0."""
    return [(i - (count - 1) / 2) * apart for i in range(count)]
