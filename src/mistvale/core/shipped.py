"""Rules that were compiled elsewhere: a package of its own, `mistvale-compiled`, carries them for whoever installs it.

They are built for x86-64-v3, which most processors of the last ten years understand, and used only where this one has
every feature of it. They are named like all compiled rules, by what they follow from; so those for another Python,
Numba or NumPy, or for rules that have changed since, are simply not found, and everything is compiled as usual.

The package is trusted like any code that is installed, and only read.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from llvmlite import binding

PACKAGE = "mistvale_compiled"
FOLDER = "doors"
PROCESSOR = "x86-64-v3"
FEATURES = (
    *("64bit", "cmov", "cx8", "cx16", "fxsr", "mmx", "sahf", "popcnt", "sse", "sse2", "sse3", "ssse3", "sse4.1"),
    *("sse4.2", "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave", "crc32"),
)


class Portable:
    """What says for which machine code is made, where that is not this one."""

    def __init__(self, codegen: Any) -> None:
        self._system = codegen.magic_tuple()[0]

    def magic_tuple(self) -> tuple[str, str, str]:
        return self._system, PROCESSOR, features()


def features() -> str:
    """As LLVM wants to have them told."""
    return ",".join(f"+{name}" for name in FEATURES)


def build_environment() -> dict[str, str]:
    """The variables by which a process compiles for all such processors, and not for its own."""
    return {"NUMBA_CPU_NAME": PROCESSOR, "NUMBA_CPU_FEATURES": features()}


def understood(known: Mapping[str, bool]) -> bool:
    """Whether a processor with these features runs such code."""
    return all(known.get(name) for name in FEATURES)


@functools.cache
def folder() -> Path | None:
    """Where they lie; None where they are not installed, or not for this processor."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    try:
        if not understood(binding.get_host_cpu_features()):
            return None
    except RuntimeError:  # LLVM does not know this processor's
        return None
    return Path(found.origin).with_name(FOLDER)
