"""Tables: what is wished of them, and how they stand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from ..terms import Door, PaceKind
from .boxes import OwnBoxTold
from .common import Hash, MessageId, Name, Notation, SeatKind, SeatNumber, TableStatus, Told, Wanted

# In milliseconds.
LONGEST_BANK = 3 * 3600 * 1000
LONGEST_DECISION = 30 * 24 * 3600 * 1000


class SeatWanted(BaseModel):
    seat: SeatNumber


class MoveWanted(SeatWanted):
    move: Notation


class BotWanted(SeatWanted):
    bot: Annotated[StrictStr | None, Field(description="without it, the bot that the table agreed on")] = None


class CancelWanted(BaseModel):
    wish: Annotated[StrictBool, Field(description="whether I want to cancel the match, or not any more")] = True


class PartsGiven(BaseModel):
    parts: dict[int, Hash]


class SeatWish(BaseModel):
    kind: Annotated[
        Literal["me", "here", "friend", "friends", "anyone", "player", "bot"],
        Field(
            description="friend: whoever has its link; friends: any friend of mine; anyone: whoever finds the table; "
            "player: the one that is named, who is invited"
        ),
    ]
    name: Name = ""
    bot: StrictStr | None = None
    player: Annotated[
        StrictStr | None, Field(pattern=r"^[a-z0-9]{12}$", description="the handle of whom the seat is kept for")
    ] = None


class PaceWish(BaseModel):
    """How much time a seat has, in milliseconds."""

    model_config = ConfigDict(extra="forbid")

    kind: PaceKind = "none"
    bank: Annotated[StrictInt, Field(ge=0, le=LONGEST_BANK)] = 0
    decision: Annotated[StrictInt, Field(ge=0, le=LONGEST_DECISION)] = 0


class HolidayWish(BaseModel):
    on: StrictBool


class TableWish(BaseModel):
    game: StrictStr
    options: dict[str, StrictStr | StrictBool | StrictInt] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]
    seed: StrictInt | StrictStr | None = None
    seals: dict[int, Hash] = {}
    hints: Annotated[StrictBool, Field(description="whether seats may ask for hints")] = True
    pace: PaceWish = PaceWish()
    rated: Annotated[StrictBool, Field(description="whether the match counts for ratings")] = False
    level: Annotated[
        StrictStr | None, Field(description="the bot that plays on for somebody who is out of time or gone")
    ] = None
    door: Annotated[Door, Field(description="who may find the table: those with a link, friends too, or all")] = "link"
    programs: Annotated[StrictBool, Field(description="whether programs of players may sit at the table")] = False
    box: Annotated[
        StrictStr | None,
        Field(pattern=r"^[0-9a-f]{64}$", description="the digest of a box that has passed its trial; unrated"),
    ] = None


class GoOnWish(BaseModel):
    """How a table goes on from what lies there, and who sits at it."""

    as_it_lay: Annotated[StrictBool, Field(description="with the same hidden things; else they are dealt anew")] = False
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=16)]


class PlayOnWish(GoOnWish):
    """A table that goes on from a step of a finished match."""

    step: Annotated[StrictInt, Field(ge=0, description="the step to go on from")]
    seat: Annotated[
        SeatNumber | None, Field(description="whose knowledge stays as it was; without it, that of who is to decide")
    ] = None


class ChangeWish(BaseModel):
    """What the host wants to be otherwise; what is not said stays."""

    model_config = ConfigDict(extra="forbid")

    options: dict[str, StrictStr | StrictBool | StrictInt] | None = None
    hints: StrictBool | None = None
    door: Door | None = None


class MoveWish(MoveWanted):
    id: MessageId | None = None


class UndoWish(SeatWanted):
    id: MessageId | None = None


class LeaveWish(BotWanted):
    id: MessageId | None = None


class BackWish(SeatWanted):
    id: MessageId | None = None


class CancelWish(CancelWanted):
    id: MessageId | None = None


class JoinWish(BaseModel):
    name: Name = ""
    seal: Hash | None = None
    programs: Annotated[StrictBool, Field(description="that one agrees to meet programs, where they may sit")] = False


class SitWish(JoinWish):
    seat: Annotated[SeatNumber | None, Field(description="without it, the first that one may take")] = None


class SealsWish(BaseModel):
    seals: dict[int, Hash] = {}


class PartsWish(PartsGiven):
    id: MessageId | None = None


class RematchWish(BaseModel):
    seals: dict[int, Hash] = {}


class Turn(Told):
    """Whether a seat is to decide, and what it may do."""

    status: TableStatus
    step: int
    pending: bool = Field(description="whether the seat is to decide now")
    legal: list[str] = Field(description="its legal moves, while it is")


class HintedMove(Told):
    move: str
    worth: float = Field(description="points ahead of the others (alone: points) that are expected, a sure win as ten")
    share: float = Field(description="how much of the search went into it")
    why: list[str] = Field(description="what speaks for it and against it, a sentence each")


class Hints(Told):
    step: int
    moves: list[HintedMove]


class Why(Told):
    """What speaks for a move of a match that is over, and against it, from what its seat knew then."""

    step: int
    seat: int
    move: str
    why: list[str] = Field(description="a sentence each")


class Holiday(Told):
    """Holidays stop one's clocks at tables by mail."""

    on: bool
    until: str | None = Field(description="when it is over at the latest")
    days_left: float = Field(description="of this year's, the present one not counted")


