"""Asking why of a rival in a lesson: in the same words as of a bot's move in a match that is over."""

from __future__ import annotations

import threading

from ..bots.explaining import reasons
from ..core.history import BEAT
from ..core.playing_on import study
from ..core.text import words
from .playing import Standing

ROOM = "mistvale"


def rival_moves(standing: Standing) -> list[int]:
    """The steps of what rivals did since the learner's own last move in the lesson, as far as the learner saw it."""
    match, seat = standing.match, standing.lesson.seat
    found: list[int] = []
    for number in range(match.steps, standing.marks[0], -1):
        by = match.step(number).seat
        if by == seat:
            break
        if by != BEAT and match.tell(seat, number):
            found.append(number)
    return found[::-1]


def why(standing: Standing, step: int, lang: str, stop: threading.Event | None = None) -> list[str]:
    """What speaks for what a rival did at a step, and against it: a sentence each.

    It is told as the rival sees it. A lesson has no secrets to keep: it is the same for everybody, and is not rated.
    """
    asked = "learn.story" if step in standing.story else "learn.lots"
    return [*reasons(study(standing.match), step, lang, stop), words(lang, ROOM)(asked)]
