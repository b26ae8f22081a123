"""Why the best move of a puzzle is the best: the facts that speak for it, as after a match."""

from __future__ import annotations

import threading
from dataclasses import replace

from ..bots import levels
from ..bots.explaining import explain
from ..core.playing_on import study
from .shelf import Puzzle

GLANCE, GLANCED = levels.level("grandmaster"), 1
"""Who looks first when a puzzle is made, so that the long checks are not in vain, and with which seed."""


def why(puzzle: Puzzle, lang: str, stop: threading.Event | None = None) -> list[str]:
    """A sentence each; none where somebody has told to stop.

    It is asked of the very search that had looked first when the puzzle was made. That another move may look better to
    it today, with other advice, is left out: the checks were dearer.
    """
    match = puzzle.match()
    made = match.steps + 1
    match.play(puzzle.seat, puzzle.best)
    found = None if stop is not None and stop.is_set() else explain(study(match), made, GLANCE, GLANCED, stop)
    if found is None:
        return []
    facts = tuple(fact for fact in found.made.facts if fact.code != "worse")
    return replace(found, made=replace(found.made, facts=facts), instead=None).tell(lang)
