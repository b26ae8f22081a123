"""Misty as a picture: windows of panes, a hand of cards, and what is asked of whom."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.knowledge import once
from ....scene import Group, Scene, Sprite, table
from ..reading import View, round_parts
from ..state import BUILDING
from .board import Window
from .hand import hand_group, own_hand
from .prompt import prompt, signs
from .summary import reference, summary


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    groups: list[Group] = []
    sprites: list[Sprite] = []
    for seat in view.around:
        window = Window(view, seat)
        groups.append(window.group())
        sprites += window.sprites()
    if not view.looks_on and view.s.phase == BUILDING:
        groups.append(hand_group(view))
        sprites += own_hand(view)
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: rounds_won(view, seat),
        parts=lambda seat: round_parts(view, seat),
        hint=lambda seat: score_hint(view),
        reference=reference(view),
        summary=summary(view),
        signs=signs(view),
    )


@kept
def rounds_won(view: View, seat: int) -> str:
    """Beside a seat's points: how many rounds it has won, for these decide."""
    return view.words("term.won", n=view.s.wins[seat])


@once
def score_hint(view: View) -> str:
    """What the points are good for, and what decides."""
    return view.words("hint.score", wins=view.components.wins)
