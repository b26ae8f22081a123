"""How rules are written down for a card, where what Numba does by itself would be slow there or find no room.

Both work beneath Numba, where nothing is public: `tests/lab/test_lowering.py` says what they rely on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

GLOBAL = 1  # NVVM's number for the card's own memory


@contextmanager
def as_cards_like_it(*, short: bool = False) -> Iterator[None]:
    """Kernels that are compiled meanwhile read tables of rules from memory; in short ones loops stay loops."""
    import numba.cuda.target as target
    from numba.cuda.cudadrv import nvvm

    context = target.CUDATargetContext
    constant, translated = context.make_constant_array, nvvm.compile_ir
    context.make_constant_array = table_in_memory
    if short:
        nvvm.compile_ir = with_loops_kept(translated)
    try:
        yield
    finally:
        context.make_constant_array, nvvm.compile_ir = constant, translated


# ---------------------------------------------------------------- tables of rules


def table_in_memory(self: Any, builder: Any, kind: Any, table: Any) -> Any:
    """A table of rules in the card's memory.

    Numba would put each of them into constant memory, once for every function that reads it. There is room for 64 KB
    there, and threads of a warp that read different places of it have to wait for each other.
    """
    from llvmlite import ir
    from numba.core import cgutils, types

    table = np.ascontiguousarray(table)
    data = bytearray(table.tobytes())
    place = cgutils.add_global_variable(
        builder.module, ir.ArrayType(ir.IntType(8), len(data)), "table", addrspace=GLOBAL
    )
    place.linkage, place.global_constant, place.align = "internal", True, 16
    place.unnamed_addr = True  # so that equal tables are there once
    place.initializer = ir.Constant(place.type.pointee, data)
    array = self.make_array(kind)(self, builder)
    address = builder.addrspacecast(place, ir.IntType(8).as_pointer())
    self.populate_array(
        array,
        data=builder.bitcast(address, array.data.type),
        shape=[self.get_constant(types.intp, length) for length in table.shape],
        strides=[self.get_constant(types.intp, stride) for stride in table.strides],
        itemsize=array.itemsize,
        parent=array.parent,
        meminfo=None,
    )
    return array._getvalue()  # noqa: SLF001 - Numba's own way to say it


# ---------------------------------------------------------------- loops

LABEL = re.compile(r'"?([\w.$-]+)"?:')
GOES_TO = re.compile(r'label %"?([\w.$-]+)"?')
FIRST_NODE = 1_000_000  # notes in LLVM's text have numbers: more than Numba writes itself


def with_loops_kept(translated: Callable[..., Any]) -> Callable[..., Any]:
    """A translator of LLVM's text that is told of every loop not to write its body down several times."""

    def compile_ir(modules: str | Iterable[str], **options: Any) -> Any:
        texts = [modules] if isinstance(modules, str) else modules
        return translated([loops_kept(text) for text in texts], **options)

    return compile_ir


def loops_kept(text: str) -> str:
    """A module whose loops stay loops: whatever leads back to a place above is a loop's end, and says so.

    A match's whole code is as long as several caches for instructions, and its threads wait for it more than for
    anything else. Loops that NVVM unrolls make it up to twice as long, and few of them are gone through often.
    """
    lines: list[str] = []
    notes, above = [f'!{FIRST_NODE} = !{{!"llvm.loop.unroll.disable"}}'], set[str]()
    for line in text.splitlines():
        if line.startswith("define "):
            above = set()
        label = LABEL.match(line)
        if label:
            above.add(label[1])
        if line.lstrip().startswith("br ") and above.intersection(GOES_TO.findall(line)):
            node = FIRST_NODE + len(notes)
            notes.append(f"!{node} = distinct !{{!{node}, !{FIRST_NODE}}}")
            line += f", !llvm.loop !{node}"
        lines.append(line)
    return "\n".join([*lines, *notes, ""])
