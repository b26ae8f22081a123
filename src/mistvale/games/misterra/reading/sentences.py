"""What a hypothesis says, in words made from what the box says of it. How it scores is in rules/hypotheses.py."""

from __future__ import annotations

from typing import Any

from ....core.knowledge import once
from ....scene.panels import listed
from ..state import SIDE, SQUARES, TERRAINS
from .names import View, capital

MEASURE = ("counts", "terrain", "where", "without", "size", "line", "terrains", "motif")  # what a hypothesis counts


def hypothesis_name(view: View, hypothesis: int) -> str:
    """The slug of a hypothesis."""
    return view.box.words["hypotheses"][hypothesis]


@once
def hypothesis_symbol(view: View, hypothesis: int) -> str:
    """Its drawing: that of the game's own box which counts the same; what only other boxes have shows its back."""
    wanted = _counted(view.box.data["hypotheses"][hypothesis])
    same = (row["name"] for row in view.game.box().data["hypotheses"] if _counted(row) == wanted)
    return f"hypothesis-{next(same, 'back')}"


def _counted(row: Any) -> dict[str, Any]:
    return {part: row[part] for part in row if part in MEASURE}


@once
def hypothesis_label(view: View, hypothesis: int) -> str:
    """What a hypothesis is about, in a few words."""
    return _said(view, "term.hypothesis", hypothesis)


@once
def hypothesis_hint(view: View, hypothesis: int) -> str:
    """What a hypothesis counts, and what each count scores."""
    return f"{_said(view, 'hint.sentence', hypothesis)}\n{points_table(view, hypothesis)}"


def _said(view: View, kind: str, hypothesis: int) -> str:
    row = view.box.data["hypotheses"][hypothesis]
    words: dict[str, Any] = {
        part: view.words(f"term.one.{row[part]}") for part in ("terrain", "without") if part in row
    }
    if "motif" in row:
        above, below = row["motif"]
        words |= {"above": _pair(view, above), "below": _pair(view, below), "left": _pair(view, [above[0], below[0]])}
    words["n"] = int(row.get("size") or row.get("terrains") or 0)
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
    return listed(view, [view.words(f"term.one.{terrain}") for terrain in row])


def points_table(view: View, hypothesis: int) -> str:
    """What each count scores, as far as it can matter."""
    row = view.box.data["hypotheses"][hypothesis]
    if "each" in row:
        return view.words("hint.table.each", n=int(row["each"]))
    points = view.components.points[hypothesis]
    last = max(int(count) for count in row["points"])
    steps = [
        view.words("hint.table.step", count=count, points=points[count])
        for count in range(1, last + 1)
        if points[count]
    ]
    if then := int(row.get("then", 0)):
        return view.words("hint.table.then", steps=", ".join(steps), then=then)
    if last < most(row):
        return view.words("hint.table.more", steps=", ".join(steps[:-1]), last=last, points=points[last])
    return view.words("hint.table", steps=", ".join(steps))


def most(row: Any) -> int:
    """The most that can be counted."""
    return {"sets": SQUARES // len(TERRAINS), "lines": SIDE}.get(str(row["counts"]), SQUARES)
