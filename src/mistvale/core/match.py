"""A match: one play of a game, from box, options, seats, seed and the moves so far.

Everything follows from those. A match decides what may be played; its steps are kept by its `History`, what a viewer
may know of them is a `View`, and the log is told by its `Telling`.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import verbs
from .box import Box, Data
from .chance import SEED_BYTES, Seal, seed_bytes, seed_words
from .ending import Ending
from .errors import ROOM, BadSeed, BadTable, DoesNotAddUp, IllegalMove, NoSuchMove, NoUndo
from .game import Game
from .history import BEAT, History, Step
from .keeping import Stock
from .knowledge import View, is_open, moves_legal, seats_pending, tallied
from .memory import Memory
from .moves import Move
from .rule import SPECTATOR, copied, packed, unpacked
from .rule import blank as blank_record
from .telling import Telling
from .text import Message, clean_name

if TYPE_CHECKING:
    from .playing_on import Origin, Study

FOLLOWING = frozenset({"notation", "telling", "_memories"})
"""What follows from the rest of a match, and is made again where it goes."""


class Match:
    """A live match. See `open_match`."""

    def __init__(
        self,
        game: Game,
        box: Box,
        options: Mapping[str, str],
        seats: int,
        seed: bytes,
        names: Sequence[str | None] = (),
        seal: Seal | None = None,
    ) -> None:
        """`names`: what the seats are called; None: somebody who is gone."""
        self.game = game
        self.box = box
        self.options = dict(options)
        self.seats = seats
        self.seed = seed
        self.names = tuple(clean_name(name) if name is not None else None for name in names)
        self.seal = seal
        # How it ended, beside what the rules say; known of matches at a table, and from records of those.
        self.ending: Ending | None = None
        # What it was played on from, if it was, or the position at which it begins.
        self.origin: Origin | Study | None = None
        self.notation = game.notation(box)
        self.telling = Telling()
        self._memories: dict[int, Memory] = {}
        self._detached = False
        state = blank_record(game.state)[0]
        verbs.setup(state, box.record, seats, game.packed_options(options), seed_words(seed))
        self.history = History(box.record, state)
        self.run_beats()

    # ---------------------------------------------------------------- where it stands

    @property
    def steps(self) -> int:
        """How many steps were taken: moves and beats."""
        return self.history.newest

    def step(self, number: int) -> Step:
        """Step `number`; 0 is the table as it was set up."""
        return self.history[number]

    @property
    def raw(self) -> Any:
        """The state as the record that the rules work on: whoever wants to change it takes a copy."""
        return self.history.state

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may decide now; none when the match is over."""
        return seats_pending(self.raw, self.box.record, self.seats)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(verbs.over(self.raw, self.box.record))

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far; final when the match is over."""
        return tallied(verbs.scores, self.raw, self.box.record, self.seats)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat once the match is over: 1 is first, ties share. Empty before."""
        return tallied(verbs.outcome, self.raw, self.box.record, self.seats) if self.over else ()

    @property
    def state(self) -> bytes:
        """The whole state as bytes, for those who simulate."""
        return packed(self.raw, self.game.state)

    @state.setter
    def state(self, data: bytes) -> None:
        """Put another state of the same game in place. What led here is forgotten: there is no record of it."""
        if len(data) != self.game.state.itemsize:
            raise ValueError(f"a state of {self.game.title} has {self.game.state.itemsize} bytes, not {len(data)}")
        state = unpacked(data, self.game.state)
        if int(state["seats"]) != self.seats:
            raise ValueError(f"that is a state for {int(state['seats'])} seats, not for {self.seats}")
        self.place(state)

    def place(self, state: Any) -> None:
        """Put a record in place, of this game and for as many seats, as `state` does with its bytes."""
        self.history = History(self.box.record, state)
        self.telling = Telling()
        self._memories = {}
        self._detached = True
        self.origin = None

    @property
    def detached(self) -> bool:
        """Whether it was set up from a bare state, so that nobody knows how it came about."""
        return self._detached

    @property
    def base(self) -> int:
        """The step at which it begins: 0, or where it was played on from."""
        return self.origin.base if self.origin is not None else 0

    def digest(self) -> str:
        """The digest of the state: equal exactly when the states are."""
        return hashlib.sha256(self.state).hexdigest()

    # ---------------------------------------------------------------- deciding

    def legal(self, seat: int) -> list[Move]:
        """The moves that `seat` may make now; none if it is not its decision."""
        return moves_legal(self.raw, self.box.record, self._seat(seat), self.notation)

    def checked_seat(self, seat: int) -> int:
        """A seat of this match; IllegalMove if there is none such."""
        return self._seat(seat)

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < self.seats:
            raise IllegalMove("no-seat", seat=seat, last=self.seats - 1)
        return int(seat)

    def _checked(self, seat: int, move: str) -> Move:
        """`move` as one of the seat's legal moves; IllegalMove, with what is allowed, if it is none."""
        allowed = self.legal(seat)
        try:
            wanted = self.notation.read(move)
        except NoSuchMove as error:
            raise IllegalMove(error.code, **{**error.values, "may": _may(allowed)}) from None
        if wanted not in allowed:
            if self.over:
                raise IllegalMove("match-over")
            if not allowed:
                raise IllegalMove("not-its-decision", seat=seat, others=", ".join(str(s) for s in self.pending))
            raise IllegalMove("not-now", seat=seat, move=str(wanted), may=_may(allowed))
        return wanted

    def play(self, seat: int, move: str) -> None:
        """Make a move for a seat (a Move or its notation), and run the beats that follow it."""
        seat = self._seat(seat)
        chosen = self._checked(seat, move)
        state = copied(self.raw)
        verbs.play(state, self.box.record, seat, chosen.number)
        self.history.append(seat, chosen, None, state)
        self.run_beats()

    def run_beats(self) -> None:
        """Take the steps that wait for nobody."""
        while not self.over and not self.pending:
            if not self.game.beats:
                raise DoesNotAddUp("no-beats", title=self.game.title)
            state = copied(self.raw)
            kind = int(verbs.beat(state, self.box.record))
            self.history.append(BEAT, None, self.game.beats[kind], state)

    # ---------------------------------------------------------------- taking back

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` has a move in the current epoch that it may take back."""
        return self._own_last(seat) is not None

    def _own_last(self, seat: int) -> int | None:
        """The step of a seat's last move in the current epoch; what was played before it was played on stands."""
        number = self.history.own_last(self._seat(seat))
        return number if number is not None and number > self.base else None

    def undo(self, seat: int) -> None:
        """Take back the last move of `seat` in the current epoch; what others did since stays."""
        number = self._own_last(seat)
        if number is None:
            raise NoUndo("nothing-to-undo", seat=seat)
        for other, move in self.history.cut(number):
            self.play(other, move)

    # ---------------------------------------------------------------- what a viewer knows

    def _viewer(self, viewer: int | None) -> int:
        return SPECTATOR if viewer is None or viewer == SPECTATOR else self._seat(viewer)

    def view_at(
        self,
        number: int,
        viewer: int,
        lang: str,
        *,
        imagined: Any = None,
        now: int | None = None,
        log: bool = False,
        stock: Stock | None = None,
    ) -> View:
        """What `viewer` may know at step `now` of step `number`, or of a state that is imagined in its place."""
        if now is None or not is_open(self.history, number, viewer, now):
            now = number
        return View(
            game=self.game,
            box=self.box,
            options=self.options,
            names=self.names,
            notation=self.notation,
            words=self.game.words(lang),
            # A view is worked out when it is asked for, and the match may have gone on by then.
            history=self.history.copy() if log else self.history,
            step=number,
            viewer=viewer,
            now=now,
            imagined=imagined,
            log=self.telling.log(self, number, viewer, lang, now) if log else (),
            stock=stock,
        )

    def grades(self) -> dict[str, int]:
        """The grades of a match that was played alone, by what is graded; none of other matches."""
        if self.game.grades is None or self.seats != 1 or not self.over:
            return {}
        return dict(self.game.grades(self.view_at(self.steps, 0, "en")))

    def view(self, viewer: int | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as plain data."""
        look = self.view_at(self.steps, self._viewer(viewer), "en")
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

    def look(
        self, viewer: int | None = None, lang: str = "en", step: int | None = None, stock: Stock | None = None
    ) -> View:
        """The view that scenes are made from."""
        number = self.steps if step is None else step
        return self.view_at(number, self._viewer(viewer), lang, now=self.steps, log=True, stock=stock)

    def scene(
        self, viewer: int | None = None, lang: str = "en", step: int | None = None, stock: Stock | None = None
    ) -> Any:
        """The table as a seat (None: a spectator) sees it, now or at an earlier step.

        Whoever draws one step after another gives it a stock, on which the parts that stay as they are lie ready.
        """
        look = self.look(viewer, lang, step, stock)
        if stock is not None:
            stock.turn_to(look)
        return self.game.scene(look)

    def preview(self, seat: int, move: str, lang: str = "en") -> Any | None:
        """The scene that a legal move would lead to; None if the move would reveal anything or end a turn."""
        seat = self._seat(seat)
        chosen = self._checked(seat, move)
        state = self.history.fold(self.steps, seat)
        epoch = int(state["epoch"])
        verbs.play(state, self.box.record, seat, chosen.number)
        if int(state["epoch"]) != epoch:
            return None
        look = self.view_at(self.steps, seat, lang, imagined=state, log=True)
        # That others have committed is public, though what they did is not in this fold.
        pending = {*self.pending} - {seat} | {seat} & {*look.pending}
        last = tuple(sorted({**dict(look.last), seat: chosen}.items()))
        return self.game.scene(look.altered(pending=tuple(sorted(pending)), last=last))

    # ---------------------------------------------------------------- the log

    def tell(self, viewer: int | None, step: int, lang: str = "en") -> str:
        """One line about a step as `viewer` sees it now; empty when there is nothing to say."""
        return self.telling.line(self, step, self._viewer(viewer), lang)

    def memory(self, viewer: int | None = None) -> str:
        """All that a seat (None: a spectator) has seen since the beginning, as text: its information state.

        The texts of two matches are equal exactly when the viewer cannot tell them apart. See `memory.py` for the form.
        """
        who = self._viewer(viewer)
        if who not in self._memories:
            self._memories[who] = Memory(self, who)
        return self._memories[who].text(self)

    # ---------------------------------------------------------------- copies, checks, handles

    def copy(self) -> Match:
        """Another match at the same point; neither changes the other."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin.history = self.history.copy()
        twin.telling = self.telling.copy()
        twin._memories = {viewer: memory.copy() for viewer, memory in self._memories.items()}
        return twin

    def called(self, names: Sequence[str | None]) -> Match:
        """The same match with other names at its seats."""
        twin = self.copy()
        cleaned = tuple(clean_name(name) if name is not None else None for name in names)
        twin.__dict__.update(names=cleaned, telling=Telling(), _memories={})
        return twin

    def __deepcopy__(self, memo: object) -> Match:
        """A copy is as deep as need be: what two matches share never changes."""
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What another process makes it again of: all but what follows from it."""
        return {name: each for name, each in self.__dict__.items() if name not in FOLLOWING}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        self.__dict__.update(
            pickled, notation=pickled["game"].notation(pickled["box"]), telling=Telling(), _memories={}
        )

    def rest(self) -> None:
        """Take less room until it goes on."""
        self.history.rest()
        self.telling.rest()
        self._memories = {}

    def audit(self) -> None:
        """Raise DoesNotAddUp if the state is one that no play leads to."""
        code = int(verbs.audit(self.raw, self.box.record))
        if code:
            raise DoesNotAddUp("audit", what=self.game.audits.get(code, f"audit {code}"))

    def seat(self, seat: int) -> Seat:
        """The handle of a seat, for bots: what it may know, and nothing more."""
        return Seat(self, self._seat(seat))

    def position(self) -> str:
        """Where it stands, in one line, from which `mv.position` makes it again; how it came about is not in it."""
        from .position import write_position

        return write_position(self)

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
        """A state that agrees with everything this seat has seen, and is random in everything else.

        What others have decided since the epoch began is not in it, as it is not in what the seat has seen: whoever
        searches lets them decide, which is why bots start here. `sample` goes on from where the table waits.
        """
        match = self._match
        state = match.history.fold(match.steps, self.number)
        verbs.redeal(state, self.box.record, self.number, seed_words(seed_bytes(seed)))
        return state

    def sample(self, seed: int | bytes) -> Match:
        """Such a world as a match that can be played on from where the table waits.

        That a seat has decided is public, and what it has decided is not. So exactly those seats may decide who may at
        the table: the others have decided here, too, by moves that are drawn evenly from what was legal for them.
        """
        match, words = self._match, seed_bytes(seed)
        dice = random.Random(words)
        for _ in range(MOST_TRIES):
            world = match.copy()
            world.seed, world.seal = bytes(SEED_BYTES), None
            world.place(self.world(words))
            if _decide(world, self.number, match.pending, dice):
                return world
            words = dice.randbytes(SEED_BYTES)
        raise DoesNotAddUp("no-world", title=self.game.title)


MOST_TRIES = 1000  # worlds that are looked at before it is said that nobody could have decided as they did


def _decide(world: Match, viewer: int, waiting: tuple[int, ...], dice: random.Random) -> bool:
    """Let others decide until the world waits for the seats in `waiting`; whether it does, in the same epoch.

    How many moves a seat makes before it has decided is up to the rules.
    """
    epoch = int(world.raw["epoch"])
    while int(world.raw["epoch"]) == epoch and world.pending != waiting:
        others = [seat for seat in world.pending if seat != viewer and seat not in waiting]
        if not others:
            return False
        world.play(others[0], dice.choice(world.legal(others[0])))
    return int(world.raw["epoch"]) == epoch


MOST_NAMED = 12


def _may(allowed: Sequence[Move]) -> Message | str:
    """What a seat may do instead, as the end of a sentence."""
    if not allowed:
        return ""
    moves = ", ".join(str(move) for move in allowed[:MOST_NAMED])
    more = len(allowed) - MOST_NAMED
    return Message(ROOM, "error.may-more" if more > 0 else "error.may", {"moves": moves, "more": more})


def open_match(
    game: Game,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    box: Box | Path | str | Data | None = None,
    names: Sequence[str | None] = (),
    seal: Seal | None = None,
) -> Match:
    """Open a match. A seed given by hand makes an open match; none, a secret one."""
    if seal is not None and seed is not None:
        raise BadTable("seed-and-seal")
    try:
        chosen = seal.seed() if seal is not None else seed_bytes(seed)
    except BadSeed as error:
        raise BadTable(error.code, **error.values) from None
    own, agreed = game.box(box, stated_figures=False), game.check_options(options)
    count = game.check_seats(game.seats[0] if seats is None else seats)
    return Match(game, game.check_box(own, count, agreed), agreed, count, chosen, names, seal)
