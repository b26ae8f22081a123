"""A light state: a match without its history, played by numbers. For one's own search, and for adapters.

state = lab.State("misty", seats=2, seed=7)
while not state.over:
    state.play(state.legal()[0])
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from ..core import verbs
from ..core.box import Box, Data
from ..core.chance import seed_bytes, seed_words
from ..core.game import Game
from ..core.knowledge import tallied
from ..core.match import Match
from ..core.rule import SPECTATOR, blank, copied, packed, unpacked
from .cells import MOST_SINCE, NOBODY, ask_one, cell_type, deal_one, facts, imagine_one, listed, observe_one, play_one
from .layout import Layout
from .rewards import tell_worth
from .seat import redeal_one
from .setting import NO_MOVE, IllegalMoves, Setting
from .telling import Teller
from .turning import turn

SEAT, COUNT, PENDING, LENGTH, MOVERS, SINCE = range(6)  # where FACTS stand
Told = bytes  # a name that `State.bytes` does not hide
HEAD = struct.Struct("<iiii")  # the seat that is asked, decisions so far, who has moved in this epoch, and how often


class State:
    """A match at one moment, with what each seat may know of it, and nothing of how it came about."""

    __slots__ = ("_box", "_cells", "_facts", "_legal", "_listed", "setting")

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | bytes | None = None,
        box: Box | Path | str | Data | None = None,
    ) -> None:
        """A match that begins. What is left out is as `open_match` has it; but two seats or more, if there can be."""
        self._begin(Setting.of(game, seats, options, box), seed)

    @classmethod
    def opened(cls, setting: Setting, seed: int | str | bytes | None = None) -> State:
        """A match that begins, of a setting that was checked before."""
        state = object.__new__(cls)
        state._begin(setting, seed)
        return state

    def _begin(self, setting: Setting, seed: int | str | bytes | None) -> None:
        self._take(setting, np.zeros(1, cell_type(setting.game)))
        self._cells["seed"][0] = seed_words(seed_bytes(seed))
        deal_one(self._cells, self._box, setting.seats, setting.packed_options, self._legal)

    def _take(self, setting: Setting, cells: Any, legal: Any = None) -> None:
        self.setting = setting
        self._box = setting.box.record
        self._cells = cells
        self._facts = facts(cells)[0]
        self._legal = np.empty(listed(setting.game), np.int32) if legal is None else legal
        self._listed: list[int] | None = None  # the legal moves of the seat that is asked, once somebody wants them

    # ---------------------------------------------------------------- where it stands

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.setting.game

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setting.seats

    @property
    def seat(self) -> int:
        """The seat that is asked: the lowest of those that may decide; -1 when the match is over."""
        return int(self._facts[SEAT])

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that may decide; none when the match is over."""
        mask = int(self._facts[PENDING])
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._facts[PENDING] == 0)

    @property
    def length(self) -> int:
        """Decisions so far."""
        return int(self._facts[LENGTH])

    @property
    def raw(self) -> Any:
        """The true state as the record that rules work on; a search must not look at what is hidden there."""
        return self._cells[0]["now"]

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far, hidden ones too; final when the match is over."""
        return tallied(verbs.scores, self.raw, self._box, self.seats)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat once the match is over: 1 is first, ties share. Empty before."""
        return tallied(verbs.outcome, self.raw, self._box, self.seats) if self.over else ()

    # ---------------------------------------------------------------- deciding

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal moves of the seat that is asked, or of another that may decide, ascending: a list of one's own."""
        if seat is not None and seat != self._facts[SEAT]:
            return self._legal_of(seat)
        if self._listed is None:
            self._listed = self._legal[: self._facts[COUNT]].tolist()
        return self._listed.copy()

    # Rules get numbers of Python alone: for those of an array they would be compiled once more, which takes seconds.

    def _legal_of(self, seat: int) -> list[int]:
        if seat not in self.pending:
            return []
        out = np.empty_like(self._legal)
        return out[: verbs.legal(self.raw, self._box, int(seat), out)].tolist()  # type: ignore[no-any-return]

    def mask(self, seat: int | None = None) -> Any:
        """1 for each legal move among all moves of the game."""
        mask = np.zeros(self.setting.size, np.uint8)
        if seat is None or seat == self._facts[SEAT]:
            mask[self._legal[: self._facts[COUNT]]] = 1
        else:
            mask[self._legal_of(seat)] = 1
        return mask

    def play(self, move: int, seat: int | None = None) -> None:
        """Make a move for the seat that is asked, or for another that may decide; the beats that follow are run."""
        who = int(self._facts[SEAT] if seat is None else seat)
        try:
            number = index(move)
        except TypeError:
            number = NO_MOVE
        # Rules have room for numbers up to a size: one that finds none there is no move, and does not get so far.
        known = 0 <= who < self.seats and 0 <= number < self.setting.size
        if not (known and play_one(self._cells, self._box, who, number, self._legal)):
            raise IllegalMoves(None, who, move, self.legal(who), self.setting.notation)
        self._listed = None

    def ask(self, seat: int) -> None:
        """Let another of the seats that may decide be the one that is asked."""
        if seat not in self.pending:
            raise ValueError(f"seat {seat} has nothing to decide; {', '.join(map(str, self.pending)) or 'nobody'} has")
        ask_one(self._cells, self._box, int(seat), self._legal)
        self._listed = None

    # ---------------------------------------------------------------- what a seat knows

    def observation(self, seat: int | None = None) -> Any:
        """What a seat may know (the one that is asked; -1: who only looks on), as a record: see `Layout`."""
        seen = blank(self.game.state)
        observe_one(self._cells, self._box, self._looks(seat), seen)
        return seen[0]

    def told(self, seat: int, teller: Teller) -> tuple[Any, Any]:
        """The same as one row of numbers, as `Layout.flat` has it, and the seat's mask, at once."""
        if seat == self._facts[SEAT]:
            return teller.tell(self._cells, self._box, int(seat), self._legal, int(self._facts[COUNT]))
        who = self._looks(seat)
        legal = np.array(self._legal_of(who), np.int32)
        return teller.tell(self._cells, self._box, who, legal, len(legal))

    def features(self, seat: int | None = None) -> dict[str, int]:
        """What the game's own features tell a seat, by their names: see `Game.features`."""
        viewer = self._looks(seat)
        known = turn(self.observation(viewer), viewer, back=True)
        return {each.__name__: int(each(known, self._box, viewer)) for each in self.game.features}

    def _looks(self, seat: int | None) -> int:
        who = self.seat if seat is None else int(seat)
        if not SPECTATOR <= who < self.seats:
            raise ValueError(f"there is no seat {who}: they go from 0 to {self.seats - 1}, and -1 only looks on")
        return who

    def layout(self) -> Layout:
        """How observations are read."""
        return Layout(self.game, self.setting.box.words)

    def imagined(self, seat: int, seed: int | bytes) -> State:
        """Another world that agrees with all that a seat may know, and is random in everything else.

        Who has decided in this epoch has done so there, too, whatever it was.
        """
        world = self.clone()
        world._imagine(self._looks(seat), seed_words(seed_bytes(seed)))  # noqa: SLF001 - it is one of these, too
        return world

    def _imagine(self, seat: int, seed: Any) -> None:
        imagine_one(self._cells, self._box, seat, seed, self._legal)
        self._listed = None

    def world(self, seat: int, seed: int | bytes) -> Any:
        """A record that agrees with all that a seat has seen, and is random in everything else: where bots start.

        What others have decided in this epoch is not in it, as in `Seat.world` of a match; `imagined` lets them decide.
        """
        out = blank(self.game.state)
        redeal_one(self._cells, self._box, self._looks(seat), seed_words(seed_bytes(seed)), out)
        return out[0]

    def worth(self, how: Any) -> list[float]:
        """What it is worth to each seat: see `rewards.Purse`."""
        out = np.zeros(self.seats, np.float32)
        tell_worth(self._cells, self._box, how, np.empty_like(self._legal), blank(self.game.state), out)
        return out.tolist()

    # ---------------------------------------------------------------- copies

    def clone(self) -> State:
        """Another state at the same point; neither changes the other."""
        twin = object.__new__(State)
        # As bytes: NumPy copies a record field by field, which takes twenty times as long.
        twin._take(self.setting, self._cells.view(np.uint8).copy().view(self._cells.dtype), self._legal.copy())
        return twin

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    @property
    def bytes(self) -> bytes:
        """All of it as bytes, from which `State.restored` makes it again."""
        cell, dtype = self._cells[0], self.game.state
        asked, length, movers, since = (int(self._facts[place]) for place in (SEAT, LENGTH, MOVERS, SINCE))
        told = HEAD.pack(asked, length, movers, since) + packed(cell["now"], dtype)
        if movers:
            kept = min(since, MOST_SINCE)
            told += packed(cell["start"], dtype) + cell["moves"][:kept].tobytes() + cell["by"][:kept].tobytes()
        return told

    @classmethod
    def restored(cls, setting: Setting, data: Told) -> State:
        """The state that these are the bytes of."""
        state = object.__new__(cls)
        state._take(setting, np.zeros(1, cell_type(setting.game)))
        cell, dtype, size = state._cells[0], setting.game.state, setting.game.state.itemsize
        if len(data) < HEAD.size + size:
            raise ValueError(f"a state of {setting.game.title} has {HEAD.size + size} bytes or more, not {len(data)}")
        asked, length, movers, since = HEAD.unpack_from(data)
        cell["now"] = unpacked(data[HEAD.size : HEAD.size + size], dtype)
        if int(cell["now"]["seats"]) != setting.seats:
            raise ValueError(f"that is a state for {int(cell['now']['seats'])} seats, not for {setting.seats}")
        if movers:
            rest = data[HEAD.size + size :]
            kept = min(since, MOST_SINCE)
            if len(rest) != size + 5 * kept:
                raise ValueError("these bytes are torn")
            cell["start"] = unpacked(rest[:size], dtype)
            cell["moves"][:kept] = np.frombuffer(rest[size : size + 4 * kept], np.int32)
            cell["by"][:kept] = np.frombuffer(rest[size + 4 * kept :], np.int8)
        state._facts[[LENGTH, MOVERS, SINCE]] = length, movers, since
        state._facts[PENDING] = int(verbs.pending(cell["now"], state._box))
        if asked not in (state.pending or (NOBODY,)):
            raise ValueError("these bytes are torn")
        ask_one(state._cells, state._box, asked, state._legal)
        return state

    @classmethod
    def of(cls, match: Match) -> State:
        """A match as it stands."""
        setting = Setting(match.game, match.box, match.seats, match.options)
        history = match.history
        start = history.first_move(history.newest)
        moves = [history[number] for number in range(start + 1, history.newest + 1) if history[number].move is not None]
        told = HEAD.pack(
            next(iter(match.pending), NOBODY),
            sum(step.move is not None for step in history),
            sum(1 << seat for seat in {m.seat for m in moves}),
            len(moves),
        )
        told += packed(match.raw, match.game.state)
        if moves:
            told += packed(copied(history[start].state), match.game.state)
            told += np.array([move.move.number for move in moves], np.int32).tobytes()  # type: ignore[union-attr]
            told += np.array([move.seat for move in moves], np.int8).tobytes()
        return cls.restored(setting, told)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.setting == other.setting and self.bytes == other.bytes

    def __hash__(self) -> int:
        return hash(self.bytes)

    def __reduce__(self) -> Any:
        return State.restored, (self.setting, self.bytes)

    def __repr__(self) -> str:
        asked = "over" if self.over else f"seat {self.seat} to decide"
        return f"<State {self.game.name}, {self.seats} seats, after {self.length} decisions, {asked}>"
