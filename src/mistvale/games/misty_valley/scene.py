"""Misty Valley as a picture: the valley with fog around it, the patrols in hand, what there is to explore."""

from __future__ import annotations

from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene import Group, Scene, table
from .rules.exploring import valley_left
from .rules.turn import is_last_turn
from .scene_board import HEIGHT, WIDTH, Board
from .scene_hands import (
    DISPLAY_HEIGHT,
    DISPLAY_WIDTH,
    display,
    hand_size,
    own_hand,
    rival_hand,
    rival_size,
)
from .scene_prompts import prompt
from .state import OPEN, SEATS
from .summary import reference, summary
from .worth import tiles_held


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    words = view.words
    groups = [Group("board", words("valley"), "main", WIDTH, HEIGHT, note=valley_note(view), zoom=True)]
    sprites = list(Board(view).sprites())
    if view.viewer >= 0:
        groups.append(Group("hand", words("hand"), "hand", *hand_size(view), view.viewer))
        sprites += own_hand(view)
    groups.append(Group("display", words("display"), "hand", DISPLAY_WIDTH, DISPLAY_HEIGHT))
    sprites += display(view)
    for seat in range(SEATS):
        if seat != view.viewer:
            groups.append(Group(f"seat-{seat}", view.name(seat), "side", *rival_size(view), seat, tribe(view, seat)))
            sprites += rival_hand(view, seat)
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: score_note(view, seat),
        reference=reference(view),
        summary=summary(view),
    )


def valley_note(view: View) -> str:
    """How far off the end is."""
    state = view.state
    if view.over:
        return ""
    if is_last_turn(state):
        return view.words("note.last")
    left = int(valley_left(state, view.box.record)) + sum(int(state["open"][slot]) != NOTHING for slot in range(OPEN))
    return view.words("note.left", n=left)


def tribe(view: View, seat: int) -> str:
    return view.words(f"tribe.{seat}")


def score_note(view: View, seat: int) -> str:
    """What a seat controls."""
    valley, encounters = tiles_held(view, seat)
    return view.words("note.held", valley=valley, encounters=encounters)
