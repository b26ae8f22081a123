"""Rulebook, 'A half-day of expedition': move, choose a sketch, map or claim."""

from __future__ import annotations

import pytest

from mistvale.core.match import open_match
from mistvale.core.rule import NOTHING
from mistvale.games.misterra import GAME
from mistvale.games.misterra.reading.actions import effects_on_island, why_not
from mistvale.games.misterra.reading.island import in_sight
from mistvale.games.misterra.state import LIES, SKETCH_NAMES, SQUARE_NAMES

JUNGLE_ALONE = """
    . . . . .
    . . . . .
    . . J . .
    . . . . .
    . . . . .
"""
LAND = """
    . . . . .
    . . L . .
    . m J j .
    . s S l .
    s s s M .
"""


def squares(names: str) -> set[str]:
    return set(names.split())


# ---------------------------------------------------------------- move


def test_the_first_move_is_to_enter_on_a_beach_space():
    """Move, 'At the very beginning': compulsory, and it is the whole Move."""
    match = open_match(GAME, seats=2, seed=1, options={"first_game": "true"})
    seat = match.pending[0]
    assert match.legal(seat) == [f"enter {letter}" for letter in "abcde"]
    match.play(seat, "enter c")
    assert all(move.startswith("take") for move in match.legal(seat))


def test_a_step_is_orthogonal_to_a_tile_or_a_beach_space(chart):
    """Move; MM-3: beach to beach is a step too."""
    assert chart(LAND, pawns=["beach d"]).legal() == {"step n", "step e", "step w", "stay"}
    assert chart(LAND, pawns=["beach a"]).legal() == {"step n", "step e", "stay"}
    assert chart(LAND, pawns=["beach e"]).legal() == {"step w", "stay"}
    assert chart(LAND, pawns=["d1"]).legal() == {"step n", "step s", "step w", "stay"}
    assert chart(LAND, pawns=["c4"]).legal() == {"step s", "stay"}
    there = chart(LAND, pawns=["beach a"]).play("step e")
    assert int(there.now["pawn"][0]) == 26


def test_pawns_may_share_a_square(chart):
    """Move, first sentence."""
    assert "step n" in chart(LAND, pawns=["beach d", "d1"]).legal()


def test_a_steppe_allows_another_step_at_once(chart):
    """Effect of the steppe, on either side of the tile, again and again, and then the effect where one arrives."""
    c = chart(LAND, pawns=["beach a"]).play("step n")
    assert c.legal() == {"step e", "stay"}
    c.play("step e")
    assert c.legal() == {"step n", "step s", "step e", "stay"}
    c.play("step n", "step e")
    assert c.legal() == {"step n", "step e", "step s", "stay"}, "not back to where it came from"
    c.play("step e")
    assert c.legal("swap"), "on a lagoon now"


def test_a_move_enters_nothing_twice(chart):
    """MM-14: no square or beach space twice, nor the one it began on; and a chain can always be ended."""
    block = """
        . . . . .
        . . J . .
        . . . . .
        s s . . .
        s s . . .
    """
    c = chart(block, pawns=["a1"]).play("step n", "step e", "step s")
    assert c.legal() == {"step s", "stay"}, "a1, where it began, is out"
    c.play("step s")
    assert c.legal("take"), "a beach space has no effect"
    c = chart(block, pawns=["beach a"]).play("step n")
    assert c.legal() == {"step n", "step e", "stay"}, "the beach space, where it began, is out"
    c.play("step e", "step n", "step w")
    assert c.legal() == {"stay"}, "a1 has been entered"
    c.play("stay")
    assert c.legal("take")


def test_to_stay_on_a_steppe_gives_no_step(chart):
    """Effect of the steppe: it is entering it that counts."""
    c = chart(LAND, pawns=["b1"]).play("stay")
    assert c.legal("take")


# ---------------------------------------------------------------- choose a sketch


