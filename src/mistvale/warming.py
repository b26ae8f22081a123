"""Compiles all that play needs, or loads it from the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .bots import compilations as bot_compilations
from .core.game import Compilation, game, games

Progress = Callable[[str, int, int], None]
PLAY, BOTS = "play", "bots"
STAGES = (PLAY, BOTS)
"""People need the first to play at all; bots and hints need the second."""


def compilations(name: str, stage: str) -> list[Compilation]:
    """What has to be compiled for a game before it can be played, or before bots can play it."""
    found = game(name)
    return found.compilations() if stage == PLAY else bot_compilations(found)


def warm(names: Sequence[str] | None = None, progress: Progress | None = None) -> None:
    """Compile all that play needs, or load it from the cache: for the named games, or for all installed ones.

    Several games are compiled side by side, a core for each. `progress(label, done, total)` is called before each piece
    of work, and once at the end.
    """
    chosen = list(games() if names is None else names)
    tell = progress or (lambda label, done, total: None)
    if len(chosen) > 1:
        from .workshop import Workshop  # which has rules compiled by processes that come here again

        with Workshop(chosen) as workshop:
            workshop.wait_for_all(tell)
    work = [
        (f"{game(name).title}: {each.label}", each)
        for name in chosen
        for stage in STAGES
        for each in compilations(name, stage)
    ]
    for done, (label, each) in enumerate(work):
        tell(label, done, len(work))
        each.run()
    tell("", len(work), len(work))
