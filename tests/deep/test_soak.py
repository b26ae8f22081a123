"""Two minutes of `make soak`: nothing that was acknowledged is lost or done twice, whatever happens to the server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MINUTES, KILLS = "2", "12"


def test_nothing_acknowledged_is_lost() -> None:
    """In a process of its own, whose servers may have a clock that jumps."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.deep.soak", "--minutes", MINUTES, "--kills", KILLS],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-3000:]
