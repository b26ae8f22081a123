"""Rulebook, '2c) Finishing commissions', 'Hiring a craftsman', 'Opening a workshop' and 'Bonus tiles'."""

from __future__ import annotations

import pytest

from mistvale.core.rule import NOTHING
from mistvale.games.valdora.state import COLOURS

RED = ("red/silver front", "red/yellow front")
PURPLE = ("purple/silver front", "purple/yellow front")


def at_palace(table, client, holds, cargo="pan", coins=0, seats=3):
    return table(seats=seats).seat(0, at=f"{client}-palace", coins=coins, cargo=cargo, holds=holds).acting()


# ---------------------------------------------------------------- the rulebook's examples


def test_andrea_takes_the_last_blue_craftsman_and_then_a_green_one(table):
    """Hiring a craftsman, example: two red commissions, no red craftsmen left, one blue, one green."""
    t = at_palace(table, "red", RED, "pan pick:ruby cart:ruby")
    t.hired(1, "red red red blue blue").hired(2, "green green").ready()
    t.play("deliver red/silver front from tools")
    assert t.craftsmen() == {"blue": 1}
    t.play("deliver red/yellow front")
    assert t.craftsmen() == {"blue": 1, "green": 1}


def test_francesca_opens_two_workshops_and_takes_a_bonus(table):
    """Bonus tiles, example: the last purple craftsman and its workshop; then bonus, last blue one, blue workshop."""
    t = at_palace(table, "purple", PURPLE, "pan hammer:amethyst cart:amethyst")
    t.hired(0, "purple blue").hired(1, "purple red red red").hired(2, "blue").ready()
    t.play("deliver purple/silver front from tools")
    assert t.craftsmen() == {"purple": 2, "blue": 1}
    assert t.workshop("purple") == 0
    assert int(t.now["bonus"][0]) == 0
    assert t.workshop("blue") == NOTHING
    t.play("deliver purple/yellow front")
    assert t.craftsmen() == {"purple": 2, "blue": 2}
    assert t.workshop("blue") == 0
    assert int(t.now["bonus"][0]) == 1
    assert t.discarded() == {"amethyst": 2}


# ---------------------------------------------------------------- handing in


def test_gems_go_to_the_discard_space_and_the_card_under_the_adventurer(table):
    t = at_palace(table, "red", RED[:1], "pan pick:ruby").ready().play("deliver red/silver front")
    assert t.cargo() == {"pan": "-", "pick": "-"}
    assert t.discarded() == {"ruby": 1}
    assert t.holds() == []
    assert (int(t.now["finished"][0]), int(t.now["points"][0])) == (1, 5)
    assert t.craftsmen() == {"red": 1}


def test_silver_takes_a_coin_and_yellow_gold(table):
    t = at_palace(table, "silver", ("silver/red front",), coins=1).ready().play("deliver silver/red front")
    assert (t.coins(), t.discarded()) == (0, {})
    assert not at_palace(table, "silver", ("silver/red front",)).ready().legal("deliver")
    t = at_palace(table, "yellow", ("yellow/red front",), "pan:gold").ready().play("deliver yellow/red front")
    assert t.discarded() == {"gold": 1}


def test_only_the_side_bought_and_only_at_its_palace(table):
    """2c, VA-12: the client of the face bought."""
    t = at_palace(table, "red", ("red/silver back",), "pan pick:ruby", coins=6).ready()
    assert not t.legal("deliver")
    t = at_palace(table, "silver", ("red/silver back",), "pan pick:ruby", coins=6).ready()
    assert t.legal("deliver") == {"deliver red/silver back"}


def test_white_takes_three_gems(table):
    holds = ("silver/white back",)  # ruby, sapphire, amethyst
    t = at_palace(table, "white", holds, "pan pick:ruby chisel:sapphire hammer").ready()
    assert not t.legal("deliver")
    t = at_palace(table, "white", holds, "pan pick:ruby chisel:sapphire hammer cart:amethyst").ready()
    t.play("deliver silver/white back")
    assert t.discarded() == {"amethyst": 1, "ruby": 1, "sapphire": 1}
    assert int(t.now["points"][0]) == 12


def test_all_commissions_of_the_palace_in_one_turn(table):
    t = at_palace(table, "red", RED, "pan pick:ruby cart:ruby").ready()
    t.play("deliver red/silver front from cart", "deliver red/yellow front", "done")
    assert int(t.now["finished"][0]) == 2
    assert t.match.pending == (1,)


# ---------------------------------------------------------------- which gem


@pytest.mark.parametrize(("carrier", "emptied"), [("tools", "pick"), ("cart", "cart"), ("horse", "horse")])
def test_the_seat_picks_which_gem_it_hands_in(table, carrier, emptied):
    """VA-5: cart or horse against tool."""
    t = at_palace(table, "red", RED[:1], "pan pick:ruby cart:ruby horse:ruby").ready()
    assert t.legal("deliver") == {f"deliver red/silver front from {word}" for word in ("tools", "cart", "horse")}
    t.play(f"deliver red/silver front from {carrier}")
    assert [name for name, gem in t.cargo().items() if gem == "-"] == ["pan", emptied]


def test_where_it_does_not_matter_there_is_nothing_to_pick(table):
    """VA-5: one card can pay, whatever the others carry."""
    t = at_palace(table, "red", RED[:1], "pan:gold pick cart:ruby horse:gold").ready()
    assert t.legal("deliver") == {"deliver red/silver front"}
    assert t.play("deliver red/silver front").cargo()["cart"] == "-"


