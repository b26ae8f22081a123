"""Records, declared field by field: a class with a line for each, and all that follows from it.

class State(fields.State):
    deck: Row = field("kinds of cards; NOTHING where one was dealt", (CARDS,), empty=NOTHING, most=KINDS - 1)
    phase: int = field("DEALING to OVER", most=OVER)

`State.dtype` is the record that rules work on, and `State.empty` holds one with nothing in it, which `clear` puts into
a state. `State(record)` reads a record as plain integers: numbers, lists of them, lists of lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, get_type_hints

import numpy as np
from llvmlite import ir
from numba import from_dtype
from numba.core import cgutils, types
from numba.core.cpu import CPUContext
from numba.core.extending import intrinsic

from . import lineage
from .rule import HEADER, HIDDEN, INTERPRETED, blank, record_type

WORD = 8  # bytes: records lie at multiples of it, and are as long as some of them
Row = list[int]
Plane = list[list[int]]
Cube = list[list[list[int]]]
DEPTHS = {0: int, 1: Row, 2: Plane, 3: Cube}
"""What a field is read as, by the number of its dimensions."""


class Blocks(NamedTuple):
    """Where seats stand in a range of numbers: from `first` on, `size` numbers for each seat; what is else stays."""

    first: int = 0
    size: int = 1
    axis: int = 0  # of a field: which of its dimensions goes by seats


@dataclass(frozen=True)
class Field:
    """One field of a record: what its numbers mean, and which there can be."""

    words: str
    shape: tuple[int, ...]
    kind: str  # NumPy's word for the width of its numbers
    empty: int  # what stands where there is nothing
    least: int
    most: int
    of: str | tuple[str, ...] = ()  # the words that its numbers stand for: those, or those of the box by that name
    by_seat: Blocks | None = None  # its places go by seats
    is_seat: Blocks | None = None  # its numbers are seats, or name things of theirs
    bits: int = 0  # its numbers are sets of so many things, a bit for each
    seen_least: int = HIDDEN  # the lowest number that stands here in a view
    follows: bool = False  # of a box: it is worked out of other fields, so that a digest of these is one of it, too
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        object.__setattr__(self, "name", name)

    def __get__(self, record: Record | None, owner: type) -> Any:
        """The field itself, or what stands there in a record, which is read once: views do not change."""
        if record is None:
            return self
        found = record.raw[self.name]
        plain = found.tolist() if self.shape else int(found)
        record.__dict__[self.name] = plain
        return plain

    @property
    def entry(self) -> tuple[Any, ...]:
        """The field as NumPy's records have it."""
        return (self.name, self.kind, self.shape) if self.shape else (self.name, self.kind)


def field(
    words: str,
    shape: tuple[int, ...] = (),
    *,
    kind: str = "i1",
    empty: int = 0,
    least: int | None = None,
    most: int | None = None,
    of: str | tuple[str, ...] = (),
    by_seat: Blocks | bool = False,
    is_seat: Blocks | bool = False,
    bits: int = 0,
    seen_least: int = HIDDEN,
    follows: bool = False,
) -> Any:
    """Declare a field.

    Its numbers go from `least` (0, or `empty` if that is less) to `most` (if not given, what `kind` has room for).
    `by_seat` says that its places go by seats, along the first dimension if nothing else is said, and `is_seat` that
    its numbers are seats: so that what a seat observes can begin with itself. Numbers of so many `bits` are sets: to
    whoever learns they are told thing by thing. `seen_least` is less than HIDDEN where a view tells of hidden things.
    What `follows` from the rest of a box may come later than records that hold the box's digest: it is no part of that.
    """
    if bits:
        most = (1 << bits) - 1
    if most is None:
        most = int(np.iinfo(kind).max)
    low = min(empty, 0) if least is None else least
    places, numbers = (Blocks() if each is True else each or None for each in (by_seat, is_seat))
    return Field(words, shape, kind, empty, low, most, of, places, numbers, bits, seen_least, follows)


def _check_annotations(cls: type, own: list[Field]) -> None:
    hints = get_type_hints(cls)
    for each in own:
        if hints.get(each.name) != DEPTHS[len(each.shape)]:
            right = "int" if not each.shape else ("Row", "Plane", "Cube")[len(each.shape) - 1]
            raise TypeError(f"{cls.__name__}.{each.name} has the shape {each.shape}: annotate it as {right}")


