"""Rulebook, 'End of the game and scoring'."""

from __future__ import annotations

import pytest

from .conftest import changed_box
from .test_abilities import small_valley


def laid(t, *names, banner=0):
    """Tiles in a line, with a seat's banner on each."""
    taken = sum(int(place) >= 0 for place in t.state["place"]) - 1
    for i, name in enumerate(names):
        t.lay(name, f"0,{taken + i + 1}", banner=banner)
    return t


def last_tile(table, **options):
    """One valley tile is left, and it is open."""
    box = small_valley(stack=0, **options.pop("changes", {}))
    t = table(box=box, **options).lay("acorn-1", "0,-1", banner=0).lay("acorn-2", "0,1", banner=1).lay("acorn-3", "1,0")
    return t.patrol(0, "300100", "0,-2", 3).patrol(1, "300100", "0,2", 0).open("mushroom-1")


# ---------------------------------------------------------------- the end


def test_the_rival_has_one_last_turn(table):
    """After the last valley tile: Send Patrols or a pass, no abilities."""
    t = last_tile(table).play("explore open1", "at -1,0")
    assert t.match.pending == (0,)
    assert t.may("use")  # that turn is played to its end
    t.play("done")
    assert t.match.pending == (1,)
    assert {move.split()[0] for move in t.legal} == {"patrol", "captain", "done"}
    t.play(f"patrol {min(t.may('patrol'))}", "at 1,1", "turn 0", "done")
    assert t.match.over
    assert t.beats[-1] == "end"


def test_in_the_last_turn_one_may_pass_at_any_time(table):
    t = last_tile(table).play("explore open1", "at -1,0", "done", "done")
    assert t.match.over
    assert t.match.pending == ()


def test_in_the_last_turn_a_captain_may_move(table):
    """MV-15: and a patrol is drawn (MV-29)."""
    t = last_tile(table).play("explore open1", "at -1,0", "done", "captain acorn-2")
    assert t.captain_on(1) == "acorn-2"
    held = int(t.now["held"][1])
    t.play(f"patrol {min(t.may('patrol'))}", "at 1,1", "turn 0")
    assert int(t.now["held"][1]) == held == 3
    t.play("done")
    assert t.match.over


def test_nobody_may_pass_before_the_end(table):
    t = table().lay("acorn-2", "0,-1")
    assert "done" not in t.legal


# ---------------------------------------------------------------- points


def test_the_rulebooks_example_of_scoring(table):
    """29: mushroom 1, acorn 2, berry 3, the mouse met, the bear not, one ability unused."""
    t = laid(table(), "mushroom-1", "acorn-1", "acorn-2", "berry-1", "berry-2", "berry-3", "mouse", "bear")
    t.used(0, "horn-of-calling", "smoke-bomb", "reinforcements", "counterorder")
    assert t.scores == (2 + 6 + 12 + 5 + 2 + 2, 10)


@pytest.mark.parametrize(("tiles", "points"), [(1, 2), (2, 6), (3, 12)])
def test_sets_are_worth_this_in_total(table, tiles, points):
    """MV-16: not added up."""
    t = laid(table(abilities=False), *("water-1", "water-2", "water-3")[:tiles])
    assert t.scores == (points, 0)


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (("mouse",), 2),
        (("mouse", "acorn-1"), 5 + 2),
        (("bear", "water-1"), 2 + 2),
        (("bear", "water-1", "berry-1"), 7 + 2 + 2),
        (("bear", "otter", "water-1", "berry-1"), 7 + 5 + 2 + 2),
    ],
)
def test_an_encounter_with_all_it_asks_for(table, names, points):
    """5 for one requirement met, 7 for two, else 2. One valley tile may serve several encounters."""
    assert laid(table(abilities=False), *names).scores == (points, 0)


def test_another_encounter_is_any_other(table):
    """MV-17: whatever its own state; not a rival's, and not itself."""
    assert laid(table(abilities=False), "troubadour-cat", "acorn-1").scores == (2 + 2, 0)
    assert laid(table(abilities=False), "troubadour-cat", "acorn-1", "bear").scores == (7 + 2 + 2, 0)
    t = laid(laid(table(abilities=False), "troubadour-cat", "acorn-1"), "bear", banner=1)
    assert t.scores == (2 + 2, 2)


def test_unused_abilities_are_worth_two_each(table):
    t = table().lay("acorn-2", "0,-1").used(0, "spyglass").used(1, "spyglass", "horn-of-calling")
    assert t.scores == (8, 6)


def test_most_flowers_are_worth_five(table):
    """Expansion: to the seat that controls more valley tiles with flowers."""
    t = laid(table(abilities=False, expansion=True), "water-1", "berry-1").flowers("water-1", "berry-1")
    laid(t, "acorn-1", banner=1).flowers("acorn-1")
    assert t.scores == (2 + 2 + 5, 2)


@pytest.mark.parametrize("names", [("water-1", "acorn-1"), ()])
def test_flowers_tied_or_none_are_nobodys(table, names):
    """MV-19."""
    t = laid(laid(table(abilities=False, expansion=True), "water-1"), "acorn-1", banner=1).flowers(*names)
    assert t.scores == (2, 2)


# ---------------------------------------------------------------- ties


def ended(table, hands):
    """A match that ends 2 to 2 with that many patrols in hand."""
    names = changed_box().data["tribes"][0]["patrols"]
    pairs = zip(changed_box().data["tribes"], hands, strict=True)
    tribes = [{**tribe, "patrols": [*names[:n], "300100"]} for tribe, n in pairs]
    t = last_tile(table, changes={"tribes": tribes}, abilities=False).play("explore open1", "at -1,0", "done", "done")
    assert t.match.over
    assert t.scores == (2, 2)
    return t.match.ranks


def test_a_tie_goes_to_who_holds_more_patrols(table):
    assert ended(table, (1, 2)) == (2, 1)
    assert ended(table, (2, 1)) == (1, 2)


def test_still_tied_the_victory_is_shared(table):
    """MV-27."""
    assert ended(table, (2, 2)) == (1, 1)
