"""Why the best move of a puzzle is the best: the facts that speak for it, as after a match."""

from __future__ import annotations

import threading

from ..bots import levels
from ..bots.explaining import explain
from ..core.playing_on import study
from ..core.text import words
from ..learning.playing import names_at
from .shelf import ROOM, Puzzle

GLANCE, GLANCED = levels.level("grandmaster"), 1
"""Who looks first when a puzzle is made, so that the long checks are not in vain, and with which seed."""
COMPARING = ("better", "close", "close-best", "worse")
"""Facts that weigh a move against others: what is said of a puzzle's move does that already, by dearer figures."""


def why(puzzle: Puzzle, lang: str, stop: threading.Event | None = None) -> list[str]:
    """A sentence each, for whoever has solved it; none where somebody has told to stop."""
    match = puzzle.match(names_at(puzzle.seats, puzzle.seat, words(lang, ROOM)("learn.learner")))
    made = match.steps + 1
    match.play(puzzle.seat, puzzle.best)
    found = None if stop is not None and stop.is_set() else explain(study(match), made, GLANCE, GLANCED, stop)
    if found is None:
        return []
    facts = [fact for fact in found.made.facts if fact.code not in COMPARING]
    return [fact.tell(found.match, found.seat, lang) for fact in facts]
