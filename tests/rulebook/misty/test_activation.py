"""Rulebook, 'Card activation phase'."""

from __future__ import annotations

import pytest

from mistvale.core.errors import IllegalMove


@pytest.mark.parametrize(
    ("card", "target"),
    [
        ("rocket", "d3"),
        ("balloon", "d3"),
        ("leaf", "d5"),
        ("raindrop", "d5"),
        ("tractor", "c4"),
        ("unicycle", "c4"),
        ("fire-truck", "e4"),
        ("scooter", "e4"),
    ],
)
def test_an_arrow_card_moves_one_space_its_way(window, card, target):
    """Activation, first point: the four arrows."""
    w = window(f"""
        .  .      .
        .  {card} .
        .  .      .
    """)
    w.match.play(0, "move d4")
    tallied = w.step("tally").state
    assert w.words[tallied["window"][0][7 * (int(target[1]) - 1) + "abcdefg".index(target[0])]] == card
    assert w.score() == 1


def test_the_order_is_free(window):
    """Activation: one's own order."""
    w = window("""
        .       rocket leaf    .
        tractor .      scooter .
        .       .      .       star
    """)
    assert w.movable_cards == {"rocket", "leaf", "tractor", "scooter"}
    w.activate("scooter")
    assert w.movable_cards == {"rocket", "leaf", "tractor"}


def test_order_decides_who_is_covered(window):
    """Activation: the card in front makes room, or is covered from behind."""
    picture = """
        .  .       .          .
        .  scooter fire-truck .
        .  .       .          .
    """
    assert window(picture).activate("fire-truck", "scooter").score() == 2
    assert window(picture).activate("scooter").score() == 0


def test_worked_example_a_a_covered_card_cannot_be_activated(window):
    """Example A of the activation. MI-10: it can't, rather than need not."""
    w = window("""
        .  .          .      raindrop
        .  fire-truck rocket .
        .  .          .      star
    """)
    assert w.movable_cards == {"fire-truck", "rocket", "raindrop"}
    w.activate("fire-truck")
    assert w.movable_cards == {"raindrop"}
    with pytest.raises(IllegalMove):
        w.match.play(0, "move e4")
    w.activate("raindrop")
    assert w.looks(
        """
        .  .  .          .
        .  .  fire-truck raindrop
        .  .  .          star
        """,
        after="move",
    )
    assert w.score() == 2


def test_worked_example_b_a_card_that_leaves_the_window_is_out(window):
    """Example B of the activation."""
    w = window("""
        .    rocket .    .
        leaf .      .    .
        .    .      star scooter
    """)
    w.activate("rocket")
    assert w.looks("""
        .    .      .    .
        leaf .      .    .
        .    .      star scooter
    """)
    w.activate("scooter", "leaf")
    assert w.score() == 2  # the leaf has moved down and stays, with the star


def test_worked_example_c_the_monster_eats_the_flower(window):
    """Example C of the activation."""
    w = window("""
        monster .      .      rocket
        .       .      .      .
        .       flower heart  .
    """)
    assert w.step("eat") is None, "not before every arrow card has moved"
    w.activate("rocket")
    assert w.looks(
        """
        .       .       .     .
        .       .       .     .
        .       monster heart .
        """,
        after="eat",
    )
    assert w.score() == 2


def test_cards_without_arrows_do_not_move_but_can_be_covered(window):
    """Activation, last point."""
    w = window("""
        heart star  house   .
        smile leaf  monster .
        .     smile .       .
    """)
    assert w.movable_cards == {"leaf"}
    w.activate("leaf")
    assert w.score() == 5  # heart, star, house, smile, monster; the other smile is a blur


def test_every_arrow_card_must_move(window):
    """MI-3: there is no other move until none is left; the last one stays a decision too."""
    w = window("""
        .  rocket  .       .
        .  .       balloon .
        .  .       .       .
    """)
    assert all(move.startswith("move ") for move in w.match.legal(0))
    w.activate("balloon")
    assert w.match.legal(0) == ["move d3"]
    assert w.match.pending == (0,)
    w.activate("rocket")
    assert w.score() == 1


