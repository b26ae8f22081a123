"""Rulebook, 'Controlling tiles' and 'Move your captain'."""

from __future__ import annotations

import pytest

from mistvale.games.misty_valley.rules.control import strength


def at(t, name: str) -> tuple[int, int]:
    """Both tribes' explorers at a tile."""
    return strength(t.now, t.box, t.sites.index(name))


def test_the_rulebooks_example_of_control(table):
    """Crystals are taken 2 against 1 and mushrooms 1 against 0; acorns, 1 against 1, stay as they were."""
    t = table().lay("crystal-2", "1,-1", banner=1).lay("acorn-2", "1,0", banner=1).lay("mushroom-2", "2,0")
    t.patrol(1, "300100", "1,-2", 0).patrol(1, "210010", "1,1", 5).patrol(0, "300100", "0,-1", 5).hand(0, "111110")
    t.ready()
    assert at(t, "crystal-2") == (1, 1)
    assert at(t, "acorn-2") == (0, 1)
    assert at(t, "mushroom-2") == (0, 0)
    t.play("patrol 111110", "at 2,-1", "turn 1")
    assert at(t, "crystal-2") == (2, 1)
    assert at(t, "mushroom-2") == (1, 0)
    assert at(t, "acorn-2") == (1, 1)
    assert [t.owner(name) for name in ("crystal-2", "mushroom-2", "acorn-2")] == [0, 0, 1]


def test_an_encounter_is_controlled_like_a_valley_tile(table):
    t = table().lay("bear", "0,-1").hand(0, "300100").play("patrol 300100", "at 0,-2", "turn 3")
    assert t.owner("bear") == 0


def test_a_tile_is_checked_when_it_is_placed(table):
    """MV-6: a valley tile laid before explorers is theirs at once."""
    t = table().patrol(1, "300100", "0,-1", 0).open("water-2", "water-3")
    t.play("explore open1", "at 0,-2")
    assert t.owner("water-2") == 1


# ---------------------------------------------------------------- MV-6: when a tile is checked again


def traded(table, **options):
    """Acorns with the rival's banner though it has nobody there, as after Diplomacy: a check would turn it."""
    return table(**options).lay("acorn-2", "0,-1", banner=1).patrol(0, "300100", "0,-2", 3)


def test_a_tile_landing_beside_changes_nothing(table):
    """MV-6: nor does an encounter."""
    t = traded(table).open("water-1", "water-2").next("mouse")
    t.play("explore open1", "at 1,-2", "encounter at 1,-1")
    assert t.owner("acorn-2") == 1


def test_a_patrol_that_touches_it_is_enough(table):
    """MV-6: whatever faces the tile; here a side without explorers."""
    t = traded(table).hand(0, "220000").play("patrol 220000", "at -1,0", "turn 3")
    assert at(t, "acorn-2") == (3, 0)
    assert t.owner("acorn-2") == 0


def test_a_patrol_elsewhere_is_not(table):
    t = traded(table).hand(0, "220000").play("patrol 220000", "at 0,1", "turn 3")
    assert t.owner("acorn-2") == 1


def test_a_touching_patrol_that_is_turned_covered_or_reinforced_is_enough(table):
    """MV-6: three ways."""
    t = traded(table, boards="BB", turn=1)
    t.play("use mislead", "target 300100", "turn left")
    assert t.owner("acorn-2") is None
    t = traded(table, turn=1)
    t.play("use smoke-bomb", "target 300100", "side 0")
    assert t.owner("acorn-2") == 0
    t = table().lay("acorn-2", "0,-1").hand(0, "300100").play("patrol 300100", "at 0,-2", "turn 3")
    t.now["banner"][t.sites.index("acorn-2")] = 1
    t.play("use reinforcements", "side 0")
    assert t.owner("acorn-2") == 0


def test_a_patrol_that_comes_or_goes_is_enough(table):
    """MV-6: Counterorder re-checks what it leaves and what it reaches (MV-21)."""
    t = traded(table).lay("water-2", "0,1", banner=1).patrol(0, "220000", "1,-1", 0)
    t.play("use counterorder", "target 220000", "at -1,2", "turn 0")
    assert t.owner("acorn-2") == 0
    assert t.owner("water-2") == 0
    assert at(t, "water-2") == (2, 0)


def test_a_tile_that_is_moved_is_checked(table):
    """MV-6: by Magic Scroll; nothing else is."""
    t = traded(table, boards="BB").lay("water-2", "1,-1", banner=1)
    t.play("use magic-scroll", "target water-2", "at -1,0")
    assert t.owner("water-2") is None
    assert t.owner("acorn-2") == 1


def test_equal_numbers_change_nothing_and_none_takes_the_banner_off(table):
    t = table(turn=1, boards="BB").lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 3)
    t.patrol(1, "300100", "1,-2", 4).ready()
    assert at(t, "acorn-2") == (3, 3)
    t.play("use smoke-bomb", "target 300100", "side 0")
    assert t.owner("acorn-2") == 0
    t = table(turn=1, boards="BB").lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 3)
    t.play("use smoke-bomb", "target 300100", "side 3")
    assert t.owner("acorn-2") is None


