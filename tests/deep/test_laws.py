"""The laws on ten times as many positions, whole matches however long they are, and bounds of compiled code."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale.core import laws
from tests.laws.test_bounds import CHECK, run

POSITIONS = 20_000
every_game = pytest.mark.parametrize("name", mv.games())


@every_game
def test_every_game_keeps_the_laws(name: str) -> None:
    findings = laws.check_game(mv.game(name), positions=POSITIONS, seed=1000, interpreted=False)
    assert not findings, "\n".join(map(str, findings))


@every_game
def test_compiled_is_interpreted(name: str) -> None:
    laws.check_interpreted(mv.game(name), seed=17)


@every_game
def test_no_rule_leaves_its_arrays(name: str) -> None:
    """Compiled with a check of every index, which takes minutes."""
    done = run(CHECK, mv.game(name).package, NUMBA_BOUNDSCHECK="1")
    assert done.returncode == 0, done.stdout + done.stderr
