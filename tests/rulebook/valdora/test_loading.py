"""Rulebook, '2b) Loading gems', '2d) Silver' and '2e) Provisions'."""

from __future__ import annotations

import pytest


def on_road(table, cargo, gems="gold gold ruby sapphire sapphire emerald", coins=6):
    return table().seat(0, at="road1", coins=coins, cargo=cargo).acting().road("road1", gems)


# ---------------------------------------------------------------- the rulebook's example


def test_andrea_loads_what_she_has_room_for(table):
    """Loading gems, example: ruby, sapphire, and an emerald on the cart for 2 coins; the pan is full of gold."""
    t = on_road(table, "pan:gold pick chisel cart").ready()
    t.play("load ruby on pick", "load sapphire on chisel", "load emerald on cart")
    assert t.cargo() == {"pan": "gold", "pick": "ruby", "chisel": "sapphire", "cart": "emerald"}
    assert t.coins() == 4
    assert not t.legal("load")
    t.play("done")
    assert [int(n) for n in t.now["gems"][t.spaces.index("road1")]] == [2, 0, 0, 0, 1]


# ---------------------------------------------------------------- on roads


def test_a_tool_carries_its_own_colour_for_nothing(table):
    t = on_road(table, "pan spade", coins=0).ready()
    assert t.legal("load") == {"load gold on pan", "load emerald on spade"}
    assert t.play("load emerald on spade").coins() == 0


def test_cart_and_horse_carry_any_for_coins(table):
    t = on_road(table, "pan cart horse", coins=5).ready()
    gems = ("gold", "emerald", "ruby", "sapphire")
    assert t.legal("load") == {"load gold on pan", *(f"load {g} on {w}" for g in gems for w in ("cart", "horse"))}
    assert t.play("load ruby on horse").coins() == 2
    assert t.play("load gold on cart").coins() == 0


def test_who_cannot_pay_cannot_load(table):
    t = on_road(table, "pan cart horse", coins=2).ready()
    assert {move.split()[-1] for move in t.legal("load")} == {"pan", "cart"}


def test_one_gem_on_each_card(table):
    t = on_road(table, "pan pick", "ruby ruby").ready().play("load ruby on pick")
    assert not t.legal("load")


def test_loading_needs_a_card(table):
    assert not on_road(table, "pan", "ruby emerald").ready().legal("load")


# ---------------------------------------------------------------- at harbours


@pytest.mark.parametrize(("harbour", "ships"), [("h", 1), ("harbour1", 1), ("harbour2", 2)])
def test_a_harbour_loads_as_many_as_it_has_ships(table, harbour, ships):
    """2b: from the discard space."""
    t = table().seat(0, at=harbour, cargo="pan pick chisel").acting().discard("gold ruby sapphire").ready()
    loads = ["load gold on pan", "load ruby on pick", "load sapphire on chisel"]
    assert t.legal("load") == set(loads)
    t.play(*loads[:ships])
    assert not t.legal("load")
    assert sum(t.discarded().values()) == 3 - ships


def test_a_harbour_with_an_empty_discard_space_has_nothing(table):
    assert not table().seat(0, at="harbour2", cargo="pan pick").acting().ready().legal("load")


def test_the_harbour_town_loads_or_gives_provisions(table):
    """One action: after loading there are no provisions."""
    t = table().seat(0, at="h", cargo="pan").acting().discard("gold gold").ready()
    assert {"load gold on pan", "provisions"} <= t.legal()
    assert t.play("load gold on pan").legal() == {"done"}


# ---------------------------------------------------------------- dropping


def test_cart_and_horse_may_drop_for_another_colour(table):
    """VA-3, VA-15: only to load something else at once, paying again."""
    t = on_road(table, "pan:gold cart:ruby", "emerald ruby", coins=2).ready()
    assert t.legal("drop") == {"drop cart"}
    t.play("drop cart")
    assert t.discarded() == {"ruby": 1}
    assert t.legal() == {"load emerald on cart"}, "VA-8: nothing else now, not even `done`"
    t.play("load emerald on cart")
    assert (t.cargo()["cart"], t.coins()) == ("emerald", 0)
    assert t.legal() == {"done"}


def test_pan_and_tools_keep_theirs(table):
    """VA-3."""
    t = on_road(table, "pan:gold pick:ruby", "emerald sapphire").ready()
    assert not t.legal("drop")


def test_nothing_is_dropped_in_vain(table):
    """VA-15, VA-18: not without the coins, not where only the same colour lies."""
    assert not on_road(table, "pan cart:ruby", "emerald", coins=1).ready().legal("drop")
    assert not on_road(table, "pan cart:ruby", "ruby ruby").ready().legal("drop")
    assert not on_road(table, "pan cart", "ruby ruby").ready().legal("drop")


def test_the_reload_is_of_another_colour(table):
    """VA-18: though the colour dropped lies here too."""
    t = on_road(table, "pan horse:ruby pick", "emerald ruby gold").ready().play("drop horse")
    assert t.legal() == {"load gold on horse", "load emerald on horse"}


def test_at_a_harbour_the_dropped_gem_lies_with_the_others(table):
    """VA-15, VA-18: the reload takes one ship; the gem dropped may be loaded on another card by the second."""
    t = table().seat(0, at="harbour2", coins=6, cargo="pan cart:ruby pick").acting().discard("emerald").ready()
    t.play("drop cart")
    assert t.legal() == {"load emerald on cart"}
    t.play("load emerald on cart")
    assert t.legal("load") == {"load ruby on pick"}
    t.play("load ruby on pick")
    assert t.legal() == {"done"}, "both ships are used"


def test_with_no_ship_left_nothing_is_dropped(table):
    """VA-18."""
    t = table().seat(0, at="harbour1", coins=6, cargo="pan cart:ruby").acting().discard("gold emerald").ready()
    assert t.legal("drop")
    assert not t.play("load gold on pan").legal("drop")


# ---------------------------------------------------------------- silver and provisions


def test_a_mine_fills_the_purse_and_ends_the_turn(table):
    """2d; VA-17."""
    t = table().seat(0, at="mine1", coins=2).acting().ready()
    assert t.legal() == {"silver", "done"}
    t.play("silver")
    assert t.coins() == 6
    assert t.match.pending == (1,)


def test_a_full_purse_has_nothing_to_fetch(table):
    """VA-17: offered only where it changes something."""
    assert table().seat(0, at="mine1", coins=6).acting().ready().legal() == {"done"}


@pytest.mark.parametrize("town", ["a", "b", "c", "d", "h"])
def test_every_town_has_provisions(table, town):
    """2e; VA-17: they end the turn, and are offered to who has none."""
    t = table().seat(0, at=town).acting().ready()
    assert "provisions" in t.legal()
    t.play("provisions")
    assert int(t.now["provisions"][0]) == 1
    assert t.match.pending == (1,)
    assert "provisions" not in table().seat(0, at=town, provisions=True).acting().ready().legal()


def test_everything_else_ends_with_done(table):
    """VA-17, VA-8: loading, leafing and delivering leave the turn with the seat; `done` passes it on."""
    t = on_road(table, "pan", "gold").ready().play("load gold on pan")
    assert t.match.pending == (0,)
    assert t.play("done").match.pending == (1,)
    assert t.beats() == ["turn"]


def test_nothing_must_be_done(table):
    """VA-8: where there is nothing to do, and where there is."""
    assert table().seat(0, at="red-palace").acting().ready().legal() == {"done"}
    assert "done" in on_road(table, "pan").ready().legal()
