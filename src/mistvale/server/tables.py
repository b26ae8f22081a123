"""A table: the events of one match folded into seats, names and the match itself.

A table in memory is always the one on disk: commands work on a copy, and the copy takes its place
once the event is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import mistvale as mv
from mistvale.core.chance import Seal, seal
from mistvale.core.text import Message

from . import clocks, seating
from .boxes import OwnBox, read_own_box
from .clocks import Clocks, Moment
from .events import Event, Mark
from .models.common import SeatKind, TableStatus, Wanted
from .playing_on import PlayedOn, read_played_on
from .terms import Terms, read_terms
from .words import message

Answer = dict[str, Any]
# What became of somebody who plays no more, and what ended a match before its rules did.
Fate = Literal["timeout", "left"]
Cut = Literal["timeout", "left", "cancelled"]

# Of each guest at a table: whoever has not heard an answer asks again before having sent so many other messages.
KEPT_ANSWERS = 200


class Diverged(Exception):
    """Playing an event again did not lead where it led when it was written."""


# What playing an event again may end in: other rules, or an event that was torn.
UNPLAYABLE = (Diverged, mv.MistvaleError, ValueError, TypeError, LookupError, AttributeError, AssertionError)


@dataclass(frozen=True)
class Seat:
    """One place at a table and who sits there."""

    kind: SeatKind
    # Empty when whoever sat there has deleted the account.
    name: str
    guest: str | None = None
    bot: str | None = None
    token: str | None = None
    # The hash this seat sent of its part of the seed, and the part, once revealed ("": lost).
    seal: str | None = None
    part: str | None = None
    # Whose seat it was before a bot took it, and what that one is called.
    left_by: str | None = None
    left_name: str = ""
    # Who may take it while it is open: those with its link, friends of the host too, anyone who finds the table, or
    # one player alone.
    wanted: Wanted = "link"
    kept_for: str | None = None
    # When whoever sits there last showed to be there: by sitting down, or by confirming it.
    here: str = ""
    # Whether it was asked for what is agreed on now.
    agreed: bool = True
    # Whether the start waits for a new seal of it, because an earlier start came to nothing.
    due: bool = False
    # Of a program: the player whose it is, and what that one is called. It holds its seat as a guest does.
    owner: str | None = None
    owner_name: str = ""

    @property
    def unrevealed(self) -> bool:
        return self.seal is not None and self.part is None


@dataclass(frozen=True)
class Change:
    """What one event did to a match: the steps it led through, or a move taken back."""

    event: Event
    started: bool = False
    before: int = 0
    after: int = 0
    # Whether what a match status says of seats and stage is another now.
    status: bool = False


@dataclass
class Table:
    """Where a match stands after its newest event."""

    id: str
    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    host: str = ""
    created: str = ""
    seats: list[Seat] = field(default_factory=list)
    seed: str | None = None
    host_part: str | None = None
    # The finished match that it goes on from.
    played_on: PlayedOn | None = None
    # What it is played with, if that is not the standard box.
    own_box: OwnBox | None = None
    match: mv.Match | None = None
    frozen: Message | None = None
    rematch: str | None = None
    # The host gave it up before it began.
    closed: bool = False
    # When all seats were last taken, and since when the table waits for what it waits for now.
    filled: str = ""
    stage: tuple[TableStatus, str] = ("waiting", "")
    terms: Terms = field(default_factory=Terms)
    # None where nobody is in a hurry.
    clocks: Clocks | None = None
    # The seats whose people ran out of time or left, in that order, and how.
    gone: dict[int, Fate] = field(default_factory=dict)
    # How the match ended, if not by its rules; and who wants to cancel it.
    cut: Cut | None = None
    cancelling: set[str] = field(default_factory=set)
    # How often each of them said that, or not any more; and how often each seat was taken back.
    wishes: dict[str, int] = field(default_factory=dict)
    returns: dict[int, int] = field(default_factory=dict)
    # Whether people may chat here; its host says so.
    chat: bool = True
    switches: int = 0  # how often that was said
    handings: int = 0  # how often it was handed on to another host
    # Everybody who holds a seat, or ever held one.
    sat: frozenset[str] = frozenset()
    number: int = -1
    # When whatever is planned next happens; not part of the fold.
    moment: Moment | None = None
    # What was answered to the newest messages of each guest that changed something, by message id.
    answers: dict[str | None, dict[str, tuple[str, Answer]]] = field(default_factory=dict)
    # How often each seat's hand was on the table, and how often it took a move back.
    turns: list[int] = field(default_factory=list)
    undos: list[int] = field(default_factory=list)

    def copy(self) -> Table:
        """Another table that stands the same; neither changes the other."""
        return replace(
            self,
            seats=list(self.seats),
            match=self.match.copy() if self.match else None,
            answers={guest: dict(answers) for guest, answers in self.answers.items()},
            turns=list(self.turns),
            undos=list(self.undos),
            clocks=self.clocks.copy() if self.clocks else None,
            gone=dict(self.gone),
            cancelling=set(self.cancelling),
            wishes=dict(self.wishes),
            returns=dict(self.returns),
        )

    # ------------------------------------------------------------ what there is to know

    @property
    def status(self) -> TableStatus:
        if self.frozen:
            return "frozen"
        if self.match:
            return "over" if self.cut or self.match.over else "playing"
        return "closed" if self.closed else seating.before_play(self)

    @property
    def step(self) -> int:
        return self.match.steps if self.match else 0

    @property
    def pending(self) -> tuple[int, ...]:
        return self.match.pending if self.match and not self.frozen and not self.cut else ()

    @property
    def host_seal(self) -> str | None:
        return seal(bytes.fromhex(self.host_part)) if self.host_part else None

    def turn(self, seat: int) -> tuple[int, int]:
        """What a bot thinks about: its seat has moved so often, and nobody has learnt anything since that step."""
        return self.turns[seat], self.match.step(self.match.steps).epoch_start if self.match else 0

    def bots_to_move(self) -> list[int]:
        return [seat for seat in self.pending if self.seats[seat].kind == "bot"]

    def held_by(self, guest: str) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.kind == "guest" and seat.guest == guest]

    def knows(self, guest: str) -> bool:
        """Whether it is the guest's table: opened by it, or with a seat of its own."""
        return guest == self.host or bool(self.held_by(guest))

    def is_part_of(self, guest: str) -> bool:
        """Whether it is the guest's table, or a bot plays on for it."""
        return self.knows(guest) or any(seat.left_by == guest for seat in self.seats)

    def people(self) -> set[str]:
        """Those who hold seats."""
        return {seat.guest for seat in self.seats if seat.kind == "guest" and seat.guest}

    def may_come_back(self, guest: str, seat: int) -> bool:
        """Whether it is a guest's seat that a bot plays on: where it counts gone is gone."""
        return self.seats[seat].left_by == guest and self.status == "playing" and not self.terms.counts

    def mark(self, listed: bool = True) -> Mark:
        """Where it stands; `listed`: with what the lobby shows of it."""
        listing = seating.listing(self) if listed else None
        deadline = self.clocks.deadline if self.clocks and not self.frozen else None
        turn = bool(self.bots_to_move())
        return Mark(self.id, self.game, self.host, self.status, turn, self.created, deadline, listing)

    # ------------------------------------------------------------ events

    def apply(self, event: Event) -> Change:
        """Let an event happen; raises Diverged if it does not lead to the digest it is written with."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} after {self.number}")
        before, was_playing = self.step, self.match is not None
        if self.frozen is None:
            if self.clocks:
                self.clocks.count(event.data.get(clocks.KEY))
            HANDLERS[event.kind](self, event)
            seating.note_stage(self, event)
            self._start()
            self._compare(event)
            self._turn_clocks(event)
        self.number = event.number
        if event.message is not None:
            self._remember(event.guest, event.message, request_key(event))
        moved = event.kind in ("move", "undo")
        started = self.match is not None and not was_playing
        status = not moved or self.status == "over"
        return Change(event, started, 0 if started else before, self.step, status)

    def _turn_clocks(self, event: Event) -> None:
        """Let the clocks run of people who are to decide: never that of a bot."""
        if self.clocks is None or self.match is None:
            return
        if event.number == 0:
            # Play began as the table was opened: before, there were no clocks to count on.
            self.clocks.count(event.data.get(clocks.KEY))
        people = [seat for seat in self.pending if self.seats[seat].kind == "guest"]
        self.clocks.turn_to(people, self.match.step(self.match.steps).epoch_start)

    def _remember(self, guest: str | None, message: str, asked: str) -> None:
        answers = self.answers.setdefault(guest, {})
        answers[message] = (asked, {"step": self.step})
        if len(answers) > KEPT_ANSWERS:
            del answers[next(iter(answers))]

    def _start(self) -> None:
        """Begin to play as soon as every seat is taken, its holder is there, and every part is revealed."""
        if self.match or self.closed or seating.waits(self):
            return
        box = self.own_box.box(self.game) if self.own_box else None
        if self.played_on:
            self.match = self.played_on.begun(self.names(), box)
            return
        self.match = mv.open_match(
            self.game,
            seats=len(self.seats),
            seed=self.seed,
            options=self.options,
            box=box,
            names=self.names(),
            seal=self._sealed(),
        )

    def names(self) -> list[str | None]:
        """What the seats are called; None for somebody who is gone."""
        return [seat.name or None for seat in self.seats]

    def _sealed(self) -> Seal | None:
        if self.host_part is None or self.host_seal is None:
            return None
        return Seal(self.id, self.host_seal, (self.host_part, *(seat.part or "" for seat in self.seats)))

    def _compare(self, event: Event) -> None:
        if event.digest and (self.match is None or self.match.digest() != event.digest):
            raise Diverged


def request_key(event: Event) -> str:
    """What a message asked for, to tell a message sent again from another one with the same id."""
    return f"{event.kind} {event.seat} {event.data.get('move', '')}"


def _opened(table: Table, event: Event) -> None:
    data = event.data
    table.game = data["game"]
    table.options = data["options"]
    table.host = event.guest or ""
    table.created = event.at
    table.seats = [seating.present(Seat(**seat), event) for seat in data["seats"]]
    table.sat = frozenset(seat.guest for seat in table.seats if seat.kind == "guest" and seat.guest)
    table.seed = data["seed"]
    table.host_part = data["host_part"]
    table.played_on = read_played_on(data.get("from"))
    table.own_box = read_own_box(data.get("box"))
    table.terms = read_terms(data)
    table.clocks = clocks.wound_up(table.terms.pace, len(table.seats))
    table.turns = [0] * len(table.seats)
    table.undos = [0] * len(table.seats)


def _joined(table: Table, event: Event) -> None:
    assert event.seat is not None
    seat = table.seats[event.seat]
    data = event.data
    table.seats[event.seat] = replace(
        seat,
        kind="guest",
        guest=event.guest,
        name=data["name"],
        seal=data["seal"],
        part=None,
        owner=data.get("owner"),
        owner_name=data.get("owner_name", ""),
        here=event.at,
        agreed=True,
        due=False,
    )
    table.sat |= {event.guest or ""}


def _revealed(table: Table, event: Event) -> None:
    for seat, part in event.data["parts"].items():
        table.seats[int(seat)] = replace(table.seats[int(seat)], part=part)


def _moved(table: Table, event: Event) -> None:
    assert table.match is not None and event.seat is not None
    table.match.play(event.seat, event.data["move"])
    table.turns[event.seat] += 1


def _took_back(table: Table, event: Event) -> None:
    assert table.match is not None and event.seat is not None
    table.match.undo(event.seat)
    table.turns[event.seat] += 1
    table.undos[event.seat] += 1


def _left(table: Table, event: Event) -> None:
    _gone(table, event, "left")


def _timed_out(table: Table, event: Event) -> None:
    assert event.seat is not None and table.clocks is not None
    table.clocks.expire(event.seat)
    _gone(table, event, "timeout")


def _gone(table: Table, event: Event, how: Fate) -> None:
    """Somebody plays no more: the match ends with it, or a bot plays on."""
    assert event.seat is not None
    seat, playing = table.seats[event.seat], table.status == "playing"
    if seat.kind == "guest" and playing:
        table.gone[event.seat] = how
        seat = replace(seat, left_by=seat.guest, left_name=seat.name)
    if event.data.get("ends"):
        table.cut = how
        return
    # A part that was sealed and not revealed cannot be waited for any more.
    part = "" if seat.unrevealed else seat.part
    name = event.data["name"]
    table.seats[event.seat] = replace(seat, kind="bot", bot=event.data["bot"], name=name, guest=None, part=part)
    if table.clocks:
        table.clocks.holiday.pop(event.seat, None)
    _rename(table)


def _rename(table: Table) -> None:
    if table.match:
        table.match.names = tuple(table.names())


def _came_back(table: Table, event: Event) -> None:
    assert event.seat is not None
    table.returns[event.seat] = table.returns.get(event.seat, 0) + 1
    seat = replace(table.seats[event.seat], kind="guest", guest=event.guest, name=event.data["name"], bot=None)
    table.seats[event.seat] = replace(seat, left_by=None, left_name="")
    table.gone.pop(event.seat, None)
    _rename(table)


def _wished_to_cancel(table: Table, event: Event) -> None:
    guest = event.guest or ""
    table.wishes[guest] = table.wishes.get(guest, 0) + 1
    if event.data["wish"]:
        table.cancelling.add(guest)
    else:
        table.cancelling.discard(guest)
    if event.data.get("ends"):
        table.cut = "cancelled"


def _took_holiday(table: Table, event: Event) -> None:
    assert table.clocks is not None
    for seat in table.held_by(event.guest or ""):
        table.clocks.rest(seat, event.data["until"])


def _only_time(table: Table, event: Event) -> None:
    """Nobody served for a while: what the event says of time is all."""


def _followed(table: Table, event: Event) -> None:
    table.rematch = event.data["match"]


def _handed_over(table: Table, event: Event) -> None:
    """A guest signed in: its seats are the player's from now on."""
    guest = event.data["from"]
    for seat in table.held_by(guest):
        table.seats[seat] = replace(table.seats[seat], guest=event.guest)
    for number, place in enumerate(table.seats):
        if place.left_by == guest:
            table.seats[number] = replace(place, left_by=event.guest)
    if guest in table.cancelling:
        table.cancelling = table.cancelling - {guest} | {event.guest or ""}
    if guest in table.sat:
        table.sat |= {event.guest or ""}
    if table.host == guest:
        table.host = event.guest or ""


