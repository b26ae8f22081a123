"""Accounts, and how one proves to be the player: passkeys, codes, devices, tokens."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictInt, StrictStr

from .common import Name, Told
from .openid import IdentityInfo, ProviderInfo

LinkStage = Literal["waiting", "opened", "confirmed"]


class Named(BaseModel):
    name: Name


TokenScope = Literal["read", "play", "host"]
Days = Annotated[StrictInt, Field(ge=1, le=365, description="for how many days it counts")]


class TokenWish(BaseModel):
    """A token for a program."""

    name: Annotated[StrictStr, Field(min_length=1, max_length=200, description="what the program is called at tables")]
    scopes: Annotated[
        list[TokenScope],
        Field(
            min_length=1,
            max_length=10,
            description="read: my profile and matches; play: take a seat and move; host: open tables",
        ),
    ]
    days: Days = 90


class TokenRenewal(BaseModel):
    days: Days = 90


class CodeTyped(BaseModel):
    code: Annotated[StrictStr, Field(max_length=100, description="a recovery code, with or without its dashes")]


class PasskeyGiven(BaseModel):
    credential: dict[str, Any] = Field(description="what navigator.credentials gave, as its toJSON() says it")


class PasskeyMade(PasskeyGiven):
    name: Annotated[StrictStr, Field(max_length=200, description="what to call it; without, the device")] = ""


class NumberTyped(BaseModel):
    number: Annotated[StrictStr, Field(max_length=10, description="the number that the other device shows")]


class SecretGiven(BaseModel):
    secret: Annotated[StrictStr, Field(max_length=100, description="what stands behind the # of the link")]


class Me(Told):
    guest: str
    name: str
    friends_url: str | None = Field(default=None, description="where friends reach this server; null if only from here")


class PasskeyInfo(Told):
    id: str
    name: str
    created: str
    used: str = Field(description="the day on which it was last used")
    usable: bool = Field(description="whether it was made for the address that this is")


class SessionInfo(Told):
    id: str
    device: str = Field(description="browser and system; empty if nobody knows")
    made: str
    seen: str = Field(description="the day on which it was last used")
    here: bool = Field(description="whether it is this one")


class Note(Told):
    """Something that happened to the account, until it was read."""

    id: str
    kind: Literal["code", "link", "device", "hook"] = Field(
        description="a recovery code was used, a link of whoever runs the server, a device was added; or a web address "
        "that notices went to failed too often"
    )
    at: str
    device: str
    text: str


class Account(Told):
    """An account, and what is possible here; of a guest, only the latter."""

    player: str | None = Field(description="the handle by which others know this player; null for a guest")
    name: str
    passkeys_possible: bool = Field(description="whether passkeys can be made and used at this address")
    why_not: str | None = Field(description="why they cannot, in words")
    created: str | None = None
    fresh: int = Field(default=0, description="for how many seconds more one counts as freshly verified")
    codes_left: int = 0
    passkeys: list[PasskeyInfo] = []
    providers: list[ProviderInfo] = Field(default=[], description="those that one may sign in with at this address")
    providers_why_not: str | None = Field(default=None, description="why there are none here, where there are some")
    identities: list[IdentityInfo] = Field(default=[], description="the providers that one signs in with")
    sessions: list[SessionInfo] = []
    notes: list[Note] = []


class TokenInfo(Told):
    """A token, as its owner sees it later: not the token itself."""

    id: str
    name: str = Field(description="what its program is called at tables")
    scopes: list[TokenScope] = Field(description="what it is good for")
    created: str
    expires: str = Field(description="when it ends")
    expired: bool = Field(description="whether it has ended; it can be renewed")
    used: str | None = Field(description="the day on which it was last used; null for never")


class NewToken(Told):
    token: str = Field(description="for the header `Authorization: Bearer`; it is never shown again")
    tokens: list[TokenInfo] = Field(description="all of one's tokens")


class Codes(Told):
    codes: list[str] = Field(description="ten recovery codes; they are never shown again")


class NewAccount(Codes):
    account: Account


class OpenIdArrival(Told):
    """What came of a sign-in with a provider."""

    provider: ProviderInfo = Field(description="the one that it came from")
    account: Account | None = Field(description="the account, if one is signed in now; null if nobody is known so yet")
    codes: list[str] = Field(default=[], description="of a new player: ten recovery codes, which are never shown again")


class PasskeyOptions(Told):
    options: dict[str, Any] = Field(
        description="for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON"
    )


class DeviceLink(Told):
    id: str
    link: str = Field(description="the page to open on the other device, below the server's base path")
    url: str = Field(description="the same with where the other device reaches the server")
    qr: str = Field(description="the url as a QR code: an SVG, as a data: address")
    seconds: int = Field(description="how long it can be opened and confirmed")


class DeviceLinkState(Told):
    id: str
    state: LinkStage
    device: str = Field(description="browser and system of the device that opened it")


class NumberShown(Told):
    number: str = Field(description="to be shown here, and typed on the other device")


class SignInState(Told):
    signed_in: bool
    account: Account | None = None
