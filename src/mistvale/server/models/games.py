"""The games of the house, their options and bots."""

from __future__ import annotations

from pydantic import Field

from mistvale.core.game import Weight

from .common import Told


class OptionValue(Told):
    value: str
    label: str


class GameOption(Told):
    name: str
    label: str
    hint: str
    values: list[OptionValue]
    default: str


class BotInfo(Told):
    name: str
    label: str
    hint: str = Field(description="how it plays, in a line")
    level: bool = Field(description="whether it is one of the levels; the others are tools to compare with")
    ratings: dict[int, float] = Field(description="how strong it is at tables of so many seats, as ratings are")


class GameInfo(Told):
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
    lessons: int = Field(description="how many lessons there are to learn it by")
    puzzles: int = Field(description="how many puzzles it has")
    own_box: bool = Field(description="whether it can be played with a box that somebody made")


class Guide(Told):
    html: str
