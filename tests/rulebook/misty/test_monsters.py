"""Rulebook, 'Card activation phase': monsters and flowers (C, the tip, MI-5, MI-10)."""

from __future__ import annotations


def test_the_monster_moves_to_the_space_of_the_flower(window):
    """Activation, point C."""
    w = window("""
        .       .  .  .
        .       flower .  .
        monster .  .  .
    """)
    assert w.looks(
        """
        .  .  .  .
        .  monster .  .
        .  .  .  .
        """,
        after="eat",
    )
    assert w.score() == 1


def test_a_monster_eats_at_any_distance(window):
    """MI-5: any distance, whatever lies between."""
    w = window("""
        monster star  heart  house
        star    smile heart  house
        smile   .     .      flower
    """)
    assert w.count("eat") == 1
    assert w.step("eat").state["window"][0][7 * 4 + 5] == w.words.index("monster")
    assert w.score() == 9


def test_eating_is_compulsory(window):
    """MI-5: nobody is asked."""
    w = window("""
        monster flower .  .
        .       .      .  .
        .       .      .  star
    """)
    assert w.score() == 2


def test_each_monster_eats_one_flower(window):
    """MI-5, and MI-10: the French rulebook counts. Two monsters, three flowers."""
    w = window("""
        flower  .      .  monster
        .       flower .  .
        monster .      .  flower
    """)
    assert w.count("eat") == 2
    assert w.score() == 2 + 2  # two monsters, and the flower that is left


def test_monsters_without_a_flower_stay(window):
    """MI-5: three monsters, one flower."""
    w = window("""
        monster .      monster .
        .       flower .       .
        .       .      .       monster
    """)
    assert w.looks(
        """
        .  .       monster .
        .  monster .       .
        .  .       .       monster
        """,
        after="eat",
    )
    assert w.score() == 3


def test_monsters_and_flowers_in_reading_order(window):
    """MI-5: monsters in reading order, each takes the first flower left in reading order."""
    w = window("""
        .       .      .       flower
        monster .      monster .
        flower  flower .       .
    """)
    first = w.match.step(next(n for n in range(w.match.steps) if w.match.step(n).beat == "eat"))
    assert w.drawn(first.state, 0) == [
        [".", ".", ".", "monster"],
        [".", ".", "monster", "."],
        ["flower", "flower", ".", "."],
    ]
    assert w.looks(
        """
        .       .      .       monster
        .       .      .       .
        monster flower .       .
        """,
        after="eat",
    )


def test_a_monster_that_has_eaten_eats_no_more(window):
    """MI-5: one flower each, also where the monster stands first in reading order again."""
    w = window("""
        flower flower .  .
        .      .      .  .
        .      .      .  monster
    """)
    assert w.count("eat") == 1
    assert w.score() == 3


def test_a_covered_monster_does_not_eat(window):
    """MI-5, and the rulebook's tip."""
    w = window("""
        .  .       .      .
        .  leaf    .      .
        .  monster flower .
    """)
    w.activate("leaf")
    assert w.count("eat") == 0
    assert w.score() == 2  # the flower; leaf and monster are a blur


def test_a_covered_flower_is_not_eaten(window):
    """MI-5: k monsters eat min(k, uncovered flowers)."""
    w = window("""
        .       .  rocket .
        monster .  flower .
        .       .  scooter flower
    """)
    w.activate("rocket", "scooter")
    assert w.count("eat") == 1
    w = window("""
        .       leaf   .  .
        monster flower .  .
        .       .      .  star
    """)
    w.activate("leaf")
    assert w.count("eat") == 0
    assert w.score() == 2  # monster and star


def test_monsters_eat_after_all_arrows_have_moved(window):
    """Activation, point C: a flower may be covered to the last."""
    w = window("""
        .       .      .  raindrop
        monster flower .  star
        .       .      .  .
    """)
    assert w.count("eat") == 0
    w.activate("raindrop")
    assert w.count("eat") == 1
    assert w.score() == 1


def test_an_eaten_flower_leaves_room_for_no_pair(window):
    """The monster stands where the flower was; smiles beside it are no pair."""
    w = window("""
        smile flower smile .
        .     .      .     .
        .     .      .     monster
    """)
    assert w.score() == 3


def test_monsters_of_all_windows_eat_at_the_same_time(window):
    """MI-11: one beat shows all windows."""
    picture = """
        monster .  .  .
        .       .  .  .
        .       .  .  flower
    """
    w = window(picture, rivals=[picture, picture])
    assert w.count("eat") == 1
    assert [w.score(seat) for seat in range(3)] == [1, 1, 1]


def test_a_monster_keeps_to_its_own_window(window):
    """MI-11: windows don't interact."""
    w = window(
        """
        monster .  .  .
        .       .  .  .
        .       .  .  star
        """,
        rivals=[
            """
            flower .  .  .
            .      .  .  .
            .      .  .  .
            """,
        ],
    )
    assert w.count("eat") == 0
    assert (w.score(0), w.score(1)) == (2, 2)
