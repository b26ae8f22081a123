"""Keeping: what is made of a view is made again only when something that it was made from has changed.

Most of a table stays as it is from step to step. A function of a view that is marked as `kept` is given a view that
notes what is read of it: cells of the state, moves that may be made, who may decide. In a stock, what it made lies
beside these notes; at the next step it is taken from there if all of them are as they were. What another who looks at
the same table has made is taken, too, if all that was read for it is the same for both. So whoever writes a scene says
where its parts begin, and nothing about what they depend on.

    @kept
    def window(view: View, seat: int) -> Iterator[Sprite]:
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
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
ROOTS = {"s": "s", "state": "s", "was": "was", "before": "was"}  # which of the two a kind of facts is of
PLAIN = ("beat", "legal", "over", "pending", "ranks", "scores")  # facts that are read as a whole
EYES = ("around", "looks_on", "viewer")  # facts about whose eyes one looks through: others only for another reader
READ = frozenset({*PLAIN, *EYES})
SOURCES = {kind: kind for kind in PLAIN} | {"latest": "last", "may": "legal", "is_pending": "pending"}
"""Where the view has the facts of a kind."""
UNKNOWN = object()
Key = tuple[Any, ...]
"""A function of a view, and what else it is given."""
Made = TypeVar("Made", bound=Callable[..., Any])
REACH = 4  # turns for which something stays in stock that nobody asks for
MEMORY = (
    16  # turns of which is known what has changed since: what something else was made of is asked for with that only
)


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

    __slots__ = ("_noted", "_path", "_rows", "_under")

    def __init__(self, noted: Noted, path: Fact, rows: list[Any]) -> None:
        self._noted, self._path, self._rows = noted, path, rows
        self._under: dict[int, Rows] = {}  # its own rows, of those that were asked for

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return self._all()[place]
        if place in self._under:
            return self._under[place]
        found = self._rows[place]
        path = (*self._path, place if place >= 0 else place + len(self._rows))
        if type(found) is list:
            self._under[place] = row = Rows(self._noted, path, found)
            return row
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
        self.seats, self.components, self.name = view.seats, view.components, view.name
        self.s = NotedRecord(self, "s", view.s)
        self._was: NotedRecord | None = None

    def __getattr__(self, fact: str) -> Any:
        if fact not in READ:
            raise AttributeError(f"what is kept cannot be made from {fact!r} of a view")
        self.facts.add((fact,))
        return getattr(self._view, fact)

    @property
    def was(self) -> NotedRecord | None:
        self.facts.add(("was",))
        if self._was is None and self._view.was is not None:
            self._was = NotedRecord(self, "was", self._view.was)
        return self._was

    def is_own(self, seat: int) -> bool:
        self.facts.add(("is_own", seat))
        return self._view.is_own(seat)

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
    viewer: int
    state: bytes
    before: Any  # bytes; None if there is none; UNKNOWN where nobody asked for it yet
    plain: dict[str, Any]


class Layout:
    """Which facts of a game were ever read: each has a bit of its own, and each byte of a state knows its facts."""

    def __init__(self, state: np.dtype[Any]) -> None:
        self.bits: dict[Fact, int] = {}
        self._state = state
        # Of each byte of a state, and of the one before it: the bits of all facts that are read from it.
        self._bytes = {root: [0] * state.itemsize for root in WHOLE}
        self._kinds: dict[str, int] = {}  # the bits of all facts of a kind
        self._lock = threading.Lock()  # tables of a game are drawn by several threads

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
                if kind in ROOTS:
                    read = self._bytes[ROOTS[kind]]
                    for place in self._places(fact):
                        read[place] |= bit
                self._kinds = {**self._kinds, kind: self._kinds.get(kind, 0) | bit}  # others may be looking through it
                self.bits[fact] = bit
            return self.bits[fact]

    def _places(self, fact: Fact) -> range:
        """The bytes of a state that a fact is read from."""
        if fact in WHOLE.values():
            return range(self._state.itemsize)
        if len(fact) == 1:
            return range(0)  # only whether there is such a state
        kind, start = cast(Any, self._state.fields)[fact[1]][:2]
        size, shape = kind.itemsize, kind.shape
        for place, length in zip(fact[2:], shape, strict=False):
            size //= length
            start += size * cast(int, place)
        return range(start, start + size)

    def facts(self, view: View) -> Facts:
        """What is to be compared with the next view: nothing is worked out that nobody reads."""
        kinds = self._kinds
        before: Any = view.before if "was" in kinds or "before" in kinds else UNKNOWN
        return Facts(
            (view.game, view.box, view.options, view.names, view.words, view.seats),
            view.viewer,
            view.state.tobytes(),
            before if before is None or before is UNKNOWN else before.tobytes(),
            {kind: getattr(view, SOURCES[kind]) for kind in kinds if kind in SOURCES},
        )

    def changes(self, old: Facts, new: Facts) -> int:
        """The bits of all facts that are others in the one view than in the other."""
        found = 0
        if old.state != new.state:
            found = self._cells("s", old.state, new.state)
        if old.before is UNKNOWN or old.before != new.before:
            found |= self._cells("was", old.before, new.before)
        if old.viewer != new.viewer:
            found |= self._eyes(old.viewer, new.viewer)
        for kind, bits in self._kinds.items():
            if kind in SOURCES:
                before, now = old.plain.get(kind, UNKNOWN), new.plain.get(kind, UNKNOWN)
                if before is UNKNOWN or now is UNKNOWN:
                    found |= bits  # it was not asked for then
                elif before is not now and before != now:
                    found |= self._plain(kind, before, now)
        return found

    def _eyes(self, old: int, new: int) -> int:
        """The bits of what two viewers read differently of whose eyes they look through."""
        found = 0
        for kind in EYES:
            found |= self._kinds.get(kind, 0)
        for viewer in (old, new):
            found |= self.bits.get(("is_own", viewer), 0)
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

    def _cells(self, root: str, old: Any, new: Any) -> int:
        if not (isinstance(old, bytes) and isinstance(new, bytes)):
            # There is no step before the first one, or nobody has looked at it: then everything of it is another.
            return self._kinds.get(str(WHOLE[root][0]), 0) | self._kinds.get(root, 0)
        read, found = self._bytes[root], 0
        others = np.frombuffer(old, np.uint8) != np.frombuffer(new, np.uint8)
        for place in others.nonzero()[0].tolist():
            found |= read[place]
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

    def lift_used(self) -> list[Piece]:
        """What it used, and nobody has asked for since: that was found to be right together with it."""
        lifted = [used for used in self.used if used.turn < self.turn]
        for used in lifted:
            used.turn = self.turn
        return lifted


class Stock:
    """What was made for one reader, from step to step. `one` says of things that are equal which of them to keep.

    `beside` are the stocks of all who look at the same table: what one of them has made is taken over where everything
    that was read for it is the same here.
    """

    def __init__(self, one: Callable[[Any], Any] = lambda made: made, beside: Iterable[Stock] = ()) -> None:
        self._one, self._beside = one, beside
        self._pieces: dict[Key, Piece] = {}
        self._layout: Layout | None = None
        self.facts: Facts | None = None  # of the view that it was turned to last
        self._turn = 0
        self._since = [0]  # what has changed since this turn, since the one before it, and so on
        self._near: list[tuple[Stock, int]] = []  # the others, and what differs there
        self._known = 0  # how many facts there were when that was looked at

    def turn_to(self, view: View) -> None:
        """From now on make things of this view."""
        if self.facts is None or self.facts.match[0] is not view.game:
            self._layout = layout(view.state.dtype)
        assert self._layout is not None
        known, self.facts = self.facts, self._layout.facts(view)
        self._turn += 1
        self._known = 0
        if known is None or known.match != self.facts.match or known.viewer != self.facts.viewer:
            self._pieces, self._since = {}, [0]
            return
        changes = self._layout.changes(known, self.facts)
        self._since = [0, *[changes | later for later in self._since[: MEMORY - 1]]]
        if self._turn % REACH == 0:
            self._tidy()

    def _tidy(self) -> None:
        """Let go of what nobody has asked for lately, and what was not used for anything that somebody did ask for."""
        wanted = [piece for piece in self._pieces.values() if self._turn - piece.turn < REACH]
        self._pieces = {}
        while wanted:
            piece = wanted.pop()
            self._pieces[piece.key] = piece
            if piece.used:
                wanted += piece.lift_used()

    def piece(self, view: View, key: Key) -> Piece:
        """What a function makes of the view: what lies here, if it still is what would be made."""
        piece = self._pieces.get(key)
        if piece is None:
            key = one(key)
            piece = self._pieces[key] = Piece(key)
        age = self._turn - piece.turn
        if age:
            if age < len(self._since) and not piece.below & self._since[age]:
                piece.turn = self._turn  # nothing that was read for it has changed
            else:
                self._bring_up(view, piece)
        return piece

    def _bring_up(self, view: View, piece: Piece) -> None:
        """See to it that a piece is as it should be now."""
        age = self._turn - piece.turn
        is_old = age >= len(self._since)
        changes = 0 if is_old else self._since[age]
        if is_old or piece.below & changes:
            piece.lift_used()
            # If only what it used was made of something that has changed, what came of that may be the same.
            if not (is_old or piece.read & changes or self._is_another(view, piece)):
                piece.below = self._below(piece)
            elif not (self._beside and self._takes_over(view, piece)):
                self._make(view, piece)
                piece.below = self._below(piece)
        piece.turn = self._turn

    # ---------------------------------------------------------------- what others have made

    def _takes_over(self, view: View, piece: Piece) -> bool:
        """Whether somebody beside has made it of what is all the same here; then it is taken from there."""
        assert self._layout is not None
        if self._known != len(self._layout.bits):
            self._known, self._near = len(self._layout.bits), self._neighbours()
        for other, differing in self._near:
            theirs = other.current(piece.key)
            if theirs is None or theirs.read & differing:
                continue  # most often
            if not theirs.below & differing:
                # What it used lies there, and not here: so all that was read for it counts as read by itself.
                piece.read = piece.below = theirs.below
                piece.used = ()
            elif (used := self._alike(view, theirs)) is not None:
                piece.read, piece.used = theirs.read, used
                piece.below = self._below(piece)
            else:
                continue
            self._put(piece, theirs.value)
            return True
        return False

    def _alike(self, view: View, theirs: Piece) -> tuple[Piece, ...] | None:
        """What a piece of somebody else would use here, if all of it is the same, whatever that was made from."""
        used = []
        for each in theirs.used:
            mine = self.piece(view, each.key)
            if mine.value is not each.value and mine.value != each.value:
                return None
            used.append(mine)
        return tuple(used)

    def _neighbours(self) -> list[tuple[Stock, int]]:
        """The stocks beside this one, of the same match and language, and the bits of what is different there."""
        assert self._layout is not None and self.facts is not None
        return [
            (other, self._layout.changes(other.facts, self.facts))
            for other in self._beside
            if other is not self and other.facts is not None and other.facts.match == self.facts.match
        ]

    def current(self, key: Key) -> Piece | None:
        """A piece that is as it should be at the step that this stock was turned to last; None if there is none."""
        piece = self._pieces.get(key)
        if piece is None:
            return None
        age = self._turn - piece.turn
        return piece if age < len(self._since) and not piece.below & self._since[age] else None

    # ---------------------------------------------------------------- making

    def _put(self, piece: Piece, value: Any) -> None:
        if piece.value is not value:
            if piece.value != value:
                piece.changed = self._turn
            piece.value = value

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
            if age := self._turn - used.turn:
                if age < len(self._since) and not used.below & self._since[age]:
                    used.turn = self._turn  # most often
                else:
                    self._bring_up(view, used)
            if used.changed > piece.turn:
                return True
        return False

    def _make(self, view: View, piece: Piece) -> None:
        assert self._layout is not None
        noted = view.noted
        outer = noted.facts, noted.used
        noted.facts, noted.used = set(), []
        try:
            make, *given = piece.key
            value = make(noted, *given)
            made = tuple(value) if hasattr(value, "__next__") else None
            # Only now has all been read that there was to read.
            piece.used = tuple(noted.used)
            value = self._one(value) if made is None else self._gathered(made, piece.used)
            piece.read = one(self._layout.mask(noted.facts))
        finally:
            noted.facts, noted.used = outer
        self._put(piece, value)

    def _gathered(self, things: tuple[Any, ...], used: tuple[Piece, ...]) -> tuple[Any, ...]:
        """All things that were made one after another; those that others made lie here already."""
        known = {id(thing) for piece in used if type(piece.value) is tuple for thing in piece.value}
        return tuple([thing if id(thing) in known else self._one(thing) for thing in things])
