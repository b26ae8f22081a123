"""The laws once with bounds checked: no rule reads or writes outside an array."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.core.rule import INTERPRETED

CHECK = """
import sys, numba, mistvale as mv
from mistvale.core import laws
assert numba.config.BOUNDSCHECK
findings = laws.check_game(mv.game(sys.argv[1]), positions=1, seed=7, interpreted=False)
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


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(INTERPRETED, reason="bounds are always checked when interpreted")
@pytest.mark.parametrize("name", mv.games())
def test_no_rule_leaves_its_arrays(name: str) -> None:
    done = run(CHECK, name)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(INTERPRETED, reason="bounds are always checked when interpreted")
def test_a_rule_that_leaves_its_array_is_found(tmp_path: Path) -> None:
    """The switch reaches rules: without it the read above is answered with whatever lies there."""
    file = tmp_path / "lax.py"
    file.write_text(LAX)
    done = run(f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import lax")
    assert "IndexError" in done.stderr
