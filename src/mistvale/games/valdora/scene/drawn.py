"""What every part of the table is drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from ..reading import View
from ..state import Box, State


@dataclass(frozen=True)
class Drawn:
    """A part of the table of a view."""

    view: View

    @property
    def s(self) -> State:
        return self.view.s

    @property
    def box(self) -> Box:
        return self.view.components