def _switched_chat(table: Table, event: Event) -> None:
    table.chat = event.data["on"]
    table.switches += 1


HANDLERS: dict[str, Callable[[Table, Event], None]] = {
    "open": _opened,
    "join": _joined,
    "parts": _revealed,
    "move": _moved,
    "undo": _took_back,
    "leave": _left,
    "rematch": _followed,
    "handover": _handed_over,
    "timeout": _timed_out,
    "back": _came_back,
    "cancel": _wished_to_cancel,
    "holiday": _took_holiday,
    "outage": _only_time,
    **seating.HANDLERS,
    "chat": _switched_chat,
}


def fold(events: Sequence[Event]) -> Table:
    """The table that events lead to. Where they no longer lead there it is frozen as it last stood."""
    table = Table(events[0].match)
    for i, event in enumerate(events):
        try:
            table.apply(event)
        except UNPLAYABLE as error:
            table = fold(events[:i]) if i else _bare(event)
            table.frozen = table.frozen or why_frozen(table.game, event, error)
            table.number = events[-1].number
            break
    return table


def _bare(event: Event) -> Table:
    """A table that cannot even be set up any more: who sits there, and nothing on it."""
    table = Table(event.match)
    _opened(table, event)
    return table


def why_frozen(game: str, event: Event, error: Exception) -> Message:
    """The reason for people."""
    if game not in mv.games():
        return message("frozen.missing", game=game)
    rules = mv.game(game)
    if event.rules is not None and event.rules != str(rules.version):
        return message("frozen.rules", title=rules.title, old=event.rules, new=rules.version)
    return message("frozen.digest", number=event.number)