def test_both_wagons_hand_in(table):
    """VA-5: the rest comes from pan and tools; `both` only where each carries what is asked for."""
    cargo = "pan pick:ruby chisel:sapphire hammer:amethyst cart:ruby horse:sapphire"
    t = at_palace(table, "white", ("silver/white back",), cargo).ready()
    words = ("tools", "cart", "horse", "both")
    assert t.legal("deliver") == {f"deliver silver/white back from {word}" for word in words}
    t.play("deliver silver/white back from both")
    assert t.cargo() == {"pan": "-", "pick": "ruby", "chisel": "sapphire", "hammer": "-", "cart": "-", "horse": "-"}


def test_two_wagons_with_the_same_gem(table):
    """VA-5: one of them, not both, where one gem is asked for."""
    t = at_palace(table, "red", RED[:1], "pan cart:ruby horse:ruby").ready()
    assert t.legal("deliver") == {"deliver red/silver front from cart", "deliver red/silver front from horse"}


def test_gold_of_pan_or_cart(table):
    """VA-5."""
    t = at_palace(table, "yellow", ("yellow/red front",), "pan:gold cart:gold").ready()
    assert t.legal("deliver") == {"deliver yellow/red front from tools", "deliver yellow/red front from cart"}


def test_alike_commissions_are_one_delivery(table):
    t = at_palace(table, "silver", ("silver/red front", "silver/red front"), coins=6).ready()
    assert t.legal("deliver") == {"deliver silver/red front"}
    t.play("deliver silver/red front", "deliver silver/red front")
    assert int(t.now["finished"][0]) == 2


# ---------------------------------------------------------------- craftsmen, workshops, bonus tiles


def test_substitutes_come_from_the_next_pile_clockwise(table):
    """Hiring a craftsman: past empty piles, from green on to silver."""
    t = at_palace(table, "blue", ("blue/silver front",), "pan chisel:sapphire")
    t.hired(1, "blue blue blue green green green").ready().play("deliver blue/silver front")
    assert t.craftsmen() == {"silver": 1}


def test_a_substitute_may_open_a_workshop(table):
    """VA-6."""
    t = at_palace(table, "red", RED[:1], "pan pick:ruby").hired(1, "red red red").hired(0, "blue").ready()
    t.play("deliver red/silver front")
    assert t.workshop("blue") == 0
    assert t.beats() == ["craftsman", "workshop"]


def test_a_workshop_goes_to_who_is_first(table):
    t = at_palace(table, "red", RED[:1], "pan pick:ruby", seats=4).hired(1, "red red").hired(0, "red").ready()
    assert t.workshop("red") == 1
    t.play("deliver red/silver front")
    assert t.craftsmen() == {"red": 2}
    assert t.workshop("red") == 1


def test_a_bonus_is_for_a_workshop_one_already_had(table):
    """Bonus tiles: not for the commission that opens it; then for each of that client."""
    t = at_palace(table, "red", RED, "pan pick:ruby cart:ruby").hired(0, "red").ready()
    t.play("deliver red/silver front from tools")
    assert t.workshop("red") == 0
    assert int(t.now["bonus"][0]) == 0
    t.play("deliver red/yellow front")
    assert int(t.now["bonus"][0]) == 1
    assert int(t.now["bonus_left"]) == 12


def test_a_bonus_goes_by_the_client_not_by_the_craftsman(table):
    """Bonus tiles, note: the craftsman's colour is irrelevant, either way."""
    t = at_palace(table, "red", RED[:1], "pan pick:ruby").hired(0, "red red").hired(1, "red").ready()
    t.play("deliver red/silver front")
    assert t.craftsmen() == {"red": 2, "blue": 1}
    assert int(t.now["bonus"][0]) == 1
    t = at_palace(table, "red", RED[:1], "pan pick:ruby").hired(0, "blue blue").hired(1, "red red red").ready()
    t.play("deliver red/silver front")
    assert t.craftsmen() == {"blue": 3}
    assert int(t.now["bonus"][0]) == 0


def test_when_the_bonus_tiles_are_gone_there_are_none(table):
    t = at_palace(table, "red", RED[:1], "pan pick:ruby").hired(0, "red red")
    t.state["bonus"][1], t.state["bonus_left"] = 13, 0
    t.ready().play("deliver red/silver front")
    assert int(t.now["bonus"][0]) == 0
    assert t.beats() == ["craftsman"]


def test_a_delivery_comes_beat_by_beat(table):
    """VA-19: hand in, craftsman, workshop, bonus; all of it can still be taken back (VA-20)."""
    t = at_palace(table, "red", RED[:1], "pan pick:ruby").hired(0, "red red blue").hired(1, "red").ready()
    before = t.match.state
    t.play("deliver red/silver front")
    assert t.beats() == ["craftsman", "workshop", "bonus"]
    steps = [t.match.step(n).state for n in range(1, 5)]
    assert [int(s["finished"][0]) for s in steps] == [4, 4, 4, 4]
    assert [int(s["craftsmen"][0].sum()) for s in steps] == [3, 4, 4, 4]
    assert [int(s["workshop"][5]) for s in steps] == [NOTHING, NOTHING, 0, 0]
    assert [int(s["bonus"][0]) for s in steps] == [0, 0, 0, 1]
    t.match.undo(0)
    assert t.match.state == before


def test_without_craftsmen_one_still_delivers(table):
    """Rules easily forgotten: in the last round there may be none left at all."""
    t = at_palace(table, "silver", ("silver/red front",), coins=1)
    for colour, count in zip(COLOURS, (9, 9, 5, 3, 3, 3, 3), strict=True):
        t.hired(1, " ".join([colour] * count))
    t.ready().play("deliver silver/red front")
    assert t.beats() == []
    assert int(t.now["finished"][0]) == 1
    assert t.craftsmen() == {}
