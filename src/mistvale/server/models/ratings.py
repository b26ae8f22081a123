"""Ratings, the ladder, and the match of the day."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .common import Told


class RatingInfo(Told):
    """How strong a player is thought to be in one game."""

    kind: Literal["people", "programs"] = Field(description="which list it stands on")
    game: str
    title: str
    pool: Literal["2", "3+"] = Field(description="tables for two, or for more")
    rating: float
    uncertainty: float = Field(description="the true strength is within twice as much, mostly")
    matches: int
    like: str | None = Field(description="the strongest house bot that is not stronger, in words")


class ProgramRating(RatingInfo):
    """How strong a program is thought to be in one game."""

    name: str


class RatingStep(Told):
    """A match at a rated table, and what was thought of the player after it."""

    match: str
    kind: Literal["people", "programs"]
    game: str
    pool: Literal["2", "3+"]
    at: str
    rating: float | None = Field(description="null if it did not count")
    uncertainty: float | None
    why: str | None = Field(description="why it did not count, or why nobody could rise by it, in words")


class PlayerRatings(Told):
    ratings: list[RatingInfo]
    steps: list[RatingStep] = Field(description="the newest, oldest first")
    programs: list[ProgramRating] = Field(description="of the player's programs, which are on a list of their own")


class RatingChange(Told):
    seat: int
    name: str
    player: str = Field(description="the handle; of a program, that of the player whose it is")
    program: bool = Field(description="whether a program sat there")
    before: float
    after: float
    uncertainty: float
    why: str | None = Field(default=None, description="why nobody could rise at this seat, in words")


class SeatStrength(Told):
    """How strong whoever sits there is thought to be, at this kind of table."""

    seat: int
    rating: float
    uncertainty: float
    matches: int


class MatchRating(Told):
    """What a match at a rated table did to ratings, when it is over."""

    counted: bool
    kind: Literal["people", "programs"] = Field(description="the list it counts for: that of programs if one sat there")
    why: str | None = Field(description="why it did not count, in words")
    changes: list[RatingChange] = Field(description="of those whose profile one may see")


class LadderLine(Told):
    rank: int | None = Field(description="on the list; null for house bots, which stand beside it")
    name: str
    player: str | None = Field(description="the handle; of a program, that of the player whose it is")
    bot: str | None
    owner: str | None = Field(default=None, description="of a program: what the player is called whose it is")
    rating: float
    uncertainty: float
    matches: int
    me: bool = False


class LadderAnswer(Told):
    """A list by rating, those first of whom it is surest that they are strong, and house bots among them."""

    kind: Literal["people", "programs"]
    game: str
    title: str
    pool: Literal["2", "3+"]
    lines: list[LadderLine]


class DailyLine(Told):
    rank: int
    name: str
    player: str | None = Field(description="the handle, if one may see the profile")
    score: int
    me: bool
    match: str | None = Field(description="to be looked at, once the day is over")


class DailyNext(Told):
    day: str
    seal: str


class DailyAnswer(Told):
    """The match of a day, and its board."""

    day: str
    game: str
    title: str
    over: bool
    seal: str = Field(description="was known before the day began")
    part: str | None = Field(description="what is sealed, once the day is over")
    seed: str | None
    next: DailyNext | None = Field(description="what is known of the next day; with today only")
    tried: str | None = Field(description="the match of my one try")
    score: int | None
    place: int | None = Field(description="my place on the board")
    of: int = Field(description="how many have finished")
    board: list[DailyLine]
