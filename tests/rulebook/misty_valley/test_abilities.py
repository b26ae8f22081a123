"""Rulebook, 'Special actions' and 'Special abilities'."""

from __future__ import annotations

import pytest

from mistvale.core.rule import NOTHING
from mistvale.games.misty_valley.rules.control import strength

from .conftest import changed_box


def at(t, name: str) -> tuple[int, int]:
    """Both tribes' explorers at a tile."""
    return strength(t.now, t.box, t.sites.index(name))


def small_valley(*, stack: int, out: int = 0, **changes):
    """A box with four valley tiles to begin with, so many in the stack, and no footprints."""
    tiles = 4 + stack + out
    rows = [
        {"resource": resource, "copies": min(3, tiles - first), "footprints": 0}
        for first, resource in zip(range(0, tiles, 3), ("acorn", "mushroom", "water"), strict=False)
    ]
    return changed_box(valley=rows, match={**dict(changed_box().data["match"]), "out": out}, **changes)


# ---------------------------------------------------------------- one special action, before or after


def test_one_special_action_a_turn(table):
    t = table().lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 3).patrol(1, "111110", "0,1")
    assert t.may("use") == {"spyglass", "smoke-bomb", "horn-of-calling", "counterorder"}
    t.play("use smoke-bomb", "target 111110", "side 0")
    assert not t.may("use") | t.may("captain")
    t.play("explore open1", "at 1,0")
    assert not t.may("use") | t.may("captain")


def test_a_special_action_never_comes_within_a_main_action(table):
    """MV-22: before it or after it."""
    t = table(expansion=True).lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 3)
    t.open("water-1", "water-2").next("wall", "mouse").play("explore open1")
    for move in ("at 1,0", "wall 2", "encounter at 1,1"):
        assert not t.may("use") | t.may("captain")
        t.play(move)
    assert t.may("use")
    assert t.may("captain")


def test_each_ability_is_used_once(table):
    """MV-21: its marker is flipped; two points are gone with it."""
    t = table().lay("acorn-2", "0,-1").patrol(1, "111110", "0,1").used(0, "horn-of-calling")
    assert t.scores == (8, 10)
    assert "horn-of-calling" not in t.may("use")
    t.play("use smoke-bomb", "target 111110", "side 1")
    assert t.scores == (6, 10)


# ---------------------------------------------------------------- Spyglass


def test_spyglass_plays_one_more_valley_tile(table):
    """With all that comes with it, tokens too (MV-25)."""
    t = table(expansion=True).lay("acorn-2", "0,-1").open("water-1", "water-2").next("flower", "mouse", "berry-2")
    t.play("use spyglass")
    assert t.legal == {"explore open1", "explore open2", "explore stack", "encounter"}
    t.play("explore open1", "at 1,0", "encounter at 1,1")
    assert t.beats == ["token", "encounter", "refill"]
    assert int(t.now["flowers"][t.sites.index("water-1")]) == 1
    assert t.may("explore")


def test_spyglass_may_play_the_top_encounter_alone(table):
    """MV-23: on any legal space."""
    t = table().lay("acorn-2", "0,-1").next("bear").play("use spyglass", "encounter")
    assert t.beats == ["encounter"]
    assert t.may("at") == {"1,-1", "1,0", "0,1", "-1,1", "-1,0", "0,-2", "1,-2", "-1,-1"}
    t.play("at 0,1")
    assert t.where("bear") == "0,1"
    assert int(t.now["main"]) == 0


def test_spyglass_does_not_offer_what_has_no_stack(table):
    """MV-23."""
    t = table(box=small_valley(stack=0, encounters=[])).lay("acorn-1", "0,-1").lay("acorn-2", "0,1")
    t.play("use spyglass")
    assert t.legal == {"explore open1", "explore open2"}
    t = table(box=small_valley(stack=0, encounters=[])).lay("acorn-1", "0,-1").lay("acorn-2", "0,1")
    t.lay("acorn-3", "1,0").lay("mushroom-1", "-1,0").open()
    t.state["ending"] = 0
    assert "spyglass" not in t.may("use")
    t = table(box=small_valley(stack=0)).lay("acorn-1", "0,-1").lay("acorn-2", "0,1")
    t.lay("acorn-3", "1,0").lay("mushroom-1", "-1,0").open()
    t.state["ending"] = 0
    t.play("use spyglass")
    assert t.legal == {"encounter"}


def test_spyglass_may_place_the_last_valley_tile_before_the_main_action(table):
    """MV-23: that main action is Send Patrols; then the rival has the last turn."""
    t = table(box=small_valley(stack=0)).lay("acorn-1", "0,-1").lay("acorn-2", "0,1").lay("acorn-3", "1,0")
    t.open("mushroom-1").play("use spyglass", "explore open1", "at -1,0")
    assert not t.may("explore")
    assert "done" not in t.legal
    t.play(f"patrol {min(t.may('patrol'))}", "at 1,1", "turn 0", "done")
    assert t.match.pending == (1,)
    assert "done" in t.legal
    t.play("done")
    assert t.match.over


