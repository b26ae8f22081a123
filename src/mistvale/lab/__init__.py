"""The lab: the games in the forms that researchers' tools expect, from the very rules that people play.

from mistvale import lab
batch = lab.Batch("misty", 1024)
batch.step(batch.random_moves())
"""

from __future__ import annotations

from .batch import Batch
from .extras import MissingExtra
from .ids import env_id
from .layout import Layout, Part
from .making import env, gym_env, make, parallel_env, vector_env
from .playouts import Playouts, playouts
from .rows import rollouts
from .seat import Seat
from .setting import IllegalMoves, Setting
from .state import State

__all__ = [
    "Batch",
    "IllegalMoves",
    "Layout",
    "MissingExtra",
    "Part",
    "Playouts",
    "Seat",
    "Setting",
    "State",
    "env",
    "env_id",
    "gym_env",
    "make",
    "parallel_env",
    "playouts",
    "rollouts",
    "vector_env",
]
