"""What a seat may know as one row of numbers, written in one go: for environments that are asked for it all the time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.rule import blank, rule
from .cells import observe_one
from .layout import Layout, write_rows


@rule
def tell_one(cells, box, seat, seen, data, places, rows):
    """Write down what a seat of the one cell of an array may know, as numbers; `data` are the bytes of `seen`."""
    observe_one(cells, box, seat, seen)
    write_rows(data, places, rows)


class Teller:
    """The room in which rows are written."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.seen = blank(layout.game.state)
        self.data = self.seen.view(np.uint8).reshape(1, -1)
        self.places = layout.places(self.seen.dtype)

    def tell(self, cells: Any, box: Any, seat: int) -> Any:
        """What a seat may know."""
        rows = np.empty((1, self.layout.size), self.layout.kind)
        tell_one(cells, box, seat, self.seen, self.data, self.places, rows)
        return rows[0]

    def __reduce__(self) -> Any:
        """A copy has a room of its own."""
        return Teller, (self.layout,)
