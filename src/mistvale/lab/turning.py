"""A position as one seat looks at it: its own things first, the others in their order around the table.

`face(s, viewer)` turns a veiled record so that seat `viewer` has the number 0. What goes by seats, and what names them,
stands in the declaration of the state (`by_seat` and `is_seat` in `core/fields.py`), so this serves every game. Places
of seats that nobody holds stay where they are.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import intrinsic

from ..core.fields import READERS, Blocks, Field, reader
from ..core.rule import INTERPRETED, copied, widened

BYTE = ir.IntType(8)
WORD = ir.IntType(64)


# ---------------------------------------------------------------- in NumPy, record by record


def around(seats: int, viewer: int, most: int) -> list[int]:
    """Who sits where as the viewer sees it: the seat at each place, its own first."""
    return [(place + max(viewer, 0)) % seats if place < seats else place for place in range(most)]


def renumbered(numbers: Any, blocks: Blocks, seats: int, by: int) -> Any:
    """Numbers that name seats, or things of seats, with `by` seats taken off."""
    offset = numbers.astype(np.int64) - blocks.first
    named = (offset >= 0) & (offset < seats * blocks.size)
    return np.where(named, (offset - by * blocks.size) % (seats * blocks.size) + blocks.first, numbers)


def seats_along(field: Field) -> int:
    """For how many seats a field has places."""
    assert field.by_seat is not None
    return (field.shape[field.by_seat.axis] - field.by_seat.first) // field.by_seat.size


def _moved(values: Any, field: Field, order: list[int]) -> Any:
    assert field.by_seat is not None
    first, size, axis = field.by_seat
    places = np.arange(field.shape[axis])
    for place, seat in enumerate(order[: seats_along(field)]):
        places[first + place * size : first + (place + 1) * size] = first + seat * size + np.arange(size)
    return np.take(values, places, axis=axis)


def turn(record: Any, viewer: int, *, back: bool = False) -> Any:
    """A copy of a record with the viewer's seat as number 0; `back` undoes that."""
    twin = copied(record)
    seats, by = int(record["seats"]), max(viewer, 0)
    by = (seats - by) % seats if back else by
    for field in reader_of(record.dtype).fields:
        values = np.asarray(record[field.name])
        if field.by_seat is not None:
            values = _moved(values, field, around(seats, by, seats_along(field)))
        if field.is_seat is not None:
            values = renumbered(values, field.is_seat, seats, by)
        twin[field.name] = values
    return twin


_READERS: dict[Any, Any] = {}


def reader_of(dtype: Any) -> Any:
    """The declaration of a record, also of the wide one that interpreted rules have."""
    if dtype not in _READERS:
        for narrow, declared in list(READERS.items()):
            _READERS[narrow] = _READERS[widened(narrow)] = declared
    return _READERS.get(dtype) or reader(dtype)


# ---------------------------------------------------------------- in compiled code


class _Writer:
    """Writes down the code that turns one kind of record. Sizes are constants, so LLVM makes plain moves of them."""

    def __init__(self, builder: Any, record: Any, seats: Any, viewer: Any) -> None:
        self.builder = builder
        self.record = builder.bitcast(record, BYTE.as_pointer())
        self.seats = seats
        self.viewer = viewer
        self._seats_at: dict[int, Any] = {}

    def seat_at(self, place: int) -> Any:
        """The seat at a place around the table."""
        if place not in self._seats_at:
            b, at = self.builder, WORD(place)
            seat = b.add(at, self.viewer)
            wrapped = b.select(b.icmp_signed(">=", seat, self.seats), b.sub(seat, self.seats), seat)
            self._seats_at[place] = b.select(b.icmp_signed("<", at, self.seats), wrapped, at)
        return self._seats_at[place]

    def move(self, field: Field, at: int, width: int) -> None:
        """Bring what goes by seats to the places that they have around the table."""
        assert field.by_seat is not None
        first, size, axis = field.by_seat
        inner = prod(field.shape[axis + 1 :]) * width
        share = size * inner  # bytes of a seat
        for row in range(prod(field.shape[:axis])):
            start = at + (row * field.shape[axis] + first) * inner
            self._move_row(self.builder.gep(self.record, [WORD(start)]), share, seats_along(field))

    def _move_row(self, row: Any, share: int, places: int) -> None:
        b = self.builder
        beside = cgutils.alloca_once(b, ir.ArrayType(BYTE, share * places))
        kept = b.bitcast(beside, BYTE.as_pointer())
        cgutils.raw_memcpy(b, kept, row, WORD(share * places), 1)
        for place in range(places):
            into, of = b.gep(row, [WORD(place * share)]), b.gep(kept, [b.mul(self.seat_at(place), WORD(share))])
            cgutils.raw_memcpy(b, into, of, WORD(share), 1)

    def renumber(self, field: Field, at: int, width: int) -> None:
        """Name seats by the places that they have around the table."""
        assert field.is_seat is not None
        # In the numbers' own width, so that many are done at once; none of them leaves it, as all are things of seats.
        b, kind = self.builder, ir.IntType(8 * width)
        numbers = b.bitcast(b.gep(self.record, [WORD(at)]), kind.as_pointer())
        low = kind(field.is_seat.first)
        span = b.trunc(b.mul(self.seats, WORD(field.is_seat.size)), kind)
        off = b.trunc(b.mul(self.viewer, WORD(field.is_seat.size)), kind)
        high = b.add(low, span)
        with cgutils.for_range(b, WORD(prod(field.shape))) as loop:
            place = b.gep(numbers, [loop.index])
            number = b.load(place)
            named = b.and_(b.icmp_signed(">=", number, low), b.icmp_signed("<", number, high))
            less = b.sub(number, off)
            turned = b.select(b.icmp_signed("<", less, low), b.add(less, span), less)
            b.store(b.select(named, turned, number), place)


if INTERPRETED:

    def face(s: Any, viewer: int) -> None:
        """Turn a record to how `viewer` looks at it."""
        twin = turn(s, viewer)
        for name in s.dtype.names:
            s[name] = twin[name]

else:

    @intrinsic
    def face(typing: Any, s: Any, viewer: Any) -> Any:
        """Turn a record to how `viewer` looks at it."""
        if not isinstance(s, types.Record):
            return None
        kind, declared = s, reader_of(np.dtype(s.dtype)).fields

        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            record, viewer = arguments
            byte = builder.gep(builder.bitcast(record, BYTE.as_pointer()), [WORD(kind.offset("seats"))])
            # Seat 0 sees the table as it is, and so does who has none.
            with builder.if_then(builder.icmp_signed(">", viewer, WORD(0))):
                writer = _Writer(builder, record, builder.sext(builder.load(byte), WORD), viewer)
                for field in declared:
                    width = np.dtype(field.kind).itemsize
                    if field.by_seat is not None:
                        writer.move(field, kind.offset(field.name), width)
                    if field.is_seat is not None:
                        writer.renumber(field, kind.offset(field.name), width)
            return context.get_dummy_value()

        return types.none(s, types.int64), write
