"""How a record gets from Python into compiled code: by the address at which its bytes lie.

Numba asks NumPy for a buffer, and NumPy writes a description of all its fields each time: several millionths of a
second for a record, which is most of what a short rule costs that Python calls. But a record of NumPy knows the address
of its bytes. Where it keeps that is looked up once; compiled code then reads it from there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.pythonapi import NativeValue, _unboxers

WORD = ctypes.sizeof(ctypes.c_void_p)


@cache
def address_at() -> int | None:
    """How far into a record, as a Python object, the address of its bytes stands; None if it is not found."""
    records = np.zeros(3, [("key", "i8"), ("row", "i2", (5,))])
    found = {offset for record in records for offset in _places(record)}
    everywhere = [offset for offset in found if all(offset in _places(record) for record in records)]
    return everywhere[0] if len(everywhere) == 1 else None


def _places(record: Any) -> list[int]:
    address = record.__array_interface__["data"][0]
    words = range(0, np.void.__basicsize__, WORD)
    return [offset for offset in words if ctypes.c_void_p.from_address(id(record) + offset).value == address]


def _unbox(kind: Any, record: Any, c: Any) -> NativeValue:
    """A record as compiled code has it: its dispatcher has checked that it is one, of this kind."""
    byte = ir.IntType(8)
    inside = c.builder.gep(
        c.builder.bitcast(record, byte.as_pointer()), [ir.Constant(ir.IntType(64), address_at())], inbounds=True
    )
    address = c.builder.load(c.builder.bitcast(inside, byte.as_pointer().as_pointer()))
    return NativeValue(c.builder.bitcast(address, c.context.get_value_type(kind)))


@contextmanager
def read_in_place() -> Iterator[None]:
    """Doors that are compiled meanwhile read records where they lie. Numba's compiler is locked by then."""
    import numba.core.boxing  # noqa: F401 - registers Numba's own way

    known = _unboxers.functions[types.Record]
    if address_at() is not None:
        _unboxers.functions[types.Record] = _unbox
    try:
        yield
    finally:
        _unboxers.functions[types.Record] = known
