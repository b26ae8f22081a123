"""Law 3 for The Secret Valley: a world dealt anew is any that agrees with all the viewer has seen, evenly.

The model below passes hands round as the rulebook says, from what was dealt and kept, and notes what the
viewer held, kept and saw played. Each of these says of each card where it may have been: in which hand, taken
when. Every way to give the cards such slots is a world.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import Any

import pytest

from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.match import Match, open_match
from mistvale.core.rule import HIDDEN, INTERPRETED, NOTHING, SPECTATOR, copied
from mistvale.games.secret_valley import GAME
from mistvale.games.secret_valley.reading import possible_seats
from mistvale.games.secret_valley.state import PLACING

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of samples")

SAMPLES = 1200
MOST_WORLDS = 30_000
Slot = tuple[int, int]  # the hand and the trick; (hand, LEFT) while it is in the hand, OUT if it was not dealt
LEFT = -1
OUT: Slot = (-1, -1)


@dataclass(frozen=True)
class Tiny:
    """A tiny game: cards, hand, grid, seats."""

    cards: int
    hand: int
    long: int
    short: int
    seats: int
    draft: bool = True

    def open(self, seed: int) -> Match:
        data = dict(GAME.box().data)
        table = {"hand": self.hand, "long": self.long, "short": self.short}
        small = {"hand": 2, "long": 1, "short": 1}
        tables = {str(n): table if n == self.seats else {**small, "long": n} for n in (2, 3, 4)}
        data |= {"cards": data["cards"][: self.cards], "match": {"rounds": 1, "settlements": 6}, "tables": tables}
        box = GAME.box(data, stated_figures=False)
        return open_match(GAME, seats=self.seats, seed=seed, options={"draft": self.draft}, box=box)


TINY = {
    "two seats, hands of 3": Tiny(8, 3, 2, 2, 2),
    "two seats, hands of 4, none out": Tiny(8, 4, 3, 2, 2),
    "two seats, hands of 4": Tiny(9, 4, 3, 2, 2),
    "three seats, hands of 2": Tiny(8, 2, 3, 1, 3),
    "three seats, hands of 3": Tiny(10, 3, 3, 2, 3),
    "four seats, hands of 2": Tiny(8, 2, 2, 2, 4),
    "four seats, hands of 3": Tiny(12, 3, 4, 2, 4),
    "no draft": Tiny(8, 3, 2, 2, 2, draft=False),
    "no draft, three seats": Tiny(8, 2, 3, 1, 3, draft=False),
}


class Model:
    """The draft as it went, and what one viewer has seen of it."""

    def __init__(self, tiny: Tiny, match: Match, number: int, viewer: int) -> None:
        self.tiny, self.viewer = tiny, viewer
        self.trick = 0
        start = next(n for n in range(number + 1) if match.step(n).beat == "deal")
        dealt = match.step(start).state["origin"]
        hands = [{c for c in range(tiny.cards) if int(dealt[c]) == seat} for seat in range(tiny.seats)]
        self.held: list[tuple[int, int, set[int]]] = []  # the viewer's sightings: trick, hand, cards
        self.own: dict[int, Slot] = {}
        self.played: dict[int, int] = {}
        if tiny.draft:
            self.draft(match, start, number, hands)
        elif viewer >= 0:
            self.own = dict.fromkeys(hands[viewer], (viewer, 0))
        epoch = match.step(number).epoch_start
        chosen = NOTHING
        for n in range(start + 1, number + 1):
            step = match.step(n)
            if step.move is not None and str(step.move).startswith("play"):
                chosen = self.card(match, step.move)
            placed = step.beat == "first" or (step.move is not None and str(step.move).startswith("at"))
            if placed and n <= epoch:
                self.played[chosen] = int(step.state["turn"])

    def card(self, match: Match, move: Any) -> int:
        return match.box.words["cards"].index(str(move).split()[1])

    def draft(self, match: Match, start: int, number: int, hands: list[set[int]]) -> None:
        """Pass the hands to the right, trick by trick."""
        seats, viewer = self.tiny.seats, self.viewer

        def sight() -> None:
            if viewer >= 0 and self.trick < self.tiny.hand:
                hand = (viewer + self.trick) % seats
                self.held.append((self.trick, hand, set(hands[hand])))

        sight()
        kept: dict[int, int] = {}
        for n in range(start + 1, number + 1):
            step = match.step(n)
            if step.move is not None and str(step.move).startswith("keep"):
                card = self.card(match, step.move)
                kept[step.seat] = card
                if step.seat == viewer:
                    self.own[card] = ((viewer + self.trick) % seats, self.trick)
            if step.beat == "pass":
                for seat, card in kept.items():
                    hands[(seat + self.trick) % seats].remove(card)
                kept = {}
                self.trick += 1
                sight()
            if step.beat == "last":
                if viewer >= 0:
                    hand = (viewer + self.trick) % seats
                    self.own[next(iter(hands[hand]))] = (hand, self.trick)
                self.trick += 1

    def slots(self) -> Counter[Slot]:
        """Every slot, and how often it is there."""
        tiny, slots = self.tiny, Counter({OUT: self.tiny.cards - self.tiny.seats * self.tiny.hand})
        for hand in range(tiny.seats):
            if not tiny.draft:
                slots[hand, 0] = tiny.hand
                continue
            for trick in range(self.trick):
                slots[hand, trick] += 1
            slots[hand, LEFT] += tiny.hand - self.trick
        for slot in self.own.values():
            if slots[slot] == 0:  # committed at this trick
                slots[slot] += 1
                slots[slot[0], LEFT] -= 1
        return +slots

    def agrees(self, card: int, slot: Slot) -> bool:
        """Whether the card may have had that slot, after all that the viewer saw."""
        if card in self.own or slot in self.own.values():
            return self.own.get(card) == slot
        for trick, hand, cards in self.held:
            still_there = slot[0] == hand and (slot[1] == LEFT or slot[1] >= trick)
            if (card in cards) != still_there:
                return False
        if card in self.played:
            return slot != OUT and slot[1] != LEFT and (slot[0] - slot[1]) % self.tiny.seats == self.played[card]
        return True

    def worlds(self) -> set[tuple[Slot, ...]]:
        """Every way to give each card a slot; one more than `MOST_WORLDS` if there are more."""
        left = self.slots()
        fitting = [[slot for slot in sorted(left) if self.agrees(card, slot)] for card in range(self.tiny.cards)]
        given: list[Slot] = []
        found: set[tuple[Slot, ...]] = set()

        def go(card: int) -> None:
            if card == self.tiny.cards:
                found.add(tuple(given))
                return
            for slot in fitting[card]:
                if left[slot] and len(found) <= MOST_WORLDS:
                    left[slot] -= 1
                    given.append(slot)
                    go(card + 1)
                    given.pop()
                    left[slot] += 1

        go(0)
        return found


def world_of(tiny: Tiny, state: Any) -> tuple[Slot, ...]:
    """A state as the slots of its cards."""
    slots = zip(state["origin"][: tiny.cards].tolist(), state["taken"][: tiny.cards].tolist(), strict=True)
    return tuple(OUT if hand == NOTHING else (hand, trick) for hand, trick in slots)


def assert_even(drawn: Counter[Any], expected: set[Any], samples: int, where: str) -> None:
    """Chi-square with room for five deviations; too many worlds are put together in bins."""
    bins = min(len(expected), samples // 12)
    index = {world: n % bins for n, world in enumerate(sorted(expected))}
    sizes, found = Counter(index.values()), Counter()
    for world, count in drawn.items():
        found[index[world]] += count
    chi = sum(
        (found[b] - samples * sizes[b] / len(expected)) ** 2 / (samples * sizes[b] / len(expected)) for b in sizes
    )
    freedom = max(bins - 1, 1)
    assert chi < freedom + 5 * sqrt(2 * freedom) + 5, f"uneven: {chi:.0f} for {freedom} degrees; {where}"


def check(tiny: Tiny, match: Match, viewer: int, dice: random.Random) -> bool:
    """Compare the model's worlds with those that are dealt; False if they are too many to go through."""
    fold = match.history.fold(match.steps, viewer)
    expected: set[Any] = Model(tiny, match, match.steps, viewer).worlds()
    if len(expected) > MOST_WORLDS:
        return False
    steps = [str(match.step(n).move or match.step(n).beat) for n in range(1, match.steps + 1)]
    where = f"viewer {viewer}, {steps}"
    assert world_of(tiny, fold) in expected, f"the model misses the true world: {where}"
    drawn: Counter[Any] = Counter()
    for _ in range(SAMPLES):
        world = copied(fold)
        verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
        drawn[world_of(tiny, world)] += 1
    phantoms = drawn.keys() - expected
    assert not phantoms, f"dealt what can't be: {next(iter(phantoms))}; {where}"
    assert_even(drawn, expected, SAMPLES, where)
    check_view(tiny, match, viewer, expected)
    return True


