"""Looking back at finished matches: one after another, on all cores at low priority, for as long as somebody waits.

A quick look comes first, so that there is something to see within seconds, also for those who asked while another match
is looked at; a closer one takes its place decision by decision. What all of it found is kept with the match and is
everybody's who may see the match.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import sqlalchemy as sa

import mistvale as mv
from mistvale.analysis import FULL, QUICK, Analysis, Pass, analyse
from mistvale.analysis.decisions import Moment, moments
from mistvale.analysis.telling import played, said
from mistvale.bots.levels import give_way

from . import schema
from .errors import Collision, refuse
from .events import now
from .limits import Asker, Buckets, Room, Shares
from .models.analyses import AnalysisAnswer, AnalysisFound, MoveTold
from .readiness import ANALYSIS, SEARCH
from .settings import Settings
from .store import Store

if TYPE_CHECKING:
    from .hub import Hub

Status = Literal["none", "waiting", "quick", "full", "whole"]
PASSES: tuple[tuple[Status, Pass], ...] = (("quick", QUICK), ("full", FULL))
MOST_READY = 16  # analyses whose words lie ready
EVERY = 0.5  # seconds between two looks whether anybody waits


@dataclass(eq=False)
class Work:
    """One analysis that is under way."""

    match: mv.Match
    asked: float = field(default_factory=time.monotonic)  # when somebody last looked how far it is
    status: Status = "waiting"
    done: int = 0
    found: Analysis | None = None
    # Its decisions, so that moves can be told; and those that were told, by language, step and move.
    moments: list[Moment] = field(default_factory=list)
    told: dict[tuple[str, int, str], MoveTold] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)

    def tell(self, found: Analysis) -> None:
        """So much is found; what a look before has found stays until this one has looked there, too."""
        self.done = len(found.decisions)
        if self.found is not None:
            known = {each.number: each for each in (*self.found.decisions, *found.decisions)}
            found = replace(found, decisions=tuple(known[number] for number in sorted(known)))
        self.found = found


class Analysts:
    """Those who look back."""

    def __init__(self, hub: Hub, settings: Settings) -> None:
        self.hub = hub
        self.passes = PASSES
        self.patience = settings.analysis_patience
        self._rate = Shares(settings.analyses_per_hour / 3600, settings.analysis_burst, settings.guests_per_address)
        self._room = Room(1, settings.analyses_per_address)
        self._most = settings.analyses_waiting
        self._threads = ThreadPoolExecutor(2, "mistvale-analyst", give_way)  # for a quick look and a closer one
        self._quick, self._close = asyncio.Lock(), asyncio.Lock()
        self._works: dict[str, Work] = {}
        self._ready: dict[str, Work] = {}

    def pools(self) -> Iterator[tuple[str, Buckets]]:
        return self._rate.pools("analyses")

    async def begin(self, table: str, match: mv.Match, asker: Asker) -> None:
        """Have a match looked back at, unless somebody does already or it was done before."""
        known = table in self._works or await self.hub.read(kept, self.hub.store, table, match) is not None
        if known or table in self._works:
            return
        if not self._rate.take(asker):
            raise refuse("too-many", "analyses-many")
        if len(self._works) >= self._most:
            raise refuse("too-many", "analyses-busy")
        work = self._works[table] = Work(match)
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hub.spawn(self._look(table, work, asker, begun))
        await begun

    async def _look(self, table: str, work: Work, asker: Asker, begun: asyncio.Future[None]) -> None:
        """Look until all is found, or nobody waits for it any more."""
        watch = self.hub.spawn(self._watch(work))
        try:
            with self._room.place(asker, refuse("too-many", "analysis-soon")):
                begun.set_result(None)
                await self._passes(table, work)
        except Exception as error:
            if begun.done():
                raise
            begun.set_exception(error)
        finally:
            work.stop.set()
            watch.cancel()
            self._works.pop(table, None)

    async def _passes(self, table: str, work: Work) -> None:
        for stage in (SEARCH, ANALYSIS):
            await self.hub.shelf.wait(work.match.game.name, stage)
        loop = asyncio.get_running_loop()
        for status, how in self.passes:
            async with self._turn(status):
                if work.stop.is_set():
                    return
                work.status, work.done = status, 0
                found = await loop.run_in_executor(self._threads, _analysed, work, how)
            if found is None or not found.is_whole:
                return
        if work.found is not None:
            await self.hub.change(keep, self.hub.store, table, work.found)

    @asynccontextmanager
    async def _turn(self, status: Status) -> AsyncIterator[None]:
        """A turn for each look: quick ones wait for quick ones alone, for a closer one may take minutes."""
        if status == "quick":
            async with self._quick:
                yield
            return
        async with self._close:
            async with self._quick:
                pass  # those that wait for a quick look by now have theirs first
            yield

    async def _watch(self, work: Work) -> None:
        while time.monotonic() - work.asked < self.patience:
            await asyncio.sleep(EVERY)
        work.stop.set()

    async def look(self, table: str, match: mv.Match, lang: str) -> AnalysisAnswer:
        """How far it is, and what is found, with moves told in a language."""
        work = self._works.get(table)
        if work is not None:
            work.asked = time.monotonic()
            if work.found is None:
                return AnalysisAnswer(status=work.status, done=work.done, total=0, found=None, told={})
            status, done, found = work.status, work.done, plain(work.found)
        else:
            row = await self.hub.read(kept, self.hub.store, table, match)
            if row is None:
                return AnalysisAnswer(status="none", done=0, total=0, found=None, told={})
            status, done, found = "whole", row["total"], row
        others = {each["step"]: other_move(each) for each in found["decisions"]}
        told = await self._words(work or self._shelf(table, match), others, lang)
        return AnalysisAnswer(status=status, done=done, total=found["total"], found=AnalysisFound(**found), told=told)

    def _shelf(self, table: str, match: mv.Match) -> Work:
        """The words of an analysis that is whole lie ready for the next who asks."""
        work = self._ready.pop(table, None) or Work(match)
        self._ready[table] = work
        if len(self._ready) > MOST_READY:
            del self._ready[next(iter(self._ready))]
        return work

    async def _words(self, work: Work, others: dict[int, str], lang: str) -> dict[int, MoveTold]:
        """What was played and what would have been better, in words; they are found once for all who ask."""
        missing = {step: move for step, move in others.items() if (lang, step, move) not in work.told}
        if missing:
            found = await self.hub.sketch(lambda: told_moves(work, missing, lang))
            work.told |= {(lang, step, missing[step]): told for step, told in found.items()}
        return {step: work.told[lang, step, move] for step, move in others.items()}

    def stop(self) -> None:
        for work in self._works.values():
            work.stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _analysed(work: Work, how: Pass) -> Analysis | None:
    return analyse(work.match, how, progress=work.tell, stop=work.stop) if not work.stop.is_set() else None


def other_move(decision: dict[str, Any]) -> str:
    """The move that a decision is compared with, if there is one worth to be named."""
    if decision["best"] != decision["played"]:
        return str(decision["best"])
    return str(decision["obvious"]) if decision["mark"] == "find" else ""


def told_moves(work: Work, others: dict[int, str], lang: str) -> dict[int, MoveTold]:
    """Moves as the log tells them: what was played at each step, and what is named beside it."""
    match = work.match
    work.moments = work.moments or list(moments(match))
    named = said(work.moments, {step: other for step, other in others.items() if other}, lang)
    return {
        moment.step: MoveTold(played=played(moment, match, lang), other=named.get(moment.step, ""))
        for moment in work.moments
        if moment.step in others
    }


# ---------------------------------------------------------------- what is kept


def plain(found: Analysis) -> dict[str, Any]:
    """What was found, without the names of people: those stand at the table, and go with their accounts."""
    told = found.plain()
    del told["names"]
    return told


def rules_of(match: mv.Match) -> str:
    """What an analysis is about: when the rules change, it is made anew."""
    return rules_of_game(match.game)


def rules_of_game(game: mv.Game) -> str:
    return f"{game.name} {game.version}"


def kept(store: Store, table: str, match: mv.Match) -> dict[str, Any] | None:
    """What was found about a match before, by the rules of today. It blocks."""
    rows = store.rows(sa.select(schema.analyses).where(schema.analyses.c.match == table))
    return dict(rows[0].found) if rows and rows[0].rules == rules_of(match) else None


def is_played_elsewhere(store: Store, table: str, match: mv.Match) -> bool:
    """Whether another table plays the game on the same seed, given by hand: what is told here would help there.

    Also on that of a match whose seed nobody chose: its record tells it. It blocks.
    """
    if match.origin is not None and not any(match.seed):
        return False  # dealt anew, or begun at a position: there is no seed to open another one on
    opened, others, seed = schema.events, schema.matches, match.seed.hex()
    same = sa.and_(opened.c.match == others.c.match, opened.c.kind == "open", opened.c.data["seed"].as_string() == seed)
    # What goes on from elsewhere says so, and is no match that anybody was to play by oneself.
    begun = opened.c.data["from", "step"].as_integer().is_(None)
    here = sa.and_(others.c.game == match.game.name, others.c.match != table, begun)
    going = sa.and_(here, others.c.status.not_in(("over", "closed", "frozen")))
    return bool(store.rows(sa.select(others.c.match).join(opened, same).where(going).limit(1)))


def keep(store: Store, table: str, found: Analysis) -> None:
    """Keep what was found; of two processes the first one has it. It blocks."""
    row = {"match": table, "level": found.how.level, "rules": rules_of(found.match), "found": plain(found), "at": now()}

    def job(connection: sa.Connection) -> None:
        connection.execute(sa.delete(schema.analyses).where(schema.analyses.c.match == table))
        connection.execute(sa.insert(schema.analyses).values(**row))

    try:
        store.submit(job).result()
    except Collision:
        return