def test_no_card_moves_twice(window):
    """MI-3: once each."""
    w = window("""
        .      . . .
        .      . . .
        .      . rocket leaf
    """)
    w.activate("rocket")
    assert w.movable_cards == {"leaf"}
    with pytest.raises(IllegalMove, match="can't 'move e4' now; it may: move f5"):
        w.match.play(0, "move e4")


def test_a_covered_card_need_not_and_cannot_move_and_its_turn_is_lost(window):
    """MI-3: once each, unless covered."""
    w = window("""
        .  leaf   .  .
        .  rocket .  .
        .  .      .  .
    """)
    w.activate("leaf")
    assert w.movable == set()
    assert w.score() == 0


def test_landing_on_a_card_that_has_moved_is_a_blur(window):
    """MI-4."""
    w = window("""
        .       .    leaf .
        scooter .    .    .
        .       .    .    star
    """)
    w.activate("leaf", "scooter")  # the scooter stops short of the leaf
    assert w.score() == 3
    w = window("""
        .  .       leaf .
        .  scooter .    .
        .  .       .    star
    """)
    w.activate("leaf", "scooter")  # the scooter lands on the leaf that has just moved
    assert w.score() == 1


def test_a_covered_card_never_comes_free_again(window):
    """MI-4: what lies on top has moved, so it stays."""
    w = window("""
        .       .     .     .
        scooter heart .     .
        .       .     .     star
    """)
    w.activate("scooter")
    assert w.looks(
        """
        .  .  .  .
        .  .  .  .
        .  .  .  star
        """,
        after="wipe",
    )


def test_three_cards_in_one_space_are_one_blur(window):
    """Scoring: two cards or more."""
    w = window("""
        .       leaf  .       .
        scooter heart tractor .
        .       .     .       star
    """)
    w.activate("leaf", "scooter", "tractor")
    assert w.score() == 1


def test_cards_stay_until_the_end_of_the_activation(window):
    """Activation: nothing is taken away before its end, so blurs are still there."""
    w = window("""
        .       leaf  .       rocket
        scooter heart .       .
        .       .     .       .
    """)
    w.activate("leaf")
    assert w.card("d4") == "leaf"
    w.activate("scooter")
    assert w.step("wipe") is None
    w.activate("rocket")
    assert w.count("wipe") == 1
    assert w.score() == 0


def test_outside_is_outside_the_finished_window_not_the_lattice(window):
    """MI-1: a 4x3 window in the middle of the 7x7 lattice; cards go out at its own edge."""
    w = window("""
        rocket  star heart smile
        tractor star heart scooter
        leaf    smile house leaf
    """)
    w.activate("c3", "c4", "f4", "c5", "f5")
    assert w.looks(
        """
        .  star  heart smile
        .  star  heart .
        .  smile house .
        """,
        after="move",
    )
    assert w.score() == 7


def test_a_tall_window_has_its_own_edges(window):
    """MI-1: three wide and four high."""
    w = window("""
        star  house raindrop
        smile .     .
        heart .     .
        .     leaf  scooter
    """)
    w.activate("raindrop")
    assert w.card("e4") == "raindrop"
    w.activate("leaf", "scooter")
    assert w.score() == 5


def test_all_activate_at_the_same_time(window):
    """MI-11: windows don't interact, nobody waits for anybody."""
    w = window(
        """
        .  rocket .  .
        .  .      .  .
        .  .      .  star
        """,
        rivals=[
            """
            .  .  .  .
            .  .  .  balloon
            .  .  .  heart
            """,
        ],
    )
    assert w.match.pending == (0, 1)
    w.match.play(1, "move f4")
    assert w.match.pending == (0,)
    assert w.match.view(0)["state"]["window"][1] != w.match.raw["window"][1].tolist(), "not seen before its end"
    w.activate("rocket")
    assert (w.score(0), w.score(1)) == (1, 2)


def test_a_finished_activation_waits_for_the_others(window):
    """Scoring begins when the last window is done."""
    picture = """
        .  .  rocket .
        .  .  .      .
        .  .  .      smile
    """
    w = window(picture, rivals=[picture, picture])
    w.match.play(2, "move e3")
    w.match.play(0, "move e3")
    assert w.step("tally") is None
    w.match.play(1, "move e3")
    assert w.score(2) == 1
