"""What games advise a search: it changes nothing, it knows no more than the rules, and it is worth following."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mistvale as mv
from mistvale.bots import version
from mistvale.core import verbs
from mistvale.core.knowledge import tallied
from mistvale.core.match import open_match
from mistvale.core.rule import copied
from tests.bots.positions import wandered
from tests.toys import nim

GAMES = [mv.game(name) for name in mv.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
MATCHES = 40


def promises(match: mv.Match, seat: int) -> list[int]:
    """What the game says of each legal move."""
    state, box = match.step(match.steps).state.copy(), match.box.record
    return [int(verbs.bias(state, box, seat, move.number)) for move in match.legal(seat)]


@every_game
def test_advice_changes_nothing(game: mv.Game) -> None:
    for seed in range(6):
        match = wandered(game, seed=seed, moves=seed * 11)
        for seat in match.pending:
            state = match.step(match.steps).state.copy()
            before = state.tobytes()
            for move in match.legal(seat):
                verbs.bias(state, match.box.record, seat, move.number)
            verbs.value(state, match.box.record, np.zeros(8, np.int32))
            assert state.tobytes() == before


@pytest.mark.slow
@every_game
def test_to_follow_it_blindly_is_better_than_chance(game: mv.Game) -> None:
    won = 0
    for number in range(MATCHES):
        seats = min(n for n in game.seats if n > 1)
        match = mv.open_match(game.name, seats, seed=number // 2)
        won += wins(match, number % seats, random.Random(number))
    assert won >= MATCHES * 0.65


def wins(match: mv.Match, follower: int, dice: random.Random) -> bool:
    """Whether a seat that follows advice becomes first among seats that play anything; no step of it is kept."""
    state, box, moves = copied(match.raw), match.box.record, np.zeros(match.notation.size, np.int32)
    while not verbs.over(state, box):
        pending = int(verbs.pending(state, box))
        if not pending:
            verbs.beat(state, box)
            continue
        seat = (pending & -pending).bit_length() - 1
        legal = moves[: verbs.legal(state, box, seat, moves)].tolist()
        if seat == follower:
            told = [int(verbs.bias(state, box, seat, move)) for move in legal]
            legal = [move for move, promise in zip(legal, told, strict=True) if promise == max(told)]
        verbs.play(state, box, seat, dice.choice(legal))
    return tallied(verbs.outcome, state, box, match.seats)[follower] == 1


def test_a_game_without_advice_promises_nothing_and_is_worth_its_points() -> None:
    match = open_match(nim.GAME, seed=1)
    assert set(promises(match, match.pending[0])) == {0}
    points, value = np.zeros(8, np.int32), np.zeros(8, np.int32)
    verbs.scores(match.step(0).state, match.box.record, points)
    verbs.value(match.step(0).state, match.box.record, value)
    assert points.tolist() == value.tolist()


def test_other_advice_makes_other_players_of_those_who_take_it() -> None:
    """What was measured of a level holds no longer then, in that game alone; greedy and random look at no advice."""
    newer, older = mv.game("secret-valley"), mv.game("misty")
    assert newer.advice == older.advice + 1
    assert version("novice", newer) == version("novice", older) + 1
    assert {version(bot, game) for bot in ("greedy", "random") for game in (newer, older)} == {1}
