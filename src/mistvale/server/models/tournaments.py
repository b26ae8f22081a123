"""Tournaments: what is wished of them, and how they stand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from ..boards import Form, How
from ..terms import Door
from .common import Told
from .seeing import RecordAnswer
from .tables import PaceStatus, PaceWish

MOST_ROUNDS = 31
# In seconds.
SHORTEST_PATIENCE = 60
LONGEST_PATIENCE = 3600
Status = Literal["open", "running", "over", "ended"]


class TournamentWish(BaseModel):
    """A tournament that somebody wants to open."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[StrictStr, Field(min_length=1, max_length=200)]
    game: Annotated[StrictStr, Field(max_length=64)]
    options: dict[str, StrictStr | StrictBool | StrictInt] = {}
    form: Annotated[Form, Field(description="Swiss, round robin or knock-out")] = "swiss"
    size: Annotated[StrictInt, Field(ge=2, le=5, description="how many sit at a table, at most")] = 2
    rounds: Annotated[
        StrictInt,
        Field(ge=0, le=MOST_ROUNDS, description="of a Swiss, or of a round robin at larger tables; 0: as needed"),
    ] = 0
    pace: Annotated[PaceWish, Field(description="live or by mail: without clocks a tournament never ends")]
    rated: Annotated[StrictBool, Field(description="whether its matches count for ratings")] = False
    door: Annotated[Door, Field(description="who may find it and enter: those with its link, friends, or all")] = (
        "public"
    )
    late: Annotated[
        StrictInt,
        Field(ge=0, le=MOST_ROUNDS, description="the last round of a Swiss for newcomers; 0: none"),
    ] = 0
    patience: Annotated[
        StrictInt,
        Field(
            ge=SHORTEST_PATIENCE,
            le=LONGEST_PATIENCE,
            description="how many seconds tables of a live round wait for somebody who is not there",
        ),
    ] = 600
    starts: Annotated[
        StrictInt, Field(ge=0, le=2**40, description="seconds since 1970 when it begins by itself; 0: when I say so")
    ] = 0


class EntrantInfo(Told):
    """Somebody who takes part."""

    number: int = Field(description="in the order of entry; what rounds and standings name it by")
    name: str
    player: str | None = Field(description="the handle, if one may see the profile, or is the organiser")
    me: bool
    since: int = Field(description="the first round it could sit down in")
    away: Literal["", "left", "removed", "absent"] = Field(description="why there are no more tables for it")
    rating: float = Field(description="when it began, or when it came: what seeds follow from")


class StandingLine(Told):
    """One line of the standings. The figures stand in the order in which they decide."""

    number: int = Field(description="of the entrant")
    rank: int = Field(description="1 is first; nobody shares a place, lots decide in the end")
    points: float = Field(description="the share of the others at each table whom one has left behind")
    buchholz: float = Field(description="the points of those whom one has met")
    sonneborn: float = Field(description="the points of those one has beaten, half of those with whom one shared")
    direct: float | None = Field(description="points against those who are equal so far, if all of them have met")
    wins: int = Field(description="tables that one has won alone")
    lot: str = Field(description="drawn from the seed; the smaller one is better")
    played: int = Field(description="tables at which one has played")
    out: int = Field(description="of a knock-out: the round in which it went out; 0 while it is in, or has won")


class BoardSeat(Told):
    number: int = Field(description="of the entrant")
    place: int | None = Field(description="1 is first, ties share; null while it goes on")
    how: How | None = Field(description="what became of it there; null while it goes on")
    points: float | None = Field(description="what it made there; null while it goes on, or if it does not count")


class BoardInfo(Told):
    """A table of a round, or somebody who has nobody to meet."""

    match: str | None = Field(description="the match, if one is played")
    seats: list[BoardSeat]


class RoundInfo(Told):
    number: int = Field(description="from 1 on")
    boards: list[BoardInfo] = Field(description="tables first in the order of pairing")


class TournamentLine(Told):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    title: str
    form: Form = Field(description="Swiss, round robin or knock-out")
    size: int = Field(description="how many sit at a table, at most")
    rounds: int = Field(description="how many there are; 0: as many as will be needed")
    round: int = Field(description="the round that was paired last; 0 before it begins")
    pace: PaceStatus
    rated: bool
    door: Door = Field(description="who may find it, and enter")
    status: Status
    organiser: str = Field(description="what its organiser is called")
    entrants: int = Field(description="how many take part")
    entered: bool = Field(description="whether I take part")
    starts: int = Field(description="seconds since 1970: when it begins by itself, or began; 0: by hand")
    created: str


class TournamentLists(Told):
    """Tournaments that one may see, the newest first."""

    open: list[TournamentLine] = Field(description="those that can be entered")
    running: list[TournamentLine] = Field(description="those that go on")
    over: list[TournamentLine] = Field(description="those that are over, or were ended")


class TournamentInfo(TournamentLine):
    """A tournament with all that there is to know of it."""

    options: dict[str, str]
    late: int = Field(description="the last round that a newcomer may join in; 0: none")
    patience: int = Field(description="how many seconds tables of a live round wait for somebody who is not there")
    waits: int | None = Field(description="how many seconds tables of this round still wait for somebody")
    seal: str = Field(description="the hash of the seed, known from the beginning")
    seed: str | None = Field(description="what lots are drawn from, once it has begun")
    ended: str | None
    mine: bool = Field(description="whether I am the organiser")
    may_enter: bool = Field(description="whether I could enter, or come back, if I am a player")
    may_leave: bool = Field(description="whether I could withdraw")
    may_start: bool = Field(description="whether I could let it begin")
    may_end: bool = Field(description="whether I could call it off, or end it as it stands")
    table: str | None = Field(description="the match that I have to play now")
    people: list[EntrantInfo] = Field(description="who takes part, or did")
    standings: list[StandingLine] = Field(description="the best first; none before it has begun")
    played: list[RoundInfo] = Field(description="the rounds that were paired")
    version: int = Field(description="goes up with every change")


class TournamentFile(Told):
    """A tournament that is over, as one file: all that pairings and standings follow from, and all records."""

    format: Literal["mistvale-tournament"] = "mistvale-tournament"
    version: Literal[1] = 1
    tournament: TournamentInfo = Field(description="as a stranger sees it: the same for all")
    crosstable: str = Field(description="everybody against everybody, as CSV")
    records: list[RecordAnswer] = Field(description="the matches, in the order of rounds and boards")
    missing: list[str] = Field(description="matches whose records are not kept any more")
