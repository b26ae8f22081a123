"""All that chance can make of one step of a match, with its true probability: on tiny boxes, where that is little.

A rule draws as it likes, in compiled code, and nobody can look on. So it is run by scripts (`core/chance.py`): once
with an empty one, which tells from how many numbers it would draw first; then with each of those, and so on, until a
script lasts to the end. What leads to the same state is one outcome.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core import verbs
from ..core.chance import LOW_BYTE, SCRIPT_ROOM, asked, hide_stream, script, seed_words
from ..core.game import Game
from ..core.match import Match
from ..core.rule import blank, copied, packed

MOST_SCRIPTS = 1_000_000
"""Scripts that are run for one step: a shuffle of nine cards takes two thirds of them."""

MOST_OUTCOMES = 1 << 16
"""Different states that one step can lead to."""

NO_SCRIPT = seed_words(script(()))

Step = Callable[[Any, Any], int]
"""What a rule does to a state that it is given, with a seed of four words; the kind of beat, where it is one."""


@dataclass(frozen=True)
class Outcome:
    """A state that a step can lead to, how likely, and the kind of beat it was."""

    probability: Fraction
    state: Any
    kind: int


class TooMuchChance(ValueError):
    """A step draws more than can be gone through."""


def setting_up(match: Match) -> Step:
    """The step that deals a new match, at a table like that of `match`."""
    options = match.game.packed_options(match.options)

    def step(state: Any, seed: Any) -> int:
        verbs.setup(state, match.box.record, match.seats, options, seed)
        return 0

    return step


def beating(match: Match) -> Step:
    """The beat that is next."""

    def step(state: Any, seed: Any) -> int:
        state["key"] = seed
        return int(verbs.beat(state, match.box.record))

    return step


def playing(match: Match, seat: int, move: int) -> Step:
    """A seat's move."""

    def step(state: Any, seed: Any) -> int:
        state["key"] = seed
        verbs.play(state, match.box.record, seat, move)
        return 0

    return step


def certain(state: Any, step: Step) -> Outcome | None:
    """What `step` makes of a state where it draws nothing; None where it does."""
    after, kind, choices = _run(state, step, ())
    return None if choices else Outcome(Fraction(1), after, kind)


def outcomes(game: Game, state: Any, step: Step) -> tuple[Outcome, ...]:
    """All that `step` can make of a state, in an order that does not depend on anything else.

    The random stream of a state is none of its business: it is blank before and after.
    """
    found: dict[tuple[bytes, int], Fraction] = {}
    states: dict[tuple[bytes, int], Any] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    runs = 0
    while waiting:
        numbers, probability = waiting.pop()
        after, kind, choices = _run(state, step, numbers)
        runs += 1
        if choices:
            _check_room(game, numbers, choices, runs)
            waiting += [((*numbers, each), probability / choices) for each in range(choices)]
            continue
        key = packed(after, game.state), kind
        found[key] = found.get(key, Fraction(0)) + probability
        states.setdefault(key, after)
    if len(found) > MOST_OUTCOMES:
        raise TooMuchChance(f"a step of {game.title} has {len(found)} outcomes: explicit chance is for tiny boxes")
    return tuple(Outcome(found[key], states[key], key[1]) for key in sorted(found))


def _run(state: Any, step: Step, numbers: tuple[int, ...]) -> tuple[Any, int, int]:
    """A step by a script: the state after it, the kind of beat, and from how many it would have drawn on."""
    after = blanked(state)
    kind = step(after, seed_words(script(numbers)) if numbers else NO_SCRIPT)
    choices = asked(after)
    hide_stream(after)
    return after, kind, choices


def _check_room(game: Game, numbers: tuple[int, ...], choices: int, runs: int) -> None:
    """Whether a longer script can be written, and there is time to run it."""
    if len(numbers) >= int(SCRIPT_ROOM) or choices > int(LOW_BYTE) or runs > MOST_SCRIPTS:
        raise TooMuchChance(f"a step of {game.title} draws too much to go through: explicit chance is for tiny boxes")


def blanked(state: Any) -> Any:
    """A copy of a state with a blank stream."""
    copy = copied(state)
    hide_stream(copy)
    return copy


def nothing(game: Game) -> Any:
    """A state before anything was set up."""
    return blank(game.state)[0]
