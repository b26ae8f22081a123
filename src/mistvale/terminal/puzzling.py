"""Puzzles line by line, at the table of the terminal: the position, the move, and what there is to say about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from rich.console import Console

import mistvale as mv
from mistvale import puzzles
from mistvale.core.text import words
from mistvale.learning.playing import names_at
from mistvale.puzzles import Puzzle
from mistvale.scene import Scene

from . import aloud
from .plain import Ask, ask_stdin, patience
from .table import ADVISER, Table
from .words import COMMANDS, OF_LESSONS, command, language, message, say, told

ROOM = "mistvale"


def chosen(game: str | None) -> Sequence[Puzzle]:
    """The puzzles of a game, the easiest first, or that of today; BadTable where there are none."""
    if game is not None:
        found = puzzles.puzzles(mv.game(game).name)
        title = mv.game(game).title
    else:
        today = puzzles.of_day(datetime.now(UTC).date())
        found, title = (today,) if today else (), "Mistvale"
    if not found:
        raise mv.BadTable(message("puzzles.none", title=title))
    return found


class PlainPuzzles:
    """Puzzles one after another, as somebody reads and types."""

    def __init__(
        self,
        found: Sequence[Puzzle],
        out: Console,
        errors: Console,
        ready: Callable[[str], object],
        ask: Ask = ask_stdin,
    ) -> None:
        """`ready` returns once a bot of that name can think."""
        self.found = found
        self.last: Puzzle | None = None  # the one before this one
        self.out = out
        self.errors = errors
        self.ready = ready
        self.ask = ask

    def play(self) -> bool:
        """All of them; False if somebody left. EOFError if the input ended first."""
        self._say(say("puzzles.help"))
        done = all(self._puzzle(number, each) for number, each in enumerate(self.found, 1))
        if done:
            self._end()
        return done

    def _puzzle(self, number: int, puzzle: Puzzle) -> bool:
        tell = words(language(), ROOM)
        match = puzzle.match(names_at(puzzle.seats, puzzle.seat, tell("learn.learner")))
        scene: Scene = match.scene(puzzle.seat, language())
        self._say("", say("puzzles.number", n=number, count=len(self.found)))
        self._say(*(aloud.group(scene, group) for group in scene.groups), tell("puzzle.ask"), *aloud.asked(scene))
        while True:
            typed = self.ask(say("plain.ask")).strip()
            asked = command(typed, (*COMMANDS, *OF_LESSONS))
            if asked == "quit" or typed.lower() in ("q", "exit"):
                self._say(say("plain.left"))
                return False
            if asked == "hint":
                self._say(say("puzzles.best", move=puzzle.best))
            if asked == "why":
                self._why()
            elif asked == "hint" or (typed and self._tried(match, puzzle, typed)):
                self.last = puzzle
                return True

    def _end(self) -> None:
        """Of the last one, too, one may ask why."""
        self._say(say("puzzles.over"))
        with suppress(EOFError):
            while command(self.ask(say("plain.ask")).strip(), OF_LESSONS) == "why":
                self._why()

    def _why(self) -> None:
        """What speaks for the best move of the puzzle before: of this one nobody knows it yet."""
        if self.last is None:
            self._say(say("puzzles.why.none"))
            return
        with patience(self.out, say("hint.thinking")):
            self.ready(ADVISER)
            why = puzzles.why(self.last, language())
        self._say(say("puzzles.best", move=self.last.best), *why)

    def _tried(self, match: mv.Match, puzzle: Puzzle, typed: str) -> bool:
        """Whether a move is the best one; what there is to say about it is said."""
        try:
            move = str(Table(match, {}).read(typed))
        except mv.MistvaleError as error:
            self.errors.print(told(error), style="red", highlight=False, markup=False, soft_wrap=True)
            return False
        self._say(puzzle.remark(move, language()))
        return move == puzzle.best

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.out.print(line, highlight=False, markup=False, soft_wrap=True)
