"""Plates: the pictures of a guide. Scenes of real positions, cut to what they are about, with numbered marks.

What they show stands as data in the game's folder, `plates.toml`: an opening, the moves that were made since, through
whose eyes one looks, which groups are seen, and what is pointed out. So they are as the table is, and stay so.
"""

from __future__ import annotations

import functools
import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from ..core.game import Game
from ..core.match import Match, open_match
from .layout import Spot
from .model import Group, Scene, Sprite
from .svg import DAY, NIGHT, Look, groups, opening

LOOKS: Mapping[str, Look] = {"light": DAY, "dark": NIGHT}
WIDTH = 620.0  # as wide as guides are read: what is written on a plate is about as large as their letters
MARGIN = 14.0  # around what a plate is cut to
BADGE = 15.0  # the radius of a number
CORNER = 12.0
SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Plate:
    """One picture of a guide, as its game's folder has it."""

    seats: int
    rows: tuple[tuple[str, ...], ...]  # what is seen of the table: its groups, side by side and below each other
    size: tuple[int, int]  # how large it is, so that a page can leave room for it before it is drawn
    seed: int = 0
    viewer: int | None = None  # a spectator, if nobody
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[tuple[int, str], ...] = ()
    step: int | None = None  # beats are steps, too; the last one, if none is named
    cut: tuple[str, ...] = ()  # the sprites that it is cut to; all there is, if none is named
    room: float = MARGIN  # around these
    marks: tuple[tuple[str, ...], ...] = ()  # the sprites that bear the numbers 1, 2, 3 …
    quiet: bool = True  # whether nothing is framed as what can be done now, or was done last


@functools.lru_cache(maxsize=64)
def plates(game: Game) -> dict[str, Plate]:
    """All plates of a game by their names; none where it has no such file."""
    file = resources.files(game.package) / "plates.toml"
    if not file.is_file():
        return {}
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    positions = data.get("positions", {})
    return {name: _plate(positions[said["position"]], said) for name, said in data.get("plates", {}).items()}


def _plate(position: Mapping[str, Any], said: Mapping[str, Any]) -> Plate:
    """A plate of its two tables: where it looks, and what it shows of that."""
    moves = [move.split(maxsplit=1) for move in re.split(r"[;\n]", position.get("moves", "")) if move.strip()]
    return Plate(
        seats=position["seats"],
        rows=tuple(_names(row) for row in said["rows"]),
        size=(said["size"][0], said["size"][1]),
        seed=position.get("seed", 0),
        viewer=said.get("viewer"),
        options=position.get("options", {}),
        step=said.get("step"),
        moves=tuple((int(seat), move.strip()) for seat, move in moves),
        cut=tuple(said.get("cut", ())),
        room=said.get("room", MARGIN),
        marks=tuple(_names(mark) for mark in said.get("marks", ())),
        quiet=said.get("quiet", True),
    )


def _names(said: str | list[str]) -> tuple[str, ...]:
    """One name, or several."""
    return (said,) if isinstance(said, str) else tuple(said)


def match_of(game: Game, plate: Plate) -> Match:
    """The match at the position that a plate shows."""
    match = open_match(game, plate.seats, plate.seed, plate.options)
    for seat, move in plate.moves:
        match.play(seat, move)
    return match


