"""The laws on matches that are played to a purpose: random play never confirms an island or fills a parchment."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from mistvale.core import laws, verbs
from mistvale.core.match import Match, open_match
from mistvale.core.moves import Move
from mistvale.core.rule import INTERPRETED, NOTHING
from mistvale.games.misterra import GAME
from mistvale.games.misterra.reading.actions import effects_on_island
from mistvale.games.misterra.reading.island import squares_of
from mistvale.games.misterra.rules.mapping import allows_mapping, sight_from
from mistvale.games.misterra.state import (
    DRAW,
    END_ISLAND,
    END_OTOMA,
    END_PARCHMENT,
    END_SKETCHES,
    LIES,
)


def diligent(match: Match, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
    """Map where a blank can be filled or a tile confirmed, claim, walk to where blanks are seen; else anything."""
    draws = [move for move in moves if move.startswith("draw")]
    if draws and dice.random() < 0.9:
        return max(draws, key=lambda move: (worth(match, seat, move), dice.random()))
    if "claim" in moves and dice.random() < 0.5:
        return next(move for move in moves if move == "claim")
    steps = [move for move in moves if move.startswith("step") or move == "stay"]
    if steps and dice.random() < 0.8:
        return max(steps, key=lambda move: (view_of_blanks(match, seat, move), dice.random()))
    return dice.choice(list(moves))


def worth(match: Match, seat: int, move: Move) -> int:
    """Blanks filled, tiles confirmed."""
    view, lie = match.look(seat), move.number - DRAW.first
    blanks = sum(view.s.parchment[seat][square] == NOTHING for square in LIES[lie])
    told = effects_on_island(view, lie)
    return 3 * blanks + 2 * sum(effect == "confirm" for _, _, effect in told)


def view_of_blanks(match: Match, seat: int, move: Move) -> int:
    """How many blanks one would see, and could draw on."""
    after = match.raw.copy()
    verbs.play(after, match.box.record, seat, move.number)
    place = int(after["pawn"][seat])
    if not allows_mapping(after, place):
        return 0
    return sum(int(after["parchment"][seat, square]) == NOTHING for square in squares_of(int(sight_from(after, place))))


@pytest.mark.skipif(INTERPRETED, reason="law 5 plays matches interpreted")
@pytest.mark.parametrize(("seats", "seed"), [(1, 3), (2, 2), (4, 1)])
def test_a_diligent_match_keeps_the_laws(seats: int, seed: int) -> None:
    walk = laws.Walk(GAME, {"first_game": "false", "masters": "true"}, seats, seed, diligent)
    for _ in walk.steps():
        pass
    assert walk.match.over


@pytest.mark.skipif(INTERPRETED, reason="many whole matches")
def test_diligent_play_comes_to_every_end() -> None:
    """So that what happens there has been seen to add up."""
    seen = 0
    for seed in range(20):
        match, dice = open_match(GAME, seats=(4, 1)[seed % 2], seed=seed), random.Random(seed)
        while not match.over:
            seat = dice.choice(match.pending)
            match.play(seat, diligent(match, seat, match.legal(seat), dice))
            match.audit()
        seen |= int(match.raw["ending"])
    assert seen == END_ISLAND | END_PARCHMENT | END_SKETCHES | END_OTOMA