class Record:
    """A record, read as plain integers. What it is made of stands in its class."""

    fields: ClassVar[tuple[Field, ...]] = ()
    dtype: ClassVar[np.dtype[Any]]
    empty: ClassVar[Any]  # an array with one record in it: that is how compiled rules can hold it

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def __init_subclass__(cls) -> None:
        own = [member for member in vars(cls).values() if isinstance(member, Field)]
        cls.fields = (*cls.fields, *own)
        _check_annotations(cls, own)
        cls.dtype = record_type(*(each.entry for each in cls.fields))
        cls.empty = blank(cls.dtype)
        for each in cls.fields:
            cls.empty[each.name] = each.empty
        READERS[cls.dtype] = cls
        # What is compiled of a declaration depends on it.
        lineage.DECLARED[str(from_dtype(cls.dtype))] = repr(
            [(each.name, each.by_seat, each.is_seat) for each in cls.fields]
        )


READERS: dict[np.dtype[Any], type[Record]] = {}
"""The class that declares each type of record."""


class State(Record):
    """What every state begins with."""

    key: Row = field("the seed: key of the random stream", (4,), kind="u8")
    block: Row = field("the block of the stream that is being drawn from", (4,), kind="u8")
    drawn: int = field("32-bit numbers drawn so far", kind="u8")
    epoch: int = field("goes up whenever a seat learns something, or a turn passes on", kind="i4")
    seats: int = field("seats at the table")


assert tuple(each.entry for each in State.fields) == HEADER


def reader(dtype: np.dtype[Any]) -> type[Record]:
    """The class that reads records of this type: the one that declares it, or else one without words and ranges."""
    if dtype not in READERS:
        members = {name: _undeclared(dtype[name]) for name in dtype.names or () if name != "spare"}
        notes = {name: DEPTHS[len(each.shape)] for name, each in members.items()}
        type("Undeclared", (Record,), {**members, "__annotations__": notes})
    return READERS[dtype]


def _undeclared(kind: np.dtype[Any]) -> Field:
    limits = np.iinfo(kind.base)
    return Field("", kind.shape, kind.base.str.lstrip("<|="), 0, int(limits.min), int(limits.max))


# ---------------------------------------------------------------- for type checkers

RAW = ("int", "Array1", "Array2", "Array3")
"""What a field is to a rule, by the number of its dimensions: types of `typed.py`."""


def described(title: str, state: type[Record], box: type[Record] | None = None, core: str = "mistvale.core") -> str:
    """A module that tells type checkers what rules have: `S`, the state, and `B`, the box. `core` is how it says that.

    The text of `record.py` in a game's folder: `python tools/records.py` writes those of the games here.
    """
    own = state.fields[len(State.fields) :]
    text = "\n\n".join([_described("S(Header)", state, own), *([_described("B", box, box.fields)] if box else [])])
    used = [kind for kind in RAW[1:] if f": {kind}\n" in text]
    return (
        f'"""The records of {title} as rules have them: made from state.py by tools/records.py, never by hand."""\n\n'
        f"from __future__ import annotations\n\nfrom {core}.typed import {', '.join([*used, 'Header'])}\n\n\n{text}"
    )


def _described(head: str, declared: type[Record], own: tuple[Field, ...]) -> str:
    lines = "".join(f"    {each.name}: {RAW[len(each.shape)]}\n" for each in own)
    return f'class {head}:\n    """{declared.__doc__}"""\n\n{lines}'


# ---------------------------------------------------------------- an empty record

if INTERPRETED:

    def clear(s: Any, empty: Any) -> None:
        """Put `empty`, a record of the same type, into `s`: `clear(s, EMPTY[0])`."""
        for name in s.dtype.names:
            s[name] = empty[name]

else:

    def _copy_words(builder: Any, target: Any, source: Any, size: int) -> None:
        """As many bytes, eight at a time: a GPU would copy them one by one. Records lie at multiples of eight."""
        word = ir.IntType(64)
        into, of = (builder.bitcast(place, word.as_pointer()) for place in (target, source))
        with cgutils.for_range(builder, word(size // WORD)) as loop:
            builder.store(builder.load(builder.gep(of, [loop.index])), builder.gep(into, [loop.index]))

    @intrinsic
    def clear(typing: Any, s: Any, empty: Any) -> Any:
        """Put `empty`, a record of the same type, into `s`: `clear(s, EMPTY[0])`."""
        if not isinstance(s, types.Record) or s != empty:
            return None

        def copy(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            target, source = arguments
            if isinstance(context, CPUContext):
                cgutils.raw_memcpy(builder, target, source, context.get_constant(types.intp, s.size), 1)
            else:
                _copy_words(builder, target, source, s.size)
            return context.get_dummy_value()

        return types.none(s, empty), copy
