"""The figures of a box by their paths: `card.fire-truck.count` is the count of that row of [[cards]].

A path goes down the box file: a table's key, a row's name (what its first text says, where it has no name, or its
number from 1), a place in a list of numbers. The last word is the figure. A table may be called in the singular, and
`*` stands for all that is there.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.box import Box, Data
from ..core.errors import BadBox, BadTable, MistvaleError
from ..core.game import Game
from ..core.text import Message

ROOM = "mistvale.report"
MOST_VALUES = 12
MOST_LISTED = 60
EVERY = "*"


class BadReport(MistvaleError):
    """A report that can't be made so: an unknown figure, a value that the box does not take, a foreign folder."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(Message(ROOM, f"error.{key}", values))


def label(row: Any, number: int) -> str:
    """What a row of a list is called: its name, or its first text, or its first list of texts; else its number."""
    if isinstance(row, str):
        return row
    if isinstance(row, Mapping):
        named = row.get("name")
        for value in (named, *row.values()):
            if isinstance(value, str):
                return value
            if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
                return "-".join(value)
    return str(number)


def entries(data: Any) -> dict[str, Any]:
    """What lies one step below, by the words of a path: the key or place to ask the data for."""
    if isinstance(data, Mapping):
        return {str(key): key for key in data}
    if isinstance(data, list):
        return {label(row, number): number - 1 for number, row in enumerate(data, 1)}
    return {}


def key_of(data: Any, word: str) -> Any:
    """The key or place that a word means; KeyError where there is none."""
    found = entries(data)
    if isinstance(data, Mapping):
        for name in (word, f"{word}s", f"{word}es", f"{word[:-1]}ies", f"{word[:-2]}es"):
            if name in found:
                return found[name]
    if word in found:
        return found[word]
    if isinstance(data, list) and word.isdecimal() and 1 <= int(word) <= len(data):
        return int(word) - 1
    raise KeyError(word)


def places(data: Any, path: str) -> Iterator[tuple[Any, Any]]:
    """All that a path means, as what it lies in and the key there; nothing where there is no such thing."""
    first, _, rest = path.partition(".")
    if first == EVERY:
        keys = list(entries(data).values())
    else:
        try:
            keys = [key_of(data, first)]
        except KeyError:
            # A row's name may have a dot in it.
            whole = [key for name, key in entries(data).items() if name == path or path.startswith(f"{name}.")]
            if not whole:
                return
            keys, rest = whole[:1], path[len(label(data[whole[0]], 0)) + 1 :]
    for key in keys:
        if rest:
            yield from places(data[key], rest)
        else:
            yield data, key


def is_figure(value: Any) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def paths(data: Any, above: str = "") -> Iterator[str]:
    """The paths of all figures of a box."""
    for name, key in entries(data).items():
        path = f"{above}.{name}" if above else name
        if is_figure(data[key]):
            yield path
        elif not isinstance(data[key], str):
            yield from paths(data[key], path)


def figure(data: Data, path: str) -> int:
    """The figure at a path; BadReport with what there is."""
    for holder, key in places(data, path):
        if is_figure(holder[key]):
            return int(holder[key])
    known = list(paths(data))
    near = difflib.get_close_matches(path, known, 8, 0.5)
    listed = near or known[:MOST_LISTED]
    raise BadReport("no-figure" if known else "no-figures", path=path, known=", ".join(listed), n=len(known))


def changed(data: Data, new: Mapping[str, int]) -> dict[str, Any]:
    """The data with other figures; what lies below a path is set altogether. KeyError where there is no such path."""
    made = copy.deepcopy(dict(data))
    for path, value in new.items():
        found = list(places(made, path))
        if not found:
            raise KeyError(path)
        for holder, key in found:
            if is_figure(holder[key]):
                holder[key] = value
            else:
                fill(holder[key], value)
    return made


def fill(data: Any, value: int) -> None:
    """Set all figures below."""
    keys = data.keys() if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in list(keys):
        if is_figure(data[key]):
            data[key] = value
        else:
            fill(data[key], value)


def scaled(data: Data, which: Sequence[str], times: int) -> dict[str, Any]:
    """The data with all figures at these paths so many times as large."""
    made = copy.deepcopy(dict(data))
    for path in which:
        for holder, key in places(made, path):
            grow(holder, key, times)
    return made


def grow(holder: Any, key: Any, times: int) -> None:
    """Multiply a figure, or all below."""
    if is_figure(holder[key]):
        holder[key] *= times
    elif isinstance(holder[key], (dict, list)):
        for below in list(entries(holder[key]).values()):
            grow(holder[key], below, times)


def dropped(data: Data, which: Sequence[str]) -> dict[str, Any]:
    """The data without these rows; KeyError where there is none of them."""
    made = copy.deepcopy(dict(data))
    found = [place for path in which for place in places(made, path)]
    if not found:
        raise KeyError(which)
    for holder, key in found:
        if isinstance(holder, list):
            holder[key] = None
        else:
            del holder[key]
    for holder, _ in found:
        if isinstance(holder, list):
            holder[:] = [each for each in holder if each is not None]
    return made


# ---------------------------------------------------------------- sweeping


@dataclass(frozen=True)
class Sweep:
    """One figure of the box, and the values it is to have one after another."""

    path: str
    values: tuple[int, ...]
    now: int


def read_sweep(text: str, game: Game, data: Data, seats: Sequence[int], options: Mapping[str, str]) -> Sweep:
    """`path=2..6`, `path=2,4,8`: of a figure that is there, with values that the box takes, at tables of so many."""
    path, equals, given = text.partition("=")
    path = path.strip()
    example = f"{next(paths(data), 'match.figure')}=2..6"
    if not equals or not path:
        raise BadReport("sweep-form", given=text, example=example)
    now = figure(data, path)
    values = tuple(sorted(set(_values(given.strip(), text, example))))
    if not 2 <= len(values) <= MOST_VALUES:
        raise BadReport("sweep-values", given=given, most=MOST_VALUES, n=len(values))
    for value in values:
        try:
            box = box_of(game, changed(data, {path: value}))
            for count in seats:
                game.check_box(box, count, options)
        except BadBox as error:
            raise BadReport("sweep-refused", path=path, value=value, why=Problems(error)) from None
        except BadTable as error:
            raise BadReport("sweep-refused", path=path, value=value, why=error) from None
    return Sweep(path, values, now)


def _values(given: str, text: str, example: str) -> list[int]:
    first, dots, last = given.partition("..")
    try:
        if dots:
            low, high = int(first), int(last)
            return list(range(low, min(high, low + MOST_VALUES) + 1))
        return [int(each) for each in given.split(",")]
    except ValueError:
        raise BadReport("sweep-form", given=text, example=example) from None


@dataclass(frozen=True)
class Problems:
    """What a box check says, in whatever language it is asked for."""

    error: BadBox

    def told(self, lang: str = "en") -> str:
        """All of it in one line."""
        return "; ".join(self.error.problems_told(lang))


def box_of(game: Game, data: Data) -> Box:
    """A box of these data. What the rulebook states may be otherwise here: that is what a designer tries."""
    return game.box(data, stated_figures=False)
