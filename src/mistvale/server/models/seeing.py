"""What is seen of a match: views, scenes, frames and what changed; and its record."""

from __future__ import annotations

from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, Field, create_model

from mistvale.scene.model import Group, Prompt, Reference, Score, Sprite, Summary

from .common import Told
from .tables import EndingStatus


class ViewAnswer(Told):
    """What a seat may know, as plain numbers: for programs."""

    game: str
    viewer: int = Field(description="a seat; -1 for a spectator")
    step: int
    options: dict[str, str]
    pending: list[int]
    legal: list[str]
    over: bool
    scores: list[int]
    ranks: list[int]
    state: dict[str, Any] = Field(description="the fields of the game's state, as far as the viewer may know them")


class LogLine(Told):
    seat: int | None
    text: str


class Panels(Told):
    prompt: Prompt
    scores: list[Score]
    log: list[LogLine]
    reference: list[Reference]
    summary: Summary | None


class SceneHead(Told):
    game: str
    viewer: int
    lang: str


def model_of(thing: type[Group] | type[Sprite]) -> type[BaseModel]:
    """A model with the fields of a named tuple: it goes over the wire by their names."""
    fields: dict[str, Any] = {
        name: (kind, thing._field_defaults.get(name, ...))  # noqa: SLF001 - of a named tuple
        for name, kind in get_type_hints(thing).items()
    }
    return create_model(thing.__name__, __base__=Told, __doc__=thing.__doc__, **fields)


GroupAnswer, SpriteAnswer = model_of(Group), model_of(Sprite)


class SceneAnswer(SceneHead):
    """A scene, as docs/scenes.md tells it."""

    groups: list[GroupAnswer]  # type: ignore[valid-type]
    sprites: list[SpriteAnswer]  # type: ignore[valid-type]
    panels: Panels


class KeyedChange(Told):
    """What changed among things with keys."""

    gone: list[str] = []
    set: dict[str, dict[str, Any]] = Field(default={}, description="by key, the fields that are others now")
    new: list[tuple[int, SpriteAnswer | GroupAnswer]] = Field(  # type: ignore[valid-type]
        default=[], description="each with its place in the new list"
    )
    order: list[str] = []


Rows = dict[str, dict[str, Any]] | list[dict[str, Any]]


class Patch(Told):
    """What makes a scene of the one before; what is not in it stays."""

    sprites: KeyedChange | None = None
    groups: KeyedChange | None = None
    scores: Rows | None = None
    reference: Rows | None = None
    log: tuple[int, list[LogLine]] | None = None
    prompt: Prompt | None = None
    summary: Summary | None = None
    head: SceneHead | None = None


class Caption(Told):
    """What happened at a step."""

    step: int
    kind: Literal["start", "move", "beat", "undo"]
    beat: str | None
    seat: int | None
    text: str
    sound: str | None
    can_undo: bool


class Frame(Caption):
    """A step: what happened, and the table after it, whole or as what has changed."""

    scene: SceneAnswer | None = None
    patch: Patch | None = None
    digest: str | None = None


class FramesPart(Told):
    """Frames with their scenes, or, where patches were asked for, each but the first with what makes its scene."""

    frames: list[Frame] = []
    steps: int


class SealAnswer(Told):
    match: str
    host: str
    parts: list[str]


class RecordAnswer(Told):
    """A finished match, from which it can be made again."""

    format: str
    version: int
    game: str
    rules: int
    box: str
    options: dict[str, str]
    seats: int
    names: list[str]
    seed: str
    seal: SealAnswer | None
    origin: dict[str, Any] | None = Field(
        default=None, alias="from", description="of version 2: the record, step and seed that it was played on from"
    )
    moves: list[str]
    over: bool
    scores: list[int]
    digest: str
    ending: EndingStatus | None = Field(default=None, description="how it ended, where the rules do not say it all")
    checksum: str
