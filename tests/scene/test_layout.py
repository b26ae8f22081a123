"""Where things lie: hexes touch along their sides and fill their box."""

from __future__ import annotations

import math

import pytest

from mistvale.core.hexes import STEPS
from mistvale.scene import Grid, HexGrid
from mistvale.scene.layout import nearest

RING = frozenset({(0, 0), *STEPS})


def test_the_sides_of_a_hex_go_clockwise_from_the_top() -> None:
    grid = HexGrid(500, 500, RING)
    x, y = grid.at(0, 0)
    for side, (q, r) in enumerate(STEPS):
        left, top = grid.at(q, r)
        turned = math.degrees(math.atan2(left - x, y - top)) % 360
        assert turned == pytest.approx(60 * side)
        assert math.hypot(left - x, top - y) == pytest.approx(grid.size[1])


def test_all_hexes_are_in_the_box_and_as_large_as_can_be() -> None:
    for width, height in ((500, 500), (900, 300), (200, 700)):
        grid = HexGrid(width, height, RING | {(3, -1), (4, -2)})
        places = [grid.at(*one) for one in grid.hexes]
        wide, high = grid.size
        left, right = min(x for x, _ in places) - wide / 2, max(x for x, _ in places) + wide / 2
        top, bottom = min(y for _, y in places) - high / 2, max(y for _, y in places) + high / 2
        assert left >= -1e-6
        assert top >= -1e-6
        assert right <= width + 1e-6
        assert bottom <= height + 1e-6
        assert right - left == pytest.approx(width) or bottom - top == pytest.approx(height)


def test_a_small_board_is_not_blown_up() -> None:
    assert HexGrid(500, 500, frozenset({(0, 0)}), fewest=5).size[1] == pytest.approx(100)


@pytest.mark.parametrize(
    ("place", "line"), [(-9, 0), (0, 0), (4.9, 0), (5, 0), (5.1, 1), (10, 1), (25, 1), (26, 2), (40, 2), (99, 2)]
)
def test_of_two_lines_as_near_the_first_is_the_nearest(place: float, line: int) -> None:
    assert nearest([0, 10, 40], place) == line


def test_rows_and_columns_are_called_beside_the_cells() -> None:
    """Where a log says c4, one finds it on the table."""
    grid = Grid(430, 330, 2, 4, 1, 4, edge=30)
    assert grid.cell == 100
    called = {sprite.text: (sprite.x, sprite.y) for sprite in grid.coordinates("window")}
    assert list(called) == ["b", "c", "d", "e", "3", "4", "5"]
    assert called["c"] == (grid.at(2, 2)[0], 15)
    assert called["4"] == (15, grid.at(3, 1)[1])
    assert not any(sprite.is_read for sprite in grid.coordinates("window"))
