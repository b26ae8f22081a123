"""The compile cache: never runs stale code, recompiles only what depends on a change.

Numba's own cache looks at the file a function stands in, and no further: edit a rule that another file
calls, and the caller goes on with the old one. Here the key of a compiled function also holds the digest
of every source file its module reaches by imports and, for each record in its signature, the digest of the
sources of the game whose record it is. So a generic function (a search, a batch) compiled for Misty
is compiled again when Misty's rules change, and for no other game.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import platformdirs
from numba.core import caching, config, types

OWNERS: dict[str, str] = {}
"""The module with a game's rules, by the name of the record type that it rules over."""


def cache_folder() -> Path:
    """Where compiled rules are kept: MISTVALE_CACHE, or the user's cache folder."""
    named = os.environ.get("MISTVALE_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("mistvale")) / "rules"


@functools.cache
def source_digest(module: str) -> str:
    """The digest of a module's source and of all sources that it reaches by imports."""
    digest = hashlib.sha256()
    for name, file in sorted(_reached(module).items()):
        digest.update(name.encode() + b"\0" + Path(file).read_bytes() + b"\0")
    return digest.hexdigest()


def _reached(module: str) -> dict[str, str]:
    """Name and file of `module` and of whatever it imports from its own distribution or from Mistvale."""
    homes = {module.partition(".")[0], __name__.partition(".")[0]}
    found: dict[str, str] = {}
    left = [module]
    while left:
        name = left.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if name in found or file is None or not file.endswith(".py"):
            continue
        found[name] = file
        left += [other for other in _imports(name, file) if other.partition(".")[0] in homes]
    return found


def _imports(module: str, file: str) -> Iterator[str]:
    """The modules that a source file names in its import statements."""
    package = module if Path(file).name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *([base] if base else [])])
            # A bare package is not reached by importing one of its modules.
            submodules = [f"{base}.{alias.name}" for alias in node.names]
            known = [name for name in submodules if name in sys.modules]
            yield from known
            if len(known) < len(submodules):
                yield base


def _records(signature: Any) -> Iterator[str]:
    """The names of the record types in a signature, alone or as the elements of arrays."""
    for kind in signature:
        # A record has a `dtype` too: NumPy's.
        element = kind if isinstance(kind, types.Record) else getattr(kind, "dtype", None)
        if isinstance(element, types.Record):
            yield str(element)


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """Puts the files of a function into the cache folder, stamped with the digest of its sources."""

    def __init__(self, function: Any, file: str) -> None:
        self._module = function.__module__
        self._name = hashlib.sha256(f"{file}:{function.__qualname__}".encode()).hexdigest()[:16]

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return source_digest(self._module)

    def get_disambiguator(self) -> str:
        return self._name

    @classmethod
    def from_function(cls, function: Any, file: str) -> _Locator:
        return cls(function, file)


class _Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]


class RuleCache(caching.FunctionCache):  # type: ignore[misc]
    """The cache of one rule. Opened at its first compilation, when all modules it reaches are loaded."""

    _impl_class = _Implementation

    def __init__(self, function: Any) -> None:
        self._function = function
        self._opened = False
        self._enabled = True

    def __repr__(self) -> str:
        return f"<RuleCache of {self._function.__qualname__}>"

    def _open(self) -> None:
        if not self._opened:
            super().__init__(self._function)
            self._opened = True

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        owners = sorted({OWNERS[name] for name in _records(signature) if name in OWNERS})
        sources = tuple((owner, source_digest(owner)) for owner in owners)
        return (*super()._index_key(signature, codegen), sources, bool(config.BOUNDSCHECK))

    def _load_overload(self, signature: Any, target_context: Any) -> Any:
        # A torn or unreadable cache file is no cache file: compile again.
        with contextlib.suppress(Exception):
            self._open()
            return super()._load_overload(signature, target_context)
        return None

    def _save_overload(self, signature: Any, data: Any) -> None:
        # A full or read-only disk costs the next start a compilation, and nothing else.
        with contextlib.suppress(OSError):
            self._open()
            try:
                super()._save_overload(signature, data)
            except OSError:
                raise
            except Exception:
                # The index is torn: begin it anew.
                self.flush()
                super()._save_overload(signature, data)


def own(type_name: str, module: Any) -> None:
    """Say that the records named `type_name` are ruled by `module`."""
    OWNERS[type_name] = module if isinstance(module, str) else inspect.getmodule(module).__name__  # type: ignore[union-attr]
