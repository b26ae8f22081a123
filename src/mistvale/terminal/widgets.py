"""The parts of the screen: the board and the hand, the panels beside it, the line where moves are typed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size as Room
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from mistvale.scene import Group, Scene, Sprite

from .drawing import FLAT, Picture, Size, blocks, draw, fitting, group_title, measure
from .words import say

HAND_LINES = 1
"""What the hand gets at least, when the board is drawn as large as it can be."""


class Drawn(Static):
    """A picture whose sprites can be pointed at."""

    class Pointed(Message):
        """The mouse is on a sprite, or on none."""

        def __init__(self, sprite: Sprite | None) -> None:
            super().__init__()
            self.sprite = sprite

    class Chosen(Message):
        """A sprite was clicked that stands for a move."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    picture = Picture()
    pointed: Sprite | None = None

    def draw(self, picture: Picture) -> None:
        self.picture = picture
        self.update(picture.text)

    def on_click(self, event: events.Click) -> None:
        sprite = self._under(event)
        if sprite is not None and sprite.move is not None:
            self.post_message(self.Chosen(sprite.move))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self._under(event))

    def on_leave(self) -> None:
        self._point(None)

    def _point(self, sprite: Sprite | None) -> None:
        if sprite is not self.pointed:
            self.pointed = sprite
            self.post_message(self.Pointed(sprite))

    def _under(self, event: events.MouseEvent) -> Sprite | None:
        offset = event.get_content_offset(self)
        return self.picture.at(offset.x, offset.y) if offset is not None else None


