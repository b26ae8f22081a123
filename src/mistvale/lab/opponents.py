"""Who sits at the other seats: bots by their names, or policies of one's own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from ..bots import Bot
from ..bots import bot as bot_called
from .batch import Batch
from .forms import Form
from .seat import Seat
from .setting import Setting
from .state import State

Policy = Callable[[Any, Any], Any]
"""Chooses a move by an observation and a mask; for batches, moves by as many of each."""


class Opponent(Protocol):
    """Somebody at another seat."""

    def begin(self, seed: int) -> None:
        """A match begins."""
        ...

    def move(self, state: State) -> int:
        """A move for the seat that is asked."""
        ...


class BotOpponent:
    """A bot, seeded anew for each match."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bot = bot_called(name, 0)

    def begin(self, seed: int) -> None:
        """A match begins."""
        self.bot = bot_called(self.name, seed)

    def move(self, state: State) -> int:
        """A move for the seat that is asked."""
        return chosen(self.bot, state)


class PolicyOpponent:
    """A policy, which is told what the seat that it plays may know."""

    def __init__(self, policy: Policy, form: Form) -> None:
        self.policy = policy
        self.form = form

    def begin(self, seed: int) -> None:
        """A match begins."""

    def move(self, state: State) -> int:
        """A move for the seat that is asked."""
        return int(self.policy(self.form.read(state.observation()), state.mask().view(np.int8)))


def bot_seed(match: bytes, seat: int) -> int:
    """The seed of a bot, which follows from the seed of its match and its seat."""
    return random.Random(match + bytes([seat])).getrandbits(56)


def chosen(bot: Bot, state: State) -> int:
    """What a bot does at the seat that is asked. Of a seat, bots use what a light one has, too."""
    return bot.choose(Seat(state, state.seat)).number  # type: ignore[arg-type]


def around(given: Any, setting: Setting) -> list[Any]:
    """What each of the other seats is given, from the next seat on: the same for all, or a list with one for each."""
    others = setting.seats - 1
    if isinstance(given, str) or callable(given):
        return [given] * others
    wrong = not isinstance(given, Sequence) or len(given) != others
    if wrong or not all(isinstance(each, str) or callable(each) for each in given):
        raise ValueError(f"opponents are a bot's name, a policy, or a list of {others} of them; not {given!r}")
    return list(given)


def seated(given: Any, setting: Setting, form: Form) -> list[Opponent]:
    """The opponents at a single match."""
    return [PolicyOpponent(each, form) if callable(each) else BotOpponent(each) for each in around(given, setting)]


class Company:
    """The opponents in a batch: policies choose for many matches at once, bots for one after another."""

    def __init__(self, given: Any, setting: Setting, form: Form) -> None:
        self.given = around(given, setting)
        self.seats = setting.seats
        self.form = form
        for each in self.given:
            if not callable(each):
                bot_called(each, 0)  # says what is wrong with it
        self._bots: dict[tuple[int, int], tuple[int, Bot]] = {}

    def moves(self, batch: Batch, own: Any) -> Any:
        """A move for each match in which another seat is asked than the own one; of no meaning elsewhere."""
        found = batch.random_moves()
        places = np.where(batch.seat >= 0, (batch.seat - own) % self.seats - 1, -1)
        for place, each in enumerate(self.given):
            where = np.flatnonzero(places == place)
            if each == "random" or not len(where):
                continue
            if callable(each):
                found[where] = each(self.form.read(batch.seen[where]), batch.mask[where].view(np.int8))
            else:
                for match in where.tolist():
                    found[match] = chosen(self._bot(batch, match, each), batch.state(match))
        return found

    def _bot(self, batch: Batch, match: int, name: str) -> Bot:
        """The bot of the seat that is asked: one for each match that is played, with a seed that follows from it."""
        seat, life = int(batch.seat[match]), int(batch.life[match])
        kept = self._bots.get((match, seat))
        if kept is None or kept[0] != life:
            kept = self._bots[match, seat] = (life, bot_called(name, bot_seed(batch.match_seed(match, life), seat)))
        return kept[1]
