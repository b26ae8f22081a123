"""The box: stated figures hold, damage is named, another box plays without code and without compiling; notation."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED
from mistvale.games.misty_valley import GAME


def changed(change: Callable[[Any], object]) -> dict[str, Any]:
    """The game's own box with a change."""
    data = copy.deepcopy(dict(GAME.box().data))
    change(data)
    return data


def encounter(data: Any, name: str) -> Any:
    return next(row for row in data["encounters"] if row["name"] == name)


STATED: dict[str, tuple[Callable[[Any], object], str]] = {
    "a larger hand": (lambda d: d["match"].update(hand=4), "the rulebook has hand = 3"),
    "three tiles out": (lambda d: d["match"].update(out=3), "the rulebook has out = 2"),
    "more banners": (lambda d: d["match"].update(banners=22), "the rulebook has banners = 21"),
    "more markers": (lambda d: d["match"].update(markers=12), "the rulebook has markers = 10"),
    "a strong captain": (lambda d: d["match"].update(captain=2), "the rulebook has captain = 1"),
    "weak reinforcements": (lambda d: d["match"].update(reinforcements=1), "the rulebook has reinforcements = 2"),
    "other sets": (lambda d: d["points"].update(sets=[2, 6, 13]), r"the rulebook has sets = \[2, 6, 12\]"),
    "other encounters met": (lambda d: d["points"].update(met=[5, 8]), r"the rulebook has met = \[5, 7\]"),
    "other encounters not met": (lambda d: d["points"].update(unmet=1), "the rulebook has unmet = 2"),
    "other abilities": (lambda d: d["points"].update(unused=3), "the rulebook has unused = 2"),
    "other flowers": (lambda d: d["points"].update(flowers=4), "the rulebook has flowers = 5"),
    "a token less": (lambda d: d["tokens"].update(walls=6), "13 in all, the rulebook has 14"),
    "a resource less": (lambda d: d["valley"].pop(), "valley: 12 in all, the rulebook has 15"),
    "two copies": (lambda d: d["valley"][0].update(copies=2), "acorn: the rulebook has copies = 3"),
    "an encounter less": (lambda d: d["encounters"].pop(), "encounters: 7 in all, the rulebook has 8"),
    "a mouse for berries": (
        lambda d: encounter(d, "mouse").update(asks=["berry"]),
        r"mouse: the rulebook has asks = \['acorn'\]",
    ),
    "a cat alone": (
        lambda d: encounter(d, "troubadour-cat").update(asks=["acorn"]),
        r"troubadour-cat: the rulebook has asks = \['acorn', 'encounter'\]",
    ),
    "a dry bear": (
        lambda d: encounter(d, "bear").update(asks=["berry"]),
        r"bear: the rulebook has asks = \['berry', 'water'\]",
    ),
    "no bear": (lambda d: encounter(d, "bear").update(name="wolf"), "has one called 'bear'"),
    "a patrol less": (lambda d: d["tribes"][1]["patrols"].pop(), "berrygnawers, patrols: 8 in all, the rulebook has 9"),
    "four abilities": (lambda d: d["tribes"][0]["A"].pop(), "trailseekers, A: 4 in all, the rulebook has 5"),
    "six different abilities": (
        lambda d: d["tribes"][0].update(B=[*d["tribes"][0]["A"][:4], "mislead"]),
        r"trailseekers, A \+ B: 6 in all, a review counts 7",
    ),
}

