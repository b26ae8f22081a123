"""Law 3 for Valdora: a world dealt anew is any that agrees with all the viewer has seen, evenly.

Tiny sets of cards, so that every order in which a book may have been shuffled can be gone through. The model below
knows nothing of the rules' code: it shuffles a book in each way there is, does with it what was done, notes every
face that lay open, and keeps the shuffles that show what was truly seen.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod, sqrt
from typing import Any

import pytest

from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.match import Match, open_match
from mistvale.core.rule import HIDDEN, INTERPRETED, SPECTATOR, copied
from mistvale.games.valdora import GAME
from mistvale.games.valdora.reading.books import cards_left, faces_left
from mistvale.games.valdora.state import FACE, PAGES

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of samples")

SAMPLES = 800
MOST_WORLDS = 3000
Sides = tuple[str, str]  # the front and the back of a card

SETS: dict[str, tuple[list[Sides], list[Sides]]] = {
    "fronts alike": (
        [("spade", "pick"), ("spade", "cart"), ("pick", "spade")],
        [("silver", "red"), ("silver", "green"), ("silver", "red")],
    ),
    "all different": (
        [("spade", "pick"), ("pick", "hammer")],
        [("silver", "red"), ("silver", "blue"), ("silver", "green"), ("red", "silver")],
    ),
    "backs alike": (
        [("horse", "pick"), ("cart", "pick")],
        [("silver", "red"), ("blue", "red"), ("silver", "red"), ("silver", "green")],
    ),
}


def tiny(name: str, seed: int) -> Match:
    """The real board with tiny sets, and coins enough to leaf."""
    catalogue, commissions = SETS[name]
    data = dict(GAME.box().data)
    data["catalogue"] = {"cards": [list(sides) for sides in catalogue]}
    cards = [[f"card-{n}", *sides] for n, sides in enumerate(commissions)]
    data["commissions"] = {**data["commissions"], "cards": cards}
    # With one commission at a time, they are put back often.
    data["match"] = {**data["match"], "standstill": 8, "held": 1, "coins": [6, 6, 6, 6, 6]}
    return open_match(GAME, seats=3, seed=seed, box=GAME.box(data, stated_figures=False))


# ---------------------------------------------------------------- the model


@dataclass
class Book:
    """A book as one may leaf through it: cards by number, the last of each half on top."""

    sides: list[Sides]
    right: list[int]
    left: list[int] = field(default_factory=list)
    shown: list[Any] = field(default_factory=list)  # what all have seen, in order

    def look(self) -> None:
        """The faces that lie open."""
        front = self.sides[self.right[-1]][0] if self.right else None
        back = self.sides[self.left[-1]][1] if self.left else None
        self.shown.append((front, back))

    def do(self, action: tuple[str, str, int]) -> None:
        """Turn or buy the top of a half, or put a card back on it."""
        verb, half, card = action
        here, there = (self.right, self.left) if half == "right" else (self.left, self.right)
        if verb == "turn":
            there.append(here.pop())
        elif verb == "buy":
            self.shown.append(self.sides[here.pop()])  # known on both sides once it leaves (VA-13)
        else:
            here.append(card)
        self.look()


def actions(match: Match, until: int) -> dict[int, list[tuple[str, str, int]]]:
    """What was done with each book, as its moves say."""
    found: dict[int, list[tuple[str, str, int]]] = {book: [] for book in range(4)}
    for number in range(1, until + 1):
        step = match.step(number)
        words = str(step.move).split() if step.move is not None else [""]
        if words[0] in ("turn", "buy", "return"):
            book = int(match.box.record["book"][int(match.step(number - 1).state["at"][step.seat])])
            if words[0] == "return":
                found[book].append(("return", words[3], match.box.words["commissions"].index(words[1])))
            else:
                found[book].append((words[0], words[1], -1))
    return found


def shuffled_first(match: Match, book: int) -> list[int]:
    """The order in which a book was truly shuffled."""
    state = match.step(0).state
    return [int(card) for card in state["pages"][book][: int(state["right"][book])]]


def told(sides: list[Sides], order: list[int], done: list[tuple[str, str, int]]) -> Book | None:
    """The book after all that was done; None if that could not have been done with it."""
    book = Book(sides, list(order))
    book.look()
    for action in done:
        if action[0] != "return" and not (book.right if action[1] == "right" else book.left):
            return None
        book.do(action)
    return book


World = tuple[tuple[Sides, ...], tuple[Sides, ...]]  # the right and the left half, by the looks of their cards


def worlds(match: Match, name: str, book: int, until: int) -> Counter[World]:
    """Every book that agrees with what was seen of it, with the number of shuffles that lead to it."""
    sides = sides_of(match, name, book)
    done = actions(match, until)[book]
    true = told(sides, shuffled_first(match, book), done)
    assert true is not None
    found: Counter[World] = Counter()
    for order in itertools.permutations(range(len(sides))):
        guess = told(sides, list(order), done)
        if guess is not None and guess.shown == true.shown:
            found[tuple(sides[c] for c in guess.right), tuple(sides[c] for c in guess.left)] += 1
    return found


def sides_of(match: Match, name: str, book: int) -> list[Sides]:
    """The cards of the set that is in a book."""
    return SETS[name][int(match.box.record["book_kind"][book])]


def world_of(state: Any, sides: list[Sides], book: int) -> World:
    """A book as it lies in a state."""
    right, left = halves(state, book)
    return tuple(sides[card] for card in right), tuple(sides[card] for card in left)


def halves(state: Any, book: int) -> tuple[list[int], list[int]]:
    """The pages of both halves, the last of each on top."""
    right, left = int(state["right"][book]), int(state["left"][book])
    pages: list[int] = state["pages"][book].tolist()
    return pages[:right], pages[PAGES - left :][::-1]


# ---------------------------------------------------------------- the comparison


def assert_even(drawn: Counter[Any], expected: dict[Any, float], where: str) -> None:
    """Chi-square with room for five deviations; what is too rare for it is put together."""
    bins: list[tuple[float, int]] = []
    rare, seen = 0.0, 0
    for world, share in expected.items():
        rare, seen = rare + share * SAMPLES, seen + drawn[world]
        if rare >= 12:
            bins.append((rare, seen))
            rare, seen = 0.0, 0
    chi = sum((count - share) ** 2 / share for share, count in bins)
    freedom = max(len(bins) - 1, 1)
    assert chi < freedom + 5 * sqrt(2 * freedom) + 5, f"uneven: {chi:.0f} for {freedom} degrees; {where}"


def check(match: Match, name: str, viewer: int, dice: random.Random) -> int:
    """Compare the model's worlds with those that are dealt; how many there are, 0 if too many to go through."""
    mover = viewer in match.pending
    until = match.steps if mover else match.step(match.steps).epoch_start
    fold = match.history.fold(match.steps, viewer)
    expected = [worlds(match, name, book, until) for book in range(4)]
    if prod(map(len, expected)) > MOST_WORLDS:
        return 0
    sides = [sides_of(match, name, book) for book in range(4)]
    where = f"viewer {viewer}, {[str(match.step(n).move) for n in range(1, until + 1) if match.step(n).move]}"
    for book in range(4):
        assert world_of(fold, sides[book], book) in expected[book], f"the model misses the true book {book}: {where}"
    shares = [{world: ways / found.total() for world, ways in found.items()} for found in expected]
    together = {
        combined: prod(share[world] for share, world in zip(shares, combined, strict=True))
        for combined in itertools.product(*shares)
    }
    drawn: Counter[Any] = Counter()
    for _ in range(SAMPLES):
        world = copied(fold)
        verbs.redeal(world, match.box.record, viewer, seed_words(dice.randbytes(32)))
        drawn[tuple(world_of(world, sides[book], book) for book in range(4))] += 1
    assert drawn.keys() <= together.keys(), f"dealt what can't be: {drawn.keys() - together.keys()}; {where}"
    assert_even(drawn, together, where)
    unchanged(match, fold, world)
    check_view(match, name, viewer, expected)
    return len(together)


