"""What squares, terrains, sketches and hypotheses are called, and what a hypothesis says: made from the box's data."""

from __future__ import annotations

from typing import Any

from ...core.knowledge import View
from ...scene.panels import listed
from .reading import hypotheses_of, put_back_by
from .state import BEACH_0, COLUMNS, FIRST_HALF, SECOND_HALF, SIDE, SQUARE_NAMES, SQUARES, TERRAINS

MEASURE = ("counts", "terrain", "where", "without", "size", "line", "terrains", "motif")  # what a hypothesis counts


def square_name(square: int) -> str:
    """A square as it is written on the boards."""
    return SQUARE_NAMES[square].upper()


def place_name(view: View, place: int) -> str:
    """A square, or a beach space, in words."""
    if place < BEACH_0:
        return square_name(place)
    return view.words("beach", column=COLUMNS[place - BEACH_0].upper())


def terrain_name(view: View, terrain: int) -> str:
    """A terrain as the name of something."""
    return view.words(f"terrain.{TERRAINS[terrain]}")


def terrain_word(view: View, terrain: int) -> str:
    """A terrain within a sentence."""
    return view.words(f"one.{TERRAINS[terrain]}")


def halves(sketch: int) -> tuple[int, int]:
    """The terrains of a sketch's first and second half."""
    return int(FIRST_HALF[sketch]), int(SECOND_HALF[sketch])


def sketch_word(view: View, sketch: int) -> str:
    """A sketch by its two terrains, within a sentence."""
    first, second = (terrain_word(view, terrain) for terrain in halves(sketch))
    if first == second:
        return view.words("sketch.double", terrain=first)
    return view.words("sketch", first=first, second=second)


def sketch_label(view: View, sketch: int) -> str:
    """A sketch by its two terrains, as the name of something."""
    return capital(sketch_word(view, sketch))


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def signed(points: int) -> str:
    """Points that are gained or lost."""
    return f"{points:+d}"


# ---------------------------------------------------------------- hypotheses as sentences


def kept_by(view: View, seat: int) -> tuple[int, ...]:
    """The hypotheses that a seat has kept, as far as the viewer knows them."""
    not_kept = put_back_by(view.state, view.box.record, seat)
    return tuple(h for h in hypotheses_of(view.state, view.box.record, seat) if h not in not_kept)


def hypothesis_name(view: View, hypothesis: int) -> str:
    """The slug of a hypothesis."""
    return view.box.words["hypotheses"][hypothesis]


def hypothesis_symbol(view: View, hypothesis: int) -> str:
    """Its drawing: that of the game's own box which counts the same; what only other boxes have shows its back."""
    wanted = _counted(view.box.data["hypotheses"][hypothesis])
    same = (row["name"] for row in view.game.box().data["hypotheses"] if _counted(row) == wanted)
    return f"hypothesis-{next(same, 'back')}"


def _counted(row: Any) -> dict[str, Any]:
    return {part: row[part] for part in row if part in MEASURE}


def hypothesis_label(view: View, hypothesis: int) -> str:
    """What a hypothesis is about, in a few words."""
    return _said(view, "hypothesis", hypothesis)


def hypothesis_hint(view: View, hypothesis: int) -> str:
    """What a hypothesis counts, and what each count scores."""
    return f"{_said(view, 'sentence', hypothesis)}\n{points_table(view, hypothesis)}"


def _said(view: View, kind: str, hypothesis: int) -> str:
    row = view.box.data["hypotheses"][hypothesis]
    words: dict[str, Any] = {part: view.words(f"one.{row[part]}") for part in ("terrain", "without") if part in row}
    if "motif" in row:
        above, below = row["motif"]
        words |= {"above": _pair(view, above), "below": _pair(view, below), "left": _pair(view, [above[0], below[0]])}
    words["n"], words["terrains"] = int(row.get("size", 0)), int(row.get("terrains", 0))
    return capital(view.words(f"{kind}.{variant(row)}", **words))


def variant(row: Any) -> str:
    """Which sentence is told of a hypothesis: by what it counts, and where."""
    counts = str(row["counts"])
    if counts == "squares":
        return "border" if row.get("where") == "border" else "without" if "without" in row else "squares"
    if counts == "zones":
        return "single" if int(row["size"]) == 1 else "zones"
    if counts == "lines":
        many = {1: "alike", len(TERRAINS): "all"}.get(int(row["terrains"]), "some")
        return f"{'columns' if row['line'] == 'perpendicular' else 'rows'}.{many}"
    return counts


def _pair(view: View, row: list[str]) -> str:
    return listed(view, [view.words(f"one.{terrain}") for terrain in row])


def points_table(view: View, hypothesis: int) -> str:
    """What each count scores, as far as it can matter."""
    row = view.box.data["hypotheses"][hypothesis]
    if "each" in row:
        return view.words("table.each", n=int(row["each"]))
    points = [int(n) for n in view.box.record["points"][hypothesis]]
    last = max(int(count) for count in row["points"])
    steps = [f"{count}: {points[count]}" for count in range(1, last + 1) if points[count]]
    if then := int(row.get("then", 0)):
        return view.words("table.then", steps=", ".join(steps), then=then)
    if last < most(row):
        return view.words("table.more", steps=", ".join(steps[:-1]), last=last, points=points[last])
    return view.words("table", steps=", ".join(steps))


def most(row: Any) -> int:
    """The most that can be counted."""
    return {"sets": SQUARES // len(TERRAINS), "lines": SIDE}.get(str(row["counts"]), SQUARES)
