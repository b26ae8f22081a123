"""What a seat may know as one row of numbers, written in one go: for environments, which are asked all the time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.rule import blank, rule
from .cells import observe_one
from .layout import Layout, write_rows


@rule
def tell_one(cells, box, seat, seen, data, places, rows, legal, count, mask):
    """Write down what a seat of the one cell of an array may know, as numbers, and mark its legal moves.

    `data` are the bytes of `seen`.
    """
    observe_one(cells, box, seat, seen)
    write_rows(data, places, rows)
    for i in range(count):
        mask[legal[i]] = 1


class Teller:
    """The room in which rows are written."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.seen = blank(layout.game.state)
        self.data = self.seen.view(np.uint8).reshape(1, -1)
        self.places = layout.places(self.seen.dtype)
        self._shape, self._kind, self._moves = (1, layout.size), layout.kind, layout.game.moves.size

    def tell(self, cells: Any, box: Any, seat: int, legal: Any, count: int) -> tuple[Any, Any]:
        """What a seat may know, and a mask of the moves that are legal for it."""
        rows, mask = np.empty(self._shape, self._kind), np.zeros(self._moves, np.int8)
        tell_one(cells, box, seat, self.seen, self.data, self.places, rows, legal, count, mask)
        return rows[0], mask

    def __reduce__(self) -> Any:
        """A copy has a room of its own."""
        return Teller, (self.layout,)
