"""Matches that are over, dealt anew when somebody says so: whoever wants to look at the last position first."""

from __future__ import annotations

from ..core.rule import rule
from .cells import NOBODY, deal_life, show, unmark


@rule
def renew_cells(cells, box, how, mask, seen, first, end):
    """Deal the next match in each of the cells from `first` to `end` in which nobody is asked."""
    for i in range(first, end):
        if cells[i].seat == NOBODY:
            unmark(cells[i], mask[i])
            cells[i].life += 1
            deal_life(cells[i], box, how, i)
            show(cells[i], box, how, mask[i], seen[i])
