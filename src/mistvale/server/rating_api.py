"""The REST side of ratings and of the match of the day. See docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Depends, Query, Response

import mistvale as mv

from . import commands, daily
from .account_api import Visit, VisitHere
from .anchors import anchor, anchors, pool_of
from .api import STATUS_OPTIONS, CallerHere, Guest, HubHere, check_tables, status_of
from .asking import Lang, the_language
from .daily import Dailies, Line
from .errors import Collision, refuse
from .hub import Hub
from .models.common import ErrorAnswer
from .models.ratings import (
    DailyAnswer,
    DailyLine,
    DailyNext,
    LadderAnswer,
    LadderLine,
    MatchRating,
    PlayerRatings,
    ProgramRating,
    RatingChange,
    RatingInfo,
    RatingStep,
    SeatStrength,
)
from .models.tables import MatchStatus
from .opening import find_game
from .people import People
from .people_api import Handle, PeopleHere, shown, title_of
from .ratings import PEOPLE, PROGRAMS, Ratings, Strength, strength_of, strongest
from .skill import UNIT, Rating
from .tables import Seat
from .words import bot_label, message, say

# What `ratings.judged` has to say against a match, or against a seat of it.
WHYS = {
    "guest": message("unrated.guest"),
    "anchor": message("unrated.anchor"),
    "device": message("unrated.device"),
    "pair": message("unrated.pair"),
    "own": message("unrated.own"),
    "program": message("unrated.program"),
    "together": message("unrated.together"),
    "often": message("unrated.often"),
}
MOST_STEPS = 500
MOST_LINES = 100
Kind = Literal["people", "programs"]
Pool = Literal["2", "3+"]

router = APIRouter(
    prefix="/api",
    tags=["ratings"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)


def told(millionths: int) -> float:
    """A figure for people: nobody is known to the hundredth."""
    return round(millionths / UNIT, 2)


def why_told(why: str, lang: str) -> str | None:
    return WHYS[why].told(lang) if why else None


# ---------------------------------------------------------------- ratings


@router.get("/players/{handle}/ratings", summary="A player's ratings, and how they came about")
async def player_ratings(hub: HubHere, people: PeopleHere, guest: Guest, lang: Lang, handle: Handle) -> PlayerRatings:
    player = await shown(hub, people, guest, handle)
    ratings = Ratings(hub.store)
    known = await hub.read(ratings.all_of, player.id)
    steps = await hub.read(ratings.steps, player.id, MOST_STEPS)
    return PlayerRatings(
        ratings=[rating_info(each.kind, each.game, each.pool, strength, lang) for each, strength in known.items()],
        steps=[rating_step(row, lang) for row in steps],
        programs=[program_rating(row, lang) for row in await hub.read(ratings.programs, player.id)],
    )


def program_rating(row: Any, lang: str) -> ProgramRating:
    info = rating_info(row.kind, row.game, row.pool, strength_of(row), lang)
    return ProgramRating(name=row.name, **info.model_dump())


def rating_info(kind: str, game: str, pool: str, strength: Strength, lang: str) -> RatingInfo:
    return RatingInfo(
        kind=cast(Kind, kind),
        game=game,
        title=title_of(game),
        pool=cast(Pool, pool),
        rating=told(strength.rating.mu),
        uncertainty=told(strength.rating.sigma),
        matches=strength.matches,
        like=like(game, pool, strength.rating, lang),
    )


def like(game: str, pool: str, rating: Rating, lang: str) -> str | None:
    """The strongest house bot that is not stronger."""
    bots = [(mark.mu, place.bot) for place, mark in house_bots(game, pool).items() if mark.mu <= rating.mu]
    return bot_label(max(bots)[1], lang) if bots else None


def house_bots(game: str, pool: str) -> dict[Any, Rating]:
    """The anchors of a game as it is played today; of larger tables, those of the smallest."""
    rules = mv.game(game).version if game in mv.games() else None
    here = {
        place: mark
        for place, mark in anchors().items()
        if (place.game, place.rules) == (game, rules) and pool_of(place.seats) == pool and place.stands
    }
    least = min((place.seats for place in here), default=0)
    return {place: mark for place, mark in here.items() if place.seats == least}


def rating_step(row: Any, lang: str) -> RatingStep:
    return RatingStep(
        match=row.match,
        kind=row.kind,
        game=row.game,
        pool=row.pool,
        at=row.at,
        rating=None if row.mu is None else told(row.mu),
        uncertainty=None if row.sigma is None else told(row.sigma),
        why=why_told(row.why or untouched(row), lang),
    )


def untouched(row: Any) -> str:
    """A match that counted, and not for people: a program sat there."""
    return "program" if row.kind == PROGRAMS and row.mu is None else ""


@router.get("/matches/{match}/rating", summary="What a match that is over did to ratings")
async def match_rating(hub: HubHere, people: PeopleHere, guest: Guest, lang: Lang, match: str) -> MatchRating:
    live = await hub.live(match)
    async with live.still() as table:
        if not table.terms.rated:
            raise refuse("not-found", "not-rated")
        names = [seat.name for seat in table.seats]
    entry = await hub.read(Ratings(hub.store).of_match, match)
    if entry is None:
        raise refuse("not-over")
    seen = await hub.read(people.visible, guest, [rung.person for rung in entry.people])
    changes = []
    for seat, rung in enumerate(entry.rungs):
        around = await hub.read(Ratings(hub.store).around, rung.player, entry) if rung.person in seen else None
        if around:
            before, after = around
            who = seen[rung.person]
            changes.append(
                RatingChange(
                    seat=seat,
                    name=names[seat] or who.name,
                    player=who.handle,
                    program=bool(rung.owner),
                    before=told(before.mu),
                    after=told(after.mu),
                    uncertainty=told(after.sigma),
                    why=why_told(rung.why, lang),
                )
            )
    kind = cast(Kind, entry.kind)
    return MatchRating(counted=not entry.why, kind=kind, why=why_told(entry.why, lang), changes=changes)


@router.get("/matches/{match}/strengths", summary="How strong those at a rated table are thought to be now")
async def strengths(hub: HubHere, people: PeopleHere, guest: Guest, match: str) -> list[SeatStrength]:
    live = await hub.live(match)
    async with live.still() as table:
        if not table.terms.rated:
            raise refuse("not-found", "not-rated")
        game, seats = table.game, list(table.seats)
    seen = await hub.read(people.visible, guest, [seat.owner or seat.guest for seat in seats if seat.guest])
    found = []
    for number, seat in enumerate(seats):
        if seat.guest and (seat.owner or seat.guest) in seen:
            kind = PROGRAMS if seat.owner else PEOPLE
            known = await hub.read(Ratings(hub.store).strength, seat.guest, game, len(seats), kind)
            found.append(seat_strength(number, known.rating, known.matches))
        elif seat.kind == "bot" and (mark := anchor(game, len(seats), seat.bot or "", mv.game(game).version)):
            found.append(seat_strength(number, mark, 0))
    return found


def seat_strength(seat: int, rating: Rating, matches: int) -> SeatStrength:
    return SeatStrength(seat=seat, rating=told(rating.mu), uncertainty=told(rating.sigma), matches=matches)


@router.get("/ladder/{game}", summary="Who is how strong in a game: players or programs, and house bots among them")
async def ladder(
    hub: HubHere,
    people: PeopleHere,
    guest: Guest,
    lang: Lang,
    game: str,
    pool: Annotated[Pool, Query()] = "2",
    kind: Annotated[Kind, Query(description="people: players; programs: those of players")] = "people",
) -> LadderAnswer:
    found = find_game(game)
    best = await hub.read(strongest, hub.store, kind, found.name, pool, MOST_LINES)
    programs = await hub.read(hub.sessions.tokens.known, [player for player, _ in best])
    whose = {player: programs[player].player if player in programs else player for player, _ in best}
    # A program is shown to those who may see whose it is.
    seen = await hub.read(people.visible, guest, set(whose.values()))
    lines = [
        LadderLine(
            rank=rank,
            name=programs[player].name if player in programs else seen[whose[player]].name,
            player=seen[whose[player]].handle,
            bot=None,
            owner=seen[whose[player]].name if player in programs else None,
            rating=told(strength.rating.mu),
            uncertainty=told(strength.rating.sigma),
            matches=strength.matches,
            me=whose[player] == guest,
        )
        for rank, (player, strength) in enumerate(best, 1)
        if whose[player] in seen
    ]
    lines += [
        LadderLine(
            rank=None,
            name=bot_label(place.bot, lang),
            player=None,
            bot=place.bot,
            rating=told(mark.mu),
            uncertainty=told(mark.sigma),
            matches=0,
        )
        for place, mark in house_bots(found.name, pool).items()
    ]
    # What is known of a house bot does not change; a player has to be surely as strong.
    lines.sort(key=lambda line: -(line.rating if line.bot else line.rating - 2 * line.uncertainty))
    return LadderAnswer(kind=kind, game=found.name, title=found.title, pool=pool, lines=lines)


# ---------------------------------------------------------------- the match of the day


@router.get("/daily", tags=["daily"], summary="The match of a day, and its board")
async def the_daily(
    hub: HubHere,
    people: PeopleHere,
    guest: Guest,
    lang: Lang,
    day: Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="without it, today")] = "",
) -> DailyAnswer:
    dailies, now = Dailies(hub.store), daily.today()
    wanted = daily.checked_day(day) if day else now
    found = await hub.read(dailies.made if wanted == now else dailies.find, wanted)
    if found is None:
        raise refuse("not-found", "no-day", day=wanted)
    board = await hub.read(dailies.board, wanted)
    tried = await hub.read(dailies.tried, wanted, guest)
    after = await hub.read(dailies.made, daily.next_day(now)) if wanted == now else None
    own = next((line for line in board if line.player == guest), None)
    return DailyAnswer(
        day=found.day,
        game=found.game,
        title=title_of(found.game),
        over=found.over,
        seal=found.seal,
        part=found.part if found.over else None,
        seed=found.seed if found.over else None,
        next=DailyNext(day=after.day, seal=after.seal) if after else None,
        tried=tried.match if tried else None,
        score=tried.score if tried else None,
        place=own.rank if own else None,
        of=len(board),
        board=await board_lines(hub, people, guest, lang, board, found.over),
    )


async def board_lines(
    hub: Hub, people: People, guest: str, lang: str, board: list[Line], over: bool
) -> list[DailyLine]:
    """The best of a day, and one's own line."""
    lines = [line for number, line in enumerate(board) if number < daily.MOST_SHOWN or line.player == guest]
    seen = await hub.read(people.visible, guest, [line.player for line in lines])
    return [
        DailyLine(
            rank=line.rank,
            name=(seen[line.player].name if line.player in seen else "") or say("daily.somebody", lang),
            player=seen[line.player].handle if line.player in seen else None,
            score=line.score,
            me=line.player == guest,
            match=line.match or None if over and line.player in seen else None,
        )
        for line in lines
    ]


