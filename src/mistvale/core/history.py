"""The history of a match: its steps, each with the state that it led to, and the epochs that they fall into.

What a seat has done in the current epoch nobody else has learnt anything from: so a viewer's own state is always the
same fold, all steps up to the start of the epoch and the viewer's own moves since. Undo takes those back, no more.
"""

from __future__ import annotations

import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from . import verbs
from .moves import Move
from .rule import NOTHING, copied, narrow, packed, unpacked

BEAT = -1  # the seat of a step that no seat decided

UNPACKED = 8  # steps that lie ready at least: scenes look back a few steps, and older ones are seldom asked for
CHAPTER = 16  # older steps that are kept together
FAST = 1  # zlib's quickest way
OPEN = 1  # chapters of all matches that lie open: who looks at an old step looks at those beside it, too


class Step:
    """One step of a match: a seat's move, or a beat; and the state it led to."""

    __slots__ = ("_state", "beat", "epoch_start", "move", "seat")

    def __init__(self, seat: int, move: Move | None, beat: str | None, state: Any, epoch_start: int) -> None:
        self.seat = seat
        self.move = move
        self.beat = beat
        self.epoch_start = epoch_start  # the step at which the epoch of `state` began
        self._state = state

    @property
    def state(self) -> Any:
        """The state that it led to: whoever wants to change it takes a copy."""
        return self._state

    def __reduce__(self) -> Any:
        """What another process makes it again of: the state as bytes, the same whether rules are compiled or not."""
        dtype = narrow(self.state.dtype)
        return _unpickled, (self.seat, self.move, self.beat, packed(self.state, dtype), dtype, self.epoch_start)


def _unpickled(
    seat: int, move: Move | None, beat: str | None, state: bytes, dtype: np.dtype[Any], epoch_start: int
) -> Step:
    """A step that was pickled."""
    return Step(seat, move, beat, unpacked(state, dtype), epoch_start)


class OldStep(Step):
    """A step of a chapter, whose state is looked up when it is asked for."""

    __slots__ = ()

    @property
    def state(self) -> Any:
        chapter, place = self._state
        return chapter.state(place)


class Chapter:
    """Some steps that nobody can take back any more, kept small: one state is much like the one before it."""

    __slots__ = ("_beats", "_epoch_starts", "_moves", "_seats", "_type", "packed")

    def __init__(self, steps: list[Step]) -> None:
        # A column for each fact: what is the same in many steps is there once.
        self._seats = array("b", [step.seat for step in steps])
        self._moves = tuple([step.move for step in steps])
        self._beats = tuple([step.beat for step in steps])
        self._epoch_starts = array("I", [step.epoch_start for step in steps])
        self._type: np.dtype[Any] = steps[0].state.dtype
        self.packed = zlib.compress(b"".join(step.state.tobytes() for step in steps), FAST)

    def __getitem__(self, place: int) -> Step:
        told = self._moves[place], self._beats[place]
        return OldStep(self._seats[place], *told, (self, place), self._epoch_starts[place])

    def state(self, place: int) -> Any:
        """The state of one of its steps. A copy."""
        size = self._type.itemsize
        return np.frombuffer(bytearray(opened(self)[place * size : (place + 1) * size]), self._type)[0]


@lru_cache(maxsize=OPEN)
def opened(chapter: Chapter) -> bytes:
    """The states of a chapter, one after another."""
    return zlib.decompress(chapter.packed)


Rows = tuple[tuple[int, ...], ...]


def settled(places: tuple[int, ...], row: Sequence[int]) -> tuple[int, ...]:
    """What is in a row, each where it lay before: what is gone leaves its place free, what is new takes the first."""
    if sorted(places) == sorted(row):  # as it mostly is
        return places
    coming = Counter(each for each in row if each != NOTHING)
    found = []
    for each in places:
        stays = coming[each] > 0
        coming[each] -= stays
        found.append(each if stays else NOTHING)
    for each in coming.elements():
        found[found.index(NOTHING)] = each
    return tuple(found)


