"""The forms in which environments tell what a seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np

from .layout import Layout, Part

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
        return {part.name: np.asarray(seen[part.name], number_kind(part)) for part in parts}


def number_kind(part: Part) -> Any:
    """The kind of number that a part has where it goes by its name."""
    return np.int32 if part.least >= -(1 << 31) and part.most < 1 << 31 else np.int64
