"""What is asked of whom, step by step, and what is not possible and why."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene import Button, Prompt, waiting
from .cards import is_patrol, tile_label
from .reading import why_not
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
        return Prompt(act_text(view), mine=True, buttons=tuple(act_buttons(view)))
    return Prompt(step_text(view), mine=True)


def act_text(view: View) -> str:
    """What is left to do in this turn: the main action, then the special one."""
    last = "last." if is_last_turn(view.state) else ""
    also = special_left(view)
    if int(view.state["main"]):
        return view.words(f"prompt.{last}{also or 'end'}")
    main = view.words(f"prompt.{last}{main_left(view)}")
    return f"{main} {view.words(f'prompt.{last}also.{also}')}" if also else main


def main_left(view: View) -> str:
    """Which main actions there are to choose from; without any the turn is passed (MV-14)."""
    open_to = [action for action in ("explore", "patrol") if not reason(view, action)]
    return "-".join(open_to) or "pass"


def special_left(view: View) -> str:
    """Which special actions there are to choose from; before the main action also those that it may make possible."""
    state = view.state
    if int(state["special"]) or int(state["light"]):
        return ""
    if int(state["main"]) or is_last_turn(state):
        abilities = any(not reason(view, ability) for ability in ABILITIES)
        captain = not reason(view, "captain")
    else:
        abilities, captain = bool((state["ability"][view.viewer] == 1).any()), True
    return "-".join(action for action, there in (("ability", abilities), ("captain", captain)) if there)


def act_buttons(view: View) -> Iterator[Button]:
    """The end of the turn; and each kind of action that is not possible now, with the reason."""
    words = view.words
    done = view.may("done")
    label = words("done" if int(view.state["main"]) or not done else "pass")
    yield Button(done, label, "" if done else words(f"why.{reason(view, 'done')}"))
    for action in ("explore", "patrol", "captain"):
        why = reason(view, action)
        if why and why not in SPENT:
            yield Button(None, words(f"action.{action}"), words(f"why.{why}"))


def reason(view: View, action: str) -> str:
    """Why the viewer can't begin an action; empty if it can."""
    return why_not(view.state, view.box.record, view.viewer, action)


def step_text(view: View) -> str:
    """What an action under way asks for next."""
    state, words = view.state, view.words
    phase, action, chosen = int(state["phase"]), int(state["action"]), int(state["chosen"])
    tile = tile_label(view, chosen) if chosen != NOTHING else ""
    if phase in (CHOOSE, TARGET, SIDE):
        return words(f"prompt.{'side.' if phase == SIDE else ''}{ABILITIES[action]}", tile=tile)
    if phase == SPACE:
        key = "move" if action in (MAGIC_SCROLL, COUNTERORDER) else "at.patrol" if is_patrol(chosen) else "at"
        return words(f"prompt.{key}", tile=tile)
    if phase == MEET:
        return words("prompt.meet", encounter=tile_label(view, int(state["meeting"])), tile=tile)
    return words(f"prompt.{LATER[phase]}", tile=tile)
