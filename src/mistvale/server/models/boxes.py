"""Boxes that people make themselves."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from .common import Told

MOST_CHANGES = 500
LARGEST = 2**53 - 1  # as in browsers
BoxPath = Annotated[StrictStr, Field(max_length=80, examples=["cards.0.count"])]
BoxWord = Annotated[StrictStr, Field(max_length=80)]
BoxValue = Annotated[StrictInt, Field(ge=-LARGEST, le=LARGEST)] | BoxWord
Changes = Annotated[dict[BoxPath, BoxValue], Field(max_length=MOST_CHANGES)]


class BoxWish(BaseModel):
    """A box: what differs from the standard one, or all of it as a file."""

    model_config = ConfigDict(extra="forbid")

    changes: Annotated[Changes, Field(description="values by their places in the box file")] = {}
    file: Annotated[
        StrictStr | None, Field(max_length=16_000, description="a box file (TOML), in place of changes")
    ] = None


class BoxField(Told):
    path: str = Field(description="where it is in the box file", examples=["cards.0.count"])
    value: int | str | None = Field(description="what is there; null where something has to be said")
    standard: int | str | None = Field(description="what the standard box has there")
    least: int | None = Field(default=None, description="of a number")
    most: int | None = Field(default=None, description="of a number")
    words: list[str] | None = Field(default=None, description="of a word: which there are")


class BoxGroup(Told):
    """Fields that stand together in the box file."""

    path: str = Field(description="where it is in the box file", examples=["cards.0"])
    name: str = Field(description="what the box file calls it", examples=["rocket"])
    section: str = Field(description="the part of the box file that it is in", examples=["cards"])
    fields: list[BoxField] = Field(description="in the order of the box file")


class BoxProblem(Told):
    path: str = Field(description="the field that it is about; empty where it is about several")
    text: str = Field(description="for people")


class BoxLack(Told):
    """A table that there is too little for in a box."""

    seats: int
    options: dict[str, str]
    text: str = Field(description="for people: for how many seats, and of what there is too little")


class BoxForm(Told):
    """What may be chosen for a box, as far as it is: fields may come and go with others."""

    game: str
    title: str
    groups: list[BoxGroup] = Field(description="in the order of the box file")
    changes: dict[str, int | str] = Field(description="what differs from the standard box")
    problems: list[BoxProblem] = Field(description="what is wrong; empty where it may be kept")
    lacks: list[BoxLack] = Field(description="the tables that it has too little for, as soon as nothing is wrong")


class BoxDifference(Told):
    path: str = Field(description="where it is in the box file", examples=["cards.0.count"])
    name: str = Field(description="what the box file calls it", examples=["rocket: count"])
    value: int | str = Field(description="what is there")
    standard: int | str | None = Field(description="what the standard box has there")


class BoxState(Told):
    """A box that is kept, and how far its trial is."""

    digest: str = Field(description="of the box")
    game: str
    title: str
    mine: bool = Field(description="whether I made it")
    trial: Literal["none", "waiting", "running", "passed", "failed", "late"] = Field(
        description="how far the trial is; late: it was not done in time, and may be asked for again"
    )
    finding: str = Field(description="which law it breaks, and where; in English")
    differs: list[BoxDifference] = Field(description="what differs from the standard box")
    seats: list[int] = Field(description="for how many seats there is enough in it, at least with some options")


class OwnBoxTold(Told):
    """The box of a table that is not the standard one."""

    digest: str = Field(description="of the box")
    differs: list[BoxDifference] = Field(description="what differs from the standard box")
