"""The cards and counters of Misterra as sprites: sketches, hypotheses, claim flags, tiles left, the Otoma's deck."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene import Sprite, fan
from .boards import BADGE, CARD, FIGURE, FLAG_SIGN, PAPER, READ, TILE, parchment_group
from .cards import (
    halves,
    hypothesis_hint,
    hypothesis_label,
    hypothesis_name,
    hypothesis_symbol,
    kept_by,
    signed,
    sketch_label,
    sketch_word,
    square_name,
    terrain_name,
    terrain_word,
)
from .claims import flags_left, owner, owner_name
from .reading import known_sketches, out_of_reach, points_on, put_back_by, to_the_end
from .state import CHOOSING, OPEN, OTOMA, SKETCH_NAMES, SWAPPING, TERRAINS

TALL = 1.4  # a hypothesis: its height for its width
STRIP = 136.0  # beside a parchment: hypotheses and claim flags; beside the island: tiles left
CARD_WIDTH, CARD_STEP = 118.0, 222.0
LINE, LETTERS, ROOM = 20.0, 16, 1.7  # the height of a caption's line, its letters, and its box for its lines
SKETCH, GAP = 200.0, 14.0
HAND_WIDTH, HAND_HEIGHT = OPEN * (SKETCH + GAP) + GAP, SKETCH / 2 + 2 * GAP
KEEP_WIDTH, KEEP_HEIGHT, KEEP_CARD = 640.0, 256.0, 140.0
TRAY = 100.0
END_WIDTH = 4.2 * TRAY
SUPPLY_TOP, SUPPLY_STEP = 100.0, 112.0
OTOMA_WIDTH, OTOMA_HEIGHT, OTOMA_CARD = 560.0, 140.0, 180.0


# ---------------------------------------------------------------- sketches


def open_sketches(view: View) -> Iterator[Sprite]:
    """The open sketches, and the one that was taken in the place that it left empty."""
    places = [place for place in range(OPEN) if int(view.state["open"][place]) == NOTHING]
    for place in range(OPEN):
        kind = int(view.state["open"][place])
        if kind != NOTHING:
            yield from sketch(view, f"open-{place}", kind, place)
    taken = int(view.state["sketch"])
    if taken != NOTHING and places:
        yield from sketch(view, "taken", taken, places[0])


def sketch(view: View, key: str, kind: int, place: int) -> Iterator[Sprite]:
    """A sketch with its two halves; a button where it may be taken or put under the deck."""
    x, y = GAP + (SKETCH + GAP) * place + SKETCH / 2, HAND_HEIGHT / 2
    taken = key == "taken"
    name = SKETCH_NAMES[kind]
    move = None if taken else view.may(f"take {name}") or view.may(f"swap {name}")
    waits = int(view.state["phase"]) in (SWAPPING, CHOOSING) or int(view.state["sketch"]) == NOTHING
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
    """Two terrains in few characters."""
    return "+".join(terrain_name(view, terrain)[: READ // 2] for terrain in terrains)


def came_from(view: View, kind: int) -> str:
    """The place of an open sketch that was taken in this step."""
    if view.before is None:
        return "deck"
    left = [p for p in range(OPEN) if int(view.before["open"][p]) == kind and int(view.state["open"][p]) == NOTHING]
    return f"open-{left[0]}" if left else "deck"


# ---------------------------------------------------------------- hypotheses, claim flags


def offered(view: View) -> Iterator[Sprite]:
    """The hypotheses among which the viewer chooses."""
    dealt = put_back_by(view.state, view.box.record, view.viewer)
    places = fan(len(dealt), KEEP_WIDTH, KEEP_CARD * TALL / 2 + 8, KEEP_CARD)
    for hypothesis, (x, y) in zip(dealt, places, strict=True):
        move = view.may(f"keep {hypothesis_name(view, hypothesis)}")
        yield Sprite(
            key=f"hypothesis-{hypothesis}",
            symbol=hypothesis_symbol(view, hypothesis),
            group="hypotheses",
            x=x,
            y=y,
            size=(KEEP_CARD, KEEP_CARD * TALL),
            label=hypothesis_label(view, hypothesis),
            hint=hypothesis_hint(view, hypothesis),
            layer=TILE,
            move=move,
            marks=() if move else ("dim",),
        )
        yield caption(view, "hypotheses", hypothesis, x, KEEP_CARD * TALL + 14, KEEP_CARD)


def caption(view: View, group: str, hypothesis: int, x: float, top: float, width: float) -> Sprite:
    """What a hypothesis is about, written below its card."""
    lines = wrap(hypothesis_label(view, hypothesis), LETTERS)
    height = LINE * len(lines)
    place = (group, x, top + height / 2, (width, ROOM * height))
    return Sprite(f"caption-{hypothesis}", "caption", *place, text="\n".join(lines), layer=TILE)


def beside_parchment(view: View, seat: int) -> Iterator[Sprite]:
    """A seat's hypotheses, with what they are worth now, and the claim flags that it has left."""
    known = kept_by(view, seat)
    count = max(len(known), int(view.state["chosen"][seat]))
    height = CARD_WIDTH * TALL
    step = min(CARD_STEP, (PAPER - 120 - height - 10) / max(1, count - 1))
    for i in range(count):
        y = 10 + height / 2 + step * i
        if i < len(known):
            yield from hypothesis(view, seat, known[i], i, y, step)
        else:
            yield hidden(view, seat, i, y)
    yield from flags(view, seat, parchment_group(view, seat), PAPER + 24, PAPER - 40)


