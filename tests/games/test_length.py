"""No match takes more decisions than its game says that one can, however much those who play drag it out."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mistvale as mv
from mistvale.core import verbs
from mistvale.core.chance import seed_words
from mistvale.core.rule import INTERPRETED, blank
from mistvale.games.misterra.length import half_day, turns
from mistvale.games.valdora.length import longest_turn
from tests.games.valdora.test_laws import lively_box

every_game = pytest.mark.parametrize("game", [mv.game(name) for name in mv.games()], ids=lambda game: game.name)


def decisions(game: mv.Game, options: dict[str, str], seats: int, seed: int, dragging: bool, most: int) -> int:
    """How many a match takes that dice play, `most` at most; dragging, by moves after which the same seat goes on."""
    dice, box = random.Random(seed), game.box().record
    s, out, taken = blank(game.state)[0], np.zeros(game.moves.size, np.int32), 0
    verbs.setup(s, box, seats, game.packed_options(options), seed_words(dice.randbytes(32)))
    while not verbs.over(s, box) and taken < most:
        pending = int(verbs.pending(s, box))
        if not pending:
            verbs.beat(s, box)
            continue
        seat = dice.choice([seat for seat in range(seats) if pending >> seat & 1])
        moves = out[: verbs.legal(s, box, seat, out)].tolist()
        dice.shuffle(moves)
        s = goes_on(s, box, seat, moves) if dragging else after(s, box, seat, moves[0])
        taken += 1
    return taken


def after(s: Any, box: Any, seat: int, move: int) -> Any:
    twin = s.copy()
    verbs.play(twin, box, seat, move)
    return twin


def goes_on(s: Any, box: Any, seat: int, moves: list[int]) -> Any:
    """The state after the first move that does not end the turn; after any, if all do."""
    for move in moves[:6]:
        twin = after(s, box, seat, move)
        if int(verbs.pending(twin, box)) >> seat & 1:
            return twin
    return twin


@pytest.mark.skipif(INTERPRETED, reason="hundreds of matches")
@every_game
def test_no_match_is_longer(game: mv.Game):
    for number, (options, seats) in enumerate(game.tables()):
        most = game.longest(seats, options)
        for seed in range(4):
            assert decisions(game, options, seats, 4 * number + seed, seed % 2 == 1, min(most + 1, 3000)) <= most


@pytest.mark.skipif(INTERPRETED, reason="thousands of moves")
def test_a_match_of_the_secret_valley_is_never_shorter():
    game = mv.game("secret-valley")
    for options, seats in game.tables():
        assert decisions(game, options, seats, 1, False, 9999) == game.longest(seats, options)


@pytest.mark.skipif(INTERPRETED, reason="thousands of moves")
def test_no_turn_of_valdora_is_longer():
    """Its rounds are bounded by standstills, which dice do not wait for; what a turn can take is looked at here."""
    game, dice, longest = mv.game("valdora"), random.Random(1), 0
    match, turn, taken = mv.open_match("valdora", seats=3, seed=1, box=lively_box()), None, 0
    for _ in range(3000):
        if match.over:
            break
        now = int(match.raw["rounds"]), int(match.raw["turn"])
        taken, turn = (taken + 1, now) if now == turn else (1, now)
        longest = max(longest, taken)
        seat = match.pending[0]
        moves = [move for move in match.legal(seat) if move != "done"] or match.legal(seat)
        match.play(seat, dice.choice(moves))
    assert 4 < longest <= longest_turn(match.box.read(game.box_type))


@pytest.mark.skipif(INTERPRETED, reason="thousands of moves")
@pytest.mark.parametrize("seats", mv.game("misterra").seats)
def test_who_only_rests_in_misterra_takes_all_turns_there_are(seats: int):
    """Nothing is drawn, so nothing but the last sketch, or the last card of the Otoma, ends the match."""
    match, dice = mv.open_match("misterra", seats=seats, seed=1), random.Random(1)
    while not match.over:
        seat = match.pending[0]
        moves = match.legal(seat)
        match.play(seat, "rest" if "rest" in moves else dice.choice(moves))
    assert int(match.raw["turns"]) == turns(match.box.read(match.game.box_type), seats)


@pytest.mark.skipif(INTERPRETED, reason="thousands of moves")
def test_no_half_day_of_misterra_is_longer():
    longest = 0
    for seed in range(20):
        match, dice, when, taken = mv.open_match("misterra", seats=4, seed=seed), random.Random(seed), None, 0
        while not match.over:
            now = int(match.raw["turns"]), int(match.raw["half"])
            taken, when = (taken + 1 if now == when else 1), now
            seat = match.pending[0]
            walks = [move for move in match.legal(seat) if move.startswith("step")]
            match.play(seat, dice.choice(walks or match.legal(seat)))
            if int(match.raw["turns"]):  # before, hypotheses are kept
                longest = max(longest, taken)
    assert 4 < longest <= half_day(match.box.read(match.game.box_type))


def test_it_follows_the_box_the_seats_and_the_options():
    misty = mv.game("misty")
    assert misty.longest(2) == misty.longest(2, {"window": "standard"}) != misty.longest(2, {"window": "small"})
    assert misty.longest(2) < misty.longest(3) < misty.longest(4)
    # One seat: three rounds at most, each of 10 picks and 11 places; no more arrows than there are in the box.
    assert misty.longest(2) == 3 * (2 * (10 + 11) + 24)
    valdora = mv.game("valdora")
    assert valdora.longest(3, box=lively_box()) != valdora.longest(3)


def test_what_can_not_be_is_refused():
    with pytest.raises(mv.BadTable, match="is for 2, 3 or 4 seats"):
        mv.game("misty").longest(5)
    with pytest.raises(mv.BadTable, match="does not say how long a match can be"):
        replace(mv.game("misty"), length=None).longest(2)
