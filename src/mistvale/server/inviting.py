"""Asking a player to a seat: who may ask whom, and seats that are kept for those who were asked."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from .errors import Refusal, refuse
from .models.tables import TableWish
from .people import People, Player
from .starting import decline, uninvite

if TYPE_CHECKING:
    from .api import Caller
    from .hub import Hub

log = logging.getLogger(__name__)


async def check_inviting(hub: Hub, caller: Caller, own: str, other: Player) -> None:
    """Refuse an invitation that somebody does not want, or one too many."""
    if other.id == own:
        raise refuse("not-possible", "oneself")
    caller.paces.ties.check(f"player {own}")
    caller.paces.ties.check(caller.address)
    if not await hub.read(People(hub.store).may, own, other, other.privacy.invitations):
        raise refuse("forbidden", "no-invitations")


async def wished_for(hub: Hub, caller: Caller, own: str, is_player: bool, wish: TableWish) -> dict[int, Player]:
    """The players for whom seats of a new table are to be kept; refused if one of them may not be asked."""
    handles = {number: seat.player or "" for number, seat in enumerate(wish.seats) if seat.kind == "player"}
    if not handles:
        return {}
    if not is_player:
        raise refuse("no-player")
    people = People(hub.store)
    found = {number: await hub.read(people.by_handle, handle) for number, handle in handles.items()}
    for other in found.values():
        await check_inviting(hub, caller, own, other)
    await hub.read(people.check_invitations, own, [other.id for other in found.values()])
    return found


async def invite(hub: Hub, own: str, match: str, seats: Mapping[int, Player]) -> None:
    """Ask those to their seats for whom these are kept."""
    people = People(hub.store)
    for seat, other in seats.items():
        try:
            await hub.change(people.invite, own, other.id, match, seat)
        except Refusal as refusal:
            # The table is there, and its host has the link.
            log.info("nobody was asked to a seat at %s: %s", match, refusal)


async def let_go(hub: Hub, invitations: Iterable[sa.Row[Any]]) -> None:
    """These invitations are gone: seats that were kept for those who got them are for others."""
    for row in invitations:
        try:
            await (await hub.live(row.match)).act(decline(row.player, row.seat))
        except Refusal as refusal:
            # The table may be gone, or frozen.
            log.info("a seat at %s stays kept: %s", row.match, refusal)


async def end(hub: Hub, own: str, invitation: str) -> None:
    """Decline an invitation, or take it back: who has got it, who has made it, and who is the host now may do so.

    What is at the table comes first: asked again after an accident, all of it is done.
    """
    people = People(hub.store)
    row = await hub.read(people.invitation, invitation)
    if row.player == own:
        await let_go(hub, [row])
    else:
        await _uninvite(hub, own, row)
    await hub.change(people.drop_old, [row.id])


async def _uninvite(hub: Hub, own: str, row: sa.Row[Any]) -> None:
    try:
        live = await hub.live(row.match)
    except Refusal as refusal:
        if refusal.code != "not-found" or row.host != own:
            raise refuse("not-found") from None
        return
    async with live.still() as table:
        hosts = (row.host, table.host)
    if own not in hosts:
        raise refuse("not-found")
    await live.act(uninvite(own, row.seat))
