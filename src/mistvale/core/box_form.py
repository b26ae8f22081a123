"""Forms for boxes, made of what the box check itself says: which figures and words may be chosen, and from which.

While a game's own `pack` reads a box, it tells its `Check` of each figure where it is and what it may be. So there is
no second list of them, and a form follows as one types: a card that becomes an arrow gets a field for its way.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .box import Box, Check, Choice, Data, Problem, Value, problem
from .errors import ROOM
from .rule import blank
from .text import DEFAULT, Message

if TYPE_CHECKING:
    from .game import Game

Path = tuple[str | int, ...]
Changes = Mapping[str, Value]
"""What differs from the standard box: values by the places where they are, as in `cards.0.count`."""

NOTES = ("source", "stated")  # what a box file says about where figures come from
MOST_TURNS = 4  # a change may make place for others, and so on
MOST_TIMES = 3  # a match with another box may take so many times the decisions of one with the standard box


@dataclass(frozen=True)
class Field:
    """A figure or a word of a box that may be chosen."""

    path: str
    choice: Choice
    value: Value | None  # None: nothing stands there, and something must
    standard: Value | None  # None: the standard box has nothing there


@dataclass(frozen=True)
class Lack:
    """A table that a box has too little for, and of what."""

    options: dict[str, str]
    seats: int
    what: Problem

    def told(self, lang: str = DEFAULT) -> str:
        """It in a language; options are called as in commands."""
        said = Message(ROOM, "error.box-lacks", {"n": self.seats, "why": self.what}).told(lang)
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{said} ({chosen})" if chosen else said


@dataclass
class Noting(Check):
    """A check that notes what may be chosen, and at which place each problem of such a figure is."""

    fields: dict[Path, tuple[Choice, Value | None]] = field(default_factory=dict)
    too_many: list[Path] = field(default_factory=list)  # what does not go with the rest
    places: dict[int, Path] = field(default_factory=dict)  # where the problem of that number is
    homes: dict[int, Path] = field(default_factory=dict)

    def choice(self, data: Data | Sequence[Any], key: str | int, choice: Choice, default: Value | None = None) -> None:
        """Note it, if it belongs to the box, and leaves a choice."""
        home = self.homes.get(id(data))
        if home is not None and choice.is_free:
            self.fields[(*home, key)] = (choice, default)

    def number(self, data: Any, key: Any, *more: Any, **how: Any) -> int:
        """As in every check; its problem is at that place."""
        before = len(self.problems)
        value = super().number(data, key, *more, **how)
        self._place(before, data, key)
        return value

    def word(self, data: Any, key: Any, *more: Any, **how: Any) -> str:
        """As in every check; its problem is at that place."""
        before = len(self.problems)
        value = super().word(data, key, *more, **how)
        self._place(before, data, key)
        return value

    def apart(self, data: Data, key: str, where: str, other: str) -> bool:
        """Note what has to go, so that a form leaves it out."""
        if key in data and id(data) in self.homes:
            self.too_many.append((*self.homes[id(data)], key))
        return super().apart(data, key, where, other)

    def _place(self, number: int, data: Any, key: Any) -> None:
        if len(self.problems) > number and id(data) in self.homes:
            self.places[number] = (*self.homes[id(data)], key)


@dataclass(frozen=True)
class Form:
    """A box as its author has it now: the data, what may be chosen, and what is wrong with it."""

    game: Game
    data: dict[str, Any]
    fields: dict[str, Field]
    problems: list[tuple[str, Problem]]  # with the field that it is about, "" for what is about several
    lacks: list[Lack]

    @property
    def changes(self) -> dict[str, Value]:
        """What differs from the standard box."""
        return {
            each.path: each.value
            for each in self.fields.values()
            if each.value is not None and each.value != each.standard
        }

    def box(self) -> Box:
        """The box; raises BadBox where something is wrong with it."""
        return read_own(self.game, self.data)


def read_own(game: Game, data: Data) -> Box:
    """A box that need not be the rulebook's."""
    return game.box(data, stated_figures=False)


def open_form(game: Game, changes: Changes | None = None) -> Form:
    """The form of a game's box with these changes; what can't be changed is a problem."""
    data = _plain(game.box().data)
    left = dict(changes or {})
    noted = _noted(game, data)
    for _ in range(MOST_TURNS):
        known = {_written(path): path for path in noted.fields}
        now = [path for path in left if path in known]
        for place in noted.too_many:
            _home(data, place).pop(place[-1], None)
        for path in now:
            _home(data, known[path])[known[path][-1]] = left.pop(path)
        if not now and not noted.too_many:
            break
        noted = _noted(game, data)
    problems = [(_written(noted.places.get(number, ())), each) for number, each in enumerate(noted.problems)]
    problems += [("", problem("box.fixed", path)) for path in left]
    form = Form(game, data, _fields(game, data, noted), problems, [])
    if not problems:
        box = form.box()
        form.lacks.extend(lacks(game, box))
        problems += [("", each) for each in unplayable(game, box)]
    return form


