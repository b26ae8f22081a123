"""Rulebook, 'How to play': Explore."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale.core.rule import NOTHING

from .conftest import changed_box


def test_a_tile_goes_against_any_tile_in_play(table):
    """With a full side: every empty hex beside one of the three."""
    t = table().lay("acorn-2", "0,-1").lay("water-2", "0,1").open("berry-2", "berry-3")
    t.play("explore open2")
    beside = {"1,-1", "1,0", "-1,1", "-1,0", "0,-2", "1,-2", "-1,-1", "0,2", "1,1", "-1,2"}
    assert t.may("at") == beside
    t.play("at 1,0")
    assert t.where("berry-3") == "1,0"


def test_the_tile_from_the_stack_is_seen_after_it_is_chosen(table):
    """MV-3: chosen unseen, then it must be placed, and can't be taken back."""
    t = table().lay("acorn-2", "0,-1").next("berry-2")
    epoch = t.epoch
    t.play("explore stack")
    assert t.beats == ["uncover"]
    assert t.epoch == epoch + 1
    assert int(t.now["chosen"]) == t.sites.index("berry-2")
    assert all(move.startswith("at ") for move in t.legal)
    assert not t.match.can_undo(0)
    # Both see it.
    assert t.match.view(1)["state"]["chosen"] == t.sites.index("berry-2")


def test_an_open_tile_can_be_put_back_until_it_is_placed(table):
    t = table().lay("acorn-2", "0,-1").play("explore open1")
    assert t.match.can_undo(0)
    t.match.undo(0)
    assert "explore open1" in t.legal


def test_all_comes_in_its_order(table):
    """MV-4: take, place, token, encounter, refill."""
    t = table(expansion=True).lay("water-2", "0,-1").open("water-3", "acorn-1").next("berry-2", "mouse", "wall")
    t.play("explore open2", "at 1,0")
    assert t.beats == ["token"]
    assert t.may("wall")
    t.play("wall 2")
    assert t.beats == ["token", "encounter"]
    t.play("encounter at 2,-1")
    assert t.beats == ["token", "encounter", "refill"]
    assert t.where("mouse") == "2,-1"
    assert t.now["open"].tolist() == [t.sites.index("water-3"), t.sites.index("berry-2")]


def test_an_encounter_lies_beside_the_tile_that_brings_it(table):
    t = table().lay("water-2", "0,-1").lay("water-3", "1,0").open("acorn-1").next("mouse")
    t.play("explore open1", "at 1,-1")
    assert t.may("encounter at") == {"1,-2", "2,-2", "2,-1"}


def test_no_encounter_comes_when_none_is_left(table):
    """MV-4."""
    box = changed_box(encounters=[])
    t = table(box=box).lay("water-2", "0,-1").open("acorn-1", "water-3")
    t.play("explore open1", "at 0,1")
    assert t.beats == ["refill"]
    assert int(t.now["main"]) == 1


def with_a_hole_of_two(t):
    """Around the hexes -1,0 and -2,0 all is taken."""
    around = ("0,-1", "-1,-1", "-2,1", "-1,1", "-2,-1", "-3,0", "-3,1")
    for name, where in zip(t.kinds, around, strict=False):
        t.patrol(1, name, where)
    return t


def test_no_tile_goes_into_a_surrounded_space(table):
    """MV-26: the hex -1,0 has six neighbours."""
    t = table().patrol(1, "111110", "0,-1").patrol(1, "111010", "-1,-1").patrol(1, "110110", "-2,0")
    t.patrol(1, "201010", "-2,1").patrol(1, "210010", "-1,1")
    t.play("explore open1")
    assert "-1,0" not in t.may("at")
    assert "-1,2" in t.may("at")
    t.match.undo(0)
    t.play(f"patrol {t.kinds[0]}")
    assert "-1,0" not in t.may("at")


