"""Environments of PettingZoo: its own suites, and what they do not look at."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import mistvale as mv
from mistvale import lab
from mistvale.lab.pettingzoo import Together, Turns
from tests.lab.tables import any_legal, every_game

TOGETHER = ("misterra", "misty", "secret-valley")
CYCLES = 60
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


@every_game
def test_their_own_suites_pass(name: str) -> None:
    api_test(lab.env(name), num_cycles=CYCLES)
    seed_test(lambda: lab.env(name), num_cycles=CYCLES)


@pytest.mark.parametrize("name", TOGETHER)
def test_their_own_parallel_suite_passes(name: str) -> None:
    parallel_api_test(lab.parallel_env(name), num_cycles=CYCLES)


@pytest.mark.parametrize("name", [name for name in mv.games() if name not in TOGETHER])
def test_nobody_acts_at_once_where_seats_decide_in_turn(name: str) -> None:
    with pytest.raises(ValueError, match=r"seats decide one after another .* take lab.env\(\)"):
        lab.parallel_env(name)


def played(env: Turns, seed: int) -> tuple[dict[str, float], lab.State]:
    """What each seat was given by `last()` in a match at random, and how it ended."""
    dice, total = random.Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert over == env.table.playing().over and not cut
        env.step(None if over else any_legal(observation["action_mask"], dice))
    return total, env.table.playing()


@pytest.mark.parametrize(("reward", "differences"), [("rank", False), ("win", False), ("points", True), ("lead", True)])
@every_game
def test_what_seats_are_given_adds_up_to_what_the_match_was_worth(name: str, reward: str, differences: bool) -> None:
    env = lab.env(name, reward=reward, differences=differences)
    total, match = played(env, 3)
    first = lab.State.opened(env.table.setting, 3).worth(env.table.purse.how)
    worth = {
        "rank": [1 - 2 * (rank - 1) / (match.seats - 1) for rank in match.ranks],
        "win": [float(rank == 1) for rank in match.ranks],
        "points": [score - had for score, had in zip(match.scores, first, strict=True)],
        "lead": [
            score - max(other for place, other in enumerate(match.scores) if place != seat) - first[seat]
            for seat, score in enumerate(match.scores)
        ],
    }[reward]
    assert len(set(match.ranks)) == match.seats  # nobody ties here, which would share places
    assert list(total.values()) == worth


def test_all_seats_are_over_at_once() -> None:
    env = lab.env("misty", seats=3)
    played(env, 1)
    env.reset(seed=1)
    dice = random.Random(1)
    while not env.table.playing().over:
        env.step(any_legal(env.last()[0]["action_mask"], dice))
    assert env.agents == env.possible_agents and all(env.terminations.values())
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    for left in (2, 1, 0):
        env.step(None)
        assert len(env.agents) == left
    with pytest.raises(ValueError, match="the match is over"):
        env.step(None)


def test_nobody_sees_what_another_has_committed_to() -> None:
    env = lab.env("misty", seats=3)
    env.reset(seed=5)
    before = env.observe("seat_1")
    assert env.agent_selection == "seat_0"
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[2]))
    after = env.observe("seat_1")
    assert env.agent_selection == "seat_1"
    assert (before["observation"] == after["observation"]).all() and (
        before["action_mask"] == after["action_mask"]
    ).all()


@pytest.mark.parametrize("form", ["flat", "planes", "named"])
@every_game
def test_observations_lie_in_their_space(name: str, form: str) -> None:
    env, dice = lab.env(name, observation=form), random.Random(2)
    env.reset(seed=2)
    for _ in range(30):
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            if form != "named":
                assert seen["observation"].dtype == env.observation_space(agent)["observation"].dtype
        env.step(any_legal(env.last()[0]["action_mask"], dice))
    assert env.state_space.contains(env.state())


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = lab.env("misty")
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    before = env.table.playing().bytes
    for wrong in (113, -1, 99_999, None):
        with pytest.raises(lab.IllegalMoves, match="is no legal move now; it may play"):
            env.step(wrong)
    assert env.table.playing().bytes == before and env.agent_selection == "seat_0"


def joint(env: Together, told: dict[str, Any], dice: random.Random) -> dict[str, int]:
    return {agent: any_legal(told[agent]["action_mask"], dice) for agent in env.agents}


@pytest.mark.parametrize("name", TOGETHER)
def test_at_once_is_one_after_another(name: str) -> None:
    """The same match comes of both forms; whoever waits has the no-op and nothing else."""
    env, turns, dice = lab.parallel_env(name), lab.env(name), random.Random(4)
    told, _ = env.reset(seed=4)
    turns.reset(seed=4)
    total, waited = np.zeros(len(env.agents)), 0
    while env.agents:
        pending = env.table.playing().pending
        for seat, agent in enumerate(env.possible_agents):
            mask = told[agent]["action_mask"]
            assert mask[env.noop] == (seat not in pending) and (mask.sum() == 1 or seat in pending)
        actions = joint(env, told, dice)
        waited += sum(action == env.noop for action in actions.values())
        told, rewards, over, cut, _ = env.step(actions)
        total += list(rewards.values())
        assert set(over.values()) == {not env.agents} and not any(cut.values())
        turns.table.match = lab.State.restored(turns.table.setting, env.table.playing().bytes)
        for seat, agent in enumerate(env.possible_agents):
            assert (turns.observe(agent)["observation"] == told[agent]["observation"]).all(), seat
    assert waited and total.sum() == pytest.approx(0) and total.max() == 1


def test_a_joint_step_is_made_whole_or_not_at_all() -> None:
    env = lab.parallel_env("misty", seats=3)
    told, _ = env.reset(seed=1)
    before = env.table.playing().bytes
    right = joint(env, told, random.Random(1))
    for wrong, says in (
        ({**right, "seat_2": env.noop}, "seat 2: 114 is no legal move"),
        ({"seat_0": right["seat_0"]}, "an action of each of seat_0, seat_1, seat_2; not of seat_0"),
    ):
        with pytest.raises(ValueError, match=says):
            env.step(wrong)
    assert env.table.playing().bytes == before


def test_a_seed_makes_the_match_of_that_seed_and_all_that_follow() -> None:
    env = lab.env("misty")
    env.reset(seed=9)
    assert env.table.playing() == lab.State("misty", seed=9)
    seeds = []
    for _ in range(2):
        env.reset(seed=9)
        env.reset()
        seeds.append(env.table.playing().bytes)
    assert seeds[0] == seeds[1] != lab.State("misty", seed=9).bytes


def test_environments_go_to_other_processes() -> None:
    env, dice = lab.env("valdora", reward="points", differences=True), random.Random(1)
    env.reset(seed=1)
    for _ in range(40):
        env.step(any_legal(env.last()[0]["action_mask"], dice))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        mine, its = random.Random(2), random.Random(2)
        once = copy.deepcopy(env)
        for _ in range(60):
            once.step(any_legal(once.last()[0]["action_mask"], mine))
            twin.step(any_legal(twin.last()[0]["action_mask"], its))
            assert once.rewards == twin.rewards


def test_environments_are_called_by_the_version_of_their_rules() -> None:
    assert lab.env_id(mv.game("misty")) == "mistvale/misty-v1"
    env = lab.make("mistvale/misty-valley-v1", seats=2)
    assert str(env) == "mistvale/misty-valley-v1" and env.metadata["longest"] == mv.game("misty-valley").longest(2)
    assert isinstance(lab.make("mistvale/misty-v1", parallel=True), Together)
    for wrong, says in (
        ("mistvale/misty-v7", "make mistvale/misty-v1, not mistvale/misty-v7"),
        ("misty", "as in mistvale/misty-v1; not 'misty'"),
        ("mistvale/chess-v1", "chess"),
    ):
        with pytest.raises((ValueError, mv.BadTable), match=says):
            lab.make(wrong)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"reward": "fame"}, "rewards are rank, win, points, lead"),
        ({"observation": "pictures"}, "observations are flat, planes, named"),
        ({"seats": 9}, "Misty"),
    ],
)
def test_what_cannot_be_made_says_why(given: dict[str, Any], says: str) -> None:
    with pytest.raises((ValueError, mv.BadTable), match=says):
        lab.env("misty", **given)


def test_a_missing_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for library, part, called, extra in (
        ("pettingzoo", "pettingzoo", "pettingzoo", "lab"),
        ("gymnasium", "gymnasium", "gymnasium", "lab"),
        ("pyspiel", "openspiel", "OpenSpiel", "openspiel"),
    ):
        monkeypatch.setitem(sys.modules, library, None)
        monkeypatch.delitem(sys.modules, f"mistvale.lab.{part}", raising=False)
        with pytest.raises(lab.MissingExtra, match=rf"needs {called}, .* pip install 'mistvale\[{extra}\]'"):
            importlib.import_module(f"mistvale.lab.{part}")


def test_play_knows_nothing_of_the_lab() -> None:
    code = (
        "import sys, mistvale.cli, mistvale.server.app; print([n for n in sys.modules if '.lab' in n or 'gymn' in n])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_only_environments_need_more_than_play_does() -> None:
    """Batches, rollouts and the designer's report work in an installation without extras."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('gymnasium', 'pettingzoo', 'pyarrow')))\n"
        "import mistvale.report; from mistvale import lab; print(lab.Batch('misty', 2).n)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "2"
