"""Matches that are over, dealt anew when somebody says so: whoever wants to look at the last position first."""

from __future__ import annotations

from ..core.rule import rule
from .cells import NOBODY, deal_life, show


@rule
def renew_cells(cells, box, how, legal, mask, seen, first, end):
    """Deal the next match in each of the cells from `first` to `end` in which nobody is asked."""
    for i in range(first, end):
        c = cells[i]
        if c.seat == NOBODY:
            c.life += 1
            deal_life(c, c.now, box, how, i, legal[i].row, seen[i])
            show(c, c.now, box, how, legal[i].row, mask[i].row, seen[i])
