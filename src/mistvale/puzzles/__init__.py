"""Puzzles: positions of matches between bots in which one move is clearly best, and not the obvious one."""

from __future__ import annotations

from .shelf import Puzzle, puzzle, puzzles

__all__ = ["Puzzle", "puzzle", "puzzles"]
