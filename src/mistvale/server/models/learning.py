"""Lessons, and what a coach can say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .common import Notation, Told
from .seeing import Frame, SceneAnswer
from .tables import GoOnWish

MOST_DEEDS = 200
"""More than any lesson has."""
DEEDS = "what was done so far: moves, and `next` for what is only read"


class LessonInfo(Told):
    id: str
    title: str
    steps: int = Field(description="how many steps it has")


class CoachTip(Told):
    """Something that is new to a newcomer. It has come up when any of these is so; patterns as in `place *`."""

    id: str
    moves: list[str] = Field(description="patterns of moves: such a one can be made")
    sprites: list[str] = Field(description="patterns of sprites' keys: such a one lies on the table")
    beats: list[str] = Field(description="beats: this has just happened")
    signs: list[str] = Field(description="signs of the prompt: this is so")
    times: int = Field(description="how often it is said before it is taken as known")
    text: str


class Learning(Told):
    """What there is to learn a game by."""

    lessons: list[LessonInfo] = Field(description="in the order in which they are best done")
    tips: list[CoachTip] = Field(description="what a coach says in a first match, what matters most first")


class LessonWish(Told):
    """All that was done so far: moves, and `next` for what is only read."""

    deeds: list[Notation] = Field(default=[], max_length=MOST_DEEDS, description=DEEDS)
    known: Annotated[int, Field(ge=0, le=MOST_DEEDS)] | None = Field(
        default=None, description="after how many deeds one has the table already; without it, it is sent as it stands"
    )


class LessonOnWish(GoOnWish):
    """A table that goes on from what lies there in a lesson, after what was done so far."""

    deeds: list[Notation] = Field(default=[], max_length=MOST_DEEDS, description=DEEDS)


class LessonWhyWish(Told):
    """A move of a rival, by its step, and all that was done so far."""

    deeds: list[Notation] = Field(default=[], max_length=MOST_DEEDS, description=DEEDS)
    step: int = Field(ge=1, description="one of the steps in `rivals`")


class RivalMove(Told):
    """What a rival did: one may ask why."""

    step: int
    name: str = Field(description="who")
    text: str = Field(description="as the log tells it")


class LessonStanding(Told):
    """Where one stands in a lesson: what is told now, what came of the last deed, and the table."""

    id: str
    title: str
    seat: int = Field(description="the seat that one looks from")
    at: int = Field(description="which step is told, counted from 0; all of them once it is over")
    steps: int = Field(description="how many steps it has")
    told: str = Field(description="what is told, paragraphs apart by empty lines")
    wants: Literal["next", "move", "back", "nothing"] = Field(
        description="to read on, to make a move, to take the last one back, or nothing more"
    )
    verdict: Literal["", "right", "wrong"] = Field(description="what came of the last deed, if it was a move")
    feedback: str = Field(description="and why")
    right: list[str] = Field(description="the moves that are asked for")
    shown: bool = Field(description="whether they are to be marked at once")
    look: list[str] = Field(description="keys of groups and sprites to look at")
    following: str | None = Field(description="the next lesson; null after the last one")
    rivals: list[RivalMove] = Field(description="what rivals did since one's own last move, as far as one saw it")
    frames: list[Frame] = []


class LessonPreview(Told):
    """What a move would lead to; null if it would reveal anything or end a turn."""

    scene: SceneAnswer | None = None


class PreviewWish(Told):
    """A move that one thinks of, and all that was done so far."""

    deeds: list[Notation] = Field(default=[], max_length=MOST_DEEDS, description=DEEDS)
    move: Notation
