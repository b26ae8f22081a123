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
from numba.extending import overload

from . import cache, rule
from .box import NO_BOX

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

RULES: dict[str, dict[str, Any]] = {}
"""The rules of each game, by the name of its state's type (the GPU target has type objects of its own)."""


def register(state: np.dtype[Any], box: np.dtype[Any], rules: ModuleType) -> None:
    """Make the functions of `rules` the verbs of the states of type `state`, with defaults where there is none."""
    found = {verb: getattr(rules, verb, None) or _default(verb, state) for verb in ARGUMENTS}
    missing = [verb for verb in ARGUMENTS if not callable(found[verb])]
    if missing:
        raise TypeError(f"{rules.__name__} lacks the verbs {', '.join(missing)}")
    owner = cache.OWNERS.get(_name(state))
    if owner not in (None, rules.__name__):
        # Verbs are found by the record's type: of two games with one type, one would play the other's rules.
        raise TypeError(f"the states of {rules.__name__} have the same fields as those of {owner}: name one otherwise")
    RULES[_name(state)] = found
    RULES[_name(rule.widened(state))] = found
    for record in (state, box):
        if record != NO_BOX:  # that one is nobody's own
            cache.own(_name(record), rules.__name__)


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
    scope: dict[str, Any] = {"_rules_of": _rules_of, "RULES": RULES, "int64": np.int64}
    exec(f"def {name}({arguments}):\n    return _rules_of(s)['{name}']({arguments})", scope)
    generic = scope[name]
    generic.__module__ = __name__
    # `pick` runs while a caller is compiled; the rule it closes over is linked into that caller. Numbers go in as
    # int64, whatever the caller keeps them in, so that no rule is compiled twice.
    numbers = {"seats", "seat", "move", "viewer"}
    given = ", ".join(f"int64({a})" if a in numbers else a for a in arguments.split(", "))
    exec(
        f"def pick({arguments}):\n    rule = RULES[str(s)]['{name}']\n    return lambda {arguments}: rule({given})",
        scope,
    )
    overload(generic)(scope["pick"])
    return generic


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
