"""What the cards on the grid score, would score, and where the points come from."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...core.knowledge import View
from ...core.rule import NOTHING
from .rules.criteria import is_counted, kind_of, score_grid
from .rules.placing import place
from .state import (
    CARDS,
    COUNT,
    HIGHEST,
    KINDS,
    NEAR,
    ONCE,
    REACH,
    REPEATED,
)


def points_now(state: Any, box: Any) -> dict[int, int]:
    """What each card on the grid scores as the grid is now."""
    out = np.zeros(CARDS, np.int32)
    score_grid(state, box, out)
    return {card: int(out[card]) for card in range(int(box["cards"])) if out[card] != NOTHING}


def clan_points(state: Any, box: Any) -> list[int]:
    """What each seat's cards score as the grid is now."""
    totals = [0] * int(state["seats"])
    for card, points in points_now(state, box).items():
        totals[int(state["keeper"][card])] += points
    return totals


def points_with(view: View, space: int) -> tuple[int, dict[int, int]]:
    """What the card being played would score on a space, and what that changes for the cards on the grid."""
    box = view.box.record
    card = int(view.state["playing"])
    before = points_now(view.state, box)
    state = view.state.copy()
    place(state, np.int64(space))
    after = points_now(state, box)
    return after[card], {other: after[other] - points for other, points in before.items() if after[other] != points}


def gives(state: Any, box: Any, card: int) -> dict[int, int]:
    """Which cards gave a card on the grid how many of its points; what is all or nothing is given by none."""
    where, how, points = (int(box[part][card]) for part in ("where", "how", "points"))
    space = int(state["place"][card])
    near = (int(NEAR[where, space, i]) for i in range(int(REACH[where])))
    looked = [int(state["grid"][other]) for other in sorted({*near} - {space})]
    counted = [other for other in looked if is_counted(state, box, card, other)]
    kinds = Counter(int(kind_of(state, box, card, other)) for other in counted)
    if how == COUNT:
        return dict.fromkeys(counted, points)
    if how == ONCE:
        return {other: points for other in counted if kinds[int(kind_of(state, box, card, other))] == 1}
    if how == REPEATED:
        return {other: points for other in counted if kinds[int(kind_of(state, box, card, other))] > 1}
    if how == KINDS:
        first = {int(kind_of(state, box, card, other)): other for other in reversed(counted)}
        return {other: points for other in counted if other in first.values()}
    if how == HIGHEST and counted:
        best = max(counted, key=lambda other: int(box["number"][other]))
        return {best: points * int(box["number"][best])}
    return {}
