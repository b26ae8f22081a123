"""Misty Valley as a picture: the valley with fog around it, the patrols in hand, what there is to explore."""

from __future__ import annotations

from ....core.keeping import kept
from ....scene import Group, Scene, table
from ..reading import View
from ..reading.points import controlled, named_parts
from ..reading.tiles import tribe_label
from ..rules.exploring import valley_to_come
from ..rules.turn import is_last_turn
from ..state import SEATS
from .board import HEIGHT, WIDTH, Board
from .display import DISPLAY_HEIGHT, DISPLAY_WIDTH, display
from .hand import hand_size, own_hand, rival_hand, rival_size
from .prompt import prompt, signs
from .summary import reference, summary


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    words = view.words
    groups = [Group("board", words("term.valley"), "main", WIDTH, HEIGHT, note=valley_note(view), zoom=True)]
    sprites = list(Board(view).sprites())
    if not view.looks_on:
        groups.append(Group("hand", words("term.hand"), "hand", *hand_size(view), view.viewer))
        sprites += own_hand(view)
    groups.append(Group("display", words("term.display"), "hand", DISPLAY_WIDTH, DISPLAY_HEIGHT))
    sprites += display(view)
    for seat in range(SEATS):
        if not view.is_own(seat):
            note = tribe_label(view, seat)
            groups.append(Group(f"seat-{seat}", view.name(seat), "side", *rival_size(view), seat, note))
            sprites += rival_hand(view, seat)
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: score_note(view, seat),
        parts=lambda seat: named_parts(view, seat),
        hint=lambda seat: score_hint(view),
        reference=reference(view),
        summary=summary(view),
        signs=signs(view),
    )


@kept
def valley_note(view: View) -> str:
    """How far off the end is."""
    if view.over:
        return ""
    if view.ask(is_last_turn):
        return view.words("term.note.last")
    return view.words("term.note.left", n=view.ask(valley_to_come))


@kept
def score_note(view: View, seat: int) -> str:
    """What a seat controls."""
    valley, encounters = controlled(view, seat)
    return view.words("term.note.held", valley=len(valley), encounters=len(encounters))


def score_hint(view: View) -> str:
    """That the points are those of now; and what an ability costs that is used."""
    if view.over:
        return ""
    return view.words("hint.score.light" if view.s.light else "hint.score", n=view.components.unused)