def test_one_must_choose_an_open_sketch_and_it_is_not_replaced(chart):
    """Choose a sketch: compulsory; a kind that lies there twice is one choice."""
    opened = ["steppe-jungle", "steppe-jungle", "lagoon-lagoon", "lagoon-mountain", "jungle-mountain"]
    c = chart(LAND, pawns=["d1"], open=opened).play("stay")
    assert c.legal() == {f"take {name}" for name in opened}
    c.play("take steppe-jungle")
    assert c.open() == opened[1:]
    c.play("rest")
    assert c.open() == opened[1:], "not in the second half-day either"
    c.play("stay", "take lagoon-lagoon", "rest")
    assert len(c.open()) == 5


def test_a_lagoon_swaps_an_open_sketch_for_another(chart):
    """Effect of the lagoon, on either side, whether one has moved or not: under the deck, then one is revealed."""
    opened = ["steppe-jungle", "lagoon-lagoon", "lagoon-lagoon", "lagoon-mountain", "jungle-mountain"]
    deck = ["steppe-steppe", "jungle-jungle", "steppe-mountain"]
    c = chart(LAND, pawns=["d2"], open=opened, deck=deck).play("stay")
    assert c.legal() == {f"swap {name}" for name in opened} | {"no swap"}
    c.play("swap lagoon-lagoon")
    assert c.open() == ["steppe-jungle", "steppe-steppe", "lagoon-lagoon", "lagoon-mountain", "jungle-mountain"]
    assert c.legal("take") == {f"take {name}" for name in c.open()}, "and once is all"
    assert int(c.now["left"]) == 3
    assert int(c.now["deck"][3]) == SKETCH_NAMES.index("lagoon-lagoon")
    assert "reveal" in c.beats()
    assert chart(LAND, pawns=["c4"]).play("stay").legal("swap")
    plain = chart(LAND, pawns=["d2"], open=opened, deck=deck).play("stay", "no swap")
    assert plain.legal() == {f"take {name}" for name in opened}


def test_what_was_put_under_the_deck_is_known(chart):
    """What a seat knows: which sketch it is and where, to all; what lies above it is not."""
    deck = ["steppe-steppe", "jungle-jungle", "steppe-mountain", "jungle-jungle"]
    opened = ["lagoon-lagoon", "lagoon-mountain", "lagoon-mountain", "lagoon-mountain", "lagoon-mountain"]
    c = chart(LAND, pawns=["d2", "d2"], open=opened, deck=deck)
    c.play("stay", "swap lagoon-lagoon", "take lagoon-mountain", "rest")
    for viewer in (0, 1, None):
        lying = c.match.view(viewer)["state"]["deck"]
        assert lying[1:5] == [-2, -2, -2, SKETCH_NAMES.index("lagoon-lagoon")]
    orders = {tuple(map(int, world["deck"][1:5])) for world in c.worlds(1)}
    assert len(orders) == 3
    assert {order[3] for order in orders} == {SKETCH_NAMES.index("lagoon-lagoon")}


def test_no_swap_without_a_deck(chart):
    """MM-15."""
    c = chart(LAND, pawns=["d2"], deck=[]).play("stay")
    assert not c.legal("swap")
    assert c.legal("take")


def test_without_open_sketches_one_may_still_move_and_claim(chart):
    """MM-10: the choice is skipped, nothing can be mapped, a claim costs no card."""
    c = chart(LAND, pawns=["c2"], open=["steppe-steppe"], deck=[])
    c.play("stay", "take steppe-steppe", "rest")
    gone = int(c.now["gone"].sum())
    assert c.legal() == {"step n", "step e", "step s", "step w", "stay"}
    c.play("stay")
    assert c.legal() == {"claim", "rest"}
    assert why_not(c.look(), 0, "map") == "no-sketch"
    c.play("claim")
    assert c.claims() == {"c2"}
    assert int(c.now["gone"].sum()) == gone


# ---------------------------------------------------------------- map


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        ("beach a", "a1"),
        ("beach c", "c1"),
        ("a1", "a1 a2 b1"),
        ("c2", "c2 c1 c3 b2 d2"),
        ("b3", "b3 a3 c3 d3 b1 b2 b4 b5 a2 a4 c2 c4"),
        ("d1", "d1 d2 d3 c1 b1 e1 c2 e2"),
    ],
)
def test_what_is_in_sight(chart, place, seen):
    """Map, and effect of the mountain; MM-1: from a beach space the one square in front of it."""
    c = chart(LAND, pawns=[place])
    assert {SQUARE_NAMES[square] for square in in_sight(c.look(), 0)} == squares(seen)
    if place == "c2":
        return  # mapping is tried below
    c = chart(LAND, pawns=[place], sketch="steppe-lagoon")
    allowed = {
        f"draw {SQUARE_NAMES[a]} {SQUARE_NAMES[b]}"
        for a, b in LIES
        if {SQUARE_NAMES[a], SQUARE_NAMES[b]} & squares(seen)
    }
    assert c.legal("draw") == allowed


