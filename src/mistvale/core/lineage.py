"""What machine code follows from: the key under which a compiled rule is kept.

Numba's own cache looks at the date of the file that a function stands in. Here a rule is followed as the compiler
follows it: its instructions, the constants that it reads, the rules that it calls, in whatever file they stand, and,
for each record in its signature, the rules of the game whose record it is. So what changes one of them is
compiled again, wherever it is called; what changes a comment, a message or the path of a folder is not.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config, serialize, types
from numba.core.dispatcher import Dispatcher

RULES: dict[str, Mapping[str, Any]] = {}
"""The rules of each game by the names of their verbs, by the name of its state's type."""

VERBS: dict[Any, str] = {}
"""The verbs and their names: which rule one means depends on the state it is given."""

DECLARED: dict[str, str] = {}
"""What is declared of the fields of a record beside their widths, by the name of its type."""

# What these hold is told by the versions of the tools.
TOOLS = frozenset({"builtins", "numpy", "numba", "math", "operator"})
COMPILER = ("compiling.py", "records.py", "verbs.py", "lineage.py")


def digest(rule: Any, signature: Any, codegen: Any) -> str:
    """All that the machine code of a rule follows from, for one signature."""
    found = hashlib.sha256(f"{tools()}\n{codegen.magic_tuple()}\n{tuple(signature)}\n".encode())
    # Read anew each time: it is set by the environment while Numba runs.
    found.update(f"{config.OPT} {bool(config.BOUNDSCHECK)}\n".encode())
    found.update("\n".join(DECLARED.get(name, "") for name in _records(signature)).encode())
    for function in followed(rule.py_func, _games(signature)):
        found.update(_written(function).encode())
    return found.hexdigest()[:40]


def size(rule: Any, signature: Any) -> int:
    """How much code a rule reaches, its own included."""
    return sum(len(function.__code__.co_code) for function in followed(rule.py_func, _games(signature)))


@functools.cache
def tools() -> str:
    """The versions of what compiles, our own part of it included."""
    ours = hashlib.sha256()
    for name in COMPILER:
        ours.update(Path(__file__).with_name(name).read_bytes())
    python = f"{sys.implementation.cache_tag} {getattr(sys, 'abiflags', '')}"
    versions = (numba.__version__, llvmlite.__version__, np.__version__)
    return " ".join((python, *versions, ours.hexdigest()))


def _records(signature: Any) -> list[str]:
    """The names of the records in a signature, alone, as the elements of arrays, and within other records."""
    found: set[str] = set()
    left = list(signature)
    while left:
        kind = left.pop()
        # A record has a `dtype` too: NumPy's.
        element = kind if isinstance(kind, types.Record) else getattr(kind, "dtype", None)
        if isinstance(element, types.Record) and str(element) not in found:
            found.add(str(element))
            left += [field.type for field in element.fields.values()]
    return sorted(found)


def _games(signature: Any) -> list[Mapping[str, Any]]:
    """The rules of the games whose records are in a signature."""
    return [RULES[name] for name in _records(signature) if name in RULES]


def followed(root: Callable[..., Any], games: list[Mapping[str, Any]]) -> list[FunctionType]:
    """A function and all that it calls by way of rules and verbs, each once, in an order that is always the same."""
    found: dict[Any, None] = {}
    left: list[Any] = [root]
    while left:
        function = left.pop()
        if function in found:
            continue
        found[function] = None
        for value in _read(function):
            if isinstance(value, Dispatcher):
                left.append(value.py_func)
            elif isinstance(value, FunctionType) and value in VERBS:
                left += [rules[VERBS[value]].py_func for rules in games]
    return list(found)


@functools.cache
def _read(function: FunctionType) -> tuple[Any, ...]:
    """The values that a function reads from outside, those of modules included."""
    return tuple(value for _, value in outside(function))


def outside(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Names and values that a function reads from its module, from closures and as defaults."""
    names = sorted(set(names_in(function.__code__)))
    builtins = vars(sys.modules["builtins"])
    scope = {**inspect.getclosurevars(function).nonlocals, **dict(enumerate_defaults(function))}
    yield from sorted(scope.items())
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, ModuleType):
                # Which of its names are meant is not worked out: all that could be are.
                yield from ((f"{name}.{inside}", getattr(value, inside)) for inside in names if hasattr(value, inside))
        elif name in builtins:
            yield name, builtins[name]


def enumerate_defaults(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Default values, each with the place it has."""
    yield from ((f"default {place}", value) for place, value in enumerate(function.__defaults__ or ()))


def names_in(code: CodeType) -> Iterator[str]:
    """The names that code uses, those of functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


@functools.cache
def _written(function: FunctionType) -> str:
    """A function as text: its instructions, and the values that it reads."""
    values = "\n".join(f"{name} = {told(value)}" for name, value in outside(function))
    home = f"{function.__module__}.{function.__qualname__}"
    return f"{home}\n{_instructions(function.__code__, function.__doc__)}\n{values}\n"


def _instructions(code: CodeType, doc: str | None) -> str:
    """Code without what says where it stands: file, lines, documentation."""
    constants = [
        _instructions(each, None) if isinstance(each, CodeType) else told(each)
        for each in code.co_consts
        if not (isinstance(each, str) and each == doc)
    ]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {constants}"


def told(value: Any) -> str:
    """A value as text, the same in every process: equal texts are equal values to the compiler."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name} {told(value.value)}"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__} ({', '.join(map(told, value))})"
    if isinstance(value, (np.generic, np.ndarray)):
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"{value.dtype!r} {np.shape(value)} {content}"
    if isinstance(value, Dispatcher):
        return f"rule {value.py_func.__module__}.{value.py_func.__qualname__}"
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, enum.EnumMeta):
        members: list[Any] = list(value.__members__.values())
        return f"{value.__qualname__} {[told(member) for member in members]}"
    return _told_by_home(value)


def _told_by_home(value: Any) -> str:
    """A function or class by its name and, if it is not one of the tools, by the file that it stands in."""
    home = getattr(value, "__module__", None) or type(value).__module__
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    if name is None:
        return hashlib.sha256(serialize.dumps(value)).hexdigest()
    if home.partition(".")[0] in TOOLS or (isinstance(value, FunctionType) and value in VERBS):
        return f"{home}.{name}"
    return f"{home}.{name} {_file_digest(home)}"


@functools.cache
def _file_digest(module: str) -> str:
    file = getattr(sys.modules.get(module), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""
