"""Rulebook, 'The hypotheses'. Examples give the points that the rulebook's own examples do."""

from __future__ import annotations

import pytest

from mistvale.games.misterra import GAME
from mistvale.games.misterra.reading.points import points_on
from mistvale.games.misterra.rules.hypotheses import counted

names = GAME.box().words["hypotheses"]

ZONES = """
    m m . m m
    m m . . m
    . . . . .
    m s m m m
    m . . . .
"""
BORDER = """
    s s s s s
    s s s s s
    . s s s s
    . s s s .
    s j s j .
"""
FOUR_IN_COLUMNS = """
    s j l m .
    j j j l s
    l l l l l
    m m m m m
    s s s s s
"""
FOUR_IN_ROWS = """
    s j l m m
    j l m s s
    s j l m .
    s s s s s
    s s s j l
"""
ONE_IN_COLUMNS = """
    s j l s s
    s j l s s
    s j l . s
    s j l s m
    s j l s s
"""
ONE_IN_ROWS = """
    s s s s s
    j j j j j
    s s . s s
    m m m m m
    s s s s s
"""
AWAY = """
    j j j j s
    j j j . j
    j j . j .
    s j j . .
    . s . . .
"""
EIGHT = """
    l l l l .
    l l l . l
    l . . . .
    . . . m m
    j j j m m
"""
SETS = """
    s s s s j
    j j j m m
    m m m l l
    l l . . .
    . . . . .
"""
SINGLES = """
    s j s j s
    . . . . .
    j s j s j
    . . . . .
    s . j . .
"""
MOTIF = """
    j m . j m
    l s . l s
    . . . . .
    . j m . .
    . l s j .
"""
PAIRS = """
    s s j j s
    . . . . s
    j j s s .
    . . . . j
    . . . . j
"""
MOST = """
    m m m m m
    m m m m m
    m l l l l
    s s s s s
    j j j . .
"""
SMALLEST = """
    m m m j j
    m s s s j
    m s l l l
    j j j l l
    j j j l l
"""


def scored(chart, picture: str, name: str) -> int:
    c = chart(parchments=[picture])
    return points_on(c.look(), 0, names.index(name))


@pytest.mark.parametrize(
    ("name", "picture", "points"),
    [
        ("p01", ZONES, 5 + 2 + 2),  # zones of 4, 3 and 3; one of 2 is too small
        ("p03", BORDER, 14 + 2),  # ten on the border
        ("p05", FOUR_IN_COLUMNS, 3 * 4),
        ("p06", FOUR_IN_ROWS, 2 * 4),
        ("p07", ONE_IN_COLUMNS, 3 * 5),
        ("p08", ONE_IN_ROWS, 4 * 5),
        ("p09", AWAY, 12 + 2),
        ("p11", EIGHT, 10),
        ("p12", SMALLEST, 3 * 4),
        ("p13", SMALLEST, 10),
        ("p14", SETS, 8),
        ("p15", SINGLES, 15),
        ("p16", MOTIF, 3 * 5),
        ("p17", PAIRS, 10),
        ("p18", MOST, 12),
    ],
)
def test_what_a_hypothesis_scores(chart, name, picture, points):
    assert scored(chart, picture, name) == points


@pytest.mark.parametrize("name", names)
def test_an_empty_parchment_scores_nothing(chart, name):
    assert scored(chart, "\n".join([". . . . ."] * 5), name) == 0


def test_a_line_with_an_empty_square_is_not_full(chart):
    """MM-8: of one terrain or of all four."""
    assert scored(chart, "\n".join(["s s s s ."] * 5), "p08") == 0
    assert scored(chart, "\n".join(["s j l m ."] * 5), "p06") == 0
    assert scored(chart, "\n".join(["s j l m m"] * 5), "p06") == 5 * 4
    assert scored(chart, "\n".join(["s s s s ."] * 5), "p07") == 4 * 5


def test_empty_squares_belong_to_no_zone(chart):
    """MM-8: they are neither the smallest zone nor the largest, nor zones of one or two."""
    lone = "\n".join(["s s . . .", "s s . . .", ". . . . .", ". . . l l", ". . . l l"])
    assert scored(chart, lone, "p13") == 18
    assert scored(chart, lone, "p15") == 0
    c = chart(parchments=[lone])
    assert counted(c.now["parchment"][0], c.box, names.index("p11")) == 4
    assert counted(c.now["parchment"][0], c.box, names.index("p15")) == 0


def test_zones_do_not_hang_together_by_corners(chart):
    """Definition of a zone: orthogonally."""
    assert scored(chart, "\n".join(["m . m . m", ". m . m .", "m . m . m", ". m . m .", "m . m . m"]), "p01") == 0
    assert scored(chart, "\n".join(["m . m . m", ". m . m .", "m . m . m", ". m . m .", "m . m . m"]), "p15") == 16


def test_a_hypothesis_never_looks_at_the_island(chart):
    """'Important': only the own parchment counts."""
    island = "\n".join(["M M M . .", "M M M . .", ". . J . .", ". . . . .", ". . . . ."])
    c = chart(island, parchments=[ZONES, MOTIF])
    assert points_on(c.look(), 0, 0) == 9
    assert points_on(c.look(), 1, names.index("p16")) == 15


def test_both_hypotheses_count_every_square(chart):
    """'Important': a square may be used by both."""
    c = chart(parchments=[MOST], hypotheses={0: ["p01", "p18"]})
    assert c.parts()["hypotheses"] == 14 + 12
