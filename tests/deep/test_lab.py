"""The lab at every kind of table: its law on whole matches, other projects' suites, a cluster, a player that learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import mistvale as mv
from mistvale import lab
from mistvale.lab import law
from mistvale.lab.gymnasium import Alone
from mistvale.lab.pettingzoo import decide_together
from tests.examples.test_lab import example

TABLES = [
    pytest.param(name, options, seats, id=f"{name}-{'-'.join(options.values())}-{seats}")
    for name in mv.games()
    for options, seats in mv.game(name).tables()
]
every_table = pytest.mark.parametrize(("name", "options", "seats"), TABLES)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
CYCLES = 300


@every_table
def test_what_tools_are_given_is_what_a_seat_may_know(name: str, options: dict[str, str], seats: int) -> None:
    game = mv.game(name)
    assert law.check(game, options, seats, seed=11, most=game.longest(seats, options)) > 5


@every_table
def test_the_suites_of_other_projects_pass(name: str, options: dict[str, str], seats: int) -> None:
    def made(**how: Any) -> Any:
        return lab.env(name, seats, options, **how)

    for form in ("flat", "planes", "named"):
        api_test(made(observation=form, reward="points", differences=True), num_cycles=CYCLES)
    seed_test(made, num_cycles=CYCLES)
    if decide_together(lab.Setting.of(name, seats, options)):
        parallel_api_test(lab.parallel_env(name, seats, options), num_cycles=CYCLES)
    check_env(Alone(name, seats, options, illegal="lose"), skip_render_check=True)


def test_rows_are_the_same_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray has no build for this Python")
    there = lab.rollouts("secret-valley", "friend", 40, tmp_path, ray="local")
    assert there.to_pylist() == lab.rollouts("secret-valley", "friend", 40, workers=1).to_pylist()


def test_a_player_beats_the_novice() -> None:
    """Some tens of seconds of learning; the page says how far it comes in a minute or two."""
    page = example("learn_secret_valley")
    player = page.Player()
    page.learn(player, rounds=60, n=256)
    early = page.score(player, "novice", 200)
    page.learn(player, rounds=400, n=256, seed=2)
    assert page.score(player, "novice", 400) > max(0.6, early)
