"""What is in an observation: the fields of the state as a seat may know them, its own things first.

An observation is a record of the state's own type, veiled and turned to who looks. A `Layout` reads it: by name, as one
row of numbers, or as planes of zeros and ones; and it says what each number means, in the words of the declaration.
All three tell the same: two observations differ in one form exactly if they do in the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..core.fields import Field
from ..core.game import Game
from ..core.rule import HIDDEN, rule
from .turning import reader_of

BLANK = frozenset({"key", "block", "drawn", "spare"})  # the stream, of which nobody may know anything
WIDE = 64  # a number that may have more values than this is told by its binary digits


@dataclass(frozen=True)
class Part:
    """One field of an observation."""

    name: str
    words: str
    shape: tuple[int, ...]
    least: int  # the lowest number there can be: NOTHING and HIDDEN are below 0
    most: int
    bits: int  # 0, or how many things may be in the set that each number is
    relative: bool  # whether it begins with the seat that looks, or names seats by how far away they sit
    meaning: tuple[str, ...]  # what numbers from 0 on stand for, where the declaration says so
    at: slice  # where it is in the flat row
    planes_at: slice  # and among the planes

    @property
    def values(self) -> int:
        """How many numbers there can be."""
        return self.most - self.least + 1

    @property
    def is_wide(self) -> bool:
        """Whether its numbers are told by digits."""
        return not self.bits and self.values > WIDE

    @property
    def digits(self) -> int:
        """Planes for each number."""
        if self.bits:
            return self.bits + 1  # and whether it is hidden
        return (self.values - 1).bit_length() if self.is_wide else self.values


def _made(field: Field, meaning: tuple[str, ...], flat: int, planes: int) -> Part:
    relative = field.by_seat is not None or field.is_seat is not None
    count = prod(field.shape)
    least, most = min(field.least, field.seen_least), field.most
    args = (field.name, field.words, field.shape, least, most, field.bits, relative, meaning)
    bare = Part(*args, slice(0), slice(0))
    wide = count * (field.bits or 1)
    return Part(*args, slice(flat, flat + wide), slice(planes, planes + count * bare.digits))


@rule
def number_at(data, at, width):
    """The number whose bytes begin at a place, the lowest first; `width` is below 0 where it has no sign."""
    wide = abs(width)
    number: Any = np.int64(data[at + wide - 1])
    if width > 0 and number >= 128:
        number -= 256
    for byte in range(wide - 2, -1, -1):
        number = (number << 8) | np.int64(data[at + byte])
    return number


@rule
def write_rows(data, places, rows):
    """Write the numbers of each record, given by its bytes, into a row."""
    for i in range(rows.shape[0]):
        last, number = -1, np.int64(0)
        for k in range(rows.shape[1]):
            at, width, bit = places[k, 0], places[k, 1], places[k, 2]
            if at != last:  # the members of a set follow from one number
                last, number = at, number_at(data[i], at, width)
            if bit >= 0:
                rows[i, k] = HIDDEN if number < 0 else (number >> bit) & 1
            else:
                rows[i, k] = number


class Layout:
    """The parts of the observations of a game."""

    def __init__(self, game: Game, words: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """`words`: those of the box, for fields whose numbers stand for its components."""
        self.game = game
        self.parts: tuple[Part, ...] = ()
        flat = planes = 0
        for field in reader_of(game.state).fields:
            if field.name not in BLANK:
                meaning = field.of if isinstance(field.of, tuple) else tuple((words or {}).get(field.of, ()))
                part = _made(field, meaning, flat, planes)
                self.parts += (part,)
                flat, planes = part.at.stop, part.planes_at.stop
        self.size = flat
        self.planes_size = planes
        fits = all(part.bits or (part.least >= -(1 << 31) and part.most < 1 << 31) for part in self.parts)
        self.kind: Any = np.int32 if fits else np.int64  # of the flat row
        self._written: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<Layout {self.game.name}, {len(self.parts)} parts, {self.size} numbers>"

    def __getitem__(self, name: str) -> Part:
        """The part called `name`."""
        if name not in self._by_name:
            raise KeyError(f"{self.game.title} has no part {name!r}; it has: {', '.join(self._by_name)}")
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Part]:
        return {part.name: part for part in self.parts}

    # ---------------------------------------------------------------- three ways to read

    def named(self, seen: Any) -> dict[str, Any]:
        """Each part by its name, with the shape it is declared with; where nothing is copied, what is written shows."""
        return {part.name: seen[part.name] for part in self.parts}

    def flat(self, seen: Any) -> Any:
        """One row of whole numbers for each observation. Sets are told by a 0 or 1 for each thing, -2 where hidden."""
        lead = np.shape(seen)
        records = np.ascontiguousarray(seen).reshape(-1)
        rows = np.empty((len(records), self.size), self.kind)
        write_rows(records.view(np.uint8).reshape(len(records), -1), self.places(records.dtype), rows)
        return rows.reshape(*lead, self.size)

    def places(self, dtype: Any) -> Any:
        """Where each number of the flat row lies in a record: its first byte, its width, and which bit, or -1."""
        if dtype not in self._written:
            found: list[tuple[int, int, int]] = []
            for part in self.parts:
                kind, first = dtype.fields[part.name][0].base, dtype.fields[part.name][1]
                places = range(first, first + prod(part.shape) * kind.itemsize, kind.itemsize)
                signed = kind.itemsize if kind.kind == "i" else -kind.itemsize
                found += [(at, signed, bit) for at in places for bit in (range(part.bits) if part.bits else (-1,))]
            self._written[dtype] = np.array(found, np.int32)
        return self._written[dtype]

    def planes(self, seen: Any) -> Any:
        """Zeros and ones: a plane for each value of each number; of numbers with many values, for each binary digit."""
        lead = np.shape(seen)
        row = np.empty((*lead, self.planes_size), np.uint8)
        for part in self.parts:
            values = np.asarray(seen[part.name]).reshape(*lead, -1)[..., None].astype(np.int64)
            if part.bits:
                known = values >= 0
                told = np.concatenate([~known, (values >> np.arange(part.bits) & 1).astype(bool) & known], axis=-1)
            elif part.is_wide:
                told = (values - part.least) >> np.arange(part.digits) & 1
            else:
                told = values == np.arange(part.least, part.most + 1)
            row[..., part.planes_at] = told.reshape(*lead, -1)
        return row

    def hidden(self, seen: Any) -> Any:
        """1 where the seat may not know a number of the flat row: what lies there is not what is written there."""
        return (self.flat(seen) <= HIDDEN).astype(np.uint8)

    # ---------------------------------------------------------------- what it says

    def describe(self) -> str:
        """What each part means, as a table."""
        lines = ["| part | at | shape | numbers | what it is |", "|---|---|---|---|---|"]
        for part in self.parts:
            shape = " x ".join(map(str, part.shape)) or "1"
            numbers = f"sets of {part.bits}" if part.bits else f"{part.least} to {part.most}"
            seats = ", from this seat on" if part.relative else ""
            lines.append(f"| {part.name} | {part.at.start} | {shape} | {numbers} | {part.words}{seats} |")
        return "\n".join(lines)
