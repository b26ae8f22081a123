"""What a viewer may know: of a step, of a move, of a whole table. Scenes, logs and programs get nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import numpy as np

from . import verbs
from .fields import Record, reader
from .game import MOST_SEATS
from .history import History, settled
from .keeping import Key, Noted, Stock
from .moves import Move, Notation
from .rule import HIDDEN, SPECTATOR, copied
from .text import Words

if TYPE_CHECKING:
    from .box import Box
    from .game import Game


Says = TypeVar("Says", bound=Callable[..., Any])
Told = TypeVar("Told")


def is_open(history: History, number: int, viewer: int, now: int) -> bool:
    """Whether `viewer` may see step `number` as it was: its epoch is over by step `now`, and the viewer only looked on.

    Whoever moved in that epoch has seen it grow by its own moves already, and must not see them come and go.
    """
    if number > history[now].epoch_start:
        return False
    start = history[number].epoch_start
    for step in history.span(start + 1, history.newest):
        if step.epoch_start != start:
            break
        if step.seat == viewer:
            return False
    return True


def state_seen(history: History, number: int, viewer: int, now: int) -> Any:
    """The state of step `number` as far as `viewer` may know it at step `now`, not yet veiled. A copy."""
    if is_open(history, number, viewer, now):
        return copied(history[number].state)
    return history.fold(number, viewer)


def move_seen(history: History, notation: Notation, number: int, viewer: int, now: int) -> Move | None:
    """The move of step `number` as `viewer` sees it at step `now`; None if it may not, or there is none."""
    step = history[number]
    if step.move is None or (step.seat != viewer and number > history[now].epoch_start):
        return None
    before = history[number - 1].state
    shown = int(verbs.seen(before, history.box, step.seat, step.move.number, viewer))
    return None if shown == HIDDEN else notation.move(shown)


def seats_pending(state: Any, box: Any, seats: int) -> tuple[int, ...]:
    """The seats that may decide."""
    mask = int(verbs.pending(state, box))
    return tuple(seat for seat in range(seats) if mask >> seat & 1)


def moves_legal(state: Any, box: Any, seat: int, notation: Notation) -> list[Move]:
    """The moves that a seat may make."""
    out = np.empty(notation.size, np.int32)
    count = verbs.legal(state, box, seat, out)
    return [notation.move(number) for number in out[:count].tolist()]


def tallied(verb: Any, state: Any, box: Any, seats: int) -> tuple[int, ...]:
    """What `scores` or `outcome` says of each seat."""
    out = np.zeros(MOST_SEATS, np.int32)
    verb(state, box, out)
    return tuple(out[:seats].tolist())


def once(say: Says) -> Says:
    """Of a function that reads nothing of a view but its box and its words: ask it once, and keep what it says.

    What is printed on components is asked for hundreds of times in a scene.
    """

    @wraps(say)
    def said(view: View, *given: Any) -> Any:
        kept, key = view.box.said, (say, view.words, given)
        if key not in kept:
            kept[key] = say(view, *given)
        return kept[key]

    return cast(Says, said)


class fact(Generic[Told]):  # noqa: N801
    """Something that a view works out when it is first asked. As `functools.cached_property`, but without its lock."""

    def __init__(self, work_out: Callable[[Any], Told]) -> None:
        self._work_out, self.__doc__ = work_out, work_out.__doc__
        self._name = work_out.__name__

    def __get__(self, view: Any, owner: type) -> Told:
        found = view.__dict__[self._name] = self._work_out(view)
        return found


S = TypeVar("S", bound=Record)
B = TypeVar("B", bound=Record)


class ViewOf(Generic[S, B]):
    """What one viewer may know at one step: all that a scene is made from.

    It is worked out when it is asked for, from steps that do not change any more, and then kept. A game names the types
    that its state and its box are read as: `View = ViewOf[State, Box]`.
    """

    def __init__(
        self,
        *,
        game: Game,
        box: Box,
        options: Mapping[str, str],
        names: tuple[str | None, ...],
        notation: Notation,
        words: Words,
        history: History,
        step: int,
        viewer: int,
        now: int,
        imagined: Any = None,
        log: tuple[tuple[int, str], ...] = (),
        stock: Stock | None = None,
    ) -> None:
        self.game = game
        self.box = box
        self.options = options
        self.names = names
        self.words = words
        self.step = step
        self.viewer = viewer
        self.log = log  # who did something, and the line that tells it
        self._number = step  # where it looks, whatever the scene is told
        self._notation = notation
        self._history = history
        self._imagined = imagined  # a state that is looked at in place of the step's own: a preview, a line of the log
        self._made: dict[Any, Any] = {}
        self._answers: dict[Any, Any] = {}
        self._stock = stock
        self._now = now  # the step by which it may know: a later one only where this one is open to it

    def altered(self, **facts: Any) -> ViewOf[S, B]:
        """The same view with other facts."""
        other: ViewOf[S, B] = object.__new__(ViewOf)
        other.__dict__.update(self.__dict__)
        other.__dict__.update(facts, _stock=None, _made={}, _answers={})
        return other

    def keep(self, key: Key) -> Any:
        """What a kept function makes of it: from the stock of its reader, or else once for this view."""
        if self._stock is not None:
            return self._stock.piece(self, key).value
        if key not in self._made:
            make, *given = key
            made = make(self, *given)
            self._made[key] = tuple(made) if isinstance(made, Iterator) else made
        return self._made[key]

    @fact
    def noted(self) -> Noted:
        """The same view, which notes what is read of it."""
        assert self._stock is not None
        return Noted(self, self._stock)

    # ---------------------------------------------------------------- what is known

    @fact
    def _fold(self) -> Any:
        if self._imagined is not None:
            return self._imagined
        return state_seen(self._history, self._number, self.viewer, self._now)

    @property
    def _true(self) -> Any:
        return self._history[self._number].state if self._imagined is None else self._imagined

    def _veiled(self, state: Any) -> Any:
        verbs.veil(state, self.box.record, self.viewer)
        return state

    @fact
    def state(self) -> Any:
        """The veiled record."""
        return self._veiled(copied(self._fold))

    @fact
    def before(self) -> Any:
        """The veiled record one step earlier: where things came from. None at the beginning."""
        if self._imagined is not None:
            return self._veiled(self._history.fold(self._number, self.viewer))
        if self._number == 0:
            return None
        return self._veiled(state_seen(self._history, self._number - 1, self.viewer, self._now))

    @fact
    def s(self) -> S:
        """The state in plain integers: `view.s.window[seat][space]`."""
        return cast(S, reader(self.game.state)(self.state))

    @fact
    def was(self) -> S | None:
        """The state one step earlier, in plain integers; None at the beginning."""
        return None if self.before is None else cast(S, reader(self.game.state)(self.before))

    @fact
    def components(self) -> B:
        """What is in the box, in plain integers."""
        return cast(B, self.box.read(self.game.box_type))

    @fact
    def beat(self) -> str | None:
        """The beat that led here."""
        return self._history[self._number].beat if self._imagined is None else None

    @fact
    def last(self) -> tuple[tuple[int, Move], ...]:
        """Each seat's latest move as far as the viewer may see it: what a table marks as just done."""
        seen: dict[int, Move] = {}
        for n in range(self._number, max(0, self._number - 4 * self.seats), -1):
            step = self._history[n]
            if step.move is not None and step.seat not in seen:
                move = move_seen(self._history, self._notation, n, self.viewer, self._now)
                if move is not None:
                    seen[step.seat] = move
                    if len(seen) == self.seats:
                        break
        return tuple(sorted(seen.items()))

    @fact
    def seats(self) -> int:
        return int(self._true["seats"])

    @fact
    def pending(self) -> tuple[int, ...]:
        """The seats that may decide: that is public, whatever they have decided before."""
        return seats_pending(self._true, self.box.record, self.seats)

    @fact
    def legal(self) -> tuple[Move, ...]:
        """The viewer's moves."""
        if self.looks_on:
            return ()
        return tuple(moves_legal(self._fold, self.box.record, self.viewer, self._notation))

    @fact
    def allowed(self) -> frozenset[str]:
        """The viewer's moves, whatever their order."""
        return frozenset(self.legal)

    @fact
    def over(self) -> bool:
        return bool(verbs.over(self._true, self.box.record))

    @fact
    def scores(self) -> tuple[int, ...]:
        """Points as far as the viewer can count them."""
        return tallied(verbs.scores, self.state, self.box.record, self.seats)

    @fact
    def ranks(self) -> tuple[int, ...]:
        """1 is first, ties share; empty before the end."""
        return tallied(verbs.outcome, self.state, self.box.record, self.seats) if self.over else ()

    def places(self, name: str, seat: int) -> tuple[int, ...]:
        """A seat's row of a field that all may see, as it lies on a table: each thing where it was laid first."""
        start = self._history[self._number].epoch_start
        return settled(self._history.laid(name, start)[seat], self.state[name][seat].tolist())

    # ---------------------------------------------------------------- what scenes ask

    def ask(self, rule: Any, *given: Any) -> Any:
        """What a rule says of the position: `view.ask(beside, seat, space, arrow)`. It stands in the game's `asked`."""
        if given and isinstance(given[-1], np.ndarray):
            return asked(rule, self.state, self.box.record, given)  # the answer is written into it
        key = rule, given
        if key not in self._answers:
            self._answers[key] = asked(rule, self.state, self.box.record, given)
        return self._answers[key]

    def ask_before(self, rule: Any, *given: Any) -> Any:
        """What a rule says of the position one step earlier."""
        return asked(rule, self.before, self.box.record, given)

    @property
    def looks_on(self) -> bool:
        """Whether the viewer has no seat."""
        return self.viewer == SPECTATOR

    def is_own(self, seat: int) -> bool:
        """Whether the viewer looks through the eyes of this seat."""
        return seat == self.viewer != SPECTATOR

    @property
    def around(self) -> list[int]:
        """All seats in their order around the table, the viewer's first."""
        first = 0 if self.looks_on else self.viewer
        return [(first + i) % self.seats for i in range(self.seats)]

    def name(self, seat: int) -> str:
        """What a seat is called."""
        name = self.names[seat] if seat < len(self.names) else ""
        if name is None:
            return self.words("seat.former")
        return name or self.words("seat", n=seat + 1)

    def may(self, move: str) -> str | None:
        """`move`, if it is one of the viewer's legal moves: what a sprite or a button offers."""
        return move if move in self.allowed else None

    def is_pending(self, seat: int) -> bool:
        """Whether a seat may decide."""
        return seat in self.pending

    def latest(self, seat: int) -> Move | None:
        """A seat's latest move, if the viewer may see it and it was not long ago."""
        return next((move for mover, move in self.last if mover == seat), None)


View = ViewOf[Any, Any]
"""A view of whatever game."""


@cache
def _takes_box(rule: Any) -> bool:
    names = list(signature(getattr(rule, "py_func", rule)).parameters)
    return names[1:2] == ["box"]


def asked(rule: Any, state: Any, box: Any, given: tuple[Any, ...]) -> Any:
    """What a rule says, as a plain number: a rule takes a state, the box if it needs it, and what it is asked about."""
    answer = rule(state, box, *given) if _takes_box(rule) else rule(state, *given)
    return answer.item() if isinstance(answer, np.generic) else answer
