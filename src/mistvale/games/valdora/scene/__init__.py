"""Valdora as a picture: the valley, the books, what one has, and what the rivals have."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.rule import HIDDEN
from ....scene import Parts, Scene, table
from ..reading import View
from ..reading.points import points_by_source, points_now
from .board import Board
from .books import Books
from .hand import Hand, hand
from .prompt import prompt, signs
from .summary import reference, summary

__all__ = ["scene"]


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    parts: tuple[Board | Books | Hand, ...] = (Board(view), Books(view), *(hand(view, seat) for seat in view.around))
    return table(
        view,
        [part.group() for part in parts],
        [sprite for part in parts for sprite in part.sprites()],
        asks=prompt(view),
        note=lambda seat: note(view, seat),
        parts=lambda seat: named_parts(view, seat),
        hint=lambda seat: score_hint(view, seat),
        points=points_now(view).__getitem__,
        partial=lambda seat: has_hidden(view, seat),
        reference=reference(view),
        summary=summary(view),
        signs=signs(view),
    )


@kept
def note(view: View, seat: int) -> str:
    """Beside the points: how many commissions are finished (VA-9), while their points are not open (VA-21)."""
    return "" if view.over else view.words("term.note.finished", n=view.s.finished[seat])


@kept
def named_parts(view: View, seat: int) -> Parts:
    """Where a seat's points come from, as far as the viewer may know."""
    return tuple((view.words(f"summary.part.{source}"), n) for source, n in points_by_source(view, seat).items() if n)


@kept
def score_hint(view: View, seat: int) -> str:
    """That the points are those of now; and that those of a rival's finished commissions come in the end."""
    if view.over:
        return ""
    key = "hint.score.rival" if has_hidden(view, seat) else "hint.score"
    return view.words(key, n=view.s.finished[seat])


def has_hidden(view: View, seat: int) -> bool:
    """Whether a seat has finished commissions whose points the viewer is not told before the end (VA-9, VA-21)."""
    return view.s.points[seat] == HIDDEN and view.s.finished[seat] > 0
