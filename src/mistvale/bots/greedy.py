"""The greedy bot: looks at the ways to finish its turn in a few possible worlds, and takes the best.

A way is a sequence of the seat's own clicks, until it has nothing more to decide or something is revealed.
It is judged in worlds redealt from what the seat knows: the way is played, then all play on at random until
points are scored. The better half of the ways is tried in more worlds, and so on until one is left; its first click is
the move. There is nothing of any game in here.
"""

from __future__ import annotations

import threading
from typing import Any

import numba
import numpy as np

from ..core import verbs
from ..core.chance import roll, seed_bytes
from ..core.game import MOST_SEATS, Compilation, Game, argument_types
from ..core.match import Seat
from ..core.moves import Move
from ..core.rule import INTERPRETED, blank, rule
from .playout import lead, lowest_seat

WAYS = 512  # ways that are looked at, at most
DEEP = 32  # clicks a way may have, at most
TRIALS = 6000 if not INTERPRETED else 40  # worlds in all, shared by the ways
WIN = 10  # what the first rank is worth, in points


# ---------------------------------------------------------------- the ways to finish a turn


@rule
def follow(s, box, seat, moves, choice, counts, clicks):
    """Finish the turn by the given choices, the first one where none is given; how many clicks that took."""
    epoch = s.epoch
    depth = 0
    while depth < DEEP and s.epoch == epoch and verbs.pending(s, box) & (1 << seat):
        counts[depth] = verbs.legal(s, box, seat, moves)
        clicks[depth] = moves[choice[depth]]
        verbs.play(s, box, seat, clicks[depth])
        depth += 1
    return depth


@rule
def every_way(states, box, seat, moves, choice, counts, ways, lengths):
    """All ways to finish the turn from states[0]; how many, or one more than there is room for."""
    choice[:] = 0
    found = 0
    while found < WAYS:
        states[1] = states[0]
        length = follow(states[1], box, seat, moves, choice, counts, ways[found])
        lengths[found] = length
        found += 1
        last = length - 1
        while last >= 0 and choice[last] + 1 >= counts[last]:
            choice[last] = 0
            last -= 1
        if last < 0:
            return found
        choice[last] += 1
    return WAYS + 1


@rule
def some_ways(states, box, seat, moves, dice, ways, lengths):
    """As many random ways as there is room for, every first click equally often."""
    for way in range(WAYS):
        states[1] = states[0]
        s = states[1]
        epoch = s.epoch
        depth = 0
        while depth < DEEP and s.epoch == epoch and verbs.pending(s, box) & (1 << seat):
            n = verbs.legal(s, box, seat, moves)
            ways[way, depth] = moves[way % n if depth == 0 else roll(dice, n)]
            verbs.play(s, box, seat, ways[way, depth])
            depth += 1
        lengths[way] = depth
    return WAYS


# ---------------------------------------------------------------- what a way is worth


@rule
def play_until_points(s, box, moves, before, dice):
    """Play on at random until points are scored, or the match is over."""
    while not verbs.over(s, box):
        verbs.scores(s, box, moves)
        for seat in range(s.seats):
            if moves[seat] != before[seat]:
                return
        mask = verbs.pending(s, box)
        if mask == 0:
            verbs.beat(s, box)
        else:
            seat = lowest_seat(mask)
            n = verbs.legal(s, box, seat, moves)
            verbs.play(s, box, seat, moves[roll(dice, n)])


@rule
def result(s, box, seat, moves):
    """A seat's points less its best rival's, and a bonus for having won."""
    verbs.scores(s, box, moves)
    worth = lead(s, moves, seat)
    if verbs.over(s, box):
        verbs.outcome(s, box, moves)
        if moves[seat] == 1:
            worth += WIN
    return worth


@rule
def trial(states, box, seat, moves, before, seed, dice, clicks, length):
    """What a way is worth in the world that `seed` redeals."""
    states[1] = states[0]
    s = states[1]
    verbs.redeal(s, box, seat, seed)
    dice[0] = seed[0]
    for i in range(length):
        verbs.play(s, box, seat, clicks[i])
    play_until_points(s, box, moves, before, dice)
    return result(s, box, seat, moves)


@rule
def best_way(states, box, seat, moves, before, seed, dice, choice, counts, ways, lengths, worth, order):
    """The index of the best way, by trials that are shared out anew among the better half again and again."""
    verbs.scores(states[0], box, before)
    found = every_way(states, box, seat, moves, choice, counts, ways, lengths)
    if found > WAYS:
        found = some_ways(states, box, seat, moves, dice, ways, lengths)
    stages = 1
    while (1 << stages) < found:
        stages += 1
    for way in range(found):
        order[way] = way
        worth[way] = 0
    while found > 1:
        share = max(1, TRIALS // (stages * found))
        for _ in range(share):
            seed[0] += np.uint64(1)
            for i in range(found):
                way = order[i]
                worth[way] += trial(states, box, seat, moves, before, seed, dice, ways[way], lengths[way])
        keep_better_half(order, worth, found)
        found = (found + 1) // 2
    return order[0]


@rule
def keep_better_half(order, worth, found):
    """Bring the better half of order[:found] to the front, best first; equals keep their order."""
    for i in range((found + 1) // 2):
        best = i
        for j in range(i + 1, found):
            if worth[order[j]] > worth[order[best]]:
                best = j
        way = order[best]
        for j in range(best, i, -1):
            order[j] = order[j - 1]
        order[i] = way


# ---------------------------------------------------------------- the bot


class Scratch:
    """The buffers that the search works in, and the types they have."""

    def __init__(self, game: Game) -> None:
        self.states = blank(game.state, 2)
        self.moves = np.zeros(max(game.moves.size, MOST_SEATS), np.int32)
        self.before = np.zeros(MOST_SEATS, np.int32)
        self.seed = np.zeros(4, np.uint64)
        self.dice = np.zeros(1, np.uint64)
        self.choice = np.zeros(DEEP, np.int32)
        self.counts = np.zeros(DEEP, np.int32)
        self.ways = np.zeros((WAYS, DEEP), np.int32)
        self.lengths = np.zeros(WAYS, np.int32)
        self.worth = np.zeros(WAYS, np.int64)
        self.order = np.zeros(WAYS, np.int32)

    def arguments(self, box: Any, seat: Any) -> tuple[Any, ...]:
        """The arguments of `best_way`, in their order."""
        searched = (self.choice, self.counts, self.ways, self.lengths, self.worth, self.order)
        return (self.states, box, seat, self.moves, self.before, self.seed, self.dice, *searched)


class Greedy:
    """Takes the way to finish its turn that scores best on average."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, seat: Seat, stop: threading.Event | None = None) -> Move:
        """A move for the seat; it never takes long enough for `stop` to matter."""
        legal = seat.legal
        if len(legal) == 1:
            return legal[0]
        scratch = Scratch(seat.game)
        self._seed += 1
        # Only a redealt world goes in: the search never sees the true state.
        scratch.states[0] = seat.world(seed_bytes(self._seed))
        scratch.seed[1] = self._seed
        best = best_way(*scratch.arguments(seat.box.record, seat.number))
        number = int(scratch.ways[best, 0])
        return next(move for move in legal if move.number == number)


def compilations(game: Game) -> list[Compilation]:
    """The search, compiled for a game."""
    if INTERPRETED:
        return []
    types = argument_types(game)
    scratch = Scratch(game).arguments(types["box"], types["seat"])
    signature = tuple(a if isinstance(a, numba.types.Type) else numba.typeof(a) for a in scratch)
    return [game.compilation(verbs.of(game.state)["redeal"]), Compilation("greedy", best_way, signature)]
