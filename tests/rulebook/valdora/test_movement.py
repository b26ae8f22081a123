"""Rulebook, preparation and '1) Movement'."""

from __future__ import annotations

import pytest

from mistvale.core.match import open_match
from mistvale.core.rule import NOTHING
from mistvale.games.valdora import GAME
from mistvale.games.valdora.state import GEMS, PAN, ROAD

from .. import position
from .conftest import Table

INNER = {"road9", "road10", "road11", "road12", "road13", "green-palace", "white-palace", "purple-palace", "mine3"}
NORTH = {"road1", "silver-palace", "harbour1", "road2"}

# ---------------------------------------------------------------- preparation


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_each_seat_begins_with(seats):
    """Contents and preparation; VA-11: who is first has one coin, the next ones each have one more."""
    state = open_match(GAME, seats=seats, seed=5).raw
    first = int(state["first"])
    assert [int(state["coins"][(first + n) % seats]) for n in range(seats)] == [1, 2, 3, 4, 5][:seats]
    for seat in range(seats):
        assert GAME.box().words["spaces"][int(state["at"][seat])] == "h"
        assert int(state["provisions"][seat]) == 0
        owned = [card for card in range(7) if int(state["cargo"][seat, card]) != NOTHING]
        assert owned == [PAN]
        assert int(state["cargo"][seat, PAN]) == len(GEMS)
    assert not state["discard"].any()


def test_the_seed_says_who_is_first():
    """VA-11: every seat is, now and then; the same seed has the same."""
    firsts = [int(open_match(GAME, seats=5, seed=seed).raw["first"]) for seed in range(40)]
    assert set(firsts) == set(range(5))
    assert firsts == [int(open_match(GAME, seats=5, seed=seed).raw["first"]) for seed in range(40)]


def test_six_gems_on_each_road_and_none_elsewhere():
    state, box = open_match(GAME, seats=3, seed=2).raw, GAME.box().record
    for space in range(30):
        assert int(state["gems"][space].sum()) == (6 if int(box["kind"][space]) == ROAD else 0)
    assert [int(n) for n in state["gems"].sum(axis=0)] == [22, 15, 15, 13, 13]


@pytest.mark.parametrize(("seats", "piles"), [(3, [9, 9, 5, 3, 3, 3, 3]), (4, [9, 9, 5, 4, 4, 4, 4])])
def test_with_three_seats_four_craftsmen_are_out(seats, piles):
    assert [int(n) for n in open_match(GAME, seats=seats, seed=1).raw["pile"]] == piles


def test_all_cards_are_in_the_right_half_at_first():
    """And each shuffle is another one."""
    states = [open_match(GAME, seats=3, seed=seed).raw for seed in (1, 2)]
    for state in states:
        assert [int(n) for n in state["right"][:4]] == [18, 18, 27, 27]
        assert not state["left"].any()
    assert states[0]["pages"].tobytes() != states[1]["pages"].tobytes()
    assert states[0]["pages"][2].tobytes() != states[0]["pages"][3].tobytes()


# ---------------------------------------------------------------- how far


def test_one_may_go_any_distance_up_to_the_next_towns(table):
    """Movement: within a part of the board, and into the towns at its ends."""
    t = table().seat(0, at="silver-palace").ready()
    assert t.stops() == NORTH - {"silver-palace"} | {"a", "c"}


def test_one_leaves_a_town_in_any_direction(table):
    t = table().seat(0, at="a", coins=6).ready()
    assert t.stops() == NORTH | INNER | {"road8", "mine2", "blue-palace", "road7"} | {"b", "c", "d", "h"}


def test_one_never_stays(table):
    """Movement: not even by a round trip; from the ring of inner roads one could come back."""
    t = table().seat(0, at="road9").ready()
    assert "road9" not in t.stops()
    t = table().seat(0, at="road9", provisions=True).ready()
    assert "road9" not in t.stops()


def test_with_provisions_one_passes_one_town(table):
    """Movement, exception: on to the next towns, and the provisions are used up."""
    t = table().seat(0, at="silver-palace", coins=6, provisions=True).ready()
    assert "b" in t.stops()  # past c or a, and no further
    assert {"red-palace", "mine2", "purple-palace", "h"} <= t.stops()
    assert not {"yellow-palace", "road3", "road4", "harbour2"} & t.stops()
    t.play("go red-palace")
    assert int(t.now["provisions"][0]) == 0


