"""The pages of the lab that readers run."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

LAB = Path(__file__).resolve().parents[2] / "examples" / "lab"


def example(name: str) -> Any:
    """One of the examples, as a module."""
    made = importlib.util.spec_from_file_location(name, LAB / f"{name}.py")
    assert made is not None and made.loader is not None
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def test_a_player_learns() -> None:
    """A little of it: against random play it wins more than before, and nearly always."""
    page = example("learn_secret_valley")
    player = page.Player()
    before = page.score(player, "random", 100)
    page.learn(player, rounds=6, n=128)
    after = page.score(player, "random", 100)
    assert before < 0.8 and after > max(0.9, before)


def test_matches_become_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    page = example("plot_misty")
    monkeypatch.setattr(sys, "argv", ["plot_misty", "--matches", "500", "--folder", str(tmp_path / "rows")])
    page.main()
    assert "500 matches in" in capsys.readouterr().out
    drawn = (tmp_path / "rows.svg").read_text()
    assert drawn.count("<rect") > 20 and "500 matches of Misty" in drawn


def test_a_strangers_game_is_an_environment_for_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    page = example("strangers_game")
    given = page.play_in_turn()
    assert sorted(given.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert page.play_a_bot() in (-1.0, 0.0, 1.0)
    assert 0.5 < page.first_wins(2000) < 0.65
