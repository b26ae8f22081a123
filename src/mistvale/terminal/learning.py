"""Lessons line by line, at the table of the terminal: what is told, the table, what was right or wrong, and why."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

import mistvale as mv
from mistvale import learning
from mistvale.learning import NEXT, Lesson, Standing
from mistvale.scene import Scene
from mistvale.scene import aloud as heard

from . import aloud
from .plain import Ask, ask_stdin
from .table import Table
from .words import command, language, listed, message, pair, say, told


def chosen(name: str, which: str | None) -> Sequence[Lesson]:
    """The lessons of a game from the one that is named on, or all of them; BadTable where there is none."""
    path = learning.lessons(name)
    ids = [lesson.id for lesson in path]
    if not path:
        raise mv.BadTable(message("learn.none", title=mv.game(name).title))
    if which is not None and which not in ids:
        raise mv.BadTable(message("learn.unknown", name=which, known=", ".join(ids)))
    return path[ids.index(which) if which else 0 :]


class PlainLessons:
    """Lessons one after another, as somebody reads and types."""

    def __init__(self, lessons: Sequence[Lesson], out: Console, errors: Console, ask: Ask = ask_stdin) -> None:
        self.lessons = lessons
        self.out = out
        self.errors = errors
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
            if standing.over:
                self._say(say("learn.over"))
                return True
            if not self._go_on(standing, deeds):
                return False
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

    def _show(self, standing: Standing) -> None:
        scene: Scene = standing.match.scene(standing.lesson.seat, language())
        self._say("", *(aloud.group(scene, group) for group in scene.groups), *aloud.asked(scene))

    def _go_on(self, standing: Standing, deeds: list[str]) -> bool:
        """Ask until something was done; False if the learner leaves."""
        while True:
            typed = self.ask(say("plain.ask")).strip()
            asked = command(typed)
            if asked == "quit" or typed.lower() in ("q", "exit"):
                self._say(say("plain.left"))
                return False
            if asked == "undo" or (not typed and standing.wants == "back"):
                del deeds[-1:]
                return True
            if asked == "table":
                self._show(standing)
            elif asked == "hint":
                self._say(say("learn.asked", moves=listed(standing.right_moves())) if standing.right_moves() else "")
            elif typed in ("?", "help"):
                self._say(say("learn.help"), *map(str, standing.match.legal(standing.lesson.seat)))
            elif self._do(standing, typed, deeds):
                return True

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
            self.errors.print(told(error), style="red", highlight=False, markup=False, soft_wrap=True)
            return False
        return True

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.out.print(line, highlight=False, markup=False, soft_wrap=True)
