"""The REST side of looking back at a match, and of playing on from it. See docs/protocol.md."""

from __future__ import annotations

from fastapi import APIRouter, Depends

import mistvale as mv

from .analyses import is_played_elsewhere
from .api import (
    STATUS_OPTIONS,
    Asking,
    CallerHere,
    Guest,
    HubHere,
    Match,
    check_tables,
    recorded,
    status_of,
)
from .asking import Lang, the_language
from .errors import Refusal, refuse
from .hub import Hub
from .models.analyses import AnalysisAnswer
from .models.common import ErrorAnswer
from .models.tables import MatchStatus, PlayOnWish
from .opening import plan_playing_on
from .playing_on import PlayedOn

router = APIRouter(
    prefix="/api",
    tags=["afterwards"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)

COST = 10  # drawings: to tell the moves of a match in words takes about so long


async def finished_match(hub: Hub, match: str) -> mv.Match:
    """A match that one may look back at: it is over, and nobody plays on the same seed."""
    live = await hub.live(match)
    async with live.still() as table:
        played = recorded(table)
        seed = table.seed
    if seed is not None and await hub.read(is_played_elsewhere, hub.store, match, seed):
        raise refuse("not-possible", "analysis-seed")
    return played


@router.post(
    "/matches/{match}/on", status_code=201, summary="Open a table that goes on from a finished match", **STATUS_OPTIONS
)
async def play_on(
    hub: HubHere, guest: Guest, caller: CallerHere, lang: Lang, match: Match, wish: PlayOnWish
) -> MatchStatus:
    played = await finished_match(hub, match)
    await check_tables(hub, guest, caller)
    if len(wish.seats) != played.seats:
        raise refuse("bad-request", "play-on-seats", n=played.seats)
    try:
        came, _ = await hub.sketch(lambda: PlayedOn.of(match, played, wish.step, wish.seat, wish.as_it_lay))
    except (mv.BadPosition, mv.BadRecord) as error:
        raise Refusal("bad-request", error) from error
    async with (await hub.live(match)).still() as table:
        own_box = table.own_box
    name = await hub.read(hub.store.name, guest)
    plan = plan_playing_on(guest, name, played.game.name, played.options, wish, came, lang, own_box)
    return await status_of(await hub.open(caller.sign(plan)), guest, lang)


@router.post("/matches/{match}/analysis", summary="Have a finished match looked back at")
async def begin_analysis(hub: HubHere, asker: Asking, lang: Lang, match: Match) -> AnalysisAnswer:
    played = await finished_match(hub, match)
    hub.check_drawings(asker, COST)
    await hub.analysts.begin(match, played, asker)
    return await hub.analysts.look(match, played, lang)


@router.get("/matches/{match}/analysis", summary="What looking back at a finished match has found so far")
async def analysis(hub: HubHere, asker: Asking, lang: Lang, match: Match) -> AnalysisAnswer:
    played = await finished_match(hub, match)
    hub.check_drawings(asker, COST)
    return await hub.analysts.look(match, played, lang)
