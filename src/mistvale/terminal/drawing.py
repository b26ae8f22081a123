"""Groups of a scene as boxes of characters, as large as the room allows, and where each sprite came to lie.

A mark has a shape as well as a colour: what is legal has a heavy frame, what was just done a dot in its
corner, what is in focus a double frame, a blur is struck out between waves.

Where frames do not fit, words stand in columns. If the room is too small for those, too, each word is cut to its first
letters, so that all of what is said of a thing stays to be read, and a legend tells what they stand for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from mistvale.scene import Group, Scene, Sprite
from mistvale.scene.layout import nearest
from mistvale.scene.terminal import SIGNS, STYLES, asked, filled, sources

from .inks import LETTER, WORD, Inks


class Size(NamedTuple):
    """How large a sprite is drawn: its width, and the lines inside its frame; no lines, no frame."""

    width: int
    lines: int

    @property
    def height(self) -> int:
        return self.lines + 2 if self.lines else 1


SIZES = (Size(15, 3), Size(14, 2), Size(12, 2), Size(12, 1), Size(11, 1))
WIDEST = 22
FLAT = Size(14, 0)
SMALLEST = Size(5, 0)
MARKS = ("blur", "focus", "legal", "last", "ghost", "dim")
FRAMES = {"legal": "┏━┓┃┗┛", "focus": "╔═╗║╚╝", "space": "┌╌┐╎└┘", "": "╭─╮│╰╯"}
OTHER_SIZE = 1.2  # sprites so many times larger are other things, and stand in a block of their own
STRUCK = "≈"
GLASS = "#1b3742"  # what cards lie on, a little lighter than the table
BETWEEN = "┄"
DOT = "•"
CUTS = (0, 9, 8, 7, 6, 5, 4, 3, 2)  # how many letters of each word are left; 0 is all of them
SIGN = 4  # words of so few letters are signs, which a legend explains
GRID, FILLED = 3, 0.8  # so many rows, and so much of them, make a grid
MAP = 6  # a group of more blocks than this is a map: nothing on it stands in line


NO_INKS = Inks()
MAP_TALL = 0.45  # a character is about so wide for its height


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
    inks: Inks = NO_INKS
    signs: dict[str, str] = field(default_factory=dict)  # what words that were cut to few letters stand for
    is_partial: bool = False  # whether something was left out

    @property
    def height(self) -> int:
        return len(self.lines)

    @property
    def width(self) -> int:
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def text(self) -> Text:
        return Text("\n", no_wrap=True, end="").join(self.lines)

    def put(self, x: int, y: int, words: str, style: str = "", symbol: str | None = None) -> None:
        """Write at a place to the right of all that is in that line, in the colour of a drawing or of the words."""
        while len(self.lines) <= y:
            self.lines.append(Text(no_wrap=True, end=""))
        line = self.lines[y]
        line.append(" " * (x - line.cell_len))
        start = len(line)
        line.append(words, style)
        if "dim" in style:
            return
        if ink := self.inks.art.get(symbol or ""):
            line.stylize(ink, start, len(line))
            return
        for word in WORD.finditer(words):
            if ink := self.inks.words.get(word[0].lower()):
                line.stylize(ink, start + word.start(), start + word.end())

    def below(self, other: Picture, indent: int = 0) -> None:
        """Add another picture below this one."""
        top = self.height
        self._learn(other)
        self.lines += [Text(" " * indent, no_wrap=True, end="").append_text(line) for line in other.lines]
        self.areas += [
            Area(area.x + indent, area.y + top, area.width, area.height, area.sprite) for area in other.areas
        ]

    def beside(self, other: Picture, x: int) -> None:
        """Add another picture to the right of this one."""
        self._learn(other)
        for y, line in enumerate(other.lines):
            self.put(x, y, "")
            self.lines[y].append_text(line)
        self.areas += [Area(area.x + x, area.y, area.width, area.height, area.sprite) for area in other.areas]

    def _learn(self, other: Picture) -> None:
        self.signs.update(other.signs)
        self.is_partial |= other.is_partial

    def crop(self, height: int, more: str) -> None:
        """Leave out what is below so many lines; the last of them says that there is more."""
        if self.height > height > 0:
            del self.lines[height - 1 :]
            self.areas = [area for area in self.areas if area.y + area.height < height]
            self.put(0, height - 1, more, "dim")

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
    is_board: bool = True  # what lies where is worth more than words

    @property
    def is_grid(self) -> bool:
        """Whether there is something in most places: then its columns are to be seen."""
        places = len(self.columns) * len(self.rows)
        return len(self.rows) >= GRID and sum(map(len, self.rows)) >= FILLED * places

    def size(self, size: Size) -> Size:
        """`size`, no wider than a block of flat words needs."""
        if size.lines:
            return size
        longest = max(cell_len(flat_wording(sprite)) for row in self.rows for sprite in row.values())
        return Size(min(size.width, longest + 2), 0)

    def fit(self, room: int) -> Fit | None:
        """How its words stand in columns without frames, with as few letters of each word as it takes: all columns
        alike but the first, which has the names of the rows; or each as wide as its words. None if they don't fit."""
        said = [[flat_wording(row[c]) for row in self.rows if c in row] or [""] for c in range(len(self.columns))]
        even: Fit | None = None
        for most in CUTS:
            widths = [2 + max(cell_len(cut(words, most)) for words in column) for column in said]
            alike = [max(widths)] * len(widths)
            for wide in (alike, [widths[0], *[max(widths[1:], default=0)] * (len(widths) - 1)]):
                even = even or (Fit(most, wide) if sum(wide) <= room else None)
            if even and (even.most == most or self.is_grid):
                return even
            if sum(widths) <= room and not (self.is_grid and most > CUTS[-1]):
                return Fit(most, widths)
            if not (self.is_board or self.is_grid):
                break
        return even


