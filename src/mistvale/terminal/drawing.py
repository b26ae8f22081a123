"""Groups of a scene as boxes of characters, as large as the room allows, and where each sprite came to lie.

A mark has a shape as well as a colour: what is legal has a heavy frame, what was just done a dot in its
corner, what is in focus a double frame, a blur is struck out between waves.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from mistvale.scene import Group, Scene, Sprite
from mistvale.scene.layout import nearest
from mistvale.scene.terminal import SIGNS, STYLES, asked, sources


class Size(NamedTuple):
    """How large a sprite is drawn: its width, and the lines inside its frame; no lines, no frame."""

    width: int
    lines: int

    @property
    def height(self) -> int:
        return self.lines + 2 if self.lines else 1


SIZES = (Size(15, 3), Size(14, 2), Size(12, 2), Size(12, 1), Size(11, 1))
FLAT = Size(14, 0)
SMALLEST = Size(5, 0)
MARKS = ("blur", "focus", "legal", "last", "ghost", "dim")
FRAMES = {"legal": "┏━┓┃┗┛", "focus": "╔═╗║╚╝", "space": "┌╌┐╎└┘", "": "╭─╮│╰╯"}
OTHER_SIZE = 1.2  # sprites so many times larger are other things, and stand in a block of their own
STRUCK = "≈"
GLASS = "#1b3742"  # what cards lie on, a little lighter than the table
BETWEEN = "┄"
DOT = "•"


@dataclass(frozen=True)
class Area:
    """Where a sprite came to lie in a picture."""

    x: int
    y: int
    width: int
    height: int
    sprite: Sprite

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass
class Picture:
    """Characters with styles, painted from left to right, and the areas of the sprites in it."""

    lines: list[Text] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)

    @property
    def height(self) -> int:
        return len(self.lines)

    @property
    def width(self) -> int:
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def text(self) -> Text:
        return Text("\n", no_wrap=True, end="").join(self.lines)

    def put(self, x: int, y: int, words: str, style: str = "") -> None:
        """Write at a place to the right of all that is in that line."""
        while len(self.lines) <= y:
            self.lines.append(Text(no_wrap=True, end=""))
        line = self.lines[y]
        line.append(" " * (x - line.cell_len))
        line.append(words, style)

    def below(self, other: Picture, indent: int = 0) -> None:
        """Add another picture below this one."""
        top = self.height
        self.lines += [Text(" " * indent, no_wrap=True, end="").append_text(line) for line in other.lines]
        self.areas += [
            Area(area.x + indent, area.y + top, area.width, area.height, area.sprite) for area in other.areas
        ]

    def beside(self, other: Picture, x: int) -> None:
        """Add another picture to the right of this one."""
        for y, line in enumerate(other.lines):
            self.put(x, y, "")
            self.lines[y].append_text(line)
        self.areas += [Area(area.x + x, area.y, area.width, area.height, area.sprite) for area in other.areas]

    def at(self, x: int, y: int) -> Sprite | None:
        """The sprite that lies there."""
        return next((area.sprite for area in self.areas if area.holds(x, y)), None)


# ---------------------------------------------------------------- what lies in line with what


@dataclass
class Block:
    """Rows whose sprites stand in common columns: a grid, or a line of cards."""

    columns: list[float]
    rows: list[dict[int, Sprite]]
    tall: float  # the height of its sprites on the table

    def size(self, size: Size) -> Size:
        """`size`, no wider than a block of flat words needs."""
        if size.lines:
            return size
        longest = max(cell_len(flat_wording(sprite)) for row in self.rows for sprite in row.values())
        return Size(min(size.width, longest + 2), 0)


def blocks(scene: Scene, group: Group) -> list[Block]:
    """A group's sprites in blocks from top to bottom; of several in one place the topmost."""
    shown = [s for s in scene.sprites if s.group == group.key and s.is_read]
    if not shown:
        return []
    made: list[Block] = []
    for row in _rows(shown):
        width, tall = (min(sprite.size[i] for sprite in row) for i in (0, 1))
        alike = made and 1 / OTHER_SIZE < tall / made[-1].tall < OTHER_SIZE
        columns = _merged(made[-1].columns, [s.x for s in row], width) if alike else None
        if columns is None:
            made.append(Block(sorted({s.x for s in row}), [], tall))
        elif columns != made[-1].columns:
            old = made[-1]
            rows = [{nearest(columns, s.x): s for s in r.values()} for r in old.rows]
            made[-1] = Block(columns, rows, old.tall)
        here = made[-1]
        here.rows.append({nearest(here.columns, s.x): s for s in sorted(row, key=lambda s: s.layer)})
    return made


