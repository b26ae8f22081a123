"""What is asked of whom, step by step, and what is not possible and why."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.match import View
from ...core.rule import NOTHING
from ...scene import Button, Prompt, waiting
from .cards import tile_label
from .reading import why_not
from .rules.exploring import may_explore
from .rules.turn import is_last_turn
from .state import (
    ABILITIES,
    ACT,
    CHOOSE,
    COUNTERORDER,
    MAGIC_SCROLL,
    MEET,
    SIDE,
    SPACE,
    TARGET,
    TRADE,
    TURN,
    VEER,
    WALL_SIDE,
)

LATER = {TURN: "turn", WALL_SIDE: "wall", TRADE: "trade", VEER: "veer"}
SPENT = ("main-done", "special-done", "light")  # the prompt itself says what is left to do


def prompt(view: View) -> Prompt:
    """What the viewer is asked for now."""
    if view.viewer < 0 or not view.legal:
        return waiting(view)
    if int(view.state["phase"]) == ACT:
        return Prompt(view.words(f"prompt.{act_key(view)}"), mine=True, buttons=tuple(act_buttons(view)))
    return Prompt(step_text(view), mine=True)


def act_key(view: View) -> str:
    """Which actions are left in this turn."""
    state = view.state
    if is_last_turn(state):
        return "last.done" if int(state["main"]) else "last"
    if int(state["main"]):
        return "end" if int(state["special"]) or int(state["light"]) else "special"
    if not may_explore(state, view.box.record):
        return "send"
    return "main" if int(state["special"]) or int(state["light"]) else "both"


def act_buttons(view: View) -> Iterator[Button]:
    """The end of the turn; and each kind of action that is not possible now, with the reason."""
    words = view.words
    done = view.may("done")
    label = words("done" if int(view.state["main"]) or not done else "pass")
    yield Button(done, label, "" if done else blocked(view, "done"))
    for action in ("explore", "patrol", "captain"):
        why = why_not(view.state, view.box.record, view.viewer, action)
        if why and why not in SPENT:
            yield Button(None, words(f"action.{action}"), blocked(view, action))


def blocked(view: View, action: str) -> str:
    """Why an action can't be begun, in words."""
    return view.words(f"why.{why_not(view.state, view.box.record, view.viewer, action)}")


def step_text(view: View) -> str:
    """What an action under way asks for next."""
    state, words = view.state, view.words
    phase, action, chosen = int(state["phase"]), int(state["action"]), int(state["chosen"])
    tile = tile_label(view, chosen) if chosen != NOTHING else ""
    if phase in (CHOOSE, TARGET, SIDE):
        return words(f"prompt.{'side.' if phase == SIDE else ''}{ABILITIES[action]}", tile=tile)
    if phase == SPACE:
        return words("prompt.move" if action in (MAGIC_SCROLL, COUNTERORDER) else "prompt.at", tile=tile)
    if phase == MEET:
        return words("prompt.meet", encounter=tile_label(view, int(state["meeting"])), tile=tile)
    return words(f"prompt.{LATER[phase]}", tile=tile)
