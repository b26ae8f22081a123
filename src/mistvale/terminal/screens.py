"""What opens above the table: guide, cards, log, questions, and the ends of rounds and matches."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Markdown, Static

from mistvale.core.history import BEAT
from mistvale.scene import Scene, Summary
from mistvale.scene.guide import plain

from .drawing import write
from .inks import inks_of
from .words import say

FRAME = 10
"""Columns around what stands on a page."""


class Page(ModalScreen[None]):
    """Something to read, closed by Escape or Enter."""

    BINDINGS = [
        Binding("escape,enter,q,f1,f2,f3,f6", "dismiss", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, title: str, body: Static | Markdown) -> None:
        super().__init__()
        self.heading = title
        self.body = body

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            if self.heading:
                yield Static(Text(self.heading, "bold"), id="heading")
            with VerticalScroll(id="scroll"):
                yield self.body
            yield Static(Text(say("close"), "dim"))

    def action_scroll(self, by: int) -> None:
        self.query_one("#scroll").scroll_relative(y=by, animate=False)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss()


def guide_page(scene: Scene) -> Page:
    """How to play."""
    try:
        text = plain(scene.game.guide(scene.lang))
    except OSError:
        text = say("guide.none")
    return Page("", Markdown(text, open_links=False))


def cards_page(scene: Scene) -> Page:
    """Every component, what it does, and how many are left to be seen."""
    return Page(say("cards", game=scene.game.title), Static(cards_table(scene) or say("cards.none")))


def cards_table(scene: Scene) -> Grid | None:
    """The card reference as a table; None if the game has none."""
    if not scene.reference:
        return None
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold")
    grid.add_column(ratio=1)
    grid.add_column(no_wrap=True, style="dim")
    for entry in scene.reference:
        grid.add_row(*map(Text, (entry.label, entry.hint, entry.count)))
    return grid


def table_page(scene: Scene, width: int) -> Page:
    """The whole table, however high it is, in lines of that width."""
    return Page(scene.game.title, Static(write(scene, max(40, width - FRAME), inks_of(scene))))


def log_page(scene: Scene) -> Page:
    """All that happened, as far as the viewer may know."""
    lines = "\n".join(("· " if seat == BEAT else "  ") + text for seat, text in scene.log)
    return Page(say("log"), Static(Text(lines or say("log.empty"))))


NAMED_KEY = re.compile(r"\((\w)\)$")
"""The key that the words of a button name, as in `Leave (y)`: another one in another language."""


class Question(ModalScreen[str]):
    """A choice between buttons, each with a key. Escape takes the last one."""

    def __init__(self, title: str, answers: Sequence[tuple[str, str, str]], body: object = None) -> None:
        super().__init__()
        self.heading = title
        self.answers = answers  # (what is answered, the words on the button, its keys)
        self.body = body

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield Static(Text(self.heading, "bold"), id="heading")
            if self.body is not None:
                with VerticalScroll(id="figures"):
                    yield Static(self.body)  # type: ignore[arg-type]
            with Horizontal(id="answers"):
                for name, words, _ in self.answers:
                    yield Button(words, id=f"answer-{name}", variant="primary" if not name else "default")

    def on_mount(self) -> None:
        self.query(Button).first().focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss((event.button.id or "").removeprefix("answer-"))

    def on_key(self, event: object) -> None:
        key = getattr(event, "key", "")
        if key in ("left", "right"):
            (self.focus_previous if key == "left" else self.focus_next)()
        for name, words, keys in self.answers:
            if key in (*keys.split(), *NAMED_KEY.findall(words)):
                event.stop()  # type: ignore[attr-defined]
                self.dismiss(name)
                return


def summary_table(summary: Summary) -> Grid:
    """The end of a round or a match: who won and why, then the figures as a table."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    for _ in summary.head[1:]:
        grid.add_column(justify="right", no_wrap=True)
    grid.add_row(*(Text(cell, "bold underline") for cell in summary.head))
    for row in summary.rows:
        # A name may look like markup.
        grid.add_row(*(Text(cell) for cell in row))
    whole = Grid.grid()
    for line in summary.text:
        whole.add_row(Text(line))
    whole.add_row("")
    whole.add_row(grid)
    return whole


def round_question(summary: Summary) -> Question:
    """The end of a round, until the player goes on."""
    answers = [("next", say("summary.next"), "enter space escape right")]
    return Question(summary.title, answers, summary_table(summary))


def end_question(title: str, summary: Summary | None) -> Question:
    """The end of the match: again, look at the table, or leave."""
    answers = [
        ("rematch", say("end.rematch"), "r"),
        ("look", say("end.look"), "escape"),
        ("leave", say("end.leave"), "q"),
    ]
    return Question(title, answers, summary_table(summary) if summary else None)


def sure_question(title: str, yes: str) -> Question:
    """Whether one means it."""
    return Question(title, [("no", say("quit.no"), "n escape"), ("yes", yes, "y ctrl+q")])
