"""Hexagonal tables: which hexes there are, how they are written, and what lies across each side."""

from __future__ import annotations

import pytest

from mistvale.core.hexes import SIDES, STEPS, around, hexes, labels, steps_to


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


@pytest.mark.parametrize("radius", [0, 1, 2, 5, 12])
def test_a_table_has_all_hexes_within_its_radius(radius: int) -> None:
    places = hexes(radius)
    assert len(places) == len(set(places)) == 3 * radius * (radius + 1) + 1
    span = range(-2 * radius - 2, 2 * radius + 3)
    assert {*places} == {(q, r) for q in span for r in span if distance((q, r), (0, 0)) <= radius}


def test_hexes_are_numbered_by_rows_and_the_middle_is_in_the_middle() -> None:
    places = hexes(4)
    assert list(places) == sorted(places, key=lambda place: (place[1], place[0]))
    assert places[len(places) // 2] == (0, 0)


def test_hexes_are_written_by_their_coordinates() -> None:
    assert labels(1) == ("0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1")


def test_sides_go_clockwise_from_the_top() -> None:
    """Flat-topped: side 0 is above, side 2 to the lower right, side 3 below."""
    x = [1.5 * q for q, _ in STEPS]
    y = [r + q / 2 for q, r in STEPS]
    assert (x[0], y[0]) == (0, -1)
    for side in range(SIDES):
        after = (side + 1) % SIDES
        assert x[side] * y[after] - y[side] * x[after] > 0, "y grows downwards, so clockwise turns are positive"


@pytest.mark.parametrize("radius", [1, 3])
def test_each_side_leads_to_the_hex_across_it(radius: int) -> None:
    places, table = hexes(radius), around(radius)
    assert table.shape == (len(places) + 1, SIDES)
    for number, (q, r) in enumerate(places):
        for side, (dq, dr) in enumerate(STEPS):
            other = int(table[number, side])
            there = (q + dq, r + dr)
            if there in places:
                assert places[other] == there
                assert table[other, (side + 3) % SIDES] == number
            else:
                assert other == len(places)
    assert (table[len(places)] == len(places)).all()


def test_the_way_to_a_hex_is_the_shortest_with_one_turn_at_most() -> None:
    for q, r in hexes(7):
        way = steps_to(q, r)
        assert (sum(n * STEPS[side][0] for side, n in way), sum(n * STEPS[side][1] for side, n in way)) == (q, r)
        assert sum(n for _, n in way) == distance((q, r), (0, 0))
        assert all(n > 0 for _, n in way) and len(way) <= 2
        assert len(way) < 2 or (way[0][0] + 1) % SIDES == way[1][0]
