"""The board: ways, spaces with their gems, pawns, the discard space, craftsmen and workshops by their palaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .....core.keeping import kept
from .....scene import Group, Sprite
from ...reading.board import rounds_at_a_standstill
from ...rules.delivering import colours_to_go
from ..drawn import Drawn
from ..layout import HEIGHT, WIDTH
from .discard import bonus_tiles, discard, standstill
from .ground import drawn_ground
from .places import rows
from .spaces import Space, pawns
from .yards import palace_yards

__all__ = ["Board"]


@dataclass(frozen=True)
class Board(Drawn):
    """The board of a view."""

    @kept
    def group(self) -> Group:
        """The board's place on the table; its note says how far the end is."""
        return Group("board", self.view.words("term.valley"), "main", WIDTH, HEIGHT, note=self.standing(), zoom=True)

    def standing(self) -> str:
        """How many colours of craftsmen are left between now and the end; or rounds, if a standstill is near."""
        if self.s.last_round:
            return self.view.words("term.note.last")
        quiet, most = rounds_at_a_standstill(self.view), self.box.standstill
        if 2 * quiet >= most:
            return self.view.words("term.note.standstill", n=most - quiet)
        return self.view.words("term.note.standing", n=self.view.ask(colours_to_go))

    @kept
    def sprites(self) -> Iterator[Sprite]:
        """From the ground up."""
        yield from drawn_ground(self.view)
        for space in range(len(rows(self.view))):
            yield from Space(self.view, space).sprites()
        yield from discard(self.view)
        yield from bonus_tiles(self.view)
        yield from standstill(self.view)
        yield from palace_yards(self.view)
        yield from pawns(self.view)