class History:
    """All steps from the table as it was set up, step 0, to the newest."""

    def __init__(self, box: Any, state: Any) -> None:
        self.box = box
        self._chapters: tuple[Chapter, ...] = ()
        self._steps = [Step(BEAT, None, None, state, 0)]  # those that are in no chapter yet
        self._laid: dict[str, dict[int, Rows]] = {}  # of a field, how its rows lay when an epoch began

    @property
    def newest(self) -> int:
        """The number of the newest step."""
        return self._told + len(self._steps) - 1

    @property
    def _told(self) -> int:
        """How many steps are in chapters: none of the current epoch, which can still be taken back."""
        return len(self._chapters) * CHAPTER

    @property
    def state(self) -> Any:
        """The state that the newest step led to: whoever wants to change it takes a copy."""
        return self._steps[-1].state

    def __getitem__(self, number: int) -> Step:
        place = number - len(self._chapters) * CHAPTER
        return self._steps[place] if place >= 0 else self._chapters[number // CHAPTER][number % CHAPTER]

    def span(self, first: int, last: int) -> Iterable[Step]:
        """The steps from `first` to `last`, both of them too; old ones are looked up as they are asked for."""
        told = self._told
        if first >= told:
            return self._steps[first - told : last + 1 - told]
        return (self[number] for number in range(first, last + 1))

    def __iter__(self) -> Iterator[Step]:
        return (self[number] for number in range(self.newest + 1))

    def copy(self) -> History:
        """Another history of the same steps; neither changes the other."""
        twin = object.__new__(History)
        twin.box, twin._chapters, twin._steps = self.box, self._chapters, self._steps.copy()
        twin._laid = {name: known.copy() for name, known in self._laid.items()}
        return twin

    def rest(self) -> None:
        """Keep all but the newest step small: they are seldom asked for before there are more."""
        self._laid = {}
        older = self._steps[:-1]
        if any(not isinstance(step, OldStep) for step in older):
            chapter = Chapter(older)
            self._steps[:-1] = [chapter[place] for place in range(len(older))]

    def __getstate__(self) -> Any:
        """What another process makes it again of: the box, the steps, and their states, as bytes of either mode."""
        steps = list(self)
        box, state = narrow(self.box.dtype), narrow(self.state.dtype)
        told = [(step.seat, step.move, step.beat, step.epoch_start) for step in steps]
        states = zlib.compress(b"".join(packed(step.state, state) for step in steps), FAST)
        return packed(self.box, box), box, told, states, state

    def __setstate__(self, pickled: Any) -> None:
        box, box_type, told, states, state_type = pickled
        data, size = zlib.decompress(states), state_type.itemsize
        records = (unpacked(data[n * size : (n + 1) * size], state_type) for n in range(len(told)))
        self.box, self._chapters, self._laid = unpacked(box, box_type), (), {}
        self._steps = [
            Step(seat, move, beat, state, start) for (seat, move, beat, start), state in zip(told, records, strict=True)
        ]
        self._tidy()

    # ---------------------------------------------------------------- growing and taking back

    def append(self, seat: int, move: Move | None, beat: str | None, state: Any) -> None:
        """One step more; it begins an epoch if the rules say so."""
        before = self._steps[-1]
        same = int(before.state["epoch"]) == int(state["epoch"])
        self._steps.append(Step(seat, move, beat, state, before.epoch_start if same else self.newest + 1))
        self._tidy()

    def _tidy(self) -> None:
        """Put steps that nobody can take back any more into chapters, but for the newest."""
        while len(self._steps) >= UNPACKED + CHAPTER and self._told + CHAPTER <= self._steps[-1].epoch_start:
            self._chapters += (Chapter(self._steps[:CHAPTER]),)
            del self._steps[:CHAPTER]

    def own_last(self, seat: int) -> int | None:
        """The last step of `seat` in the current epoch: the one that it may take back."""
        start = self._steps[-1].epoch_start
        return next((n for n in range(self.newest, start, -1) if self[n].seat == seat), None)

    def cut(self, number: int) -> list[tuple[int, Move]]:
        """Take back step `number` and all after it; the moves that others made since, to be played again."""
        place = number - self._told
        later = [(step.seat, step.move) for step in self._steps[place + 1 :] if step.move is not None]
        del self._steps[place:]
        return later

    # ---------------------------------------------------------------- places

    def laid(self, name: str, number: int) -> Rows:
        """How the rows of a field lie on a table at the start of an epoch, which is step `number`.

        Rules keep a row in order; on a table each thing keeps its place as long as it is there.
        """
        known, unknown = self._laid.setdefault(name, {}), []
        while number not in known:
            unknown.append(number)
            if number == 0:
                break
            number = self[number - 1].epoch_start
        for start in reversed(unknown):
            rows = self[start].state[name].tolist()
            before = known[self[start - 1].epoch_start] if start else [(NOTHING,) * len(row) for row in rows]
            known[start] = tuple(map(settled, before, rows))
        return known[unknown[0] if unknown else number]

    # ---------------------------------------------------------------- epochs

    def first_move(self, number: int) -> int:
        """The last step of the epoch of step `number` before anybody moved in it: its first beats are everybody's."""
        start = self[number].epoch_start
        while start < number and self[start + 1].seat == BEAT:
            start += 1
        return start

    def fold(self, number: int, viewer: int) -> Any:
        """The state that `viewer` is in at step `number`: the epoch's start and its own moves since. A copy."""
        start = self.first_move(number)
        since = [*self.span(start + 1, number)]
        if all(step.seat in (viewer, BEAT) for step in since):
            return copied(self[number].state)
        state = copied(self[start].state)
        for step in since:
            if step.move is not None and step.seat == viewer:
                verbs.play(state, self.box, viewer, step.move.number)
        return state
