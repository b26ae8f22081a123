"""How the server is, and what those who look after it ask and see."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from ..kinds import Outcome
from .common import Told

PROTOCOL = "1.0"
"""The version of what docs/protocol.md tells: new things raise the second number, what breaks the first."""


class Readiness(Told):
    """How many rules of how many are compiled; nobody knows yet while the total is 0."""

    ready: bool
    stage: str
    done: int
    total: int


class Health(Told):
    status: Literal["ok", "read-only"]
    reason: str | None = None
    protocol: str = Field(default=PROTOCOL, description="the version of the protocol that is spoken here")


class Announcement(Told):
    id: str
    text: str
    at: str


class DoorState(Told):
    """What whoever runs the server says to everybody."""

    announcements: list[Announcement]
    maintenance: str | None = Field(description="why no new tables are opened now; null: they are")


class Ready(Told):
    ready: bool
    reason: str | None = None


class KnownPlayer(Told):
    """A player as those who look after the server see it."""

    player: str
    name: str
    created: str = ""
    seen: str = ""
    banned: str | None = Field(default=None, description="why it may only look; null: it may play")
    until: int = Field(default=0, description="seconds since 1970; 0 is for ever")


class AdminTable(Told):
    match: str
    game: str
    status: str
    created: str
    touched: str
    names: list[str]


class AuditLine(Told):
    at: str
    who: str
    what: str
    player: str
    data: dict[str, Any]


class AdminView(Told):
    """How the server is, for those who look after it."""

    tables: dict[str, int] = Field(description="how many there are of each status")
    in_memory: int
    connections: int
    door: DoorState
    bans: list[KnownPlayer]
    audit: list[AuditLine]


class BanWish(BaseModel):
    reason: Annotated[StrictStr, Field(min_length=1, max_length=300)]
    days: Annotated[StrictInt, Field(ge=0, le=3650, description="0 is for ever")] = 0


class Announced(BaseModel):
    text: Annotated[StrictStr, Field(min_length=1, max_length=300)]
    hours: Annotated[StrictInt, Field(ge=0, le=8760, description="0 is until it is taken down")] = 24


class Maintained(BaseModel):
    on: StrictBool
    text: Annotated[StrictStr, Field(max_length=300)] = ""


class RecoveryGiven(Told):
    link: str
    hours: int


class ReportInfo(Told):
    """A line of chat, or a comment, that somebody has reported, as those who look after the server see it."""

    id: str
    at: str
    match: str
    side: str = Field(
        description="said among those who sit there (seats) or those who look on (watchers), or a comment (comments)"
    )
    number: int = Field(description="the number of the line, or of the comment")
    why: str = Field(description="insult, threat, spam, cheating or other")
    reporter: str | None = Field(description="the handle of who reported it; null for a guest, or who is gone")
    reporter_name: str = Field(description="what that one is called")
    author: str | None = Field(description="the handle of who said it; null for a guest, or who is gone")
    author_name: str = Field(description="what that one is called")
    text: str = Field(description="the line itself")
    phrase: str = Field(description="the quick phrase that it is, if it is one")
    closed: str | None = Field(description="the day on which it was closed; null while it is open")
    outcome: str | None = Field(description="what came of it then: dealt, or dismissed")


class ReportLine(Told):
    """A line around one that was reported, or that one."""

    at: str
    player: str | None = Field(description="the handle of who said it; null for a guest, or who is gone")
    name: str
    text: str
    phrase: str = Field(description="the quick phrase that it is, if it is one")
    reported: bool = Field(description="whether it is the line that was reported")


class ReportClosing(BaseModel):
    outcome: Annotated[Outcome, Field(description="whether something was done about it, or nothing had to be")]
    note: Annotated[StrictStr, Field(max_length=200, description="for the audit")] = ""
