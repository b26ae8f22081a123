"""Where a learner stands in a lesson: a pure function of the lesson and of what was done so far."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..core.errors import IllegalMove
from ..core.match import Match
from ..core.text import Words
from .files import fits
from .reading import Lesson, Step

NEXT = "next"
"""What is done about a step that is only read."""

RIVALS = ("Fern", "Moss", "Rowan", "Wren", "Hazel", "Reed", "Sorrel")
"""What those are called who sit at the tables of lessons."""

Wants = Literal["next", "move", "back", "nothing"]


@dataclass
class Standing:
    """A lesson, the table, the step that is told, and what came of the last deed."""

    lesson: Lesson
    match: Match
    at: int = 0  # which step
    done: int = 0  # how many of its moves were made
    verdict: Literal["", "right", "wrong"] = ""
    said: str = ""  # the message for it; empty where there is nothing to say
    marks: tuple[int, ...] = (0,)  # the match's steps before the first deed and after each
    story: tuple[int, ...] = ()  # the match's steps that were written as replies: rivals draw the others by lot

    @property
    def over(self) -> bool:
        """Whether everything was told and done."""
        return self.at == len(self.lesson.steps)

    @property
    def step(self) -> Step | None:
        return None if self.over else self.lesson.steps[self.at]

    @property
    def wants(self) -> Wants:
        """What is next: to read on, to make a move, to take the last one back, or nothing more."""
        if self.verdict == "wrong":
            return "back"
        if self.step is None:
            return "nothing"
        return "move" if self.step.right else "next"

    def right_moves(self) -> list[str]:
        """The legal moves that are asked for."""
        if self.wants != "move" or self.step is None:
            return []
        return [str(move) for move in self.match.legal(self.lesson.seat) if fits(move, self.step.right)]

    def told(self, words: Words) -> str:
        """What is told now; nothing once all was."""
        return words(self.lesson.key_of(self.step)) if self.step else ""

    def feedback(self, words: Words) -> str:
        """What is said to the last deed."""
        if not self.said:
            return ""
        return (
            words(self.said)
            if self.said in words
            else words("learn.right" if self.verdict == "right" else "learn.else")
        )

    # ---------------------------------------------------------------- going on

    def do(self, deed: str) -> None:
        """Read on, or make a move; IllegalMove, and nothing has changed, where that is not possible."""
        step = self.step
        if self.wants == "back":
            raise IllegalMove("lesson-back")
        if step is None:
            raise IllegalMove("lesson-over")
        if self.wants == "next":
            if deed != NEXT:
                raise IllegalMove("lesson-next")
            self._go_on("")
        else:
            self._move(step, deed)
        self.marks += (self.match.steps,)

    def _move(self, step: Step, deed: str) -> None:
        key = self.lesson.key_of(step)
        self.match.play(self.lesson.seat, deed)
        if not fits(deed, step.right):
            why = step.why_not(deed)
            self.verdict = "wrong"
            self.said = f"{key}.no.{why}" if why else f"{key}.else"
            return
        self.done += 1
        self.verdict, self.said = "right", ""
        if self.done < step.times:
            settle(self.match, self.lesson)
            return
        self.story += settle(self.match, self.lesson, step.replies)
        self._go_on(f"{key}.right")

    def _go_on(self, said: str) -> None:
        self.at, self.done = self.at + 1, 0
        self.verdict, self.said = "right" if said else "", said


def settle(match: Match, lesson: Lesson, moves: Sequence[str] = ()) -> tuple[int, ...]:
    """Let others decide as written (`1 pick leaf`; without a number, the learner's own seat), and then by the seed.

    The answer is the steps of what was written.
    """
    written = []
    for move in moves:
        written.append(match.steps + 1)
        number, _, rest = move.partition(" ")
        if number.isdigit():
            match.play(int(number), rest)
        else:
            match.play(lesson.seat, move)
            _wait(match, lesson)
    _wait(match, lesson)
    return tuple(written)


def _wait(match: Match, lesson: Lesson) -> None:
    """Rivals draw a move each, always the same, until the learner is to decide."""
    while not match.over and lesson.seat not in match.pending:
        seat = match.pending[0]
        dice = random.Random(f"{lesson.seed} {match.steps}")
        match.play(seat, dice.choice(match.legal(seat)))


def names_at(seats: int, own: int, name: str) -> tuple[str, ...]:
    """What those are called who sit at a learner's table."""
    others = iter(RIVALS)
    return tuple(name if seat == own else next(others) for seat in range(seats))


def begin(lesson: Lesson, name: str = "") -> Standing:
    """The table of a lesson, and nothing done; `name` is what the learner is called there."""
    match = lesson.set_up()
    match.names = names_at(match.seats, lesson.seat, name)
    settle(match, lesson, lesson.opening)
    return Standing(lesson, match, marks=(match.steps,))


def play(lesson: Lesson, deeds: Sequence[str], name: str = "") -> Standing:
    """Where one stands after these deeds."""
    standing = begin(lesson, name)
    for deed in deeds:
        standing.do(deed)
    return standing
