"""Nim: take from one heap, one turn after another; who takes the last one wins. Nothing is hidden."""

from mistvale.core.game import Credit, Game

from . import rules
from .state import BOX, MOVES, STATE


def pack(data, box, check):
    """The heaps."""
    for heap in range(3):
        box["heap"][heap] = check.number(data, f"heap{heap}", "heaps", 0, 5)
    return {}


GAME = Game(
    name="nim",
    title="Nim",
    version=1,
    credit=Credit("nobody", "nobody", 1901),
    package=__name__,
    seats=(2, 3),
    state=STATE,
    box_type=BOX,
    pack=pack,
    rules=rules,
    moves=MOVES,
    scene=lambda view: None,
)
