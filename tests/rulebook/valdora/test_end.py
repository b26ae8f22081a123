"""Rulebook, 'End of the match': the last round, points, ties; and the standstill."""

from __future__ import annotations

import pytest

from mistvale.core.rule import HIDDEN
from mistvale.games.valdora.reading.points import points_by_source
from mistvale.games.valdora.state import OVER

ALL = {"silver": 9, "yellow": 9, "white": 5, "purple": 3, "red": 3, "blue": 3, "green": 3}


def many(colours: dict[str, int]) -> str:
    return " ".join(name for name, count in colours.items() for _ in range(count))


def nearly_over(table, turn=0):
    """Three seats: green and one red craftsman are left, and seat `turn` can finish a red commission."""
    t = table(turn=turn).seat(turn, at="red-palace", cargo="pan pick:ruby", holds=("red/silver front",))
    return t.hired((turn + 1) % 3, many({**ALL, "red": 2, "green": 0})).acting()


# ---------------------------------------------------------------- the last round


def test_one_colour_left_makes_the_round_the_last(table):
    t = nearly_over(table).ready()
    assert int(t.now["last_round"]) == 0
    t.play("deliver red/silver front")
    assert int(t.now["last_round"]) == 1
    t.play("done")
    assert not t.match.over
    for seat in (1, 2):
        assert t.match.pending == (seat,)
        t.play("go road9" if seat == 1 else "go road10", "done")
    assert t.match.over
    assert t.beats()[-1] == "end"


def test_all_have_as_many_turns(table):
    """The round is finished: it ends before the seat that began."""
    t = nearly_over(table, turn=2)
    t.state["first"] = 1
    t.ready().play("deliver red/silver front", "done")
    assert t.match.pending == (0,)
    assert t.play("go road9", "done").match.over


def test_the_last_seat_of_a_round_ends_the_match_at_once(table):
    t = nearly_over(table, turn=2)
    t.state["first"] = 0
    assert t.ready().play("deliver red/silver front", "done").match.over


def test_two_colours_left_do_not(table):
    t = table().seat(0, at="red-palace", cargo="pan pick:ruby", holds=("red/silver front",)).acting()
    t.hired(1, many({**ALL, "red": 1, "green": 0})).ready()
    assert int(t.play("deliver red/silver front").now["last_round"]) == 0


def test_none_left_at_all_is_the_end_too(table):
    """A substitute may be the last one."""
    t = table().seat(0, at="red-palace", cargo="pan pick:ruby", holds=("red/silver front",)).acting()
    t.hired(1, many({**ALL, "green": 2})).ready()
    assert int(t.now["last_round"]) == 1
    t.play("deliver red/silver front")
    assert t.craftsmen() == {"green": 1}
    assert not t.now["pile"].any()


# ---------------------------------------------------------------- points


def test_what_counts_at_the_end(table):
    """Commissions, 10 for each colour, workshops, 10 for each bonus tile, 1 for each gem, gold too."""
    t = table().hired(0, "red red blue silver").seat(0, cargo="pan:gold pick:ruby cart")
    t.state["bonus"][0], t.state["bonus_left"] = 2, 11
    cards = int(t.state["points"][0])
    t.ready()
    t.state["phase"] = OVER
    t.ready()
    assert t.match.scores[0] == cards + 30 + 10 + 20 + 2
    assert t.match.scores[1] == 0


def test_unfinished_commissions_and_coins_count_nothing(table):
    t = table().seat(0, coins=6, holds=("red/blue front", "silver/white back"), provisions=True)
    t.state["phase"] = OVER
    t.ready()
    assert t.match.scores == (0, 0, 0)


@pytest.mark.parametrize(("coins", "ranks"), [((3, 2, 2), (1, 2, 2)), ((1, 4, 4), (3, 1, 1)), ((2, 2, 2), (1, 1, 1))])
def test_ties_go_to_more_coins_and_are_shared_then(table, coins, ranks):
    t = table()
    for seat, count in enumerate(coins):
        t.seat(seat, coins=count)
    t.state["phase"] = OVER
    t.ready()
    assert t.match.ranks == ranks


def test_more_points_beat_more_coins(table):
    t = table().seat(0, coins=6).seat(1, cargo="pan:gold").seat(2, coins=1)
    t.state["phase"] = OVER
    t.ready()
    assert t.match.ranks == (2, 1, 3)


# ---------------------------------------------------------------- what is shown before the end


def test_rivals_finished_commissions_are_counted_not_summed(table):
    """VA-9: face down; a view shows how many, not which, not their points."""
    t = table().hired(1, "red blue").ready()
    look = t.match.look(0).state
    assert int(look["finished"][1]) == 2
    assert int(look["points"][1]) == HIDDEN
    assert (look["under"][1] == HIDDEN).all()
    own = t.match.look(1).state
    assert int(own["points"][1]) == int(t.now["points"][1])
    assert int(own["under"][1].sum()) == 2


def test_totals_are_for_ones_own_seat(table):
    """VA-21: of rivals what lies open: colours, workshops, bonus tiles; gems count at the end."""
    t = table().hired(1, "red red blue").seat(1, cargo="pan:gold").ready()
    cards = int(t.now["points"][1])
    assert cards > 0
    assert t.match.look(0).scores == (0, 20 + 10, 0)
    assert t.match.look(None).scores == (0, 20 + 10, 0)
    assert t.match.look(1).scores == (0, cards + 20 + 10, 0)
    assert sum(points_by_source(t.match.look(1), 1).values()) == cards + 20 + 10 + 1
    assert "commissions" not in points_by_source(t.match.look(0), 1)


def test_at_the_end_all_is_shown(table):
    """VA-9, VA-21."""
    t = table().hired(1, "red red blue").seat(1, cargo="pan:gold")
    t.state["phase"] = OVER
    t.ready()
    assert t.match.look(0).scores == t.match.look(1).scores == t.match.scores
    assert int(t.match.look(2).state["points"][1]) == int(t.state["points"][1])


# ---------------------------------------------------------------- the standstill


def rounds(t, count):
    """Whole rounds in which all go to and fro."""
    for _ in range(count * t.match.seats):
        seat = t.match.pending[0]
        move = min(move for move in t.match.legal(seat) if move.startswith(("go mine", "go road")))
        t.match.play(seat, move)
        t.match.play(seat, "done")


def test_twenty_rounds_in_which_nothing_happens_end_the_match(table):
    """VA-10."""
    t = table().ready()
    rounds(t, 19)
    assert not t.match.over
    rounds(t, 1)
    assert t.match.over
    assert len(t.match.ranks) == 3


@pytest.mark.parametrize(
    ("told", "move"),
    [
        ({"at": "a", "cargo": "pan:gold"}, "buy right"),
        ({"at": "silver-palace", "coins": 1, "holds": ("silver/red front",)}, "deliver silver/red front"),
    ],
)
def test_equipment_or_a_commission_starts_the_count_anew(table, told, move):
    """VA-10: rounds in a row."""
    t = table().seat(0, **told).acting()
    t.state["quiet"] = 19
    t.ready().play(move, "done")
    for place in ("go road9", "go road10"):
        t.play(place, "done")
    assert not t.match.over
    assert int(t.now["quiet"]) == 0
    rounds(t, 19)
    assert not t.match.over
    rounds(t, 1)
    assert t.match.over


def test_a_commission_bought_does_not(table):
    """VA-10: buying and putting back could go on for ever."""
    t = table().seat(0, at="c", coins=6).acting()
    t.state["quiet"] = 19
    t.ready().play("buy right", "done", "go road9", "done", "go road10", "done")
    assert t.match.over
