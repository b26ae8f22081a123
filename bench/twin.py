"""Builds and calls the C twin of Misty, bench/limit/misty.c."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import shutil
import subprocess
from pathlib import Path

import numpy as np

from bench.misty import Outcome, Table, fresh

SOURCE = Path(__file__).parent / "limit" / "misty.c"
BUILD = SOURCE.parent / "build"
FLAGS = ("-std=gnu11", "-O3", "-march=native", "-shared", "-fPIC")


def compiler() -> str | None:
    """A C compiler of this machine."""
    return next((found for name in ("cc", "gcc", "clang") if (found := shutil.which(name))), None)


@functools.cache
def library() -> ctypes.CDLL:
    """The twin, compiled unless it was before from the same source; there must be a compiler."""
    cc = compiler()
    if cc is None:
        raise RuntimeError("the C twin needs a C compiler: cc, gcc or clang")
    digest = hashlib.sha256(SOURCE.read_bytes() + " ".join((cc, *FLAGS)).encode()).hexdigest()[:16]
    built = BUILD / f"misty-{digest}.so"
    if not built.exists():
        BUILD.mkdir(exist_ok=True)
        partial = built.with_suffix(".partial")
        subprocess.run([cc, *FLAGS, "-o", str(partial), str(SOURCE)], check=True)
        partial.replace(built)
    twin = ctypes.CDLL(str(built))
    number, pointer = ctypes.c_int64, ctypes.c_void_p
    twin.misty_playouts.argtypes = [number, number, pointer, pointer, pointer, pointer, number]
    twin.misty_playouts.restype = number
    return twin


def play(table: Table, matches: int) -> Outcome:
    """Play `matches` matches at random, in C."""
    seed, dice, totals, checksum = fresh()
    pointers = (array.ctypes.data for array in (seed, dice, totals, checksum))
    moves = library().misty_playouts(table.seats, table.window, *pointers, matches)
    return Outcome(int(moves), tuple(int(n) for n in totals[: table.seats]), int(np.uint64(checksum[0])))
