"""Rulebook, 'Clarifications', and how every card of the box scores."""

from __future__ import annotations

import pytest

from mistvale.games.secret_valley import GAME
from mistvale.games.secret_valley.reading import sentence


def test_the_thousand_steps_counts_terrains_found_once(valley):
    """Clarifications, The Thousand Steps; SV-5: the repeated water counts nothing, the forest still counts."""
    v = valley("""
        .           old-oaks           .
        silver-ford the-thousand-steps mirror-lake
    """)
    assert v.points["the-thousand-steps"] == 2


def test_the_thousand_steps_looks_at_adjacent_cards_only(valley):
    """Clarifications: a diagonal card is not adjacent."""
    v = valley("""
        old-oaks    .                  golden-field long-pasture
        silver-ford the-thousand-steps .            .
    """)
    assert v.points["the-thousand-steps"] == 2


def test_western_torrent_counts_numbers_found_once(valley):
    """Clarifications, Western Torrent; SV-5: two 4s count nothing, the 1 and the 2 do."""
    v = valley("""
        fern-path western-torrent echo-ridge
        .         dawn-spring     silver-ford
    """)
    assert v.points["western-torrent"] == 4


def test_western_torrent_looks_around(valley):
    """SV-6: the corners too."""
    v = valley("""
        fern-path      .               old-oaks     meeting-stones
        fist-of-giants western-torrent .            .
        silver-ford    .               golden-field sun-stone
    """)
    assert v.points["western-torrent"] == 10


@pytest.mark.parametrize(
    ("picture", "points"),
    [
        ("sun-stone", 12),
        ("sun-stone old-oaks", 9),
        (
            """
            .           old-oaks  .
            silver-ford sun-stone echo-ridge
            .           fern-path .
            """,
            0,
        ),
    ],
)
def test_sun_stone_counts_free_sides(valley, picture, points):
    """Clarifications, Sun Stone; SV-17: an empty neighbour is a free side while the grid grows."""
    assert valley(picture).points["sun-stone"] == points


@pytest.mark.parametrize(
    ("picture", "points"),
    [
        ("echo-ridge fist-of-giants old-oaks", 7),
        (
            """
            echo-ridge fist-of-giants . hunters-wood
            .          .              . fern-path
            """,
            0,
        ),
        (
            """
            fist-of-giants .
            echo-ridge     great-delta
            """,
            7,
        ),
        (
            """
            fist-of-giants
            echo-ridge
            great-delta
            """,
            0,
        ),
        ("fist-of-giants", 7),
    ],
)
def test_fist_of_giants_is_the_highest_of_its_lines_or_nothing(valley, picture, points):
    """Clarifications, Fist of Giants; SV-7: an equal number loses all; SV-17: it holds with nobody to compare."""
    assert valley(picture).points["fist-of-giants"] == points


@pytest.mark.parametrize(
    ("picture", "points"),
    [
        ("silver-ford mountain-mouth old-oaks", 6),
        ("dawn-spring mountain-mouth old-oaks", 0),
        (
            """
            golden-field old-oaks
            silver-ford  mountain-mouth
            """,
            0,
        ),
        ("golden-field silver-ford mountain-mouth", 6),
        ("mountain-mouth", 6),
    ],
)
def test_mountain_mouth_is_the_lowest_around_or_nothing(valley, picture, points):
    """Clarifications, 'The same happens'; SV-7: an equal number loses all; SV-17."""
    assert valley(picture).points["mountain-mouth"] == points


@pytest.mark.parametrize(
    ("card", "picture", "points"),
    [
        ("eagle-ledge", "sun-stone eagle-ledge old-oaks", 2),
        ("eagle-ledge", "mirror-lake eagle-ledge fern-path", 4),
        ("echo-ridge", "eagle-ledge old-oaks echo-ridge mountain-mouth", 4),
        ("dawn-spring", "silver-ford dawn-spring fern-path", 4),
        ("dawn-spring", "dawn-spring", 0),
        ("silver-ford", "dawn-spring silver-ford great-delta", 4),
        ("mirror-lake", "old-oaks mirror-lake fern-path", 4),
        ("mirror-lake", "old-oaks mirror-lake sun-stone", 0),
        ("toadstool-ring", "eagle-ledge toadstool-ring dawn-spring", 4),
        ("old-oaks", "fern-path old-oaks hunters-wood", 6),
        ("fern-path", "old-oaks fern-path golden-field", 4),
        ("fern-path", "old-oaks fern-path mirror-lake", 4),
        ("even-furrows", "fern-path even-furrows old-oaks", 3),
        ("long-pasture", "fern-path long-pasture great-delta", 1),
    ],
)
def test_each_card_scores_by_its_own_criterion(valley, card, picture, points):
    """Territory cards: each has another one. SV-16: two cards with a 3 are two odd numbers."""
    assert valley(picture).points[card] == points


