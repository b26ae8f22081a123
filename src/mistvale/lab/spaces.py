"""Spaces as Gymnasium has them: what can come in each form. All else of the lab does without Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.rule import HIDDEN
from .extras import needed
from .forms import Form, number_kind
from .layout import Layout
from .state import State

with needed("gymnasium"):
    from gymnasium import spaces


def space_of(form: Form) -> spaces.Space[Any]:
    """What there can be in a form."""
    if form.kind == "planes":
        return spaces.Box(0, 1, (form.layout.planes_size,), np.uint8)
    if form.kind == "named":
        return spaces.Dict(
            {part.name: _box(part.least, part.most, part.shape, number_kind(part)) for part in form.layout.parts}
        )
    return whole(form.layout)


def whole(layout: Layout) -> spaces.Box:
    """The space of the flat row."""
    low, high = np.empty(layout.size, layout.kind), np.empty(layout.size, layout.kind)
    for part in layout.parts:
        low[part.at], high[part.at] = (HIDDEN, 1) if part.bits else (part.least, part.most)
    return spaces.Box(low, high, dtype=layout.kind)


def _box(low: int, high: int, shape: tuple[int, ...], dtype: Any) -> spaces.Box:
    return spaces.Box(np.full(shape, low, dtype), np.full(shape, high, dtype), dtype=dtype)


def feature_space(count: int) -> spaces.Box:
    """The space of what a game's own features tell."""
    room = np.iinfo(np.int64)
    return spaces.Box(room.min, room.max, (count,), np.int64)


def feature_row(match: State, seat: int) -> Any:
    """What a game's own features tell a seat, in the order in which the game has them."""
    return np.array(list(match.features(seat).values()), np.int64)


def mask_space(size: int) -> spaces.Box:
    """The space of masks: a 1 for each action that may be taken."""
    return spaces.Box(0, 1, (size,), np.int8)
