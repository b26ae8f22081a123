"""What people say at a table."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from ..kinds import Phrase, Side, Why
from .common import MessageId, Told


class SayWanted(BaseModel):
    text: Annotated[StrictStr, Field(max_length=500, description="plain text")] = ""
    phrase: Annotated[Phrase | None, Field(description="a quick phrase, in place of a text")] = None


class SayWish(SayWanted):
    id: MessageId | None = None


class ChatSwitch(BaseModel):
    on: StrictBool
    id: MessageId | None = None


class ReportWish(BaseModel):
    side: Side
    number: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
    why: Why = "other"


class ChatLine(Told):
    """Something that somebody said at a table."""

    side: Side
    number: int = Field(description="each side counts its own")
    seat: int | None = Field(description="of whoever said it, then; null for somebody who looked on")
    name: str
    who: str = Field(description="by what the same person is known again at this table")
    player: str | None = Field(description="the handle, if it is a player")
    mine: bool
    at: str
    text: str
    phrase: str | None = Field(description="a quick phrase, to be read in one's own language; then there is no text")


class ChatPage(Told):
    """A part of what one side said."""

    lines: list[ChatLine]
    before: int | None = Field(description="to ask for the part before this one; null if there is none")
    side: Side
    sides: list[Side] = Field(description="those that I may read now")
    on: bool = Field(description="whether people may chat here")
    phrases_only: bool = Field(description="whether I have the quick phrases alone, as who is new at a public table")