class Fit(NamedTuple):
    """How words stand in columns: how many letters of each word are left (0: all), and how wide each column is."""

    most: int
    widths: list[int]


def cut(words: str, most: int) -> str:
    """Words with so many letters of each; figures and signs stay."""
    return WORD.sub(lambda word: beginning(word[0], most), words) if most else words


def beginning(word: str, most: int) -> str:
    """The first letters of a word, whole, with the marks that stand over them."""
    return "".join(LETTER.findall(word)[:most])


def explained(words: str, most: int) -> dict[str, str]:
    """What the words stand for that were cut to signs."""
    if not 0 < most <= SIGN:
        return {}
    return {beginning(word, most): word for word in WORD.findall(words) if len(LETTER.findall(word)) > most}


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
            made.append(Block(sorted({s.x for s in row}), [], tall, group.role == "main"))
        elif columns != made[-1].columns:
            old = made[-1]
            rows = [{nearest(columns, s.x): s for s in r.values()} for r in old.rows]
            made[-1] = Block(columns, rows, old.tall, old.is_board)
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


def needed(parts: Iterable[Block], size: Size) -> int:
    """How wide frames of a size have to be so that no word in them is cut; not too wide to look like a card."""
    words = [wording(sprite) for block in parts for row in block.rows for sprite in row.values()]
    if size.lines > 1:
        words = [word for said in words for word in said.split()]
    return min(WIDEST, max(map(cell_len, words), default=0) + 3)


def draw(parts: Sequence[Block], size: Size, width: int = 0, inks: Inks = NO_INKS, wraps: bool = False) -> Picture:
    """Blocks, one below the other; without frames in columns of their own, if it is said how wide they may be."""
    picture = Picture(inks=inks)
    for block in parts:
        part = Picture(inks=inks)
        if picture.height and (size.lines or not width):
            picture.put(0, picture.height, BETWEEN * max(3, measure(parts, size)[0] - 1), "dim")
        one = block.size(size)
        fit = block.fit(width) if width and not size.lines else Fit(0, [one.width] * len(block.columns))
        for number, row in enumerate(block.rows):
            y = number * one.height
            if fit is None:
                _ragged(part, [row[column] for column in sorted(row)], width, wraps)
                continue
            for column in sorted(row):
                place = sum(fit.widths[:column])
                _sprite(part, place, y, row[column], Size(fit.widths[column], one.lines), fit.most)
            for line in range(one.height):
                part.put(0, y + line, "")
        picture.below(part)
    return picture