def hypothesis(view: View, seat: int, number: int, place: int, y: float, step: float) -> Iterator[Sprite]:
    """A hypothesis that the viewer knows, with its points on that parchment, and its words where there is room."""
    x, group = PAPER + STRIP / 2 - 4, parchment_group(view, seat)
    points = points_on(view.state, view.box.record, seat, number)
    said = view.words("hypothesis.now", hypothesis=hypothesis_label(view, number), n=points)
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
    changed = view.before is not None and points != points_on(view.before, view.box.record, seat, number)
    marks = ("focus",) if changed and seat == view.viewer else ()
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
        hint=view.words("hidden", name=view.name(seat)),
        face="down",
        layer=TILE,
    )


def flags(view: View, row: int, group: str, x: float, y: float) -> Iterator[Sprite]:
    """The claim flags that a seat, or the Otoma, has not placed; notes count them for those who read."""
    whose, left = owner(row), flags_left(view, row)
    said = view.words("flags", name=owner_name(view, row), n=left)
    for i in range(left):
        place = (group, x + 42 * i, y, (50.0, 50.0))
        yield Sprite(f"flag-{whose}-{i}", f"claim-{whose}", *place, hint=said, layer=FIGURE)


# ---------------------------------------------------------------- tiles left, and how far the end is


def supply(view: View) -> Iterator[Sprite]:
    """The tiles of each terrain that are not on the island; for those who read, the reference counts them."""
    for terrain, name in enumerate(TERRAINS):
        left = int(view.state["supply"][terrain])
        said = view.words("supply.left", terrain=terrain_name(view, terrain), n=left)
        yield Sprite(
            key=f"supply-{name}",
            symbol=f"tile-{name}",
            group="island",
            x=PAPER + STRIP / 2 - 4,
            y=SUPPLY_TOP + SUPPLY_STEP * terrain,
            size=(88.0, 88.0),
            hint=f"{said}\n{view.words(f'rule.{name}' if left else 'supply.out')}",
            text=str(left),
            layer=TILE,
            marks=() if left else ("dim",),
        )


def blanks(view: View, seat: int) -> int:
    """The empty squares of a seat's parchment."""
    return sum(1 for terrain in view.state["parchment"][seat] if int(terrain) == NOTHING)


def distances(view: View) -> Iterator[Sprite]:
    """How far each way to the end is: the island, the fullest parchment, the sketches or the Otoma's deck."""
    left = to_the_end(view.state, view.box.record)
    fullest = min(range(view.seats), key=lambda seat: blanks(view, seat))
    yield unconfirmed(view, left["island"])
    yield counter(view, "parchment", "parchment", 1.6, 80.0, left["parchment"], name=view.name(fullest))
    if view.seats == 1:
        yield counter(view, "otoma", "otoma", 2.65, 84.0, left["otoma"])
    yield deck(view, END_WIDTH - TRAY * 0.9 if view.seats > 1 else END_WIDTH - TRAY * 0.6, left.get("sketches"))


def unconfirmed(view: View, n: int) -> Sprite:
    """The squares that are to be confirmed; those that nobody can ever map do not hold up the end (MM-9)."""
    closed = len(out_of_reach(view.state))
    label = view.words("end.reach", n=closed) if closed else ""
    hint = view.words("end.island.hint" if view.seats == 1 else "end.reach.hint")
    return counter(view, "island", "effect-confirm", 0.55, 76.0, 0 if closed else n, label=label, hint=hint)


