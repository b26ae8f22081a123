"""A match: one play of a game, from box, options, seats, seed and the moves so far.

Everything follows from those, so a match keeps a list of steps (each move and each beat is one) and can show
any of them to any viewer. What a viewer sees is always the same fold: all steps up to the start of the current
epoch, and the viewer's own moves since. Undo takes back a seat's own moves of the current epoch, and no more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from . import verbs
from .box import Box, Data
from .chance import Seal, seed_bytes, seed_words
from .errors import BadTable, DoesNotAddUp, IllegalMove, NoUndo
from .game import MOST_SEATS, Game
from .moves import Move
from .rule import HIDDEN, SPECTATOR, packed, unpacked
from .rule import blank as blank_record
from .text import Words, clean_name

BEAT = -1  # the seat of a step that no seat decided


@dataclass(frozen=True)
class Step:
    """One step of a match: a seat's move, or a beat; and the state it led to."""

    seat: int
    move: Move | None
    beat: str | None
    state: Any
    epoch_start: int  # the step at which the epoch of `state` began


@dataclass(frozen=True)
class View:
    """What one viewer may know at one step: all that a scene is made from."""

    game: Game
    box: Box
    options: Mapping[str, str]
    state: Any  # the veiled record
    viewer: int
    pending: tuple[int, ...]
    legal: tuple[Move, ...]
    names: tuple[str, ...]
    over: bool
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    words: Words
    step: int
    last: tuple[tuple[int, Move], ...] = ()  # the moves that led here, as far as the viewer may see them
    beat: str | None = None  # the beat that led here
    before: Any = None  # the veiled record one step earlier: where things came from
    log: tuple[tuple[int, str], ...] = field(default=(), repr=False)

    @property
    def seats(self) -> int:
        return int(self.state["seats"])

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.names[seat] if seat < len(self.names) and self.names[seat] else self.words("seat", n=seat + 1)

    def may(self, move: str) -> str | None:
        """`move`, if it is one of the viewer's legal moves: what a sprite or a button offers."""
        return move if move in self.legal else None


