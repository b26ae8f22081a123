"""Why a move was made in a match that is over: what a level thinks of it, from what its seat knew then."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from ..core.history import BEAT
from ..core.match import Match
from ..core.moves import Move
from ..core.position import at_step
from ..core.text import words
from .levels import Level, Thought, level, reasoned, search
from .whys import ROOM

BEST = "grandmaster"  # who is asked
OTHERS = 2  # of the best other moves, so many are looked at beside the one that was made


@dataclass(frozen=True)
class Explained:
    """A move that was made, with what speaks for it, and the best one, if that was another and is clearly better."""

    match: Match  # as it stood before the move
    seat: int
    made: Thought
    instead: Thought | None = None

    def tell(self, lang: str) -> list[str]:
        """The sentences, for whoever looks through the eyes of the seat, and need not be the one who sat there."""
        told = [fact.tell(self.match, self.seat, lang, own=False) for fact in self.made.facts]
        if self.instead is not None:
            told.append(words(lang, ROOM)("why.instead", line=_line(self.match, self.seat, self.instead.move, lang)))
        return told


def reasons(match: Match, step: int, lang: str, stop: threading.Event | None = None) -> list[str]:
    """What the best level has to say of the move of a step; where there was nothing to choose, that."""
    found = None if stop is not None and stop.is_set() else explain(match, step, level(BEST), stop=stop)
    return found.tell(lang) if found else [words(lang, ROOM)("why.only")]


def explain(match: Match, step: int, by: Level, seed: int = 0, stop: threading.Event | None = None) -> Explained | None:
    """What speaks for the move of a step; None where nobody decided here, or there was nothing to choose."""
    taken = match.step(step)
    if step <= match.base or taken.seat == BEAT or taken.move is None:
        return None
    then = at_step(match, step - 1)
    seat = then.seat(taken.seat)
    if len(seat.legal) < 2:
        return None
    thoughts, _ = search(seat, replace(by, manner=replace(by.manner, tell=1)), seed, stop)
    ranked = sorted((each for each in thoughts if each.visits), key=lambda each: -each.worth)
    made = next((each for each in ranked if each.move == taken.move), None)
    if made is None:
        return None
    looked_at = sorted([made, *[each for each in ranked if each is not made][:OTHERS]], key=lambda each: -each.worth)
    found = reasoned(seat, looked_at, seed, stop)
    own = next(each for each in found if each.move == taken.move)
    worse = any(fact.code == "worse" for fact in own.facts)
    return Explained(then, taken.seat, own, found[0] if worse else None)


def _line(match: Match, seat: int, move: Move, lang: str) -> str:
    """What the log would have said of a move; its notation where it says nothing of it."""
    twin = match.copy()
    twin.play(seat, move)
    number = next(n for n in range(twin.steps, 0, -1) if twin.step(n).seat == seat)
    return twin.tell(seat, number, lang).rstrip(".") or str(move)
