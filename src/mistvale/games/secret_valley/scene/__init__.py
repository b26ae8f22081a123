"""The Secret Valley as a picture: the grid that all lay out, the hand, and what is known of the rivals' cards."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.knowledge import once
from ....scene import Scene, table
from ..reading import View, are_in_hands, clan_points, round_parts
from ..state import PLACING, SCORING
from .board import Valley
from .hand import hand_group, own_cards, rivals_cards, rivals_group
from .prompt import prompt, signs
from .summary import reference, summary


def scene(view: View) -> Scene:
    """The whole table as the viewer sees it."""
    valley = Valley(view)
    groups, sprites = [valley.group()], list(valley.sprites())
    for seat in view.around:
        if not view.is_own(seat):
            groups.append(rivals_group(view, seat))
            sprites += rivals_cards(view, seat)
    if not view.looks_on and are_in_hands(view):
        groups.append(hand_group(view))
        sprites += own_cards(view)
    notes = score_notes(view)
    return table(
        view,
        groups,
        sprites,
        asks=prompt(view),
        note=lambda seat: notes[seat],
        parts=lambda seat: round_parts(view, seat),
        hint=lambda seat: score_hint(view),
        reference=reference(view),
        summary=summary(view),
        signs=signs(view),
    )


@kept
def score_notes(view: View) -> list[str]:
    """Beside the points of each seat: what its cards score as the grid is now, or have scored when they are counted."""
    if view.s.phase == SCORING:
        return [view.words("term.counted", n=points) for points in view.s.tally[view.s.rounds][: view.seats]]
    if view.s.phase != PLACING or view.s.turns == 0:
        return [""] * view.seats
    return [view.words("term.now", n=points) for points in clan_points(view)]


@once
def score_hint(view: View) -> str:
    """What the points are: those of the rounds that are over."""
    return view.words("hint.score", rounds=view.components.rounds)
