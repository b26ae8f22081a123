"""The Game object that each game package exports, and the shelf on which installed games are found."""

from __future__ import annotations

import functools
import importlib
import itertools
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import metadata, resources
from inspect import signature
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Literal

import numba
import numpy as np

from . import verbs
from .box import NO_BOX, Box, Data, Pack, Problem, no_box, pack_nothing, read_box
from .errors import BadTable
from .moves import Move, Notation, Vocabulary
from .pseudo import pseudo_markdown
from .rule import INTERPRETED
from .text import PSEUDO, Either, Words, words

if TYPE_CHECKING:
    from .knowledge import View

MOST_OPTIONS = 8
MOST_SEATS = 8
Weight = Literal["light", "medium", "heavy", ""]
NO_ART = '<svg xmlns="http://www.w3.org/2000/svg"/>\n'


@dataclass(frozen=True)
class Option:
    """A choice made when a table is opened; the rules see the index of its value."""

    name: str
    values: tuple[str, ...]
    default: str


Table = tuple[dict[str, str], int]
"""A kind of table: a choice of options, and a number of seats."""

OFF, ON = range(2)  # what rules see of a switch


def switch(name: str, *, on: bool = False) -> Option:
    """An option that is on or off, as it is by default: in every game what is off stands first."""
    values = ("false", "true")
    return Option(name, values, values[on])


@dataclass(frozen=True)
class Credit:
    """Who made the game that is played here."""

    designer: str
    publisher: str
    year: int


def tell_beat(beat: str, before: View, after: View) -> str:
    """The catalogue's line for a beat, `beat.<name>`, where there is one."""
    return after.words.get(f"beat.{beat}", "")


