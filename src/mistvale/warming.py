"""Compiles all that play needs, or loads it from the cache; several games side by side, a core for each."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import numba

from .bots import compilations
from .bots.levels import cores
from .core.cache import cache_folder, source_digest
from .core.game import game, games
from .core.rule import INTERPRETED

Progress = Callable[[str, int, int], None]
ALONE = "import sys; import mistvale as mv; mv.warm(sys.argv[1:])"


def warm(names: Sequence[str] | None = None, progress: Progress | None = None) -> None:
    """Compile all that play needs, or load it from the cache: for the named games, or for all installed ones.

    `progress(label, done, total)` is called before each piece of work, and once at the end.
    """
    chosen = list(games() if names is None else names)
    tell = progress or (lambda label, done, total: None)
    mark = _mark(chosen)
    if len(chosen) > 1 and cores() > 1 and not INTERPRETED and not mark.exists():
        _side_by_side(chosen, tell)
    work = [
        (f"{found.title}: {label}", compile_it)
        for found in map(game, chosen)
        for label, compile_it in [*found.compilations(), *compilations(found)]
    ]
    for done, (label, compile_it) in enumerate(work):
        tell(label, done, len(work))
        compile_it()
    if work:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    tell("", len(work), len(work))


def _side_by_side(names: Sequence[str], tell: Progress) -> None:
    """Let processes of their own fill the cache; what they can't do is done, and complained about, afterwards."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}

    def alone(name: str) -> str:
        command = [sys.executable, "-c", ALONE, name]
        subprocess.run(command, env=environment, capture_output=True, check=False)
        return name

    with ThreadPoolExecutor(min(cores(), len(names))) as pool:
        tell(game(names[0]).title, 0, len(names))
        for done, future in enumerate(as_completed([pool.submit(alone, name) for name in names]), 1):
            tell(game(future.result()).title, done, len(names))


def _mark(names: Sequence[str]) -> Path:
    """A file that is there once all of this, as it stands, was compiled."""
    sources = [source_digest(found.rules.__name__) for found in map(game, sorted(names))]
    tools = (numba.__version__, sys.version, str(numba.config.BOUNDSCHECK))
    parts = (*sources, source_digest(compilations.__module__), *tools)
    return cache_folder() / f"ready-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:16]}"
