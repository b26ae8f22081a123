"""The package of compiled rules: a first start with it compiles nothing, and plays what is played without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mistvale.core import shipped
from tests.deep import cold
from tests.test_tools import tool

compiled = tool("compiled")
GAMES = ["misty", "valdora"]


@pytest.mark.skipif(sys.platform != "linux" or shipped.folder() is not None, reason="built where there is none yet")
def test_a_first_start_with_the_package_compiles_nothing(tmp_path: Path) -> None:
    doors, tree = tmp_path / "doors", tmp_path / "tree"
    for kind in shipped.KINDS:
        environment = {**os.environ, **kind.build_environment(), "MISTVALE_CACHE": str(doors)}
        subprocess.run([sys.executable, "-m", "mistvale.cli", "compile", *GAMES], env=environment, check=True)
    compiled.lay_out(tree, doors)
    assert sum(file.stat().st_size for file in tree.rglob("*.door")) < compiled.MOST_BYTES

    def told(folder: Path, *paths: Path) -> dict[str, object]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "path", [*map(str, paths), *sys.path])
            return cold.told(cold.start(folder, GAMES))

    usual = told(tmp_path / "own")
    with_package = told(tmp_path / "none", tree)
    assert usual["compiled"] and with_package["compiled"] == 0, json.dumps([usual, with_package])
    assert with_package["played"] == usual["played"]
    assert not (tmp_path / "none").exists(), "nothing had to be kept"
