"""The REST side of time and of going: seats taken back, matches cancelled, holidays. See docs/protocol.md."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Depends

from . import leaving
from .api import STATUS_OPTIONS, Asking, CallerHere, Guest, HubHere, changed
from .asking import Lang, the_language
from .errors import Refusal
from .holidays import DAY, Holidays
from .hub import Hub
from .models.common import ErrorAnswer
from .models.tables import BackWish, CancelWish, Holiday, HolidayWish, MatchStatus

router = APIRouter(
    prefix="/api",
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)


@router.post("/matches/{match}/back", tags=["tables"], summary="Take back a seat that a bot plays on", **STATUS_OPTIONS)
async def take_back(hub: HubHere, guest: Guest, lang: Lang, match: str, wish: BackWish) -> MatchStatus:
    command = leaving.take_back(guest, wish.seat, wish.id, lang)
    return await changed(await hub.live(match), guest, lang, wish.id, command)


@router.post(
    "/matches/{match}/cancel", tags=["tables"], summary="Say that I want to cancel the match", **STATUS_OPTIONS
)
async def cancel(hub: HubHere, guest: Guest, lang: Lang, match: str, wish: CancelWish) -> MatchStatus:
    command = leaving.cancel(guest, wish.wish, wish.id)
    return await changed(await hub.live(match), guest, lang, wish.id, command)


@router.get("/me/holiday", tags=["guests"], summary="Whether I am on holiday, and how many days are left")
async def my_holiday(hub: HubHere, guest: Guest) -> Holiday:
    return await told(hub, guest)


@router.put("/me/holiday", tags=["guests"], summary="Go on holiday, or come back: my clocks by mail stand still")
async def set_holiday(hub: HubHere, guest: Guest, asker: Asking, caller: CallerHere, wish: HolidayWish) -> Holiday:
    caller.paces.changes.check(guest)
    holidays = Holidays(hub.store, hub.settings.holiday_days)
    matches = await hub.read(holidays.tables, guest)
    hub.check_drawings(asker, len(matches))
    now = (await hub.keeper.moment()).at
    if wish.on:
        until = await hub.change(holidays.begin, guest, now)
    else:
        until = 0
        await hub.change(holidays.end, guest, now)
    for match in matches:
        await tell_table(hub, match, guest, until)
    return await told(hub, guest)


async def tell_table(hub: Hub, match: str, guest: str, until: int) -> None:
    try:
        await (await hub.live(match)).act(leaving.holiday(guest, until))
    except Refusal as refusal:
        # A table that is gone or frozen must not keep the others from it.
        if refusal.code == "read-only":
            raise


async def told(hub: Hub, guest: str) -> Holiday:
    holidays = Holidays(hub.store, hub.settings.holiday_days)
    now = (await hub.keeper.moment()).at
    until = await hub.read(holidays.now_on, guest, now)
    left = await hub.read(holidays.left, guest, now)
    when = datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if until else None
    return Holiday(on=bool(until), until=when, days_left=round(left / DAY, 1))
