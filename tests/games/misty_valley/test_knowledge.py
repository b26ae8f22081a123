"""Law 3 for Misty Valley: a world dealt anew is any that agrees with all the viewer has seen, evenly.

What a viewer has seen is gathered from the transcript: the set-up, what beats have revealed, its own hand and draws,
and the patrols that a rival has placed up to the start of the epoch. Every order of what is left is a world.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import pytest

from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.history import Step
from mistvale.core.match import Match, open_match
from mistvale.core.rule import HIDDEN, INTERPRETED, NOTHING, SPECTATOR, copied
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.state import FIRST_PATROL, PATROLS

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of samples")

SAMPLES = 1200
MOST_WORLDS = 6000
World = tuple[Any, ...]


@dataclass(frozen=True)
class Tiny:
    """A tiny game: valley tiles and how many of them are out, encounters, walls and flowers, patrols, hand."""

    valley: int
    out: int
    encounters: int
    tokens: tuple[int, int]
    patrols: tuple[int, int]
    hand: int
    abilities: bool = True

    def open(self, seed: int) -> Match:
        data = dict(GAME.box().data)
        resources = ("acorn", "water", "berry")
        data["valley"] = [
            {"resource": resource, "copies": min(3, self.valley - 3 * i), "footprints": 1}
            for i, resource in enumerate(resources)
            if self.valley > 3 * i
        ]
        data["encounters"] = data["encounters"][: self.encounters]
        data["tokens"] = {"walls": self.tokens[0], "flowers": self.tokens[1]}
        data["match"] = {**data["match"], "hand": self.hand, "out": self.out}
        data["tribes"] = [
            {**tribe, "patrols": tribe["patrols"][:count]}
            for tribe, count in zip(data["tribes"], self.patrols, strict=True)
        ]
        options = {"abilities": self.abilities, "expansion": sum(self.tokens) > 0, "boards": "AB"}
        return open_match(GAME, seed=seed, options=options, box=GAME.box(data, stated_figures=False))


TINY = {
    "a little of all": Tiny(6, 1, 3, (1, 2), (4, 4), 2),
    "no tile out": Tiny(6, 0, 2, (2, 1), (3, 4), 1),
    "all tokens walls": Tiny(7, 2, 2, (3, 0), (3, 3), 2),
    "no expansion": Tiny(7, 2, 3, (0, 0), (4, 3), 3),
    "the light game": Tiny(6, 1, 2, (1, 1), (4, 4), 3, abilities=False),
}


class Seen:
    """What one viewer has seen of a match."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match, self.viewer = match, viewer
        self.box = match.box.record
        start = match.step(0).state
        sites, valley = int(self.box["sites"]), int(self.box["valley"])
        shown = {s for s in range(sites) if int(start["place"][s]) != NOTHING} | {int(t) for t in start["open"]}
        self.tokens: list[int] = []
        self.played: list[set[int]] = [set(), set()]
        hands = [{k for k in range(PATROLS) if int(start["hand"][seat, k]) == 1} for seat in (0, 1)]
        epoch = match.step(match.steps).epoch_start
        chosen = NOTHING
        for number in range(1, match.steps + 1):
            step, before = match.step(number), match.step(number - 1).state
            if step.beat in ("uncover", "refill"):
                shown.add(int(before["valley"][int(before["valley_top"])]))
            elif step.beat == "encounter":
                shown.add(int(before["encounters"][int(before["encounter_top"])]))
            elif step.beat == "token":
                self.tokens.append(int(before["tokens"][int(before["token_top"])]))
            elif step.beat == "draw":
                seat = int(before["turn"])
                hands[seat].add(int(before["pile"][seat, int(before["pile_top"][seat])]))
            elif step.move is not None and step.move.startswith("patrol"):
                chosen = match.box.words["patrols"].index(step.move.split()[1])
            elif self.lays_patrol(step, before) and (number <= epoch or step.seat == viewer):
                hands[step.seat].discard(chosen)
                self.played[step.seat].add(chosen)
        self.valley = [t for t in range(valley) if t not in shown]
        self.encounters = [t for t in range(valley, sites) if t not in shown]
        self.hands = hands

    @staticmethod
    def lays_patrol(step: Step, before: Any) -> bool:
        """Whether a patrol from hand is laid down; one that is moved was not in hand."""
        tile = int(before["chosen"])
        laid = step.move is not None and step.move.startswith("at")
        return laid and tile >= FIRST_PATROL and int(before["place"][tile]) == NOTHING

    def token_orders(self) -> set[tuple[int, ...]]:
        walls, flowers = int(self.box["walls"]), int(self.box["flower_tokens"])
        if self.match.options["expansion"] == "false":
            return {()}
        left = [0] * (walls - self.tokens.count(0)) + [1] * (flowers - self.tokens.count(1))
        return set(itertools.permutations(left))

    def patrols(self, seat: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Every hand and stack that a seat may have."""
        left = [k for k in range(PATROLS) if int(self.box["has"][seat, k]) and k not in self.played[seat]]
        held = len(self.hands[seat])
        hands = [tuple(sorted(self.hands[seat]))] if seat == self.viewer else itertools.combinations(left, held)
        for hand in hands:
            for pile in itertools.permutations([k for k in left if k not in hand]):
                yield hand, pile

    def worlds(self) -> Iterator[World]:
        return itertools.product(
            itertools.permutations(self.valley),
            itertools.permutations(self.encounters),
            self.token_orders(),
            self.patrols(0),
            self.patrols(1),
        )


def rest(stack: Any, top: Any) -> tuple[int, ...]:
    return tuple(card for card in stack[int(top) :].tolist() if card != NOTHING)


def world_of(state: Any) -> World:
    """What lies hidden in a state."""
    patrols = (
        (
            tuple(k for k, held in enumerate(state["hand"][seat].tolist()) if held == 1),
            rest(state["pile"][seat], state["pile_top"][seat]),
        )
        for seat in (0, 1)
    )
    return (
        rest(state["valley"], state["valley_top"]),
        rest(state["encounters"], state["encounter_top"]),
        rest(state["tokens"], state["token_top"]),
        *patrols,
    )


def assert_even(drawn: Counter[Any], expected: set[Any], where: str) -> None:
    """Chi-square with room for five deviations; too many worlds are put together in bins."""
    bins = min(len(expected), SAMPLES // 12)
    index = {world: n % bins for n, world in enumerate(sorted(expected))}
    sizes, found = Counter(index.values()), Counter[int]()
    for world, count in drawn.items():
        found[index[world]] += count
    chi = 0.0
    for b, size in sizes.items():
        due = SAMPLES * size / len(expected)
        chi += (found[b] - due) ** 2 / due
    freedom = max(bins - 1, 1)
    assert chi < freedom + 5 * sqrt(2 * freedom) + 5, f"uneven: {chi:.0f} for {freedom} degrees; {where}"


def check(match: Match, viewer: int, dice: random.Random) -> bool:
    """Compare the worlds that agree with those that are dealt; False if they are too many to go through."""
    expected = set(itertools.islice(Seen(match, viewer).worlds(), MOST_WORLDS + 1))
    if len(expected) > MOST_WORLDS:
        return False
    fold = match.history.fold(match.steps, viewer)
    where = f"viewer {viewer}, {[str(match.step(n).move or match.step(n).beat) for n in range(1, match.steps + 1)]}"
    assert world_of(fold) in expected, f"the true world is missing: {where}"
    drawn: Counter[Any] = Counter()
    for _ in range(SAMPLES):
        world = copied(fold)
        verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
        drawn[world_of(world)] += 1
    phantoms = drawn.keys() - expected
    assert not phantoms, f"dealt what can't be: {next(iter(phantoms))}; {where}"
    assert_even(drawn, expected, where)
    check_view(match, viewer, fold, expected)
    return True


def check_view(match: Match, viewer: int, fold: Any, expected: set[Any]) -> None:
    """The view shows what lies in a place exactly where all worlds agree on it."""
    view = match.look(viewer).state
    for part, (field, top) in enumerate(
        (("valley", "valley_top"), ("encounters", "encounter_top"), ("tokens", "token_top"))
    ):
        same(rest(view[field], view[top]), [world[part] for world in expected])
    for seat in (0, 1):
        same(rest(view["pile"][seat], view["pile_top"][seat]), [world[3 + seat][1] for world in expected])
        for kind in range(PATROLS):
            possible = {int(kind in world[3 + seat][0]) for world in expected}
            shown = int(view["hand"][seat, kind])
            assert shown == (HIDDEN if len(possible) > 1 else next(iter(possible)))


def same(shown: tuple[int, ...], possible: list[tuple[int, ...]]) -> None:
    for place, card in enumerate(shown):
        cards = {order[place] for order in possible}
        assert card == (HIDDEN if len(cards) > 1 else next(iter(cards)))


@pytest.mark.parametrize("name", TINY)
def test_a_world_is_any_that_agrees_with_what_was_seen(name: str) -> None:
    """From the first turn to the end, in the middle of turns too, for both seats and the spectator."""
    compared = 0
    for seed in range(2):
        match, dice = TINY[name].open(seed), random.Random(seed)
        while True:
            for viewer in (0, 1, SPECTATOR):
                if dice.random() < 0.08:
                    compared += check(match, viewer, dice)
            if match.over:
                break
            seat = match.pending[0]
            match.play(seat, dice.choice(match.legal(seat)))
    assert compared > 8


def test_a_rivals_half_turn_is_any_of_its_patrols() -> None:
    """A world dealt from the true state, in which a rival has chosen a patrol and not placed it."""
    match = open_match(GAME, seed=3)
    rival, viewer = match.pending[0], 1 - match.pending[0]
    match.play(rival, next(move for move in match.legal(rival) if move.startswith("patrol")))
    chosen = set()
    for seed in range(80):
        world = match.raw.copy()
        verbs.redeal(world, match.box.record, viewer, seed_words(seed.to_bytes(32, "little")))
        assert verbs.audit(world, match.box.record) == 0
        kind = int(world["chosen"]) - FIRST_PATROL - rival * PATROLS
        assert int(world["hand"][rival, kind]) == 1
        chosen.add(kind)
    assert chosen == set(range(9))
    for watcher in (viewer, SPECTATOR):
        view = match.raw.copy()
        verbs.veil(view, match.box.record, watcher)
        assert int(view["chosen"]) == HIDDEN
    view = match.raw.copy()
    verbs.veil(view, match.box.record, rival)
    assert int(view["chosen"]) == int(match.raw["chosen"])


def test_a_rivals_turn_is_seen_when_something_is_revealed() -> None:
    """Its choices are its own until a patrol is drawn; then all of them are on the table and in the log."""
    match = open_match(GAME, seed=3)
    rival, viewer = match.pending[0], 1 - match.pending[0]
    before = match.view(viewer)["state"]
    patrol = next(move for move in match.legal(rival) if move.startswith("patrol"))
    match.play(rival, patrol)
    match.play(rival, match.legal(rival)[0])
    assert match.view(viewer)["state"] == before
    match.play(rival, "turn 1")
    after = match.view(viewer)["state"]
    kind = match.box.words["patrols"].index(patrol.split()[1])
    assert after["turned"][rival][kind] == 1
    assert after["held"] == [3, 3]


def test_a_known_rest_is_shown() -> None:
    """With its stack empty a rival's hand is what it has not placed; everybody can tell."""
    match, dice = open_match(GAME, seed=5, options={"abilities": False}), random.Random(5)
    while not match.over and int(match.raw["pile_top"].min()) < 9:
        seat = match.pending[0]
        patrols = [move for move in match.legal(seat) if move.startswith("patrol")]
        match.play(seat, dice.choice(patrols or match.legal(seat)))
    for viewer in (0, 1, SPECTATOR):
        assert (match.look(viewer).state["hand"] == match.raw["hand"]).all()
