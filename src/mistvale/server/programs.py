"""Programs of players at tables: whose they are, what they wait for, and who plays on when they are gone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mistvale.core.text import DEFAULT

from . import commands, starting
from .commands import Owner
from .errors import Refusal, refuse
from .live import Live
from .models.tables import Turn
from .tables import Table
from .tokens import Program

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
RELIEF_SECONDS = 300.0
LONGEST_WAIT = 30
# Whoever waits again and again is there in between, too.
LINGER_SECONDS = 5.0
WAITING = ("waiting", "confirming", "sealing", "playing")


async def owner_of(hub: Hub, program: Program | None) -> Owner | None:
    """Whose program it is that asks, with the name that people know; None for a person."""
    return Owner(program.player, await hub.read(hub.store.name, program.player)) if program else None


def company(table: Table) -> list[str]:
    """Everybody at a table whom one may have blocked: those who hold seats, and the owners of programs."""
    return [each for seat in table.seats for each in (seat.guest, seat.owner) if each]


# ---------------------------------------------------------------- whose turn it is


class Wait:
    """Somebody who waits for a turn; it ends with the session, or the token, that it came with."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.stirred = asyncio.Event()
        self.ended = False

    def end(self, why: str) -> None:
        self.ended = True
        self.stirred.set()


@contextmanager
def waiting(live: Live, guest: str, wait: Wait) -> Iterator[None]:
    """Be told when something happens at a table, and be there meanwhile."""
    live.waiting.add(wait.stirred)
    live.presence.come(guest)
    try:
        yield
    finally:
        live.waiting.discard(wait.stirred)
        asyncio.get_running_loop().call_later(LINGER_SECONDS, live.presence.go, guest)


async def next_turn(hub: Hub, match: str, guest: str, seat: int, seconds: float, key: str | None) -> Turn:
    """A seat's turn, as soon as it has something to decide, the match is over, or so long has passed.

    What others do and a seat may not know wakes nobody: only one's own turn is told.
    """
    end = time.monotonic() + seconds
    wait = Wait(guest)
    closed = hub.sessions.opened(wait, guest, key)
    try:
        while True:
            # Looked up each time: a table may have been put together anew meanwhile.
            live = await hub.live(match)
            with waiting(live, guest, wait):
                wait.stirred.clear()
                turn = await turn_of(live, guest, seat, wait)
                left = end - time.monotonic()
                if turn.pending or turn.status not in WAITING or left <= 0:
                    return turn
                try:
                    async with asyncio.timeout(left):
                        await wait.stirred.wait()
                except TimeoutError:
                    continue
    finally:
        closed()


async def turn_of(live: Live, guest: str, seat: int, wait: Wait) -> Turn:
    async with live.still() as table:
        # Asked first: who is signed out has lost the seat, too, and that is not why.
        if wait.ended:
            raise refuse("signed-out")
        commands.check_holder(table, guest, seat)
        pending = seat in table.pending
        legal = [str(move) for move in table.match.legal(seat)] if table.match and pending else []
        return Turn(status=table.status, step=table.step, pending=pending, legal=legal)


# ---------------------------------------------------------------- leaving


async def leave_table(hub: Hub, match: str, guest: str, lang: str) -> None:
    """Let go of the seats of whoever goes for good, and of the table where it is the host: nobody is to wait in vain.

    Bots play on; where strangers meet and nothing has begun, the seats are free.
    """
    live = await hub.live(match)
    async with live.still() as table:
        if table.frozen or table.status in ("over", "closed"):
            return
        seats, hosts = table.held_by(guest), table.host == guest
        others = [number for number, seat in enumerate(table.seats) if seat.guest and seat.guest != guest]
        found = table.status in ("waiting", "confirming") and table.terms.door != "link"
        stands = found and not table.terms.tournament
    if hosts and others:
        await live.act(starting.hand_on(guest, others[0], for_good=True))
    elif hosts and stands:
        await live.act(starting.close(guest))
        return
    if stands:
        await live.act(starting.stand_up(guest))
        return
    for seat in seats:
        await live.act(commands.leave(guest, seat, None, None, live.failed, lang))


async def relieve(hub: Hub) -> None:
    """Let bots play on for programs whose tokens have ended."""
    for guest, match in await hub.read(hub.sessions.tokens.waited_for):
        try:
            await leave_table(hub, match, guest, DEFAULT)
        except Refusal as refusal:
            log.info("nobody plays on at %s: %s", match, refusal)


async def keep_relieving(hub: Hub) -> None:
    """Now, and then every few minutes: tokens end by themselves, too."""
    while True:
        try:
            await relieve(hub)
        except Refusal as refusal:
            log.warning("programs are not looked after: %s", refusal)
        except Exception:
            log.exception("looking after programs failed")
        await asyncio.sleep(RELIEF_SECONDS)
