"""Where things lie: square and hexagonal grids, hands of cards, and groups on a wide table."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .model import Group, Sprite

COLUMN_NAMES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Grid:
    """A part of a square lattice, centred in a box: rows and columns from first to last, both included."""

    width: float
    height: float
    first_row: int
    last_row: int
    first_column: int
    last_column: int
    fewest: float = 1  # cells are never larger than if there were so many in a line
    edge: float = 0  # room above and to the left of the cells, for what rows and columns are called

    @cached_property
    def cell(self) -> float:
        """The side of a cell."""
        rows = max(self.fewest, self.last_row - self.first_row + 1)
        columns = max(self.fewest, self.last_column - self.first_column + 1)
        return min((self.width - self.edge) / columns, (self.height - self.edge) / rows)

    def at(self, row: float, column: float) -> tuple[float, float]:
        """The middle of a cell."""
        x = (self.width + self.edge) / 2 + (column - (self.first_column + self.last_column) / 2) * self.cell
        y = (self.height + self.edge) / 2 + (row - (self.first_row + self.last_row) / 2) * self.cell
        return x, y

    def places(self, side: int) -> Iterator[int]:
        """The cells as numbers of a lattice that has `side` columns, row by row."""
        for row in range(max(0, self.first_row), self.last_row + 1):
            yield from range(row * side + max(0, self.first_column), row * side + min(self.last_column, side - 1) + 1)

    def coordinates(self, group: str, tall: float = 1) -> Iterator[Sprite]:
        """The letters above the columns and the numbers beside the rows, on the drawing `coordinate`.

        They are drawn, not read: in characters a space says what it is called where that is to be typed. `tall` is a
        cell's height for its width, where the game stretches it.
        """
        aside, side = (self.cell + self.edge) / 2, (self.edge * 0.9, self.edge * 0.9)
        for column in range(self.first_column, self.last_column + 1):
            x, y = self.at(self.first_row, column)
            letter = COLUMN_NAMES[column]
            yield Sprite(f"{group}-{letter}", "coordinate", group, x, (y - aside) * tall, side, text=letter, layer=0)
        for row in range(self.first_row, self.last_row + 1):
            x, y = self.at(row, self.first_column)
            number = str(row + 1)
            yield Sprite(f"{group}-{number}", "coordinate", group, x - aside, y * tall, side, text=number, layer=0)


ROOT3 = math.sqrt(3)


@dataclass(frozen=True)
class HexGrid:
    """Flat-topped hexes (q, r) as in core/hexes.py, centred in a box: as large as lets all of them be seen."""

    width: float
    height: float
    hexes: frozenset[tuple[int, int]]
    fewest: float = 1  # hexes are never larger than if so many stood side by side

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        """The leftmost and rightmost, highest and lowest middles, for hexes that are two units wide."""
        middles = [self._middle(q, r) for q, r in self.hexes] or [(0.0, 0.0)]
        xs, ys = zip(*middles, strict=True)
        return min(xs), max(xs), min(ys), max(ys)

    @staticmethod
    def _middle(q: float, r: float) -> tuple[float, float]:
        return 1.5 * q, ROOT3 * (r + q / 2)

    @cached_property
    def unit(self) -> float:
        """Half the width of a hex, which is also its side."""
        left, right, top, bottom = self._bounds
        across = max(right - left + 2, 1.5 * self.fewest + 0.5)
        down = max(bottom - top + ROOT3, ROOT3 * self.fewest)
        return min(self.width / across, self.height / down)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a hex."""
        return 2 * self.unit, ROOT3 * self.unit

    def at(self, q: float, r: float) -> tuple[float, float]:
        """The middle of a hex."""
        left, right, top, bottom = self._bounds
        x, y = self._middle(q, r)
        return self.width / 2 + (x - (left + right) / 2) * self.unit, self.height / 2 + (
            y - (top + bottom) / 2
        ) * self.unit


def fan(count: int, width: float, y: float, size: float, gap: float = 0.08) -> list[tuple[float, float]]:
    """The middles of `count` cards side by side, centred in `width`; they overlap if they must."""
    if count == 0:
        return []
    step = min(size * (1 + gap), (width - size) / max(1, count - 1))
    first = (width - step * (count - 1)) / 2
    return [(first + i * step, y) for i in range(count)]


def nearest(lines: Sequence[float], place: float) -> int:
    """Which of some ascending lines a place is nearest to; of two as near, the first."""
    after = bisect_left(lines, place)
    if after == 0 or (after < len(lines) and lines[after] - place < place - lines[after - 1]):
        return after
    return after - 1


@dataclass(frozen=True)
class Spot:
    """Where a group lies on the table, and how many times its own size it is."""

    x: float
    y: float
    scale: float


TITLE = 30.0  # room above a group for its title
MARGIN = 24.0


def wide(groups: Sequence[Group], width: float = 1280.0) -> tuple[dict[str, Spot], float]:
    """Places groups on a wide table: main ones in a row, sides in a column beside them, hands below."""
    main = [g for g in groups if g.role == "main"]
    side = [g for g in groups if g.role in ("side", "tray")]
    hand = [g for g in groups if g.role == "hand"]
    side_width = width * 0.24 if side and main else 0.0
    spots: dict[str, Spot] = {}
    bottom = _row(spots, main or side, 0.0, width - side_width, 560.0)
    if main:
        bottom = max(bottom, _column(spots, side, width - side_width, side_width, max(bottom, 560.0)))
    for group in hand:
        scale = min(1.0, (width - side_width - 2 * MARGIN) / group.width)
        x = (width - side_width - group.width * scale) / 2
        spots[group.key] = Spot(x, bottom + TITLE, scale)
        bottom += TITLE + group.height * scale + MARGIN
    return spots, bottom + MARGIN


def _row(spots: dict[str, Spot], groups: Sequence[Group], x: float, width: float, height: float) -> float:
    if not groups:
        return 0.0
    share = (width - MARGIN * (len(groups) + 1)) / len(groups)
    bottom = 0.0
    for i, group in enumerate(groups):
        scale = min(share / group.width, (height - TITLE) / group.height)
        left = x + MARGIN + i * (share + MARGIN) + (share - group.width * scale) / 2
        spots[group.key] = Spot(left, MARGIN + TITLE, scale)
        bottom = max(bottom, MARGIN + TITLE + group.height * scale)
    return bottom + MARGIN


def _column(spots: dict[str, Spot], groups: Sequence[Group], x: float, width: float, height: float) -> float:
    if not groups:
        return 0.0
    share = (height - MARGIN) / len(groups) - TITLE - MARGIN
    y = MARGIN
    for group in groups:
        scale = min((width - MARGIN) / group.width, share / group.height)
        spots[group.key] = Spot(x + (width - MARGIN - group.width * scale) / 2, y + TITLE, scale)
        y += TITLE + group.height * scale + MARGIN
    return y
