"""OpenSpiel's own test of a game, at all tables of all games: much of `tests/lab/test_openspiel.py` at some of them."""

from __future__ import annotations

import pytest

import mistvale as mv
from tests.games.valdora.test_laws import lively_box

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'mistvale[openspiel]'")

from mistvale.lab.openspiel import load  # noqa: E402


@pytest.mark.parametrize("form", ["turns", "together"])
@pytest.mark.parametrize("name", mv.games())
def test_random_sim_test(name: str, form: str) -> None:
    box = lively_box().data if name == "valdora" else None  # with its own, dice take thousands of turns to the end
    for seats in mv.game(name).seats:
        returns = "points" if seats == 1 else "rank"
        pyspiel.random_sim_test(load(name, seats, form=form, returns=returns, box=box), 1, False, False)
