"""The forms in which environments tell what a seat may know, with the spaces that say what can come."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.rule import HIDDEN
from .extras import needed
from .layout import Layout, Part

with needed("gymnasium"):
    from gymnasium import spaces

FORMS = ("flat", "planes", "named")


class Form:
    """One way to tell observations: one row of whole numbers, planes of zeros and ones, or each part by its name."""

    def __init__(self, layout: Layout, kind: str = "flat") -> None:
        if kind not in FORMS:
            raise ValueError(f"observations are {', '.join(FORMS)}; not {kind!r}")
        self.layout = layout
        self.kind = kind
        self.read = {"flat": layout.flat, "planes": layout.planes, "named": self._named}[kind]

    def _named(self, seen: Any) -> dict[str, Any]:
        parts = self.layout.parts
        return {part.name: np.asarray(seen[part.name], _kind(part)) for part in parts}

    def space(self) -> spaces.Space[Any]:
        """What there can be."""
        if self.kind == "planes":
            return spaces.Box(0, 1, (self.layout.planes_size,), np.uint8)
        if self.kind == "named":
            return spaces.Dict(
                {part.name: _box(part.least, part.most, part.shape, _kind(part)) for part in self.layout.parts}
            )
        return whole(self.layout)


def whole(layout: Layout) -> spaces.Box:
    """The space of the flat row."""
    low, high = np.empty(layout.size, layout.kind), np.empty(layout.size, layout.kind)
    for part in layout.parts:
        low[part.at], high[part.at] = (HIDDEN, 1) if part.bits else (part.least, part.most)
    return spaces.Box(low, high, dtype=layout.kind)


def _kind(part: Part) -> Any:
    return np.int32 if part.least >= -(1 << 31) and part.most < 1 << 31 else np.int64


def _box(low: int, high: int, shape: tuple[int, ...], dtype: Any) -> spaces.Box:
    return spaces.Box(np.full(shape, low, dtype), np.full(shape, high, dtype), dtype=dtype)


def mask_space(size: int) -> spaces.Box:
    """The space of masks: a 1 for each action that may be taken."""
    return spaces.Box(0, 1, (size,), np.int8)
