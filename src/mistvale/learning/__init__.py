"""Learning a game: lessons on the real table, and a coach beside it. Written as data in the games' folders."""

from __future__ import annotations

from .asking import rival_moves, why
from .coaching import Tip, tips
from .playing import NEXT, Standing, play
from .reading import Lesson, Step, lesson, lessons

__all__ = ["NEXT", "Lesson", "Standing", "Step", "Tip", "lesson", "lessons", "play", "rival_moves", "tips", "why"]