def unchanged(match: Match, fold: Any, world: Any) -> None:
    """Nothing else is hidden."""
    for name in set(match.game.state.names or ()) - {"pages", "key", "block", "drawn"}:
        assert (world[name] == fold[name]).all(), name


def check_view(match: Match, name: str, viewer: int, expected: list[Counter[World]]) -> None:
    """A view shows what all worlds agree on, as far as it was seen; and what is left, whichever world is true."""
    view, box = match.look(viewer), match.box.record
    for book in range(4):
        sides, kind = sides_of(match, name, book), int(box["book_kind"][book])
        one = next(iter(expected[book]))
        for half, shown in enumerate(halves(view.state, book)):
            for place, card in enumerate(shown):
                possible = {world[half][place] for world in expected[book]}
                if card <= FACE:
                    faces = {int(box["face"][kind, sides.index(look), 0]) for look in possible}
                    assert faces == {FACE - card}
                elif card != HIDDEN:
                    assert possible == {sides[card]}
        assert Counter(sides[card] for card in cards_left(view.s, book)) == Counter([*one[0], *one[1]])
        faces_there = Counter(
            int(box["face"][kind, sides.index(look), n]) for look in (*one[0], *one[1]) for n in (0, 1)
        )
        assert faces_left(view, book) == faces_there


