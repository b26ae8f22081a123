"""The REST side of notices: where they go, and what is told there. See docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Depends, Path, Response

from . import push
from .account_api import Visit, VisitHere
from .api import CallerHere, HubHere
from .asking import Lang, the_language
from .channels import Channels
from .errors import refuse
from .guests import hashed
from .kinds import Way
from .letters import is_mail
from .models.common import ErrorAnswer
from .models.notices import ChannelInfo, HookMade, HookWish, KindsWish, MailWish, Notices, PushWish, TokenGiven
from .notices import KINDS
from .outside import target_of
from .postman import ways

CHANNEL = r"^[0-9a-f]{32}$"

router = APIRouter(
    prefix="/api",
    tags=["notices"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
# Asked by mail providers, whom nobody has given a cookie.
public = APIRouter(tags=["notices"], responses={"4XX": {"model": ErrorAnswer}})
ChannelId = Annotated[str, Path(pattern=CHANNEL, description="as my notices list it")]


async def the_channels(hub: HubHere) -> Channels:
    return Channels(hub.store)


ChannelsHere = Annotated[Channels, Depends(the_channels)]


def offered(visit: Visit, way: Way) -> None:
    """Refuse a way that the host has not set up."""
    if way not in ways(visit.hub.settings):
        raise refuse("not-possible", "way-not-offered")


async def notices_of(visit: Visit, channels: Channels) -> Notices:
    possible = ways(visit.hub.settings)
    if not visit.session_id:
        possible = [way for way in possible if way == "push"]
    rows = [row for row in await visit.hub.read(channels.of, visit.guest) if row.way in possible]
    kinds: dict[str, list[str]] = {way: list(KINDS) for way in possible} | {row.way: row.kinds for row in rows}
    key = await visit.hub.change(push.ready_key, visit.hub.store) if "push" in possible else None
    return Notices(
        ways=list(possible),
        kinds=kinds,
        channels=[channel_info(row, visit.session_id) for row in rows],
        push_key=push.public_key(key) if key else None,
    )


def channel_info(row: sa.Row[Any], session: str | None) -> ChannelInfo:
    return ChannelInfo(
        id=row.id,
        way=row.way,
        # Of a web address the path may be a secret.
        label={"push": row.device, "mail": row.address}.get(row.way) or host_of(row),
        state=row.state,
        here=row.way == "push" and row.session == (session or ""),
    )


def host_of(row: sa.Row[Any]) -> str:
    target = target_of(row.address) if row.way == "hook" else None
    return target.host if target else ""


@router.get("/notices", summary="Where my notices go, and what is told there")
async def notices(visit: VisitHere, channels: ChannelsHere) -> Notices:
    return await notices_of(visit, channels)


@router.put("/notices/kinds/{way}", summary="What is told that way from now on, in the language of this request")
async def switch_kinds(visit: VisitHere, channels: ChannelsHere, lang: Lang, way: Way, wish: KindsWish) -> Notices:
    await visit.hub.change(channels.switch, visit.guest, way, wish.kinds, lang)
    return await notices_of(visit, channels)


@router.post("/notices/push", status_code=201, summary="Tell me through this browser")
async def add_push(visit: VisitHere, channels: ChannelsHere, lang: Lang, wish: PushWish) -> Notices:
    offered(visit, "push")
    keys = wish.keys.model_dump()
    if not push.is_service(wish.endpoint, visit.hub.settings.push_services) or not push.are_keys(keys):
        raise refuse("bad-request", "push-service")
    session = visit.session_id or ""
    await visit.hub.change(
        channels.add_push, visit.guest, wish.endpoint, keys, lang=lang, device=visit.device, session=session
    )
    return await notices_of(visit, channels)


@router.post("/notices/mail", status_code=202, summary="Tell me by mail, once its owner has confirmed the address")
async def add_mail(visit: VisitHere, caller: CallerHere, channels: ChannelsHere, lang: Lang, wish: MailWish) -> Notices:
    session = await visit.player()
    offered(visit, "mail")
    address = wish.address.strip()
    if not is_mail(address):
        raise refuse("bad-request", "not-mail")
    caller.paces.sign_ins.check(caller.address)
    caller.paces.mails.check(f"player {session.player}")
    caller.paces.mails.check(f"mail {hashed(address.lower())}")
    await visit.hub.change(channels.add_mail, session.player, address, lang)
    return await notices_of(visit, channels)


@router.post("/notices/hooks", status_code=201, summary="Tell a web address of mine; its secret is shown once")
async def add_hook(
    visit: VisitHere, caller: CallerHere, channels: ChannelsHere, lang: Lang, wish: HookWish
) -> HookMade:
    session = await visit.player()
    offered(visit, "hook")
    target = target_of(wish.url)
    if target is None:
        raise refuse("bad-request", "not-hook")
    caller.paces.ties.check(f"player {session.player}")
    secret = await visit.hub.change(channels.add_hook, session.player, target.url, lang, wish.form)
    return HookMade(secret=secret, notices=await notices_of(visit, channels))


@router.post("/notices/channels/{channel}/on", summary="Try a web address again that failed too often")
async def turn_on(visit: VisitHere, channels: ChannelsHere, channel: ChannelId) -> Notices:
    await visit.player()
    await visit.hub.change(channels.turn_on, visit.guest, channel)
    return await notices_of(visit, channels)


@router.delete("/notices/channels/{channel}", summary="Send nothing there any more")
async def drop(visit: VisitHere, channels: ChannelsHere, channel: ChannelId) -> Notices:
    await visit.hub.change(channels.drop, visit.guest, channel)
    return await notices_of(visit, channels)


# ---------------------------------------------------------------- links in mails


@router.post("/mail/confirm", status_code=204, summary="The mail address is mine: what its link carries says so")
async def confirm_mail(hub: HubHere, caller: CallerHere, channels: ChannelsHere, wish: TokenGiven) -> Response:
    await caller.attempt(hub, cost=0.2)
    if not await hub.change(channels.confirm, wish.token):
        raise refuse("not-found", "mail-link")
    return Response(status_code=204)


@public.post("/unsubscribe/{token}", status_code=204, summary="No more mail there (RFC 8058); without any session")
async def unsubscribe(hub: HubHere, caller: CallerHere, channels: ChannelsHere, token: str) -> Response:
    # A provider's many customers are one address: only a link that is none counts against it.
    if not await hub.change(channels.unsubscribe, token):
        await caller.attempt(hub)
        raise refuse("not-found", "mail-link")
    return Response(status_code=204)
