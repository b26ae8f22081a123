"""Valdora as a picture: the valley, the books, what one has, and what the rivals have."""

from __future__ import annotations

from ....core.knowledge import View
from ....scene import Scene, table
from ..summary import reference, summary
from .asking import prompt
from .belongings import Belongings
from .books import Books
from .valley import Valley

__all__ = ["scene"]


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    valley, books = Valley(view), Books(view)
    first = max(view.viewer, 0)
    seats = [Belongings(view, (first + i) % view.seats) for i in range(view.seats)]
    groups = [valley.group(), books.group(), *(seat.group() for seat in seats)]
    sprites = [*valley.sprites(), *books.sprites()]
    for seat in seats:
        sprites += seat.sprites()
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: note(view, seat),
        reference=reference(view),
        summary=summary(view),
    )


def note(view: View, seat: int) -> str:
    """Beside the points: how many commissions are finished (VA-9), while their points are not open (VA-21)."""
    finished = int(view.state["finished"][seat])
    return "" if view.over else view.words("note.finished", n=finished)
