"""The verbs: what every game can do, resolved by the type of the state.

Generic code calls `verbs.legal(s, box, seat, out)` and the like. Compiled, the game's own rule is chosen while
the caller is compiled, so nothing is looked up at run time; interpreted, it is looked up by the record's dtype.
What a game's rules do not say, `defaults.py` says.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global

from . import lineage, rule

ARGUMENTS = {
    "setup": "s, box, seats, options, seed",  # deal a new match
    "pending": "s, box",  # the seats that may decide now, as bits; none and not over: a beat is next
    "legal": "s, box, seat, out",  # that seat's legal moves, ascending, into `out`; how many
    "play": "s, box, seat, move",  # apply one legal move
    "beat": "s, box",  # one automatic step; its kind
    "over": "s, box",  # whether the match has ended
    "scores": "s, box, out",  # points so far
    "outcome": "s, box, out",  # ranks with the rulebook's tie-breaks, when over
    "veil": "s, box, viewer",  # blank what the viewer may not know
    "redeal": "s, box, viewer, seed",  # replace what the viewer can't know by an even sample
    "seen": "s, box, seat, move, viewer",  # what the viewer sees of a move, or HIDDEN
    "audit": "s, box",  # 0, or the number of what does not add up
    "value": "s, box, out",  # what the position is worth to each seat, in points: advice to those who search
    "bias": "s, box, seat, move",  # what a legal move promises, in tenths of a point: advice, too
}
PLAYED = ("setup", "pending", "legal", "play", "beat", "over", "scores", "outcome", "veil", "seen")
"""The verbs that Python calls while people play. Bots call `redeal`; the rest is for rules, and for those who check."""

NUMBERS = frozenset({"seats", "seat", "move", "viewer"})

RULES: dict[str, dict[str, Any]] = {}
"""The rules of each game, by the name of its state's type (the GPU target has type objects of its own)."""

OWNERS: dict[str, str] = {}
"""The module with a game's rules, by the name of its state's type."""


def register(state: np.dtype[Any], rules: ModuleType) -> None:
    """Make the functions of `rules` the verbs of the states of type `state`, with defaults where there is none."""
    found = {verb: getattr(rules, verb, None) or _default(verb, state) for verb in ARGUMENTS}
    missing = [verb for verb in ARGUMENTS if not callable(found[verb])]
    if missing:
        raise TypeError(f"{rules.__name__} lacks the verbs {', '.join(missing)}")
    owner = OWNERS.setdefault(_name(state), rules.__name__)
    if owner != rules.__name__:
        # Verbs are found by the record's type: of two games with one type, one would play the other's rules.
        raise TypeError(f"the states of {rules.__name__} have the same fields as those of {owner}: name one otherwise")
    RULES[_name(state)] = lineage.RULES[_name(state)] = found
    RULES[_name(rule.widened(state))] = found


def _default(verb: str, state: np.dtype[Any]) -> Any:
    """What `verb` means for a game that does not say; None where only the game can say."""
    from . import defaults  # they call verbs themselves

    if verb == "pending" and "turn" not in (state.names or ()):
        return None
    return getattr(defaults, verb, None)


def of(state: np.dtype[Any]) -> dict[str, Any]:
    """The rule behind each verb for the states of type `state`."""
    return RULES[_name(state)]


def _name(dtype: np.dtype[Any]) -> str:
    return str(numba.from_dtype(dtype))


_NAMES: dict[np.dtype[Any], str] = {}


def _rules_of(s: Any) -> dict[str, Any]:
    if s.dtype not in _NAMES:
        _NAMES[s.dtype] = _name(s.dtype)
    return RULES[_NAMES[s.dtype]]


def _verb(name: str, arguments: str) -> Any:
    """A function that finds the rule called `name` of the game whose state it is given."""
    scope: dict[str, Any] = {"_rules_of": _rules_of}
    exec(f"def {name}({arguments}):\n    return _rules_of(s)['{name}']({arguments})", scope)
    verb = scope[name]
    verb.__module__ = __name__
    lineage.VERBS[verb] = name
    numbers = [argument in NUMBERS for argument in arguments.split(", ")]

    class Chosen(AbstractTemplate):  # type: ignore[misc]
        """What a call of the verb means: the inner side of the rule of the game whose state it is given."""

        key = verb

        def generic(self, given: Any, _keywords: Any) -> Any:
            kinds = tuple(types.int64 if is_number else kind for is_number, kind in zip(numbers, given, strict=True))
            inner = RULES[str(given[0])][name].inner
            inner.compile(kinds)
            return inner.overloads[kinds].signature

        def get_impl_key(self, signature: Any) -> Any:
            return RULES[str(signature.args[0])][name].inner.get_overload(signature)

    infer(Chosen)
    infer_global(verb, types.Function(Chosen))
    return verb


setup = _verb("setup", ARGUMENTS["setup"])
pending = _verb("pending", ARGUMENTS["pending"])
legal = _verb("legal", ARGUMENTS["legal"])
play = _verb("play", ARGUMENTS["play"])
beat = _verb("beat", ARGUMENTS["beat"])
over = _verb("over", ARGUMENTS["over"])
scores = _verb("scores", ARGUMENTS["scores"])
outcome = _verb("outcome", ARGUMENTS["outcome"])
veil = _verb("veil", ARGUMENTS["veil"])
redeal = _verb("redeal", ARGUMENTS["redeal"])
seen = _verb("seen", ARGUMENTS["seen"])
audit = _verb("audit", ARGUMENTS["audit"])
value = _verb("value", ARGUMENTS["value"])
bias = _verb("bias", ARGUMENTS["bias"])
