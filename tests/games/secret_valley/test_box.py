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
from mistvale.games.secret_valley import GAME
from mistvale.games.secret_valley.reading import sentence

from .test_criteria import random_box


def changed(change: Callable[[Any], object]) -> dict[str, Any]:
    """The game's own box with a change."""
    data = copy.deepcopy(dict(GAME.box().data))
    change(data)
    return data


def card(data: Any, name: str) -> Any:
    return next(row for row in data["cards"] if row["name"] == name)


STATED: dict[str, tuple[Callable[[Any], object], str]] = {
    "a card less": (lambda d: d["cards"].pop(), "the rulebook has 20"),
    "a face twice": (lambda d: card(d, "old-oaks").update(number=4), "cards, forest 3: 0 in all, the rulebook has 1"),
    "a criterion twice": (
        lambda d: card(d, "old-oaks").update(scores=dict(card(d, "fern-path")["scores"])),
        r"cards, scores: \{'where': 'adjacent', .*\} stands there more than once",
    ),
    "two rounds": (lambda d: d["match"].update(rounds=2), "match: the rulebook has rounds = 3"),
    "seven settlements": (lambda d: d["match"].update(settlements=7), "match: the rulebook has settlements = 6"),
    "a larger hand": (lambda d: d["tables"]["2"].update(hand=8), "tables.2: the rulebook has hand = 7"),
    "another name": (lambda d: card(d, "sun-stone").update(name="moon-stone"), "has one called 'sun-stone'"),
    "steps around": (lambda d: card(d, "the-thousand-steps")["scores"].update(where="around"), "where = adjacent"),
    "steps by number": (lambda d: card(d, "the-thousand-steps")["scores"].update(of="number"), "of = terrain"),
    "torrent by terrain": (lambda d: card(d, "western-torrent")["scores"].update(of="terrain"), "of = number"),
    "closed sun stone": (lambda d: card(d, "sun-stone")["scores"].update(how="none-free"), "how = free-sides"),
    "weak fist": (lambda d: card(d, "fist-of-giants")["scores"].update(how="highest"), "above-all or below-all"),
    "adjacent torrent": (lambda d: card(d, "western-torrent")["scores"].update(where="adjacent"), "where = around"),
    "torrent of odd numbers": (lambda d: card(d, "western-torrent")["scores"].update(which="odd"), "which = all"),
    "steps of others": (lambda d: card(d, "the-thousand-steps")["scores"].update(which="other"), "which = all"),
    "fist over some numbers": (lambda d: card(d, "fist-of-giants")["scores"].update(which=[1, 2]), "which = all"),
    "mouth under mountains": (lambda d: card(d, "mountain-mouth")["scores"].update(which="mountain"), "which = all"),
    "weak mouth": (lambda d: card(d, "mountain-mouth")["scores"].update(how="highest"), "above-all or below-all"),
}