def _rows(sprites: Sequence[Sprite]) -> list[list[Sprite]]:
    """Sprites in rows: what is less than half a height apart is in one."""
    apart = min(s.size[1] for s in sprites) / 2
    rows: list[list[Sprite]] = []
    for sprite in sorted(sprites, key=lambda s: s.y):
        if rows and sprite.y - rows[-1][0].y < apart:
            rows[-1].append(sprite)
        else:
            rows.append([sprite])
    return rows


def _merged(columns: Sequence[float], places: Sequence[float], width: float) -> list[float] | None:
    """The columns with those of another row; None if that row does not stand in line with them."""
    merged = list(columns)
    for place in places:
        distance = min(abs(place - column) for column in columns)
        if distance < width / 4:
            continue
        if distance < width * 0.7:  # columns of hexes overlap by a quarter
            return None
        if all(abs(place - column) >= width / 4 for column in merged):
            merged.append(place)
    return sorted(merged)


# ---------------------------------------------------------------- drawing


def measure(parts: Iterable[Block], size: Size) -> tuple[int, int]:
    """Width and height of blocks drawn in a size."""
    parts = list(parts)
    width = max((len(b.columns) * b.size(size).width for b in parts), default=0)
    return width, sum(len(b.rows) * size.height for b in parts) + max(0, len(parts) - 1)


