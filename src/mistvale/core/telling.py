"""The log of a match: a line about each step, as each viewer may read it, in its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .history import BEAT, Step
from .knowledge import View, move_seen
from .rule import copied

if TYPE_CHECKING:
    from .match import Match
    from .moves import Move

Line = tuple[int, int, str]
"""A step, the seat that took it, and what is told of it (nothing, where there is nothing to tell)."""


class Telling:
    """What was told so far. Lines up to the start of the newest epoch never change, so they are kept."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], list[Line]] = {}
        # Lines of the newest epoch, with the steps that they tell: moves can still be taken back.
        self._newest: dict[tuple[int, str], dict[int, tuple[Step, str]]] = {}

    def copy(self) -> Telling:
        twin = Telling()
        twin._kept = {key: lines.copy() for key, lines in self._kept.items()}
        twin._newest = {key: lines.copy() for key, lines in self._newest.items()}
        return twin

    def log(self, match: Match, number: int, viewer: int, lang: str, now: int) -> tuple[tuple[int, str], ...]:
        """The log up to step `number`, as it may be told at step `now`: who did something, and the line about it."""
        lines = self._lines(match, number, viewer, lang)
        epoch = match.history[now].epoch_start
        return tuple((seat, text) for n, seat, text in lines if text and (n <= epoch or seat in (viewer, BEAT)))

    def line(self, match: Match, number: int, viewer: int, lang: str) -> str:
        """What is told of one step."""
        return self._lines(match, number, viewer, lang)[number - 1][2] if number else ""

    def _lines(self, match: Match, number: int, viewer: int, lang: str) -> list[Line]:
        history = match.history
        kept = self._kept.setdefault((viewer, lang), [])
        newest = self._newest.setdefault((viewer, lang), {})
        first = len(kept) + 1
        for n in range(first, history[history.newest].epoch_start + 1):
            kept.append((n, history[n].seat, tell(match, n, viewer, lang)))
            newest.pop(n, None)
        return kept[:number] + [self._new_line(match, n, viewer, lang) for n in range(len(kept) + 1, number + 1)]

    def _new_line(self, match: Match, number: int, viewer: int, lang: str) -> Line:
        newest = self._newest[viewer, lang]
        step = match.history[number]
        if number not in newest or newest[number][0] is not step:
            newest[number] = step, tell(match, number, viewer, lang)
        return number, step.seat, newest[number][1]


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
    """A move in words: `log.<verb>` of the catalogue, with its places' words."""
    spoken = match.notation.spoken(move)
    values = {place: look.words.get(f"{place}.{word}", word) for place, word in spoken.words.items()}
    key = f"log.{spoken.phrase.verb}"
    return look.words(key, name=look.name(seat), **values) if key in look.words else ""
