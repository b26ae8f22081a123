"""Law 3 for Misty: a world dealt anew is any that agrees with all the viewer has seen, evenly.

Tiny boxes, so that all deals and picks can be gone through. The model below knows nothing of the rules' code:
it deals kinds of cards with the number of ways to do so, lets every seat pick what it was seen to pick, and
keeps what agrees with the hands that the viewer held. 'Evenly' is by single cards (rules/README).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, sqrt
from typing import Any

import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.match import Match, open_match
from mistvale.core.rule import INTERPRETED, SPECTATOR, copied
from mistvale.games.misty.state import BUILDING

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of samples")

Cards = tuple[int, ...]  # how many of each kind
SAMPLES = 1500


def tiny_box(counts: Cards, deals: int, hand: int, long: int, short: int) -> dict[str, Any]:
    """A box with a few kinds of cards and small windows."""
    window = {"deals": deals, "hand": hand, "long": long, "short": short}
    kinds = (("rocket", "arrow"), ("flower", "flower"), ("monster", "monster"), ("smile", "smile"))
    cards = [
        {"name": name, "class": family, "points": 1, "count": count} | ({"arrow": "up"} if family == "arrow" else {})
        for (name, family), count in zip(kinds, counts, strict=False)
    ]
    return {
        "game": "misty",
        "match": {"wins": 1, "pair": 1},
        "windows": {"standard": window, "small": window},
        "cards": cards,
    }


@dataclass(frozen=True)
class Tiny:
    """A tiny game: its box and the seats at the table."""

    counts: Cards
    deals: int
    hand: int
    long: int
    short: int
    seats: int

    def open(self, seed: int) -> Match:
        data = tiny_box(self.counts, self.deals, self.hand, self.long, self.short)
        misty = mv.game("misty")
        return open_match(misty, seats=self.seats, seed=seed, box=misty.box(data, stated_figures=False))


TINY = {
    "two seats, one deal of 3": Tiny((3, 2, 2), 1, 3, 3, 1, 2),
    "two seats, two deals of 2": Tiny((4, 3, 3), 2, 2, 2, 2, 2),
    "two seats, one deal of 4": Tiny((4, 4, 2), 1, 4, 2, 2, 2),
    "three seats, one deal of 3": Tiny((4, 4, 3), 1, 3, 3, 1, 3),
    "three seats, one deal of 4": Tiny((6, 5, 4), 1, 4, 2, 2, 3),
    "three seats, three deals of 2": Tiny((8, 7, 5), 3, 2, 3, 2, 3),
    "four seats, one deal of 2": Tiny((4, 3, 3), 1, 2, 2, 1, 4),
}


# ---------------------------------------------------------------- the model


def hands_from(pool: Cards, size: int) -> Iterator[tuple[Cards, int]]:
    """Every hand of `size` cards from a pool, with the number of ways to deal it."""
    if not pool:
        if size == 0:
            yield (), 1
        return
    for count in range(min(pool[0], size) + 1):
        for rest, ways in hands_from(pool[1:], size - count):
            yield (count, *rest), ways * comb(pool[0], count)


def less(pool: Cards, hand: Cards) -> Cards:
    return tuple(a - b for a, b in zip(pool, hand, strict=True))


def without(hand: Cards, kind: int) -> Cards:
    return tuple(count - (k == kind) for k, count in enumerate(hand))


@dataclass(frozen=True)
class Seen:
    """What a viewer has seen of the deal that is being built."""

    held: dict[int, Cards]  # by trick: the hand it held
    shown: list[list[int]]  # by trick: what each seat was seen to pick
    waiting: list[bool]  # who has laid down a card that is not shown yet
    own: int | None  # its own card laid down


def holder_of(tiny: Tiny, deal: int, seat: int, trick: int) -> int:
    """The seat to which the hand was dealt that `seat` holds at that trick: left, right, left (MI-9)."""
    return (seat - trick) % tiny.seats if deal % 2 == 0 else (seat + trick) % tiny.seats


def worlds(tiny: Tiny, pool: Cards, deal: int, viewer: int, seen: Seen) -> Counter[Any]:
    """Every world that agrees with what was seen, by what is where, with the number of ways to it."""
    found: Counter[Any] = Counter()

    def deal_hands(seat: int, hands: list[Cards], rest: Cards, ways: int) -> None:
        if seat == tiny.seats:
            play(0, hands, rest, ways)
            return
        for hand, more in hands_from(rest, tiny.hand):
            deal_hands(seat + 1, [*hands, hand], less(rest, hand), ways * more)

    def play(trick: int, hands: list[Cards], rest: Cards, ways: int) -> None:
        if trick in seen.held and hands[holder_of(tiny, deal, viewer, trick)] != seen.held[trick]:
            return
        if trick == len(seen.shown):
            lay_down(0, hands, [], rest, ways)
            return
        hands = list(hands)
        for seat, kind in enumerate(seen.shown[trick]):
            origin = holder_of(tiny, deal, seat, trick)
            ways *= hands[origin][kind]
            if not ways:
                return
            hands[origin] = without(hands[origin], kind)
        play(trick + 1, hands, rest, ways)

    def lay_down(seat: int, hands: list[Cards], picks: list[int | None], rest: Cards, ways: int) -> None:
        if seat == tiny.seats:
            if not sum(rest):
                found[tuple(hands), tuple(picks), None] += ways
            for kind, count in enumerate(rest):
                if count:
                    found[tuple(hands), tuple(picks), kind] += ways * count
            return
        if not seen.waiting[seat]:
            lay_down(seat + 1, hands, [*picks, None], rest, ways)
            return
        origin = holder_of(tiny, deal, seat, len(seen.shown))
        for kind, count in enumerate(hands[origin]):
            if count and (seat != viewer or kind == seen.own):
                left = [without(hand, kind) if o == origin else hand for o, hand in enumerate(hands)]
                lay_down(seat + 1, left, [*picks, kind], rest, ways * (1 if seat == viewer else count))

    deal_hands(0, [], pool, 1)
    return found


# ---------------------------------------------------------------- what happened


class Story:
    """A match as it went, for the model: hands dealt and cards picked, told from moves and beats."""

    def __init__(self, tiny: Tiny, match: Match) -> None:
        self.tiny = tiny
        self.match = match
        self.kinds = len(tiny.counts)

    def cards(self, state: Any, seat: int) -> Cards:
        return tuple(state["hand"][seat][: self.kinds].tolist())

    def seen(self, number: int, viewer: int, fold: Any) -> tuple[Cards, int, Seen]:
        """The pool of the present deal, its number, and what the viewer has seen of it."""
        match, tiny = self.match, self.tiny
        start = max(n for n in range(number + 1) if match.step(n).beat == "deal")
        deal = int(match.step(start).state["deal"])
        dealt = [self.cards(match.step(start).state, seat) for seat in range(tiny.seats)]
        pool = tiny.counts
        for card in match.step(start).state["window"].ravel():
            if card >= 0:
                pool = without(pool, int(card))  # everything of earlier deals lies open
        shown: list[list[int]] = []
        picked: dict[int, int] = {}
        for n in range(start + 1, number + 1):
            step = match.step(n)
            if step.move is not None and step.move.startswith("pick"):
                picked[step.seat] = step.move.number
            if step.beat == "reveal":
                shown.append([picked[seat] for seat in range(tiny.seats)])
                picked = {}
            if step.beat == "last":
                shown.append([int(step.state["placing"][seat]) for seat in range(tiny.seats)])
        placed = [int(fold["placed"][seat]) for seat in range(tiny.seats)]
        held: dict[int, Cards] = {}
        hands = list(dealt)
        for trick in range(tiny.hand - 1):
            if viewer >= 0 and self.has_held(placed, deal, viewer, trick):
                held[trick] = hands[holder_of(tiny, deal, viewer, trick)]
            if trick < len(shown):
                for seat, kind in enumerate(shown[trick]):
                    origin = holder_of(tiny, deal, seat, trick)
                    hands[origin] = without(hands[origin], kind)
        waiting = [int(fold["picked"][seat]) >= 0 for seat in range(tiny.seats)]
        return pool, deal, Seen(held, shown, waiting, picked.get(viewer))

    def has_held(self, placed: list[int], deal: int, viewer: int, trick: int) -> bool:
        """MI-2: a hand is taken up when its taker has placed and its giver has passed."""
        giver = (viewer - 1 if deal % 2 == 0 else viewer + 1) % self.tiny.seats
        return trick < placed[viewer] or (trick == placed[viewer] and (trick == 0 or placed[giver] >= trick))

    def outcome(self, state: Any) -> Any:
        """What is where in a world: hands, picks, the next card of the deck."""
        seats = range(self.tiny.seats)
        picks = tuple(None if kind < 0 else kind for kind in state["picked"][: self.tiny.seats].tolist())
        top, cards = int(state["top"]), sum(self.tiny.counts)
        following = int(state["deck"][top]) if top < cards else None
        return tuple(self.cards(state, seat) for seat in seats), picks, following


def check(story: Story, number: int, viewer: int, dice: random.Random, samples: int = SAMPLES) -> None:
    """Compare the worlds of the model with those that are dealt."""
    match = story.match
    fold = match.history.fold(number, viewer)
    expected = worlds(story.tiny, *_arguments(story, number, viewer, fold))
    steps = [str(match.step(n).move or match.step(n).beat) for n in range(1, number + 1)]
    where = f"step {number}, viewer {viewer}, {steps}"
    assert expected[story.outcome(fold)], f"the model misses the true world: {where}"
    drawn: Counter[Any] = Counter()
    for _ in range(samples):
        world = copied(fold)
        verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
        drawn[story.outcome(world)] += 1
    phantoms = drawn.keys() - expected.keys()
    assert not phantoms, f"dealt what can't be: {next(iter(phantoms))}; {where}"
    assert_even(drawn, expected, samples, where)


def _arguments(story: Story, number: int, viewer: int, fold: Any) -> tuple[Cards, int, int, Seen]:
    pool, deal, seen = story.seen(number, viewer, fold)
    return pool, deal, viewer, seen


def assert_even(drawn: Counter[Any], expected: Counter[Any], samples: int, where: str) -> None:
    """Chi-square with room for five deviations; outcomes too rare for it are put together."""
    total = sum(expected.values())
    rare_drawn, rare_expected, bins, chi = 0, 0.0, 0, 0.0
    for outcome, ways in expected.items():
        share = samples * ways / total
        if share < 6:
            rare_drawn += drawn[outcome]
            rare_expected += share
            continue
        bins += 1
        chi += (drawn[outcome] - share) ** 2 / share
    if rare_expected >= 6:
        bins += 1
        chi += (rare_drawn - rare_expected) ** 2 / rare_expected
    freedom = max(bins - 1, 1)
    assert chi < freedom + 5 * sqrt(2 * freedom) + 5, f"uneven: {chi:.0f} for {freedom} degrees; {where}"


@pytest.mark.parametrize("name", [name for name in TINY if not name.startswith("three seats, one deal of 4")])
def test_a_world_is_any_that_agrees_with_what_was_seen(name: str) -> None:
    tiny = TINY[name]
    for seed in range(2):
        match, dice = tiny.open(seed), random.Random(seed)
        story = Story(tiny, match)
        checked = 0
        while not match.over and int(match.raw["phase"]) == BUILDING:
            for viewer in (*range(tiny.seats), SPECTATOR):
                if match.steps != checked and dice.random() < 0.25:
                    check(story, match.steps, viewer, dice)
            checked = match.steps
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
@pytest.mark.parametrize("seed", range(4))
def test_a_hidden_pick_from_a_known_hand_is_any_of_its_cards(seed: int, viewer: int) -> None:
    """What a seat knows: seat 1 picks from the hand that seat 0 passed to it, before seat 2 has placed."""
    tiny = TINY["three seats, one deal of 4"]
    match, dice = tiny.open(seed), random.Random(seed)
    for seat in range(3):
        match.play(seat, dice.choice(match.legal(seat)))  # the first cards go to the middle by themselves
    for seat in range(3):
        match.play(seat, dice.choice(match.legal(seat)))
    for seat in (0, 1):
        match.play(seat, dice.choice(match.legal(seat)))
    match.play(1, dice.choice([move for move in match.legal(1) if move.startswith("pick")]))
    match.play(2, dice.choice([move for move in match.legal(2) if move.startswith("place")]))
    assert match.pending == (0, 2)
    assert int(match.history.fold(match.steps, viewer)["picked"][1]) >= 0, "the epoch shows that seat 1 has picked"
    check(Story(tiny, match), match.steps, viewer, dice, samples=3000)


def test_everything_lies_open_between_deals_but_the_deck() -> None:
    """Activation: nothing is hidden but the order of the deck."""
    match = TINY["two seats, two deals of 2"].open(3)
    dice = random.Random(3)
    while int(match.raw["phase"]) == BUILDING:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
    hidden = {"key", "block", "drawn", "deck"}
    for number in range(match.steps + 1):
        state = match.step(number).state
        if int(state["phase"]) == BUILDING or number < 10:
            continue
        world = state.copy()
        verbs.redeal(world, match.box.record, 0, seed_words(dice.randbytes(32)))
        for field in set(match.game.state.names or ()) - hidden:
            assert (world[field] == state[field]).all(), field
        top = int(state["top"])
        assert sorted(world["deck"][top:]) == sorted(state["deck"][top:])