class Board(Drawn):
    """The groups in the middle of the table and the hands, as large as the widget allows."""

    def __init__(self) -> None:
        super().__init__(id="board")
        self.shown: tuple[Scene, str] | None = None
        # The most columns and rows so far: as a window grows, its cards keep their size.
        self.most: dict[str, tuple[int, int]] = {}

    def show(self, scene: Scene, title: str = "") -> None:
        """Draw a scene, under a title of one's own when it is not the table as it stands."""
        self.shown = (scene, title)
        if self.size.width and self.size.height:
            self.draw(self.composed(scene, title, self.size))

    def on_resize(self) -> None:
        self.most.clear()
        if self.shown:
            self.show(*self.shown)

    def composed(self, scene: Scene, title: str, room: Room) -> Picture:
        groups = [g for g in scene.groups if g.role == "main"] or list(scene.groups[:1])
        hands = [g for g in scene.groups if g.role == "hand"]
        titles = len(groups) + len(hands) + 1
        picture = Picture()
        hand_parts = [blocks(scene, g) for g in hands]
        hand_sizes = [fitting(parts, room.width, 4) for parts in hand_parts]
        taken = titles + 5
        share = max(1, (room.height - taken) // max(1, len(groups)))
        if share < 8:
            hand_sizes = [fitting(parts, room.width, HAND_LINES, FLAT) for parts in hand_parts]
            share = max(1, (room.height - titles - len(hands)) // max(1, len(groups)))
        for group in groups:
            parts = blocks(scene, group)
            drawn = draw(parts, self._steady(group, scene, room.width, share))
            self._below(picture, group_title(group), drawn)
            if title:
                picture.lines[0].append(f"  {title}", "bold magenta")
            if group is not groups[-1] or hands:
                picture.put(0, picture.height, "")
        lowest = room.height - sum(measure(p, s)[1] + 1 for p, s in zip(hand_parts, hand_sizes, strict=True))
        # The hand stays where it is while the board above it grows.
        while hands and picture.height < lowest:
            picture.put(0, picture.height, "")
        for group, parts, size in zip(hands, hand_parts, hand_sizes, strict=True):
            self._below(picture, group_title(group), draw(parts, size))
        return picture

    def _steady(self, group: Group, scene: Scene, width: int, height: int) -> Size:
        parts = blocks(scene, group)
        columns = max((len(b.columns) for b in parts), default=1)
        rows = sum(len(b.rows) for b in parts)
        before = self.most.get(group.key, (4, 4))
        most = (max(columns, before[0]), max(rows, before[1]))
        self.most[group.key] = most
        return fitting(parts, width * columns // most[0], height * rows // most[1])

    @staticmethod
    def _below(picture: Picture, title: Text, drawn: Picture) -> None:
        picture.lines.append(title)
        picture.below(drawn)


class Panels(VerticalScroll):
    """Beside the board: points, the other groups, and the latest lines of the log."""

    def __init__(self) -> None:
        super().__init__(id="panels")
        self.shown: Scene | None = None
        self.can_focus = False

    def compose(self) -> ComposeResult:
        yield Static(id="scores")
        yield Drawn(id="others")
        yield Static(id="log")

    def show(self, scene: Scene) -> None:
        self.shown = scene
        width = self.size.width
        if not width:
            return
        self.query_one("#scores", Static).update(scores(scene, width))
        others = Picture()
        own = [g for g in scene.groups if g.role in ("main", "hand")] or list(scene.groups[:1])
        for group in scene.groups:
            if group not in own:
                parts = blocks(scene, group)
                others.lines.append(group_title(group))
                others.below(draw(parts, fitting(parts, width, 99, FLAT)))
                others.put(0, others.height, "")
        self.query_one("#others", Drawn).draw(others)
        used = len(scene.scores) + 1 + others.height
        self.query_one("#log", Static).update(log(scene, width, max(3, self.size.height - used)))

    def on_resize(self) -> None:
        if self.shown:
            self.show(self.shown)


def scores(scene: Scene, width: int) -> Text:
    """A line for each seat: whether it is deciding, its name, points and what the game adds."""
    text = Text(no_wrap=True, overflow="ellipsis")
    longest = max((len(score.name) for score in scene.scores), default=0)
    for score in scene.scores:
        sign = "▸" if score.pending else f"{score.rank}" if score.rank else " "
        line = f"{sign} {score.name[:14]:<{min(14, longest)}} {score.points:>3}"
        text.append(line, "bold" if score.me else "")
        text.append(f"  {score.note}\n", "dim")
    return text


def log(scene: Scene, width: int, lines: int) -> Text:
    """The latest lines of the log, as many as fit."""
    wrapped = [line for _, words in scene.log[-lines:] for line in _wrap(words, width)]
    text = Text().append(say("log") + "\n", "bold underline")
    return text.append("\n".join(wrapped[-(lines - 1) :]))


def _wrap(words: str, width: int) -> list[str]:
    """Words over lines, the later ones indented."""
    return textwrap.wrap(words, max(10, width), subsequent_indent="  ")


class MoveSuggester(Suggester):
    """Completes what is typed to the first legal move or command that begins so."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self.known = known

    async def get_suggestion(self, value: str) -> str | None:
        tidy = value.lower().lstrip()
        return next((word for word in self.known() if tidy and word.startswith(tidy)), None)


class MoveInput(Input):
    """Where moves are typed. The arrow keys go through the list of moves; Tab takes the suggestion."""

    class Stepped(Message):
        """Up or down in the list of moves."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class Dropped(Message):
        """Escape: nothing typed, nothing chosen."""

    BINDINGS = [
        Binding("down", "step(1)", show=False),
        Binding("up", "step(-1)", show=False),
        Binding("pagedown", "step(5)", show=False),
        Binding("pageup", "step(-5)", show=False),
        Binding("tab", "complete", show=False),
        Binding("escape", "drop", show=False),
    ]

    def action_step(self, by: int) -> None:
        self.post_message(self.Stepped(by))

    def action_complete(self) -> None:
        self.action_cursor_right()

    def action_drop(self) -> None:
        self.value = ""
        self.post_message(self.Dropped())


class TableView(Vertical):
    """The table: board and panels side by side, and a line about what just happened."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            yield Board()
            yield Panels()
        yield Static(id="news")

    def show(self, scene: Scene, news: str = "") -> None:
        """Draw a scene; `news` says what led to it."""
        self.query_one(Board).show(scene)
        self.query_one(Panels).show(scene)
        self.query_one("#news", Static).update(Text(news, "italic cyan", no_wrap=True, overflow="ellipsis"))

    def preview(self, scene: Scene, title: str) -> None:
        """Draw what a move would lead to, until the table itself is shown again."""
        self.query_one(Board).show(calm(scene), title)


def calm(scene: Scene) -> Scene:
    """A scene in which nothing can be chosen, for looking at."""
    return replace(
        scene,
        sprites=tuple(
            replace(s, move=None, marks=tuple(m for m in s.marks if m != "legal")) for s in scene.sprites
        ),
    )


def focused(scene: Scene, move: str) -> Scene:
    """A scene with the sprite in focus that stands for a move."""
    return replace(
        scene,
        sprites=tuple(
            replace(s, marks=(*(m for m in s.marks if m != "legal"), "focus")) if s.move == move else s
            for s in scene.sprites
        ),
    )
