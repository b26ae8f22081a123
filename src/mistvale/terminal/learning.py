"""Lessons line by line, at the table of the terminal: what is told, the table, what was right or wrong, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from rich.console import Console

import mistvale as mv
from mistvale import learning
from mistvale.learning import NEXT, Lesson, Standing
from mistvale.scene import Scene
from mistvale.scene import aloud as heard

from . import aloud
from .plain import Ask, ask_stdin, patience
from .table import ADVISER, Table
from .words import COMMANDS, OF_LESSONS, command, language, listed, message, pair, say, told

Came = Literal["on", "over", "left"]
"""What came of an answer: one goes on in the lesson, is through with it, or leaves."""


def chosen(name: str, which: str | None) -> Sequence[Lesson]:
    """The lessons of a game from the one that is named on, or all of them; BadTable where there is none."""
    path = learning.lessons(name)
    ids = [lesson.id for lesson in path]
    if not path:
        raise mv.BadTable(message("learn.none", title=mv.game(name).title))
    if which is not None and which not in ids:
        raise mv.BadTable(message("learn.unknown", name=which, known=", ".join(ids)))
    return path[ids.index(which) if which else 0 :]


def why_asked(typed: str) -> str:
    """What comes after the word `why`: the number of a move, `all` where there is none; empty where nobody asks."""
    word, _, number = typed.partition(" ")
    return (number.strip() or "all") if command(word, OF_LESSONS) == "why" else ""


class PlainLessons:
    """Lessons one after another, as somebody reads and types."""

    def __init__(
        self,
        lessons: Sequence[Lesson],
        out: Console,
        errors: Console,
        play_on: Callable[[mv.Match], None],
        ready: Callable[[str], object],
        ask: Ask = ask_stdin,
    ) -> None:
        """`play_on` plays on with a match, against bots; `ready` returns once a bot of that name can think."""
        self.lessons = lessons
        self.out = out
        self.errors = errors
        self.play_on = play_on
        self.ready = ready
        self.ask = ask

    def play(self) -> bool:
        """All of them; False if the learner left. EOFError if the input ended first."""
        self._say(say("learn.help"))
        return all(self._lesson(number, lesson) for number, lesson in enumerate(self.lessons, 1))

    def _lesson(self, number: int, lesson: Lesson) -> bool:
        words = lesson.game.words(language())
        self._say("", pair(say("learn.number", n=number, count=len(self.lessons)), words(lesson.key)))
        deeds: list[str] = []
        shown = 0
        while True:
            standing = learning.play(lesson, deeds, words("learn.learner"))
            self._tell(standing, shown)
            shown = standing.match.steps
            came = self._go_on(standing, deeds)
            if came != "on":
                return came == "over"
            shown = min(shown, learning.play(lesson, deeds).match.steps) if deeds else 0

    def _tell(self, standing: Standing, known: int) -> None:
        """What happened since, what is said to it, and what comes next."""
        words = standing.lesson.game.words(language())
        match, seat = standing.match, standing.lesson.seat
        for step in range(known + 1, match.steps + 1) if known else ():
            if text := match.tell(seat, step, language()):
                self._say(heard.sentence(text))
        if feedback := standing.feedback(words):
            self._say(say("learn.right" if standing.verdict == "right" else "learn.wrong", text=feedback))
        if standing.wants != "back":
            self._say(*filter(None, standing.told(words).split("\n")))
        if standing.wants == "move":
            self._show(standing)
        if standing.over:
            self._say(say("learn.over"), say("learn.after"))

    def _show(self, standing: Standing) -> None:
        scene: Scene = standing.match.scene(standing.lesson.seat, language())
        self._say("", *(aloud.group(scene, group) for group in scene.groups), *aloud.asked(scene))

    def _go_on(self, standing: Standing, deeds: list[str]) -> Came:
        """Ask until something was done, the learner leaves, or is through with the lesson."""
        while True:
            typed = self.ask(say("plain.ask")).strip()
            asked = command(typed, (*COMMANDS, *OF_LESSONS))
            if asked == "quit" or typed.lower() in ("q", "exit"):
                self._say(say("plain.left"))
                return "left"
            if standing.over and not typed:
                return "over"
            if asked == "undo" or (not typed and standing.wants == "back"):
                del deeds[-1:]
                return "on"
            if asked == "play":
                if self._play_on(standing):
                    return "on"
            elif asked == "table":
                self._show(standing)
            elif asked == "hint":
                self._say(say("learn.asked", moves=listed(standing.right_moves())) if standing.right_moves() else "")
            elif typed in ("?", "help"):
                self._say(say("learn.help"), *map(str, standing.match.legal(standing.lesson.seat)))
            elif number := why_asked(typed):
                self._why(standing, number)
            elif self._do(standing, typed, deeds):
                return "on"

    def _play_on(self, standing: Standing) -> bool:
        """Go on with what lies here, against bots; afterwards the lesson is where it was."""
        try:
            self.play_on(standing.match)
        except mv.MistvaleError as error:
            self._complain(error)
            return False
        self._say("", say("learn.back"))
        return True

    def _why(self, standing: Standing, number: str) -> None:
        """What a rival has to say of what it has just done; of several things one is asked about by its number."""
        moves = learning.rival_moves(standing)
        told = [heard.sentence(standing.match.tell(standing.lesson.seat, step, language())) for step in moves]
        chosen = int(number) - 1 if number.isascii() and number.isdigit() else 0 if len(moves) == 1 else -1
        if not moves:
            self._say(say("learn.why.none"))
        elif not 0 <= chosen < len(moves):
            self._say(say("learn.why.which"), *(f"{n}. {text}" for n, text in enumerate(told, 1)))
        else:
            with patience(self.out, say("hint.thinking")):
                self.ready(ADVISER)
                why = learning.why(standing, moves[chosen], language())
            self._say(told[chosen], *why)

    def _do(self, standing: Standing, typed: str, deeds: list[str]) -> bool:
        """Read on, or a move; what is wrong with it goes to the errors."""
        try:
            if standing.wants == "move":
                if not typed:
                    return False
                deeds.append(str(Table(standing.match, {}).read(typed)))
            else:
                learning.play(standing.lesson, [*deeds, typed or NEXT])
                deeds.append(NEXT)
        except mv.MistvaleError as error:
            self._complain(error)
            return False
        return True

    def _complain(self, error: mv.MistvaleError) -> None:
        self.errors.print(told(error), style="red", highlight=False, markup=False, soft_wrap=True)

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.out.print(line, highlight=False, markup=False, soft_wrap=True)
