"""What lies before the players: open sketches to take, hypotheses to keep and those kept, claim flags."""

from __future__ import annotations

import math
from collections.abc import Iterator
from textwrap import wrap

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene import Sprite
from ..reading import View
from ..reading.island import flags_left, is_first
from ..reading.names import halves, owner, owner_name, signed, sketch_label, terrain_name
from ..reading.points import dealt_to, has_changed, kept_by, points_on
from ..reading.sentences import hypothesis_hint, hypothesis_label, hypothesis_name, hypothesis_symbol
from ..state import CHOOSING, OPEN, SKETCH_NAMES, SWAPPING, TERRAINS
from .board import BADGE, CARD, FIGURE, MARGIN, PAPER, STRIP, TILE, parchment_group

TALL = 1.4  # a hypothesis: its height for its width
CARD_WIDTH, CARD_STEP = 118.0, 222.0
LINE, LETTERS, ROOM = 20.0, 16, 1.7  # the height of a caption's line, its letters, and its box for its lines
SKETCH, GAP = 200.0, 14.0
HAND_WIDTH, HAND_HEIGHT = OPEN * (SKETCH + GAP) + GAP, SKETCH / 2 + 2 * GAP
KEEP_CARD = 164.0


# ---------------------------------------------------------------- sketches


@kept
def open_sketches(view: View) -> Iterator[Sprite]:
    """The open sketches, and the one that was taken in the place that it left empty."""
    places = [place for place in range(OPEN) if view.s.open[place] == NOTHING]
    for place in range(OPEN):
        kind = view.s.open[place]
        if kind != NOTHING:
            yield from sketch(view, f"open-{place}", kind, place)
    taken = view.s.sketch
    if taken != NOTHING and places:
        yield from sketch(view, "taken", taken, places[0])


def sketch(view: View, key: str, kind: int, place: int) -> Iterator[Sprite]:
    """A sketch with its two halves; a button where it may be taken or put under the deck."""
    x, y = GAP + (SKETCH + GAP) * place + SKETCH / 2, HAND_HEIGHT / 2
    taken = key == "taken"
    name = SKETCH_NAMES[kind]
    move = None if taken else view.may(f"take {name}") or view.may(f"swap {name}")
    waits = view.s.phase in (SWAPPING, CHOOSING) or view.s.sketch == NOTHING
    hint = "hint.taken" if taken else "hint.swap" if move and move.startswith("swap") else "hint.sketch"
    yield Sprite(
        key=key,
        symbol="sketch",
        group="sketches",
        x=x,
        y=y,
        size=(SKETCH, SKETCH / 2),
        label=sketch_label(view, kind),
        short=read_pair(view, halves(kind)),
        hint=view.words(hint),
        layer=CARD,
        origin=came_from(view, kind) if taken else "deck",
        move=move,
        marks=("focus",) if taken else () if waits else ("dim",),
    )
    for half, terrain in enumerate(halves(kind)):
        side = SKETCH * (0.25 if half else -0.25)
        marks = () if taken or waits else ("dim",)
        ink = f"ink-{TERRAINS[terrain]}"
        origin = f"{came_from(view, kind)}-{half}" if taken else "deck"
        yield Sprite(
            f"{key}-{half}", ink, "sketches", x + side, y, (84.0, 84.0), layer=TILE, origin=origin, marks=marks
        )


def read_pair(view: View, terrains: tuple[int, ...]) -> str:
    """Two terrains as characters show them: whatever is too long is cut where it is written, word by word."""
    return "+".join(terrain_name(view, terrain) for terrain in terrains)


def came_from(view: View, kind: int) -> str:
    """The place of an open sketch that was taken in this step."""
    if view.was is None:
        return "deck"
    left = [place for place in range(OPEN) if view.was.open[place] == kind and view.s.open[place] == NOTHING]
    return f"open-{left[0]}" if left else "deck"


# ---------------------------------------------------------------- hypotheses, claim flags


