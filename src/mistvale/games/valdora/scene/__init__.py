"""Valdora as a picture: the valley, the books, what one has, and what the rivals have."""

from __future__ import annotations

from ....scene import Scene, table
from ..reading import View
from .board import Board
from .books import Books
from .hand import Hand
from .prompt import prompt
from .summary import reference, summary

__all__ = ["scene"]


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    parts: tuple[Board | Books | Hand, ...] = (Board(view), Books(view), *(Hand(view, seat) for seat in view.around))
    return table(
        view,
        [part.group() for part in parts],
        [sprite for part in parts for sprite in part.sprites()],
        asks=prompt(view),
        note=lambda seat: note(view, seat),
        reference=reference(view),
        summary=summary(view),
    )


def note(view: View, seat: int) -> str:
    """Beside the points: how many commissions are finished (VA-9), while their points are not open (VA-21)."""
    return "" if view.over else view.words("note.finished", n=view.s.finished[seat])
