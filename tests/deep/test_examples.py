"""The tests that make up their own examples, with many more of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = "3000"


def files() -> list[str]:
    """Those that use Hypothesis."""
    found = [
        path for path in (ROOT / "tests").rglob("test_*.py") if re.search("^from hypothesis", path.read_text(), re.M)
    ]
    return sorted(str(path.relative_to(ROOT)) for path in found)


@pytest.mark.parametrize("file", files())
def test_many_more_examples(file: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file],
        cwd=ROOT,
        env={**os.environ, "MISTVALE_EXAMPLES": EXAMPLES, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