def check_view(tiny: Tiny, match: Match, viewer: int, expected: set[Any]) -> None:
    """The view shows a keeper exactly where all worlds agree on it, and names all seats that may be it."""
    look = match.look(viewer)
    for card in range(tiny.cards):
        slots = {world[card] for world in expected}
        keepers = {NOTHING if s == OUT or s[1] == LEFT else (s[0] - s[1]) % tiny.seats for s in slots}
        shown = int(look.state["keeper"][card])
        if shown == HIDDEN:
            assert len(keepers) > 1, f"card {card} is known to be with {keepers}"
        else:
            assert keepers == {shown}
        if shown == HIDDEN and int(look.state["origin"][card]) >= 0:
            trick = int(look.state["trick"])
            holders = {(s[0] - (trick if s[1] == LEFT else s[1])) % tiny.seats for s in slots}
            assert set(possible_seats(look, card)) == holders


@pytest.mark.parametrize("name", TINY)
def test_a_world_is_any_that_agrees_with_what_was_seen(name: str) -> None:
    """From the first trick to the last turn, for every seat and the spectator."""
    tiny, compared = TINY[name], 0
    for seed in range(2):
        match, dice = tiny.open(seed), random.Random(seed)
        while not match.over:
            for viewer in (*range(tiny.seats), SPECTATOR):
                if dice.random() < 0.3:
                    compared += check(tiny, match, viewer, dice)
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))
    assert compared > 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_was_seen_of_the_draft_is_remembered(seats: int) -> None:
    """A card seen in a passed hand that did not come back is with somebody who had that hand since."""
    match, dice = open_match(GAME, seats=seats, seed=seats), random.Random(seats)
    while int(match.raw["phase"]) != PLACING:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    look = match.look(0)
    if seats == 2:
        # All but what the rival kept from its own first hand is known.
        assert int((look.state["keeper"] == 1).sum()) == 6
    for card in range(20):
        if int(look.state["origin"][card]) >= 0:
            possible = possible_seats(look, card)
            assert int(match.raw["keeper"][card]) in possible
            assert (len(possible) > 1) == (int(look.state["keeper"][card]) == HIDDEN)


def test_a_rivals_half_turn_is_any_of_its_cards() -> None:
    """A world dealt from the true state, in which a rival has chosen a card and not placed it."""
    match = open_match(GAME, seats=2, seed=3, options={"draft": "false"})
    for _ in range(2):
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[0])
    rival, viewer = match.pending[0], 1 - match.pending[0]
    chosen = set()
    for seed in range(60):
        world = match.raw.copy()
        verbs.redeal(world, match.box.record, viewer, seed_words(seed.to_bytes(32, "little")))
        assert verbs.audit(world, match.box.record) == 0
        assert int(world["keeper"][int(world["playing"])]) == rival
        chosen.add(int(world["playing"]))
    assert len(chosen) > 6
    view = match.raw.copy()
    verbs.veil(view, match.box.record, viewer)
    assert int(view["playing"]) == HIDDEN
