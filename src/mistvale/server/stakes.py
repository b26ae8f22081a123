"""Who may sit down where something is at stake: players with an account, each from a device of their own, and their
programs where those may sit."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.types import Scope

from .errors import Refusal, refuse
from .guard import ADDRESS, SESSION
from .ratings import BROWSER, PAIRS_A_DAY, PEOPLE, PROGRAMS, Ratings
from .tokens import is_program

if TYPE_CHECKING:
    from .hub import Hub
    from .live import Live

LONGEST_AGENT = 300
PLACE = "p"


async def check_player(hub: Hub, guest: str, rated: bool) -> None:
    """Refuse a guest a seat at a rated table: only players and their programs have ratings."""
    # A program is a player's, for as long as its token is good for anything.
    if rated and not is_program(guest) and not await hub.read(hub.sessions.accounts.is_player, guest):
        raise refuse("no-player", "rated-account")


async def check_fair(live: Live, scope: Scope, guest: str, owner: str | None = None) -> None:
    """Refuse a seat at a rated table to somebody with whom the match would not count as it is played.

    `owner` is whose program comes. What is found out only later undoes no match: see `ratings.judged`.
    """
    hub, person = live.hub, owner or guest
    async with live.still() as table:
        others = {seat.guest: seat.owner or seat.guest for seat in table.seats if seat.guest and seat.guest != guest}
        if not table.terms.rated or table.held_by(guest):
            return
        programs = bool(owner) or any(seat.owner for seat in table.seats)
    ratings = Ratings(hub.store)
    if person in others.values():
        raise refuse("forbidden", "rated-own")
    if await hub.read(ratings.seen_from, table.id, await devices_of(hub, scope, guest)) & others.keys():
        raise refuse("forbidden", "rated-device")
    await check_pairs(hub, [person, *others.values()], programs)


async def check_pairs(hub: Hub, people: Collection[str], programs: bool) -> None:
    """Refuse a rated match of people of whom two have had enough of them with each other today."""
    if len(people) < 2:
        return
    if await hub.read(Ratings(hub.store).had_enough, people, PROGRAMS if programs else PEOPLE):
        raise refuse("forbidden", "rated-pair", most=PAIRS_A_DAY)


async def note_browser(live: Live, scope: Scope, guest: str) -> None:
    """Remember by which browser a player looks at a seat of a rated table.

    From where it comes says little by then: whoever plays could come from where another is, and call itself the same.
    """
    await note_device(live, scope, guest, surely=True)


async def note_device(live: Live, scope: Scope, guest: str, surely: bool = False) -> None:
    """Remember from where a player came to a rated table, as keyed hashes, until the match is over."""
    hub = live.hub
    async with live.still() as table:
        match, counts = table.id, table.terms.rated and table.status != "over" and bool(table.held_by(guest))
    if not counts:
        return
    try:
        devices = [each for each in await devices_of(hub, scope, guest) if not surely or each.startswith(BROWSER)]
        await hub.change(Ratings(hub.store).note_device, match, guest, devices)
    except Refusal as refusal:
        if refusal.code != "read-only":
            raise


async def devices_of(hub: Hub, scope: Scope, guest: str) -> list[str]:
    """By what one would know a browser again: the guest that it was before; its address, with what it calls itself."""
    session = await hub.read(hub.sessions.accounts.session, scope[SESSION]) if scope[SESSION] else None
    hashed = scope["app"].state.guests.origins
    marks = [BROWSER + each for each in hashed(f"browser {session.guest if session and session.guest else guest}")]
    if not hub.settings.rated_neighbours:
        agent = Headers(scope=scope).get("user-agent", "")[:LONGEST_AGENT]
        marks += [PLACE + each for each in hashed(f"device {scope[ADDRESS]} {agent}")]
    return marks
