"""No rule reads or writes outside an array.

Interpreted, NumPy refuses to; so every match that is compared with an interpreted one (`test_laws.py`, law 5) looks
for it, at every kind of table. Compiled code says nothing unless it is compiled with a check, which takes minutes for
all the games: here the toys, the games in `tests/deep/`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mistvale.core.rule import INTERPRETED

TOYS = ["tests.toys.duel", "tests.toys.nim"]

CHECK = """
import importlib, sys, numba
from mistvale.core import laws
assert numba.config.BOUNDSCHECK
game = importlib.import_module(sys.argv[1]).GAME
findings = laws.check_game(game, positions=1, seed=7, interpreted=False)
print(*findings, sep="\\n")
sys.exit(bool(findings))
"""

LAX = """
import numpy as np
from mistvale.core.rule import rule

@rule
def read(array, index):
    return array[index]

read(np.zeros(3), 3)
"""

pytestmark = pytest.mark.skipif(INTERPRETED, reason="bounds are always checked when interpreted")


def run(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(filter(None, sys.path))
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("package", TOYS)
def test_no_rule_leaves_its_arrays(package: str) -> None:
    done = run(CHECK, package, NUMBA_BOUNDSCHECK="1")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("switch", ["NUMBA_BOUNDSCHECK", "MISTVALE_INTERPRETED"])
def test_a_rule_that_leaves_its_array_is_found(tmp_path: Path, switch: str) -> None:
    """Either switch reaches rules: without one the read above is answered with whatever lies there."""
    (tmp_path / "lax.py").write_text(LAX)
    done = run(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import lax", **{switch: "1"})
    assert "IndexError" in done.stderr