def test_with_no_patrol_then_it_is_a_pass(table):
    """MV-23, MV-14: no main action is possible."""
    tribes = [{**tribe, "patrols": ["111110"]} for tribe in changed_box().data["tribes"]]
    t = table(box=small_valley(stack=0, tribes=tribes)).lay("acorn-1", "0,-1").lay("acorn-2", "0,1")
    t.lay("acorn-3", "1,0").patrol(0, "111110", "1,1").open("mushroom-1")
    assert "done" not in t.legal
    t.play("use spyglass", "explore open1", "at -1,0")
    assert t.legal == {"done"}
    t.play("done")
    assert t.match.pending == (1,)


# ---------------------------------------------------------------- Smoke Bomb


def test_smoke_voids_the_explorers_of_one_side(table):
    """MV-9: a side with explorers, of a rival tile; printed and reinforced ones."""
    t = table().lay("acorn-2", "0,-1", banner=1).patrol(1, "300100", "0,-2", 3).patrol(0, "111110", "0,1")
    t.state["reinforced"][1], t.state["reinforced_side"][1] = t.kinds.index("300100"), 0
    t.ready()
    assert at(t, "acorn-2") == (0, 5)
    t.play("use smoke-bomb")
    assert t.legal == {"target 300100"}
    t.play("target 300100")
    assert t.may("side") == {"0", "3"}
    t.play("side 3")
    assert at(t, "acorn-2") == (0, 0)
    assert t.owner("acorn-2") is None


def test_smoke_turns_and_travels_with_the_tile(table):
    """MV-9: it stays on its printed side."""
    t = table(boards="BA").lay("acorn-2", "0,-1", banner=1).patrol(1, "300100", "0,-2", 3)
    t.state["smoke"][1], t.state["smoke_side"][1] = t.kinds.index("300100"), 3
    t.play("use mislead", "target 300100", "turn right")
    assert (int(t.now["smoke_side"][1]), int(t.now["turned"][1, t.kinds.index("300100")])) == (3, 4)
    t.play("explore open1", "at 0,1", "done", "use counterorder", "target 300100", "at 1,-1", "turn 2")
    assert at(t, "acorn-2") == (0, 0)  # printed side 3, one explorer under smoke, faces it
    t = table(turn=1).lay("acorn-2", "0,-1", banner=1).patrol(1, "300100", "0,-2", 3)
    t.state["smoke"][1], t.state["smoke_side"][1] = t.kinds.index("300100"), 3
    t.play("use counterorder", "target 300100", "at 1,-1", "turn 5")
    assert at(t, "acorn-2") == (0, 3)


def test_smoke_may_cover_a_side_that_faces_nothing(table):
    """MV-33: nothing, or a wall."""
    t = table(expansion=True).lay("acorn-2", "0,-1").wall("acorn-2", 0).patrol(1, "300100", "0,-2", 3)
    t.play("use smoke-bomb", "target 300100")
    assert t.may("side") == {"0", "3"}


# ---------------------------------------------------------------- Mislead


@pytest.mark.parametrize(("way", "turned"), [("left", 2), ("right", 4)])
def test_mislead_turns_a_rival_patrol_one_side(table, way, turned):
    """Right is clockwise; what it touches is checked."""
    t = table(boards="BB").lay("acorn-2", "0,-1", banner=1).patrol(1, "300100", "0,-2", 3).patrol(0, "111110", "0,1")
    t.play("use mislead")
    assert t.legal == {"target 300100"}
    t.play("target 300100")
    assert t.legal == {"turn left", "turn right"}
    t.play(f"turn {way}")
    assert int(t.now["turned"][1, t.kinds.index("300100")]) == turned
    assert t.owner("acorn-2") is None


def test_mislead_may_turn_a_surrounded_tile(table):
    """MV-11: it turns, it doesn't move."""
    t = table(boards="BB").patrol(1, "300100", "0,-1")
    for name, where in zip(t.kinds, ("0,-2", "1,-2", "1,-1", "-1,0", "-1,-1"), strict=False):
        t.patrol(0, name, where)
    t.play("use mislead")
    assert "target 300100" in t.legal
    t.play("target 300100", "turn left")
    assert int(t.now["turned"][1, t.kinds.index("300100")]) == 5


# ---------------------------------------------------------------- Reinforcements


def test_reinforcements_bring_two_explorers_for_good(table):
    """On a side of the tile placed this turn that has one or more already."""
    t = table().lay("acorn-2", "0,-1").hand(0, "300100").play("patrol 300100", "at 0,-2", "turn 0")
    assert at(t, "acorn-2") == (1, 0)
    t.play("use reinforcements")
    assert t.legal == {"side 0", "side 3"}
    t.play("side 3")
    assert at(t, "acorn-2") == (3, 0)