class SeatStatus(Told):
    seat: int
    kind: SeatKind
    name: str
    mine: bool
    online: bool
    bot: str | None
    pending: bool
    failed: bool = Field(description="a bot that was to move and could not, several times")
    wanted: Wanted | None = Field(default=None, description="of an open seat: who may take it")
    confirmed: bool = Field(default=True, description="whether nobody has to say here that he is there, and agrees")
    due: bool = Field(default=False, description="whether the start waits for a new seal of it")
    program: str | None = Field(default=None, description="of a program: the name of the player whose it is")
    link: str | None = None
    gone: Literal["timeout", "left"] | None = Field(
        default=None, description="whoever sat there ran out of time, or left, while the match went on"
    )
    was: str | None = Field(default=None, description="who sat there before the bot that plays on")
    back: bool = Field(default=False, description="whether I may take the seat back")
    cancelling: bool = Field(default=False, description="whether whoever sits there wants to cancel the match")


class PaceStatus(Told):
    """How much time a seat has, in milliseconds."""

    kind: PaceKind
    bank: int = Field(description="what a seat may use up beside the time of each decision")
    decision: int = Field(description="what each decision has of its own")


class ClockStatus(Told):
    """What a seat has left at the moment of telling, in milliseconds. The decision's time is used up first."""

    seat: int
    decision: int
    bank: int
    running: bool
    holiday: int = Field(default=0, description="how much longer the clock stands still, for a holiday")


class EndingStatus(Told):
    """How a match ended, where the rules do not say it all."""

    end: Literal["rules", "timeout", "left", "cancelled"]
    seats: list[Literal["played", "timeout", "left", "cancelled"]]
    ranks: list[int] = Field(description="for ratings: who is gone comes last, and last of all who went first")


class PlayedOnStatus(Told):
    """The finished match, the lesson or the puzzle that a table goes on from."""

    match: str | None = Field(default=None, description="the finished match; only of such a table")
    step: int = Field(description="the step of that match, or how far the lesson or the puzzle was played")
    dealt_anew: bool = Field(description="whether what a seat could not know was dealt anew; else it goes on as it lay")
    lesson: str | None = Field(default=None, description="the lesson of the game, by its id; only of such a table")
    puzzle: str | None = Field(default=None, description="the puzzle of the game, by its id; only of such a table")


class MatchStatus(Told):
    match: str
    game: str
    title: str
    options: dict[str, str]
    status: TableStatus
    reason: str | None = None
    seats: list[SeatStatus]
    mine: list[int]
    host: bool = Field(description="whether I opened the table")
    step: int
    scores: list[int]
    ranks: list[int]
    created: str
    host_seal: str | None
    rematch: str | None
    hints: bool
    pace: PaceStatus | None = Field(default=None, description="only of tables with clocks")
    clocks: list[ClockStatus] = Field(default=[], description="only of tables with clocks, once they run")
    rated: bool = False
    played_on: PlayedOnStatus | None = Field(default=None, description="only of tables that go on from another match")
    own_box: OwnBoxTold | None = Field(default=None, description="only of tables with a box that somebody made")
    ending: EndingStatus | None = None
    cancellable: bool = Field(default=False, description="whether those at the table may agree to cancel the match")
    door: Door = Field(description="who may find the table")
    start_left: int | None = Field(
        default=None, description="in how many seconds the seats are free again that the start waits for"
    )
    chat: bool = Field(description="whether people may chat here")
    programs: bool = Field(description="whether programs of players may sit at the table")
    daily: str | None = Field(default=None, description="the day whose match it is, if it is one")
    secret: bool = Field(default=False, description="whether there is no replay and no record yet")
    tournament: str | None = Field(default=None, description="the tournament whose table it is, if it is one's")


class Invitation(Told):
    match: str
    seat: int
    taken: bool
    host: str
    game: str
    programs: bool = Field(
        description="whether programs of players may sit at the table: one agrees to that by joining"
    )
    rated: bool = Field(description="whether the match counts for ratings; where a program sits, for programs alone")
