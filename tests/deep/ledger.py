"""What a server has promised while it was soaked, and whether its store has kept it.

Whatever was acknowledged stands in a ledger. A new promise to be held to is a function in `CHECKS`.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mistvale.server.events import Event
from mistvale.server.store import Store
from mistvale.server.tables import fold


@dataclass(frozen=True)
class Acknowledged:
    """A message that changed something, and that the server has said yes to."""

    match: str
    guest: str
    kind: str
    seat: int
    message: str
    move: str = ""


class Ledger:
    """All that the server has promised to keep. Any thread may write."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.messages: list[Acknowledged] = []
        self.seats: dict[tuple[str, int], str] = {}  # who was given which
        self.left: set[tuple[str, int]] = set()
        self.findings: list[str] = []
        self.counts: Counter[str] = Counter()

    def acknowledge(self, said: Acknowledged) -> None:
        with self._lock:
            self.messages.append(said)
            self.counts[said.kind] += 1
            if said.kind == "leave":
                self.left.add((said.match, said.seat))

    def seat(self, match: str, seat: int, guest: str) -> None:
        with self._lock:
            self.seats[match, seat] = guest
            self.counts["seat"] += 1

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def find(self, what: str) -> None:
        with self._lock:
            self.findings.append(what)

    def matches(self) -> list[str]:
        with self._lock:
            return list(dict.fromkeys(match for match, _ in self.seats))


# ---------------------------------------------------------------- whether it was kept

Log = dict[str, list[Event]]


def nothing_is_lost(ledger: Ledger, log: Log) -> Iterator[str]:
    """Every message that was acknowledged is an event, as it was said."""
    written = {(event.match, event.guest, event.message): event for events in log.values() for event in events}
    for said in ledger.messages:
        event = written.get((said.match, said.guest, said.message))
        if event is None:
            yield f"lost: {said}"
        elif (event.kind, event.seat) != (said.kind, said.seat) or (said.move and event.data.get("move") != said.move):
            yield f"altered: {said} is {event}"


def nothing_is_done_twice(ledger: Ledger, log: Log) -> Iterator[str]:
    """No message of a guest at a table is more than one event, and numbers leave nothing out."""
    for match, events in log.items():
        times = Counter((event.guest, event.message) for event in events if event.message is not None)
        yield from (f"done {count} times at {match}: {who}" for who, count in times.items() if count > 1)
        if [event.number for event in events] != list(range(len(events))):
            yield f"numbers of {match} are not one after another"


def order_is_kept(ledger: Ledger, log: Log) -> Iterator[str]:
    """What a guest was told first, at a table, happened first."""
    numbers = {(event.match, event.guest, event.message): event.number for each in log.values() for event in each}
    last: dict[tuple[str, str], int] = {}
    for said in ledger.messages:
        number = numbers.get((said.match, said.guest, said.message), sys.maxsize)
        if number < last.get((said.match, said.guest), -1):
            yield f"out of order: {said}"
        last[said.match, said.guest] = number


def seats_are_held(ledger: Ledger, log: Log) -> Iterator[str]:
    """Who was given a seat has it, unless it was left; every table folds, and nobody moved for somebody else."""
    tables = {match: fold(events) for match, events in log.items()}
    for match, table in tables.items():
        if table.frozen:
            yield f"{match} is frozen: {table.frozen}"
    for (match, seat), guest in ledger.seats.items():
        table = tables.get(match)
        if table is None:
            yield f"the table {match} is gone"
        elif (match, seat) not in ledger.left and table.seats[seat].guest != guest:
            yield f"seat {seat} of {match} is not {guest}'s any more"
    for match, events in log.items():
        for event in events:
            holder = ledger.seats.get((match, event.seat)) if event.seat is not None else None
            if event.kind == "move" and event.guest is not None and holder not in (None, event.guest):
                yield f"{event.guest} moved for {holder}: {event}"


CHECKS: Sequence[Callable[[Ledger, Log], Iterator[str]]] = (
    nothing_is_lost,
    nothing_is_done_twice,
    order_is_kept,
    seats_are_held,
)


def checked(ledger: Ledger, log: Log) -> list[str]:
    """What the store does not keep of what was promised."""
    return [finding for check in CHECKS for finding in check(ledger, log)]


def read_log(url: str, matches: Sequence[str]) -> Log:
    """All events of these matches, as a server would read them."""
    store = Store(url, "soak")
    try:
        return {match: list(store.events(match)) for match in matches}
    finally:
        store.close()
