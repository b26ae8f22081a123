"""The shapes of what is said: REST bodies and answers, and WebSocket messages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr, TypeAdapter, ValidationError

from mistvale.core.game import Weight
from mistvale.core.text import DEFAULT

from .asking import Language

Name = Annotated[StrictStr, Field(max_length=200, description="what one is called at the table")]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=63, examples=[0])]
# Printable ASCII: an id is kept, and not every database keeps everything.
ID_PATTERN = r"^[ -~]{1,64}$"
MessageId = Annotated[StrictStr, Field(pattern=ID_PATTERN, examples=["a1"])]
Notation = Annotated[StrictStr, Field(min_length=1, max_length=200, examples=["pick rocket"])]
Hash = Annotated[StrictStr, Field(max_length=64, description="hexadecimal")]


class Named(BaseModel):
    name: Name


class Me(BaseModel):
    guest: str
    name: str
    friends_url: str | None = Field(None, description="where friends reach this server; null if only from here")


class SeatWish(BaseModel):
    kind: Literal["me", "here", "friend", "bot"]
    name: Name = ""
    bot: StrictStr | None = None


class TableWish(BaseModel):
    game: StrictStr
    options: dict[str, StrictStr | StrictBool | StrictInt] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]
    seed: StrictInt | StrictStr | None = None
    seals: dict[int, Hash] = {}
    hints: Annotated[StrictBool, Field(description="whether seats may ask for hints")] = True


class MoveWish(BaseModel):
    seat: SeatNumber
    move: Notation
    id: MessageId | None = None


class UndoWish(BaseModel):
    seat: SeatNumber
    id: MessageId | None = None


class LeaveWish(BaseModel):
    seat: SeatNumber
    bot: StrictStr = "greedy"
    id: MessageId | None = None


class JoinWish(BaseModel):
    name: Name = ""
    seal: Hash | None = None


class PartsWish(BaseModel):
    parts: dict[int, Hash]
    id: MessageId | None = None


class RematchWish(BaseModel):
    seals: dict[int, Hash] = {}


class HintedMove(BaseModel):
    move: str
    worth: float = Field(description="points ahead of the best rival (alone: points) that are expected")
    share: float = Field(description="how much of the search went into it")


class Hints(BaseModel):
    step: int
    moves: list[HintedMove]


class Done(BaseModel):
    ok: Literal[True] = True
    step: int


class SeatStatus(BaseModel):
    seat: int
    kind: Literal["guest", "open", "bot"]
    name: str
    mine: bool
    online: bool
    bot: str | None
    pending: bool
    failed: bool = Field(description="a bot that was to move and could not, several times")
    link: str | None = None


class MatchStatus(BaseModel):
    match: str
    game: str
    title: str
    options: dict[str, str]
    status: Literal["waiting", "sealing", "playing", "over", "frozen"]
    reason: str | None = None
    seats: list[SeatStatus]
    mine: list[int]
    host: bool = Field(description="whether I opened the table")
    step: int
    scores: list[int]
    ranks: list[int]
    created: str
    host_seal: str | None
    rematch: str | None
    hints: bool


class Invitation(BaseModel):
    match: str
    seat: int
    taken: bool
    host: str
    game: str


class OptionValue(BaseModel):
    value: str
    label: str


class GameOption(BaseModel):
    name: str
    label: str
    hint: str
    values: list[OptionValue]
    default: str


class BotInfo(BaseModel):
    name: str
    label: str
    hint: str = Field(description="how it plays, in a line")
    level: bool = Field(description="whether it is one of the levels; the others are tools to compare with")


class GameInfo(BaseModel):
    name: str
    title: str
    credit: str
    tagline: str
    seats: list[int]
    minutes: int = Field(description="about how long a match takes at a table; 0 if nobody knows")
    weight: Weight = Field(description="how much there is to learn")
    options: list[GameOption]
    bots: list[BotInfo]
    cover: str


class Guide(BaseModel):
    html: str


class Readiness(BaseModel):
    """How many rules of how many are compiled; nobody knows yet while the total is 0."""

    ready: bool
    stage: str
    done: int
    total: int


class FramesPart(BaseModel):
    """Frames with their scenes, or, where patches were asked for, each but the first with what makes its scene."""

    frames: list[dict[str, Any]]
    steps: int


class Health(BaseModel):
    status: Literal["ok", "read-only"]
    reason: str | None = None


class ErrorAnswer(BaseModel):
    error: str
    text: str


# ---------------------------------------------------------------- WebSocket


class Watch(BaseModel):
    type: Literal["watch"]
    seat: SeatNumber | None = None
    patches: bool = False
    lang: Language = DEFAULT


class Move(BaseModel):
    type: Literal["move"]
    id: MessageId
    seat: SeatNumber
    move: Notation


class Undo(BaseModel):
    type: Literal["undo"]
    id: MessageId
    seat: SeatNumber


class Preview(BaseModel):
    type: Literal["preview"]
    id: MessageId
    seat: SeatNumber
    move: Notation


class Hint(BaseModel):
    type: Literal["hint"]
    id: MessageId
    seat: SeatNumber


class Leave(BaseModel):
    type: Literal["leave"]
    id: MessageId
    seat: SeatNumber
    bot: StrictStr = "greedy"


class Parts(BaseModel):
    type: Literal["parts"]
    id: MessageId
    parts: dict[int, Hash]


class Ping(BaseModel):
    type: Literal["ping"]


Said = Watch | Move | Undo | Preview | Hint | Leave | Parts | Ping
TYPES = ("watch", "move", "undo", "preview", "hint", "leave", "parts", "ping")
messages: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])


def what_is_wrong(error: ValidationError | Any) -> str:
    """The first few problems of a message, in one line."""
    problems = []
    for problem in error.errors()[:3]:
        place = ".".join(str(part) for part in problem["loc"])
        problems.append(f"{place}: {problem['msg']}" if place else str(problem["msg"]))
    return "; ".join(problems)
