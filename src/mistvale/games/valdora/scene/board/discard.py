"""The discard space with its gems; beside it the bonus tiles, and how near a standstill is."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.keeping import kept
from .....scene import Sprite
from ...reading import View
from ...reading.board import rounds_at_a_standstill
from ...reading.names import gems_label
from ...state import GEMS
from .gems import gem_sprites, read
from .places import bonus_place, discard_space, standstill_place

SIDE = 116.0
GEM = 36.0
TILE = 60.0
GEMS_AT = ((0, -28), (-28, -6), (28, -6), (-17, 26), (17, 26))  # where each colour lies, about its middle


@kept
def discard(view: View) -> Iterator[Sprite]:
    """The discard space with its gems, from which one loads at harbours."""
    words, (x, y) = view.words, discard_space(view)
    gems = gems_label(view, view.s.discard)
    hint = words("hint.discard", gems=gems) if gems else words("hint.discard.empty")
    yield Sprite("pit", "discard", "board", x, y, (SIDE, SIDE), label=words("term.discard"), hint=hint, layer=2)
    here = not view.looks_on and view.components.ships[view.s.at[view.viewer]] > 0
    for gem, (dx, dy) in enumerate(GEMS_AT):
        if count := view.s.discard[gem]:
            yield from gem_sprites(view, f"pit-{GEMS[gem]}", gem, count, (x + dx, y + dy), GEM, here)
    yield from read(view, "pit", (x, y), view.s.discard, [])


@kept
def bonus_tiles(view: View) -> Iterator[Sprite]:
    """The bonus tiles that are left."""
    words, left, (x, y) = view.words, view.s.bonus_left, bonus_place(view)
    yield Sprite(
        "bonus",
        "bonus",
        "board",
        x,
        y,
        (TILE, TILE),
        label=words("term.bonus", n=left),
        hint=words("hint.bonus", n=view.components.bonus_points),
        layer=2,
        marks=("dim",) if not left else (),
    )
    yield counted("bonus", x, y, left)


@kept
def standstill(view: View) -> Iterator[Sprite]:
    """How many rounds in a row had no progress, once there are some: too many of them end the match (VA-10)."""
    quiet, most = rounds_at_a_standstill(view), view.components.standstill
    if not quiet:
        return
    words, (x, y) = view.words, standstill_place(view)
    yield Sprite(
        "standstill",
        "standstill",
        "board",
        x,
        y,
        (TILE, TILE),
        label=words("term.standstill", n=quiet, most=most),
        short=words("term.standstill.short", n=quiet, most=most),
        hint=words("hint.standstill", most=most),
        layer=2,
        marks=("focus",) if 2 * quiet >= most else (),
    )
    yield counted("standstill", x, y, quiet)


def counted(key: str, x: float, y: float, n: int) -> Sprite:
    """How many there are, at the corner of what lies there."""
    return Sprite(f"{key}-count", "count", "board", x + 22, y + 20, (46.0, 46.0), layer=3, text=str(n))