def test_a_card_does_not_count_itself(valley):
    """SV-2: a mountain among mountains, an odd number, a water."""
    assert valley("echo-ridge").points["echo-ridge"] == 0
    assert valley("silver-ford").points["silver-ford"] == 0
    assert valley("even-furrows").points["even-furrows"] == 0


@pytest.mark.parametrize("clan", [0, 1, 2, 3])
def test_all_cards_count_whoever_owns_them(valley, clan):
    """SV-3."""
    assert valley(f"fern-path/{clan} old-oaks/0").points["old-oaks"] == 3


def test_a_row_is_the_whole_line(valley):
    """Clarifications, Row; SV-4: also what is not connected to it; cards are portrait, so a row lies."""
    v = valley("""
        golden-field eagle-ledge silver-ford fern-path
        long-pasture .           .           .
    """)
    assert v.points["golden-field"] == 6


def test_a_column_is_the_whole_line(valley):
    """Clarifications, Column; SV-4."""
    v = valley("""
        great-delta eagle-ledge
        old-oaks    .
        fern-path   .
        sun-stone   .
    """)
    assert v.points["great-delta"] == 4


def test_different_terrains_may_be_the_cards_own(valley):
    """SV-16: the card's own terrain counts if another card has it."""
    assert valley("golden-field long-pasture silver-ford").points["golden-field"] == 4


@pytest.mark.parametrize(("clans", "points"), [("000", 0), ("010", 4), ("011", 2), ("121", 4)])
def test_hunters_wood_counts_other_clans(valley, clans, points):
    """Settlements of another clan on adjacent cards."""
    left, own, right = clans
    v = valley(f"old-oaks/{left} hunters-wood/{own} fern-path/{right}")
    assert v.points["hunters-wood"] == points


@pytest.mark.parametrize(("clans", "points"), [("000", 4), ("010", 0), ("011", 2)])
def test_meeting_stones_counts_its_own_clan(valley, clans, points):
    """Other settlements of its own clan around it."""
    left, own, right = clans
    v = valley(f"old-oaks/{left} meeting-stones/{own} fern-path/{right}")
    assert v.points["meeting-stones"] == points


def test_hidden_clearing_needs_a_card_on_every_side(valley):
    """No free side; corners don't matter."""
    closed = """
        .           old-oaks        .
        silver-ford hidden-clearing echo-ridge
        .           fern-path       .
    """
    assert valley(closed).points["hidden-clearing"] == 7
    assert valley(closed.replace("fern-path", ".")).points["hidden-clearing"] == 0


def test_at_the_edge_of_the_lattice_a_side_is_free(valley):
    """SV-14: the lattice is as large as any grid; its edge is outside."""
    v = valley("sun-stone old-oaks", corner=0)
    assert v.points["sun-stone"] == 9


SENTENCES = {
    "mountain 1 mountain-mouth": "6 points if its number is lower than that of every card around it.",
    "mountain 2 eagle-ledge": "2 points for each higher number adjacent to it.",
    "mountain 3 the-thousand-steps": "2 points for each terrain found exactly once among the cards adjacent to it.",
    "mountain 4 echo-ridge": "2 points for each mountain in the rest of its row and column.",
    "mountain 5 fist-of-giants": "7 points if its number is higher than that of every card in the rest of its row "
    "and column.",
    "water 1 dawn-spring": "As many points as the highest number among the cards adjacent to it.",
    "water 2 silver-ford": "2 points for each water card around it.",
    "water 3 mirror-lake": "2 points for each card adjacent to it that shares its terrain with another one there.",
    "water 4 western-torrent": "2 points for each number found exactly once among the cards around it.",
    "water 5 great-delta": "2 points for each different terrain among the cards in the rest of its column.",
    "forest 1 hidden-clearing": "7 points if it has no free side.",
    "forest 2 toadstool-ring": "2 points for each 1 or 2 around it.",
    "forest 3 old-oaks": "3 points for each forest adjacent to it.",
    "forest 4 fern-path": "2 points for each odd number adjacent to it.",
    "forest 5 hunters-wood": "2 points for each settlement of another clan adjacent to it.",
    "plain 1 golden-field": "2 points for each different terrain among the cards in the rest of its row.",
    "plain 2 sun-stone": "3 points for each free side.",
    "plain 3 meeting-stones": "2 points for each other settlement of its own clan around it.",
    "plain 4 even-furrows": "3 points for each even number adjacent to it.",
    "plain 5 long-pasture": "1 point for each lower number around it.",
}


def test_the_box_holds_the_cards_of_the_table_and_says_what_they_score():
    """rules/secret-valley.md, Box; players see a criterion as a sentence that is made from the box."""
    cards = GAME.box().data["cards"]
    said = {f"{c['terrain']} {c['number']} {c['name']}": sentence(GAME.words(), c["scores"]) for c in cards}
    assert said == SENTENCES
