"""`@rule`: functions on states, compiled once and cached, or left as they are to be stepped through.

A rule is a top-level function that changes a state in place. `@rule` compiles it with Numba on first
use; set MISTVALE_INTERPRETED=1 and the same functions run as plain Python on the same records, widened to
64 bits (NumPy keeps `int8 + 1` an int8, compiled code does not).
"""

from __future__ import annotations

import functools
import operator
import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from .compiling import Rule

INTERPRETED = os.environ.get("MISTVALE_INTERPRETED", "") not in ("", "0")

NOTHING = -1  # an empty slot of a state: never used as an index
HIDDEN = -2  # something is there, and the viewer may not know what
SPECTATOR = -1  # the viewer who holds no seat

if INTERPRETED:
    # The random stream wraps around on purpose; compiled code does so without a word.
    np.seterr(over="ignore")


Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Compile `function` for the types it is called with, through Mistvale's own cache."""
    if INTERPRETED:
        return function
    return Rule(function)


# Every state starts with these: the random stream, the epoch, the number of seats.
HEADER: tuple[tuple[Any, ...], ...] = (
    ("key", "u8", (4,)),  # the seed: key of the random stream
    ("block", "u8", (4,)),  # the block of the stream that is being drawn from
    ("drawn", "u8"),  # 32-bit numbers drawn so far
    ("epoch", "i4"),  # goes up whenever a seat learns something, or a turn passes on
    ("seats", "i1"),  # seats at the table
)


def state_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The record of a game's states: the common header and `fields`, with no holes between them."""
    return record_type(*HEADER, *fields)


def record_type(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned record, wide fields first and padded at the end, so that equal records are equal bytes."""
    taken = [name for name, *_ in fields if hasattr(np.record, name)]
    if taken:
        # Interpreted rules read fields as attributes of a record, where these mean something else.
        raise ValueError(f"a field can't be called {', '.join(taken)}: NumPy records have that already")
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    tight = np.dtype(ordered, align=True)
    filled = sum(tight[name].itemsize for name in tight.names or ())
    wide = max(8, tight.alignment)
    spare = -filled % wide
    if spare:
        ordered.append(("spare", "i1", (spare,)))
    return np.dtype(ordered, align=True)


def widened(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same record with every small integer as an int64: what interpreted rules run on."""
    fields: list[tuple[Any, ...]] = []
    for name in dtype.names or ():
        base, shape = dtype[name].base, dtype[name].shape
        wide = base if base.itemsize == 8 else np.dtype("i8")
        fields.append((name, wide, shape) if shape else (name, wide))
    return np.dtype(fields)


@functools.cache
def attributed(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The widened record with its fields as attributes, which is how rules write them.

    NumPy's own records can do that, too, but look for each name among all else that they have, which takes longer than
    everything that the rules do.
    """
    wide = widened(dtype)
    kind = type("Attributed", (np.void,), {name: _field(name) for name in wide.names or ()})
    NARROW[kind] = dtype
    return np.dtype((kind, wide))


NARROW: dict[type, np.dtype[Any]] = {}
"""What each kind of attributed record was widened from."""


def narrow(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The type of a record as its bytes are kept, the same in either mode: `packed(record, narrow(record.dtype))`."""
    return NARROW.get(dtype.type, dtype)


def _field(name: str) -> property:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(operator.itemgetter(name), put)


def blank(dtype: np.dtype[Any], count: int = 1) -> Any:
    """`count` zeroed records, in the form that this process' rules run on."""
    return np.zeros(count, attributed(dtype) if INTERPRETED else dtype)


def copied(record: Any) -> Any:
    """Another record with the same content; a record's own `copy` takes ten times as long."""
    return np.ndarray((), record.dtype, bytearray(record.tobytes()))[()]


def packed(record: Any, dtype: np.dtype[Any]) -> bytes:
    """A record as the bytes of its narrow form: the same in either mode."""
    if not INTERPRETED:
        return record.tobytes()  # type: ignore[no-any-return]
    narrow = np.zeros(1, dtype)
    for name in dtype.names or ():
        narrow[name][0] = record[name]
    return bytes(narrow[0].tobytes())


def unpacked(data: bytes, dtype: np.dtype[Any]) -> Any:
    """The record whose narrow bytes are `data`."""
    record = blank(dtype)
    narrow = np.frombuffer(data, dtype)
    for name in dtype.names or ():
        record[name][0] = narrow[name][0]
    return record[0]
