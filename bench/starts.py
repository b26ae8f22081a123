"""How long a process takes to have its rules ready: the first time, and when they are in the cache.

Run as a program it makes all rules of all games ready and prints the seconds that took as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]


def start(cache: str) -> dict[str, float]:
    """Seconds of a process that keeps compiled rules in the folder `cache`: its imports, its rules."""
    run = subprocess.run(
        [sys.executable, "-m", "bench.starts"],
        cwd=ROOT,
        env={**os.environ, "MISTVALE_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(run.stdout))


def first_and_second() -> tuple[dict[str, float], dict[str, float]]:
    """A start with an empty cache, and the one after it."""
    with TemporaryDirectory() as cache:
        return start(cache), start(cache)


def main() -> None:
    """Import, compile or load, and say how long each took."""
    begin = time.perf_counter()
    import mistvale as mv

    games = [mv.game(name) for name in mv.games()]
    imported = time.perf_counter()
    for game in games:
        for _, compilation in game.compilations():
            compilation()
    print(json.dumps({"imports": imported - begin, "rules": time.perf_counter() - imported}))


if __name__ == "__main__":
    main()