def test_banners_are_no_limit(table):
    """MV-24: a seat may control more tiles than it has banners."""
    t = table().hand(0, "300100")
    for i in range(11):
        t.lay(t.sites[i], f"0,{i + 1}", banner=0)
    t.lay("mouse", "0,-1").play("patrol 300100", "at 0,-2", "turn 3")
    assert t.owner("mouse") == 0
    assert int((t.now["banner"] == 0).sum()) == 12


# ---------------------------------------------------------------- the captain


def test_a_captain_counts_for_one_explorer(table):
    """Two of the rival's against one and the captain: equal, so the banner stays."""
    t = table(turn=1).lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 0).captain(0, "acorn-2")
    t.hand(1, "220000").play("patrol 220000", "at -1,0", "turn 1")
    assert at(t, "acorn-2") == (2, 2)
    assert t.owner("acorn-2") == 0
    assert t.captain_on(0) == "acorn-2"


def test_a_captain_goes_home_when_its_tile_is_lost(table):
    """To the start tile (MV-21), as a step of its own."""
    t = table(turn=1).lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 0).captain(0, "acorn-2")
    t.hand(1, "300100", "220000").play("patrol 300100", "at -1,0", "turn 1")
    assert t.owner("acorn-2") == 1
    assert t.captain_on(0) is None
    assert t.beats[0] == "home"


@pytest.mark.parametrize("rival", [True, False])
def test_a_captain_without_explorers_counts_for_nothing(table, rival):
    """MV-7: against the rival's one the rival takes the tile, against none the banner comes off; captain home."""
    t = table(turn=1).lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 0).captain(0, "acorn-2")
    if rival:
        t.patrol(1, "300100", "1,-2", 1)
    t.play("use smoke-bomb", "target 300100", "side 3")
    assert at(t, "acorn-2") == (0, int(rival))
    assert t.owner("acorn-2") == (1 if rival else None)
    assert t.captain_on(0) is None


def test_a_captain_behind_a_wall_has_no_explorers(table):
    """MV-7, MV-18: explorers behind a wall are not valid ones; beside a valid one the captain counts, wall or not."""
    t = table(turn=1, expansion=True).lay("acorn-2", "0,-1", banner=0).wall("acorn-2", 0).captain(0, "acorn-2")
    t.patrol(0, "300100", "0,-2", 3).ready()
    assert at(t, "acorn-2") == (0, 0)
    t = table(turn=1, expansion=True).lay("acorn-2", "0,-1", banner=0).wall("acorn-2", 0).captain(0, "acorn-2")
    t.patrol(0, "300100", "0,-2", 3).patrol(0, "111110", "1,-2", 0).ready()
    assert at(t, "acorn-2") == (2, 0)


def test_a_tile_got_by_diplomacy_holds_until_its_next_check(table):
    """MV-7: a captain may be sent there, and counts for nothing."""
    t = table(boards="BB", turn=1).lay("acorn-2", "0,-1", banner=0).lay("water-2", "0,1", banner=1)
    t.patrol(0, "300100", "0,-2", 3).hand(1, "111110").hand(0, "220000")
    t.play("use diplomacy", "target water-2", "target acorn-2", "patrol 111110", "at 1,0", "turn 4", "done")
    assert t.owner("acorn-2") == 1
    t.play("patrol 220000", "at -1,2", "turn 2", "done", "captain acorn-2")
    assert t.captain_on(1) == "acorn-2"
    assert at(t, "acorn-2") == (3, 0)


def test_where_a_captain_arrives_nothing_is_checked_where_it_left_it_is(table):
    """MV-8: what it leaves, one against two without it, falls to the rival."""
    t = table().lay("acorn-2", "0,-1", banner=0).patrol(0, "300100", "0,-2", 0).patrol(1, "220000", "-1,0", 1)
    t.captain(0, "acorn-2").lay("water-2", "0,1", banner=0).patrol(1, "300100", "0,2", 0)
    t.play("captain water-2")
    assert t.owner("acorn-2") == 1
    assert t.owner("water-2") == 0
    assert t.captain_on(0) == "water-2"


def test_a_captain_goes_to_any_tile_one_controls_but_its_own(table):
    """MV-31: not to where it stands, nor home by choice."""
    t = table().lay("acorn-2", "0,-1", banner=0).lay("bear", "0,1", banner=0).lay("water-2", "1,0", banner=1)
    t.patrol(0, "300100", "0,-2", 3).captain(0, "acorn-2")
    assert t.may("captain") == {"bear"}
    t = table().lay("acorn-2", "0,-1", banner=0).lay("bear", "0,1", banner=0).lay("mouse", "1,0")
    assert t.may("captain") == {"acorn-2", "bear"}
    t.play("captain bear")
    assert not t.may("captain")
    assert not t.may("use")
