"""What is written down: events, and the batches in which they are appended."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table: opened, joined, a part, a move, an undo, left, and so on."""

    match: str
    number: int
    kind: str
    seat: int | None = None
    guest: str | None = None
    # The client's own id of the message that caused it.
    message: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    # The version of the rules it was played with, and the digest of the state it led to.
    rules: str | None = None
    digest: str | None = None
    at: str = ""


@dataclass(frozen=True)
class Listing:
    """What the lobby finds a table by, and shows of it; of people only where they sit."""

    door: str = "link"
    pace: str = "none"
    rated: bool = False
    seats: int = 0
    # Seats that may be taken by those who find the table in the lobby.
    free: int = 0
    # Seconds since 1970: since when the start waits for somebody; 0 if it does not.
    starting: int = 0
    own_box: bool = False
    shown: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Mark:
    """Where a match stands after its newest event."""

    match: str
    game: str
    host: str
    status: str
    bot_turn: bool
    created: str
    # When the first clock runs out, in milliseconds; None where none runs.
    deadline: int | None = None
    # None where the event cannot have changed it, as no move does.
    listing: Listing | None = None


@dataclass(frozen=True)
class Link:
    """A friend's link to a seat."""

    token: str
    match: str
    seat: int


@dataclass(frozen=True)
class Result:
    """How a match ended for one seat: who sat there, and what came of it."""

    match: str
    seat: int
    guest: str
    bot: str
    game: str
    seats: int
    score: int
    rank: int
    grades: dict[str, int]
    ended: str
    # What became of the seat: played, timeout or left; and its rank for ratings, which is that of the rules otherwise.
    how: str = "played"
    place: int = 0
    rated: bool = False
    # Of a program: the player whose it is.
    owner: str = ""

    @property
    def standing(self) -> int:
        """The rank that counts: who left a rated match is behind whoever stayed."""
        return self.place or self.rank


@dataclass(frozen=True)
class Cancellation:
    """Somebody who sat at a match that all of its people wanted to cancel."""

    match: str
    guest: str
    rated: bool


@dataclass(frozen=True)
class Notice:
    """That something waits for somebody: what kind of thing, and at which table. Nothing else is told."""

    # The same for the same thing, however often it comes about: it is sent once.
    id: str
    guest: str
    kind: str
    match: str = ""
    game: str = ""
    # Whether it goes at once, and also to whoever has the table open.
    urgent: bool = False


@dataclass(frozen=True)
class Try:
    """Somebody's one try at the match of a day."""

    day: str
    player: str
    match: str


@dataclass(frozen=True)
class Branch:
    """That a table goes on from a step of a finished match; `root` is the one with which all of it began."""

    match: str
    parent: str
    step: int
    root: str
    anew: bool


@dataclass(frozen=True)
class Batch:
    """What is appended as a whole or not at all."""

    events: tuple[Event, ...]
    marks: tuple[Mark, ...]
    links: tuple[Link, ...] = ()
    # The guests that hold seats from now on, each with its match.
    holders: tuple[tuple[str, str], ...] = ()
    # Those that hold none any more, and never played there.
    released: tuple[tuple[str, str], ...] = ()
    # How a match ended, if it did.
    results: tuple[Result, ...] = ()
    cancellations: tuple[Cancellation, ...] = ()
    # Whom to tell, if they want to be told.
    notices: tuple[Notice, ...] = ()
    # Tries at the match of a day that begin with it.
    tries: tuple[Try, ...] = ()
    # Which new tables go on from finished matches.
    branches: tuple[Branch, ...] = ()
    # Where new tables were opened from, as `Guests.origin` says it.
    origin: str = ""


def now() -> str:
    """This moment, as it is written down."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def seconds(at: str) -> int:
    """A moment as it is written down, in seconds since 1970; 0 if there is none."""
    if not at:
        return 0
    return int(datetime.fromisoformat(at).timestamp())