@kept
def offered(view: View) -> Iterator[Sprite]:
    """The hypotheses among which the viewer chooses, on its parchment: nothing is drawn there yet."""
    dealt, group = dealt_to(view, view.viewer), parchment_group(view, view.viewer)
    columns = max(2, math.ceil(len(dealt) / 2))
    step = (PAPER - 2 * MARGIN) / columns, PAPER / 2
    for place, hypothesis in enumerate(dealt):
        if view.s.kept[hypothesis]:
            continue  # it lies beside the parchment, and leaves its place empty
        x, y = MARGIN + step[0] * (place % columns + 0.5), step[1] * (place // columns + 0.5) - LINE
        move = view.may(f"keep {hypothesis_name(view, hypothesis)}")
        yield Sprite(
            key=f"hypothesis-{hypothesis}",
            symbol=hypothesis_symbol(view, hypothesis),
            group=group,
            x=x,
            y=y,
            size=(KEEP_CARD, KEEP_CARD * TALL),
            label=hypothesis_label(view, hypothesis),
            hint=hypothesis_hint(view, hypothesis),
            layer=TILE,
            move=move,
            marks=() if move else ("dim",),
        )
        yield caption(view, group, hypothesis, x, y + KEEP_CARD * TALL / 2 + 4, step[0])


def caption(view: View, group: str, hypothesis: int, x: float, top: float, width: float) -> Sprite:
    """What a hypothesis is about, written below its card."""
    lines = wrap(hypothesis_label(view, hypothesis), LETTERS)
    height = LINE * len(lines)
    place = (group, x, top + height / 2, (width, ROOM * height))
    return Sprite(f"caption-{hypothesis}", "caption", *place, text="\n".join(lines), layer=TILE)


@kept
def beside_parchment(view: View, seat: int) -> Iterator[Sprite]:
    """A seat's hypotheses, with what they are worth now, and the claim flags that it has left."""
    known = kept_by(view, seat)
    count = max(len(known), view.s.chosen[seat])
    height = CARD_WIDTH * TALL
    step = min(CARD_STEP, (PAPER - 120 - height - 10) / max(1, count - 1))
    for i in range(count):
        y = 10 + height / 2 + step * i
        if i < len(known):
            yield from hypothesis(view, seat, known[i], i, y, step)
        else:
            yield hidden(view, seat, i, y)
    yield from flags(view, seat, parchment_group(view, seat), PAPER + 24, PAPER - 40)
    if is_first(view, seat):
        place = (parchment_group(view, seat), PAPER + STRIP / 2 - 4, PAPER - 92, (46.0, 46.0))
        yield Sprite(
            "first-seat", "first-seat", *place, hint=view.words("hint.first", name=view.name(seat)), layer=FIGURE
        )


@kept
def hypothesis(view: View, seat: int, number: int, place: int, y: float, step: float) -> Iterator[Sprite]:
    """A hypothesis that the viewer knows, with its points on that parchment, and its words where there is room."""
    x, group = PAPER + STRIP / 2 - 4, parchment_group(view, seat)
    points = points_on(view, seat, number)
    said = view.words("term.hypothesis.now", hypothesis=hypothesis_label(view, number), n=points)
    yield Sprite(
        key=f"hypothesis-{number}",
        symbol=hypothesis_symbol(view, number),
        group=group,
        x=x,
        y=y,
        size=(CARD_WIDTH, CARD_WIDTH * TALL),
        hint=f"{said}\n{hypothesis_hint(view, number)}",
        layer=TILE,
        origin=f"hidden-{seat}-{place}",
    )
    yield read_hypothesis(view, group, number, points, place)
    badge = (group, x, y + CARD_WIDTH * TALL * 0.36, (48.0, 48.0))
    marks = ("focus",) if view.is_own(seat) and has_changed(view, seat, number) else ()
    if step >= CARD_STEP:
        yield caption(view, group, number, x, y + CARD_WIDTH * TALL / 2 + 4, STRIP - 10)
    yield Sprite(f"worth-{number}", "points-badge", *badge, text=str(points), layer=BADGE, marks=marks)


def read_hypothesis(view: View, group: str, number: int, points: int, place: int) -> Sprite:
    """The same below the parchment, for those who read it in characters; there is nothing to draw."""
    x, side = PAPER * (0.25 + 0.5 * place), (PAPER / 3, 2 * LINE)
    short = f"{signed(points)} {hypothesis_label(view, number)}"
    return Sprite(f"read-{number}", None, group, x, PAPER, side, short=short, layer=CARD)


def hidden(view: View, seat: int, place: int, y: float) -> Sprite:
    """A hypothesis of somebody else."""
    return Sprite(
        key=f"hidden-{seat}-{place}",
        symbol="hypothesis-back",
        group=parchment_group(view, seat),
        x=PAPER + STRIP / 2 - 6,
        y=y,
        size=(CARD_WIDTH, CARD_WIDTH * TALL),
        hint=view.words("hint.hidden", name=view.name(seat)),
        face="down",
        layer=TILE,
    )


@kept
def flags(view: View, row: int, group: str, x: float, y: float) -> Iterator[Sprite]:
    """The claim flags that a seat, or the Otoma, has not placed; notes count them for those who read."""
    whose, left = owner(row), flags_left(view, row)
    said = view.words("term.flags", name=owner_name(view, row), n=left)
    for i in range(left):
        place = (group, x + 42 * i, y, (50.0, 50.0))
        # The first speaks for all of them.
        yield Sprite(f"flag-{whose}-{i}", f"claim-{whose}", *place, hint="" if i else said, layer=FIGURE)
