"""Puzzles: positions of matches between bots in which one move is clearly best, and not the obvious one."""

from __future__ import annotations

from .asking import why
from .shelf import TRIES, Puzzle, of_day, puzzle, puzzles

__all__ = ["TRIES", "Puzzle", "of_day", "puzzle", "puzzles", "why"]
