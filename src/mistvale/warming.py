"""Compiles all that play needs, or loads it from the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .analysis import rollouts
from .bots import greedy, levels
from .core.game import Compilation, game, games

Progress = Callable[[str, int, int], None]
PLAY, GREEDY, SEARCH, ANALYSIS = STAGES = ("play", "greedy", "search", "analysis")
"""People need the first to play at all, the greedy bot the second, levels and hints the third, looking back all."""


def compilations(name: str, stage: str) -> list[Compilation]:
    """What has to be compiled for a game before people can play it, or before bots can think about it."""
    found = game(name)
    if stage == PLAY:
        return found.compilations()
    by_stage = {GREEDY: greedy.compilations, SEARCH: levels.compilations, ANALYSIS: rollouts.compilations}
    return by_stage[stage](found)


def stage_of(bot: str) -> str:
    """What a bot needs to play."""
    return {"random": PLAY, "greedy": GREEDY}.get(bot, SEARCH)


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
