"""All that chance can make of a step: as law 3 counts it, with the probabilities that a deal has by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial

import numpy as np
import pytest

import mistvale as mv
from mistvale.core.match import Match, open_match
from mistvale.core.rule import INTERPRETED
from mistvale.lab import tiny
from mistvale.lab.chances import TooMuchChance, beating, nothing, outcomes, playing, setting_up
from tests.games.misty.test_knowledge import hands_from, less

MISTY = mv.game("misty")
VALLEY = mv.game("secret-valley")


def table(game: mv.Game, box: str) -> Match:
    return open_match(game, seats=2, seed=0, box=tiny.box(game, box))


def dealt(match: Match) -> Match:
    """The match before its first beat, as it is set up when the first of all outcomes comes."""
    match.place(outcomes(match.game, nothing(match.game), setting_up(match))[0].state)
    return match


def test_a_deal_is_as_likely_as_counted_by_hand():
    """With the model of law 3, which shares no code with the rules: 2 flowers, 2 monsters, 2 smiles, hands of 3."""
    match = dealt(table(MISTY, "misty-6"))
    expected: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for first, ways in hands_from((2, 2, 2), 3):
        for second, more in hands_from(less((2, 2, 2), first), 3):
            expected[first, second] += ways * more
    total = sum(expected.values())
    found = {
        tuple(tuple(each.state["hand"][seat][:3].tolist()) for seat in range(2)): each.probability
        for each in outcomes(MISTY, match.raw, beating(match))
    }
    assert found == {hands: Fraction(ways, total) for hands, ways in expected.items()}
    assert MISTY.beats[outcomes(MISTY, match.raw, beating(match))[0].kind] == "deal"


def test_who_begins_is_drawn_when_it_is_set_up():
    match = table(VALLEY, "valley-8")
    found = outcomes(VALLEY, nothing(VALLEY), setting_up(match))
    assert [(int(each.state["first"]), each.probability) for each in found] == [
        (0, Fraction(1, 2)),
        (1, Fraction(1, 2)),
    ]


@pytest.mark.skipif(INTERPRETED, reason="a hundred thousand scripts")
def test_cards_that_are_not_told_apart_make_one_outcome():
    match = dealt(table(VALLEY, "valley-8"))
    found = outcomes(VALLEY, match.raw, beating(match))
    assert len(found) == factorial(8) // (2 * 2 * 24)  # two hands of two, and four cards that are out
    assert {each.probability for each in found} == {Fraction(1, len(found))}


def test_what_draws_nothing_has_one_outcome_and_leaves_no_trace_of_a_script():
    match = dealt(table(MISTY, "misty-4"))
    match.place(outcomes(MISTY, match.raw, beating(match))[0].state)
    move = match.legal(0)[0]
    (only,) = outcomes(MISTY, match.raw, playing(match, 0, move.number))
    assert only.probability == 1
    assert int(only.state["picked"][0]) == move.number
    assert not any(np.any(only.state[name]) for name in ("key", "block", "drawn"))


def test_a_box_that_is_not_tiny_is_refused():
    match = open_match(MISTY, seats=2, seed=0)
    match.place(outcomes(MISTY, nothing(MISTY), setting_up(match))[0].state)
    with pytest.raises(TooMuchChance, match="explicit chance is for tiny boxes"):
        outcomes(MISTY, match.raw, beating(match))


def test_a_tiny_box_that_there_is_not_is_refused():
    with pytest.raises(mv.BadTable, match=r"no tiny box of Misty called valley-8; there are: misty-4, "):
        tiny.box(MISTY, "valley-8")


@pytest.mark.parametrize("name", tiny.BOXES)
def test_tiny_boxes_can_be_played(name: str):
    match = table(mv.game(str(tiny.BOXES[name]["game"])), name)
    while not match.over:
        match.play(match.pending[0], match.legal(match.pending[0])[-1])
        match.audit()
