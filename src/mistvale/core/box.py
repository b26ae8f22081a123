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

from .errors import ROOM, BadBox, reason
from .fields import READERS, Record, reader
from .rule import blank, narrow, packed, record_type, unpacked
from .text import DEFAULT, Either, Message, words

Data = Mapping[str, Any]
FORMAT_VERSION = 1
"""What a box file says by `format = 1`. One that says nothing is of the first; it is not part of the digest."""
SLUG = frozenset(string.ascii_lowercase + string.digits + "-/")
NO_BOX = record_type(("nothing", "i1"))
"""The record of a game whose components never change, and that has no box file."""


@dataclass(frozen=True)
class Problem:
    """Something wrong with a box: the place where it is, as the box file calls it, and what it is."""

    where: str
    what: Message | None = None

    def told(self, lang: str = DEFAULT) -> str:
        """It in a language; what the box file calls something is the same in all."""
        if self.what is None:
            return self.where
        text = self.what.told(lang)
        return words(lang, ROOM).pair(self.where, text) if self.where else text

    def __str__(self) -> str:
        return self.told()


def problem(key: str, where: str = "", room: str = ROOM, /, **values: Any) -> Problem:
    """A problem, told by a message of that room, or else of the common catalogue."""
    return Problem(where, Message(room if key in words(DEFAULT, room) else ROOM, key, values))


Value = int | str


@dataclass(frozen=True)
class Range:
    """A choice of whole numbers."""

    least: int
    most: int

    @property
    def is_free(self) -> bool:
        """Whether there is more than one."""
        return self.least < self.most


@dataclass(frozen=True)
class Among:
    """A choice of words."""

    words: tuple[str, ...]

    @property
    def is_free(self) -> bool:
        """Whether there is more than one."""
        return len(self.words) > 1


Choice = Range | Among


def found(data: Data | Sequence[Any], key: str | int, default: Value | None = None) -> Any:
    """What stands at a key of a table, or at a place of a list."""
    if isinstance(key, int):
        return data[key]  # type: ignore[index]
    return data.get(key, default)  # type: ignore[union-attr]


def named(key: str | int) -> str:
    """A key, or a place of a list, as people are told of it."""
    return f"[{key + 1}]" if isinstance(key, int) else key


