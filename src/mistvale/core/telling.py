"""The log of a match: a line about each step, as each viewer may read it, in its language."""

from __future__ import annotations

import pickle
import zlib
from array import array
from typing import TYPE_CHECKING

from .history import BEAT, Step
from .knowledge import View, move_seen
from .rule import copied

if TYPE_CHECKING:
    from .match import Match
    from .moves import Move

Line = tuple[int, str]
"""The seat that took a step (or BEAT), and what is told of it."""


class Told:
    """What one viewer was told in one language."""

    def __init__(self) -> None:
        # Steps up to the start of the newest epoch never change: the lines of the log, and how many of them there are
        # up to each step.
        self.lines: list[Line] = []
        self.counts = array("I", [0])
        # Steps of the newest epoch can still be taken back: beside what is told of one, the step that it tells.
        self.newest: dict[int, tuple[Step, str]] = {}

    def copy(self) -> Told:
        twin = object.__new__(Told)
        twin.lines, twin.counts, twin.newest = self.lines.copy(), self.counts[:], self.newest.copy()
        return twin

    def line(self, number: int) -> Line | None:
        """The line about a step of an epoch that is over; None where there is nothing to tell, or it is not over."""
        if not 0 < number < len(self.counts) or self.counts[number] == self.counts[number - 1]:
            return None
        return self.lines[self.counts[number] - 1]

    def append(self, line: Line) -> None:
        """Tell of one step more, that nobody can take back."""
        if line[1]:
            self.lines.append(line)
        self.newest.pop(len(self.counts), None)
        self.counts.append(len(self.lines))


class Telling:
    """What was told so far, to whom, in which language."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, str], Told] = {}
        self._packed: bytes | None = None  # all that was told, while nobody asks for it

    def copy(self) -> Telling:
        twin = Telling()
        twin._told = {key: told.copy() for key, told in self._told.items()}
        twin._packed = self._packed
        return twin

    def rest(self) -> None:
        """Keep what was told small, until there is more to tell."""
        if self._told:
            for told in self._told.values():
                told.newest.clear()
            # A pickle has what several were told alike once, as it is here.
            self._packed, self._told = zlib.compress(pickle.dumps(self._told)), {}

    def _wake(self) -> None:
        if self._packed is not None:
            self._told, self._packed = pickle.loads(zlib.decompress(self._packed)), None

    def log(self, match: Match, number: int, viewer: int, lang: str, now: int) -> tuple[Line, ...]:
        """The log up to step `number`, as told at step `now`: what others did since its epoch began is not."""
        told = self._brought_up(match, viewer, lang)
        epoch = min(number, match.history[now].epoch_start)
        own = (n for n in range(epoch + 1, number + 1) if match.history[n].seat in (viewer, BEAT))
        later = [(match.history[n].seat, text) for n in own if (text := self.line(match, n, viewer, lang))]
        return (*told.lines[: told.counts[epoch]], *later)

    def line(self, match: Match, number: int, viewer: int, lang: str) -> str:
        """What is told of one step."""
        told = self._brought_up(match, viewer, lang)
        if number < len(told.counts):
            line = told.line(number)
            return line[1] if line else ""
        step = match.history[number]
        known = told.newest.get(number)
        if known is None or known[0] is not step:
            known = told.newest[number] = step, tell(match, number, viewer, lang)
        return known[1]

    def _brought_up(self, match: Match, viewer: int, lang: str) -> Told:
        """What a viewer was told, with all that is told of the epochs that are over."""
        self._wake()
        told = self._told.get((viewer, lang))
        if told is None:
            told = self._told[viewer, lang] = Told()
        for number in range(len(told.counts), match.history[match.history.newest].epoch_start + 1):
            told.append(self._one(number, (match.history[number].seat, tell(match, number, viewer, lang))))
        return told

    def _one(self, number: int, line: Line) -> Line:
        """What several viewers are told alike is there once."""
        return next((known for told in self._told.values() if (known := told.line(number)) == line), line)


def tell(match: Match, number: int, viewer: int, lang: str) -> str:
    """One line about a step as `viewer` sees it now; empty when there is nothing to say."""
    step = match.history[number]
    if step.beat is not None:
        return _tell_beat(match, number, viewer, lang)
    move = move_seen(match.history, match.notation, number, viewer, match.steps)
    if step.move is None or move is None:
        return ""
    if match.game.say is not None:
        # As it was for the seat that moved: what others have done since the epoch began is not in it.
        before, after = (
            match.view_at(n, viewer, lang, imagined=match.history.fold(n, step.seat)) for n in (number - 1, number)
        )
        if line := match.game.say(step.seat, move, before, after):
            return line
    return said(match, step.seat, move, match.view_at(number - 1, viewer, lang))


def _tell_beat(match: Match, number: int, viewer: int, lang: str) -> str:
    """Once its epoch is over, a beat is told as it happened, with the moves that led to it."""
    history = match.history
    is_past = number <= history[match.steps].epoch_start
    before, after = (
        match.view_at(n, viewer, lang, imagined=copied(history[n].state) if is_past else None)
        for n in (number - 1, number)
    )
    beat = history[number].beat
    assert beat is not None
    return match.game.tell(beat, before, after)


def said(match: Match, seat: int, move: Move, look: View) -> str:
    """A move in words: `log.<verb>` of the catalogue, with its places' words (`term.<place>.<word>`)."""
    spoken = match.notation.spoken(move)
    values = {place: look.words.get(f"term.{place}.{word}", word) for place, word in spoken.words.items()}
    key = f"log.{spoken.phrase.verb}"
    return look.words(key, name=look.name(seat), **values) if key in look.words else ""
