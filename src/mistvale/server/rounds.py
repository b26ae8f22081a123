"""The watch over tournaments: they begin when it is time, rounds are paired when the last table of one is over, and
nobody is waited for longer than was agreed.

When somebody has to look stands in a column, so that any process finds it, also after a restart. Whatever is done is
done in a transaction that has locked the tournament, so of two processes one does it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from . import seating
from .commands import Command, Plan, draft, plan, successor
from .errors import Refusal
from .events import seconds
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
STUCK_SECONDS = 3600
# The seats of a table that are not waited for any more.
Missing = Callable[[Table], Sequence[int]]


class Counted(NamedTuple):
    """What a tournament comes to."""

    standings: Standings
    lines: list[Line]


class Rounds:
    """Looks every second for tournaments that somebody has to look after."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.tournaments = Tournaments(hub.store)
        self._counted: dict[str, tuple[int, Counted]] = {}

    def moment(self) -> int:
        return int(self.hub.time())

    def count(self, found: Tournament) -> Counted:
        """The standings of a tournament; they are worked out once for all who look. It may take a moment."""
        known = self._counted.get(found.id)
        if known is None or known[0] != found.version:
            standings = Standings(found.plan, found.entrants, found.played)
            known = found.version, Counted(standings, standings.lines() if found.sittings else [])
            self._counted[found.id] = known
            for oldest in list(self._counted)[:-MOST_KEPT]:
                self._counted.pop(oldest, None)
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
        ends = []
        for match, sitting in going.items():
            status = statuses.get(match)
            if status is None:
                # It was swept: nobody came for half a year.
                await self.hub.change(self.tournaments.absent, found, match, sitting.players, True)
            elif status == "closed":
                await self._note(found, sitting)
            elif status in WAITING:
                if await self._is_late(match):
                    await self._give_up(found, sitting, not_there)
                ends.append(await self._waits_until(match))
            elif await self._is_frozen(match):
                await self.hub.change(self.tournaments.share, match)
        again = await self.hub.read(self.tournaments.find, found.id)
        if again.waits:
            until = max(min((end for end in ends if end), default=0), self.moment() + 1) if any(ends) else 0
            await self.hub.change(self.tournaments.look_again, again, until, max(ends, default=0))

    async def _waits_until(self, match: str) -> int:
        """Until when a table waits, in seconds since 1970; 0 if it does not. It follows from its events alone."""
        live = await self.hub.live(match)
        async with live.still() as table:
            stage, since = table.stage
            waits = stage in WAITING and table.status == stage and not table.match
            return seconds(since) + table.terms.patience if waits else 0

    async def _is_late(self, match: str) -> bool:
        end = await self._waits_until(match)
        return bool(end) and self.moment() >= end

    async def _is_frozen(self, match: str) -> bool:
        """Whether a match cannot be played on. It is only looked for where a clock should have run out long ago."""
        deadline = await self.hub.read(self.tournaments.deadline, match)
        if deadline is None or deadline > (self.moment() - STUCK_SECONDS) * 1000:
            return False
        live = await self.hub.live(match)
        async with live.still() as table:
            return table.frozen is not None

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

    async def _give_up(self, found: Tournament, sitting: Sitting, missing: Missing) -> None:
        live = await self.hub.live(sitting.match)
        async with live.still() as table:
            # Once they are gone the start waits for something else, and for that the others have their time.
            gone = {table.seats[seat].guest or "" for seat in missing(table)}
        for _ in gone:
            await live.act(without(gone, missing))
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
        return gone | (away or {table.seats[seat].guest or "" for seat in not_there(table)})


def not_there(table: Table) -> Sequence[int]:
    """The seats that keep a table from beginning: of people who have not come, or else have not sealed."""
    return seating.unconfirmed(table) or seating.unsealed(table)


def without(gone: Collection[str], missing: Missing) -> Command:
    """Begin without some, as long as they are missing: bots sit down for them; or, where nobody would have anybody to
    play with, the table is closed."""

    def command(table: Table) -> Plan | Answer:
        if table.match or table.closed or table.frozen:
            return {"step": table.step}
        seats = [seat for seat in missing(table) if table.seats[seat].guest in gone]
        if not seats:
            return {"step": table.step}
        if len(table.people()) - len(seats) < FEWEST_PEOPLE:
            return plan(table, draft(table, "close", None))
        data = successor(table, seats[0], None, table.terms.lang)
        return plan(table, draft(table, "leave", None, seat=seats[0], data=data))

    return command