class Match:
    """A live match. See `open_match`."""

    def __init__(
        self,
        game: Game,
        box: Box,
        options: Mapping[str, str],
        seats: int,
        seed: bytes,
        names: Sequence[str] = (),
        seal: Seal | None = None,
    ) -> None:
        self.game = game
        self.box = box
        self.options = dict(options)
        self.seats = seats
        self.seed = seed
        self.names = tuple(clean_name(name) for name in names)
        self.seal = seal
        self.notation = game.notation(box)
        self._moves = np.zeros(game.moves.size, np.int32)
        self._log: dict[tuple[int, str], list[tuple[int, int, str]]] = {}
        self._detached = False
        state = blank_record(game.state)[0]
        verbs.setup(state, box.record, seats, game.packed_options(options), seed_words(seed))
        self._steps = [Step(BEAT, None, None, state, 0)]
        self._run_beats()

    # ---------------------------------------------------------------- where it stands

    @property
    def _state(self) -> Any:
        return self._steps[-1].state

    @property
    def steps(self) -> int:
        """How many steps were taken: moves and beats."""
        return len(self._steps) - 1

    def step(self, number: int) -> Step:
        """Step `number`; 0 is the table as it was set up."""
        return self._steps[number]

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may decide now; none when the match is over."""
        return self._pending(self._state)

    def _pending(self, state: Any) -> tuple[int, ...]:
        mask = int(verbs.pending(state, self.box.record))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(verbs.over(self._state, self.box.record))

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far; final when the match is over."""
        return self._tallied(verbs.scores, self._state)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat once the match is over: 1 is first, ties share. Empty before."""
        return self._tallied(verbs.outcome, self._state) if self.over else ()

    def _tallied(self, verb: Any, state: Any) -> tuple[int, ...]:
        out = np.zeros(MOST_SEATS, np.int32)
        verb(state, self.box.record, out)
        return tuple(int(n) for n in out[: self.seats])

    @property
    def state(self) -> bytes:
        """The whole state as bytes, for those who simulate."""
        return packed(self._state, self.game.state)

    @state.setter
    def state(self, data: bytes) -> None:
        """Put another state of the same game in place. What led here is forgotten: there is no record of it."""
        if len(data) != self.game.state.itemsize:
            raise ValueError(f"a state of {self.game.title} has {self.game.state.itemsize} bytes, not {len(data)}")
        state = unpacked(data, self.game.state)
        if int(state["seats"]) != self.seats:
            raise ValueError(f"that is a state for {int(state['seats'])} seats, not for {self.seats}")
        self._place(state)

    def _place(self, state: Any) -> None:
        self._steps = [Step(BEAT, None, None, state, 0)]
        self._log.clear()
        self._detached = True

    def digest(self) -> str:
        """The digest of the state: equal exactly when the states are."""
        return hashlib.sha256(self.state).hexdigest()

    # ---------------------------------------------------------------- deciding

    def legal(self, seat: int) -> list[Move]:
        """The moves that `seat` may make now; none if it is not its decision."""
        return self._legal(self._state, self._seat(seat))

    def _legal(self, state: Any, seat: int) -> list[Move]:
        count = verbs.legal(state, self.box.record, seat, self._moves)
        return [self.notation.move(int(number)) for number in self._moves[:count]]

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.seats:
            raise IllegalMove(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")
        return int(seat)

    def _checked(self, seat: int, move: str) -> Move:
        """`move` as one of the seat's legal moves; IllegalMove, with what is allowed, if it is none."""
        allowed = self.legal(seat)
        try:
            wanted = self.notation.read(move)
        except ValueError as error:
            raise IllegalMove(f"{error}{_may(allowed)}") from None
        if wanted not in allowed:
            if self.over:
                reason = "the match is over"
            elif not allowed:
                waiting = ", ".join(str(s) for s in self.pending)
                reason = f"it is not seat {seat}'s decision, but that of seat {waiting}"
            else:
                reason = f"seat {seat} can't {str(wanted)!r} now"
            raise IllegalMove(reason + _may(allowed))
        return wanted

    def play(self, seat: int, move: str) -> None:
        """Make a move for a seat (a Move or its notation), and run the beats that follow it."""
        seat = self._seat(seat)
        chosen = self._checked(seat, move)
        state = self._state.copy()
        verbs.play(state, self.box.record, seat, chosen.number)
        self._append(seat, chosen, None, state)
        self._run_beats()

    def _append(self, seat: int, move: Move | None, beat: str | None, state: Any) -> None:
        before = self._steps[-1]
        same = int(before.state["epoch"]) == int(state["epoch"])
        self._steps.append(Step(seat, move, beat, state, before.epoch_start if same else len(self._steps)))

    def _run_beats(self) -> None:
        while not self.over and not self.pending:
            if not self.game.beats:
                raise DoesNotAddUp(f"{self.game.title} waits for nobody and is not over, and it has no beats")
            state = self._state.copy()
            kind = int(verbs.beat(state, self.box.record))
            self._append(BEAT, None, self.game.beats[kind], state)

    # ---------------------------------------------------------------- taking back

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` has a move in the current epoch that it may take back."""
        return self._own_last(self._seat(seat)) is not None

    def _own_last(self, seat: int) -> int | None:
        start = self._steps[-1].epoch_start
        for number in range(len(self._steps) - 1, start, -1):
            if self._steps[number].seat == seat:
                return number
        return None

    def undo(self, seat: int) -> None:
        """Take back the last move of `seat` in the current epoch; what others did since stays."""
        number = self._own_last(self._seat(seat))
        if number is None:
            raise NoUndo(f"seat {seat} has nothing to take back: what it did was seen, or it did nothing yet")
        later = [(step.seat, step.move) for step in self._steps[number + 1 :] if step.move is not None]
        del self._steps[number:]
        for other, move in later:
            assert move is not None
            self.play(other, move)

    # ---------------------------------------------------------------- what a viewer knows

    def _viewer(self, viewer: int | None) -> int:
        return SPECTATOR if viewer is None or viewer == SPECTATOR else self._seat(viewer)

    def _fold(self, number: int, viewer: int) -> Any:
        """The state that `viewer` is in at step `number`: the epoch's start and its own moves since."""
        start = self._steps[number].epoch_start
        while start < number and self._steps[start + 1].seat == BEAT:
            start += 1  # beats before the first move are everybody's
        since = self._steps[start + 1 : number + 1]
        if all(step.seat in (viewer, BEAT) for step in since):
            return self._steps[number].state.copy()
        state = self._steps[start].state.copy()
        for step in since:
            if step.move is not None and step.seat == viewer:
                verbs.play(state, self.box.record, viewer, step.move.number)
        return state

    def _is_open(self, number: int, viewer: int, now: int) -> bool:
        """Whether `viewer` may see step `number` as it was: its epoch is over by now, and the viewer only looked on.

        Whoever moved in that epoch has seen it grow by its own moves already, and must not see them come and go.
        """
        if number > self._steps[now].epoch_start:
            return False
        start = self._steps[number].epoch_start
        since = range(start + 1, len(self._steps))
        return not any(
            self._steps[n].seat == viewer for n in takewhile(lambda n: self._steps[n].epoch_start == start, since)
        )

    def _seen_at(self, number: int, viewer: int, now: int) -> Any:
        """The state of step `number` as far as `viewer` may see it at step `now`."""
        if self._is_open(number, viewer, now):
            return self._steps[number].state.copy()
        return self._fold(number, viewer)

    def _look(
        self, number: int, viewer: int, lang: str, *, state: Any = None, log: bool = True, now: int | None = None
    ) -> View:
        if now is None or not self._is_open(number, viewer, now):
            now = number
        fold = self._seen_at(number, viewer, now) if state is None else state
        veiled = fold.copy()
        verbs.veil(veiled, self.box.record, viewer)
        true = self._steps[number].state if state is None else state
        over = bool(verbs.over(true, self.box.record))
        return View(
            game=self.game,
            box=self.box,
            options=self.options,
            state=veiled,
            viewer=viewer,
            pending=self._pending(true),
            legal=tuple(self._legal(fold, viewer)) if viewer >= 0 else (),
            names=self.names,
            over=over,
            scores=self._tallied(verbs.scores, veiled),
            ranks=self._tallied(verbs.outcome, veiled) if over else (),
            words=self.game.words(lang),
            step=number,
            last=self._last(number, viewer, now),
            beat=self._steps[number].beat if state is None else None,
            before=self._before(number, viewer, state, now),
            log=tuple(self._told(number, viewer, lang, now)) if log else (),
        )

    def _before(self, number: int, viewer: int, state: Any, now: int) -> Any:
        """The veiled record that came before step `number`, or before a preview of `state`."""
        if state is None and number == 0:
            return None
        fold = self._seen_at(number - 1, viewer, now) if state is None else self._fold(number, viewer)
        verbs.veil(fold, self.box.record, viewer)
        return fold

    def _last(self, number: int, viewer: int, now: int) -> tuple[tuple[int, Move], ...]:
        """Each seat's latest move as far as `viewer` may see it: what a table marks as just done."""
        seen: dict[int, Move] = {}
        for n in range(number, max(0, number - 4 * self.seats), -1):
            step = self._steps[n]
            if step.move is not None and step.seat not in seen:
                move = self._seen(n, viewer, now)
                if move is not None:
                    seen[step.seat] = move
        return tuple(sorted(seen.items()))

    def _seen(self, number: int, viewer: int, now: int) -> Move | None:
        """The move of step `number` as `viewer` sees it at step `now`, None if it may not."""
        step = self._steps[number]
        if step.move is None or (step.seat != viewer and number > self._steps[now].epoch_start):
            return None
        before = self._steps[number - 1].state
        shown = int(verbs.seen(before, self.box.record, step.seat, step.move.number, viewer))
        return None if shown == HIDDEN else self.notation.move(shown)

    def view(self, viewer: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as plain data."""
        look = self._look(self.steps, self._viewer(viewer), "en", log=False)
        hidden = {"key", "block", "drawn", "spare"}
        fields = {name: look.state[name].tolist() for name in self.game.state.names or () if name not in hidden}
        return {
            "game": self.game.name,
            "viewer": look.viewer,
            "step": look.step,
            "options": dict(self.options),
            "pending": list(look.pending),
            "legal": [str(move) for move in look.legal],
            "over": look.over,
            "scores": list(look.scores),
            "ranks": list(look.ranks),
            "state": fields,
        }

    def look(self, viewer: int | None = None, lang: str = "en", step: int | None = None) -> View:
        """The view that scenes are made from."""
        return self._look(self.steps if step is None else step, self._viewer(viewer), lang, now=self.steps)

    def scene(self, viewer: int | None = None, lang: str = "en", step: int | None = None) -> Any:
        """The table as a seat (None: a spectator) sees it, now or at an earlier step."""
        return self.game.scene(self.look(viewer, lang, step))

    def preview(self, seat: int, move: str, lang: str = "en") -> Any | None:
        """The scene that a legal move would lead to; None if the move would reveal anything or end a turn."""
        seat = self._seat(seat)
        chosen = self._checked(seat, move)
        state = self._fold(self.steps, seat)
        epoch = int(state["epoch"])
        verbs.play(state, self.box.record, seat, chosen.number)
        if int(state["epoch"]) != epoch:
            return None
        look = self._look(self.steps, seat, lang, state=state)
        # That others have committed is public, though what they did is not in this fold.
        pending = {*self.pending} - {seat} | {seat} & {*look.pending}
        last = tuple(sorted({**dict(look.last), seat: chosen}.items()))
        return self.game.scene(replace(look, pending=tuple(sorted(pending)), last=last))

    # ---------------------------------------------------------------- the log

    def tell(self, viewer: int | None, step: int, lang: str = "en") -> str:
        """One line about a step as `viewer` sees it now; empty when there is nothing to say."""
        return self._tell(step, self._viewer(viewer), lang, self.steps)

    def _tell(self, number: int, viewer: int, lang: str, now: int) -> str:
        step = self._steps[number]
        if step.beat is not None:
            # Once its epoch is over, a beat is told as it happened, with the moves that led to it.
            open_now = number <= self._steps[now].epoch_start
            before, after = (
                self._look(n, viewer, lang, state=self._steps[n].state.copy() if open_now else None, log=False)
                for n in (number - 1, number)
            )
            return self.game.tell(step.beat, before, after)
        move = self._seen(number, viewer, now)
        if step.move is None or move is None:
            return ""
        if self.game.say is not None:
            # As it was for the seat that moved: what others have done since the epoch began is not in it.
            before, after = (
                self._look(n, viewer, lang, state=self._fold(n, step.seat), log=False) for n in (number - 1, number)
            )
            if line := self.game.say(step.seat, move, before, after):
                return line
        look = self._look(number - 1, viewer, lang, log=False)
        return self.said(step.seat, move, look)

    def said(self, seat: int, move: Move, look: View) -> str:
        """A move in words: `log.<verb>` of the catalogue, with its places' words."""
        spoken = self.notation.spoken(move)
        values = {place: look.words.get(f"{place}.{word}", word) for place, word in spoken.words.items()}
        key = f"log.{spoken.phrase.verb}"
        return look.words(key, name=look.name(seat), **values) if key in look.words else ""

    def _told(self, number: int, viewer: int, lang: str, now: int) -> list[tuple[int, str]]:
        """The log up to step `number`, as it may be told at step `now`.

        Lines up to the start of the newest epoch never change, so they are kept.
        """
        kept = self._log.setdefault((viewer, lang), [])
        for n in range(len(kept) + 1, self._steps[-1].epoch_start + 1):
            kept.append((n, self._steps[n].seat, self._tell(n, viewer, lang, self.steps)))
        lines = kept + [
            (n, self._steps[n].seat, self._tell(n, viewer, lang, self.steps)) for n in range(len(kept) + 1, number + 1)
        ]
        epoch = self._steps[now].epoch_start
        return [(seat, text) for n, seat, text in lines[:number] if text and (n <= epoch or seat in (viewer, BEAT))]

    # ---------------------------------------------------------------- copies, checks, handles

    def copy(self) -> Match:
        """Another match at the same point; neither changes the other."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._steps = list(self._steps)
        twin._moves = self._moves.copy()
        twin._log = {key: list(lines) for key, lines in self._log.items()}
        return twin

    def audit(self) -> None:
        """Raise DoesNotAddUp if the state is one that no play leads to."""
        code = int(verbs.audit(self._state, self.box.record))
        if code:
            raise DoesNotAddUp(self.game.audits.get(code, f"audit {code}"))

    def seat(self, seat: int) -> Seat:
        """The handle of a seat, for bots: what it may know, and nothing more."""
        return Seat(self, self._seat(seat))

    def record(self) -> str:
        """The match as JSON text, from which `load` makes it again without loss."""
        from .record import write_record

        return write_record(self)


class Seat:
    """A seat's handle on a match: its legal moves, its view, and worlds that agree with all it has seen."""

    def __init__(self, match: Match, number: int) -> None:
        self._match = match
        self.number = number
        self.game = match.game
        self.box = match.box
        self.seats = match.seats

    @property
    def legal(self) -> list[Move]:
        """The moves that this seat may make now."""
        return self._match.legal(self.number)

    def view(self) -> dict[str, Any]:
        """What this seat may know, as plain data."""
        return self._match.view(self.number)

    def scene(self, lang: str = "en") -> Any:
        """The table as this seat sees it."""
        return self._match.scene(self.number, lang)

    def world(self, seed: int | bytes) -> Any:
        """A state that agrees with everything this seat has seen, and is random in everything else."""
        match = self._match
        state = match._fold(match.steps, self.number)
        verbs.redeal(state, self.box.record, self.number, seed_words(seed_bytes(seed)))
        return state

    def sample(self, seed: int | bytes) -> Match:
        """Such a world as a match that can be played on."""
        world = self._match.copy()
        world.seed, world.seal = bytes(32), None
        world._place(self.world(seed))
        return world


def _may(allowed: Sequence[Move]) -> str:
    if not allowed:
        return ""
    shown = ", ".join(str(move) for move in allowed[:12])
    more = f" and {len(allowed) - 12} more" if len(allowed) > 12 else ""
    return f"; it may: {shown}{more}"


def open_match(
    game: Game,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    box: Box | Path | str | Data | None = None,
    names: Sequence[str] = (),
    seal: Seal | None = None,
) -> Match:
    """Open a match. A seed given by hand makes an open match; none, a secret one."""
    if seal is not None and seed is not None:
        raise BadTable("a sealed match gets its seed from its seal: give one or the other")
    try:
        chosen = seal.seed() if seal is not None else seed_bytes(seed)
    except ValueError as error:
        raise BadTable(str(error)) from None
    return Match(
        game,
        game.box(box),
        game.check_options(options),
        game.check_seats(game.seats[0] if seats is None else seats),
        chosen,
        names,
        seal,
    )
