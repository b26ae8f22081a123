"""The parts of the screen: the board and the hand, the panels beside it, the line where moves are typed."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.cells import cell_len, set_cell_size
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
from mistvale.scene.terminal import sources

from .drawing import MAP, Block, Picture, Size, blocks, chart, draw, fitting, flat, group_title, legend, needed, wording
from .inks import Inks, inks_of
from .table import Hint
from .words import say

LOG_LINES = 6
"""How much of the log is always to be seen."""

MIN_BOARD = 4
"""As much of the board as is always shown."""

HAND_LINES = (4, 3, 1)
"""How high a hand may be: less when the board above it needs the room."""


class Drawn(Static):
    """A picture whose sprites can be pointed at."""

    class Pointed(Message):
        """The mouse is on a sprite, or on none."""

        def __init__(self, sprite: Sprite | None) -> None:
            super().__init__()
            self.sprite = sprite

    class Chosen(Message):
        """A sprite was clicked that stands for a move, or for several that differ in how it is turned."""

        def __init__(self, sprite: Sprite) -> None:
            super().__init__()
            self.sprite = sprite

    picture = Picture()
    pointed: Sprite | None = None

    def draw(self, picture: Picture) -> None:
        self.picture = picture
        self.update(picture.text)

    def on_click(self, event: events.Click) -> None:
        sprite = self._under(event)
        if sprite is not None and sprite.moves:
            self.post_message(self.Chosen(sprite))

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
        self.hand_room: dict[int, int] = {}
        self.words: dict[str, int] = {}

    def show(self, scene: Scene, title: str = "") -> None:
        """Draw a scene, under a title of one's own when it is not the table as it stands."""
        self.shown = (scene, title)
        if self.size.width and self.size.height:
            self.draw(self.composed(scene, title, self.size))

    def on_resize(self) -> None:
        self.most.clear()
        self.hand_room.clear()
        self.words.clear()
        if self.shown:
            self.show(*self.shown)

    def composed(self, scene: Scene, title: str, room: Room) -> Picture:
        """The board above, the hand at the bottom: it stays where it is while the board grows.

        The hand goes first, as one plays from it; what there is no room for of the board is on a page of its own.
        """
        groups = [g for g in scene.groups if g.role == "main"] or list(scene.groups[:1])
        hands = [g for g in scene.groups if g.role == "hand"]
        inks = inks_of(scene)
        board, hand, hand_room = Picture(), Picture(), 0
        for hand_lines in HAND_LINES:
            hand = self._hands(scene, hands, room.width, hand_lines, inks)
            hand_room = self.hand_room[hand_lines] = max(hand.height, self.hand_room.get(hand_lines, 0))
            left = room.height - (hand_room + 1 if hands else 0)
            size, per_row = self._best(scene, groups, room.width, left)
            board = self._arranged(scene, groups, size, per_row, Room(room.width, left), inks)
            if board.height > room.height - hand_room:
                board = self._arranged(scene, groups, size, per_row, Room(room.width, left), inks, tight=True)
            if size.lines or not hands:
                break
        if title:
            board.lines[0].append(f"  {title}", "bold magenta")
        top = room.height - hand_room
        said = legend({**board.signs, **hand.signs}, room.width, inks)
        if board.height + said.height < top:
            board.put(0, board.height, "")
            board.below(said)
        if board.is_partial and board.height < top:
            board.put(0, board.height, say("more"), "dim")
        board.crop(max(MIN_BOARD, top), say("more"))
        while hands and board.height < top:
            board.put(0, board.height, "")
        board.below(hand)
        return board

    def _hands(self, scene: Scene, hands: Sequence[Group], width: int, most: int, inks: Inks) -> Picture:
        """What one plays from, so many lines high each; on one line together with its title, if it may be no higher."""
        hand = Picture(inks=inks)
        for group in hands:
            parts = blocks(scene, group)
            size = self._steady(group, parts, width, most, (1, 1))
            drawn = draw(parts, size, width, inks)
            inline = group_title(group).cell_len + 2
            if most == 1 and drawn.height == 1 and inline + drawn.width <= width:
                beside = Picture([group_title(group)], inks=inks)
                beside.beside(drawn, inline)
                hand.below(beside)
                continue
            hand.lines.append(group_title(group, width))
            hand.below(drawn)
        return hand

    def _best(self, scene: Scene, groups: Sequence[Group], width: int, height: int) -> tuple[Size, int]:
        """The size in which all groups fit, and how many stand in a row."""
        found: list[tuple[Size, int]] = []
        for per_row in sorted({len(groups), (len(groups) + 1) // 2, 1}, reverse=True):
            rows = -(-len(groups) // per_row)
            sizes = [self._steady(g, blocks(scene, g), width // per_row, height // rows - 1, (4, 4)) for g in groups]
            found.append((min(sizes, key=lambda size: (size.lines, size.width)), per_row))
        return max(found, key=lambda one: (one[0].lines, one[0].width))

    @staticmethod
    def _arranged(
        scene: Scene, groups: Sequence[Group], size: Size, per_row: int, room: Room, inks: Inks, tight: bool = False
    ) -> Picture:
        """All groups; if it must be `tight`, without what stands below the boards."""
        picture, width = Picture(inks=inks), room.width // per_row
        for first in range(0, len(groups), per_row):
            row = Picture(inks=inks)
            for number, group in enumerate(groups[first : first + per_row]):
                one = Picture([group_title(group, width - 1)], inks=inks)
                parts = blocks(scene, group)[: 1 if tight else None]
                if size.lines or len(parts) <= MAP:
                    one.below(draw(parts, size, width, inks))
                else:
                    one.below(chart(scene, group, width, room.height * per_row // len(groups) - 1, inks))
                row.beside(one, number * width)
            picture.below(row)
        return picture

    def _steady(self, group: Group, parts: Sequence[Block], width: int, height: int, least: tuple[int, int]) -> Size:
        """The size for the most columns and rows a group has had; frames are worth a change, though."""
        columns = max((len(b.columns) for b in parts), default=1)
        rows = sum(len(b.rows) for b in parts) or 1
        before = self.most.get(group.key, least)
        most = (max(columns, before[0]), max(rows, before[1]))
        self.most[group.key] = most
        steady = fitting(parts, width * columns // most[0], height * rows // most[1])
        size = steady if steady.lines else fitting(parts, width, height)
        if not size.lines:
            return size
        # As wide as the longest words so far, where there is room.
        words = self.words[group.key] = max(needed(parts, size), self.words.get(group.key, 0))
        room = width // (most[0] if steady.lines else columns)
        return Size(max(size.width, min(words, room)), size.lines)


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
        width = self.size.width - 1  # a bar to scroll by may come to stand there
        if width <= 0:
            return
        inks = inks_of(scene)
        others = Picture(inks=inks)
        own = [g for g in scene.groups if g.role in ("main", "hand")] or list(scene.groups[:1])
        for group in scene.groups:
            if group not in own:
                others.lines.append(group_title(group, width))
                others.below(flat(scene, group, width, inks=inks))
                others.put(0, others.height, "")
        self.query_one("#others", Drawn).draw(others)
        said, short = scores(scene, width), scores(scene, width, explained=False)
        if _height(said) + 1 + others.height + LOG_LINES > self.size.height:
            said = short  # the log is worth more than where the points come from
        self.query_one("#scores", Static).update(said)
        used = _height(said) + 1 + others.height
        self.query_one("#log", Static).update(log(scene, width, max(3, self.size.height - used)))

    def on_resize(self) -> None:
        if self.shown:
            self.show(self.shown)


def _height(text: Text) -> int:
    return text.plain.count("\n")


def scores(scene: Scene, width: int, explained: bool = True) -> Text:
    """A line for each seat: whether it is deciding, its name, points and what the game adds; then their sources."""
    text = Text()
    longest = max((cell_len(score.name) for score in scene.scores), default=0)
    for score in scene.scores:
        sign = "▸" if score.pending else f"{score.rank}" if score.rank else " "
        line = f"{sign} {set_cell_size(score.name, min(14, longest))} {score.figure:>3}"
        text.append(line, "bold" if score.me else "")
        text.append(set_cell_size(f"  {score.note}", max(0, width - cell_len(line))).rstrip() + "\n", "dim")
        if explained and score.parts:
            for row in textwrap.wrap(sources(score), max(10, width - 4)):
                text.append(f"    {row}\n", "dim")
    return text


def log(scene: Scene, width: int, height: int) -> Text:
    """The latest lines of the log, as many as fit."""
    wrapped = [line for _, words in scene.log[-height:] for line in _wrap(words, width)]
    text = Text().append(say("log") + "\n", "bold underline")
    return text.append("\n".join(wrapped[-(height - 1) :]))


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

    news = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            yield Board()
            yield Panels()
        yield Static(id="news")

    def show(self, scene: Scene, news: str = "") -> None:
        """Draw a scene; `news` says what led to it."""
        self.news = news
        self.query_one(Board).show(scene)
        self.query_one(Panels).show(scene)
        self.say("")

    def say(self, words: str, style: str = "") -> None:
        """A line below the table; without words, what led to the scene."""
        line = Text(words, style) if words else Text(self.news or " ", "italic cyan")
        self.query_one("#news", Static).update(line)

    def preview(self, scene: Scene, title: str) -> None:
        """Draw what a move would lead to, until the table itself is shown again."""
        self.query_one(Board).show(scene, title)


def calm(scene: Scene) -> Scene:
    """A scene in which nothing can be chosen, for looking at."""
    return replace(
        scene,
        sprites=tuple(
            s._replace(move=None, turns=(), ways=(), marks=tuple(m for m in s.marks if m != "legal"))
            for s in scene.sprites
        ),
    )


def focused(scene: Scene, move: str) -> Scene:
    """A scene with the sprite in focus that stands for a move."""
    return replace(
        scene,
        sprites=tuple(
            sprite._replace(marks=_focus(sprite)) if move in sprite.moves else sprite for sprite in scene.sprites
        ),
    )


def advised(scene: Scene, hints: Sequence[Hint]) -> Scene:
    """A scene with the numbers of hints on the sprites that stand for their moves; of two on one, the better."""
    return replace(scene, sprites=tuple(_numbered(sprite, hints) for sprite in scene.sprites))


def _numbered(sprite: Sprite, hints: Sequence[Hint]) -> Sprite:
    number = next((hint.number for hint in hints if hint.move in sprite.moves), None)
    if number is None:
        return sprite
    return sprite._replace(short=say("hint.mark", n=number, words=wording(sprite)), marks=_focus(sprite))


def _focus(sprite: Sprite) -> tuple[str, ...]:
    """A sprite's marks, with that of the focus in the place of that of a legal move."""
    return (*(mark for mark in sprite.marks if mark != "legal"), "focus")
