"""The panels that look the same in every game."""

from __future__ import annotations

from collections.abc import Callable

from ..core.match import View
from .model import Prompt, Score


def scores(view: View, note: Callable[[int], str]) -> tuple[Score, ...]:
    """A line for each seat; `note` adds what the game wants said beside the points."""
    return tuple(
        Score(
            seat=seat,
            name=view.name(seat),
            points=view.scores[seat],
            note=note(seat),
            pending=seat in view.pending,
            rank=view.ranks[seat] if view.ranks else None,
            me=seat == view.viewer,
            symbol=f"seat-{seat}",
        )
        for seat in range(view.seats)
    )


def waiting(view: View) -> Prompt:
    """The prompt of a viewer who has nothing to decide."""
    if view.over:
        winners = [view.name(seat) for seat in range(view.seats) if view.ranks[seat] == 1]
        key = "prompt.winner" if len(winners) == 1 else "prompt.winners"
        return Prompt(view.words(key, names=listed(view, winners)))
    if not view.pending:
        return Prompt("")
    return Prompt(view.words("prompt.waiting", names=listed(view, [view.name(seat) for seat in view.pending])))


def listed(view: View, names: list[str]) -> str:
    """Names as a sentence lists them."""
    if len(names) < 2:
        return "".join(names)
    return view.words("list.and", first=", ".join(names[:-1]), last=names[-1])
