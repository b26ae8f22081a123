"""The lab: the games in the forms that researchers' tools expect, from the very rules that people play.

from mistvale import lab
batch = lab.Batch("misty", 1024)
batch.step(batch.random_moves())
"""

from __future__ import annotations

from .batch import Batch
from .layout import Layout, Part
from .setting import IllegalMoves, Setting
from .state import State

__all__ = ["Batch", "IllegalMoves", "Layout", "Part", "Setting", "State"]