BROKEN: dict[str, tuple[Callable[[Any], object], str]] = {
    "another game": (lambda d: d.update(game="misty"), "game must be 'misty-valley'"),
    "no match": (lambda d: d.pop("match"), r"\[match\] is missing"),
    "no points": (lambda d: d.pop("points"), r"\[points\] is missing"),
    "no tokens": (lambda d: d.pop("tokens"), r"\[tokens\] is missing"),
    "no valley": (lambda d: d.pop("valley"), r"\[\[valley\]\] is missing"),
    "no encounters": (lambda d: d.pop("encounters"), r"\[\[encounters\]\] is missing"),
    "no tribes": (lambda d: d.pop("tribes"), r"\[\[tribes\]\] is missing"),
    "no hand": (lambda d: d["match"].update(hand=0), "hand must be from 1 to 9"),
    "a hand in words": (lambda d: d["match"].update(hand="three"), "hand must be a whole number"),
    "no reinforcements": (lambda d: d["match"].pop("reinforcements"), "reinforcements must be a whole number"),
    "two sets": (
        lambda d: d["points"].update(sets=[2, 6]),
        "points: sets must be a list of 3 whole numbers from 0 to 99",
    ),
    "sets in words": (
        lambda d: d["points"].update(sets="many"),
        "points: sets must be a list of 3 whole numbers from 0 to 99",
    ),
    "points below zero": (
        lambda d: d["points"].update(met=[5, -7]),
        "points: met must be a list of 2 whole numbers from 0 to 99",
    ),
    "too many tokens": (lambda d: d["tokens"].update(walls=10), "tokens: there must be 0 to 16"),
    "an unknown resource": (lambda d: d["valley"][0].update(resource="gold"), "resource must be one of"),
    "a resource twice": (lambda d: d["valley"][0].update(resource="water"), "'water-1' stands there more than once"),
    "footprints on four": (lambda d: d["valley"][0].update(footprints=4), "footprints must be from 0 to 3"),
    "too few valley tiles": (lambda d: d.update(valley=d["valley"][:1]), "valley - match.out: 4 needed, there are 1"),
    "too many valley tiles": (
        lambda d: d["valley"].append({"resource": "acorn", "copies": 1, "footprints": 0}),
        "valley: there must be 0 to 15",
    ),
    "too many encounters": (
        lambda d: d["encounters"].append({"name": "wolf", "asks": ["acorn"]}),
        "encounters: there must be 0 to 8",
    ),
    "an encounter that asks nothing": (
        lambda d: encounter(d, "owl").update(asks=[]),
        "owl: asks must be a list of 1-2 different ones of these: acorn, mushroom, water, berry, crystal, encounter",
    ),
    "an encounter that asks twice": (
        lambda d: encounter(d, "owl").update(asks=["water", "water"]),
        "owl: asks must be a list of 1-2 different ones of these: acorn, mushroom, water, berry, crystal, encounter",
    ),
    "an encounter that asks for gold": (lambda d: encounter(d, "owl").update(asks=["gold"]), "owl: asks must be"),
    "an encounter that asks for much": (
        lambda d: encounter(d, "owl").update(asks=["acorn", "water", "berry"]),
        "owl: asks must be",
    ),
    "an encounter without a name": (lambda d: encounter(d, "owl").pop("name"), "name must be a word"),
    "an encounter that is no slug": (lambda d: encounter(d, "owl").update(name="Old Owl"), "written in lower case"),
    "one tribe": (lambda d: d["tribes"].pop(), r"tribes: name must be written as \['trailseekers', 'berrygnawers'\]"),
    "tribes the other way round": (
        lambda d: d["tribes"].reverse(),
        r"tribes: name must be written as \['trailseekers', 'berrygnawers'\]",
    ),
    "no patrols": (
        lambda d: d["tribes"][0].update(patrols=[]),
        r'trailseekers: patrols must be written as \["111110", …\]',
    ),
    "five sides": (
        lambda d: d["tribes"][0]["patrols"].append("11111"),
        r'trailseekers, patrols: sides must be written as "111110" \(6 x 0-3\)',
    ),
    "four explorers": (
        lambda d: d["tribes"][0]["patrols"].append("400000"),
        r'trailseekers, patrols: sides must be written as "111110" \(6 x 0-3\)',
    ),
    "a patrol twice": (
        lambda d: d["tribes"][0]["patrols"].append("111110"),
        "trailseekers, patrols: '111110' stands there more than once",
    ),
    "a patrol like a tile": (
        lambda d: d["tribes"][0]["patrols"].append({"name": "bear", "sides": "111110"}),
        "tiles, patrols: 'bear' stands there more than once",
    ),
    "an unknown ability": (
        lambda d: d["tribes"][0]["A"].append("flying"),
        "trailseekers: A must be a list of 0-8 different ones of these: spyglass, smoke-bomb, mislead",
    ),
    "an ability twice": (
        lambda d: d["tribes"][0]["A"].append("spyglass"),
        "trailseekers: A must be a list of 0-8 different ones of these: spyglass, smoke-bomb, mislead",
    ),
    "no board": (
        lambda d: d["tribes"][0].pop("B"),
        "trailseekers: B must be a list of 0-8 different ones of these: spyglass, smoke-bomb, mislead",
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_a_box_that_breaks_a_stated_figure_is_refused(name: str) -> None:
    change, problem = STATED[name]
    with pytest.raises(mv.BadBox, match=problem):
        GAME.box(changed(change))


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_box_is_refused_with_the_reason(name: str) -> None:
    """Also where stated figures may be left aside."""
    change, problem = BROKEN[name]
    with pytest.raises(mv.BadBox, match=problem):
        GAME.box(changed(change), stated_figures=False)


def test_more_kinds_of_patrols_than_there_is_room_for_are_refused() -> None:
    data = changed(lambda d: None)
    every = [f"{a}{b}{c}000" for a in "123" for b in "012" for c in "012"]
    data["tribes"][0]["patrols"] = every[:12]
    data["tribes"][1]["patrols"] = every[12:20]
    with pytest.raises(mv.BadBox, match="patrols: there must be 1 to 18, not 19"):
        GAME.box(data, stated_figures=False)


def test_every_tile_says_where_it_comes_from() -> None:
    data = GAME.box().data
    rows = [*data["valley"], *data["encounters"], *data["tribes"], data["tokens"]]
    assert {row["source"] for row in rows} == {"stated", "reconstructed"}
    assert {row["name"] for row in data["encounters"] if row["source"] == "stated"} == {
        "mouse",
        "troubadour-cat",
        "bear",
    }


def test_the_state_is_small() -> None:
    assert GAME.state.itemsize <= 2048


def test_notation_is_a_bijection() -> None:
    notation = GAME.notation(GAME.box())
    assert len(notation) == 3 + 9 + 23 + 8 + 1 + 23 + 9 + 2 * 469 + 2 + 6 + 6 + 6 + 1
    for move in notation:
        assert notation.read(str(move)) is move
        assert notation.move(move.number) is move
    said = {str(move) for move in notation}
    assert {"explore open1", "explore stack", "patrol 111110", "captain acorn-1", "use horn-of-calling"} <= said
    assert {"target troubadour-cat", "target 300100", "encounter", "at -3,2", "encounter at 0,0"} <= said
    assert {"turn left", "turn 5", "side 0", "wall 3", "done"} <= said


def test_tribes_may_have_patrols_of_their_own() -> None:
    """Tiles of one name are of one kind; each tribe holds and plays its own."""
    data = changed(lambda d: None)
    data["tribes"][1]["patrols"] = ["222000", {"name": "222000-b", "sides": "222000"}, "111110"]
    box = GAME.box(data, stated_figures=False)
    assert box.words["patrols"][-2:] == ("222000", "222000-b")
    for seed in range(3):
        match, dice = open_match(GAME, seed=seed, box=box), random.Random(seed)
        own = {0: {*data["tribes"][0]["patrols"]}, 1: {"222000", "222000-b", "111110"}}
        while not match.over:
            seat = match.pending[0]
            match.audit()
            assert {m.split()[1] for m in match.legal(seat) if m.startswith("patrol")} <= own[seat]
            match.play(seat, dice.choice(match.legal(seat)))


@pytest.mark.parametrize("seed", range(3))
def test_another_box_plays_without_code_and_without_compiling(seed: int) -> None:
    """Everything is read from the box record; the same compiled rules play all of them."""
    open_match(GAME, seed=1)
    compiled = {verb: len(verbs.of(GAME.state)[verb].signatures) for verb in verbs.NAMES} if not INTERPRETED else {}
    dice = random.Random(seed)
    data = changed(lambda d: None)
    data["valley"] = data["valley"][: 2 + seed]
    data["valley"][0]["footprints"] = seed
    data["encounters"] = [{"name": "wolf", "asks": ["encounter", "acorn"]}, *data["encounters"][seed : seed + 4]]
    data["tokens"] = {"walls": 2 + seed, "flowers": 1}
    data["match"] |= {"hand": 1 + seed, "out": seed, "captain": 2}
    for tribe in data["tribes"]:
        tribe["patrols"] = ["".join(dice.choice("0123") for _ in range(5)) + str(n % 4) for n in range(5 + seed)]
        tribe["A"] = dice.sample(["mislead", "diplomacy", "magic-scroll", "spyglass", "horn-of-calling"], 2 + seed)
    box = GAME.box(data, stated_figures=False)
    match = open_match(GAME, seed=seed, box=box, options={"expansion": True})
    while not match.over:
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
        match.audit()
    for verb, count in compiled.items():
        assert len(verbs.of(GAME.state)[verb].signatures) <= max(1, count), verb
