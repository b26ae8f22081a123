"""Looking back at a finished match."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .common import Told

Sure = Annotated[list[float], Field(min_length=2, max_length=2)]
Mark = Literal["", "inaccuracy", "mistake", "blunder", "find"]


class Worth(Told):
    """What something is worth to a seat: a mean and its standard error each."""

    lead: Sure = Field(description="points ahead of the best rival at the end; alone, points")
    win: Sure = Field(description="the chance to win, from 0 to 1")


class DecisionFound(Told):
    """A decision, and what the yardstick would have done from that seat's knowledge alone."""

    number: int = Field(description="which of the decisions it was, from 0")
    step: int = Field(description="the step that it led to")
    seat: int
    choices: int = Field(description="how many moves were legal")
    played: str = Field(description="the move that was made, in notation")
    best: str = Field(description="the yardstick's; the move that was made where it is as good")
    obvious: str = Field(description="where the best was played: what a quick look takes")
    worlds: int = Field(description="in how many worlds the moves were played on")
    after: Worth = Field(description="what the seat could expect after its move")
    lost: Worth = Field(description="what the yardstick's move would have gained")
    found: Worth = Field(description="what the move gained over the obvious one")
    mark: Mark = Field(description="empty where no threshold is surely passed")
    closer: bool = Field(default=False, description="whether bots played on where search and rollouts differed")


class CurvePlace(Worth):
    """What a seat could expect before a step, as far as it knew."""

    step: int


class TurnFound(Worth):
    """A turning point, and by how much it changed what a seat could expect."""

    step: int
    seat: int
    why: Literal["choice", "chance"] = Field(
        description="the seat's own move; or what came to light, and rivals' moves"
    )


class SharesFound(Told):
    """What a seat's result is made of: the first four add up to the last."""

    start: Worth = Field(description="what it could expect when the table was set up")
    chance: Worth = Field(description="what changed when hidden things became known")
    own: Worth = Field(description="its moves less those of the yardstick in their place")
    rivals: Worth = Field(description="the moves of others less those of the yardstick in their place")
    result: Worth = Field(description="what came of it")


class AnalysisFound(Told):
    """All that was found so far."""

    format: Literal["mistvale-analysis"]
    version: int = Field(description="of this form")
    game: str
    rules: int
    record: str = Field(description="the digest of the last position")
    level: str = Field(description="the yardstick: a level of the house bots")
    worlds: int = Field(description="in how many worlds moves are played on at least")
    seats: int
    steps: int
    total: int = Field(description="how many decisions there are")
    spread: float = Field(description="of points ahead at the end of matches that begin like this one")
    thresholds: dict[str, float] = Field(description="what a mark takes, in points")
    decisions: list[DecisionFound] = Field(description="those that were looked at, in their order")
    curves: list[list[CurvePlace]] = Field(description="by seat")
    turns: list[TurnFound] = Field(description="the greatest first")
    shares: list[SharesFound] = Field(description="by seat, once all is looked at; empty where it was cut short")


class MoveTold(Told):
    """Moves of a decision as the log tells them."""

    played: str = Field(description="the move that was made")
    other: str = Field(description="the better one, or the obvious one of a good find; empty for none")


class AnalysisAnswer(Told):
    """How far looking back at a match is."""

    status: Literal["none", "waiting", "quick", "full", "whole"] = Field(
        description="nobody looks; it waits for others; a quick look; a closer one; all is found and kept"
    )
    done: int = Field(description="decisions that the present look has found out about")
    total: int = Field(description="of how many; 0 while nobody knows")
    found: AnalysisFound | None = Field(description="what is found so far; null while there is nothing")
    told: dict[int, MoveTold] = Field(description="by step, the moves of decisions in words")
