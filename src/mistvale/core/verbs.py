"""The verbs: what every game can do, resolved by the type of the state.

Generic code calls `verbs.legal(s, box, seat, out)` and the like. Compiled, the game's own rule is chosen while
the caller is compiled, so nothing is looked up at run time; interpreted, it is looked up by the record's dtype.
What a game's rules do not say, `defaults.py` says.
"""

from __future__ import annotations

from inspect import signature
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global

from . import lineage, rule

# ---------------------------------------------------------------- the verbs


def setup(s: Any, box: Any, seats: int, options: Any, seed: Any) -> Any:
    """Deal a new match."""
    return rules_of(s)["setup"](s, box, seats, options, seed)


def pending(s: Any, box: Any) -> Any:
    """The seats that may decide now, as bits; none and not over: a beat is next."""
    return rules_of(s)["pending"](s, box)


def legal(s: Any, box: Any, seat: int, out: Any) -> Any:
    """Write that seat's legal moves into `out`, ascending; how many there are."""
    return rules_of(s)["legal"](s, box, seat, out)


def play(s: Any, box: Any, seat: int, move: int) -> Any:
    """Apply one legal move."""
    return rules_of(s)["play"](s, box, seat, move)


def beat(s: Any, box: Any) -> Any:
    """Take one automatic step; its kind."""
    return rules_of(s)["beat"](s, box)


def over(s: Any, box: Any) -> Any:
    """Whether the match has ended."""
    return rules_of(s)["over"](s, box)


def scores(s: Any, box: Any, out: Any) -> Any:
    """Write the points so far into `out`."""
    return rules_of(s)["scores"](s, box, out)


def outcome(s: Any, box: Any, out: Any) -> Any:
    """Write the ranks with the rulebook's tie-breaks into `out`, when it is over."""
    return rules_of(s)["outcome"](s, box, out)


def veil(s: Any, box: Any, viewer: int) -> Any:
    """Blank what the viewer may not know."""
    return rules_of(s)["veil"](s, box, viewer)


def redeal(s: Any, box: Any, viewer: int, seed: Any) -> Any:
    """Replace what the viewer can't know by an even sample."""
    return rules_of(s)["redeal"](s, box, viewer, seed)


def seen(s: Any, box: Any, seat: int, move: int, viewer: int) -> Any:
    """What the viewer sees of a move, or HIDDEN."""
    return rules_of(s)["seen"](s, box, seat, move, viewer)


def audit(s: Any, box: Any) -> Any:
    """0, or the number of what does not add up."""
    return rules_of(s)["audit"](s, box)


def value(s: Any, box: Any, out: Any) -> Any:
    """Write into `out` what the position is worth to each seat, in points: a heuristic for those who search."""
    return rules_of(s)["value"](s, box, out)


def bias(s: Any, box: Any, seat: int, move: int) -> Any:
    """What a legal move promises, in tenths of a point: a heuristic, too."""
    return rules_of(s)["bias"](s, box, seat, move)


VERBS: tuple[Any, ...] = (
    setup,
    pending,
    legal,
    play,
    beat,
    over,
    scores,
    outcome,
    veil,
    redeal,
    seen,
    audit,
    value,
    bias,
)
NAMES = tuple(verb.__name__ for verb in VERBS)
PLAYED = ("setup", "pending", "legal", "play", "beat", "over", "scores", "outcome", "veil", "seen")
"""The verbs that Python calls while people play. Bots call `redeal`; the rest is for rules, and for those who check."""

NUMBERS = frozenset({"seats", "seat", "move", "viewer"})
"""Arguments that are whole numbers of 64 bits at the door, however narrow they are where they come from."""

# ---------------------------------------------------------------- which rule is meant

RULES: dict[str, dict[str, Any]] = {}
"""The rules of each game, by the name of its state's type (the GPU target has type objects of its own)."""

OWNERS: dict[str, str] = {}
"""The module with a game's rules, by the name of its state's type."""


def register(state: np.dtype[Any], rules: ModuleType) -> None:
    """Make the functions of `rules` the verbs of the states of type `state`, with defaults where there is none."""
    found = {name: getattr(rules, name, None) or _default(name, state) for name in NAMES}
    missing = [name for name in NAMES if not callable(found[name])]
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


def rules_of(s: Any) -> dict[str, Any]:
    """The rules of the game whose state this is."""
    if s.dtype not in _NAMES:
        _NAMES[s.dtype] = _name(s.dtype)
    return RULES[_NAMES[s.dtype]]


# ---------------------------------------------------------------- verbs in compiled code


def _resolve(verb: Any) -> None:
    """Let compiled code call a verb: its rule is chosen while the caller is compiled."""
    name = lineage.VERBS[verb] = verb.__name__
    numbers = [argument in NUMBERS for argument in signature(verb).parameters]

    class Chosen(AbstractTemplate):  # type: ignore[misc]
        """What a call of the verb means: the inner side of the rule of the game whose state it is given."""

        key = verb

        def generic(self, given: Any, _keywords: Any) -> Any:
            kinds = tuple(types.int64 if is_number else kind for is_number, kind in zip(numbers, given, strict=True))
            return self.context.resolve_function_type(self._meant(given[0]), kinds, {})

        def get_impl_key(self, signature: Any) -> Any:
            return self._meant(signature.args[0]).get_impl_key(signature)

        def _meant(self, state: Any) -> Any:
            """The game's rule as the target has it that is compiled for: a processor, or a GPU."""
            return self.context.resolve_value_type(RULES[str(state)][name])

    infer(Chosen)
    infer_global(verb, types.Function(Chosen))


for _verb in VERBS:
    _resolve(_verb)