def fitting(parts: Sequence[Block], width: int, height: int) -> Size:
    """The largest size in which blocks fit into that much room."""
    for size in SIZES:
        wide, high = measure(parts, size)
        if wide <= width and high <= height:
            return size
    columns = max((len(b.columns) for b in parts), default=1)
    return Size(max(SMALLEST.width, min(FLAT.width, width // columns)), 0)


def draw(parts: Sequence[Block], size: Size) -> Picture:
    """Blocks, one below the other."""
    picture = Picture()
    for block in parts:
        part = Picture()
        if picture.height:
            picture.put(0, picture.height, BETWEEN * max(3, measure(parts, size)[0] - 1), "dim")
        one = block.size(size)
        for number, row in enumerate(block.rows):
            y = number * one.height
            for column in sorted(row):
                _sprite(part, column * one.width, y, row[column], one)
            for line in range(one.height):
                part.put(0, y + line, "")
        picture.below(part)
    return picture


def lines(parts: Sequence[Block], width: int) -> Picture:
    """Blocks without frames, each as wide as its words need and the room allows."""
    picture = Picture()
    for block in parts:
        if picture.height:
            picture.put(0, picture.height, BETWEEN * max(3, picture.width - 1), "dim")
        room = max(SMALLEST.width, min(FLAT.width, width // len(block.columns)))
        picture.below(draw([block], Size(room, 0)))
    return picture


def write(scene: Scene, width: int = 80) -> Text:
    """A whole scene in lines: points, every group, and the prompt."""
    text = Text()
    for score in scene.scores:
        state = "…" if score.pending else "" if score.rank is None else f"#{score.rank}"
        line = f"{score.name:<16} {score.figure:>3}  {score.note} {state}".rstrip()
        text.append(f"{line}\n", "bold" if score.me else "")
        if score.parts:
            text.append(f"  {sources(score)}\n", "dim")
    for group in scene.groups:
        parts = blocks(scene, group)
        for row in (Text(), group_title(group), *lines(parts, width).lines):
            row.rstrip()
            text.append_text(row).append("\n")
    return text.append(f"\n{asked(scene.prompt)}\n", "bold" if scene.prompt.mine else "")


def group_title(group: Group) -> Text:
    """A group's title and note, as a line."""
    return Text(f"{group.title}  {group.note}".rstrip(), "bold underline", no_wrap=True, end="")


def wording(sprite: Sprite) -> str:
    """What stands for a sprite in a terminal."""
    return sprite.short or sprite.text or sprite.label


def place(sprite: Sprite) -> str:
    """The last word of a sprite's move, where its own words do not say it: the space a card lies on."""
    word = sprite.stem.split()[-1] if " " in sprite.stem else ""
    own = f"{wording(sprite)} {sprite.label}".lower().replace(" ", "-")
    return "" if word in own else word


def flat_wording(sprite: Sprite) -> str:
    """The same on a line without a frame, with the space it lies on if that is to be typed."""
    return f"{place(sprite)} {wording(sprite)}".lstrip()


def shortened(words: str, width: int) -> str:
    """Words cut or filled to a width; a sign at their end (an arrow) is kept."""
    name, _, sign = words.rpartition(" ")
    if cell_len(words) > width and name and len(sign) == 1 and not sign.isalnum():
        return set_cell_size(name, width - 1) + sign
    return set_cell_size(words, width)


def style(sprite: Sprite) -> str:
    """The style of its most important mark."""
    return next((STYLES[mark] for mark in MARKS if mark in sprite.marks), "")


def _sprite(picture: Picture, x: int, y: int, sprite: Sprite, size: Size) -> None:
    words = wording(sprite)
    picture.areas.append(Area(x, y, size.width, size.height, sprite))
    if not size.lines:
        _flat(picture, x, y, sprite, size.width)
    elif len(words) == 1 and not sprite.moves and not words.isalnum():
        # A place where nothing lies: a dot in the middle, no frame.
        picture.put(x + size.width // 2, y + size.height // 2, words, "dim")
    else:
        _framed(picture, x, y, sprite, words, size)


def _flat(picture: Picture, x: int, y: int, sprite: Sprite, width: int) -> None:
    sign = "".join(SIGNS[mark] for mark in MARKS if mark in sprite.marks and mark in SIGNS)[:1]
    picture.put(x, y, f"{sign:<1}{shortened(flat_wording(sprite), width - 2)} ", style(sprite))


def _framed(picture: Picture, x: int, y: int, sprite: Sprite, words: str, size: Size) -> None:
    marks, look = sprite.marks, style(sprite)
    kind = "focus" if "focus" in marks else "legal" if "legal" in marks else ""
    empty = bool(sprite.moves) and words == sprite.label and sprite.layer <= 1
    corners = FRAMES["space" if empty and kind != "focus" else kind]
    inner = size.width - 3
    glass = "" if empty else f" on {GLASS}"
    words_look, look = look + glass, look.replace("strike", "").strip() + glass
    top = place(sprite)[:inner]
    top += corners[1] * (inner - len(top))
    if "last" in marks:
        top = top[:-1] + DOT
    picture.put(x, y, f"{corners[0]}{top}{corners[2]}", look)
    struck = "blur" in marks
    lines = _wrapped(words, inner, size.lines)
    for number, line in enumerate(lines, 1):
        fill = STRUCK * inner if struck and not line else _centred(line, inner)
        picture.put(x, y + number, corners[3], look)
        picture.put(x + 1, y + number, fill, words_look if line else look)
        picture.put(x + 1 + inner, y + number, corners[3], look)
    bottom = STRUCK * inner if struck else corners[1] * inner
    picture.put(x, y + size.height - 1, f"{corners[4]}{bottom}{corners[5]}", look)


def _wrapped(words: str, width: int, lines: int) -> list[str]:
    """Words over at most so many lines, in the middle of them."""
    parts = [words] if lines < 2 else textwrap.wrap(words, width)
    if lines > 1 and len(parts) == 1 and " " in words and not words[-1].isalnum():
        # What a name ends in (an arrow) is easier to see on a line of its own.
        parts = words.rsplit(" ", 1)
    parts = parts[:lines] or [""]
    above = (lines - len(parts)) // 2
    return [""] * above + parts + [""] * (lines - len(parts) - above)


def _centred(words: str, width: int) -> str:
    words = shortened(words, width) if cell_len(words) > width else words
    left = (width - cell_len(words)) // 2
    return " " * left + words + " " * (width - cell_len(words) - left)
