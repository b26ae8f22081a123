"""What is asked of whom, step by step, and what is not possible and why."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.rule import NOTHING
from ....scene import Button, Prompt, waiting
from ..reading import View
from ..reading.actions import why_not
from ..reading.standing import counted
from ..reading.tiles import tile_label
from ..rules.control import is_patrol
from ..rules.exploring import valley_to_come
from ..rules.turn import is_last_turn
from ..state import (
    ABILITIES,
    ACTING,
    CHOOSING,
    COUNTERORDER,
    EXPLORING,
    MAGIC_SCROLL,
    MARKING,
    MEETING,
    PLACING,
    SENDING,
    TARGETING,
    TRADING,
    TURNING,
    VEERING,
    WALLING,
)

LATER = {TURNING: "turn", WALLING: "wall", TRADING: "trade", VEERING: "veer"}
FEW = 3  # valley tiles left when the end is near
SPENT = ("main-done", "special-done", "light")  # the prompt itself says what is left to do


def signs(view: View) -> Iterator[str]:
    """What a coach has a word for: as many explorers of both tribes, that the end is near, and the last turn."""
    if view.ask(is_last_turn):
        yield "last-turn"
    elif 0 < view.ask(valley_to_come) <= FEW:
        yield "near-end"
    if any(is_even(view, site) for site in range(view.components.sites)):
        yield "even"


def is_even(view: View, site: int) -> bool:
    """Whether as many explorers of both tribes count at a tile in play, and some do."""
    if view.s.place[site] == NOTHING:
        return False
    first, second = counted(view, site)
    return first == second > 0


def prompt(view: View) -> Prompt:
    """What the viewer is asked for now."""
    if not view.legal:
        return waiting(view)
    if view.s.phase == ACTING:
        return Prompt(act_text(view), mine=True, buttons=tuple(act_buttons(view)), topic=turn_topic(view))
    return Prompt(step_text(view), mine=True, topic=step_topic(view))


def turn_topic(view: View) -> str:
    """The main action comes first in the guide; the last turn is told with the end."""
    return "end" if view.ask(is_last_turn) else "special" if view.s.main else "turn"


def step_topic(view: View) -> str:
    """An action under way is one of a turn's, or an ability."""
    if view.s.phase == WALLING:
        return "walls"
    return {EXPLORING: "explore", SENDING: "patrols"}.get(view.s.action, "abilities")


# ---------------------------------------------------------------- a turn's actions


def act_text(view: View) -> str:
    """What is left to do in this turn: the main action, then the special one."""
    last = "last." if view.ask(is_last_turn) else ""
    also = special_left(view)
    if view.s.main:
        return view.words(f"prompt.{last}{also or 'end'}")
    main = view.words(f"prompt.{last}{main_left(view)}")
    return f"{main} {view.words(f'prompt.{last}also.{also}')}" if also else main


def main_left(view: View) -> str:
    """Which main actions there are to choose from; without any the turn is passed (MV-14)."""
    open_to = [action for action in ("explore", "patrol") if not reason(view, action)]
    return "-".join(open_to) or "pass"


def special_left(view: View) -> str:
    """Which special actions there are to choose from; before the main action also those that it may make possible."""
    s = view.s
    if s.special or s.light:
        return ""
    if s.main or view.ask(is_last_turn):
        abilities = any(not reason(view, ability) for ability in ABILITIES)
        captain = not reason(view, "captain")
    else:
        abilities, captain = 1 in s.ability[view.viewer], True
    return "-".join(action for action, there in (("ability", abilities), ("captain", captain)) if there)


def act_buttons(view: View) -> Iterator[Button]:
    """The end of the turn; and each kind of action that is not possible now, with the reason."""
    words = view.words
    done = view.may("done")
    label = words("button.done" if view.s.main or not done else "button.pass")
    yield Button(done, label, "" if done else words(f"why.{reason(view, 'done')}"))
    for action in ("explore", "patrol", "captain"):
        why = reason(view, action)
        if why and why not in SPENT:
            yield Button(None, words(f"button.{action}"), words(f"why.{why}"))


def reason(view: View, action: str) -> str:
    """Why the viewer can't begin an action; empty if it can."""
    return why_not(view, view.viewer, action)


# ---------------------------------------------------------------- the steps of an action


def step_text(view: View) -> str:
    """What an action under way asks for next."""
    s, words = view.s, view.words
    tile = tile_label(view, s.chosen) if s.chosen != NOTHING else ""
    if s.phase in (CHOOSING, TARGETING, MARKING):
        return words(f"prompt.{'side.' if s.phase == MARKING else ''}{ABILITIES[s.action]}", tile=tile)
    if s.phase == PLACING:
        key = "move" if s.action in (MAGIC_SCROLL, COUNTERORDER) else "at.patrol" if is_patrol(s.chosen) else "at"
        return words(f"prompt.{key}", tile=tile)
    if s.phase == MEETING:
        return words("prompt.meet", encounter=tile_label(view, s.meeting), tile=tile)
    return words(f"prompt.{LATER[s.phase]}", tile=tile)