def _ragged(picture: Picture, row: Sequence[Sprite], width: int, wraps: bool) -> None:
    """A row whose words stand one after the other, as there is no room for columns: whole ones over several lines if it
    `wraps`, else cut, each to its first letters or to its share."""
    whole = 0 if wraps else next((most for most in CUTS[:-1] if _length(row, most) <= width), None)
    share = max(SMALLEST.width, width // max(1, len(row)))
    x, y = 0, picture.height
    picture.put(0, y, "")
    for sprite in row:
        wide = share if whole is None else min(width, _length([sprite], whole))
        if wraps and x and x + wide > width:
            x, y = 0, y + 1
        _sprite(picture, x, y, sprite, Size(wide, 0), whole or 0)
        x += wide


def lines(parts: Sequence[Block], width: int, inks: Inks = NO_INKS) -> Picture:
    """Blocks without frames, each as wide as its words need and the room allows."""
    picture = Picture(inks=inks)
    for block in parts:
        if picture.height:
            picture.put(0, picture.height, BETWEEN * max(3, picture.width - 1), "dim")
        picture.below(draw([block], FLAT, width, inks, wraps=True))
    return picture


def flat(scene: Scene, group: Group, width: int, height: int = 0, inks: Inks = NO_INKS) -> Picture:
    """A group without frames: in columns, or as a map of so many lines."""
    parts = blocks(scene, group)
    if len(parts) <= MAP:
        return lines(parts, width, inks)
    return chart(scene, group, width, height or round(width * MAP_TALL * group.height / group.width), inks)


# ---------------------------------------------------------------- maps


def chart(scene: Scene, group: Group, width: int, height: int, inks: Inks = NO_INKS) -> Picture:
    """A map: each thing about where it lies on the table. What does not fit into its line is left out, moves last."""
    rows: list[list[Sprite]] = [[] for _ in range(max(1, height))]
    for sprite in sorted(scene.sprites, key=lambda s: s.x):
        if sprite.group == group.key and sprite.is_read:
            rows[min(len(rows) - 1, max(0, int(sprite.y / group.height * len(rows))))].append(sprite)
    most = next((most for most in CUTS if all(_length(row, most) <= width for row in rows)), CUTS[-1])
    picture = Picture(inks=inks)
    for y, row in enumerate(rows):
        while _length(row, most) > width:
            row.remove(min(row, key=lambda s: (bool(s.moves), s.layer)))
            picture.is_partial = True
        _line(picture, y, row, most, [round(s.x / group.width * width) for s in row], width)
    return picture


def _length(row: Sequence[Sprite], most: int) -> int:
    """How long things are beside each other."""
    return sum(cell_len(cut(flat_wording(sprite), most)) + 2 for sprite in row)


def _line(picture: Picture, y: int, row: Sequence[Sprite], most: int, middles: Sequence[int], width: int) -> None:
    """A line of a map: each thing as near to its middle as those before and behind it allow."""
    picture.put(0, y, "")
    x, left = 0, _length(row, most)
    for sprite, middle in zip(row, middles, strict=True):
        wide = _length([sprite], most)
        x = max(x, min(middle - wide // 2, width - left))
        _sprite(picture, x, y, sprite, Size(wide, 0), most)
        x, left = x + wide, left - wide


# ---------------------------------------------------------------- all of a scene


def write(scene: Scene, width: int = 80, inks: Inks = NO_INKS) -> Text:
    """A whole scene in lines: points, every group, and the prompt. Its inks are for a dark ground."""
    text = Text()
    for score in scene.scores:
        state = "…" if score.pending else "" if score.rank is None else f"#{score.rank}"
        line = f"{filled(score.name, 16)} {score.figure:>3}  {score.note} {state}".rstrip()
        text.append(f"{line}\n", "bold" if score.me else "")
        if score.parts:
            text.append(f"  {sources(score)}\n", "dim")
    signs: dict[str, str] = {}
    for group in scene.groups:
        picture = flat(scene, group, width, inks=inks)
        signs.update(picture.signs)
        for row in (Text(), group_title(group), *picture.lines):
            row.rstrip()
            text.append_text(row).append("\n")
    said = legend(signs, width, inks).lines
    for row in (Text(), *said) if said else ():
        text.append_text(row).append("\n")
    return text.append(f"\n{asked(scene.prompt)}\n", "bold" if scene.prompt.mine else "")


def legend(signs: Mapping[str, str], width: int, inks: Inks = NO_INKS) -> Picture:
    """What signs stand for, over as many lines as it takes."""
    picture, x, y = Picture(inks=inks), 0, 0
    for sign, word in sorted(signs.items()):
        said = f"{sign} {word}"
        if x and x + cell_len(said) > width:
            x, y = 0, y + 1
        picture.put(x, y, said, "italic")
        x += cell_len(said) + 3
    return picture


def group_title(group: Group, width: int = 0) -> Text:
    """A group's title and note, as a line; if it is said how long it may be, no longer."""
    title = Text(f"{group.title}  {group.note}".rstrip(), "bold underline", no_wrap=True, end="")
    if width:
        title.truncate(width, overflow="ellipsis")
    return title


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


def narrowed(words: str, width: int) -> str:
    """Words with as many letters of each as fit, so that what stands behind them stays; else cut at their end."""
    short = shortened(words, width)
    if short[-1:] == words[-1:]:
        return short
    return next((said for most in CUTS if cell_len(said := cut(words, most)) <= width), short)


def style(sprite: Sprite) -> str:
    """The style of its most important mark."""
    return next((STYLES[mark] for mark in MARKS if mark in sprite.marks), "")


def _sprite(picture: Picture, x: int, y: int, sprite: Sprite, size: Size, most: int = 0) -> None:
    words = wording(sprite)
    picture.areas.append(Area(x, y, size.width, size.height, sprite))
    if not size.lines:
        _flat(picture, x, y, sprite, size.width, most)
    elif len(words) == 1 and not sprite.moves and not words.isalnum():
        # A place where nothing lies: a dot in the middle, no frame.
        picture.put(x + size.width // 2, y + size.height // 2, words, "dim")
    else:
        _framed(picture, x, y, sprite, words, size)


def _flat(picture: Picture, x: int, y: int, sprite: Sprite, width: int, most: int) -> None:
    sign = "".join(SIGNS[mark] for mark in MARKS if mark in sprite.marks and mark in SIGNS)[:1]
    words = flat_wording(sprite)
    picture.signs.update(explained(words, most))
    picture.put(x, y, f"{sign:<1}", style(sprite))
    picture.put(x + 1, y, f"{shortened(cut(words, most), width - 2)} ", style(sprite), sprite.symbol)


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
        picture.put(x + 1, y + number, fill, words_look if line else look, sprite.symbol)
        picture.put(x + 1 + inner, y + number, corners[3], look)
    bottom = STRUCK * inner if struck else corners[1] * inner
    picture.put(x, y + size.height - 1, f"{corners[4]}{bottom}{corners[5]}", look)


def _wrapped(words: str, width: int, lines: int) -> list[str]:
    """Words over at most so many lines, in the middle of them: whole, or as many letters of each as fit.

    The last word is often whose it is, so none is left out while there is room for two letters of each.
    """
    parts = [words] if lines < 2 else textwrap.wrap(words, width)
    if len(parts) > lines > 1:
        tries = (textwrap.wrap(cut(words, most), width) for most in CUTS[1:])
        parts = next((shorter for shorter in tries if len(shorter) <= lines), parts)
    if lines > 1 and len(parts) == 1 and " " in words and not words[-1].isalnum():
        # What a name ends in (an arrow) is easier to see on a line of its own.
        parts = words.rsplit(" ", 1)
    parts = parts[:lines] or [""]
    above = (lines - len(parts)) // 2
    return [""] * above + parts + [""] * (lines - len(parts) - above)


def _centred(words: str, width: int) -> str:
    words = narrowed(words, width) if cell_len(words) > width else words
    left = (width - cell_len(words)) // 2
    return " " * left + words + " " * (width - cell_len(words) - left)
