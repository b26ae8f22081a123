"""The client's modules, each by itself: `*.test.mjs`, with the patches of matches that were played."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale.scene.picture import Picture

from .node import HERE, run

MODULES = sorted(HERE.glob("*.test.mjs"))


def played(name: str, moves: int = 25) -> dict[str, Any]:
    """A few steps as a watcher gets them: the first scene, frames with patches, the last scene."""
    match, dice = mv.open_match(name, seed=4), random.Random(4)
    before = first = Picture(match.scene(0))
    frames = []
    for _ in range(moves):
        if match.over:
            break
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        picture = Picture(match.scene(0), before)
        frames.append({"step": match.steps, "patch": json.loads(picture.patch(before)), "digest": picture.digest})
        before = picture
    return {"first": json.loads(first.text), "frames": frames, "last": json.loads(before.text)}


@pytest.fixture(scope="module")
def patches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("patches") / "patches.json"
    file.write_text(json.dumps([played(name) for name in mv.games()], ensure_ascii=False), encoding="utf-8")
    return file


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_does_what_it_says(module: Path, patches: Path) -> None:
    done = run("--test", "--test-reporter=tap", module, MISTVALE_PATCHES=str(patches))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# skipped 0" in done.stdout
