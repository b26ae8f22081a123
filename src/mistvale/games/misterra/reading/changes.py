"""What has just happened on the boards: who drew where, what that did to the island, which squares to look at."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.rule import NOTHING
from ..state import (
    CONFIRM,
    DRAW,
    FIRST_SQUARE,
    LIES,
    NO_EFFECT,
    PLACE,
    REPLACE,
    SECOND_SQUARE,
    SQUARES,
    State,
)
from .names import View

OTOMA_BEATS = ("card", "first", "second", "claims", "vain")


# ---------------------------------------------------------------- sketches drawn


def latest_draws(view: View) -> dict[int, tuple[int, int]]:
    """The squares of each seat's latest move, where that was a sketch drawn: first half, second half."""
    moves = ((seat, view.latest(seat)) for seat in range(view.seats))
    return {seat: LIES[move.number - DRAW.first] for seat, move in moves if move and DRAW.holds(move.number)}


@kept
def latest_draw(view: View, seat: int) -> tuple[int, ...]:
    """The squares of a seat's latest move, where that was a sketch drawn."""
    move = view.latest(seat)
    return LIES[move.number - DRAW.first] if move and DRAW.holds(move.number) else ()


def just_drawn(view: View) -> tuple[int, ...]:
    """The squares on which a sketch was drawn in this very step (or would be, in a preview)."""
    if view.was is None or view.was.sketch == NOTHING or view.s.sketch != NOTHING:
        return ()
    return latest_draw(view, view.was.turn)


@kept
def last_squares(view: View) -> frozenset[int]:
    """Squares of the island on which others have drawn last; the Otoma is one of them."""
    draws = latest_draws(view)
    squares = frozenset(square for seat in draws if not view.is_own(seat) for square in draws[seat])
    return squares | {*view.s.named} if otoma_rests(view) else squares


# ---------------------------------------------------------------- what became of the island


def change(was: State, now: State, square: int) -> int:
    """What became of a square of the island from one state to another: one of EFFECTS."""
    if was.island[square] != now.island[square]:
        return PLACE if was.island[square] == NOTHING else REPLACE
    return CONFIRM if was.confirmed[square] < now.confirmed[square] else NO_EFFECT


@kept
def changes(view: View) -> dict[int, int]:
    """What this step did to the island, for each square that it touched."""
    if view.was is None or view.beat in ("deal", "clear"):
        return {}
    touched = {*just_drawn(view), *just_done(view)}
    found = {square: change(view.was, view.s, square) for square in range(SQUARES)}
    return {square: what for square, what in found.items() if what != NO_EFFECT or square in touched}


# ---------------------------------------------------------------- the Otoma


def just_done(view: View) -> tuple[int, ...]:
    """The square that the Otoma has done in this step."""
    if view.beat not in ("first", "second"):
        return ()
    return (view.s.named[("first", "second").index(view.beat)],)


def otoma_rests(view: View) -> bool:
    """Whether the Otoma has played, and it is the player's turn again."""
    return view.seats == 1 and view.s.turned > 0 and not otoma_squares(view)


@kept
def otoma_squares(view: View) -> dict[int, bool]:
    """The squares that the Otoma's card names while it plays it, and whether each is the one to look at."""
    if view.seats > 1 or not (view.beat in OTOMA_BEATS or view.s.phase in (FIRST_SQUARE, SECOND_SQUARE)):
        return {}
    first, second = view.s.named
    return {first: view.beat in ("card", "first"), second: view.beat in ("card", "second")}