def scene_of(game: Game, plate: Plate, lang: str = "en") -> Scene:
    """The scene that a plate is cut from."""
    found = match_of(game, plate).scene(plate.viewer, lang, plate.step)
    assert isinstance(found, Scene)
    return found


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, on the table."""


class Cutting:
    """What a plate shows of a scene, and where."""

    def __init__(self, scene: Scene, plate: Plate) -> None:
        self.scene, self.plate = scene, plate
        named = {group.key: group for group in scene.groups}
        rows = [[named[key] for key in row] for row in plate.rows]
        self.groups = [group for row in rows for group in row]
        self.spots, height = _laid(rows)
        self.places = {s.key: _place(s, self.spots[s.group]) for s in scene.sprites if s.group in self.spots}
        # All of the table, or what lies around the sprites that it is cut to.
        self.seen: Box = (0, 0, WIDTH, height)
        if plate.cut:
            left, top, right, bottom = self.around(plate.cut)
            self.seen = left - plate.room, top - plate.room, right + plate.room, bottom + plate.room

    @property
    def size(self) -> tuple[int, int]:
        """How large it is drawn: as wide as all others."""
        left, top, right, bottom = self.seen
        return round(WIDTH), round(WIDTH * (bottom - top) / (right - left))

    def around(self, keys: tuple[str, ...]) -> Box:
        """What holds these sprites."""
        if missing := [key for key in keys if key not in self.places]:
            raise ValueError(f"a plate of {self.scene.game.title} does not show {', '.join(missing)}")
        left, top, right, bottom = zip(*(self.places[key] for key in keys), strict=True)
        return min(left), min(top), max(right), max(bottom)


def cutting(game: Game, plate: Plate, lang: str = "en") -> Cutting:
    """What a plate shows, to readers of a language."""
    return Cutting(scene_of(game, plate, lang), plate)


def draw(cut: Cutting, look: Look) -> str:
    """A plate as SVG text."""
    plate = cut.plate
    left, top, right, bottom = cut.seen
    symbols = frozenset(s.symbol for s in cut.scene.sprites if s.key in cut.places and s.symbol)
    return "\n".join(
        [
            opening((left, top, right - left, bottom - top), plate.size),
            _used(cut.scene.game.art(), symbols),
            f'<rect x="{left:.1f}" y="{top:.1f}" width="100%" height="100%" fill="{look.table}"/>',
            *(_mat(group, cut.spots[group.key], look) for group in cut.groups),
            *groups(_quiet(cut.scene) if plate.quiet else cut.scene, cut.groups, cut.spots, look, titled=False),
            *(_badge(number, cut.around(keys), cut.seen, look) for number, keys in enumerate(plate.marks, 1)),
            "</svg>\n",
        ]
    )


def _quiet(scene: Scene) -> Scene:
    """The same without frames around what can be done, and what was done last: a plate has marks of its own."""
    quiet = tuple(
        sprite._replace(marks=tuple(mark for mark in sprite.marks if mark not in ("legal", "last", "focus")))
        for sprite in scene.sprites
    )
    return Scene(**{**vars(scene), "sprites": quiet})


def _laid(rows: list[list[Group]]) -> tuple[dict[str, Spot], float]:
    """Groups in rows that fill the width, all of a row equally high; and how high they are together."""
    spots: dict[str, Spot] = {}
    top = MARGIN
    for row in rows:
        height = (WIDTH - MARGIN * (len(row) + 1)) / sum(group.width / group.height for group in row)
        left = MARGIN
        for group in row:
            spots[group.key] = Spot(left, top, height / group.height)
            left += group.width * spots[group.key].scale + MARGIN
        top += height + MARGIN
    return spots, top


def _place(sprite: Sprite, spot: Spot) -> Box:
    """Where a sprite lies on the table."""
    x, y = spot.x + sprite.x * spot.scale, spot.y + sprite.y * spot.scale
    wide_, tall = (side * spot.scale / 2 for side in sprite.size)
    return x - wide_, y - tall, x + wide_, y + tall


def _mat(group: Group, spot: Spot, look: Look) -> str:
    """The ground below a group."""
    width, height = group.width * spot.scale + 8, group.height * spot.scale + 8
    return (
        f'<rect x="{spot.x - 4:.1f}" y="{spot.y - 4:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{CORNER}" '
        f'fill="{look.mat}"/>'
    )


def _badge(number: int, box: Box, seen: Box, look: Look) -> str:
    """A frame around what is pointed out, and its number at a corner of it, within the picture."""
    left, top, right, bottom = box
    scale = (seen[2] - seen[0]) / WIDTH
    radius = BADGE * scale
    aside = radius * 0.6  # what is small is not hidden by its number
    x = min(max(left - aside, seen[0] + radius + 1), seen[2] - radius - 1)
    y = min(max(top - aside, seen[1] + radius + 1), seen[3] - radius - 1)
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" '
        f'rx="{6 * scale:.1f}" fill="none" stroke="{look.mark}" stroke-width="{3 * scale:.1f}"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{look.mark}" stroke="{look.on_mark}" '
        f'stroke-width="{2 * scale:.1f}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{19 * scale:.1f}" font-weight="700" fill="{look.on_mark}" '
        f'text-anchor="middle" dominant-baseline="central">{number}</text>'
    )


# ---------------------------------------------------------------- the drawings that are needed


@functools.lru_cache(maxsize=8)
def _drawings(art: str) -> dict[str, tuple[str, frozenset[str]]]:
    """The parts of an art file by every id in them: each as text, with the ids that it refers to."""
    ET.register_namespace("", SVG)
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for part in _parts(ET.fromstring(art)):
        text = ET.tostring(part, encoding="unicode")
        asked = frozenset(re.findall(r'(?:href="|url\()#([^")]+)', text))
        for node in part.iter():
            if name := node.get("id"):
                found[name] = text, asked
    return found


def _parts(root: ET.Element) -> list[ET.Element]:
    """The symbols and definitions of an art file, one by one."""
    return [part for top in root for part in (top if top.tag == f"{{{SVG}}}defs" else [top])]


def _used(art: str, symbols: frozenset[str]) -> str:
    """The drawings with these names, and what they are made of, in the order of the art: a plate carries no others."""
    known, wanted, taken = _drawings(art), list(symbols), set[str]()
    while wanted:
        text, asked = known.get(wanted.pop(), ("", frozenset[str]()))
        if text and text not in taken:
            taken.add(text)
            wanted += asked
    drawn = dict.fromkeys(text for text, _ in known.values() if text in taken)
    return f"<defs>{''.join(drawn)}</defs>"