def test_reinforcements_may_go_to_a_side_that_faces_nothing(table):
    """MV-33."""
    t = table().lay("acorn-2", "0,-1").hand(0, "300100").play("patrol 300100", "at 0,-2", "turn 0")
    t.play("use reinforcements", "side 0")
    assert at(t, "acorn-2") == (1, 0)
    assert int(t.now["reinforced_side"][0]) == 0


def test_reinforcements_need_a_patrol_sent_this_turn(table):
    """MV-10: by Send Patrols, so only after the main action; the Horn's tile is none, nor is an older one."""
    t = table().lay("acorn-2", "0,-1").patrol(0, "300100", "0,-2").hand(0, "111110", "220000", "121000")
    t.next("water-2", "water-3")
    assert "reinforcements" not in t.may("use")
    t.play("explore open1", "at 0,1")
    assert "reinforcements" not in t.may("use")
    t.play("done", f"patrol {t.kinds[0]}", "at 1,0", "turn 0", "done")
    t.play("use horn-of-calling", "patrol 111110", "at -1,0", "turn 0")
    assert not t.may("use")
    t.play("patrol 220000", "at 0,-3", "turn 0")
    assert not t.may("use")
    t.play("done", "explore open1", "at 2,0", "done")
    assert "reinforcements" not in t.may("use")
    t.play("patrol 121000", "at 0,-4", "turn 0")
    assert "reinforcements" in t.may("use")


# ---------------------------------------------------------------- Magic Scroll


def test_magic_scroll_moves_a_valley_tile_or_encounter(table):
    """MV-12: to another place, not turned: a wall keeps its side; tokens travel along; no new encounter comes."""
    t = table(boards="BB", expansion=True).lay("acorn-1", "0,-1", banner=1).wall("acorn-1", 4).lay("bear", "0,1")
    t.patrol(1, "300100", "0,2", 3).play("use magic-scroll")
    # Without the bear the patrol behind it would be alone, and no other space joins it to the rest.
    assert t.legal == {"target acorn-1"}
    t = table(boards="BB", expansion=True).lay("acorn-1", "0,-1", banner=1).wall("acorn-1", 4).lay("bear", "0,1")
    t.play("use magic-scroll")
    assert t.legal == {"target acorn-1", "target bear"}
    t.play("target bear", "at -1,-1")
    assert t.where("bear") == "-1,-1"
    t = table(boards="BB", expansion=True).lay("acorn-1", "0,-1", banner=1).wall("acorn-1", 4).lay("bear", "0,1")
    t.play("use magic-scroll", "target acorn-1", "at 1,1")
    assert int(t.now["wall"][t.sites.index("acorn-1")]) == 4
    assert "encounter" not in t.beats
    assert int(t.now["special"]) == 1


def test_a_surrounded_tile_is_not_lifted(table):
    """MV-12."""
    t = table(boards="BB").lay("acorn-2", "0,-1").lay("bear", "0,1")
    for name, where in zip(t.kinds, ("0,-2", "1,-2", "1,-1", "-1,0", "-1,-1"), strict=False):
        t.patrol(1, name, where)
    t.play("use magic-scroll")
    assert t.legal == {"target bear"}


def test_all_tiles_are_one_piece_afterwards(table):
    """MV-12: a tile between two pieces may only go where it joins them again."""
    t = table(boards="BB").lay("acorn-2", "1,-1").patrol(1, "300100", "1,-2")
    t.play("use magic-scroll", "target acorn-2")
    assert t.may("at") == {"0,-1"}
    t = table(boards="BB").lay("acorn-2", "0,-1").patrol(1, "300100", "0,-2")
    assert "magic-scroll" not in t.may("use")


def test_the_new_space_is_judged_without_the_tile(table):
    """MV-12: the hex -1,0 is surrounded with the tile and open without it; the old space is none."""
    t = table(boards="BB").lay("acorn-2", "-2,0").patrol(1, "111110", "0,-1").patrol(1, "111010", "-1,-1")
    t.patrol(1, "201010", "-2,1").patrol(1, "210010", "-1,1")
    t.play("use magic-scroll", "target acorn-2")
    assert "-1,0" in t.may("at")
    assert "-2,0" not in t.may("at")


