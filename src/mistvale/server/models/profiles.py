"""What is told of a player to others, and to itself: profiles, matches, friends, invitations, the export."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictStr
from typing_extensions import TypeAliasType

from .common import Told
from .tables import SeatWanted

# Named, so that those who generate a client get one kind of it, by this name.
Allowed = TypeAliasType("Allowed", Literal["all", "friends", "nobody"])


class Privacy(BaseModel):
    """Who may see what of a player. Friends are players who follow each other."""

    model_config = ConfigDict(extra="forbid")

    profile: Annotated[Allowed, Field(description="see my profile and my finished matches")] = "all"
    playing: Annotated[Allowed, Field(description="see when I am at a table")] = "nobody"
    invitations: Annotated[Allowed, Field(description="invite me to a table")] = "all"
    insights: Annotated[Allowed, Field(description="see where I lose points")] = "nobody"


class InviteWish(SeatWanted):
    player: Annotated[StrictStr, Field(pattern=r"^[a-z0-9]{12}$", description="the handle of the player")]


class GameTally(Told):
    """How a player did in one game, with so many at the table."""

    game: str
    title: str
    seats: int
    played: int
    won: int
    average: float = Field(description="points a match")
    best: int
    best_match: str


class OpponentTally(Told):
    player: str
    name: str
    played: int
    won: int = Field(description="matches in which the player was ahead of this one")
    lost: int


class LevelTally(Told):
    """How a player did against one bot in one game."""

    game: str
    bot: str
    label: str
    level: bool = Field(description="whether the bot is one of the levels")
    played: int
    beaten: int = Field(description="how often the player was ahead of it")


class Grade(Told):
    """The best grade of matches alone."""

    game: str
    graded: str = Field(description="what is graded")
    grade: int = Field(description="0 is the lowest")
    label: str


class Profile(Told):
    player: str
    name: str
    created: str
    me: bool
    friend: Literal["none", "following", "follower", "friend"]
    playing: bool | None = Field(description="whether it is at a table now; null if one is not to know")
    games: list[GameTally]
    opponents: list[OpponentTally]
    levels: list[LevelTally]
    grades: list[Grade]
    cancelled: int = Field(description="rated matches that all people at the table cancelled")
    insights: bool = Field(description="whether I may see where the player loses points")


class LossTold(Told):
    """What a player lost at some decisions."""

    name: str = Field(description="which part of the match, or which kind of decision; empty for all of them")
    label: str = Field(description="what a kind of decision is called")
    decisions: int = Field(description="how many there were")
    mistakes: int = Field(description="how many of them were mistakes or blunders")
    lost: Annotated[list[float], Field(min_length=3, max_length=3)] = Field(
        description="points a match, and the range in which that lies in 95 of 100 cases"
    )


class GameInsights(Told):
    """Where a player loses points in one game, as far as finished matches were looked back at."""

    game: str
    title: str
    matches: int = Field(description="on how many it rests")
    all: LossTold = Field(description="all decisions together")
    parts: list[LossTold] = Field(description="by thirds of the match: opening, middle, end")
    kinds: list[LossTold] = Field(description="by kind of decision, the dearest first")


class PlaceInfo(Told):
    """One seat of a match in a list."""

    name: str
    player: str | None = Field(description="the handle, if a player sits there")
    bot: str | None
    program: bool = Field(description="whether it is a program of a player")
    own: bool = Field(description="whether it is that of the player whose matches these are")
    score: int | None
    rank: int | None


class MatchLine(Told):
    match: str
    game: str
    title: str
    status: str
    created: str
    ended: str | None
    own_box: bool = Field(default=False, description="whether it was played with a box that somebody made")
    seats: list[PlaceInfo]


class MatchList(Told):
    matches: list[MatchLine]
    next: str | None = Field(description="for `after`, if there are more")


class Friend(Told):
    player: str
    name: str
    friend: bool = Field(default=False, description="whether both follow each other")
    playing: bool | None = Field(default=None, description="whether it is at a table now; null if one is not to know")


class Friends(Told):
    following: list[Friend]
    followers: list[Friend]
    blocked: list[Friend]


class Invited(Told):
    id: str


class InvitationGot(Told):
    """A seat that one was asked to take."""

    id: str
    match: str
    game: str
    title: str
    seat: int
    player: str = Field(description="the handle of whoever asked")
    name: str
    link: str
    at: str


class InvitationSent(Told):
    """Somebody who was asked to a seat of one's table."""

    id: str
    seat: int
    player: str = Field(description="the handle of whoever was asked")
    name: str
    at: str


class Export(Told):
    """All that is kept of a player."""

    player: str
    id: str
    name: str
    created: str
    privacy: dict[str, str]
    passkeys: list[dict[str, Any]]
    identities: list[dict[str, Any]] = Field(description="the providers that one signs in with, and since when")
    sessions: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    codes_left: int
    role: str
    bans: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    following: list[dict[str, Any]]
    followers: list[dict[str, Any]]
    blocked: list[dict[str, Any]]
    invitations: list[dict[str, Any]]
    invited: list[dict[str, Any]] = Field(description="seats that one has asked others to take")
    queue: list[dict[str, Any]] = Field(description="what one waits for in the queue")
    chat: list[dict[str, Any]] = Field(description="what one said at tables")
    comments: list[dict[str, Any]] = Field(description="what one wrote beside finished matches")
    reports: list[dict[str, Any]] = Field(description="what one reported")
    notices: list[dict[str, Any]] = Field(description="where one's notices go")
    names: list[dict[str, Any]]
    results: list[dict[str, Any]]
    cancellations: list[dict[str, Any]]
    holidays: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    ladder: list[dict[str, Any]] = Field(
        description="all that ratings follow from, and what they were after each match"
    )
    tries: list[dict[str, Any]] = Field(description="at matches of a day")
    solutions: list[dict[str, Any]] = Field(description="first moves at puzzles")
    boxes: list[dict[str, Any]] = Field(description="that one has made, as far as they are kept")
    tournaments: list[dict[str, Any]] = Field(description="that one has opened")
    entries: list[dict[str, Any]] = Field(description="tournaments that one takes part in, or did")
    boards: list[dict[str, Any]] = Field(description="where one sat in rounds of tournaments, and what came of it")
    devices: list[dict[str, Any]] = Field(description="rated tables at which it is still noted from where one came")
    matches: list[dict[str, Any]]
    events: list[dict[str, Any]] = Field(description="all that one did at tables; of the day's match once it is over")