BROKEN: dict[str, tuple[Callable[[Any], object], str]] = {
    "another game": (lambda d: d.update(game="misty"), "game must be 'secret-valley'"),
    "no cards": (lambda d: d.pop("cards"), r"\[\[cards\]\] is missing"),
    "no match": (lambda d: d.pop("match"), r"\[match\] is missing"),
    "no table for three": (lambda d: d["tables"].pop("3"), r"\[tables.3\] is missing"),
    "a table that is a word": (lambda d: d["tables"].update({"3": "x"}), r"\[tables.3\] is missing"),
    "no criterion": (lambda d: card(d, "old-oaks").pop("scores"), r"\[scores\] is missing"),
    "a criterion that is a word": (lambda d: card(d, "old-oaks").update(scores="3"), r"\[scores\] is missing"),
    "an unknown terrain": (lambda d: card(d, "old-oaks").update(terrain="desert"), "terrain must be one of"),
    "a number too high": (lambda d: card(d, "old-oaks").update(number=10), "number must be from 1 to 9"),
    "an unknown how": (lambda d: card(d, "old-oaks")["scores"].update(how="most"), "how must be one of"),
    "an unknown where": (lambda d: card(d, "old-oaks")["scores"].update(where="near"), "where must be one of"),
    "no where": (lambda d: card(d, "old-oaks")["scores"].pop("where"), "where must be a word"),
    "an unknown which": (lambda d: card(d, "old-oaks")["scores"].update(which="desert"), "which must be one of"),
    "an empty which": (
        lambda d: card(d, "toadstool-ring")["scores"].update(which=[]),
        "toadstool-ring: which must be a list of 1-9 whole numbers from 1 to 9",
    ),
    "a which of words": (
        lambda d: card(d, "toadstool-ring")["scores"].update(which=["odd"]),
        "toadstool-ring: which must be a list of 1-9 whole numbers from 1 to 9",
    ),
    "an unknown part": (
        lambda d: card(d, "old-oaks")["scores"].update(when="now"),
        "old-oaks: 'when' does not go with scores",
    ),
    "no points": (lambda d: card(d, "old-oaks")["scores"].pop("points"), "points must be a whole number"),
    "too many points": (lambda d: card(d, "old-oaks")["scores"].update(points=10), "points must be from 1 to 9"),
    "once without of": (lambda d: card(d, "western-torrent")["scores"].pop("of"), "of must be a word"),
    "count with of": (
        lambda d: card(d, "old-oaks")["scores"].update(of="terrain"),
        "old-oaks: 'of' does not go with how = count",
    ),
    "free sides somewhere": (
        lambda d: card(d, "sun-stone")["scores"].update(where="row"),
        "sun-stone: 'where' does not go with how = free-sides",
    ),
    "a slug twice": (lambda d: card(d, "old-oaks").update(name="fern-path"), "stands there more than once"),
    "no slug": (lambda d: card(d, "old-oaks").update(name="Old Oaks"), "must be written in lower case"),
    "a hand too small": (lambda d: d["tables"]["4"].update(hand=4), "tables.4, hand: 5 needed, there are 4"),
    "a hand too large": (lambda d: d["tables"]["4"].update(hand=6), "tables.4, cards: 24 needed, there are 20"),
    "an uneven grid": (lambda d: d["tables"]["4"].update(long=5, short=3), "can't be shared evenly"),
    "a grid on its side": (lambda d: d["tables"]["2"].update(long=3, short=4), "short must not be more than long"),
    "a grid beyond the lattice": (lambda d: d["tables"]["3"].update(long=6), "long must be from 1 to 5"),
    "too few settlements": (lambda d: d["match"].update(settlements=5), "tables.2, settlements: 6 needed, there are 5"),
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


def test_every_card_says_where_it_comes_from() -> None:
    assert {row["source"] for row in GAME.box().data["cards"]} == {"reconstructed"}


def test_the_state_is_small() -> None:
    assert GAME.state.itemsize <= 1024


def test_notation_is_a_bijection() -> None:
    notation = GAME.notation(GAME.box())
    assert len(notation) == 20 + 20 + 81
    for move in notation:
        assert notation.read(str(move)) is move
        assert notation.move(move.number) is move
    assert "keep hunters-wood" in set(notation)
    assert "play the-thousand-steps" in set(notation)
    assert "at i9" in set(notation)


@pytest.mark.parametrize("seed", range(3))
def test_another_box_plays_without_code_and_without_compiling(seed: int) -> None:
    """Criteria are read from the box record; the same compiled rules play all of them."""
    open_match(GAME, seats=2, seed=1)
    compiled = {verb: len(verbs.of(GAME.state)[verb].signatures) for verb in verbs.NAMES} if not INTERPRETED else {}
    dice = random.Random(seed)
    data = random_box(dice)
    data["cards"][0] = {**data["cards"][0], "name": "new-land"}
    box = GAME.box(data, stated_figures=False)
    match = open_match(GAME, seats=3, seed=seed, box=box)
    while not match.over:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        match.audit()
    assert match.scene(0).json()["panels"]["summary"]["final"]
    symbols = {entry.symbol for entry in match.scene(0).reference}
    assert "extra-a" in symbols, "a card that we have not drawn gets a spare face"
    for row in data["cards"]:
        assert "{" not in sentence(GAME.words(), row["scores"])
    for verb, count in compiled.items():
        assert len(verbs.of(GAME.state)[verb].signatures) <= max(1, count), verb
