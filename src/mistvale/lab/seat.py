"""A seat of a light state, for bots: what it may know, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core import verbs
from ..core.moves import Move
from ..core.rule import rule
from .cells import recall

if TYPE_CHECKING:
    from .state import State


@rule
def redeal_one(cells, box, seat, seed, out):
    """Write down the state that a seat is in, with all that it can't know dealt anew."""
    recall(cells[0], cells[0].now, box, seat, out[0])
    verbs.redeal(out[0], box, seat, seed)


class Seat:
    """A seat's handle on a state. Bots play here as they do at a match, and choose the same moves."""

    def __init__(self, state: State, number: int) -> None:
        self._state = state
        self.number = number
        self.game = state.game
        self.box = state.setting.box
        self.seats = state.seats

    @property
    def legal(self) -> list[Move]:
        """The moves that this seat may make now."""
        notation = self._state.setting.notation
        return [notation.move(number) for number in self._state.legal(self.number)]

    def observation(self) -> Any:
        """What this seat may know, as a record: see `Layout`."""
        return self._state.observation(self.number)

    def world(self, seed: int | bytes) -> Any:
        """A state that agrees with everything this seat has seen, and is random in everything else."""
        return self._state.world(self.number, seed)
