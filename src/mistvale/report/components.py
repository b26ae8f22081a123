"""The components that a report looks at one by one: which there are, who takes one, and the box without it.

A game says it in `report.toml` in its folder. One that says nothing has it derived from its box and its moves: a list
of rows whose names stand in a place of a move is a group of components, and to make such a move is to take one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import Any

import numpy as np

from ..core.box import Data
from ..core.errors import BadBox, BadTable
from ..core.fields import reader
from ..core.game import Game
from ..core.moves import FromBox
from ..core.text import DEFAULT, words
from ..lab.setting import Setting
from .figures import box_of, changed, dropped, entries, is_figure, places, scaled

FILE = "report.toml"
TIMES = 2  # what points are multiplied by where the box does not take nothing for them
Named = tuple[str, str]  # a group and one of its components


@dataclass(frozen=True)
class Group:
    """Components of one kind, and where things are said of them; `{}` in a path stands for a component's name."""

    name: str
    rows: str = ""  # the path of the rows, or of the table whose keys name them
    lists: tuple[str, ...] = ()  # instead: the paths of lists of names
    only: Mapping[str, Sequence[str]] = field(default_factory=dict)  # options, and the values with which it is in play
    taken: tuple[str, ...] = ()  # the moves that take one, as the vocabulary writes them
    through: str = ""  # the path of rows of a name and its faces: a move says the name, and which of them
    held: str = ""  # a field of the state that says at the end who has one
    by: str = ""  # the box's words that the field goes by, where these are others than the components' names
    without: Mapping[str, int] = field(default_factory=dict)  # figures to set, to be without one
    drop: tuple[str, ...] = ()  # rows to leave out, to be without one
    worth: tuple[str, ...] = ()  # its points

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Group:
        """As `report.toml` has it."""
        lists = {name: tuple(told.get(name, ())) for name in ("lists", "taken", "drop", "worth")}
        texts = {name: told.get(name, "") for name in ("name", "rows", "through", "held", "by")}
        figures = {name: told.get(name, {}) for name in ("only", "without")}
        return cls(**texts, **lists, **figures)  # type: ignore[arg-type]

    def is_in_play(self, options: Mapping[str, str]) -> bool:
        """Whether these options use it."""
        return all(options[name] in values for name, values in self.only.items())


LEFT_OUT, WORTHLESS, WORTH_ONE, DOUBLE = "left-out", "worthless", "one", "double"


@dataclass(frozen=True)
class Changed:
    """A box with another component, how it was changed, and by what to multiply its lack to have all that it brings."""

    data: Data
    how: str
    scale: float = 1.0


@dataclass(frozen=True)
class Declared:
    """What a game says in its `report.toml`."""

    groups: tuple[Group, ...]
    standstill: tuple[str, str] | None = None  # a field of the state, and the figure that it reaches at a standstill


def declared(game: Game, data: Data, options: Mapping[str, str]) -> Declared:
    """What a game says of what is in play with these options, or what follows from its box and its moves."""
    file = resources.files(game.package) / FILE
    if not file.is_file():
        return Declared(tuple(derived(game, data)))
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    still = told.get("standstill")
    groups = (Group.read(each) for each in told["components"])
    return Declared(tuple(each for each in groups if each.is_in_play(options)), tuple(still) if still else None)


def derived(game: Game, data: Data) -> Iterator[Group]:
    """Rows that moves name; and where no row of the box is named, the words of the moves themselves."""
    found = False
    for key, rows in data.items():
        names = [*entries(rows)] if isinstance(rows, list) and rows and isinstance(rows[0], Mapping) else []
        taken = tuple(phrase for phrase, _, spoken in spots(game, data) if names and {*names} <= {*spoken})
        if taken:
            found = True
            yield Group(
                key,
                rows=key,
                taken=taken,
                without={f"{key}.{{}}.count": 0} if all(is_figure(row.get("count")) for row in rows) else {},
                drop=(f"{key}.{{}}",),
                worth=(f"{key}.{{}}.points",) if all(is_figure(row.get("points")) for row in rows) else (),
            )
    if not found:
        for place in dict.fromkeys(name for _, name, _ in spots(game, data)):
            yield Group(place, taken=tuple(each for each, other, _ in spots(game, data) if other == place))