@dataclass
class Check:
    """Collects what is wrong with a box, so that its author sees all of it at once.

    `stated` figures come from the rulebook: a box that breaks one is refused. Tests and designers who want another
    game than the rulebook's may leave those out (`stated_figures=False`); `needed` always holds.

    A problem is the place in the box where it is (`match`, `windows.small`, a card's name), and a message `box.<what>`
    with its values: of the game's catalogue, or of the common one, which has what most games need. Without a message,
    the place is the whole sentence: a game that speaks one language only need not have a catalogue for it.
    """

    stated_figures: bool = True
    room: str = ROOM
    problems: list[Problem] = field(default_factory=list)

    def needed(self, holds: object, where: str, key: str = "", /, **values: Any) -> bool:
        """Note a problem unless it `holds`: without this the rules can't run."""
        if not holds:
            self.problems.append(problem(key, where, self.room, **values) if key else Problem(where))
        return bool(holds)

    def stated(self, holds: object, where: str, key: str = "", /, **values: Any) -> bool:
        """Note a problem unless it `holds`: the rulebook says so."""
        return self.needed(holds or not self.stated_figures, where, key, **values)

    def figure(self, given: object, key: str, where: str, *wanted: object) -> bool:
        """What the rulebook says that stands at `key`; one of several where it leaves that open."""
        return self.stated(given in wanted, where, "box.stated", key=key, wanted=Either(wanted))

    def total(self, given: int, where: str, wanted: int) -> bool:
        """How many the rulebook has in all."""
        return self.stated(given == wanted, where, "box.total", given=given, wanted=wanted)

    def count(self, given: int, where: str, least: int, most: int) -> bool:
        """How many the rules need, and have room for."""
        return self.needed(least <= given <= most, where, "box.count", least=least, most=most, given=given)

    def choice(self, data: Data | Sequence[Any], key: str | int, choice: Choice, default: Value | None = None) -> None:
        """Something that an author of boxes may choose, at `key` in `data`: forms are made of these (`box_form.py`)."""

    def number(
        self,
        data: Data | Sequence[Any],
        key: str | int,
        where: str,
        least: int,
        most: int,
        default: int | None = None,
        *,
        drawn: bool = False,
    ) -> int:
        """The integer at `key`, or `least` (and a problem noted) if there is no fitting one.

        `default`: what it is where the box does not say it. What is only `drawn` is no part of what is played with.
        """
        if not drawn:
            self.choice(data, key, Range(least, most), default)
        value = found(data, key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self.needed(False, where, "box.whole", key=named(key), given=value)
            return least
        fits = least <= value <= most
        self.needed(fits, where, "box.range", key=named(key), least=least, most=most, given=value)
        return value if fits else least

    def word(
        self,
        data: Data | Sequence[Any],
        key: str | int,
        where: str,
        allowed: Sequence[str] = (),
        default: str | None = None,
    ) -> str:
        """The text at `key`, one of `allowed` where given; `default`: what it is where the box does not say it."""
        if allowed:
            self.choice(data, key, Among(tuple(allowed)), default)
        value = found(data, key, default)
        if not isinstance(value, str) or not value:
            self.needed(False, where, "box.word", key=named(key), given=value)
            return allowed[0] if allowed else "?"
        fits = not allowed or value in allowed
        self.needed(fits, where, "box.one-of", key=named(key), allowed=", ".join(allowed), given=value)
        return value if fits else allowed[0]

    def apart(self, data: Data, key: str, where: str, other: str) -> bool:
        """Note a problem if there is something at `key`, which does not go with something else."""
        return self.needed(key not in data, where, "box.apart", key=key, other=other)

    def rows(self, data: Data, key: str) -> list[Data]:
        """The list of tables at `key`."""
        rows = data.get(key)
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            self.needed(False, "", "box.missing", key=f"[[{key}]]")
            return []
        return list(rows)

    def table(self, data: Data, key: str) -> Data:
        """The table at `key`."""
        table = data.get(key)
        if not isinstance(table, Mapping):
            self.needed(False, "", "box.missing", key=f"[{key}]")
            return {}
        return table

    def slugs(self, names: Sequence[str], where: str) -> tuple[str, ...]:
        """Words that can be written in notation, each of them once."""
        for word in names:
            self.needed(word and all(c in SLUG for c in word), where, "box.slug", given=word)
        for word in sorted({word for word in names if names.count(word) > 1}):
            self.needed(False, where, "box.twice", given=word)
        return tuple(names)


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

    def __deepcopy__(self, memo: object) -> Box:
        """Itself: a box does not change."""
        return self

    def __reduce__(self) -> Any:
        """What another process makes it again of: its bytes, without what was read or said of it here."""
        dtype = narrow(self.record.dtype)
        return _unpickled, (packed(self.record, dtype), dtype, self.words, self.digest, self.data, self.source)


def _unpickled(record: bytes, dtype: np.dtype[Any], *rest: Any) -> Box:
    """A box that was pickled, compiled or not."""
    return Box(unpacked(record, dtype), *rest)


def pack_nothing(data: Data, box: Any, check: Check) -> Mapping[str, Sequence[str]]:
    """The pack of a game without a box: there is nothing that a file could say."""
    check.needed(False, "", "box.none")
    return {}


def no_box() -> Box:
    """The box of a game that has none: a blank record, and the digest of nothing."""
    return Box(blank(NO_BOX)[0], {}, hashlib.sha256(b"").hexdigest(), {}, "no box")


def read_box(
    dtype: np.dtype[Any],
    pack: Pack,
    source: Path | str | Data,
    game: str,
    *,
    stated_figures: bool = True,
    room: str = ROOM,
) -> Box:
    """Read, check and pack a box file (or its data). Raises BadBox with everything that is wrong.

    `room` is where the game has its words.
    """
    name, data = _load(source)
    check = Check(stated_figures, room)
    check.needed(data.get("game") == game, "", "box.game", game=game, given=data.get("game"))
    check_format(data.get("format", 1), check)
    record = blank(dtype)
    packed_words: Mapping[str, Sequence[str]] = {}
    if not check.problems:
        packed_words = pack(data, record[0], check)
    if check.problems:
        raise BadBox(name, check.problems)
    slugs = {key: tuple(value) for key, value in packed_words.items()}
    content = what_it_says(record[0], dtype) + json.dumps(slugs, sort_keys=True).encode()
    return Box(record[0], slugs, hashlib.sha256(content).hexdigest(), data, name)


def what_it_says(record: Any, dtype: np.dtype[Any]) -> bytes:
    """The bytes of a box record, without what only follows from the rest of it."""
    declared = READERS[dtype].fields if dtype in READERS else ()
    own = [each for each in declared if not each.follows]
    if len(own) == len(declared):
        return packed(record, dtype)
    kind = record_type(*(each.entry for each in own))
    told = blank(kind)[0]
    for each in own:
        told[each.name] = record[each.name]
    return packed(told, kind)


def check_format(given: object, check: Check) -> None:
    """Note a problem unless a box file is written in a way that is read here."""
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        check.needed(False, "", "box.whole", key="format", given=given)
    else:
        check.needed(given <= FORMAT_VERSION, "", "box.newer", given=given, known=FORMAT_VERSION)


def _load(source: Path | str | Data) -> tuple[str, Data]:
    if isinstance(source, Mapping):
        return "box", source
    path = Path(source)
    try:
        return path.name, tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBox(str(path), [problem("box.unreadable", why=reason(error))]) from None
    except RecursionError:
        raise BadBox(str(path), [problem("box.nested")]) from None
    except ValueError as error:  # TOML's own errors, text that is no UTF-8, numbers too long to read
        raise BadBox(str(path), [problem("box.toml", why=error)]) from None
