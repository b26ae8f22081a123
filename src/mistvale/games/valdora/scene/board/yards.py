"""The yards by the palaces: craftsmen to be hired, workshops to be opened."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.keeping import kept
from .....core.rule import NOTHING
from .....scene import Sprite
from .....scene.panels import listed
from ...reading import View
from ...reading.board import near_workshops, stands_in
from ...reading.names import colour_label
from ...state import COLOURS
from .places import colours, craftsmen_yards


def palace_yards(view: View) -> Iterator[Sprite]:
    """Craftsmen to be hired and workshops to be opened."""
    for colour, (x, y) in zip(colours(view), craftsmen_yards(view), strict=True):
        yield from pile(view, colour, x - 34, y)
        if view.s.workshop[colour] == NOTHING:
            yield from workshop(view, colour, x + 24, y)


@kept
def pile(view: View, colour: int, x: float, y: float) -> Iterator[Sprite]:
    """The craftsmen left of a colour; beside an empty pile, who steps in."""
    left, name = view.s.pile[colour], COLOURS[colour]
    label = colour_label(view, colour)
    was = view.was
    focus = was is not None and was.pile[colour] != left and view.beat == "craftsman"
    yield Sprite(
        f"pile-{name}",
        f"craftsman-{name}",
        "board",
        x,
        y,
        (54.0, 54.0),
        label=view.words("term.pile", colour=label, n=left),
        short=f"{left} {label}",
        hint=pile_hint(view, colour),
        layer=4,
        marks=("focus",) if focus else ("dim",) if not left else (),
    )
    yield Sprite(f"pile-{name}-count", "count", "board", x + 20, y + 18, (42.0, 42.0), layer=5, text=str(left))
    if not left and (other := stands_in(view, colour)) != NOTHING:
        at = x - 20, y + 18
        yield Sprite(f"stands-in-{name}", f"craftsman-{COLOURS[other]}", "board", *at, (38.0, 38.0), layer=5)


def pile_hint(view: View, colour: int) -> str:
    """What a commission of a colour brings, and who steps in when none of it is left."""
    left, other = view.s.pile[colour], stands_in(view, colour)
    if other == NOTHING:
        return view.words("term.pile.hint.last" if left else "hint.pile.none.left")
    return view.words("hint.pile" if left else "hint.pile.none", other=colour_label(view, other))


@kept
def workshop(view: View, colour: int, x: float, y: float) -> Iterator[Sprite]:
    """A workshop nobody has opened, and who is one craftsman away from it."""
    words, name, needed = view.words, COLOURS[colour], view.components.needed[colour]
    near = [view.name(seat) for seat in nearly_open(view).get(colour, ())]
    hint = words("hint.workshop", n=needed, points=view.components.workshop[colour])
    if near:
        hint += "\n" + words("hint.workshop.near", names=listed(view, near))
    yield Sprite(
        f"workshop-{name}",
        f"workshop-{name}",
        "board",
        x,
        y,
        (70.0, 50.0),
        label=words("term.workshop", colour=colour_label(view, colour)),
        hint=hint,
        layer=3,
    )
    yield Sprite(f"needed-{name}", "count", "board", x + 24, y + 14, (38.0, 38.0), layer=5, text=str(needed))
    if near:
        yield Sprite(f"near-{name}", "near", "board", x + 24, y - 16, (30.0, 30.0), layer=6)


@kept
def nearly_open(view: View) -> dict[int, list[int]]:
    """Who is one craftsman away from which workshops."""
    return near_workshops(view)
