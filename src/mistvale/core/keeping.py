"""Keeping: what is made of a view is made again only when something that it was made from has changed.

Most of a table stays as it is from step to step. A function of a view that is marked as `kept` is given a view that
notes what is read of it: cells of the state, moves that may be made, who may decide. In a stock, what it made lies
beside these notes; at the next step it is taken from there if all of them are as they were. So whoever writes a scene
says where its parts begin, and nothing about what they depend on.

    @kept
    def window(view: View, seat: int) -> Iterator[Sprite]:
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from functools import cache, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numpy as np
from numba.core.dispatcher import Dispatcher

from .lineage import VERBS, followed, names_in, outside
from .sharing import one

if TYPE_CHECKING:
    from .fields import Record
    from .knowledge import View

Fact = tuple[Hashable, ...]
"""Something that can be read of a view: ("s", "window", 2, 7), ("may", "place b2"), ("pending",)."""

WHOLE: dict[str, Fact] = {"s": ("state",), "was": ("before",)}  # anything of the state, of the one before
PLAIN = ("beat", "legal", "over", "pending", "ranks", "scores")  # facts that are read as a whole
SOURCES = {kind: kind for kind in PLAIN} | {"latest": "last", "may": "allowed", "is_pending": "pending"}
"""Where the view has the facts of a kind."""
UNKNOWN = object()
Key = tuple[Any, ...]
"""A function of a view, and what else it is given."""
Made = TypeVar("Made", bound=Callable[..., Any])
REACH = 12  # turns for which something stays in stock that nobody asks for


def kept(make: Made) -> Made:
    """Of a function of a view and what can be hashed: what it made is taken while nothing that it read has changed.

    Of a method, too, if its class is a dataclass that begins with a view: it is called on an object of its own then, as
    what another has worked out and remembers would hide what was read for it. What is kept must not be written into.
    """
    if next(iter(signature(make).parameters)) == "self":
        return cast(Made, _kept_method(make))

    @wraps(make)
    def take(view: View, *given: Hashable) -> Any:
        return view.keep((make, *given))

    return cast(Made, take)


def _kept_method(make: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(make)
    def remake(view: View, kind: Any, *given: Hashable) -> Any:
        own = len(kind.__match_args__) - 1
        return make(kind(view, *given[:own]), *given[own:])

    @wraps(make)
    def take(self: Any, *given: Hashable) -> Any:
        # With all that the object was made from beside its view.
        names = self.__match_args__
        if len(names) == 2:
            return self.view.keep((remake, type(self), getattr(self, names[1]), *given))
        return self.view.keep((remake, type(self), *[getattr(self, name) for name in names[1:]], *given))

    return take


# ---------------------------------------------------------------- noting what is read


class Rows:
    """A field of a state, or a row of it, which notes which of its numbers are read."""

    __slots__ = ("_noted", "_path", "_rows")

    def __init__(self, noted: Noted, path: Fact, rows: list[Any]) -> None:
        self._noted, self._path, self._rows = noted, path, rows

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return self._all()[place]
        found = self._rows[place]
        path = (*self._path, place if place >= 0 else place + len(self._rows))
        if type(found) is list:
            return Rows(self._noted, path, found)
        self._noted.facts.add(path)
        return found

    def _all(self) -> list[Any]:
        self._noted.facts.add(self._path)
        return self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __contains__(self, value: object) -> bool:
        return value in self._all()

    def __eq__(self, other: object) -> bool:
        return self._all() == (other._all() if isinstance(other, Rows) else other)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: list[Any]) -> list[Any]:
        return self._all() + other

    def index(self, value: Any) -> int:
        return self._all().index(value)

    def count(self, value: Any) -> int:
        return self._all().count(value)

    def copy(self) -> list[Any]:
        return self._all().copy()


class NotedRecord:
    """A state in plain integers, which notes what is read of it."""

    def __init__(self, noted: Noted, root: str, record: Record) -> None:
        self._noted, self._root, self._record = noted, root, record

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._record, name)
        path = (self._root, name)
        if type(found) is list:
            rows = self.__dict__[name] = Rows(self._noted, path, found)
            return rows
        self._noted.facts.add(path)
        return found


class Noted:
    """A view that notes what is read of it, for the function that is making something of it just now."""

    def __init__(self, view: View, stock: Stock) -> None:
        self.facts: set[Fact] = set()
        self.used: list[Piece] = []  # what else was made for it
        self._view, self._stock = view, stock
        # What never changes within a match.
        self.game, self.box, self.options, self.names, self.words = (
            view.game,
            view.box,
            view.options,
            view.names,
            view.words,
        )
        self.viewer, self.seats, self.around, self.components = view.viewer, view.seats, view.around, view.components
        self.name = view.name
        self.s = NotedRecord(self, "s", view.s)
        self._was: NotedRecord | None = None

    def __getattr__(self, fact: str) -> Any:
        if fact not in PLAIN:
            raise AttributeError(f"what is kept cannot be made from {fact!r} of a view")
        self.facts.add((fact,))
        return getattr(self._view, fact)

    @property
    def was(self) -> NotedRecord | None:
        self.facts.add(("was",))
        if self._was is None and self._view.was is not None:
            self._was = NotedRecord(self, "was", self._view.was)
        return self._was

    def latest(self, seat: int) -> Any:
        self.facts.add(("latest", seat))
        return self._view.latest(seat)

    def is_pending(self, seat: int) -> bool:
        self.facts.add(("is_pending", seat))
        return self._view.is_pending(seat)

    def may(self, move: str) -> str | None:
        self.facts.add(("may", move))
        return self._view.may(move)

    def ask(self, rule: Any, *given: Any) -> Any:
        self.facts |= read_by(rule, self.game.state, "s")
        return self._view.ask(rule, *given)

    def ask_before(self, rule: Any, *given: Any) -> Any:
        self.facts |= read_by(rule, self.game.state, "was")
        return self._view.ask_before(rule, *given)

    def keep(self, key: Key) -> Any:
        piece = self._stock.piece(self._view, key)
        self.used.append(piece)
        return piece.value


@cache
def read_by(rule: Any, state: np.dtype[Any], root: str) -> frozenset[Fact]:
    """What a rule can read of a state: the fields that are named in it and in the rules that it calls."""
    whole = frozenset({WHOLE[root]})
    if not isinstance(rule, Dispatcher):
        return whole
    functions = followed(rule.py_func, [])
    if any(value in VERBS for function in functions for _, value in outside(function) if callable(value)):
        return whole
    named = {name for function in functions for name in names_in(function.__code__)}
    return frozenset((root, name) for name in state.names or () if name in named)


# ---------------------------------------------------------------- what has changed


class Facts(NamedTuple):
    """What views can be asked, as far as anybody ever did, in a form that is quickly compared."""

    match: tuple[Any, ...]  # what never changes within a match
    state: bytes
    before: bytes | None
    plain: dict[str, Any]


class Layout:
    """Where the fields of a state lie, and which facts of a game were ever read: each has a bit of its own."""

    def __init__(self, state: np.dtype[Any]) -> None:
        self.bits: dict[Fact, int] = {}
        self.roots: set[Fact] = set()  # fields of which something was read
        self._kinds: dict[str, int] = {}  # the bits of all facts of a kind
        self._lock = threading.Lock()  # tables of a game are drawn by several threads
        self._fields = []
        for name, (kind, offset, *_) in (state.fields or {}).items():
            self._fields.append((name, offset, offset + kind.itemsize, kind.shape))

    def mask(self, facts: set[Fact]) -> int:
        """The bits of some facts."""
        found = 0
        for fact in facts:
            found |= self.bits.get(fact) or self._register(fact)
        return found

    def _register(self, fact: Fact) -> int:
        with self._lock:
            if fact not in self.bits:
                bit, kind = 1 << len(self.bits), str(fact[0])
                self._kinds = {**self._kinds, kind: self._kinds.get(kind, 0) | bit}  # others may be looking through it
                self.roots.add(fact[:2])
                self.bits[fact] = bit
            return self.bits[fact]

    def facts(self, view: View) -> Facts:
        """What is to be compared with the next view: nothing is worked out that nobody reads."""
        kinds = self._kinds
        before = view.before if "was" in kinds or "before" in kinds else None
        return Facts(
            (view.game, view.box, view.options, view.names, view.words, view.viewer, view.seats),
            view.state.tobytes(),
            None if before is None else before.tobytes(),
            {kind: getattr(view, SOURCES[kind]) for kind in kinds if kind in SOURCES},
        )

    def changes(self, old: Facts, new: Facts) -> int:
        """The bits of all facts that are others in the one view than in the other."""
        found = 0
        if old.state != new.state:
            found = self._cells("s", old.state, new.state)
        if old.before != new.before:
            found |= self._cells("was", old.before, new.before)
        for kind, now in new.plain.items():
            before = old.plain.get(kind, UNKNOWN)
            if before is not now and before != now:
                found |= self._kinds[kind] if before is UNKNOWN else self._plain(kind, before, now)
        return found

    def _plain(self, kind: str, old: Any, new: Any) -> int:
        """The bits of what changed in facts of a kind: of the whole of it, or of those of its members that are read."""
        if kind in PLAIN:
            return self.bits[(kind,)]
        members: set[Any] = {*old} ^ {*new}
        if kind == "latest":
            members = {seat for seat, _ in members}
        found = 0
        for member in members:
            found |= self.bits.get((kind, member), 0)
        return found

    def _cells(self, root: str, old: bytes | None, new: bytes | None) -> int:
        found = self.bits.get(WHOLE[root], 0)
        if old is None or new is None:
            # There is no step before the first one: then everything of it is another.
            return found | self._kinds.get(root, 0)
        for name, start, end, shape in self._fields:
            if (root, name) in self.roots and old[start:end] != new[start:end]:
                found |= self._rows((root, name), old[start:end], new[start:end], shape)
        return found

    def _rows(self, path: Fact, old: bytes, new: bytes, shape: tuple[int, ...]) -> int:
        found = self.bits.get(path, 0)
        if shape:
            size = len(old) // shape[0]
            for place in range(shape[0]):
                one, other = old[place * size : (place + 1) * size], new[place * size : (place + 1) * size]
                if one != other:
                    found |= self._rows((*path, place), one, other, shape[1:])
        return found


@cache
def layout(state: np.dtype[Any]) -> Layout:
    """The layout of a type of states."""
    return Layout(state)


# ---------------------------------------------------------------- stocks


NEVER = -(1 << 30)  # the turn of what was not made yet


class Piece:
    """What was made, what was read for it, when it became another, and when it was last found to be as it should."""

    __slots__ = ("below", "changed", "key", "read", "turn", "used", "value")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.value: Any = UNKNOWN
        self.read = 0  # the bits of the facts that were read for it
        self.below = 0  # and of those that were read for what it used, too
        self.used: tuple[Piece, ...] = ()
        self.changed = self.turn = NEVER


class Stock:
    """What was made for one reader, from step to step. `one` says of things that are equal which of them to keep."""

    def __init__(self, one: Callable[[Any], Any] = lambda made: made) -> None:
        self._one = one
        self._pieces: dict[Key, Piece] = {}
        self._facts: Facts | None = None
        self._turn = 0
        self._since = [0]  # what has changed since this turn, since the one before it, and so on

    def turn_to(self, view: View) -> None:
        """From now on make things of this view."""
        known, self._facts = self._facts, layout(view.game.state).facts(view)
        self._turn += 1
        if known is None or known.match != self._facts.match:
            self._pieces, self._since = {}, [0]
            return
        changes = layout(view.game.state).changes(known, self._facts)
        self._since = [0, *[changes | later for later in self._since[: REACH - 1]]]
        if self._turn % REACH == 0:
            self._pieces = {key: piece for key, piece in self._pieces.items() if self._turn - piece.turn < REACH}

    def piece(self, view: View, key: Key) -> Piece:
        """What a function makes of the view: what lies here, if it still is what would be made."""
        piece = self._pieces.get(key)
        if piece is None:
            key = one(key)
            piece = self._pieces[key] = Piece(key)
        if piece.turn != self._turn:
            self._bring_up(view, piece)
        return piece

    def _bring_up(self, view: View, piece: Piece) -> None:
        """See to it that a piece is as it should be now."""
        age = self._turn - piece.turn
        is_old = age >= len(self._since)
        changes = 0 if is_old else self._since[age]
        if is_old or piece.below & changes:
            # If only what it used was made of something that has changed, what came of that may be the same.
            if is_old or piece.read & changes or self._is_another(view, piece):
                self._make(view, piece)
            piece.below = self._below(piece)
        piece.turn = self._turn

    def _below(self, piece: Piece) -> int:
        """The bits of all facts that were read for a piece and for what it used: most often just the same as one's."""
        below = piece.read
        for used in piece.used:
            if used.below & ~below:
                below |= used.below
        return below

    def _is_another(self, view: View, piece: Piece) -> bool:
        """Whether something that it used has become another since it was found to be right."""
        for used in piece.used:
            if used.turn != self._turn:
                self._bring_up(view, used)
            if used.changed > piece.turn:
                return True
        return False

    def _make(self, view: View, piece: Piece) -> None:
        noted = view.noted
        outer = noted.facts, noted.used
        noted.facts, noted.used = set(), []
        try:
            make, *given = piece.key
            value = make(noted, *given)
            made = tuple(value) if isinstance(value, Iterator) else None
            # Only now has all been read that there was to read.
            piece.used = tuple(noted.used)
            value = self._one(value) if made is None else self._gathered(made, piece.used)
            piece.read = layout(view.game.state).mask(noted.facts)
        finally:
            noted.facts, noted.used = outer
        if piece.value != value:
            piece.value, piece.changed = value, self._turn

    def _gathered(self, things: tuple[Any, ...], used: tuple[Piece, ...]) -> tuple[Any, ...]:
        """All things that were made one after another; those that others made lie here already."""
        known = {id(thing) for piece in used if type(piece.value) is tuple for thing in piece.value}
        return tuple([thing if id(thing) in known else self._one(thing) for thing in things])
