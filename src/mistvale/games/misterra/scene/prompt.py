"""What is asked of the viewer, with buttons for what no sprite stands for, and why something can't be done."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.rule import NOTHING
from ....scene import Button, Prompt, waiting
from ....scene.panels import listed
from ..reading import View
from ..reading.actions import why_not
from ..reading.island import claimed_by, is_last_round, region
from ..reading.names import owner_name, terrain_word
from ..reading.points import region_points
from ..state import ACTING, CHOOSING, FIRST_BEACH, KEEPING, MOVING, SWAPPING, TIED
from .summary import solo_grades


def signs(view: View) -> Iterator[str]:
    """What a coach has a word for: the second half-day, what has run out, and the last round."""
    if is_last_round(view):
        yield "last-round"
    if view.s.half:
        yield "second-half"
    if not min(view.s.supply):
        yield "terrain-out"
    if view.seats > 1 and not view.s.left:
        yield "deck-out"


def prompt(view: View) -> Prompt:
    """What the viewer is asked for, with buttons for what no sprite stands for."""
    if view.over and view.seats == 1:
        return Prompt(view.words("prompt.graded", name=view.name(0), **solo_grades(view)), topic="solo")
    if not view.legal:
        return waiting(view)
    phase = view.s.phase
    text, buttons = QUESTIONS[phase](view)
    if phase in (MOVING, SWAPPING, CHOOSING, ACTING):
        last = "last." if is_last_round(view) else ""
        text = view.words(f"prompt.{last}half.{view.s.half}", text=text)
    return Prompt(text, mine=True, buttons=buttons, topic=TOPICS[phase])


Question = tuple[str, tuple[Button, ...]]


def ask_keep(view: View) -> Question:
    left = view.components.kept - view.s.chosen[view.viewer]
    return view.words("prompt.keep", n=left), ()


def ask_move(view: View) -> Question:
    if view.s.pawn[view.viewer] == NOTHING:
        return view.words("prompt.enter"), ()
    again = view.s.visited != 0
    stay = Button("stay", view.words("button.stop" if again else "button.stay"))
    return view.words("prompt.again" if again else "prompt.step"), (stay,)


def ask_swap(view: View) -> Question:
    return view.words("prompt.swap"), (Button("no swap", view.words("button.no-swap")),)


def ask_take(view: View) -> Question:
    return view.words("prompt.take"), ()


def ask_action(view: View) -> Question:
    """Map, claim or rest: what can't be done says why."""
    why = why_not(view, view.viewer, "map")
    buttons = [Button(None, view.words("button.map"), view.words(f"why.{why}"))] if why else []
    buttons += [claim_button(view), Button("rest", view.words("button.rest"))]
    return view.words("prompt.claim" if why else "prompt.draw"), tuple(buttons)


def ask_tie(view: View) -> Question:
    return view.words("prompt.tie"), ()


QUESTIONS = {
    KEEPING: ask_keep,
    MOVING: ask_move,
    SWAPPING: ask_swap,
    CHOOSING: ask_take,
    ACTING: ask_action,
    TIED: ask_tie,
}


TOPICS = {
    KEEPING: "hypotheses",
    MOVING: "move",
    SWAPPING: "terrains",
    CHOOSING: "take",
    ACTING: "map",
    TIED: "solo",
}


def claim_button(view: View) -> Button:
    """Claim, with the region's size and what it would score now; or why not."""
    why = why_not(view, view.viewer, "claim")
    here = view.s.pawn[view.viewer]
    if not why:
        n = len(region(view, here))
        return Button("claim", view.words("button.claim.region", n=n, points=region_points(view, here)))
    said = {} if here >= FIRST_BEACH else tile_words(view, here)
    return Button(None, view.words("button.claim"), view.words(f"why.{why}", **said))


def tile_words(view: View, square: int) -> dict[str, str]:
    """A tile's terrain, and who has claimed its region."""
    names = [owner_name(view, row) for row in claimed_by(view, square)]
    return {"terrain": terrain_word(view, view.s.island[square]), "name": listed(view, names)}
