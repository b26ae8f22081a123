"""Who may sit down where something is at stake: players with an account, each from a device of their own, and their
programs where those may sit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import Scope

from .errors import Refusal, refuse
from .guard import ADDRESS, SESSION
from .ratings import Ratings
from .tokens import is_program

if TYPE_CHECKING:
    from .hub import Hub
    from .live import Live

LONGEST_AGENT = 300


async def check_player(hub: Hub, guest: str, rated: bool) -> None:
    """Refuse a guest a seat at a rated table: only players and their programs have ratings."""
    # A program is a player's, for as long as its token is good for anything.
    if rated and not is_program(guest) and not await hub.read(hub.sessions.accounts.is_player, guest):
        raise refuse("no-player", "rated-account")


async def note_device(live: Live, scope: Scope, guest: str) -> None:
    """Remember from where a player came to a rated table, as keyed hashes, until the match is over."""
    hub = live.hub
    async with live.still() as table:
        match, counts = table.id, table.terms.rated and table.status != "over" and bool(table.held_by(guest))
    if not counts:
        return
    try:
        devices = await devices_of(hub, scope, guest)
        await hub.change(Ratings(hub.store).note_device, match, guest, devices)
    except Refusal as refusal:
        if refusal.code != "read-only":
            raise


async def devices_of(hub: Hub, scope: Scope, guest: str) -> list[str]:
    """By what one would know a browser again: the guest that it was before; its address, with what it calls itself."""
    session = await hub.read(hub.sessions.accounts.session, scope[SESSION]) if scope[SESSION] else None
    marks = [f"browser {session.guest if session and session.guest else guest}"]
    if not hub.settings.rated_neighbours:
        agent = Headers(scope=scope).get("user-agent", "")[:LONGEST_AGENT]
        marks.append(f"device {scope[ADDRESS]} {agent}")
    hashed = scope["app"].state.guests.origins
    return [each for mark in marks for each in hashed(mark)]
