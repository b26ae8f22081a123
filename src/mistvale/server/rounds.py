"""The watch over tournaments: they begin when it is time, rounds are paired when the last table of one is over, and
nobody is waited for longer than was agreed.

When somebody has to look stands in a column, so that any process finds it, also after a restart. Whatever is done is
done in a transaction that has locked the tournament, so of two processes one does it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from . import seating
from .commands import Command, Plan, draft, plan, successor
from .errors import Refusal
from .pairing import next_round
from .standings import Line, Standings
from .tables import Answer, Table
from .tournaments import Sitting, Tournament, Tournaments

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
# All that run are looked at so often, whatever the column says.
EVERY_LOOKS = 60
MOST_TRIES = 5
MOST_KEPT = 64
FEWEST_PEOPLE = 2
WAITING = ("confirming", "sealing")


class Rounds:
    """Looks every second for tournaments that somebody has to look after."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tournaments = Tournaments(hub.store)
        self._lines: dict[str, tuple[int, list[Line]]] = {}

    def moment(self) -> int:
        return int(self.hub.time())

    def lines(self, found: Tournament) -> list[Line]:
        """The standings of a tournament; they are worked out once for all who look."""
        known = self._lines.get(found.id)
        if known is None or known[0] != found.version:
            known = found.version, Standings(found.plan, found.entrants, found.played).lines()
            self._lines[found.id] = known
            if len(self._lines) > MOST_KEPT:
                del self._lines[next(iter(self._lines))]
        return known[1]

    # ------------------------------------------------------------ watching

    async def watch(self) -> None:
        await self.hub.sweeper.swept.wait()
        looks = 0
        while True:
            try:
                await self.look(everything=looks % EVERY_LOOKS == 0)
            except Refusal as refusal:
                log.info("no look at tournaments: %s", refusal)
            except Exception:
                log.exception("a look at tournaments failed")
            looks += 1
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self, everything: bool = False) -> None:
        """See to all that is due."""
        due = await self.hub.read(self.tournaments.due, self.moment())
        if everything:
            due += [each for each in await self.hub.read(self.tournaments.running) if each not in due]
        for each in due:
            try:
                await self.see_to(each)
            except Refusal as refusal:
                log.info("the tournament %s waits: %s", each, refusal)
            except Exception:
                log.exception("the tournament %s waits", each)

    async def see_to(self, tournament: str) -> None:
        """Let everything happen that is due in a tournament."""
        found = await self.hub.read(self.tournaments.find, tournament)
        if found.status == "open":
            await self._begin(found)
            found = await self.hub.read(self.tournaments.find, tournament)
        if found.status == "running" and found.waits:
            await self._wait_no_more(found)
        await self.advance(tournament)

    async def _begin(self, found: Tournament) -> None:
        if not found.starts or found.starts > self.moment():
            return
        if not await self.hub.change(self.tournaments.start, found.id, self.moment()):
            # Nobody can be asked to wait for ever.
            await self.hub.change(self.tournaments.end, found.id)

    # ------------------------------------------------------------ the next round

    async def advance(self, tournament: str) -> None:
        """Pair the next round, if nothing of the last one goes on."""
        for _ in range(MOST_TRIES):
            found = await self.hub.read(self.tournaments.find, tournament)
            if found.status != "running" or found.waits:
                return
            # While the server is to come to rest no tables are opened.
            self.hub.doorman.check_opening()
            await self.hub.shelf.wait(found.game)
            clock = await self.hub.keeper.moment()
            boards = await self.hub.read(next_round, found.plan, found.entrants, found.played)
            matches = await self.hub.change(self.tournaments.pair, found, boards, self.moment(), clock)
            if matches is not None:
                # Clocks by mail run from now on.
                self.hub.keeper.wake()
            if matches:
                return

    # ------------------------------------------------------------ those who are not there

    async def _wait_no_more(self, found: Tournament) -> None:
        """Let tables go on, or be over, that have waited long enough for somebody."""
        going = {each.match: each for each in found.newest if not each.board.over}
        statuses = await self.hub.read(self.tournaments.statuses, list(going))
        late = bool(found.until) and self.moment() >= found.until
        waits = False
        for match, sitting in going.items():
            status = statuses.get(match)
            if status is None:
                # It was swept: nobody came for half a year.
                await self.hub.change(self.tournaments.absent, found, match, sitting.players, True)
            elif status == "closed":
                await self._note(found, sitting)
            elif status in WAITING:
                if late:
                    await self._give_up(found, sitting, seating.late)
                waits = True
        again = await self.hub.read(self.tournaments.find, found.id)
        if again.waits:
            # Whoever has just been left with bots has as long to seal as all had to come.
            until = self.moment() + found.patience if late else found.until
            await self.hub.change(self.tournaments.look_again, again, until if waits else 0, until)

    async def withdraw(self, player: str) -> None:
        """Somebody goes for good: it takes part in nothing any more."""
        for each in await self.hub.read(self.tournaments.of_player, player):
            await self.hub.change(self.tournaments.leave, each, player)
            await self.give_up(each, player)

    async def give_up(self, tournament: str, player: str) -> None:
        """Whoever has withdrawn is not waited for at a table that has not begun."""
        found = await self.hub.read(self.tournaments.find, tournament)
        for sitting in found.newest:
            if player in sitting.players and not sitting.board.over:
                await self._give_up(found, sitting, lambda table: table.held_by(player))
        await self.advance(tournament)

    async def _give_up(self, found: Tournament, sitting: Sitting, late: Callable[[Table], Sequence[int]]) -> None:
        live = await self.hub.live(sitting.match)
        async with live.still() as table:
            # Once they are gone the start waits for something else, and for that the others have their time.
            gone = {table.seats[seat].guest or "" for seat in late(table)}
        for _ in gone:
            await live.act(without(gone))
        await self._note(found, sitting)

    async def _note(self, found: Tournament, sitting: Sitting) -> None:
        """Write down who was not there when a table was to begin."""
        live = await self.hub.live(sitting.match)
        async with live.still() as table:
            absent, closed = self._absent(found, sitting, table), table.closed
        if absent or closed:
            await self.hub.change(self.tournaments.absent, found, sitting.match, absent, closed)

    def _absent(self, found: Tournament, sitting: Sitting, table: Table) -> set[str]:
        """Those of a board for whom a bot sat down before it began; and where it never will, those who kept it."""
        stayed = table.people() | {seat.left_by for seat in table.seats if seat.left_by}
        gone = set(sitting.players) - stayed
        if not table.closed:
            return gone
        away = {each.player for each in found.entries if each.away} & set(sitting.players)
        missing = {*seating.unconfirmed(table)} or {*seating.unsealed(table)}
        late = {table.seats[seat].guest or "" for seat in missing}
        return gone | away | (late if not away or self.moment() >= found.until else set())


def without(gone: Collection[str]) -> Command:
    """Begin without some who are not there: bots sit down for them; or, where nobody would have anybody to play with,
    the table is closed."""

    def command(table: Table) -> Plan | Answer:
        if table.match or table.closed or table.frozen:
            return {"step": table.step}
        seats = [number for number, seat in enumerate(table.seats) if seat.kind == "guest" and seat.guest in gone]
        if not seats:
            return {"step": table.step}
        if len(table.people()) - len(seats) < FEWEST_PEOPLE:
            return plan(table, draft(table, "close", None))
        data = successor(table, seats[0], None, table.terms.lang)
        return plan(table, draft(table, "leave", None, seat=seats[0], data=data))

    return command
