"""What the shapes of all matters are made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from mistvale.scene.picture import encode

Name = Annotated[StrictStr, Field(max_length=200, description="what one is called at the table")]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=63, examples=[0])]
# Printable ASCII: an id is kept, and not every database keeps everything.
ID_PATTERN = r"^[ -~]{1,64}$"
MessageId = Annotated[StrictStr, Field(pattern=ID_PATTERN, examples=["a1"])]
Notation = Annotated[StrictStr, Field(min_length=1, max_length=200, examples=["pick rocket"])]
Hash = Annotated[StrictStr, Field(max_length=64, description="hexadecimal")]
SeatKind = Literal["guest", "open", "bot"]
TableStatus = Literal["waiting", "confirming", "sealing", "playing", "over", "frozen", "closed"]
Wanted = Literal["link", "friends", "anyone", "player"]


class Told(BaseModel):
    """What the server says: what is set in it, and nothing else."""

    model_config = ConfigDict(extra="forbid")

    def encoded(self, **written: str) -> str:
        """As JSON. Fields that are JSON already, such as scenes, which are written once for many, are given as such."""
        told = encode(self.model_dump(exclude_unset=True))
        more = ",".join(f'"{name}":{text}' for name, text in written.items())
        return told if not more else f"{told[:-1]}{',' if len(told) > 2 else ''}{more}}}"


class Done(Told):
    ok: Literal[True] = True
    step: int


class ErrorAnswer(Told):
    error: str
    text: str


def what_is_wrong(error: ValidationError | Any) -> str:
    """The first few problems of a message, in one line."""
    problems = []
    for problem in error.errors()[:3]:
        place = ".".join(str(part) for part in problem["loc"])
        problems.append(f"{place}: {problem['msg']}" if place else str(problem["msg"]))
    return "; ".join(problems)
