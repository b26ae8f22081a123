"""What a scene is made of. `docs/scenes.md` says what each field means and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, NamedTuple

from ..core.game import Game
from ..core.history import BEAT


class Group(NamedTuple):
    """A place on the table with coordinates of its own; the renderer decides where it goes."""

    key: str
    title: str
    role: str
    width: float
    height: float
    seat: int | None = None
    note: str = ""
    zoom: bool = False


class Sprite(NamedTuple):
    """One thing on the table, drawn centred on (x, y) of its group."""

    key: str
    symbol: str | None
    group: str
    x: float
    y: float
    size: tuple[float, float]
    label: str = ""
    hint: str = ""
    turn: float = 0
    face: str = "up"
    layer: int = 1
    text: str | None = None
    short: str = ""  # what a terminal writes for it; the label if empty
    origin: str | None = None
    move: str | None = None
    turns: tuple[str | None, ...] = ()  # moves to choose from by turning: a direction for each place, None if illegal
    marks: tuple[str, ...] = ()
    shape: str = ""  # "hex": its frame and what a finger hits are a flat-topped hexagon
    place: str = ""  # where it lies, as people call it, if the label does not say so: for those who do not see it
    ways: tuple[str, ...] = ()  # what comes of each of its turns, in words; empty where that is not legal

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that it stands for: one, or one for each way it may be turned."""
        return (self.move,) if self.move is not None else tuple(move for move in self.turns if move is not None)

    @property
    def stem(self) -> str:
        """The words that its moves begin with: the whole move, if there is one."""
        moves = self.moves
        if len(moves) < 2:
            return "".join(moves)
        words = list(
            takewhile(lambda alike: len(set(alike)) == 1, zip(*(move.split() for move in moves), strict=False))
        )
        return " ".join(alike[0] for alike in words)

    @property
    def is_read(self) -> bool:
        """Whether characters show it: a figure on a symbol without a label is a badge, said by what it lies on."""
        return bool(self.label or self.short or (self.text and not self.symbol))


@dataclass(frozen=True)
class Button:
    """A move that no sprite stands for; without a move, one that is blocked, and why."""

    move: str | None
    label: str
    why: str = ""
    about: str = ""  # the key of a sprite that offers it, too: one way of several to do something with that
    way: str = ""  # the label in few words, where what it is about is named beside it: that way alone
    doubt: str = ""  # what is asked before it is played, as it gives away something that is certainly good


@dataclass(frozen=True)
class Prompt:
    """What is asked of whom."""

    text: str
    mine: bool = False
    buttons: tuple[Button, ...] = ()
    topic: str = ""  # the anchor in the guide at which this is told
    signs: tuple[str, ...] = ()  # what is so at the table now, by names: what a coach's tips wait for


Parts = tuple[tuple[str, int], ...]
"""What points come from, and how many from each: they add up to the points."""


@dataclass(frozen=True)
class Score:
    """A seat's line in the score panel."""

    seat: int
    name: str
    points: int
    note: str = ""
    pending: bool = False
    rank: int | None = None
    me: bool = False
    symbol: str | None = None
    parts: Parts = ()  # where the points come from
    hint: str = ""  # what they mean: whether they are final, and what decides
    partial: bool = False  # more is there that the viewer can't see: it is no total

    @property
    def figure(self) -> str:
        """The points as they are written: with a plus where they are not all."""
        return f"{self.points}{'+' if self.partial else ''}"


@dataclass(frozen=True)
class Reference:
    """A component of the game, what it does, and how many are left to be seen."""

    symbol: str
    label: str
    hint: str
    count: str


@dataclass(frozen=True)
class Summary:
    """The end of a round or of the match, explained."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    text: tuple[str, ...]
    final: bool = False


@dataclass(frozen=True)
class Scene:
    """The table as one viewer sees it."""

    game: Game
    viewer: int
    groups: tuple[Group, ...]
    sprites: tuple[Sprite, ...]
    prompt: Prompt
    scores: tuple[Score, ...]
    log: tuple[tuple[int, str], ...] = ()
    reference: tuple[Reference, ...] = ()
    summary: Summary | None = None
    lang: str = field(default="en")

    def __post_init__(self) -> None:
        if len({sprite.key for sprite in self.sprites}) < len(self.sprites):
            keys = [sprite.key for sprite in self.sprites]
            twice = sorted({key for key in keys if keys.count(key) > 1})
            raise ValueError(f"two sprites have the key {', '.join(twice)}")
        turning = [sprite for sprite in self.sprites if sprite.turns or sprite.ways]
        if both := [sprite.key for sprite in turning if sprite.move is not None and sprite.turns]:
            raise ValueError(f"a sprite has one move or turns, not both: {', '.join(both)}")
        if untold := [sprite.key for sprite in turning if len(sprite.ways) != len(sprite.turns)]:
            raise ValueError(f"a sprite that can be turned says what comes of each way: {', '.join(untold)}")
        if mute := [button.label for button in self.prompt.buttons if (button.move is None) != bool(button.why)]:
            raise ValueError(f"a button has a move, or a reason why not: {', '.join(mute)}")
        there = {"", *(sprite.key for sprite in self.sprites)}
        if lost := [button.label for button in self.prompt.buttons if button.about not in there]:
            raise ValueError(f"a button is about a sprite that is there: {', '.join(lost)}")

    def json(self) -> dict[str, Any]:
        """The scene as plain data, for a browser. Its parts are flat, so nothing is copied."""
        return {
            "game": self.game.name,
            "viewer": self.viewer,
            "lang": self.lang,
            "groups": [group._asdict() for group in self.groups],
            "sprites": [sprite._asdict() for sprite in self.sprites],
            "panels": {
                "prompt": {**vars(self.prompt), "buttons": [vars(button) for button in self.prompt.buttons]},
                "scores": [vars(score) for score in self.scores],
                "log": [{"seat": None if seat == BEAT else seat, "text": text} for seat, text in self.log],
                "reference": [vars(entry) for entry in self.reference],
                "summary": vars(self.summary) if self.summary else None,
            },
        }

    def svg(self) -> str:
        """The scene as one static SVG picture."""
        from .svg import draw

        return draw(self)

    def text(self) -> str:
        """The scene in plain characters: for a terminal, and for a screen reader."""
        from .terminal import write

        return write(self).plain
