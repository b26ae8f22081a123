"""What a move is worth from a seat's knowledge: as enumeration has it, on tiny boxes whose rest is forced."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import mistvale as mv
from mistvale.analysis import valuing
from mistvale.analysis.looking import result
from mistvale.analysis.rollouts import INSTINCT
from mistvale.core import verbs
from mistvale.core.box import Data
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED
from mistvale.lab import tiny
from mistvale.lab.chances import outcomes
from tests.bots.positions import endings
from tests.bots.test_search import at

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of rollouts")
WORLDS = 1500


def worlds(match: mv.Match, seat: int) -> list[tuple[Fraction, Any]]:
    """All worlds that agree with what a seat knows, with how likely each is."""

    def redeal(state: Any, seed: Any) -> int:
        verbs.redeal(state, match.box.record, seat, seed)
        return 0

    fold = match.history.fold(match.steps, seat)
    return [(each.probability, each.state) for each in outcomes(match.game, fold, redeal)]


Ends = list[tuple[float, float]]  # by seat: points ahead, and the share of the win
BLIND = ("pick", "keep")  # of cards in a draft: no advice, no points yet, so instinct takes any of them


def mean(ends: list[Ends], weights: list[float]) -> Ends:
    sums = np.tensordot(weights, np.array(ends), axes=1)
    return [(float(lead), float(win)) for lead, win in sums]


def expected(match: mv.Match) -> Ends | None:
    """What play by instinct comes to, gone through to all ends; none where that depends on more than blind picks."""
    if match.over:
        return [(worth.lead.mean, worth.win.mean) for worth in result(match)]
    seat, found = match.pending[0], []
    moves = match.legal(seat)
    for move in moves:
        twin = match.copy()
        twin.play(seat, move)
        end = expected(twin)
        if end is None or (found and not move.startswith(BLIND) and end != found[0]):
            return None
        found.append(end)
    return mean(found, [1 / len(moves)] * len(moves)) if moves[0].startswith(BLIND) else found[0]


def exact(match: mv.Match, seat: int, move: str) -> Ends | None:
    """What a move is worth to all seats over all worlds that agree with what the seat knows."""
    ends, weights = [], []
    for likely, state in worlds(match, seat):
        world = at(match, state)
        world.play(seat, move)
        end = expected(world)
        if end is None:
            return None
        ends.append(end)
        weights.append(float(likely))
    return mean(ends, weights)


TINY = {
    "all cards dealt": tiny.BOXES["misty-4"],
    "half of them left": tiny.BOXES["misty-4"]
    | {"cards": [tiny.FLOWER | {"count": 3}, tiny.MONSTER | {"count": 2}, tiny.SMILE | {"count": 3}]},
}


@pytest.mark.parametrize("box", TINY.values(), ids=TINY)
def test_values_are_those_of_enumeration(box: Data) -> None:
    """The last choices of tiny matches, where hands are still hidden and others still choose."""
    game = mv.game("misty")
    small = game.box(box, stated_figures=False)
    settled, uncertain = 0, 0
    for seed in range(60):
        for match in endings(_Boxed(game, small), seed, 8, 2):  # type: ignore[arg-type]
            seat = match.pending[0]
            true = {move: exact(match, seat, move) for move in match.legal(seat)}
            if None in true.values():
                continue
            valuer = valuing.of_seat(match.seat(seat), [move.number for move in true], seed)
            valuer.look(WORLDS)
            for arm, wanted in enumerate(true.values()):
                for worth, (lead, win) in zip(valuer.value(arm), wanted or (), strict=True):
                    assert abs(worth.lead.mean - lead) <= 4.5 * worth.lead.error + 1e-9
                    assert abs(worth.win.mean - win) <= 4.5 * worth.win.error + 1e-9
                    uncertain += worth.lead.error > 0
            settled += 1
        if settled >= 6 and uncertain >= 8:
            return
    raise AssertionError(f"{settled} endings looked through, {uncertain} of them uncertain")


class _Boxed:
    """A game that is played with another box."""

    def __init__(self, game: mv.Game, box: Any) -> None:
        self._game, self._box = game, box

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def box(self, _given: Any = None, stated_figures: bool = True) -> Any:
        return self._box


def test_a_seat_that_cannot_tell_two_worlds_apart_values_them_alike() -> None:
    """Only worlds dealt anew go in: the true hands make no difference."""
    match = open_match(mv.game("misty"), seats=2, seed=5)
    seat = match.pending[0]
    found = []
    world = match.seat(seat).world(1)
    for secret in (11, 12):
        handle = match.seat(seat).sample(secret).seat(seat)
        handle.world = lambda seed: world.copy()  # type: ignore[method-assign]
        valuer = valuing.of_seat(handle, [handle.legal[0].number, INSTINCT], 9)
        valuer.look(20)
        found.append((valuer.value(0), valuer.difference(0, 1)))
    assert found[0] == found[1]


def test_the_same_worlds_tell_moves_apart_more_surely() -> None:
    """A difference in the same worlds is surer than one of two means."""
    match = open_match(mv.game("misty"), seats=2, seed=5)
    seat = match.seat(match.pending[0])
    valuer = valuing.of_seat(seat, [move.number for move in seat.legal[:2]], 9)
    valuer.look(400)
    apart = valuer.value(0)[seat.number].lead - valuer.value(1)[seat.number].lead
    paired = valuer.difference(0, 1)[seat.number].lead
    assert paired.mean == pytest.approx(apart.mean)
    assert paired.error < apart.error
