"""Providers of OpenID Connect, and who one is there."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StrictStr

from .common import Told


class ProviderInfo(Told):
    """Somebody who may say who one is."""

    id: str = Field(description="by which calls name it")
    name: str = Field(description="what its host calls it")


class IdentityInfo(Told):
    """Who one is at a provider; neither the name there nor anything else is known."""

    id: str
    provider: str | None = Field(description="the id of the provider; null if the host trusts it no more")
    name: str = Field(description="what the provider is called, or else where it is")
    created: str
    used: str = Field(description="the day on which it was last used")


class OpenIdWay(Told):
    url: str = Field(description="where to go now: to the provider, which leads back to the page /account")


class OpenIdComing(BaseModel):
    name: Annotated[
        StrictStr | None,
        Field(max_length=200, description="to become a player, if nobody is known so yet: what to be called"),
    ] = None
