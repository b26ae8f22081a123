"""Boxes: a game's components as data, read from `box.toml`, checked, and packed into one record."""

from __future__ import annotations

import hashlib
import json
import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .errors import BadBox
from .fields import Record, reader
from .rule import blank, packed, record_type

Data = Mapping[str, Any]
SLUG = frozenset(string.ascii_lowercase + string.digits + "-/")
NO_BOX = record_type(("nothing", "i1"))
"""The record of a game whose components never change, and that has no box file."""


@dataclass
class Check:
    """Collects what is wrong with a box, so that its author sees all of it at once.

    `stated` figures come from the rulebook: a box that breaks one is refused. Tests and designers who want another
    game than the rulebook's may leave those out (`stated_figures=False`); `needed` always holds.
    """

    stated_figures: bool = True
    problems: list[str] = field(default_factory=list)

    def needed(self, holds: object, problem: str) -> bool:
        """Note `problem` unless it `holds`: without this the rules can't run."""
        if not holds:
            self.problems.append(problem)
        return bool(holds)

    def stated(self, holds: object, problem: str) -> bool:
        """Note `problem` unless it `holds`: the rulebook says so."""
        return self.needed(holds or not self.stated_figures, problem)

    def number(self, data: Data, key: str, where: str, least: int, most: int) -> int:
        """The integer at `key`, or `least` (and a problem noted) if there is no fitting one."""
        value = data.get(key)
        if isinstance(value, bool) or not isinstance(value, int):
            self.problems.append(f"{where}: {key} must be a whole number, not {value!r}")
            return least
        if not least <= value <= most:
            self.problems.append(f"{where}: {key} must be from {least} to {most}, not {value}")
            return least
        return value

    def word(self, data: Data, key: str, where: str, allowed: Sequence[str] = ()) -> str:
        """The text at `key`, one of `allowed` where given."""
        value = data.get(key)
        if not isinstance(value, str) or not value:
            self.problems.append(f"{where}: {key} must be a word, not {value!r}")
            return allowed[0] if allowed else "?"
        if allowed and value not in allowed:
            self.problems.append(f"{where}: {key} must be one of {', '.join(allowed)}, not {value!r}")
            return allowed[0]
        return value

    def rows(self, data: Data, key: str) -> list[Data]:
        """The list of tables at `key`."""
        rows = data.get(key)
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            self.problems.append(f"[[{key}]] is missing")
            return []
        return list(rows)

    def table(self, data: Data, key: str) -> Data:
        """The table at `key`."""
        table = data.get(key)
        if not isinstance(table, Mapping):
            self.problems.append(f"[{key}] is missing")
            return {}
        return table

    def slugs(self, words: Sequence[str], where: str) -> tuple[str, ...]:
        """Words that can be written in notation, each of them once."""
        for word in words:
            self.needed(
                word and all(c in SLUG for c in word),
                f"{where}: {word!r} must be written in lower case letters a to z, digits and '-'",
            )
        for word in sorted({word for word in words if words.count(word) > 1}):
            self.problems.append(f"{where}: {word!r} stands there more than once")
        return tuple(words)


Pack = Callable[[Data, Any, Check], Mapping[str, Sequence[str]]]
"""Fills a box record from the data of a box file; gives the box's words for the notation."""


@dataclass(frozen=True)
class Box:
    """A packed box: the record that the rules read, its words for the notation, and its digest."""

    record: Any
    words: Mapping[str, tuple[str, ...]]
    digest: str
    data: Data
    source: str
    _readings: dict[np.dtype[Any], Record] = field(default_factory=dict, repr=False, compare=False)
    said: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # see `knowledge.once`

    def read(self, dtype: np.dtype[Any]) -> Record:
        """The record in plain integers."""
        if dtype not in self._readings:
            self._readings[dtype] = reader(dtype)(self.record)
        return self._readings[dtype]


def pack_nothing(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """The pack of a game without a box: there is nothing that a file could say."""
    check.needed(False, "this game has no box: its components are part of its rules")
    return {}


def no_box() -> Box:
    """The box of a game that has none: a blank record, and the digest of nothing."""
    return Box(blank(NO_BOX)[0], {}, hashlib.sha256(b"").hexdigest(), {}, "no box")


def read_box(
    dtype: np.dtype[Any], pack: Pack, source: Path | str | Data, game: str, *, stated_figures: bool = True
) -> Box:
    """Read, check and pack a box file (or its data). Raises BadBox with everything that is wrong."""
    name, data = _load(source)
    check = Check(stated_figures)
    check.needed(data.get("game") == game, f"game must be {game!r}, not {data.get('game')!r}")
    record = blank(dtype)
    words: Mapping[str, Sequence[str]] = {}
    if not check.problems:
        words = pack(data, record[0], check)
    if check.problems:
        raise BadBox(name, check.problems)
    slugs = {key: tuple(value) for key, value in words.items()}
    content = packed(record[0], dtype) + json.dumps(slugs, sort_keys=True).encode()
    return Box(record[0], slugs, hashlib.sha256(content).hexdigest(), data, name)


def _load(source: Path | str | Data) -> tuple[str, Data]:
    if isinstance(source, Mapping):
        return "box", source
    path = Path(source)
    try:
        return path.name, tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBox(str(path), [f"can't be read: {error.strerror}"]) from None
    except RecursionError:
        raise BadBox(str(path), ["is not a box: it is nested too deeply"]) from None
    except ValueError as error:  # TOML's own errors, text that is no UTF-8, numbers too long to read
        raise BadBox(str(path), [f"is not a TOML file: {error}"]) from None