def test_provisions_are_kept_where_they_are_not_needed(table):
    """VA-16: what can be reached without passing a town costs none."""
    t = table().seat(0, at="silver-palace", provisions=True).ready()
    t.play("go c")
    assert int(t.now["provisions"][0]) == 1


def test_leaving_a_town_is_not_passing_it(table):
    """VA-16."""
    t = table().seat(0, at="a", provisions=True).ready()
    t.play("go silver-palace")
    assert int(t.now["provisions"][0]) == 1


# ---------------------------------------------------------------- tolls


def test_a_stop_with_rivals_costs_a_coin_for_each(table):
    t = table().seat(0, at="road1", coins=2).seat(1, at="harbour1", coins=3).seat(2, at="harbour1", coins=0).ready()
    t.play("go harbour1")
    assert [t.coins(seat) for seat in range(3)] == [0, 4, 1]


def test_who_cannot_pay_all_of_them_cannot_stop(table):
    t = table().seat(0, at="road1", coins=1).seat(1, at="harbour1").seat(2, at="harbour1").ready()
    assert "harbour1" not in t.stops()
    assert "road2" in t.stops(), "passing costs nothing"


def test_a_full_purse_takes_nothing(table):
    """Movement: the coin goes to the bank."""
    t = table().seat(0, at="road1", coins=2).seat(1, at="harbour1", coins=6).ready()
    t.play("go harbour1")
    assert [t.coins(0), t.coins(1)] == [1, 6]


def test_a_silver_mine_is_free(table):
    """Movement, exception."""
    t = table().seat(0, at="red-palace").seat(1, at="mine1", coins=2).ready()
    t.play("go mine1")
    assert [t.coins(0), t.coins(1)] == [0, 2]


def test_towns_are_no_exception(table):
    t = table().seat(0, at="road1").seat(1, at="a").ready()
    assert "a" not in t.stops()


def test_who_can_stop_nowhere_stays_and_passes():
    """VA-7: not on this board; on a board of three spaces, with both others taken and no coin left."""
    data = small_board()
    match = open_match(GAME, seats=3, seed=1, box=GAME.box(data, stated_figures=False))
    state = match.raw.copy()
    seat = int(state["turn"])
    state["coins"][:] = 0
    state["at"][:3] = 1
    state["at"][(seat + 1) % 3] = 2
    state["at"][seat] = 0
    match = position(match, state)
    assert [str(move) for move in match.legal(seat)] == ["done"]
    match.play(seat, "done")
    assert match.pending == ((seat + 1) % 3,)
    assert int(match.raw["at"][seat]) == 0


def small_board() -> dict[str, object]:
    """A town between a road and a palace."""
    data = dict(GAME.box().data)
    spaces = [
        {"name": "t", "kind": "town", "book": "commissions", "home": True, "x": 100, "y": 100},
        {"name": "road1", "kind": "road", "x": 300, "y": 100},
        {"name": "silver-palace", "kind": "palace", "client": "silver", "x": 500, "y": 100},
    ]
    board = {"discard": {"x": 0, "y": 0}, "spaces": spaces, "edges": [["t", "road1"], ["t", "silver-palace"]]}
    faces = [{"name": "silver", "client": "silver", "coins": 1, "points": 2}]
    commissions = {"faces": faces, "cards": [[f"card-{n}", "silver", "silver"] for n in range(4)]}
    gems = {"gold": 6, "amethyst": 0, "emerald": 0, "ruby": 0, "sapphire": 0}
    return data | {"board": board, "commissions": commissions, "gems": gems}


def test_the_small_board_is_a_board():
    """So that the one above tells of the rule."""
    match = open_match(GAME, seats=3, seed=1, box=GAME.box(small_board(), stated_figures=False))
    assert {str(move) for move in match.legal(match.pending[0])} == {"go road1", "go silver-palace"}


def test_one_must_move():
    """Movement: there is no other move before it."""
    t = Table().seat(0, at="a", coins=6, cargo="pan:gold").ready()
    assert all(move.startswith("go ") for move in t.legal())