def read_form(game: Game, data: Data) -> Form:
    """The form of a box that somebody wrote down: it differs from the standard box in figures and words alone."""
    wanted, standard = _plain(data), _plain(game.box().data)
    changes = {
        _written(path): value
        for path, value in _leaves(wanted)
        if type(value) in (int, str) and _get(standard, path) != value
    }
    form = open_form(game, {path: value for path, value in changes.items() if path.split(".")[-1] not in NOTES})
    kept, given = dict(_leaves(form.data)), dict(_leaves(wanted))
    told = {where for _, each in form.problems for where in [each.where]}
    for path in sorted({*kept} ^ {*given} | {path for path in kept if kept[path] != given.get(path)}, key=str):
        where = _written(path)
        if not {*path} & {*NOTES} and where not in told:
            form.problems.append(("", problem("box.fixed", where)))
    return form


def lacks(game: Game, box: Box) -> list[Lack]:
    """The tables that a box has too little for."""
    found = ((options, seats, game.lacking(box, seats, options)) for options, seats in game.tables())
    return [Lack(options, seats, what) for options, seats, what in found if what is not None]


def unplayable(game: Game, box: Box) -> list[Problem]:
    """What is wrong with a box as a whole: there is enough in it for no table at all, or matches could be too long."""
    if game.tables(box):
        return too_long(game, box)
    return [lack.what for lack in lacks(game, box)[:1]]


def too_long(game: Game, box: Box) -> list[Problem]:
    """Whether matches could go on for too long: at each kind of table, beside those with the standard box."""
    if game.length is None:
        return []
    for options, seats in game.tables(box):
        most = MOST_TIMES * game.longest(seats, options)
        longest = game.longest(seats, options, box)
        if longest > most:
            return [problem("box.long", longest=longest, most=most)]
    return []


# ---------------------------------------------------------------- as a file


def write_box(data: Data) -> str:
    """A box as a box file, without the comments of the standard one."""
    head = {key: value for key, value in data.items() if not isinstance(value, dict) and not _is_rows(value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in head.items()]
    for key, value in data.items():
        for name, table in _tables(key, value):
            lines += ["", name, *(f"{_key(each)} = {_value(inner)}" for each, inner in table.items())]
    return "\n".join(lines) + "\n"


def _tables(key: str, value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, dict):
        yield f"[{_key(key)}]", value
    elif _is_rows(value):
        for row in value:
            yield f"[[{_key(key)}]]", row


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _key(key: str) -> str:
    return key if key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_value(each) for each in value)}]"
    return json.dumps(value)


# ---------------------------------------------------------------- places


def _noted(game: Game, data: dict[str, Any]) -> Noting:
    noting = Noting(stated_figures=False, room=game.package)
    noting.homes = {id(home): path for path, home in _homes(data)}
    game.pack(data, blank(game.box_type)[0], noting)
    return noting


def _fields(game: Game, data: Any, noted: Noting) -> dict[str, Field]:
    standard, fields = game.box().data, {}
    for path, (choice, default) in sorted(noted.fields.items(), key=lambda each: _order(data, each[0])):
        value, usual = (_or(_get(each, path), default) for each in (data, standard))
        fields[_written(path)] = Field(_written(path), choice, value, usual)
    return fields


def _or(value: Any, default: Value | None) -> Any:
    return default if value is None else value


def _order(data: Any, path: Path) -> list[int]:
    """Where a place stands in the file; what is not there comes after what is."""
    order = []
    for key in path:
        keys = list(data) if isinstance(data, Mapping) else range(len(data or ()))
        order.append(list(keys).index(key) if key in keys else len(keys))
        data = data[key] if key in keys else None
    return order


def _plain(data: Data) -> dict[str, Any]:
    return copy.deepcopy(dict(data))


def _written(path: Path) -> str:
    return ".".join(map(str, path))


def _homes(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All tables and lists, with where they are."""
    if isinstance(data, (dict, list)):
        yield path, data
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _homes(value, (*path, key))


def _leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All else; a list or a table without anything in it is something, too."""
    if isinstance(data, (dict, list)) and data:
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(value, (*path, key))
    else:
        yield path, data


def _home(data: Any, path: Path) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def _get(data: Any, path: Path) -> Any:
    """What stands at a place; None where nothing does."""
    for key in path:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return None
    return data
