"""Where everything on the board lies: spaces and ways as the map has them, and what finds room between them."""

from __future__ import annotations

from typing import Any, cast

from .....core.keeping import kept
from .....core.knowledge import once
from .....core.rule import NOTHING
from ...reading import View
from ...state import COLOURS
from ..layout import Point, Ways, yards

SIZES = {"town": 112.0, "road": 94.0, "mine": 96.0, "harbour": 98.0, "palace": 100.0}  # how large spaces are drawn
YARD = (122.0, 58.0)  # craftsmen and a workshop, side by side
BESIDE = (64.0, 64.0)  # the room for each thing beside the discard space


def rows(view: View) -> list[dict[str, Any]]:
    """The spaces as the box has them."""
    return cast(list[dict[str, Any]], view.box.data["board"]["spaces"])


def middle(row: dict[str, Any]) -> Point:
    """The middle of a space, or of the discard space."""
    return float(row["x"]), float(row["y"])


@once
def edges(view: View) -> Ways:
    """Each way, from middle to middle."""
    at = {row["name"]: middle(row) for row in rows(view)}
    return tuple((at[one], at[other]) for one, other in view.box.data["board"]["edges"])


@once
def middles(view: View) -> tuple[Point, ...]:
    """The middles of all spaces, and of the discard space."""
    return (*map(middle, rows(view)), discard_space(view))


def discard_space(view: View) -> Point:
    """The middle of the discard space."""
    return middle(view.box.data["board"]["discard"])


# ---------------------------------------------------------------- yards of craftsmen, and what lies beside gems


@once
def homes(view: View) -> dict[int, int]:
    """The palace of each colour: the first, if a map has more."""
    client = view.components.client
    return {colour: space for space in reversed(range(len(rows(view)))) if (colour := client[space]) != NOTHING}


@kept
def colours(view: View) -> list[int]:
    """The colours that have craftsmen or a palace; those with a palace first, as their yards lie beside it."""
    craftsmen, palaces = view.components.craftsmen[view.seats], homes(view)
    there = [colour for colour in range(len(COLOURS)) if colour in palaces or craftsmen[colour]]
    return sorted(there, key=lambda colour: colour not in palaces)


@kept
def craftsmen_yards(view: View) -> tuple[Point, ...]:
    """Where craftsmen and workshop of each colour lie: by its palace, or by whatever has room."""
    palaces, spaces = homes(view), middles(view)
    near = tuple((spaces[palaces[colour]],) if colour in palaces else spaces for colour in colours(view))
    return yards(near, spaces, edges(view), *YARD)


@kept
def bonus_place(view: View) -> Point:
    """Where the bonus tiles lie: beside the discard space."""
    return beside_discard(view, (*middles(view), *craftsmen_yards(view)))


@kept
def standstill_place(view: View) -> Point:
    """Where rounds without progress are counted: beside the discard space, too."""
    return beside_discard(view, (*middles(view), *craftsmen_yards(view), bonus_place(view)))


def beside_discard(view: View, taken: tuple[Point, ...]) -> Point:
    """The best place near the discard space that is not taken."""
    (place,) = yards(((discard_space(view),),), taken, edges(view), *BESIDE)
    return place