def spots(game: Game, data: Data) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each place of each phrase: the phrase, what the place is called, and the words that may stand there."""
    box = box_of(game, data) if data else game.box()
    for phrase in game.moves.phrases:
        for name, place in phrase.places.items():
            spoken = box.words.get(place.name, ()) if isinstance(place, FromBox) else place
            yield phrase.template, name, tuple(spoken)


# ---------------------------------------------------------------- at one box


class Catalogue:
    """The components of a box, and what its moves and states say of them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.data: Data = setting.box.data
        self.declared = declared(setting.game, self.data, setting.options)
        self._names = {group.name: self.names(group) for group in self.declared.groups}
        self.groups = [group for group in self.declared.groups if self._names[group.name]]
        self.all: list[Named] = [(group.name, name) for group in self.groups for name in self._names[group.name]]
        self.number = {each: i for i, each in enumerate(self.all)}
        self.group_of = {group.name: group for group in self.groups}

    def names(self, group: Group) -> list[str]:
        """What the components of a group are called."""
        if group.rows:
            return [name for holder, key in places(self.data, group.rows) for name in entries(holder[key])]
        if group.lists:
            listed = [name for path in group.lists for holder, key in places(self.data, path) for name in holder[key]]
            return list(dict.fromkeys(each if isinstance(each, str) else str(each.get("name")) for each in listed))
        spoken = [
            word
            for phrase, name, row in spots(self.setting.game, self.data)
            for word in row
            if phrase in group.taken and name == group.name
        ]
        return list(dict.fromkeys(spoken))

    @cached_property
    def by_move(self) -> Any:
        """For each move of the vocabulary and each group: the component that it takes, or -1."""
        found = np.full((self.setting.size, max(1, len(self.groups))), -1, np.int32)
        for move in self.setting.notation:
            spoken = self.setting.notation.spoken(move)
            for column, group in enumerate(self.groups):
                if spoken.phrase.template in group.taken:
                    name = self._meant(group, [spoken.words[place] for place in spoken.phrase.places])
                    found[move.number, column] = self.number.get((group.name, name), -1)
        return found

    def _meant(self, group: Group, said: Sequence[str]) -> str:
        """The component that a move's words come to."""
        if not group.through:
            names = self._names[group.name]
            return next((word for word in said if word in names), "")
        phrase = next(each for each in self.setting.game.moves.phrases if each.template in group.taken)
        sides = list(phrase.places.values())[1]
        assert not isinstance(sides, FromBox)
        for holder, key in places(self.data, group.through):
            for name, *faces in holder[key]:
                if name == said[0]:
                    return str(faces[list(sides).index(said[1])])
        return ""

    def held_at_end(self, raw: Any) -> Iterator[tuple[int, int]]:
        """Which component which seat has, as a state says it; once for each."""
        state, seats = None, self.setting.seats
        for group in self.groups:
            if not group.held:
                continue
            state = state or reader(self.setting.game.state)(raw)
            rows = getattr(state, group.held)
            names = self._names[group.name]
            if rows and isinstance(rows[0], Sequence):
                for seat in range(seats):
                    for name, count in zip(names, rows[seat], strict=False):
                        yield from [(self.number[group.name, name], seat)] * int(count)
                continue
            keyed = self.setting.box.words[group.by] if group.by else names
            for word, seat in zip(keyed, rows, strict=False):
                name = word if word in names else word.rpartition("-")[0]
                if 0 <= seat < seats and (group.name, name) in self.number:
                    yield self.number[group.name, name], int(seat)

    # ------------------------------------------------------------ other boxes

    def without(self, named: Named) -> Changed | None:
        """The box without a component; where it needs that one, with other points for it. None where it has neither."""
        group, name = self.group_of[named[0]], named[1]
        figures = {path.replace("{}", name): value for path, value in group.without.items()}
        there = {path: value for path, value in figures.items() if any(places(self.data, path))}
        rows = [path.replace("{}", name) for path in group.drop]
        tries = [lambda: changed(self.data, there)] * bool(there) + [lambda: dropped(self.data, rows)] * bool(rows)
        for make in tries:
            made = self._fits(make)
            if made is not None:
                return Changed(made, LEFT_OUT)
        return self.valued(named)

    def valued(self, named: Named) -> Changed | None:
        """The box in which a component's points are nothing; or 1, or twice what they were, as far as it takes that."""
        group, name = self.group_of[named[0]], named[1]
        paths = [path for path in (each.replace("{}", name) for each in group.worth) if any(places(self.data, path))]
        if not paths:
            return None
        made = self._fits(lambda: changed(self.data, dict.fromkeys(paths, 0)))
        if made is not None:
            return Changed(made, WORTHLESS)
        holder, key = next(places(self.data, paths[0]))
        if len(paths) == 1 and is_figure(holder[key]) and holder[key] > 1:
            made = self._fits(lambda: changed(self.data, {paths[0]: 1}))
            if made is not None:
                return Changed(made, WORTH_ONE, holder[key] / (holder[key] - 1))
        made = self._fits(lambda: scaled(self.data, paths, TIMES))
        return None if made is None else Changed(made, DOUBLE, -1.0)

    def is_worthless(self, named: Named) -> bool:
        """Whether the box has points for it, and they are nothing."""
        group, name = self.group_of[named[0]], named[1]
        found = [holder[key] for path in group.worth for holder, key in places(self.data, path.replace("{}", name))]
        return bool(found) and all(is_figure(each) and each == 0 for each in found)

    def _fits(self, make: Callable[[], Data]) -> Data | None:
        """What was made, where the box check takes it, there is enough in it, and it is another box."""
        try:
            made = make()
            box = box_of(self.setting.game, made)
            self.setting.game.check_box(box, self.setting.seats, self.setting.options)
        except (KeyError, BadBox, BadTable):
            return None
        return made if box.digest != self.setting.box.digest else None

    # ------------------------------------------------------------ words

    def told(self, named: Named, lang: str = DEFAULT) -> str:
        """What a component is called by those who play; by the box's word where the game has none for it."""
        spoken = words(lang, self.setting.game.package)
        text = spoken.get(f"term.{named[0]}.{named[1]}", named[1])
        return named[1] if "{" in text else str(text)


def figure_at(data: Data, path: str) -> int:
    """A figure of the box that a game's own file names."""
    return int(next(holder[key] for holder, key in places(data, path)))
