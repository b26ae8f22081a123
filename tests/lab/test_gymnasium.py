"""Environments of Gymnasium: its own suite, and what it does not look at."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import mistvale as mv
from mistvale import lab
from mistvale.lab.gymnasium import Alone, Many
from tests.lab.tables import any_legal, every_game
from tests.lab.test_state import points_known


@pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
@every_game
def test_their_own_suite_passes(name: str) -> None:
    """It draws actions without a mask, so what is not legal loses."""
    check_env(gymnasium.make(f"mistvale/{name}-v1", illegal="lose").unwrapped)


def played(env: Alone, seed: int) -> tuple[float, int, lab.State]:
    """What the seat was given in a match at random, how often it was asked, and how the match ended."""
    dice, total, asked, over = random.Random(seed), 0.0, 0, False
    _, info = env.reset(seed=seed)
    while not over:
        match = env.match
        assert match is not None and match.seat == info["seat"]
        _, reward, over, cut, info = env.step(any_legal(info["action_mask"], dice))
        assert not cut
        total, asked = total + reward, asked + 1
    assert match is not None
    return total, asked, match


@pytest.mark.parametrize("opponents", ["random", "novice", ["random", "friend"], lambda seen, mask: mask.argmax()])
def test_one_seat_plays_against_anybody(opponents: Any) -> None:
    env = Alone("misty", 3, opponents=opponents, seat=1, reward="lead", differences=True)
    first = lab.State.opened(env.setting, 8).worth(env.purse.how)[1]
    total, asked, match = played(env, 8)
    assert match.over and asked < match.length
    assert total == match.scores[1] - max(match.scores[0], match.scores[2]) - first
    again, _, other = played(env, 8)
    assert (again, other) == (total, match)  # bots are seeded, too


def test_any_seat_may_be_played() -> None:
    env = Alone("secret-valley", seat=None)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(12)]
    assert set(seats) == {0, 1}


def test_what_is_not_legal_raises() -> None:
    env = Alone("misty")
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    assert env.match is not None
    before = env.match.bytes
    with pytest.raises(lab.IllegalMoves, match="seat 0: 113 is no legal move now"):
        env.step(113)
    for no_number in (None, 2.5):
        with pytest.raises(ValueError, match="moves are whole numbers"):
            env.step(no_number)
    assert env.match.bytes == before


@pytest.mark.parametrize(("reward", "worth"), [("rank", -1), ("win", 0), ("points", 0), ("lead", None)])
@pytest.mark.parametrize("differences", [False, True])
def test_what_is_not_legal_loses(reward: str, worth: int | None, differences: bool) -> None:
    """It is last then, without a point: all that it was given comes to that."""
    env = Alone("valdora", 3, reward=reward, differences=differences, illegal="lose")
    dice, total = random.Random(1), 0.0
    _, info = env.reset(seed=1)
    assert env.match is not None
    first = env.match.worth(env.purse.how)[0] if differences else 0.0
    for _ in range(30):
        _, gain, over, _, info = env.step(any_legal(info["action_mask"], dice))
        total += gain
        assert not over
    rivals = env.match.scores[1:]
    _, gain, over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert over and info["lost"]
    assert first + total + gain == (-max(rivals) if worth is None else worth)
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)


def test_what_is_not_legal_is_replaced() -> None:
    env = Alone("misty", illegal="mask")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    legal = np.flatnonzero(info["action_mask"])
    _, _, _, _, info = env.step(wrong)
    assert info["played"] in legal


def test_masks_are_where_libraries_look_for_them() -> None:
    env = gymnasium.make("mistvale/misty-v1")
    _, info = env.reset(seed=1)
    assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()  # type: ignore[attr-defined]
    assert env.action_space.sample(info["action_mask"]) in np.flatnonzero(info["action_mask"])


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"illegal": "ignore"}, "illegal is raise, lose, mask"),
        ({"seat": 2}, "there is no seat 2: they go from 0 to 1"),
        ({"opponents": ["novice", "novice"]}, "a list of 1 of them"),
        ({"opponents": [3]}, "a list of 1 of them"),
        ({"opponents": "deep-blue"}, "deep-blue"),
    ],
)
@pytest.mark.parametrize("kind", [Alone, Many])
def test_what_cannot_be_made_says_why(kind: Any, given: dict[str, Any], says: str) -> None:
    with pytest.raises((ValueError, mv.BadTable), match=says):
        kind("misty", **given)


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")
def test_what_a_game_adds_is_told() -> None:
    """Its features go along, to each seat what they tell that seat."""
    game = dataclasses.replace(mv.game("valdora"), features=(points_known,))
    env = Alone(game, 3, seat=1)
    _, info = env.reset(seed=1)
    assert env.match is not None and info["features"].tolist() == [env.match.features(1)["points_known"]]
    many = Many(game, 4, seats=3)
    _, info = many.reset(seed=1)
    assert many.batch is not None and info["_features"].all()
    told = [many.batch.state(match).features(seat)["points_known"] for match, seat in enumerate(many.seat.tolist())]
    assert info["features"].tolist() == [[each] for each in told]
    lost = Many(game, 2, seats=3, seat=0, illegal="lose")
    _, info = lost.reset(seed=1)
    before = info["features"].tolist()
    moves = many_legal(info["action_mask"], random.Random(1))
    moves[1] = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    final = lost.step(moves)[4]["final_info"]
    assert final["features"].tolist() == [[0], before[1]] and final["_features"].tolist() == [False, True]
    aec = lab.env(game, seats=3)
    api_test(aec, num_cycles=40)
    aec.reset(seed=1)
    for seat, agent in enumerate(aec.agents):
        known = aec.table.playing().features(seat)["points_known"]
        assert aec.observe(agent)["features"].tolist() == [known]
        assert aec.observation_space(agent).contains(aec.observe(agent))


# ---------------------------------------------------------------- many side by side


def many_legal(masks: Any, dice: random.Random) -> Any:
    return np.array([any_legal(mask, dice) for mask in masks])


@pytest.mark.parametrize("opponents", ["random", "friend", lambda seen, mask: mask.argmax(axis=-1)])
def test_many_matches_side_by_side_are_so_many_single_ones(opponents: Any) -> None:
    """What each match tells is what its seat may know, and what it gives comes to what the match was worth."""
    env = gymnasium.make_vec(
        "mistvale/secret-valley-v1", num_envs=4, opponents=opponents, reward="points", differences=True
    )
    assert isinstance(env, Many) and env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    dice, over = random.Random(3), 0
    seen, info = env.reset(seed=3)
    batch = env.batch
    assert batch is not None and info["seat"].tolist() == [0, 1, 0, 1]
    total = np.zeros(4)
    while over < 12:
        for match in range(4):
            state = batch.state(match)
            assert state.seat == env.seat[match] and (info["action_mask"][match] == state.mask()).all()
            assert (seen[match] == env.form.read(state.observation())).all()
        seen, rewards, ended, cut, info = env.step(many_legal(info["action_mask"], dice))
        assert seen in env.observation_space and not cut.any()
        total += rewards
        for match in np.flatnonzero(ended).tolist():
            last = env.form.layout["points"].at.start  # its own points come first
            assert info["final_obs"][match][last] == total[match]
            total[match] = 0
        assert ("final_obs" in info) == ended.any()
        over += int(ended.sum())
    assert sum(each is not None for each in info.get("final_obs", [])) == ended.sum()


def test_many_matches_go_to_other_processes() -> None:
    env, dice = Many("misty", 3, opponents="friend"), random.Random(1)
    _, info = env.reset(seed=5)
    for _ in range(20):
        _, _, _, _, info = env.step(many_legal(info["action_mask"], dice))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        moves = many_legal(info["action_mask"], random.Random(2))
        mine, its = copy.deepcopy(env).step(moves), twin.step(moves)
        assert mine[0].tobytes() == its[0].tobytes() and mine[4]["action_mask"].any()


def test_many_matches_are_the_same_for_a_seed() -> None:
    told = []
    for opponents in ("friend", "friend"):
        env, dice = Many("misty", 3, opponents=opponents), random.Random(1)
        _, info = env.reset(seed=5)
        for _ in range(60):
            seen, rewards, _, _, info = env.step(many_legal(info["action_mask"], dice))
        told.append((seen.tobytes(), rewards.tobytes()))
    assert told[0] == told[1]


def test_what_is_not_legal_among_many() -> None:
    def wrong(env: Many) -> tuple[Any, Any]:
        _, info = env.reset(seed=2)
        moves = many_legal(info["action_mask"], random.Random(1))
        moves[2] = int(np.flatnonzero(info["action_mask"][2] == 0)[0])
        return moves, info

    env = Many("misty", 4)
    with pytest.raises(ValueError, match="call reset"):
        env.step([0] * 4)
    moves, _ = wrong(env)
    assert env.batch is not None
    before = [env.batch.state(match).bytes for match in range(4)]
    with pytest.raises(lab.IllegalMoves, match="match 2, seat 0"):
        env.step(moves)
    with pytest.raises(ValueError, match="one move for each of 4 matches"):
        env.step([0, 1])
    with pytest.raises(ValueError, match="moves are whole numbers, not float64"):
        env.step(moves + 0.5)
    with pytest.raises(ValueError, match="1 match or more"):
        Many("misty", 0)
    assert [env.batch.state(match).bytes for match in range(4)] == before

    env = Many("misty", 4, illegal="lose")
    moves, _ = wrong(env)
    _, rewards, over, _, info = env.step(moves)
    assert over.tolist() == [False, False, True, False] and rewards.tolist() == [0, 0, -1, 0]
    assert info["final_obs"][2] is not None and info["action_mask"][2].any()
    assert env.batch is not None and env.batch.life.tolist() == [0, 0, 1, 0]

    env = Many("misty", 4, illegal="mask")
    moves, _ = wrong(env)
    assert not env.step(moves)[2].any()
