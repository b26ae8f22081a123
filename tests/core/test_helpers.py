"""What more than one game asks: whose turn is next, and one of what fits."""

from __future__ import annotations

from collections import Counter

import pytest

from mistvale.core import chance
from mistvale.core.chance import seed_bytes, seed_words
from mistvale.core.helpers import bits_in, draw_one, is_seated, next_seat, nth, previous_seat
from mistvale.core.rule import NOTHING, SPECTATOR, blank, state_type

STATE = state_type(("cards", "i1", (8,)))


def table(seats: int):
    s = blank(STATE)[0]
    chance.plant(s, seed_words(seed_bytes(1)))
    s["seats"] = seats
    return s


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_seats_follow_each_other_around_the_table(seats: int) -> None:
    s = table(seats)
    assert [next_seat(s, seat) for seat in range(seats)] == [*range(1, seats), 0]
    assert all(previous_seat(s, next_seat(s, seat)) == seat for seat in range(seats))
    assert [viewer for viewer in (SPECTATOR, *range(6)) if is_seated(s, viewer)] == list(range(seats))


def test_the_nth_of_what_fits() -> None:
    bits = 1 << 0 | 1 << 3 | 1 << 40
    assert bits_in(bits) == 3
    assert [nth(bits, n) for n in range(4)] == [0, 3, 40, NOTHING]
    assert nth(0, 0) == NOTHING


def test_one_of_what_fits_is_any_of_it() -> None:
    """With one draw, as if all that fit were counted through to the one."""
    s, same = table(2), table(2)
    fitting = [1, 4, 5]
    drawn = [draw_one(s, sum(1 << place for place in fitting)) for _ in range(300)]
    assert drawn == [fitting[chance.draw(same, 3)] for _ in range(300)]
    assert min(Counter(drawn).values()) > 70
