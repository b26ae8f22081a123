"""Who is asking: a guest by a signed cookie, a player by a session that has not ended, or a program by a token.

What the store says is remembered for seconds only. A session that ends is told to all processes, and its connections
are closed there at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from .accounts import Accounts, Session
from .errors import Refusal, refuse
from .guests import Found, Guests, hashed
from .limits import MOST_KEYS
from .people import NOTED_SECONDS, People
from .tokens import Program, Tokens

if TYPE_CHECKING:
    from .hub import Hub

T = TypeVar("T")

log = logging.getLogger(__name__)
REMEMBERED_SECONDS = 2.0
# Notices close connections; this is for those that got lost. With SQLite nobody tells a server what a command beside it
# has ended, such as a token.
LOOK_SECONDS = 0.8
SHARED_LOOK_SECONDS = 10.0
LOOKED_AT_ONCE = 500
# Why a connection is closed: the first is for guests who are players now, and may come back as such.
COME_BACK, SIGNED_OUT, BANNED = "", "signed-out", "banned"


class Visitor(NamedTuple):
    """Who asks: whose seats it has, by which cookie, and by which session if it is a player."""

    guest: str
    cookie: str | None = None
    session: str | None = None
    # A cookie that was signed with an older key; one that others have signed; one that does not count any more.
    old: bool = False
    forged: bool = False
    ended: bool = False
    # The program that it is, if it came by a token.
    program: Program | None = None


class Closable(Protocol):
    """A connection that ends with its session."""

    guest: str

    def end(self, why: str) -> None: ...


class Memory:
    """What was looked up lately."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, Any]] = {}

    def fresh(self, key: str) -> tuple[bool, Any]:
        known = self._known.get(key)
        if known is None or time.monotonic() - known[0] > REMEMBERED_SECONDS:
            return False, None
        return True, known[1]

    def last(self, key: str) -> tuple[bool, Any]:
        """The last that was known, however long ago."""
        known = self._known.get(key)
        return (False, None) if known is None else (True, known[1])

    def keep(self, key: str, value: Any) -> None:
        self._known.pop(key, None)
        self._known[key] = time.monotonic(), value
        if len(self._known) > MOST_KEYS:
            del self._known[next(iter(self._known))]

    def forget(self, key: str | None = None) -> None:
        if key is None:
            self._known.clear()
        else:
            self._known.pop(key, None)


class Sessions:
    """Tells who somebody is, and ends connections with their sessions."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.accounts = Accounts(hub.store, [each.issuer for each in hub.desks.providers])
        self.people = People(hub.store)
        self.tokens = Tokens(hub.store)
        self._noted: dict[str, float] = {}
        self._memory = Memory()
        self._open: defaultdict[str, set[Closable]] = defaultdict(set)

    # ------------------------------------------------------------ who it is

    async def visitor(self, found: list[Found]) -> Visitor:
        """The first of some cookies that counts."""
        for each in found:
            if each.session is not None:
                session = await self._look(f"session {each.session}", self.accounts.session, each.session)
                if session is not None:
                    self._saw(session)
                    return Visitor(session.player, each.cookie, session.id)
            elif each.guest is not None and not await self._look(
                f"guest {each.guest}", self.accounts.is_player, each.guest
            ):
                return Visitor(each.guest, each.cookie, old=each.old)
        ended = any(each.session is not None or each.guest is not None for each in found)
        return Visitor(Guests.fresh(), forged=bool(found) and not ended, ended=ended)

    async def program(self, token: str) -> Visitor:
        """Who comes by a token; it is remembered, told of and looked after as a session is, by its hash."""
        known = hashed(token)
        program = await self._look(f"session {known}", self.tokens.by_hash, known)
        if program is None or program.expired:
            raise refuse("bad-token")
        self.hub.sweeper.saw(f"token {program.id}", lambda: self.tokens.touch_soon(program.id))
        return Visitor(program.guest, program=program)

    async def _look(self, key: str, look: Callable[[str], T], what: str) -> T:
        known, value = self._memory.fresh(key)
        if not known:
            try:
                value = await self.hub.read(look, what)
            except Refusal:
                # While nothing can be read, who was known stays known.
                known, value = self._memory.last(key)
                if not known:
                    raise
                return value  # type: ignore[no-any-return]
            self._memory.keep(key, value)
        return value  # type: ignore[no-any-return]

    def at_table(self, player: str) -> None:
        """A player is at a table: that is noted, and not too often."""
        moment = time.monotonic()
        if moment - self._noted.get(player, -NOTED_SECONDS) < NOTED_SECONDS:
            return
        self._noted.pop(player, None)
        self._noted[player] = moment
        if len(self._noted) > MOST_KEYS:
            del self._noted[next(iter(self._noted))]
        self.hub.spawn(self.hub.sweeper.written(self.people.saw_soon(player)))

    def _saw(self, session: Session) -> None:
        self.hub.sweeper.saw(f"session {session.id}", lambda: self.accounts.touch_soon(session.id))

    # ------------------------------------------------------------ connections

    def opened(self, connection: Closable, guest: str, session: str | None) -> Callable[[], None]:
        """Note a connection; what is given back forgets it again."""
        key = _key(guest, session)
        self._open[key].add(connection)

        def closed() -> None:
            self._open[key].discard(connection)
            if not self._open[key]:
                del self._open[key]

        return closed

    def end(self, sessions: Iterable[str], guests: Iterable[str] = ()) -> None:
        """These sessions have ended, and these guests are players now: close what they have open here."""
        for session in sessions:
            self._close(f"session {session}", SIGNED_OUT)
        for guest in guests:
            self._close(f"guest {guest}", COME_BACK)

    def turn_out(self, guests: Collection[str]) -> None:
        """Close what these guests and players have open here: they are banned."""
        for connections in list(self._open.values()):
            for connection in [each for each in connections if each.guest in guests]:
                connection.end(BANNED)

    def _close(self, key: str, why: str) -> None:
        self._memory.forget(key)
        for connection in list(self._open.get(key, ())):
            connection.end(why)

    def heard(self, payload: dict[str, Any]) -> None:
        """What another process says."""
        self.end(map(str, payload["ended"]), map(str, payload["guests"]))

    def deaf(self) -> None:
        """Anything may have been said that was not heard."""
        self._memory.forget()
        self.hub.spawn(self.look())

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(SHARED_LOOK_SECONDS if self.hub.store.shared else LOOK_SECONDS)
            try:
                await self.look()
            except Exception:
                # What ends from now on must be closed all the same.
                log.exception("a look at sessions failed")

    async def look(self) -> None:
        """Close what belongs to sessions that have ended."""
        held = [key.removeprefix("session ") for key in self._open if key.startswith("session ")]
        for first in range(0, len(held), LOOKED_AT_ONCE):
            some = held[first : first + LOOKED_AT_ONCE]
            try:
                alive = await self.hub.read(self.accounts.alive, some) | await self.hub.read(self.tokens.alive, some)
            except Refusal as refusal:
                log.info("no look at sessions: %s", refusal)
                return
            self.end(set(some) - alive)


def _key(guest: str, session: str | None) -> str:
    return f"guest {guest}" if session is None else f"session {session}"
