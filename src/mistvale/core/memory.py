"""A viewer's memory of a match: all that it has seen since the beginning, as text.

Two matches that a viewer cannot tell apart are remembered by the same text, and two that it can by different ones: what
game theory calls an information state. A line for each step of which the viewer has seen anything: the move as it was
shown to it, or the beat; what it has seen change on the table, each number by the name of its field; and for whom the
table waits from then on, which is public. What others have done in an epoch is told when the epoch is over. Of a step
of which nothing was seen there is no line, so that how many there were is not told either.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from . import verbs
from .knowledge import move_seen, seats_pending, state_seen
from .rule import SPECTATOR, blank

if TYPE_CHECKING:
    from .match import Match

BLANKED = frozenset({"key", "block", "drawn", "spare"})
"""Fields that nobody ever sees."""


class Memory:
    """What one viewer remembers. Lines about epochs that are over never change, and are kept."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.viewer = viewer
        self._lines = [_headed(match, viewer)]
        self._next = 0  # the first step that is not in them
        self._seen = blank(match.game.state)[0]  # the table as it was seen last
        self._waits = ""

    def copy(self) -> Memory:
        """Another memory of the same; neither changes the other."""
        twin = object.__new__(Memory)
        twin.__dict__.update(self.__dict__)
        twin._lines = self._lines.copy()
        return twin

    def text(self, match: Match) -> str:
        """All that is remembered, a line for each step of which something was seen."""
        self.note(match, match.history[match.steps].epoch_start)
        newest = self.copy()  # steps of the newest epoch can be taken back, or be told otherwise when it is over
        newest.note(match, match.steps)
        return str(newest)

    def __str__(self) -> str:
        return "\n".join(self._lines)

    def note(self, match: Match, last: int) -> None:
        """Remember all steps up to the one called `last`."""
        while self._next <= last:
            self._note(match, self._next)

    def _note(self, match: Match, number: int) -> None:
        """Remember one step more, if there was anything to see of it."""
        seen = state_seen(match.history, number, self.viewer, match.steps)
        verbs.veil(seen, match.box.record, self.viewer)
        waits = _waiting(match, number)
        line = [*_done(match, number, self.viewer), *changes(self._seen, seen)]
        if waits != self._waits:
            line.append(waits)
        if line:
            self._lines.append(" ".join(line))
        self._next, self._seen, self._waits = number + 1, seen, waits


def _headed(match: Match, viewer: int) -> str:
    """What is known before anything is on the table: what is played, with which box and options, by how many."""
    options = " ".join(f"{name}={value}" for name, value in sorted(match.options.items()))
    who = "spectator" if viewer == SPECTATOR else f"seat {viewer}"
    return f"{match.game.name} {match.game.version} {match.box.digest[:16]} {options} {who} of {match.seats}"


def _done(match: Match, number: int, viewer: int) -> list[str]:
    """What was done at a step, as far as the viewer has seen it."""
    step = match.history[number]
    if step.beat is not None:
        return [f"{step.beat}:"]
    move = move_seen(match.history, match.notation, number, viewer, match.steps)
    return [] if move is None else [f"{step.seat} {move}:"]


def _waiting(match: Match, number: int) -> str:
    """For whom the table waits after a step, and whether it is over."""
    state, box = match.history[number].state, match.box.record
    if verbs.over(state, box):
        return "over"
    return "waits " + ",".join(str(seat) for seat in seats_pending(state, box, match.seats))


@cache
def layout(dtype: np.dtype[Any]) -> list[tuple[str, slice]]:
    """Where the bytes of each field are that anybody ever sees."""
    assert dtype.fields is not None
    places = ((name, dtype.fields[name][:2]) for name in dtype.names or () if name not in BLANKED)
    return [(name, slice(offset, offset + kind.itemsize)) for name, (kind, offset) in places]


def changes(before: Any, after: Any) -> list[str]:
    """What differs between two states, as `field=value` and `field[place]=value`."""
    one, other = before.tobytes(), after.tobytes()
    # Most fields stay as they are, and bytes are soon compared.
    return [each for name, at in layout(after.dtype) if one[at] != other[at] for each in _change(name, before, after)]


def _change(name: str, before: Any, after: Any) -> list[str]:
    """What differs in one field."""
    one, other = before[name], after[name]
    if other.ndim == 0:
        return [f"{name}={int(other)}"]
    places = np.argwhere(one != other).tolist()
    return [f"{name}[{','.join(map(str, place))}]={int(other[tuple(place)])}" for place in places]
