"""What a match is worth to its seats: at its end, or step by step as far as each of them can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.chance import SEED_BYTES, seed_words
from ..core.rule import rule
from .cells import REWARDS, SETTINGS, reward
from .setting import Setting


@rule
def tell_worth(cells, box, how, numbers, scratch, out):
    """Tell each seat what the match is worth to it: when it is over or, with differences, as far as it can tell."""
    c = cells[0]
    for seat in range(how.seats):
        c.known[seat] = 0.0
    reward(c, c.now, box, how, numbers, scratch[0], out)


def settings(
    setting: Setting,
    kind: str = "rank",
    differences: bool = False,
    seed: bytes = bytes(SEED_BYTES),
    restarts: bool = False,
    observes: bool = False,
) -> Any:
    """How rules of cells are told what is wanted of them."""
    if kind not in REWARDS:
        raise ValueError(f"rewards are {', '.join(REWARDS)}; not {kind!r}")
    how = np.zeros(1, SETTINGS)
    how["key"], how["seats"], how["options"] = seed_words(seed), setting.seats, setting.packed_options
    how["reward"], how["differs"] = REWARDS.index(kind), differences
    how["restarts"], how["observes"] = restarts, observes
    return how[0]


class Purse:
    """Keeps account of what each seat was given, so that all of it together is what the match was worth to it."""

    def __init__(self, setting: Setting, kind: str = "rank", differences: bool = False) -> None:
        self.kind = kind
        self.differences = differences
        self.how = settings(setting, kind, differences)
        self._nothing = (0.0,) * setting.seats
        self._known = self._nothing

    def begin(self, state: Any) -> None:
        """A match begins: what seats have from the start is not given to them."""
        self._known = tuple(state.worth(self.how)) if self.differences else self._nothing

    def gained(self, state: Any) -> Sequence[float]:
        """What each seat has gained since it was last asked."""
        if not self.differences and not state.over:
            return self._nothing
        now = tuple(state.worth(self.how))
        before, self._known = self._known, now
        return [own - had for own, had in zip(now, before, strict=True)]

    def forfeit(self, state: Any, seat: int) -> float:
        """What a seat gains that is out of the match: it is last, without a point."""
        points = [0 if other == seat else score for other, score in enumerate(state.scores)]
        rivals = [score for other, score in enumerate(points) if other != seat]
        worth = {"rank": -1.0, "win": 0.0, "points": 0.0, "lead": -float(max(rivals, default=0))}[self.kind]
        return worth - self._known[seat]
