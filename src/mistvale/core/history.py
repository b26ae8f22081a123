"""The history of a match: its steps, each with the state that it led to, and the epochs that they fall into.

What a seat has done in the current epoch nobody else has learnt anything from: so a viewer's own state is always the
same fold, all steps up to the start of the epoch and the viewer's own moves since. Undo takes those back, no more.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import verbs
from .moves import Move
from .rule import copied

BEAT = -1  # the seat of a step that no seat decided


UNPACKED = 12  # steps whose states lie ready: scenes look back a few steps, and older ones are seldom asked for
FAST = 1  # zlib's quickest way


class Step:
    """One step of a match: a seat's move, or a beat; and the state it led to."""

    __slots__ = ("_packed", "_state", "beat", "epoch_start", "move", "seat")

    def __init__(self, seat: int, move: Move | None, beat: str | None, state: Any, epoch_start: int) -> None:
        self.seat = seat
        self.move = move
        self.beat = beat
        self.epoch_start = epoch_start  # the step at which the epoch of `state` began
        self._state = state  # or its type alone, once it is packed
        self._packed = b""

    @property
    def state(self) -> Any:
        """The state that it led to: whoever wants to change it takes a copy."""
        state = self._state
        if isinstance(state, np.dtype):
            return np.frombuffer(bytearray(zlib.decompress(self._packed)), state)[0]
        return state

    def pack(self) -> None:
        """Keep the state small: a tenth of its size, and some millionths of a second to read it."""
        state = self._state
        if not isinstance(state, np.dtype):
            # In this order: another thread may be reading it.
            self._packed = zlib.compress(state.tobytes(), FAST)
            self._state = state.dtype


class History:
    """All steps from the table as it was set up, step 0, to the newest."""

    def __init__(self, box: Any, state: Any) -> None:
        self.box = box
        self._steps = [Step(BEAT, None, None, state, 0)]

    @property
    def newest(self) -> int:
        """The number of the newest step."""
        return len(self._steps) - 1

    @property
    def state(self) -> Any:
        """The state that the newest step led to: whoever wants to change it takes a copy."""
        return self._steps[-1].state

    def __getitem__(self, number: int) -> Step:
        return self._steps[number]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    def copy(self) -> History:
        """Another history of the same steps; neither changes the other."""
        twin = object.__new__(History)
        twin.box, twin._steps = self.box, self._steps.copy()
        return twin

    # ---------------------------------------------------------------- growing and taking back

    def append(self, seat: int, move: Move | None, beat: str | None, state: Any) -> None:
        """One step more; it begins an epoch if the rules say so."""
        before = self._steps[-1]
        same = int(before.state["epoch"]) == int(state["epoch"])
        self._steps.append(Step(seat, move, beat, state, before.epoch_start if same else len(self._steps)))
        if len(self._steps) > UNPACKED:
            self._steps[-UNPACKED - 1].pack()

    def own_last(self, seat: int) -> int | None:
        """The last step of `seat` in the current epoch: the one that it may take back."""
        start = self._steps[-1].epoch_start
        return next((n for n in range(self.newest, start, -1) if self._steps[n].seat == seat), None)

    def cut(self, number: int) -> list[tuple[int, Move]]:
        """Take back step `number` and all after it; the moves that others made since, to be played again."""
        later = [(step.seat, step.move) for step in self._steps[number + 1 :] if step.move is not None]
        del self._steps[number:]
        return later

    # ---------------------------------------------------------------- epochs

    def first_move(self, number: int) -> int:
        """The last step of the epoch of step `number` before anybody moved in it: its first beats are everybody's."""
        start = self._steps[number].epoch_start
        while start < number and self._steps[start + 1].seat == BEAT:
            start += 1
        return start

    def fold(self, number: int, viewer: int) -> Any:
        """The state that `viewer` is in at step `number`: the epoch's start and its own moves since. A copy."""
        start = self.first_move(number)
        since = self._steps[start + 1 : number + 1]
        if all(step.seat in (viewer, BEAT) for step in since):
            return copied(self._steps[number].state)
        state = copied(self._steps[start].state)
        for step in since:
            if step.move is not None and step.seat == viewer:
                verbs.play(state, self.box, viewer, step.move.number)
        return state
