"""The messages of the lobby's WebSocket, a model for each: those that a client says, and those that it is told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr, TypeAdapter

from mistvale.core.text import DEFAULT

from . import messages
from .asking import Language
from .messages import Message, Ping, Pong, Refused
from .models.common import MessageId, Name
from .models.lobby import LobbyLists
from .terms import PaceKind

Games = Annotated[list[Annotated[StrictStr, Field(max_length=64)]], Field(max_length=32)]
SeatCount = Annotated[StrictInt, Field(ge=1, le=16)]

# ---------------------------------------------------------------- what a client says


class Look(BaseModel):
    """Show me the lobby from now on, as far as I look for it."""

    type: Literal["look"]
    games: Games = []
    pace: PaceKind | None = None
    seats: SeatCount | None = None
    rated: StrictBool | None = None
    lang: Language = DEFAULT


class Queue(BaseModel):
    """Find me others to play with."""

    type: Literal["queue"]
    id: MessageId
    games: Annotated[Games, Field(min_length=1)]
    pace: PaceKind = "none"
    seats: Annotated[StrictInt, Field(ge=2, le=16)] = 2
    name: Name = ""
    seal: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$", description="of my part of the seed")]
    rated: Annotated[StrictBool, Field(description="whether the match is to count for ratings; with clocks only")] = (
        False
    )


class Unqueue(BaseModel):
    """I wait no more."""

    type: Literal["unqueue"]
    id: MessageId


Said = Look | Queue | Unqueue | Ping
SAID = (Look, Queue, Unqueue, Ping)
TYPES = ("look", "queue", "unqueue", "ping")
said: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])

# ---------------------------------------------------------------- what it is told


class Tables(Message, LobbyLists):
    """The lobby; whenever something of it is otherwise."""

    type: Literal["tables"] = "tables"


class Queued(Message):
    """One waits; said at first, and while that goes on."""

    type: Literal["queued"] = "queued"
    id: str
    games: list[str] = Field(description="those of the wish that are played by so many")
    wait: int | None = Field(description="how many seconds others waited lately; null if nobody knows")
    waiting: int = Field(description="how many wait for one of these games, with me")


class Unqueued(Message):
    """One waits no more."""

    type: Literal["unqueued"] = "unqueued"
    id: str


class Seated(Message):
    """Others were found: this is the table, and one's seat."""

    type: Literal["seated"] = "seated"
    match: str
    seat: int


Heard = Tables | Queued | Unqueued | Seated | Refused | Pong
HEARD = (Tables, Queued, Unqueued, Seated, Refused, Pong)
heard: TypeAdapter[Heard] = TypeAdapter(Annotated[Heard, Field(discriminator="type")])


def described() -> dict[str, Any]:
    """As JSON Schema, for `/openapi.json`."""
    return messages.described(said, heard)
