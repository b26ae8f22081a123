"""The table in sentences, line by line: for terminals without a screen, for scripts, and to be read aloud."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

import mistvale as mv
from mistvale.scene import Scene, Summary
from mistvale.scene import aloud as heard
from mistvale.scene.guide import plain as as_markdown

from . import aloud
from .table import ME, Session, Table
from .words import command, language, listed, pair, say, told

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


@contextmanager
def patience(out: Console, words: str) -> Iterator[None]:
    """Say once what takes so long, if it does and somebody looks on: nothing moves where a line is read aloud."""
    timer = threading.Timer(PATIENCE, lambda: out.print(words, style="dim", highlight=False, markup=False))
    if out.is_terminal:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


class PlainGame:
    """A match on lines: what happened, the table, what may be done, an answer."""

    def __init__(self, session: Session, out: Console, errors: Console, ask: Ask = ask_stdin) -> None:
        self.session = session
        self.out = out
        self.errors = errors
        self.ask = ask
        self.told = session.table.match.base  # what lay there is not told again
        self.summary: Summary | None = None
        self.shown: dict[str, str] = {}  # what was said last of each place

    @property
    def table(self) -> Table:
        return self.session.table

    def play(self) -> bool:
        """Play to the end; False if the player left. EOFError if the input ended first."""
        self._say(say("plain.help"))
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
            with patience(self.out, say("input.thinking", name=name)):
                move = self.table.think(seat, self.table.match.copy())
            self.table.decide(seat, move)

    def _tell(self) -> None:
        """Whatever happened since, one line each, and the ends of rounds."""
        match = self.table.match
        while self.told < match.steps:
            self.told += 1
            text = match.tell(ME, self.told, language())
            if text:
                self._say(heard.sentence(text))
            if match.step(self.told).beat is None:
                continue
            summary = self.table.scene(self.told).summary
            if summary is not None and summary != self.summary:
                self._say("", *aloud.summary(summary))
            self.summary = summary

    def _say(self, *lines: str) -> None:
        """Lines as they are: whoever reads them aloud wants no breaks in a sentence, and no colours."""
        for line in lines:
            self.out.print(line, highlight=False, markup=False, soft_wrap=True)

    def _show(self, scene: Scene) -> None:
        """What has changed on the table since it was last shown, what is asked, and what may be done."""
        self._say("", *self._news("scores", "\n".join(aloud.scores(scene))))
        same = []
        for group in scene.groups:
            news = list(self._news(group.key, aloud.group(scene, group)))
            same += [] if news else [group.title]
            self._say(*news)
        if same:
            self._say(say("aloud.same", places=listed(same), command=say("command.table")))
        self._say("", *aloud.asked(scene))
        self._list(scene)

    def _news(self, key: str, text: str) -> Iterator[str]:
        """It, unless it was said before and nothing has changed."""
        if self.shown.get(key) != text:
            self.shown[key] = text
            yield text

    def _list(self, scene: Scene) -> None:
        self._say(say("plain.moves"))
        for choice in self.table.choices(scene):
            self._say(pair(str(choice.move), choice.said) if choice.said else str(choice.move))

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
                self._say(say("plain.help"))
                self._list(self.table.scene())
            elif asked == "table":
                self.shown.clear()
                self._show(self.table.scene())
            elif asked == "cards":
                self._cards(self.table.scene())
            elif asked == "hint":
                with patience(self.out, say("hint.thinking")):
                    found = [hint.said for hint in self.table.hints(self.table.match.copy())]
                lines = [*found, say("hint.worth")] if found else [say("hint.none")]
                self.out.print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)
            elif asked == "guide":
                self._guide()
            elif self._do(typed):
                return True

    def _cards(self, scene: Scene) -> None:
        """Every component, what it does, and how many are left to be seen."""
        for card in scene.reference:
            lines = filter(None, (card.label, *card.hint.splitlines(), card.count))
            self._say(" ".join(heard.sentence(line) for line in lines))
        if not scene.reference:
            self._say(say("cards.none"))

    def _guide(self) -> None:
        """How to play, as it is written: a paragraph to a line, headings and lists with their plain marks."""
        try:
            self._say(*as_markdown(self.table.match.game.guide(language())).splitlines())
        except OSError:
            self._say(say("guide.none"))

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
    log = [heard.sentence(text) for _, text in scene.log]
    table = [aloud.group(scene, group) for group in scene.groups]
    ended = aloud.summary(scene.summary) if scene.summary else ()
    for line in (*log, "", *aloud.scores(scene), *table, *ended):
        out.print(line, highlight=False, markup=False, soft_wrap=True)
