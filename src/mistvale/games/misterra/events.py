"""What has just happened on the boards: who drew where, what that did to the island, which squares to look at."""

from __future__ import annotations

from typing import Any

from ...core.knowledge import View
from ...core.rule import NOTHING
from .state import (
    CONFIRM,
    DRAW_0,
    FIRST_SQUARE,
    LIES,
    NO_EFFECT,
    PLACE,
    REPLACE,
    SECOND_SQUARE,
    SQUARES,
)


def latest_draws(view: View) -> dict[int, tuple[int, int]]:
    """The squares of each seat's latest move, where that was a sketch drawn: first half, second half."""
    return {seat: LIES[move.number - DRAW_0] for seat, move in view.last if DRAW_0 <= move.number < DRAW_0 + len(LIES)}


def just_drawn(view: View) -> tuple[int, ...]:
    """The squares on which a sketch was drawn in this very step (or would be, in a preview)."""
    if view.before is None or int(view.before["sketch"]) == NOTHING or int(view.state["sketch"]) != NOTHING:
        return ()
    return latest_draws(view).get(int(view.before["turn"]), ())


def just_done(view: View) -> tuple[int, ...]:
    """The square that the Otoma has done in this step."""
    if view.beat not in ("first", "second"):
        return ()
    return (int(view.state["named"][("first", "second").index(view.beat)]),)


def effect(before: Any, after: Any, square: int) -> int:
    """What became of a square of the island between two states: one of EFFECTS."""
    was, now = int(before["island"][square]), int(after["island"][square])
    if was != now:
        return PLACE if was == NOTHING else REPLACE
    return CONFIRM if int(before["confirmed"][square]) < int(after["confirmed"][square]) else NO_EFFECT


def effects(view: View) -> dict[int, int]:
    """What this step did to the island, for each square that it touched."""
    if view.before is None or view.beat in ("deal", "clear"):
        return {}
    touched = {*just_drawn(view), *just_done(view)}
    found = {square: effect(view.before, view.state, square) for square in range(SQUARES)}
    return {square: what for square, what in found.items() if what != NO_EFFECT or square in touched}


def last_squares(view: View) -> set[int]:
    """Squares of the island on which others have drawn last; the Otoma is one of them."""
    draws = latest_draws(view)
    squares = {square for seat in draws if seat != view.viewer for square in draws[seat]}
    if otoma_rests(view):
        squares |= {int(square) for square in view.state["named"]}
    return squares


def otoma_rests(view: View) -> bool:
    """Whether the Otoma has played, and it is the player's turn again."""
    return view.seats == 1 and int(view.state["turned"]) > 0 and not otoma_squares(view)


def otoma_squares(view: View) -> dict[int, bool]:
    """The squares that the Otoma's card names while it plays it, and whether each is the one to look at."""
    state = view.state
    if view.seats > 1 or not (view.beat in OTOMA_BEATS or int(state["phase"]) in (FIRST_SQUARE, SECOND_SQUARE)):
        return {}
    first, second = (int(square) for square in state["named"])
    return {first: view.beat in ("card", "first"), second: view.beat in ("card", "second")}


OTOMA_BEATS = ("card", "first", "second", "claims", "vain")
