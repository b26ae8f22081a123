"""Variations of a finished match, and comments beside it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, StrictStr

from ..kinds import Why
from .common import MessageId, Told

LONGEST = 500


class VariationSeat(Told):
    """Who sat where."""

    seat: int
    name: str
    score: int | None
    rank: int | None


class Variation(Told):
    """One place of the tree: the match with which it began, or one that goes on from another."""

    match: str
    parent: str | None = Field(description="the match that it goes on from; null for the one with which it began")
    step: int | None = Field(description="the step of that match")
    dealt_anew: bool | None = Field(description="whether what a seat could not know was dealt anew")
    status: Literal["over", "going", "gone"] = Field(
        description="whether it is over; gone is also what one may not see, where something goes on from it"
    )
    created: str | None
    seats: list[VariationSeat] = Field(description="who sat there; of one that goes on, people alone")
    comments: int = Field(description="how many there are beside it")


class CommentTold(Told):
    """What somebody has written beside a finished match."""

    number: int = Field(description="by which it is named; it never has another one")
    step: int | None = Field(description="the step that it is about; null for the match")
    name: str
    who: str = Field(description="by what the same person is known again beside this match")
    player: str | None = Field(description="the handle, if it is a player")
    mine: bool
    removable: bool = Field(description="whether I may take it away")
    at: str
    text: str


class VariationTree(Told):
    """A match with all that was played on from it, and what is written beside it."""

    variations: list[Variation] = Field(description="the whole tree, the match with which it began first")
    comments: list[CommentTold] = Field(description="those beside this match, the oldest first")
    may_comment: bool = Field(description="whether I may write here")
    why_not: str = Field(description="why I may not, in words; empty if I may")


class CommentWish(BaseModel):
    text: Annotated[StrictStr, Field(max_length=LONGEST, description="plain text")]
    step: Annotated[StrictInt, Field(ge=0, le=2**31 - 1)] | None = None
    id: MessageId | None = None


class CommentReport(BaseModel):
    why: Why = "other"
