"""What is left: tiles of each terrain, and how far each way to the end is."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.keeping import kept
from ....scene import Sprite
from ..reading import View
from ..reading.island import blanks, known_sketches, out_of_reach, to_the_end
from ..reading.names import sketch_word, terrain_name
from ..state import TERRAINS
from .board import PAPER, STRIP, TILE

TRAY = 100.0
END_WIDTH, END_HEIGHT = 4.4 * TRAY, 1.34 * TRAY
CAPTION = (1.3 * TRAY, 0.5 * TRAY)  # the box of a word below a counter; its letters fill less than half of it
SUPPLY_TOP, SUPPLY_STEP = 100.0, 112.0
# Each end's drawing, its place in the tray and its side.
COUNTERS = {
    "island": ("effect-confirm", 0.7, 76.0),
    "parchment": ("parchment", 1.95, 80.0),
    "otoma": ("otoma", 2.85, 84.0),
}


@kept
def supply(view: View) -> Iterator[Sprite]:
    """The tiles of each terrain that are not on the island; for those who read, the reference counts them."""
    for terrain, name in enumerate(TERRAINS):
        left = view.s.supply[terrain]
        said = view.words("term.supply.left", terrain=terrain_name(view, terrain), n=left)
        yield Sprite(
            key=f"supply-{name}",
            symbol=f"tile-{name}",
            group="island",
            x=PAPER + STRIP / 2 - 4,
            y=SUPPLY_TOP + SUPPLY_STEP * terrain,
            size=(88.0, 88.0),
            hint=f"{said}\n{view.words(f'hint.rule.{name}' if left else 'hint.supply.out')}",
            text=str(left),
            layer=TILE,
            marks=() if left else ("dim",),
        )


# ---------------------------------------------------------------- how far the end is


@kept
def distances(view: View) -> Iterator[Sprite]:
    """How far each way to the end is: the island, the fullest parchment, the sketches or the Otoma's deck."""
    left = to_the_end(view)
    deck_at = END_WIDTH - TRAY * (1.0 if view.seats > 1 else 0.6)
    fullest = min(range(view.seats), key=lambda seat: blanks(view, seat))
    yield unconfirmed(view, left["island"])
    yield counter(view, "parchment", left["parchment"], name=view.name(fullest))
    if view.seats == 1:
        yield counter(view, "otoma", left["otoma"])
    yield deck(view, deck_at, left.get("sketches"))
    for end in {**left, "sketches": 0}:  # the deck is there in a solo match, too, though it ends nothing
        yield caption(view, end, deck_at if end == "sketches" else TRAY * COUNTERS[end][1])


def caption(view: View, end: str, x: float) -> Sprite:
    """What a counter counts, written below it."""
    place = ("end", x, TRAY * 1.1, CAPTION)
    return Sprite(f"end-{end}-caption", "caption", *place, text=view.words(f"term.end.{end}.caption"), layer=TILE)


def unconfirmed(view: View, n: int) -> Sprite:
    """The squares that are to be confirmed; those that nobody can ever map do not hold up the end (MM-9)."""
    closed = len(out_of_reach(view))
    label = view.words("term.end.reach", n=closed) if closed else ""
    hint = view.words("hint.end.island" if view.seats == 1 else "hint.end.reach")
    return counter(view, "island", 0 if closed else n, label=label, hint=hint)


def counter(view: View, end: str, n: int, *, name: str = "", label: str = "", hint: str = "") -> Sprite:
    """How far one of the ends is, as a figure on what it counts."""
    symbol, place, side = COUNTERS[end]
    return Sprite(
        key=f"end-{end}",
        symbol=symbol,
        group="end",
        x=TRAY * place,
        y=TRAY / 2,
        size=(side, side),
        label=label or view.words(f"term.end.{end}", n=n, name=name),
        short=f"{view.words(f'term.end.{end}.short')} {n}",
        hint=hint or view.words(f"hint.end.{end}"),
        text=str(n),
        layer=TILE,
    )


def deck(view: View, x: float, left: int | None) -> Sprite:
    """The sketch deck: when it and the open ones are out, that is an end too. Not so in a solo match."""
    n = view.s.left
    label = view.words("term.end.sketches", n=n)
    return Sprite(
        key="deck",
        symbol="sketch-back",
        group="end",
        x=x,
        y=TRAY / 2,
        size=(160.0, 80.0) if left is not None else (104.0, 52.0),
        label=label,
        short=f"{view.words('term.end.sketches.short')} {n}",
        hint="\n".join(deck_hints(view, left)),
        text=str(n),
        layer=TILE,
    )


def deck_hints(view: View, left: int | None) -> Iterator[str]:
    """How far that end is, and what was put under the deck from a lagoon: all have seen it."""
    if left is not None:
        yield view.words("hint.end.sketches", n=left)
    if known := known_sketches(view):
        sketches = view.words.phrases([sketch_word(view, sketch) for sketch in known])
        yield view.words("hint.deck.known", n=len(known), sketches=sketches)
