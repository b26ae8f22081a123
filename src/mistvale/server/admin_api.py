"""The page of those who look after a server, over REST: what `mistvale admin` does, for players whom it has promoted.

To everybody else there is nothing here. What changes something wants a fresh proof, and is audited.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Concatenate, ParamSpec

from fastapi import APIRouter, Depends, Path, Query

from . import admin, doorman
from .account_api import Visit, VisitHere
from .accounts import Session
from .asking import the_language
from .errors import CannotServe, Refusal, refuse
from .models.common import ErrorAnswer, TableStatus
from .models.hosting import AdminTable, AdminView, Announced, AuditLine, BanWish, KnownPlayer, Maintained, RecoveryGiven
from .people import People
from .store import Store

P = ParamSpec("P")

ROLE = "admin"
HOUR = 3600
RECOVER_HOURS = 24

router = APIRouter(
    prefix="/api/admin",
    tags=["server"],
    responses={"4XX": {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
    dependencies=[Depends(the_language)],
)
Handle = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="of a player")]


async def the_admin(visit: VisitHere) -> Visit:
    """Whoever looks after the server, as it is now; others find nothing."""
    await named(visit)
    return visit


async def the_fresh_admin(visit: VisitHere) -> Visit:
    await named(visit)
    await visit.fresh()
    return visit


async def named(visit: Visit) -> str:
    """The handle of whoever looks after the server, for the audit."""
    session: Session | None = await visit.signed_in()
    if session is None:
        raise refuse("not-found")
    found = await visit.hub.read(People(visit.hub.store).by_id, session.player)
    if found.role != ROLE:
        raise refuse("not-found")
    return found.handle


Looking = Annotated[Visit, Depends(the_admin)]
Acting = Annotated[Visit, Depends(the_fresh_admin)]


@router.get("", summary="How the server is, and what was done")
async def overview(visit: Looking) -> AdminView:
    return await view_of(visit)


async def view_of(visit: Visit) -> AdminView:
    hub, store = visit.hub, visit.hub.store
    tables, connections = hub.counts()
    counts = {status: await hub.read(admin.count_tables, store, status) for status in ("waiting", "playing", "over")}
    bans = await hub.read(admin.banned, store)
    done = await hub.read(admin.audit_of, store)
    return AdminView(
        tables=counts,
        in_memory=tables,
        connections=connections,
        door=doorman.told(await hub.read(doorman.read_door, store)),
        bans=[KnownPlayer(player=each.handle, name=each.name, banned=each.reason, until=each.until) for each in bans],
        audit=[AuditLine(**each._asdict()) for each in done],
    )


@router.get("/players", summary="Players, by a part of the name or by handle")
async def players(visit: Looking, find: Annotated[str, Query(max_length=64)] = "") -> list[KnownPlayer]:
    store = visit.hub.store
    found = await visit.hub.read(admin.search_players, store, find)
    bans = {each.handle: each for each in await visit.hub.read(admin.banned, store)}
    return [
        KnownPlayer(
            player=each.handle,
            name=each.name,
            created=each.created,
            seen=each.seen,
            banned=bans[each.handle].reason if each.handle in bans else None,
            until=bans[each.handle].until if each.handle in bans else 0,
        )
        for each in found
    ]


@router.put("/players/{handle}/ban", summary="Let a player only look")
async def ban(visit: Acting, handle: Handle, wish: BanWish) -> AdminView:
    who = await named(visit)
    if handle == who:
        raise refuse("bad-request", "ban-self")
    await done(visit, admin.ban_player, handle, wish.reason, wish.days, who)
    return await view_of(visit)


@router.delete("/players/{handle}/ban", summary="Let a player in again")
async def unban(visit: Acting, handle: Handle) -> AdminView:
    await done(visit, admin.unban_player, handle, await named(visit))
    return await view_of(visit)


@router.post("/players/{handle}/recover", summary="A link by which a player who has lost all else signs in, once")
async def recover(visit: Acting, handle: Handle) -> RecoveryGiven:
    who = await named(visit)
    try:
        code = await visit.hub.change(admin.recovery_code, visit.hub.store, handle, RECOVER_HOURS, who)
    except CannotServe as error:
        raise Refusal("not-found", error) from error
    return RecoveryGiven(link=f"{visit.address}{admin.RECOVER}#{code}", hours=RECOVER_HOURS)


@router.get("/tables", summary="Tables, those that somebody came to last first")
async def tables(visit: Looking, status: TableStatus | None = None, player: str = "") -> list[AdminTable]:
    try:
        found = await visit.hub.read(admin.find_tables, visit.hub.store, status or "", player)
    except CannotServe as error:
        raise Refusal("not-found", error) from error
    return [AdminTable(**each._asdict()) for each in found]


@router.post("/announcements", summary="Tell everybody something")
async def announce(visit: Acting, wish: Announced) -> AdminView:
    text = wish.text.strip()
    if not text:
        raise refuse("bad-request", "announce-nothing")
    who = await named(visit)
    await visit.hub.change(doorman.hang, visit.hub.store, "announcement", text, wish.hours * HOUR, who)
    await visit.hub.doorman.look()
    return await view_of(visit)


@router.delete("/announcements/{sign}", summary="Take an announcement down")
async def take_down(visit: Acting, sign: Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]) -> AdminView:
    if not await visit.hub.change(doorman.take_down, visit.hub.store, await named(visit), sign=sign):
        raise refuse("not-found")
    await visit.hub.doorman.look()
    return await view_of(visit)


@router.put("/maintenance", summary="Let matches finish, and open no new tables; or open the doors again")
async def maintain(visit: Acting, wish: Maintained) -> AdminView:
    who, store = await named(visit), visit.hub.store
    if wish.on:
        await visit.hub.change(doorman.hang, store, "maintenance", wish.text.strip(), 0, who)
    else:
        await visit.hub.change(doorman.take_down, store, who, "maintenance")
    await visit.hub.doorman.look()
    return await view_of(visit)


async def done(visit: Visit, work: Callable[Concatenate[Store, P], None], *given: P.args, **more: P.kwargs) -> None:
    """Do what an administrator asks for; what the command line would say is said here, too."""
    try:
        await visit.hub.change(work, visit.hub.store, *given, **more)
    except CannotServe as error:
        raise Refusal("bad-request", error) from error
    await visit.hub.doorman.look()