def test_n_leads_away_from_the_beach(chart):
    """MM-1: and e from a to b."""
    c = chart(LAND, pawns=["beach b"]).play("step n", "step n", "step e")
    assert SQUARE_NAMES[int(c.now["pawn"][0])] == "c2"


def test_a_sketch_lies_on_two_adjacent_squares_any_way_round(chart):
    """Map, over anything."""
    c = chart(LAND, pawns=["a1"], sketch="steppe-lagoon", parchments=["\n".join(["m m m m m"] * 5)])
    assert {"draw a1 a2", "draw a2 a1", "draw a1 b1", "draw b1 c1", "draw c1 b1"} <= c.legal("draw")
    assert not c.legal("draw") & {"draw a1 b2", "draw c1 c2", "draw a1 c1"}
    c.play("draw b1 c1")
    assert (c.drawn("b1"), c.drawn("c1"), c.drawn("a1")) == ("s", "l", "m")


def test_a_double_lies_one_way_only(chart):
    """MM-5: in ascending order, since the other way is the same."""
    c = chart(LAND, pawns=["a1"], sketch="lagoon-lagoon")
    assert c.legal("draw") == {
        "draw a1 a2",
        "draw a2 a3",
        "draw a2 b2",
        "draw a1 b1",
        "draw b1 b2",
        "draw b1 c1",
    }


def test_a_jungle_stops_mapping(chart):
    """Effect of the jungle, on either side; one may claim or do nothing."""
    for place in ("c3", "d3"):
        c = chart(LAND, pawns=[place], sketch="steppe-lagoon")
        assert not c.legal("draw")
        assert "rest" in c.legal()
        assert why_not(c.look(), 0, "map") == "jungle"


@pytest.mark.parametrize(
    ("island", "terrain", "after"),
    [(".", "steppe", "s"), ("s", "steppe", "S"), ("l", "steppe", "s"), ("L", "steppe", "L"), ("S", "steppe", "S")],
)
def test_mapping_changes_the_island(chart, island, terrain, after):
    """Map: an empty square, mist of the same terrain, mist of another, confirmed."""
    picture = f"""
        . . . . .
        . . . . .
        . . J . .
        {island} . . . .
        . . . . .
    """
    c = chart(picture, pawns=["beach a"], sketch=f"{terrain}-mountain")
    before = {name: c.supply(name) for name in ("steppe", "lagoon", "mountain")}
    c.play("draw a2 a1")
    assert (c.at("a2"), c.at("a1")) == (after, "m")
    assert c.drawn("a2") == "s", "whatever the island says"
    assert c.supply("mountain") == before["mountain"] - 1
    assert c.supply("steppe") == before["steppe"] - (island in ".l")
    assert c.supply("lagoon") == before["lagoon"] + (island == "l"), "the tile goes back to the supply"


def test_one_may_confirm_ones_own_tile(chart):
    """MM-2: also in the same turn."""
    c = chart(JUNGLE_ALONE, open=["steppe-lagoon", "steppe-lagoon", *["jungle-jungle"] * 3])
    c.play("stay", "take steppe-lagoon", "draw a1 a2", "stay", "take steppe-lagoon", "draw a1 a2")
    assert (c.at("a1"), c.at("a2")) == ("S", "L")


FULL_OF_STEPPE = """
    s s s . .
    s s s . .
    s s J . .
    s s s . .
    s S l . .
"""