@dataclass(frozen=True)
class Compilation:
    """A rule that Python calls, with the types it is called with: a piece of a compiler's work."""

    label: str
    rule: Any
    signature: tuple[Any, ...]

    def run(self) -> None:
        """Compile it, or load it from the cache."""
        self.rule.compile(self.signature)

    def is_done(self) -> bool:
        """Whether nothing is left but to load it."""
        if self.signature in self.rule.overloads:
            return True
        return bool(self.rule.is_kept(self.signature))


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One game: its record types, rules, moves, words, scene and box.

    What has a default suits a game without a box, in which nothing is hidden and nothing happens by itself.
    """

    name: str
    title: str
    version: int  # goes up when the same moves may lead to another state
    credit: Credit
    package: str  # where box.toml, art.svg, guide.md and text/ are
    seats: tuple[int, ...]
    minutes: int = 0  # about how long a match takes at a table; 0 if nobody knows
    weight: Weight = ""  # how much there is to learn, "" if nobody says
    state: np.dtype[Any]
    rules: ModuleType
    moves: Vocabulary
    scene: Callable[[View], Any]
    options: tuple[Option, ...] = ()
    box_type: np.dtype[Any] = NO_BOX
    pack: Pack = pack_nothing
    beats: tuple[str, ...] = ()  # what each kind that the rules' `beat` returns is called
    tell: Callable[[str, View, View], str] = tell_beat  # a log line: a beat's name, the views before and after it
    # A log line for a move where the catalogue's `log.<verb>` is not enough: its seat, the views before and after it.
    say: Callable[[int, Move, View, View], str] | None = None
    audits: Mapping[int, str] = field(default_factory=dict)  # what the numbers of `audit` mean
    # The grades of a match played alone, 0 for the lowest; `summary.grade.<what is graded>.<grade>` is its word.
    grades: Callable[[View], Mapping[str, int]] | None = None
    # The most decisions that a match can take: by what is in the box, the seats, the options. None if nobody can say.
    length: Callable[[Any, int, Mapping[str, str]], int] | None = None
    # What a box has too little of for a table: by what is in the box, the seats, the options. None where every box that
    # `pack` takes will do for all tables.
    lack: Callable[[Any, int, Mapping[str, str]], Problem | None] | None = None
    advice: int = 1  # version of what `bias` and `value` tell bots: goes up when they play otherwise by it
    asked: tuple[Any, ...] = ()  # the rules beside the verbs that scenes ask: compiled before play, too
    # Rules that tell whoever learns something of a position, as numbers. They are given a veiled state, the box, and
    # through whose eyes it is seen: so they can't tell more than the seat may know.
    features: tuple[Any, ...] = ()
    # A rule like `scores`: everybody's points as things lie now, where the rules count them later. None: scores say it.
    standing: Any = None

    def __post_init__(self) -> None:
        verbs.register(self.state, self.rules)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> Any:
        """Where another process finds it: a game is not copied, it is the installed one, or the one of a module."""
        if self.name in _shelf() and game(self.name) is self:
            return game, (self.name,)
        return _exported, _place(self)

    # -------------------------------------------------------- what a table is opened with

    def box(self, source: Box | Path | str | Data | None = None, *, stated_figures: bool = True) -> Box:
        """The game's own box, or the one in the file `source`.

        Whoever plays may break what the rulebook states (`stated_figures=False`); a box that claims to be the
        rulebook's is checked as that.
        """
        if isinstance(source, Box):
            return source
        if source is None:
            return self._standard_box
        return read_box(self.box_type, self.pack, source, self.name, stated_figures=stated_figures, room=self.package)

    @functools.cached_property
    def _standard_box(self) -> Box:
        if self.box_type == NO_BOX:
            return no_box()
        with resources.as_file(resources.files(self.package) / "box.toml") as path:
            return read_box(self.box_type, self.pack, path, self.name, room=self.package)

    @functools.lru_cache(maxsize=64)  # noqa: B019 - games live as long as the process
    def _notation(self, words: tuple[tuple[str, tuple[str, ...]], ...]) -> Notation:
        return self.moves.notation(dict(words))

    def notation(self, box: Box) -> Notation:
        """How moves are written with this box."""
        return self._notation(tuple(sorted(box.words.items())))

    def check_seats(self, seats: int) -> int:
        """`seats`, if the game can be played by so many."""
        if isinstance(seats, (bool, float)) or seats not in self.seats:
            raise BadTable("seats", title=self.title, seats=Either(self.seats), given=seats)
        return int(seats)

    def check_options(self, given: Mapping[str, Any] | None) -> dict[str, str]:
        """All options with their values: the given ones and, for the rest, the defaults."""
        known = {option.name: option for option in self.options}
        chosen = {option.name: option.default for option in self.options}
        for name, value in (given or {}).items():
            if name not in known:
                raise BadTable(
                    "no-option" if known else "no-options", title=self.title, name=name, known=", ".join(known)
                )
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if text not in known[name].values:
                raise BadTable("option-value", name=name, values=Either(known[name].values), given=value)
            chosen[name] = text
        return chosen

    def lacking(self, box: Box, seats: int, options: Mapping[str, str]) -> Problem | None:
        """What a box has too little of for such a table, if it has."""
        return self.lack(box.read(self.box_type), seats, options) if self.lack is not None else None

    def check_box(self, box: Box, seats: int, options: Mapping[str, str]) -> Box:
        """`box`, if there is enough in it for such a table."""
        lack = self.lacking(box, seats, options)
        if lack is not None:
            raise BadTable("box-lacks", n=seats, why=lack)
        return box

    def tables(self, box: Box | None = None) -> list[Table]:
        """Every choice of options with every number of seats; of a box, those that it has enough for."""
        names = [option.name for option in self.options]
        values = itertools.product(*(option.values for option in self.options))
        found = [(dict(zip(names, chosen, strict=True)), seats) for chosen in values for seats in self.seats]
        return [
            (options, seats) for options, seats in found if box is None or self.lacking(box, seats, options) is None
        ]

    def packed_options(self, options: Mapping[str, str]) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The options as the rules see them."""
        indices = np.zeros(MOST_OPTIONS, np.int64)
        for i, option in enumerate(self.options):
            indices[i] = option.values.index(options[option.name])
        return indices

    def longest(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        box: Box | Path | str | Data | None = None,
    ) -> int:
        """The most decisions that a match at such a table can take; proven from the rules, so often far too many."""
        if self.length is None:
            raise BadTable("no-bound", title=self.title)
        chosen = self.check_seats(self.seats[0] if seats is None else seats)
        return self.length(self.box(box, stated_figures=False).read(self.box_type), chosen, self.check_options(options))

    # -------------------------------------------------------- what people read and see

    def words(self, lang: str = "en") -> Words:
        """The game's catalogue in a language, with the common words behind it."""
        return words(lang, self.package, "mistvale")

    def art(self) -> str:
        """The drawings, as SVG. What has none is drawn as a plain card with its label."""
        file = resources.files(self.package) / "art.svg"
        return file.read_text(encoding="utf-8") if file.is_file() else NO_ART

    def guide(self, lang: str = "en") -> str:
        """How to play, as Markdown, in that language where there is one; the bare title where there is none.

        `{minutes}` in it is how long a match takes, as the card of the game says it."""
        folder = resources.files(self.package)
        if lang == PSEUDO:
            return pseudo_markdown(self.guide())
        for file in (folder / f"guide.{lang}.md", folder / "guide.md"):
            if file.is_file():
                return file.read_text(encoding="utf-8").replace("{minutes}", str(self.minutes))
        return f"# {self.title}\n"

    # -------------------------------------------------------- compiling

    def compilations(self) -> list[Compilation]:
        """What has to be compiled (or loaded from the cache) before play."""
        if INTERPRETED:
            return []
        rules = verbs.of(self.state)
        asked = (*self.asked, self.standing) if self.standing else self.asked
        return [self.compilation(rule) for rule in (*(rules[verb] for verb in verbs.PLAYED), *asked)]

    def compilation(self, rule: Any) -> Compilation:
        """A rule with the types that its arguments have, as their names say; where they do not, whole numbers."""
        types = argument_types(self)
        names = signature(rule.py_func).parameters
        return Compilation(rule.__name__, rule, tuple(types.get(name, numba.int64) for name in names))