def leafing(match: Match, seat: int, dice: random.Random) -> Any:
    """Mostly to the towns with books, and leafing there; now and then gold and silver to pay for it."""
    moves = match.legal(seat)
    towns = [m for m in moves if m in ("go a", "go b", "go c", "go d")]
    if towns and dice.random() < 0.75:
        return dice.choice(towns)
    useful = [m for m in moves if m.split()[0] in ("turn", "buy", "return", "silver", "load")]
    return dice.choice(useful if useful and dice.random() < 0.8 else moves)


@pytest.mark.parametrize("name", SETS)
def test_a_world_is_any_that_agrees_with_what_was_seen(name: str) -> None:
    """Pages turned to and fro, bought, put back, for every seat and the spectator, from the first page to the last."""
    sizes: list[int] = []
    done: Counter[str] = Counter()
    for seed in range(3):
        match, dice = tiny(name, seed), random.Random(seed)
        for _ in range(120):
            if match.over:
                break
            seat = match.pending[0]
            if dice.random() < 0.12:
                sizes.append(check(match, name, dice.choice((*range(3), SPECTATOR, seat)), dice))
            words = (move := leafing(match, seat, dice)).split()
            done[f"{words[0]} {words[1]}" if words[0] in ("turn", "buy") else words[0]] += 1
            match.play(seat, move)
    assert sum(size > 0 for size in sizes) > 20
    assert max(sizes) > 7
    assert 1 in sizes, "in the end everything has been seen"
    assert all(done[action] for action in ("turn left", "turn right", "buy left", "buy right", "return")), done


def orders(match: Match, book: int, count: int) -> Iterator[tuple[int, ...]]:
    """Orders of a book's pages in worlds dealt anew."""
    for seed in range(count):
        world = match.raw.copy()
        verbs.redeal(world, match.box.record, 0, seed_words(seed.to_bytes(32, "little")))
        yield tuple(int(page) for page in world["pages"][book])


def test_the_real_books_are_shuffled_under_the_front_that_was_seen() -> None:
    """The opening top keeps its front, with any back that goes with it; all else lies anyhow."""
    match = open_match(GAME, seats=3, seed=4)
    box = match.box.record
    for book in range(4):
        kind, size = int(box["book_kind"][book]), int(match.raw["right"][book])
        found = list(orders(match, book, 200))
        fronts = {int(box["face"][kind, order[size - 1], 0]) for order in found}
        assert fronts == {int(box["face"][kind, int(match.raw["pages"][book, size - 1]), 0])}
        alike = {c for c in range(size) if int(box["face"][kind, c, 0]) in fronts}
        assert {order[size - 1] for order in found} == alike
        assert len({order[0] for order in found}) > size // 2