def test_a_terrain_whose_tiles_are_out_does_nothing(chart):
    """MM-4: it neither places, replaces nor confirms; the parchment is drawn on all the same."""
    c = chart(FULL_OF_STEPPE, pawns=["beach c"], sketch="steppe-mountain")
    assert c.supply("steppe") == 0
    assert chart(FULL_OF_STEPPE, pawns=["beach c"], sketch="steppe-mountain").play("draw c1 d1").at("c1") == "l"
    assert chart(FULL_OF_STEPPE, pawns=["beach a"], sketch="steppe-steppe").play("draw a1 a2").at("a1") == "s"
    c = chart(FULL_OF_STEPPE, pawns=["beach d"], sketch="steppe-mountain").play("draw d1 e1")
    assert (c.at("d1"), c.at("e1"), c.drawn("d1")) == (".", "m", "s")


def told(c, first, second):
    """What the chosen sketch would do to the island, half by half."""
    lie = LIES.index((SQUARE_NAMES.index(first), SQUARE_NAMES.index(second)))
    return [effect for _, _, effect in effects_on_island(c.look(), lie)]


def test_the_halves_are_resolved_in_their_order(chart):
    """MM-5: the second half finds the supply as the first one leaves it."""
    c = chart(FULL_OF_STEPPE, pawns=["beach c"], sketch="steppe-jungle")
    assert told(c, "c1", "c2") == ["nothing", "replace"]
    c.play("draw c1 c2")
    assert (c.at("c1"), c.at("c2")) == ("l", "j"), "no steppe was left yet; the one at c2 came back too late"
    lagoons = """
        . . . . .
        . . . . .
        . . J . .
        . . l . .
        . . l . .
    """
    c = chart(lagoons, tiles={"lagoon": 2}, pawns=["beach c"], sketch="jungle-lagoon")
    assert told(c, "c2", "c1") == ["replace", "confirm"]
    c.play("draw c2 c1")
    assert (c.at("c1"), c.at("c2")) == ("L", "j"), "a lagoon was back in the supply in time"


# ---------------------------------------------------------------- claim

REGIONS = """
    . . . . .
    . . . M .
    . s J m .
    . S s L .
    S s . l .
"""


def test_a_claim_is_put_where_one_stands_and_costs_the_sketch(chart):
    """Claim: the sketch is out of the match, the token stays where it is."""
    c = chart(REGIONS, pawns=["b2"], sketch="steppe-jungle")
    assert {"claim", "rest"} <= c.legal()
    gone = int(c.now["gone"][1])
    c.play("claim")
    assert c.claims() == {"b2"}
    assert int(c.now["gone"][1]) == gone + 1
    assert int((c.now["parchment"] != NOTHING).sum()) == 0
    assert c.legal("step"), "the second half-day"


@pytest.mark.parametrize(
    ("place", "claims", "reason"),
    [
        ("b1", {}, "mist"),
        ("beach a", {}, "beach"),
        ("a1", {1: ["b2"]}, "claimed"),
        ("d2", {0: ["b2"]}, ""),
        ("d2", {0: ["c3", "b2"]}, ""),
        ("b2", {0: ["a1"]}, "same-terrain"),
        ("d2", {0: ["b2", "c3", "d4"]}, "no-token"),
        ("d2", {1: ["b2", "c3", "d4"]}, ""),
    ],
)
def test_what_can_be_claimed(chart, place, claims, reason):
    """Claim: a confirmed tile, a region that is nobody's (through mist too), one of each terrain, three at most."""
    c = chart(REGIONS, pawns=[place], claims=claims, sketch="steppe-jungle")
    assert ("claim" in c.legal()) == (reason == "")
    assert why_not(c.look(), 0, "claim") == reason


def test_who_maps_does_not_claim(chart):
    """Claim: only if one did not map in this half-day."""
    c = chart(REGIONS, pawns=["b2"], sketch="steppe-jungle").play("draw b2 b3")
    assert "claim" not in c.legal()


def test_a_sketch_not_used_is_discarded_all_the_same(chart):
    """Reminders on the last page; the discard is open to all."""
    c = chart(REGIONS, pawns=["b2"], sketch="steppe-jungle", half=1)
    before = int(c.now["gone"][SKETCH_NAMES.index("steppe-jungle")])
    c.play("rest")
    assert int(c.now["sketch"]) == NOTHING
    for viewer in (0, 1, None):
        assert c.match.view(viewer)["state"]["gone"][SKETCH_NAMES.index("steppe-jungle")] == before + 1