def test_a_hole_of_two_spaces_may_be_filled(table):
    """MV-26: each of them has a free neighbour, the other; when one is taken the other is surrounded."""
    t = with_a_hole_of_two(table()).open("water-3", "berry-3")
    t.play("explore open1")
    assert {"-1,0", "-2,0"} & t.may("at") == {"-1,0", "-2,0"}
    t.play("at -1,0", "done", "explore open2")
    assert "-2,0" not in t.may("at")


def test_a_space_must_leave_one_for_the_encounter(table):
    """MV-4: in a hole of two spaces a tile with footprints would leave its encounter a surrounded one."""
    t = with_a_hole_of_two(table()).open("water-1", "berry-3")
    t.play("explore open1")
    assert not {"-1,0", "-2,0"} & t.may("at")
    t.match.undo(0)
    t.play("explore open2")
    assert {"-1,0", "-2,0"} <= t.may("at")


def test_the_slot_is_filled_that_was_emptied(table):
    """MV-32."""
    t = table().lay("acorn-2", "0,-1").open("water-2", "water-3").next("berry-2")
    t.play("explore open1", "at 0,1")
    assert [t.sites[int(tile)] for tile in t.now["open"]] == ["berry-2", "water-3"]


def test_a_tile_from_the_stack_leaves_both_open(table):
    t = table().lay("acorn-2", "0,-1").open("water-2", "water-3").next("berry-2", "berry-3")
    t.play("explore stack", "at 0,1")
    assert [t.sites[int(tile)] for tile in t.now["open"]] == ["water-2", "water-3"]
    assert t.beats == ["uncover"]


def test_with_an_empty_stack_the_slot_stays_empty(table):
    """MV-32."""
    rows = [{"resource": "acorn", "copies": 3, "footprints": 0}, {"resource": "water", "copies": 2, "footprints": 0}]
    match = {**dict(changed_box().data["match"]), "out": 0}
    t = table(box=changed_box(valley=rows, match=match))
    t.lay("acorn-1", "0,-1").lay("acorn-2", "0,1").open("acorn-3", "water-1")
    t.play("explore stack", "at 1,0", "done", "explore open2", "at -1,0")
    assert t.now["open"].tolist() == [t.sites.index("acorn-3"), NOTHING]
    assert "refill" not in t.beats
    t.play("done")
    assert t.may("explore") == {"open1"}


def test_beyond_the_edge_is_no_space_and_never_taken(table):
    """MV-34: a line to the edge; the hex beyond is not offered, and a hex at the edge is never surrounded."""
    t = table().open("water-2", "water-3")
    for seat in (0, 1):
        for i, name in enumerate(t.kinds[:6]):
            t.patrol(seat, name, f"{1 + i + 6 * seat},0")
    t.play("explore open1")
    assert {"12,-1", "11,1"} <= t.may("at")
    assert t.legal == {f"at {where}" for where in t.may("at")}
    assert not {"13,-1", "12,1"} & t.may("at")
    edge = table(expansion=True).open("water-2", "water-3").next("wall")
    for seat in (0, 1):
        for i, name in enumerate(edge.kinds[: 6 - seat]):
            edge.patrol(seat, name, f"{1 + i + 6 * seat},0")
    edge.play("explore open1", "at 12,0")
    assert edge.may("wall") == {"0", "1", "2", "3", "4"}


def test_a_space_at_the_edge_with_all_its_neighbours_taken_is_open(table):
    """MV-34: 12,-6 has four neighbours on the table; the two sides beyond it are free."""
    t = table().open("water-2", "water-3")
    walk = [f"{q},0" for q in range(1, 7)] + [f"{q},{6 - q}" for q in range(7, 12)]
    names = [(seat, name) for seat in (0, 1) for name in t.kinds]
    for where in [*walk, "11,-6", "12,-7", "12,-5"]:
        t.patrol(*names.pop(0), where)
    t.play("explore open1")
    assert "12,-6" in t.may("at")


def test_a_taken_space_is_refused(table):
    t = table().lay("acorn-2", "0,-1").play("explore open1")
    with pytest.raises(mv.IllegalMove):
        t.play("at 0,-1")
