"""Puzzles, and what one has made of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .common import Notation, Told
from .seeing import Frame
from .tables import GoOnWish

MOST_DEEDS = 1
"""A puzzle asks for one move."""


class PuzzleInfo(Told):
    id: str
    rating: float = Field(description="how hard it is, on the scale of players' ratings")
    solved: bool | None = Field(description="whether my first move was the best one; null if I have not tried it")


class PuzzleRating(Told):
    rating: float = Field(description="on the scale of players' ratings")
    uncertainty: float = Field(description="its deviation")


class PuzzleShelf(Told):
    """The puzzles of a game, the easiest first."""

    puzzles: list[PuzzleInfo] = Field(description="all of them")
    next: str | None = Field(description="the one that suits me best; null when all were tried")
    mine: PuzzleRating | None = Field(description="my rating by puzzles of this game; null for guests and newcomers")


class PuzzlePlace(Told):
    game: str
    title: str
    id: str
    day: str = Field(description="the day, of UTC")
    solved: bool | None = Field(description="whether my first move was the best one; null if I have not tried it")


class PuzzleDay(Told):
    """The puzzle of today; null where no game has any."""

    puzzle: PuzzlePlace | None = Field(description="where it lies; null where there is none")


class PuzzleWish(Told):
    """The move that I make, if I make one; or that I want to be shown what it is."""

    deeds: list[Notation] = Field(default=[], max_length=MOST_DEEDS, description="the move, or nothing")
    known: Annotated[int, Field(ge=0, le=MOST_DEEDS)] | None = Field(
        default=None, description="after how many deeds one has the table already; without it, it is sent as it stands"
    )
    give_up: bool = Field(default=False, description="be shown the move; it counts as not found")


class PuzzleOnWish(GoOnWish):
    """A table that goes on from what lies there at a puzzle, before a move or after it."""

    deeds: list[Notation] = Field(default=[], max_length=MOST_DEEDS, description="the move, or nothing")


class PuzzleStanding(Told):
    """Where one stands at a puzzle."""

    id: str
    seat: int = Field(description="the seat that one looks from")
    told: str = Field(description="what is asked, or what there is to say about the move")
    wants: Literal["move", "back", "nothing"] = Field(description="a move, to take the last one back, or nothing more")
    verdict: Literal["", "right", "wrong"] = Field(description="what came of the move")
    feedback: str = Field(description="why the move is right or wrong")
    right: list[str] = Field(description="the best move, once it was found or one has given up")
    solved: bool | None = Field(description="whether my first move was the best one, where that is kept")
    mine: PuzzleRating | None = Field(description="my rating by puzzles of this game, where I have one")
    gained: float | None = Field(description="by how much it has changed just now")
    rating: float = Field(description="how hard it is")
    following: str | None = Field(description="the next puzzle for me")
    frames: list[Frame] = []


class PuzzlePreviewWish(Told):
    """A move that one thinks of."""

    move: Notation
