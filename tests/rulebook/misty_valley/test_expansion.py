"""Rulebook, 'Expansion: Walls and Flowers'."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale.games.misty_valley.rules.control import strength
from mistvale.games.misty_valley.state import REVEALING, WALLING


def at(t, name: str) -> tuple[int, int]:
    return strength(t.now, t.box, t.sites.index(name))


def test_flowers_simply_lie_on_the_tile(table):
    t = table(expansion=True).lay("acorn-2", "0,-1").open("water-2").next("flower").play("explore open1", "at 1,0")
    assert t.now["flowers"].nonzero()[0].tolist() == [t.sites.index("water-2")]
    assert t.beats == ["token", "refill"]


def test_a_wall_goes_on_a_free_side(table):
    """MV-18: the sides against the start tile and the acorns are taken."""
    t = table(expansion=True).lay("acorn-2", "1,-1").open("water-2").next("wall").play("explore open1", "at 1,0")
    assert t.may("wall") == {"1", "2", "3", "4"}
    t.play("wall 3")
    assert int(t.now["wall"][t.sites.index("water-2")]) == 3


def test_no_explorers_count_against_a_wall(table):
    """MV-18: of either tribe, for that tile; a captain does beside others (MV-7), and other tiles see them."""
    t = table(expansion=True).lay("acorn-2", "0,-1").wall("acorn-2", 0).lay("water-2", "0,-3")
    t.patrol(0, "200200", "0,-2", 0).ready()
    assert at(t, "acorn-2") == (0, 0)
    assert at(t, "water-2") == (2, 0)
    t = table(expansion=True).lay("acorn-2", "0,-1").wall("acorn-2", 0).patrol(1, "200200", "0,-2", 0).ready()
    assert at(t, "acorn-2") == (0, 0)


def test_the_only_free_side_gets_the_wall_by_itself(table):
    """MV-18: in a hole of two spaces one side of the tile is free."""
    t = table(expansion=True).open("water-3", "berry-3").next("wall")
    around = ("0,-1", "-1,-1", "-2,1", "-1,1", "-2,-1", "-3,0", "-3,1")
    for name, where in zip(t.kinds, around, strict=False):
        t.patrol(1, name, where)
    t.play("explore open1", "at -1,0")
    assert t.beats == ["token", "wall", "refill"]
    assert int(t.now["wall"][t.sites.index("water-3")]) == 5


def test_a_wall_always_finds_a_free_side(table):
    """MV-18, MV-26: no space is surrounded, so a tile closed in before its wall is up does not add up."""
    t = table(expansion=True).lay("acorn-2", "-1,0").next("wall")
    for name, where in zip(t.kinds, ("0,-1", "-1,-1", "-2,0", "-2,1", "-1,1"), strict=False):
        t.patrol(1, name, where)
    t.state["phase"], t.state["chosen"], t.state["action"], t.state["slot"] = REVEALING, t.sites.index("acorn-2"), 8, 2
    t.ready().match.run_beats()
    assert t.beats == ["token"]
    assert int(t.now["phase"]) == WALLING
    with pytest.raises(mv.DoesNotAddUp, match="tokens"):
        t.match.audit()


def test_a_token_is_revealed_for_tiles_that_are_played(table):
    """MV-25: by Explore and by Spyglass; none for an encounter."""
    t = (
        table(expansion=True)
        .lay("acorn-2", "0,-1")
        .open("water-1", "water-2")
        .next("flower", "flower", "mouse", "bear")
    )
    t.play("use spyglass", "encounter", "at 0,1")
    assert "token" not in t.beats
    t.play("explore open1", "at 1,0", "encounter at 1,1")
    assert t.beats.count("token") == 1


def test_a_token_stays_on_a_tile_that_is_moved(table):
    """Magic Scroll takes it along, on the same side (MV-12)."""
    t = table(expansion=True, boards="BB").lay("acorn-2", "0,-1").wall("acorn-2", 0).lay("bear", "0,1")
    t.play("use magic-scroll", "target acorn-2", "at 1,0")
    assert int(t.now["wall"][t.sites.index("acorn-2")]) == 0


def test_without_the_expansion_no_token_is_revealed(table):
    t = table().lay("acorn-2", "0,-1").open("water-2").play("explore open1", "at 1,0")
    assert "token" not in t.beats
