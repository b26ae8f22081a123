"""Notices, and the ways that they go."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictStr

from ..kinds import Kind
from .common import Told


class KindsWish(BaseModel):
    kinds: Annotated[list[Kind], Field(max_length=10, description="what is to be told")]


class PushKeys(BaseModel):
    p256dh: Annotated[StrictStr, Field(max_length=200)]
    auth: Annotated[StrictStr, Field(max_length=100)]


class PushWish(BaseModel):
    """What `PushSubscription.toJSON()` of a browser says."""

    endpoint: Annotated[StrictStr, Field(max_length=1000)]
    keys: PushKeys


class MailWish(BaseModel):
    address: Annotated[StrictStr, Field(max_length=300)]


class HookWish(BaseModel):
    url: Annotated[StrictStr, Field(max_length=1000, description="https alone, and nothing of a private network")]
    form: Annotated[Literal["json", "ntfy"], Field(description="a JSON object, or for ntfy a line of text")] = "json"


class TokenGiven(BaseModel):
    token: Annotated[StrictStr, Field(max_length=100, description="what stands behind the # of the link")]


class ChannelInfo(Told):
    """A place that notices go to."""

    id: str
    way: Literal["push", "mail", "hook"]
    label: str = Field(description="the browser and its system, the mail address, or the host of a web address")
    state: Literal["on", "asked", "off"] = Field(
        description="asked: a mail address that is not confirmed; off: a web address that failed too often"
    )
    here: bool = Field(description="whether it is a browser of this session")


class Notices(Told):
    """Where one's notices go, and what is told there."""

    ways: list[str] = Field(description="the ways that this server has: push, mail, hook; for a guest only push")
    kinds: dict[str, list[str]] = Field(description="for each way, what is told: turn, invitation, result, account")
    channels: list[ChannelInfo]
    push_key: str | None = Field(description="what `PushManager.subscribe` wants as `applicationServerKey`")


class HookMade(Told):
    secret: str = Field(description="what calls are signed with; it is never shown again")
    notices: Notices