def test_captains_go_home_before_a_moved_tile_is_checked(table):
    """MV-28: one explorer and the captain against one; without the captain a tie, and the banner stays."""
    t = table(boards="BB").lay("acorn-2", "0,-1", banner=0).captain(0, "acorn-2").patrol(0, "300100", "1,0", 0)
    t.patrol(1, "111110", "0,1", 0).patrol(0, "220000", "-1,0", 3)
    t.play("use magic-scroll", "target acorn-2", "at 1,1")
    assert at(t, "acorn-2") == (1, 1)
    assert t.owner("acorn-2") == 0
    assert t.captain_on(0) is None
    # The rival's two would have been held off by the captain.
    t = table(boards="BB").lay("acorn-2", "0,-1", banner=0).captain(0, "acorn-2").patrol(0, "300100", "1,0", 0)
    t.patrol(1, "220000", "0,1", 1).patrol(0, "111110", "-1,0", 3)
    t.play("use magic-scroll", "target acorn-2", "at 1,1")
    assert at(t, "acorn-2") == (1, 2)
    assert t.owner("acorn-2") == 1


# ---------------------------------------------------------------- Horn of Calling


def test_the_horn_plays_one_more_patrol(table):
    """And draws one."""
    t = table().lay("acorn-2", "0,-1").hand(0, "300100", "111110", "220000")
    t.play("use horn-of-calling")
    assert t.legal == {"patrol 300100", "patrol 111110", "patrol 220000"}
    t.play("patrol 300100", "at 0,-2", "turn 3")
    assert t.owner("acorn-2") == 0
    assert int(t.now["held"][0]) == 3
    assert int(t.now["sent"]) == NOTHING
    assert t.may("patrol")


# ---------------------------------------------------------------- Counterorder


def test_the_rulebooks_example_of_counterorder(table):
    """From the crystals to the cat and the water: both are taken, the crystals do not change."""
    t = table().lay("crystal-2", "0,-1", banner=0).lay("troubadour-cat", "0,1", banner=1).lay("water-2", "1,0")
    t.patrol(0, "220000", "0,-2", 3).patrol(0, "300100", "1,-2", 1).patrol(1, "300100", "0,2", 3).ready()
    assert (at(t, "crystal-2"), at(t, "troubadour-cat")) == ((3, 0), (0, 1))
    t.play("use counterorder", "target 220000", "at 1,1", "turn 5")
    assert (at(t, "crystal-2"), at(t, "troubadour-cat"), at(t, "water-2")) == ((1, 0), (2, 1), (2, 0))
    assert [t.owner(name) for name in ("crystal-2", "troubadour-cat", "water-2")] == [0, 0, 0]
    assert t.may("explore")


def test_what_counterorder_leaves_may_be_lost(table):
    """MV-21: the spaces left are checked too."""
    t = table().lay("crystal-2", "0,-1", banner=0).patrol(0, "220000", "0,-2", 3).patrol(1, "300100", "1,-2", 1)
    t.play("use counterorder", "target 220000", "at 0,1", "turn 5")
    assert t.owner("crystal-2") == 1


def test_counterorder_moves_ones_own_tiles_alone(table):
    """MV-12: those with a free side and another place; they may be turned."""
    t = (
        table()
        .lay("acorn-2", "0,-1")
        .patrol(0, "220000", "0,-2", 3)
        .patrol(1, "300100", "1,-1")
        .play("use counterorder")
    )
    assert t.legal == {"target 220000"}
    t.play("target 220000")
    assert "0,-2" not in t.may("at")
    t.play("at 0,1")
    assert t.may("turn") == {"0", "1", "2", "3", "4", "5"}


def test_counterorder_may_move_the_patrol_sent_this_turn(table):
    """MV-30."""
    t = table().lay("acorn-2", "0,-1").hand(0, "300100").play("patrol 300100", "at 0,-2", "turn 0", "use counterorder")
    assert t.legal == {"target 300100"}


# ---------------------------------------------------------------- Diplomacy


def test_diplomacy_swaps_two_banners(table):
    """MV-13: one's own first; captains on them go home; nothing is checked."""
    t = table(boards="BB", turn=1).lay("acorn-2", "0,-1", banner=1).lay("bear", "0,1", banner=0).lay("water-2", "1,0")
    t.patrol(1, "300100", "0,-2", 3).patrol(0, "300100", "0,2", 0).captain(0, "bear").captain(1, "acorn-2")
    t.play("use diplomacy")
    assert t.legal == {"target acorn-2"}
    t.play("target acorn-2")
    assert t.legal == {"target bear"}
    t.play("target bear")
    assert (t.owner("acorn-2"), t.owner("bear"), t.owner("water-2")) == (0, 1, None)
    assert at(t, "acorn-2") == (0, 3)
    assert (t.captain_on(0), t.captain_on(1)) == (None, None)
    assert t.beats == ["home", "home"]


@pytest.mark.parametrize(("own", "rivals"), [(None, 0), (1, None), (None, None)])
def test_diplomacy_needs_a_banner_of_each(table, own, rivals):
    t = table(boards="BB", turn=1).lay("acorn-2", "0,-1", banner=own).lay("bear", "0,1", banner=rivals)
    assert "diplomacy" not in t.may("use")