@functools.cache
def argument_types(game: Game) -> Mapping[str, Any]:
    """The one type that each argument of a verb has: the door through which rules are called."""
    number = numba.int64
    state = numba.from_dtype(game.state)
    types = {
        "s": state,
        "box": numba.from_dtype(game.box_type),
        "seats": number,
        "seat": number,
        "viewer": number,
        "move": number,
        "options": numba.int64[::1],
        "seed": numba.uint64[::1],
        "out": numba.int32[::1],
        "tried": state[::1],  # states in which a rule that is asked tries something
    }
    return MappingProxyType(types)


# ------------------------------------------------------------ the shelf

GROUP = "mistvale.games"


@functools.cache
def _shelf() -> dict[str, metadata.EntryPoint]:
    return {entry.name: entry for entry in sorted(metadata.entry_points(group=GROUP), key=lambda e: e.name)}


@functools.cache
def game(name: str) -> Game:
    """The installed game called `name`."""
    entry = _shelf().get(name)
    if entry is None:
        raise BadTable("no-game" if games() else "no-games", name=name, known=", ".join(games()))
    found = entry.load()
    if not isinstance(found, Game) or found.name != name:
        raise BadTable("no-export", entry=entry.value, name=name)
    return found


def _place(game: Game) -> tuple[str, str]:
    """The module that has a game which is not installed, its package first, and what it is called there."""
    for module in (sys.modules.get(game.package), *list(sys.modules.values())):
        for name, found in list(getattr(module, "__dict__", {}).items()):
            if found is game and module is not None:
                return module.__name__, name
    raise pickle.PicklingError(f"{game!r} is neither installed nor in any module: another process would not find it")


def _exported(module: str, name: str) -> Game:
    """The game that a module has by this name."""
    found = getattr(importlib.import_module(module), name)
    assert isinstance(found, Game)
    return found


def look_again() -> None:
    """Look at the shelf anew: a game was installed, or removed, while this process runs."""
    _shelf.cache_clear()
    game.cache_clear()


def games() -> tuple[str, ...]:
    """The names of all installed games."""
    return tuple(_shelf())
