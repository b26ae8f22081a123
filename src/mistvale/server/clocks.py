"""The clocks of a table: a fold of its events, and of nothing else.

An event at a table with a pace says when it happened and what was spent by each seat whose clock ran until then. So
whoever folds the events comes to the same clocks, whatever its own clock says. All times are whole milliseconds.

A decision is all that a seat does before anybody learns of it: what it does in one epoch. To take a move back, and to
make another, is the same decision, so it gives no time back; and a clock tells of a seat only what `pending` tells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .terms import Pace

# Where an event holds its time.
KEY = "clock"


@dataclass(frozen=True)
class Moment:
    """A moment of the one source of time, and how many outages there were before it."""

    at: int
    outages: int = 0


@dataclass(frozen=True)
class Outage:
    """A stretch in which no process served: since when, and until when. A clock that was set back is one, too."""

    number: int
    gone: int
    back: int


@dataclass
class Clocks:
    """What each seat has left, and since when the clocks run that run."""

    pace: Pace
    # When something was last counted; None before play begins.
    since: int | None = None
    # The outages that are accounted for.
    outages: int = 0
    bank: list[int] = field(default_factory=list)
    # What each seat has used of the decision that it is at.
    used: list[int] = field(default_factory=list)
    # Until when a seat's clock stands still, for holidays.
    holiday: dict[int, int] = field(default_factory=dict)
    # The seats whose clocks run, and the epoch they decide in.
    running: tuple[int, ...] = ()
    epoch: int = 0

    def copy(self) -> Clocks:
        return replace(self, bank=list(self.bank), used=list(self.used), holiday=dict(self.holiday))

    # ------------------------------------------------------------ what there is to know

    def spent(self, seat: int, now: int) -> int:
        """What a seat has spent since something was last counted."""
        if self.since is None or seat not in self.running:
            return 0
        return max(0, now - max(self.since, self.holiday.get(seat, self.since)))

    def left(self, seat: int, now: int) -> tuple[int, int]:
        """What a seat has left of its decision and of its bank; the grace is nobody's to see."""
        used = self.used[seat] + self.spent(seat, now)
        over = max(0, used - self.pace.allowance)
        decision = min(self.pace.decision, max(0, self.pace.allowance - used))
        return decision, max(0, self.bank[seat] - over)

    def deadline_of(self, seat: int) -> int:
        """When a seat whose clock runs is out of time."""
        assert self.since is not None
        start = max(self.since, self.holiday.get(seat, self.since))
        return start + self.pace.allowance + self.bank[seat] - self.used[seat]

    @property
    def deadline(self) -> int | None:
        """When the first seat is out of time; None where no clock runs."""
        return min((self.deadline_of(seat) for seat in self.running), default=None)

    def out_of_time(self, now: int) -> int | None:
        """The seat that is out of time first, if one is."""
        late = [(self.deadline_of(seat), seat) for seat in self.running if self.deadline_of(seat) <= now]
        return min(late)[1] if late else None

    def missed(self, outages: Sequence[Outage]) -> list[Outage]:
        """The outages that are not accounted for, if clocks ran in them."""
        return [each for each in outages if each.number > self.outages] if self.running else []

    # ------------------------------------------------------------ what an event says of time

    def reading(self, moment: Moment) -> dict[str, Any]:
        """What an event of this moment carries."""
        spent = {str(seat): self.spent(seat, moment.at) for seat in self.running}
        return {"at": moment.at, "spent": {seat: ms for seat, ms in spent.items() if ms}, "outages": moment.outages}

    def reading_over(self, outages: Sequence[Outage]) -> dict[str, Any]:
        """What an event carries that gives back the time of outages: what was spent between them is spent."""
        clocks = self.copy()
        spent = dict.fromkeys(self.running, 0)
        for outage in outages:
            for seat in self.running:
                spent[seat] += clocks.spent(seat, outage.gone)
            clocks.since = outage.back
        last = outages[-1]
        return {"at": last.back, "spent": {str(s): ms for s, ms in spent.items() if ms}, "outages": last.number}

    # ------------------------------------------------------------ the fold

    def count(self, reading: Mapping[str, Any] | None) -> None:
        """Count what an event says was spent. An event that says nothing of time changes no clock."""
        if reading is None:
            return
        for seat, ms in reading["spent"].items():
            self.used[int(seat)] += ms
        self.since = reading["at"]
        # A process may not have heard yet of one that another has accounted for.
        self.outages = max(self.outages, reading["outages"])

    def expire(self, seat: int) -> None:
        """A seat is out of time. Whoever takes it back begins a decision, and has no bank."""
        self.bank[seat] = self.used[seat] = 0

    def rest(self, seat: int, until: int) -> None:
        """A seat's clock stands still until then; 0 is a holiday that is over."""
        self.holiday.pop(seat, None)
        if until:
            self.holiday[seat] = until

    def turn_to(self, running: Collection[int], epoch: int) -> None:
        """From now on these clocks run. A new epoch is a new decision for everybody."""
        if epoch != self.epoch:
            for seat, used in enumerate(self.used):
                self.bank[seat] = max(0, self.bank[seat] - max(0, used - self.pace.allowance))
                self.used[seat] = 0
        self.epoch = epoch
        self.running = tuple(sorted(running)) if self.since is not None else ()


def first_reading(moment: Moment) -> dict[str, Any]:
    """What the event carries that opens a table."""
    return {"at": moment.at, "spent": {}, "outages": moment.outages}


def wound_up(pace: Pace, seats: int) -> Clocks | None:
    """The clocks of a new table; none where nobody is in a hurry."""
    if pace.kind == "none":
        return None
    return Clocks(pace, bank=[pace.bank] * seats, used=[0] * seats)
