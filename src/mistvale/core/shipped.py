"""Rules that were compiled elsewhere: a package of its own, `mistvale-compiled`, carries them for whoever installs it.

They are built for two kinds of processors: x86-64-v3, which most of the last ten years are, and x86-64-v4, on which
code of the lower kind can play a tenth slower. Each uses those of the highest kind of which it has every feature. They
are named like all compiled rules, by what they follow from; so those for another Python, Numba or NumPy, or for rules
that have changed since, are simply not found, and everything is compiled as usual.

The package is trusted like any code that is installed, and only read.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llvmlite import binding

PACKAGE = "mistvale_compiled"
FOLDER = "doors"


@dataclass(frozen=True)
class Kind:
    """Processors that run the same code: what LLVM calls them, and what each of them can do."""

    name: str
    features: tuple[str, ...]

    def told(self) -> str:
        """The features as LLVM wants to have them told."""
        return ",".join(f"+{name}" for name in self.features)

    def build_environment(self) -> dict[str, str]:
        """The variables by which a process compiles for all such processors, and not for its own."""
        return {"NUMBA_CPU_NAME": self.name, "NUMBA_CPU_FEATURES": self.told()}


V3 = (
    *("64bit", "cmov", "cx8", "cx16", "fxsr", "mmx", "sahf", "popcnt", "sse", "sse2", "sse3", "ssse3", "sse4.1"),
    *("sse4.2", "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave", "crc32"),
)
KINDS = (
    Kind("x86-64-v4", (*V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")),
    Kind("x86-64-v3", V3),
)
"""The highest first."""


class Portable:
    """What says for which machine code is made, where that is a kind and not this processor."""

    def __init__(self, codegen: Any, kind: Kind) -> None:
        self._system = codegen.magic_tuple()[0]
        self._kind = kind

    def magic_tuple(self) -> tuple[str, str, str]:
        return self._system, self._kind.name, self._kind.told()


def kind_of(known: Mapping[str, bool]) -> Kind | None:
    """The highest kind of a processor with these features."""
    return next((kind for kind in KINDS if all(known.get(name) for name in kind.features)), None)


@functools.cache
def kind_here() -> Kind | None:
    """The kind of this processor; None where LLVM does not know it."""
    try:
        return kind_of(binding.get_host_cpu_features())
    except RuntimeError:
        return None


@functools.cache
def folder() -> Path | None:
    """Where they lie; None where they are not installed."""
    found = importlib.util.find_spec(PACKAGE)
    return None if found is None or found.origin is None else Path(found.origin).with_name(FOLDER)
