"""Tables in the lobby."""

from __future__ import annotations

from pydantic import Field

from ..terms import Door, PaceKind
from .common import SeatKind, TableStatus, Told, Wanted


class LobbySeat(Told):
    kind: SeatKind
    name: str
    player: str | None = Field(description="the handle, if a player sits there and lets one see when it plays")
    bot: str | None
    wanted: Wanted | None = Field(description="of an open seat: who may take it")


class LobbyTable(Told):
    """A table in the lobby."""

    match: str
    game: str
    title: str
    options: dict[str, str]
    status: TableStatus
    door: Door
    pace: PaceKind
    bank: int
    decision: int
    rated: bool
    own_box: bool = Field(default=False, description="whether it is played with a box that somebody made")
    seats: list[LobbySeat]
    free: int = Field(description="how many seats I could take")
    mine: bool = Field(description="whether I sit there, or am the host")
    friends: bool = Field(description="whether a friend of mine sits there")
    watching: int = Field(description="how many look on")
    created: str


class LobbyLists(Told):
    """The tables that one could sit down at, the newest first; and those that one could watch, the finest first."""

    open: list[LobbyTable]
    running: list[LobbyTable]
