"""The table line by line: for terminals without a screen, for scripts, and for screen readers."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markdown import Markdown

import mistvale as mv
from mistvale.scene import Scene, Summary

from .drawing import write
from .screens import cards_table, summary_table
from .table import ME, Session, Table
from .words import command, language, say, told

PATIENCE = 1.0  # seconds without a word

Ask = Callable[[str], str]


def ask_stdin(prompt: str) -> str:
    """A line of the input; EOFError at its end."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


class PlainGame:
    """A match on lines: what happened, the table, what may be done, an answer."""

    def __init__(self, session: Session, out: Console, errors: Console, ask: Ask = ask_stdin) -> None:
        self.session = session
        self.out = out
        self.errors = errors
        self.ask = ask
        self.told = 0
        self.summary: Summary | None = None

    @property
    def table(self) -> Table:
        return self.session.table

    def play(self) -> bool:
        """Play to the end; False if the player left. EOFError if the input ended first."""
        self.out.print(say("plain.help"), style="dim", highlight=False)
        try:
            while True:
                self.let_bots_play()
                self._tell()
                if self.table.match.over:
                    return True
                self._show(self.table.scene())
                if not self._decide():
                    return False
        finally:
            self.table.closed.set()

    def let_bots_play(self) -> None:
        """Bots play until the person is to decide. Each thinks when it must, so that undo stays possible."""
        while not self.table.legal() and (seat := self.table.waiting_bot()) is not None:
            name = self.table.match.look(None, language()).name(seat)
            with self._patience(say("input.thinking", name=name)):
                move = self.table.think(seat, self.table.match.copy())
            self.table.decide(seat, move)

    @contextmanager
    def _patience(self, words: str) -> Iterator[None]:
        """Say once what takes so long, if it does and somebody looks on: nothing moves where a line is read aloud."""
        timer = threading.Timer(PATIENCE, lambda: self.out.print(words, style="dim", highlight=False, markup=False))
        if self.out.is_terminal:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _tell(self) -> None:
        """Whatever happened since, one line each, and the ends of rounds."""
        match = self.table.match
        while self.told < match.steps:
            self.told += 1
            text = match.tell(ME, self.told, language())
            if text:
                self.out.print(f"· {text}", style="cyan", highlight=False, markup=False)
            if match.step(self.told).beat is None:
                continue
            summary = self.table.scene(self.told).summary
            if summary is not None and summary != self.summary:
                self.out.print()
                self.out.print(summary.title, style="bold", highlight=False, markup=False)
                self.out.print(summary_table(summary), highlight=False)
            self.summary = summary

    def _show(self, scene: Scene) -> None:
        self.out.print()
        self.out.print(write(scene, self.out.width), end="", highlight=False, soft_wrap=True)
        self._list(scene)

    def _list(self, scene: Scene) -> None:
        self.out.print(say("plain.moves"))
        choices = self.table.choices(scene)
        width = max((len(choice.move) for choice in choices), default=0)
        for choice in choices:
            line = f"  {choice.move:<{width}}  {choice.hint or choice.label}".rstrip()
            self.out.print(line, highlight=False, markup=False, soft_wrap=True)

    def _decide(self) -> bool:
        """Ask until something was done; False if the player leaves."""
        while True:
            typed = self.ask(say("plain.ask")).strip()
            asked = command(typed)
            if not typed or typed.startswith("#"):
                continue
            if asked == "quit" or typed.lower() in ("q", "exit"):
                self.out.print(say("plain.left"))
                return False
            if typed.lower() in ("?", "help"):
                self.out.print(say("plain.help"), style="dim", highlight=False)
                self._list(self.table.scene())
            elif asked == "cards":
                self.out.print(cards_table(self.table.scene()) or say("cards.none"), highlight=False)
            elif asked == "hint":
                with self._patience(say("hint.thinking")):
                    lines = [hint.line for hint in self.table.hints(self.table.match.copy())] or [say("hint.none")]
                self.out.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)
            elif asked == "guide":
                self._guide()
            elif self._do(typed):
                return True

    def _guide(self) -> None:
        try:
            self.out.print(Markdown(self.table.match.game.guide(language())))
        except OSError:
            self.out.print(say("guide.none"))

    def _do(self, typed: str) -> bool:
        """A move, or undo; what is wrong with it goes to the errors."""
        try:
            if command(typed) == "undo":
                self.table.undo()
                self.told = min(self.told, self.table.match.steps)
                self.out.print(say("undo.done"), highlight=False)
            else:
                self.table.play(typed)
        except mv.MistvaleError as error:
            self.errors.print(told(error), style="red", highlight=False, markup=False, soft_wrap=True)
            return False
        return True


def replay(match: mv.Match, viewer: int | None, out: Console) -> None:
    """The log of a record and the table as it stands at its end."""
    scene: Scene = match.scene(viewer, language())
    for seat, text in scene.log:
        out.print(("· " if seat < 0 else "  ") + text, highlight=False, markup=False, soft_wrap=True)
    out.print()
    out.print(write(scene, out.width), end="", highlight=False, soft_wrap=True)
