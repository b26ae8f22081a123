"""The REST side of chat: reading back, saying, switching it off, reporting. See docs/protocol.md."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from .api import STATUS_OPTIONS, Asking, CallerHere, Guest, HubHere, changed
from .asking import Lang, the_language
from .chat import MOST_AT_ONCE, Chat, may_read
from .errors import refuse
from .kinds import Side
from .models.chat import ChatPage, ChatSwitch, ReportWish, SayWish
from .models.common import ErrorAnswer
from .models.tables import MatchStatus
from .reports import Reports
from .talk import switch

router = APIRouter(
    prefix="/api/matches/{match}/chat",
    tags=["chat"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)


@router.get("", summary="What was said at a table, as far as I may read it; the newest part, or that before a line")
async def read(
    hub: HubHere,
    asker: Asking,
    lang: Lang,
    match: str,
    side: Side = "seats",
    before: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="`before` of the part after")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = 50,
) -> ChatPage:
    hub.check_drawings(asker)
    return await hub.talk.page(await hub.live(match), asker.guest, side, before, most, lang)


@router.post("", status_code=204, summary="Say something at a table; it is on the disk when this is answered")
async def say(hub: HubHere, asker: Asking, match: str, wish: SayWish) -> Response:
    await hub.talk.say(await hub.live(match), asker, wish.id, wish.text, wish.phrase)
    return Response(status_code=204)


@router.put("", summary="Let people chat at my table, or not", **STATUS_OPTIONS)
async def switch_chat(hub: HubHere, guest: Guest, lang: Lang, match: str, wish: ChatSwitch) -> MatchStatus:
    return await changed(await hub.live(match), guest, lang, wish.id, switch(guest, wish.on, wish.id))


@router.post("/report", status_code=204, summary="Let whoever runs the server look at a line")
async def report(hub: HubHere, asker: Asking, caller: CallerHere, match: str, wish: ReportWish) -> Response:
    live = await hub.live(match)
    async with live.still() as table:
        line = await hub.read(Chat(hub.store).line, table.id, wish.side, wish.number)
        if line is None or not may_read(table, asker.guest, wish.side):
            raise refuse("not-found", "no-line")
    if line.guest == asker.guest:
        raise refuse("not-possible", "oneself")
    caller.paces.reports.check(f"guest {asker.guest}")
    caller.paces.reports.check(caller.address)
    await hub.change(Reports(hub.store).add, asker.guest, line, wish.why)
    return Response(status_code=204)
