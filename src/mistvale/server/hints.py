"""Hints for a seat that asks: what a good bot would think of its moves, knowing no more than it does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import mistvale as mv
from mistvale.bots.levels import give_way

from . import commands
from .errors import refuse
from .limits import Asker, Buckets, Room, Shares
from .models.tables import HintedMove, Hints, Why
from .readiness import SEARCH, Shelf
from .settings import Settings
from .tables import Table

if TYPE_CHECKING:
    from .live import Live

Advice = list[mv.Thought]
Tell = Callable[[threading.Event], list[str]]
"""Says why; soon, once the event is set."""


@dataclass(eq=False)
class Question:
    """What a guest wants to know: the best moves of its seat in this turn."""

    guest: str
    seat: int
    turn: tuple[int, int]
    stop: threading.Event = field(default_factory=threading.Event)

    def stands(self, table: Table) -> bool:
        """Whether anybody is still to decide it."""
        return (
            self.seat in table.held_by(self.guest) and self.seat in table.pending and table.turn(self.seat) == self.turn
        )


class Advisers:
    """Those who think about hints: few, and in threads of their own, so that no bot's turn waits for them."""

    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(settings.hint_threads, "mistvale-hint", give_way)
        self._rate = Shares(settings.hints_per_second, settings.hint_burst, settings.guests_per_address)
        self._room = Room(1, settings.hints_per_address)
        self._most = settings.hints_waiting
        self._questions: set[Question] = set()

    def pools(self) -> Iterator[tuple[str, Buckets]]:
        return self._rate.pools("hints")

    async def hints(self, live: Live, asker: Asker, seat: int, lang: str) -> Hints:
        """The best moves of a seat, each with what is expected of it and why, and the step they are for."""
        if not self._rate.take(asker):
            raise refuse("too-many", "hints-many")
        with self._room.place(asker, refuse("too-many", "hint-soon")):
            async with live.still() as table:
                match = check_hints(table, asker.guest, seat).copy()
                question = Question(asker.guest, seat, table.turn(seat))
            advice = live.advice.get((seat, question.turn))
            if advice is None:
                await live.hub.shelf.wait(match.game.name, SEARCH)
                advice = await self._think(live, question, match)
            # In words it takes a moment: not where everybody waits for it, nor behind those who think.
            moves = await asyncio.to_thread(told, advice, match, seat, lang)
        return Hints(step=match.steps, moves=moves)

    @property
    def waiting(self) -> int:
        """How many questions are thought about, or wait for that."""
        return len(self._questions)

    async def _think(self, live: Live, question: Question, match: mv.Match) -> Advice:
        """Think until it is found out, or nobody waits for it any more."""
        if self.waiting >= self._most:
            raise refuse("too-many", "hints-busy")
        self._questions.add(question)
        live.questions.add(question)
        try:
            loop = asyncio.get_running_loop()
            moves = await loop.run_in_executor(self._threads, think, match, question.seat, question.stop)
            async with live.still() as table:
                if question.stop.is_set() or not question.stands(table):
                    raise refuse("not-pending", name=table.seats[question.seat].name)
            live.advice = {(question.seat, question.turn): moves}
            return moves
        finally:
            question.stop.set()
            self._questions.discard(question)
            live.questions.discard(question)

    async def why(self, shelf: Shelf, asker: Asker, played: mv.Match, step: int, tell: Tell) -> Why:
        """What speaks for the move of a step, as the best level sees it: of a match that is over, or in a lesson."""
        if not self._rate.take(asker):
            raise refuse("too-many", "hints-many")
        with self._room.place(asker, refuse("too-many", "hint-soon")):
            if self.waiting >= self._most:
                raise refuse("too-many", "hints-busy")
            taken = played.step(step)
            question = Question(asker.guest, taken.seat, (step, step))
            self._questions.add(question)
            try:
                await shelf.wait(played.game.name, SEARCH)
                loop = asyncio.get_running_loop()
                told = await loop.run_in_executor(self._threads, tell, question.stop)
                return Why(step=step, seat=taken.seat, move=str(taken.move), why=told)
            finally:
                question.stop.set()
                self._questions.discard(question)

    def stop(self) -> None:
        for question in self._questions:
            question.stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def check_hints(table: Table, guest: str, seat: int) -> mv.Match:
    """The match, if the guest may ask about this seat of it."""
    commands.check_holder(table, guest, seat)
    commands.check_pending(table, seat)
    if not table.terms.hints:
        raise refuse("forbidden", "no-hints")
    return commands.check_started(table)


def think(match: mv.Match, seat: int, stop: threading.Event) -> Advice:
    """What the best level thinks; nothing where there is one legal move."""
    if stop.is_set():
        return []
    return mv.analyse(match.seat(seat), stop=stop, why=True)


def told(advice: Advice, match: mv.Match, seat: int, lang: str) -> list[HintedMove]:
    """Thoughts as whoever holds the seat is told them."""
    return [
        HintedMove(
            move=str(each.move),
            worth=round(each.worth, 1),
            share=round(each.share, 3),
            why=[fact.tell(match, seat, lang) for fact in each.facts],
        )
        for each in advice
    ]
