"""Matches and all that belongs to them go to other processes, and are copied: what arrives is what was sent."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

import mistvale as mv
from mistvale.core.game import Game
from mistvale.core.match import Match, open_match
from tests.toys import duel, nim


def wandered(game: Game, moves: int, seed: int = 7) -> Match:
    match, dice = open_match(game, seed=seed, names=["Ada", None]), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            seat = dice.choice(match.pending)
            match.play(seat, dice.choice(match.legal(seat)))
    return match


def everything(match: Match) -> Any:
    """What can be asked of a match."""
    viewers = (*range(match.seats), None)
    return (
        match.state,
        [(step.seat, step.move, step.beat, step.epoch_start, step.state.tobytes()) for step in match.history],
        [match.legal(seat) for seat in range(match.seats)],
        [match.can_undo(seat) for seat in range(match.seats)],
        [match.view(viewer) for viewer in viewers],
        [match.look(viewer).log for viewer in viewers],
        match.names,
        match.record(),
    )


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


every_game = pytest.mark.parametrize("game", [mv.game(name) for name in mv.games()], ids=lambda game: game.name)
WAYS = pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])
"""Three ways to a second one."""


@WAYS
@every_game
def test_a_game_is_not_copied_but_found_again(game: Game, again: Any):
    assert again(game) is game


@WAYS
def test_a_game_that_is_not_installed_is_found_in_its_module(again: Any):
    assert again(nim.GAME) is nim.GAME


def test_a_game_that_nobody_would_find_is_refused():
    stray = replace(nim.GAME, title="Elsewhere")
    with pytest.raises(pickle.PicklingError, match="neither installed nor in any module"):
        pickle.dumps(stray)


@pytest.mark.parametrize("again", [pickled, copy.deepcopy])
@every_game
def test_a_match_is_the_same_there(game: Game, again: Any):
    for moves in (0, 9, 70):
        match = wandered(game, moves)
        assert everything(again(match)) == everything(match)


@pytest.mark.parametrize("again", [pickled, copy.deepcopy])
def test_neither_changes_the_other(again: Any):
    match = wandered(mv.game("misty"), 30)
    twin, before = again(match), everything(match)
    seat = twin.pending[0]
    twin.play(seat, twin.legal(seat)[0])
    twin.options["window"] = "small"
    assert everything(match) == before
    assert match.options["window"] == "standard"
    assert twin.steps > match.steps


def test_a_match_that_rests_and_one_from_a_position_go_as_well():
    match = wandered(mv.game("misty"), 60)
    twin = match.copy()
    twin.rest()
    assert everything(pickled(twin)) == everything(match)
    other = mv.position(match.position())
    assert pickled(other).state == match.state
    assert pickled(other).detached


def test_what_was_told_and_the_notation_stay_at_home():
    match = wandered(mv.game("misty"), 60)
    bare = len(pickle.dumps(match))
    match.look(0, "de")
    assert len(pickle.dumps(match)) == bare
    assert pickled(match).notation is match.notation


def test_a_box_goes_without_what_was_read_of_it():
    box = mv.game("misty").box()
    twin = pickled(box)
    assert (twin.digest, twin.words, twin.data, twin.source) == (box.digest, box.words, box.data, box.source)
    assert twin.record.tobytes() == box.record.tobytes()
    assert not twin.said


@pytest.mark.parametrize("again", [pickled, copy.deepcopy])
def test_a_seat_its_moves_and_the_notation_go_as_well(again: Any):
    match = wandered(mv.game("secret-valley"), 5)
    seat = match.seat(match.pending[0])
    assert again(seat).legal == seat.legal
    assert [move.number for move in again(seat.legal)] == [move.number for move in seat.legal]
    assert again(seat).world(3).tobytes() == seat.world(3).tobytes()
    assert [move.number for move in again(match.notation)] == [move.number for move in match.notation]
    assert again(match.notation).spoken(seat.legal[0]).words == match.notation.spoken(seat.legal[0]).words


def test_a_bot_goes_on_there_as_it_would_have_here():
    match = wandered(mv.game("secret-valley"), 5)
    seat, bot = match.seat(match.pending[0]), mv.bot("friend", seed=3)
    assert pickled(bot).choose(seat) == bot.choose(seat)


def played_on(match: Match) -> Match:
    """What another process does with a match."""
    seat = match.pending[0]
    match.play(seat, match.legal(seat)[-1])
    return match


def test_a_process_that_knows_nothing_plays_on():
    matches = [wandered(game, 1) for game in (mv.game("misty"), duel.GAME)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        came_back = pool.map(played_on, matches)
    for one, other in zip(came_back, matches, strict=True):
        assert one.game is other.game
        assert everything(one) == everything(played_on(other))


INTERPRETED_SCRIPT = """
import pickle, sys
match = pickle.load(sys.stdin.buffer)
match.play(match.pending[0], match.legal(match.pending[0])[-1])
sys.stdout.buffer.write(pickle.dumps(match))
"""


def test_a_process_that_steps_through_the_rules_plays_on():
    """Compiled or not, a pickle is the same: what went wrong in the one can be looked at in the other."""
    match = wandered(mv.game("misty"), 40)
    environment = {**os.environ, "MISTVALE_INTERPRETED": "1"}
    done = subprocess.run(
        [sys.executable, "-c", INTERPRETED_SCRIPT],
        input=pickle.dumps(match),
        capture_output=True,
        env=environment,
        check=True,
    )
    assert everything(pickle.loads(done.stdout)) == everything(played_on(match))


def test_a_match_is_pickled_small():
    """States are much like each other: all steps together take less room than ten of them would."""
    match = wandered(mv.game("misty"), 400)
    assert match.steps > 100
    assert len(pickle.dumps(match)) < 10 * match.game.state.itemsize + len(pickle.dumps(match.box)) + 20 * match.steps


def test_a_step_goes_alone():
    step = wandered(mv.game("misty"), 9).step(5)
    twin = pickled(step)
    assert (twin.seat, twin.move, twin.beat, twin.epoch_start) == (step.seat, step.move, step.beat, step.epoch_start)
    assert twin.state.tobytes() == step.state.tobytes()
