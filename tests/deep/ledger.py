"""What a server has promised while it was soaked, and whether its events keep it.

Whatever was acknowledged stands in a ledger. A new promise about events to be held to is a function in `CHECKS`; those
about the rest of the store stand in `soak/kept.py`.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mistvale.server.events import Event
from mistvale.server.store import Store
from mistvale.server.tables import UNPLAYABLE, Table, fold


@dataclass(frozen=True)
class Acknowledged:
    """A message that changed something, and that the server has said yes to."""

    match: str
    guest: str
    kind: str
    seat: int
    message: str
    move: str = ""


@dataclass(frozen=True)
class Line:
    """Something said at a table, and taken."""

    match: str
    guest: str
    message: str
    text: str = ""
    phrase: str = ""


@dataclass(frozen=True)
class Clocks:
    """What clocks were told to be, when a match stood at a step."""

    match: str
    step: int
    # For each seat, what was left of the decision and of the bank, and whether the clock ran.
    seats: tuple[tuple[int, int, bool], ...]


@dataclass(frozen=True)
class Account:
    """A player that was told to be one."""

    guest: str
    handle: str
    name: str


class Ledger:
    """All that the server has promised to keep. Any thread may write."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.messages: list[Acknowledged] = []
        self.seats: dict[tuple[str, int], str] = {}  # who was given which
        self.left: set[tuple[str, int]] = set()
        self.lines: list[Line] = []
        self.comments: list[Line] = []
        self.reports: set[tuple[str, str, int, str]] = set()  # match, side, number, reporter
        self.clocks: list[Clocks] = []
        self.ended: dict[str, tuple[list[int], list[int]]] = {}  # scores and ranks of matches that were told to be over
        self.accounts: dict[str, Account] = {}
        self.codes: dict[str, set[str]] = defaultdict(set)  # of each player, those that count and are not used
        self.used: set[str] = set()  # codes that were taken
        self.passkeys: dict[str, set[str]] = defaultdict(set)  # of each player, the ids of credentials
        self.absent: set[str] = set()  # those who never stay at a table, and are told of everything
        self.follows: dict[tuple[str, str], bool] = {}
        self.invitations: dict[str, tuple[str, str]] = {}  # by id: who was invited, where
        self.taken_back: set[str] = set()  # ids of invitations that must not be there any more
        self.channels: dict[str, str] = {}  # paths of endpoints, and whose they are
        self.tokens: dict[str, tuple[str, str]] = {}  # by their hash: whose, and the token's name
        self.tries: dict[tuple[str, str], str] = {}  # of a day, by a player: the match
        self.tournaments: dict[str, str] = {}  # by id: who has opened them
        self.entries: set[tuple[str, str]] = set()  # who was let into which
        self.standings: dict[str, list[dict[str, Any]]] = {}  # of tournaments that were told to be over
        self.deleted: dict[str, tuple[str, ...]] = {}  # players that are gone, and what must be found nowhere
        self.closed: set[str] = set()  # tables that were told to be closed before the match began
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

    def say(self, line: Line) -> None:
        with self._lock:
            self.lines.append(line)
            self.counts["chat line"] += 1

    def comment(self, line: Line) -> None:
        with self._lock:
            self.comments.append(line)
            self.counts["comment"] += 1

    def tell_clocks(self, told: Clocks) -> None:
        with self._lock:
            self.clocks.append(told)
            self.counts["clocks told"] += 1

    def end(self, match: str, scores: list[int], ranks: list[int]) -> None:
        with self._lock:
            if match not in self.ended:
                self.counts["match over"] += 1
            self.ended[match] = scores, ranks

    def delete(self, player: str, marks: tuple[str, ...]) -> None:
        """An account is gone, and with it all that was promised to it."""
        with self._lock:
            self.deleted[player] = marks
            self.accounts.pop(player, None)
            self.codes.pop(player, None)
            self.passkeys.pop(player, None)
            self.counts["account deleted"] += 1

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def find(self, what: str) -> None:
        with self._lock:
            self.findings.append(what)

    def matches(self) -> list[str]:
        with self._lock:
            return list(dict.fromkeys(match for match, _ in self.seats if match not in self.closed))


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
    """Who was given a seat has it, unless an event says how it was lost; every table folds."""
    tables = {match: fold(events) for match, events in log.items()}
    for match, table in tables.items():
        if table.frozen:
            yield f"{match} is frozen: {table.frozen}"
    for (match, seat), guest in ledger.seats.items():
        held = tables.get(match)
        if held is None:
            # What was closed goes after a day, and clocks jump by days.
            if match not in ledger.closed:
                yield f"the table {match} is gone"
        elif held.seats[seat].guest != guest and not (guest in held.sat and is_lost(ledger, log[match], seat, guest)):
            yield f"seat {seat} of {match} is not {guest}'s any more"


def is_lost(ledger: Ledger, events: Sequence[Event], seat: int, guest: str) -> bool:
    """Whether somebody's seat went to somebody else as it may: by leaving, by being late, or out of time."""
    for event in events:
        if event.kind == "timeout" and event.seat == seat:
            return True
        if event.kind == "free" and seat in event.data["seats"]:
            return True
        if event.kind == "leave" and event.seat == seat and event.guest == guest:
            return (event.match, seat) in ledger.left or guest in ledger.deleted
    return False


def nobody_moves_for_another(ledger: Ledger, log: Log) -> Iterator[str]:
    """Whoever moved held the seat at that moment; where clocks run, what they were told to be is what events say."""
    told = defaultdict[str, list[Clocks]](list)
    for clocks in ledger.clocks:
        told[clocks.match].append(clocks)
    for match, events in log.items():
        table, known = Table(match), defaultdict[int, list[Any]](list)
        for event in events:
            place = table.seats[event.seat] if event.seat is not None and table.seats else None
            if event.kind in ("move", "undo") and place and event.guest != place.guest:
                yield f"{event.guest} moved for {place.guest}: {event}"
            try:
                table.apply(event)
            except UNPLAYABLE:
                break  # it is frozen, which is found elsewhere
            if table.clocks and table.match and match in told:
                known[table.step].append(table.clocks.copy())
        for clocks in told[match]:
            if not any(map(clocks_fit, [clocks] * len(known[clocks.step]), known[clocks.step])):
                yield f"clocks that no events lead to: {clocks}"


def clocks_fit(told: Clocks, folded: Any) -> bool:
    """Whether clocks are as they stand after an event, with what has run since then."""
    for seat, (decision, bank, running) in enumerate(told.seats):
        full = folded.left(seat, folded.since)
        if running != (seat in folded.running) and folded.holiday.get(seat) is None:
            return False
        if (decision, bank) != full if not running else decision > full[0] or bank > full[1]:
            return False
    return True


CHECKS: Sequence[Callable[[Ledger, Log], Iterator[str]]] = (
    nothing_is_lost,
    nothing_is_done_twice,
    order_is_kept,
    seats_are_held,
    nobody_moves_for_another,
)


def checked(ledger: Ledger, log: Log) -> list[str]:
    """What the events do not keep of what was promised."""
    return [finding for check in CHECKS for finding in check(ledger, log)]


def read_log(store: Store, matches: Sequence[str]) -> Log:
    """All events of these matches, as a server would read them."""
    found = {match: list(store.events(match)) for match in matches}
    return {match: events for match, events in found.items() if events}
