"""Once all is warmed, nobody waits for a compiler: whatever is done with a game finds its rules in the cache."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale import warming
from mistvale.core.game import Compilation
from mistvale.core.rule import INTERPRETED
from tests.examples.page import ROOT

# Dice seldom come to these. Rules that are called there alone would have to be looked at.
SELDOM = {"misterra": {"dispute", "vain"}, "misty-valley": {"discard"}}
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def kept(piece: Compilation) -> Path:
    """The file of the cache that a piece of the compiler's work has become."""
    found: Path = piece.rule.file(piece.signature)
    return found


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a fresh process tells that does everything, with a cache that holds what was warmed and nothing else."""
    folder = tmp_path_factory.mktemp("warmed")
    for name in mv.games():
        for stage in warming.STAGES:
            for piece in warming.compilations(name, stage):
                piece.run()
                shutil.copy2(kept(piece), folder)
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.everything"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "MISTVALE_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", mv.games())
def test_nothing_is_compiled_after_warming(told: dict[str, Any], name: str) -> None:
    """Play, drawing, previews, undo, hints, every bot, replays: with each option, to the end."""
    assert told[name]["compiled"] == [], f"a rule that is missing in `asked` of {mv.game(name).package}"


@pytest.mark.slow
@pytest.mark.parametrize("name", mv.games())
def test_every_kind_of_move_and_beat_was_met(told: dict[str, Any], name: str) -> None:
    game = mv.game(name)
    verbs = {phrase.verb for phrase in game.moves.phrases}
    assert set(told[name]["met"]) >= (verbs | set(game.beats)) - SELDOM.get(name, set())
