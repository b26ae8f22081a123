"""Rulebook, 'End of the game and scoring'."""

from __future__ import annotations

import pytest

EMPTY = """
    .  .  .  .
    .  .  .  .
    .  .  .  .
"""


def test_an_empty_space_scores_nothing(window):
    """Scoring, first point."""
    assert window(EMPTY).score() == 0


def test_a_blur_scores_nothing_and_is_removed(window):
    """Scoring, second point."""
    w = window("""
        .     leaf   .     .
        heart flower .     .
        .     .      .     .
    """)
    w.activate("leaf")
    assert w.looks(
        """
        .     .  .  .
        heart .  .  .
        .     .  .  .
        """,
        after="wipe",
    )
    assert w.score() == 1


def test_a_flower_scores_two(window):
    """Scoring, third point."""
    assert (
        window("""
        flower .  .  .
        .      .  .  .
        .      .  .  .
    """).score()
        == 2
    )


@pytest.mark.parametrize("card", ["heart", "star", "house", "monster", "smile"])
def test_every_other_card_scores_one(window, card):
    """Scoring, fourth and fifth point."""
    assert (
        window(f"""
        .  .      .  .
        .  {card} .  .
        .  .      .  .
    """).score()
        == 1
    )


@pytest.mark.parametrize("card", ["rocket", "raindrop", "scooter", "unicycle"])
def test_an_arrow_card_that_stays_in_the_window_scores_one(window, card):
    """Scoring, fifth point."""
    w = window(f"""
        .  .      .
        .  {card} .
        .  .      .
        .  .      .
    """)
    assert w.activate(card).score() == 1


def test_two_smiles_side_by_side_score_three(window):
    """Scoring, fourth point."""
    assert (
        window("""
        .  .     .     .
        .  smile smile .
        .  .     .     .
    """).score()
        == 3
    )


def test_smiles_one_above_the_other_are_no_pair(window):
    """Scoring, fourth point: horizontally only."""
    assert (
        window("""
        .  smile .  .
        .  smile .  .
        .  .     .  .
    """).score()
        == 2
    )


def test_smiles_at_a_corner_are_no_pair(window):
    """Scoring, fourth point: horizontally only."""
    assert (
        window("""
        .  smile .     .
        .  .     smile .
        .  .     .     .
    """).score()
        == 2
    )


def test_smiles_with_a_gap_are_no_pair(window):
    """Scoring, fourth point: with nothing between."""
    assert (
        window("""
        smile .  smile heart
        smile star smile .
        .     .  .     .
    """).score()
        == 6
    )


def test_a_row_does_not_go_on_in_the_next_one(window):
    """The last space of a row and the first of the next are not side by side."""
    assert (
        window("""
        .     .  .  smile
        smile .  .  .
        .     .  .  .
    """).score()
        == 2
    )


@pytest.mark.parametrize(("run", "points"), [(1, 1), (2, 3), (3, 4), (4, 6)])
def test_a_run_of_smiles_counts_by_disjoint_pairs(window, run, points):
    """MI-6: floor(run / 2) bonus points."""
    row = " ".join(["smile"] * run + ["."] * (4 - run))
    assert (
        window(f"""
        .  .  .  .
        {row}
        .  .  .  .
    """).score()
        == points
    )


def test_two_runs_in_one_row_are_counted_apart(window):
    """MI-6: per horizontal run; small windows have no room for it, so two rows of one."""
    assert (
        window("""
        smile smile .     .
        .     .     smile smile
        .     .     .     .
    """).score()
        == 6
    )


def test_smiles_are_counted_after_blurs_are_removed(window):
    """MI-6: a covered smile is none, and does not join its neighbours."""
    w = window("""
        .     leaf  .     .
        smile smile smile .
        .     .     .     .
    """)
    w.activate("leaf")
    assert w.score() == 2


def test_most_points_win_the_round(window):
    """MI-10: said in Italian and Spanish only."""
    w = window(
        """
        flower .  .  .
        .      .  .  .
        .      .  .  .
        """,
        rivals=[
            """
            star .  .  .
            .    .  .  .
            .    .  .  .
            """,
        ],
    )
    assert w.won == (1, 0)


def test_all_tied_leaders_win_the_round(window):
    """MI-7."""
    flower = """
        flower .  .  .
        .      .  .  .
        .      .  .  .
    """
    smiles = """
        smile .  .  .
        .     .  .  .
        .     .  .  star
    """
    w = window(
        flower,
        rivals=[
            smiles,
            """
            heart .  .  .
            .     .  .  .
            .     .  .  .
            """,
        ],
    )
    assert w.won == (1, 1, 0)


def test_a_round_without_points_is_won_by_all(window):
    """MI-7: a tie at nothing is a tie."""
    assert window(EMPTY).won == (1, 1)


def test_the_first_to_win_two_rounds_wins(window):
    """End of the game: two rounds."""
    flower = """
        flower .  .  .
        .      .  .  .
        .      .  .  .
    """
    w = window(flower, rivals=[EMPTY], won=(1, 1), points=(5, 30))
    assert w.match.over
    assert w.won == (2, 1)
    assert w.match.ranks == (1, 2)


def test_one_round_won_is_not_enough(window):
    """End of the game: two rounds; till then another one is dealt."""
    w = window(EMPTY.replace(".", "star", 1), rivals=[EMPTY], won=(0, 1), points=(5, 9))
    assert not w.match.over
    assert w.won == (1, 1)
    assert w.match.pending == (0, 1)
    assert all(move.startswith("pick ") for move in w.match.legal(0))


def test_of_two_who_reach_two_rounds_together_more_points_in_all_win(window):
    """MI-8."""
    w = window(EMPTY, rivals=[EMPTY], won=(1, 1), points=(20, 21))
    assert w.match.over
    assert w.match.ranks == (2, 1)


def test_equal_in_rounds_and_points_share_the_victory(window):
    """MI-8; ties share a rank: 1, 1, 3."""
    w = window(EMPTY, rivals=[EMPTY, EMPTY], won=(1, 1, 0), points=(20, 20, 25))
    assert w.match.over
    assert w.match.ranks == (1, 1, 3)


def test_rounds_come_before_points(window):
    """MI-8: below the first the same tie-breaks."""
    star = EMPTY.replace(".", "star", 1)
    w = window(star, rivals=[EMPTY, EMPTY, EMPTY], won=(1, 0, 1, 0), points=(9, 40, 8, 41))
    assert w.match.ranks == (1, 4, 2, 3)


def test_points_of_all_rounds_are_shown(window):
    """MI-12."""
    w = window(EMPTY.replace(".", "flower", 1), rivals=[EMPTY], won=(0, 1), points=(7, 9))
    assert w.match.scores == (9, 9)
    assert w.match.view(None)["scores"] == [9, 9]
    assert w.match.view(1)["state"]["wins"][:2] == [1, 1]


def test_a_whole_window(window):
    """All of it together; the rulebook's closing picture, worth 10 points, is lost."""
    w = window("""
        smile   smile  rocket  flower
        heart   leaf   flower  scooter
        monster house  flower  balloon
    """)
    w.activate("scooter", "balloon", "rocket", "leaf")
    # Out: rocket and scooter. Blur: the leaf on the house. The balloon is up where the scooter was.
    assert w.looks(
        """
        smile   smile  .       monster
        heart   .      flower  balloon
        .       .      flower  .
        """,
        after="wipe",
    )
    assert w.score() == 10
