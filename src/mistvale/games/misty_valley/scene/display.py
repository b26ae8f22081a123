"""What lies open to be explored: the valley tiles to choose from, the stacks, the tokens."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Sprite
from ..reading import View
from ..reading.tiles import has_footprints, is_encounter, is_known, site_hint, tile_label, tile_symbol
from ..reading.unseen import unseen_encounters, unseen_tokens, unseen_valley
from ..rules.control import is_patrol
from ..rules.exploring import encounters_left, tokens_left, valley_left
from ..state import ACTING, EXPLORING, OPEN, STACK, WALL, WALLING

TALL = 0.866  # a hex's height for its width
DISPLAY_WIDTH, DISPLAY_HEIGHT, OPEN_SIZE, TOKEN, BADGE = 300.0, 272.0, 142.0, 64.0, 46.0
SLOTS = ((76.0, 68.0), (224.0, 68.0), (76.0, 203.0))  # the open tiles, the stack
ENCOUNTERS_AT, TOKENS_AT = (224.0, 203.0), (150.0, 240.0)


@kept
def display(view: View) -> Iterator[Sprite]:
    """The open valley tiles, the stack, the encounters, the tokens; and a tile that waits to be placed."""
    for slot in range(OPEN):
        tile = view.s.open[slot]
        if tile != NOTHING:
            yield from shown(view, tile, *SLOTS[slot], view.may(f"explore open{slot + 1}"), place=str(slot + 1))
        else:
            yield Sprite(f"slot-{slot}", "lifted", "display", *SLOTS[slot], _hexagon(), layer=0)
    yield from stacks(view)
    yield from waiting_tiles(view)
    yield from tokens(view)


@kept
def stacks(view: View) -> Iterator[Sprite]:
    """The stack of valley tiles, and the encounters."""
    left = view.ask(valley_left)
    if left:
        label, hint = view.words("term.stack", n=left), view.words("hint.stack", tiles=unseen_valley(view))
        yield badge("left-stack", left, "display", SLOTS[STACK][0] - 42, SLOTS[STACK][1] + 40)
        yield heap("stack", "stack", left, SLOTS[STACK], label, hint, view.may("explore stack"))
    left = view.ask(encounters_left)
    if left:
        label, hint = (
            view.words("term.encounters", n=left),
            view.words("hint.encounters", tiles=unseen_encounters(view)),
        )
        yield badge("left-encounters", left, "display", ENCOUNTERS_AT[0] + 42, ENCOUNTERS_AT[1] + 40)
        yield heap("encounters", "encounter-back", left, ENCOUNTERS_AT, label, hint, view.may("encounter"))


def waiting_tiles(view: View) -> Iterator[Sprite]:
    """A valley tile or an encounter that was taken and waits to be placed, where it was taken from."""
    s = view.s
    chosen = s.chosen if is_known(s.chosen) and not is_patrol(s.chosen) else NOTHING
    for tile in (chosen, s.meeting):
        if tile != NOTHING and s.place[tile] == NOTHING:
            place = ENCOUNTERS_AT if is_encounter(view, tile) else SLOTS[s.slot]
            yield from shown(view, tile, *place, focus=True)


def badge(key: str, left: int, group: str, x: float, y: float) -> Sprite:
    """How many are left of something that lies face down; its own label says it."""
    return Sprite(key, "points-badge", group, x, y, (BADGE, BADGE), text=str(left), layer=4)


def _hexagon() -> tuple[float, float]:
    return OPEN_SIZE, OPEN_SIZE * TALL


def shown(
    view: View, tile: int, x: float, y: float, move: str | None = None, focus: bool = False, place: str = ""
) -> Iterator[Sprite]:
    """A tile that lies open, or waits to be placed."""
    label = tile_label(view, tile)
    feet = has_footprints(view, tile)
    busy = view.s.action == EXPLORING and view.s.phase != ACTING
    yield Sprite(
        f"tile-{tile}",
        tile_symbol(view, tile),
        "display",
        x,
        y,
        _hexagon(),
        label=f"{label}, {view.words('term.label.footprints')}" if feet else label,
        hint=site_hint(view, tile),
        short=f"{label}{' +' if feet else ''}",
        layer=4 if focus else 2,
        shape="hex",
        origin="encounters" if is_encounter(view, tile) else "stack",
        move=move,
        marks=("focus",) if focus else ("dim",) if busy and view.legal else (),
        place=place,
    )
    if feet:
        yield Sprite(f"footprints-{tile}", "footprints", "display", x, y, _hexagon(), layer=5 if focus else 3)


def heap(key: str, symbol: str, left: int, at: tuple[float, float], label: str, hint: str, move: str | None) -> Sprite:
    """A stack of tiles that lie face down."""
    return Sprite(
        key,
        symbol,
        "display",
        *at,
        _hexagon(),
        label=label,
        hint=hint,
        short=f"? ({left})",
        face="down",
        layer=1,
        shape="hex",
        move=move,
    )


@kept
def tokens(view: View) -> Iterator[Sprite]:
    """With the expansion: the pile of tokens, and the wall that waits for a side."""
    if not view.s.expansion:
        return
    left = view.ask(tokens_left)
    if left:
        walls, flowers = unseen_tokens(view)
        yield Sprite(
            "tokens",
            "token-back",
            "display",
            *TOKENS_AT,
            (TOKEN, TOKEN),
            label=view.words("term.tokens", n=left),
            hint=view.words("hint.tokens", walls=walls, flowers=flowers),
            short=f"t({left})",
            face="down",
            text=str(left),
            layer=3,
        )
    if view.s.phase == WALLING and view.s.token == WALL:
        yield Sprite(
            "token",
            "token-wall",
            "display",
            *TOKENS_AT,
            (TOKEN, TOKEN),
            label=view.words("term.token.wall"),
            hint=view.words("hint.token.wall"),
            layer=4,
            origin="tokens",
            marks=("focus",),
        )
