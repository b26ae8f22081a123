"""The messages of a WebSocket, a model for each: those that a client says, and those that it is told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from mistvale.core.text import DEFAULT

from .asking import Language
from .models.chat import ChatLine, SayWanted
from .models.common import ErrorAnswer, MessageId, SeatNumber, Told
from .models.hosting import DoorState, Readiness
from .models.seeing import Frame, Patch, SceneAnswer
from .models.tables import BotWanted, CancelWanted, ClockStatus, Hints, MatchStatus, MoveWanted, PartsGiven, SeatWanted

# ---------------------------------------------------------------- what a client says


class Watch(BaseModel):
    type: Literal["watch"]
    seat: SeatNumber | None = None
    patches: bool = False
    lang: Language = DEFAULT


class Move(MoveWanted):
    type: Literal["move"]
    id: MessageId


class Undo(SeatWanted):
    type: Literal["undo"]
    id: MessageId


class Preview(MoveWanted):
    type: Literal["preview"]
    id: MessageId


class Hint(SeatWanted):
    type: Literal["hint"]
    id: MessageId


class Leave(BotWanted):
    type: Literal["leave"]
    id: MessageId


class Back(SeatWanted):
    """Take the seat back that a bot plays on."""

    type: Literal["back"]
    id: MessageId


class Cancel(CancelWanted):
    type: Literal["cancel"]
    id: MessageId


class Parts(PartsGiven):
    type: Literal["parts"]
    id: MessageId


class Say(SayWanted):
    type: Literal["say"]
    id: MessageId


class Ping(BaseModel):
    type: Literal["ping"]


Said = Watch | Move | Undo | Preview | Hint | Leave | Back | Cancel | Parts | Ping | Say
SAID = (Watch, Move, Undo, Preview, Hint, Leave, Back, Cancel, Parts, Ping, Say)
TYPES = ("watch", "move", "undo", "preview", "hint", "leave", "back", "cancel", "parts", "ping", "say")
said: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])

# ---------------------------------------------------------------- what it is told


class Message(Told):
    """Something that a client is told. Its type is always said."""

    def model_post_init(self, _context: Any) -> None:
        self.model_fields_set.add("type")


class Status(Message):
    """Who sits where, and where the match stands; whenever that changes."""

    type: Literal["status"] = "status"
    status: MatchStatus


class Frames(Message):
    """What happened on the table; `whole` replaces all that was shown before."""

    type: Literal["frames"] = "frames"
    seat: int | None = Field(description="the seat whose eyes it is seen with; null for a spectator")
    step: int
    whole: bool
    base: int | None = Field(default=None, description="with patches: the version that the first one is made for")
    version: int = Field(default=0, description="with patches: the version that they lead to")
    frames: list[Frame] = []


class Presence(Message):
    """For each seat, whether somebody is there."""

    type: Literal["presence"] = "presence"
    online: list[bool]


class DoorNews(Message, DoorState):
    """What whoever runs the server says has changed."""

    type: Literal["door"] = "door"


class Clocks(Message):
    """What each seat has left, at tables with clocks; with frames, and never by itself."""

    type: Literal["clocks"] = "clocks"
    clocks: list[ClockStatus]


class Preparing(Message, Readiness):
    """How far rules are that somebody waits for."""

    type: Literal["preparing"] = "preparing"


class Ok(Message):
    """It is done, and on the disk."""

    type: Literal["ok"] = "ok"
    id: str
    step: int


class Refused(Message, ErrorAnswer):
    """It is not done, and nothing has changed."""

    type: Literal["error"] = "error"
    id: str | None


class Previewed(Message):
    """The scene that a move would lead to, whole or as what would change; null if that can't be shown."""

    type: Literal["preview"] = "preview"
    id: str
    scene: SceneAnswer | None = None
    base: int = Field(default=0, description="with a patch: the version that it is made for")
    patch: Patch | None = None
    digest: str | None = None


class Hinted(Message, Hints):
    """What a good bot thinks of a seat's moves."""

    type: Literal["hint"] = "hint"
    id: str


class ChatNews(Message):
    """What somebody says at the table. `missed`: there may be more that did not come, to be asked for."""

    type: Literal["chat"] = "chat"
    lines: list[ChatLine]
    missed: bool = False


class Pong(Message):
    type: Literal["pong"] = "pong"


Heard = Status | Frames | Presence | DoorNews | Preparing | Ok | Refused | Previewed | Hinted | Pong | Clocks | ChatNews
HEARD = (Status, Frames, Presence, DoorNews, Preparing, Ok, Refused, Previewed, Hinted, Pong, Clocks, ChatNews)
heard: TypeAdapter[Heard] = TypeAdapter(Annotated[Heard, Field(discriminator="type")])


def described(said: TypeAdapter[Any] = said, heard: TypeAdapter[Any] = heard) -> dict[str, Any]:
    """All messages as JSON Schema, for `/openapi.json`, which knows no WebSockets by itself."""
    found: dict[str, Any] = {}
    for adapter, mode in ((said, "validation"), (heard, "serialization")):
        schema = adapter.json_schema(ref_template="#/components/schemas/{model}", mode=mode)  # type: ignore[arg-type]
        found |= schema["$defs"]
    return found