@router.post(
    "/daily", tags=["daily"], summary="Begin my one try at the match of today, or go on with it", **STATUS_OPTIONS
)
async def try_daily(visit: VisitHere, caller: CallerHere, lang: Lang, response: Response) -> MatchStatus:
    session = await visit.player()
    hub, player, day = visit.hub, session.player, daily.today()
    tried = await hub.read(Dailies(hub.store).tried, day, player)
    if tried is None:
        await begin_try(visit, caller, player, day, lang)
        tried = await hub.read(Dailies(hub.store).tried, day, player)
        response.status_code = 201
    if tried is None:
        raise refuse("too-many", "busy")
    return await status_of(await hub.live(tried.match), player, lang)


async def begin_try(visit: Visit, caller: CallerHere, player: str, day: str, lang: str) -> None:
    hub = visit.hub
    await hub.shelf.wait(find_game(daily.GAME).name)
    await check_tables(hub, player, caller)
    found = await hub.read(Dailies(hub.store).made, day)
    name = await hub.read(hub.store.name, player) or say("seat.guest", lang, number=1)
    seat = Seat("guest", name, guest=player)
    options = daily.usual_options()
    plan = commands.open_table(player, found.game, options, [seat], found.seed, daily.terms_of(day))
    try:
        await hub.open(caller.sign(daily.with_try(plan, day, player)))
    except Collision:
        return  # begun on another device in the same moment