def counter(
    view: View,
    end: str,
    symbol: str,
    place: float,
    side: float,
    n: int,
    name: str = "",
    label: str = "",
    hint: str = "",
) -> Sprite:
    """How far one of the ends is, as a figure on what it counts."""
    label = label or view.words(f"end.{end}", n=n, name=name)
    return Sprite(
        key=f"end-{end}",
        symbol=symbol,
        group="end",
        x=TRAY * place,
        y=TRAY / 2,
        size=(side, side),
        label=label,
        short=f"{view.words(f'end.{end}.short')} {n}",
        hint=hint or view.words(f"end.{end}.hint"),
        text=str(n),
        layer=TILE,
    )


def deck(view: View, x: float, left: int | None) -> Sprite:
    """The sketch deck: when it and the open ones are out, that is an end too. Not so in a solo match."""
    n = int(view.state["left"])
    label = view.words("end.sketches", n=n)
    return Sprite(
        key="deck",
        symbol="sketch-back",
        group="end",
        x=x,
        y=TRAY / 2,
        size=(160.0, 80.0) if left is not None else (104.0, 52.0),
        label=label,
        short=f"{view.words('end.sketches.short')} {n}",
        hint="\n".join(deck_hints(view, left)),
        text=str(n),
        layer=TILE,
    )


def deck_hints(view: View, left: int | None) -> Iterator[str]:
    """How far that end is, and what was put under the deck from a lagoon: all have seen it."""
    if left is not None:
        yield view.words("end.sketches.hint", n=left)
    if known := known_sketches(view.state):
        sketches = "; ".join(sketch_word(view, sketch) for sketch in known)
        yield view.words("deck.known", n=len(known), sketches=sketches)


# ---------------------------------------------------------------- the Otoma


def otoma(view: View) -> Iterator[Sprite]:
    """The Otoma's deck with the terrain side of its top card, the card it has turned over, and its claim flags."""
    turned = int(view.state["turned"])
    y, left, right = OTOMA_HEIGHT / 2, OTOMA_CARD * 0.55, OTOMA_CARD * 1.62
    if int(view.state["face"][0]) != NOTHING:
        yield from terrain_side(view, turned, left, y)
    if turned:
        yield from coordinate_side(view, turned - 1, right, y)
    yield from flags(view, OTOMA, "otoma", OTOMA_WIDTH - 126, y)


def terrain_side(view: View, card: int, x: float, y: float) -> Iterator[Sprite]:
    """The card on top of the deck: what happens on the squares of the card before it."""
    first, second = (int(terrain) for terrain in view.state["face"][:2])
    said = {"first": terrain_word(view, first), "second": terrain_word(view, second)}
    mark = int(view.state["face"][2])
    hint = f"{view.words('otoma.hint', **said)} {view.words('otoma.mark') if mark else ''}".strip()
    label = view.words("otoma.terrains", **said)
    short = f"{read_pair(view, (first, second))}{FLAG_SIGN if mark else ''}"
    yield otoma_card(card, "otoma-terrain", x, y, label, short, hint, "down")
    for i, terrain in enumerate((first, second)):
        place = ("otoma", x + OTOMA_CARD * (-32 + 64 * i) / 140, y, (54.0, 54.0))
        yield Sprite(f"otoma-ink-{card}-{i}", f"ink-{TERRAINS[terrain]}", *place, layer=FIGURE)
    if mark:
        place = ("otoma", x + OTOMA_CARD * 0.42, y - OTOMA_CARD * 0.26, (52.0, 52.0))
        yield Sprite(f"otoma-mark-{card}", "claim-mark", *place, layer=BADGE)


def coordinate_side(view: View, card: int, x: float, y: float) -> Iterator[Sprite]:
    """The card that was turned over: two squares."""
    names = [square_name(int(square)) for square in view.state["named"]]
    label = view.words("otoma.squares", first=names[0], second=names[1])
    yield otoma_card(card, "otoma-coordinates", x, y, label, ", ".join(names), "", "up")
    for i, name in enumerate(names):
        place = ("otoma", x + OTOMA_CARD * (-32 + 64 * i) / 140, y, (56.0, 44.0))
        yield Sprite(f"otoma-square-{card}-{i}", "coordinate", *place, text=name, layer=FIGURE)


def otoma_card(card: int, symbol: str, x: float, y: float, label: str, short: str, hint: str, face: str) -> Sprite:
    """A card of the Otoma: it is turned over from its terrains to its squares."""
    place = ("otoma", x, y, (OTOMA_CARD, OTOMA_CARD / 1.4))
    return Sprite(f"otoma-{card}", symbol, *place, label=label, short=short, hint=hint, face=face, layer=TILE)
