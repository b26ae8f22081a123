"""Rulebook, 'Setup'."""

from __future__ import annotations

import itertools

import pytest

from mistvale.core.knowledge import move_seen
from mistvale.core.match import Match, open_match
from mistvale.core.rule import HIDDEN, NOTHING
from mistvale.games.misterra import GAME
from mistvale.games.misterra.state import SQUARE_NAMES

START = {1: {"c3"}, 2: {"c3"}, 3: {"b3", "d3"}, 4: {"c2", "b4", "d4"}}
SKETCHES = {1: 52, 2: 52, 3: 72, 4: 88}
words = GAME.box().words["hypotheses"]


def opened(seats: int = 3, seed: int = 1, **options: object) -> Match:
    return open_match(GAME, seats=seats, seed=seed, options=options)


def held(match: Match, seat: int) -> set[str]:
    return {words[h] for h in range(len(words)) if int(match.raw["holder"][h]) == seat}


def kept(match: Match, seat: int) -> set[str]:
    return {name for name in held(match, seat) if int(match.raw["kept"][words.index(name)]) == 1}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_island_begins_with_confirmed_jungles(seats):
    """Setup, second point; a solo match is set up as for two."""
    state = opened(seats).raw
    lying = {SQUARE_NAMES[square] for square in range(25) if int(state["island"][square]) != NOTHING}
    assert lying == START[seats]
    assert all(int(state["confirmed"][SQUARE_NAMES.index(name)]) for name in lying)
    assert [int(n) for n in state["supply"]] == [13, 13 - len(lying), 13, 13]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_five_sketches_lie_open(seats):
    """Setup; sketches for more seats are left out; a solo match leaves two more out unseen."""
    state = opened(seats).raw
    assert all(int(kind) != NOTHING for kind in state["open"])
    assert int(state["left"]) + 5 + (2 if seats == 1 else 0) == SKETCHES[seats]


def test_the_seed_says_who_is_first():
    """MM-13: every seat is, now and then; solo it is the player."""
    firsts = [int(opened(4, seed).raw["first"]) for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3}
    assert firsts == [int(opened(4, seed).raw["first"]) for seed in range(40)]
    assert {int(opened(1, seed).raw["first"]) for seed in range(5)} == {0}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_two_of_four_hypotheses_are_kept(seats):
    """Setup; MM-19: all choose at the same time."""
    match = opened(seats)
    assert match.pending == tuple(range(seats))
    hands = [held(match, seat) for seat in range(seats)]
    assert [len(hand) for hand in hands] == [4] * seats
    assert len(set().union(*hands)) == 4 * seats
    for seat in reversed(range(seats)):
        first, second = sorted(hands[seat])[:2]
        match.play(seat, f"keep {second}")
        assert set(match.legal(seat)) == {f"keep {name}" for name in hands[seat] - {second}}
        match.play(seat, f"keep {first}")
        assert kept(match, seat) == {first, second}
        assert match.legal(seat) == [] or seat == 0
    assert match.pending == (int(match.raw["first"]),)
    assert match.legal(match.pending[0])[0] == "enter a"


def test_what_is_kept_and_put_back_is_the_seats_own_knowledge():
    """MM-19: others see that a seat has chosen, not what; the two put back stay known to that seat."""
    match = opened(2)
    mine = sorted(held(match, 0))
    for seat in range(2):
        for name in sorted(held(match, seat))[:2]:
            match.play(seat, f"keep {name}")
    own, rival, nobody = (match.view(viewer)["state"] for viewer in (0, 1, None))
    assert {words[h] for h in range(18) if own["holder"][h] == 0} == set(mine)
    assert {words[h] for h in range(18) if own["holder"][h] == 0 and own["kept"][h] == 1} == set(mine[:2])
    assert {rival["holder"][words.index(name)] for name in mine} == {HIDDEN}
    assert set(nobody["holder"][:18]) == {HIDDEN}
    moves = [match.step(n) for n in range(match.steps + 1) if match.step(n).move]
    assert all(
        move_seen(match.history, match.notation, n, 1, match.steps) is None
        for n, s in enumerate(match.history)
        if s.move and s.seat == 0
    )
    assert len(moves) == 4


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_first_game_deals_pairs_of_a_letter(seats):
    """'Your first game?'; MM-18: which letters, by the seed, whole pairs always; MM-24: solo as well."""
    letters = {row["name"]: row.get("letter") for row in GAME.box().data["hypotheses"]}
    dealt = set()
    for seed in range(30):
        match = opened(seats, seed, first_game="true")
        assert match.pending == (int(match.raw["first"]),)
        hands = [held(match, seat) for seat in range(seats)]
        assert [len(hand) for hand in hands] == [2] * seats
        assert hands == [kept(match, seat) for seat in range(seats)]
        pairs = [{letters[name] for name in hand} for hand in hands]
        assert all(len(pair) == 1 and None not in pair for pair in pairs)
        assert len(set().union(*pairs)) == seats
        dealt.add(tuple(pair.pop() for pair in pairs))
    assert dealt <= set(itertools.permutations("abcd", seats))
    assert len(dealt) > (3 if seats == 1 else 6)
