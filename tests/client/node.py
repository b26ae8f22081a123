"""The Node that comes with Playwright: what runs the client's own tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import playwright

NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
HERE = Path(__file__).parent


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Node; what it says is kept."""
    return subprocess.run(
        [str(NODE), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        cwd=HERE,
    )
