"""The REST side of the lobby, and of all that comes before the first move. See docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from mistvale.core.text import clean_name

from . import commands, starting
from .api import STATUS_OPTIONS, CallerHere, Guest, HubHere, changed, check_beside
from .asking import Lang, the_language
from .commands import Plan
from .errors import refuse
from .guard import SESSION
from .lobby import Viewer, Wanted
from .models.common import ErrorAnswer
from .models.lobby import LobbyLists
from .models.tables import ChangeWish, MatchStatus, SealsWish, SeatWanted, SitWish
from .people import People
from .programs import company
from .stakes import check_fair, check_player, note_device
from .tables import Answer, Table
from .terms import PaceKind

MOST_TRIES = 5

router = APIRouter(
    prefix="/api",
    tags=["lobby"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)


@router.get("/lobby", summary="Tables to sit down at, and to watch")
async def lobby(
    request: Request,
    hub: HubHere,
    guest: Guest,
    lang: Lang,
    game: Annotated[list[Annotated[str, Query(max_length=64)]], Query(max_length=32)] = [],  # noqa: B006 - FastAPI's way
    pace: PaceKind | None = None,
    seats: Annotated[int | None, Query(ge=1, le=16)] = None,
    rated: bool | None = None,
) -> LobbyLists:
    viewer = Viewer(guest, request.scope[SESSION] is not None, lang)
    return await hub.lobby.lists(viewer, Wanted(tuple(game), pace, seats, rated))


@router.post("/matches/{match}/sit", summary="Take a seat of a table that I found", **STATUS_OPTIONS)
async def sit(
    request: Request, hub: HubHere, guest: Guest, caller: CallerHere, lang: Lang, match: str, wish: SitWish
) -> MatchStatus:
    caller.paces.joins.check(guest)
    caller.paces.joins_here.check(caller.address)
    live = await hub.live(match)
    name = clean_name(wish.name) or await hub.read(hub.store.name, guest)
    for _ in range(MOST_TRIES):
        async with live.still() as table:
            host, others = table.host, {table.host, *company(table)}
            check_found(table, guest)
            rated = table.terms.rated
        await check_player(hub, guest, rated)
        await check_beside(hub, guest, list(others))
        await check_fair(live, request.scope, guest)
        is_friend = host == guest or await hub.read(People(hub.store).are_friends, host, guest)

        def command(
            table: Table, host: str = host, others: set[str] = others, is_friend: bool = is_friend
        ) -> Plan | Answer:
            if not {table.host, *company(table)} <= others or table.host != host:
                raise Otherwise
            seat = starting.seat_for(table, guest, is_friend, wish.seat)
            return commands.join(guest, seat, name, wish.seal, lang, wish.programs)(table)

        try:
            status = await changed(live, guest, lang, None, command)
        except Otherwise:
            continue
        await note_device(live, request.scope, guest)
        return status
    raise refuse("too-many", "busy")


class Otherwise(Exception):
    """Somebody else is at the table by now, with whom there may be a block."""


def check_found(table: Table, guest: str) -> None:
    """By link nobody finds a table; whether there is one is nobody's business."""
    if table.terms.door == "link" and not table.knows(guest):
        raise refuse("forbidden", "seat-not-for-you")


@router.post("/matches/{match}/stand", summary="Give my seats back before the first move", **STATUS_OPTIONS)
async def stand(hub: HubHere, guest: Guest, lang: Lang, match: str) -> MatchStatus:
    return await changed(await hub.live(match), guest, lang, None, starting.stand_up(guest))


@router.post("/matches/{match}/confirm", summary="Say that I am there, and agree", **STATUS_OPTIONS)
async def confirm(hub: HubHere, guest: Guest, lang: Lang, match: str, wish: SealsWish | None = None) -> MatchStatus:
    command = starting.confirm(guest, wish.seals if wish else {})
    return await changed(await hub.live(match), guest, lang, None, command)


@router.post("/matches/{match}/seals", summary="Give new seals after a start that came to nothing", **STATUS_OPTIONS)
async def seals(hub: HubHere, guest: Guest, lang: Lang, match: str, wish: SealsWish) -> MatchStatus:
    return await changed(await hub.live(match), guest, lang, None, starting.seal_anew(guest, wish.seals))


@router.post("/matches/{match}/change", summary="Agree on something else before the first move", **STATUS_OPTIONS)
async def change(
    hub: HubHere, guest: Guest, caller: CallerHere, lang: Lang, match: str, wish: ChangeWish
) -> MatchStatus:
    live = await hub.live(match)
    async with live.still() as table:
        starting.check_host(table, guest)
        opens_up = table.terms.door == "link" and wish.door not in (None, "link")
    if opens_up:
        await hub.lobby.check_room(guest, caller.origins)
    return await changed(live, guest, lang, None, starting.change(guest, wish))


@router.post("/matches/{match}/close", summary="Give a table up before the first move", **STATUS_OPTIONS)
async def close(hub: HubHere, guest: Guest, lang: Lang, match: str) -> MatchStatus:
    return await changed(await hub.live(match), guest, lang, None, starting.close(guest))


@router.post("/matches/{match}/host", summary="Let another who sits there be the host", **STATUS_OPTIONS)
async def host(hub: HubHere, guest: Guest, lang: Lang, match: str, wish: SeatWanted) -> MatchStatus:
    return await changed(await hub.live(match), guest, lang, None, starting.hand_on(guest, wish.seat))
