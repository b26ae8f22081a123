"""Learning a game: lessons on the real table, and a coach beside it. Written as data in the games' folders."""

from __future__ import annotations

from .coaching import Tip, tips
from .lessons import Lesson, Step, lesson, lessons
from .playing import NEXT, Standing, play

__all__ = ["NEXT", "Lesson", "Standing", "Step", "Tip", "lesson", "lessons", "play", "tips"]
