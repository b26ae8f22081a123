"""Rulebook, 'How to play': Send patrols."""

from __future__ import annotations

import pytest

from .conftest import changed_box


def few_patrols(*names: str):
    """A box in which both tribes have these patrols alone."""
    tribes = [{**tribe, "patrols": list(names)} for tribe in changed_box().data["tribes"]]
    return changed_box(tribes=tribes)


def test_a_patrol_is_chosen_placed_and_turned(table):
    t = table().lay("acorn-2", "0,-1").hand(0, "300100", "111110", "220000")
    assert t.may("patrol") == {"300100", "111110", "220000"}
    t.play("patrol 300100")
    assert t.may("at") == {"1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-2", "1,-2", "-1,-1"}
    t.play("at 0,-2")
    assert t.may("turn") == {"0", "1", "2", "3", "4", "5"}
    t.play("turn 3")
    assert t.owner("acorn-2") == 0


@pytest.mark.parametrize(("turn", "count"), [(0, 1), (3, 3), (1, 0)])
def test_a_turn_says_where_the_first_side_faces(table, turn, count):
    """`turn k`: printed side i faces side (i + k) mod 6. The valley tile lies at side 3 of the patrol."""
    t = table().lay("acorn-2", "0,-1").patrol(1, "220000", "1,-2", 3 if count < 3 else 2).hand(0, "300100")
    # The rival has two explorers there: three are needed to take it.
    t.play("patrol 300100", "at 0,-2", f"turn {turn}")
    assert (t.owner("acorn-2") == 0) == (count == 3)


def test_until_something_is_drawn_all_can_be_taken_back(table):
    """Picking, placing and turning; here the stack is empty, so that nothing is revealed."""
    t = table(box=few_patrols("300100", "111110")).lay("acorn-2", "0,-1")
    before = t.ready().match.state
    t.play("patrol 300100", "at 0,-2", "turn 3")
    for _ in range(3):
        t.match.undo(0)
    assert t.match.state == before
    assert not t.match.can_undo(0)


def test_a_patrol_is_drawn_as_soon_as_one_is_turned(table):
    """MV-29: before a special action; what was done can't be taken back then."""
    t = table().lay("acorn-2", "0,-1").hand(0, "300100", "111110", "220000")
    t.play("patrol 300100", "at 0,-2")
    assert int(t.now["held"][0]) == 2
    assert t.match.can_undo(0)
    t.play("turn 3")
    assert t.beats == ["draw"]
    assert int(t.now["held"][0]) == 3
    assert not t.match.can_undo(0)
    assert t.may("use")


def test_the_turn_is_shown_before_anything_is_drawn(table):
    """The preview of a turn has the banners as they would be."""
    t = table().lay("acorn-2", "0,-1").hand(0, "300100", "111110", "220000")
    t.play("patrol 300100", "at 0,-2")
    assert t.match.preview(0, "turn 3") is not None
    assert t.owner("acorn-2") is None


def test_hands_run_out(table):
    """MV-14: refilled while the stack lasts; without a patrol only Explore is left."""
    t = table(box=few_patrols("300100", "111110", "220000", "111010")).lay("acorn-2", "0,-1")
    for hexes in ("0,-2", "0,1"), ("1,0", "-1,0"), ("0,-3", "0,2"), ("2,0", "-2,0"):
        for where in hexes:
            t.play(f"patrol {min(t.may('patrol'))}", f"at {where}", "turn 0", "done")
    assert t.now["held"].tolist() == [0, 0]
    assert t.beats.count("draw") == 2
    assert not t.may("patrol")
    assert t.may("explore")
    assert "done" not in t.legal
    assert "use horn-of-calling" not in t.legal


def test_one_turn_has_one_main_action(table):
    t = table().lay("acorn-2", "0,-1").hand(0, "300100", "111110", "220000")
    t.play("patrol 300100", "at 0,-2", "turn 3")
    assert not t.may("patrol") | t.may("explore")
    t.play("done")
    assert t.match.pending == (1,)
    assert t.may("patrol")
    assert "done" not in t.legal


@pytest.mark.parametrize("name", ["110110", "200200"])
def test_a_tile_that_looks_the_same_half_round_has_three_turns(table, name):
    """MV-35."""
    t = table().lay("acorn-2", "0,-1").hand(0, name).play(f"patrol {name}", "at 0,-2")
    assert t.may("turn") == {"0", "1", "2"}


@pytest.mark.parametrize("marker", ["smoke", "reinforced"])
def test_a_marker_tells_both_halves_apart(table, marker):
    """MV-35: a tile that is moved with a marker on it may be turned in six ways."""
    t = table().lay("acorn-2", "0,-1").patrol(0, "110110", "0,-2")
    t.play("use counterorder", "target 110110", "at 0,1")
    assert t.may("turn") == {"0", "1", "2"}
    t = table().lay("acorn-2", "0,-1").patrol(0, "110110", "0,-2")
    t.state[marker][0], t.state[f"{marker}_side"][0] = t.kinds.index("110110"), 3
    t.play("use counterorder", "target 110110", "at 0,1")
    assert t.may("turn") == {"0", "1", "2", "3", "4", "5"}
