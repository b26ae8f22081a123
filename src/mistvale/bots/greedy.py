"""The greedy bot: looks at the ways to finish its turn in a few possible worlds, and takes the best.

A way is a sequence of the seat's own clicks, until it has nothing more to decide or something is revealed.
It is judged in worlds redealt from what the seat knows: the way is played, then all play on at random until
points are scored. The better half of the ways is tried in more worlds, and so on until one is left; its first click is
the move. There is nothing of any game in here.

Possible worlds in place of what is hidden: Ginsberg, GIB: Imperfect Information in a Computationally Challenging Game,
Journal of Artificial Intelligence Research 14, 2001. Flat Monte Carlo, without a tree: Abramson, Expected-Outcome: A
General Model of Static Evaluation, IEEE Transactions on Pattern Analysis and Machine Intelligence 12, 1990.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import numba
import numpy as np

from ..core import verbs
from ..core.chance import roll, seed_bytes
from ..core.game import MOST_SEATS, Compilation, Game, argument_types
from ..core.match import Seat
from ..core.moves import Move
from ..core.rule import INTERPRETED, blank, record_type, rule
from .playout import lead, lowest_seat

WAYS = 512  # ways that are looked at, at most
DEEP = 32  # clicks a way may have, at most
TRIALS = 6000 if not INTERPRETED else 40  # worlds in all, shared by the ways
WIN = 10  # what the first rank is worth, in points


@cache
def scratch_type(game: Game) -> np.dtype[Any]:
    """What one search works in."""
    return record_type(
        ("moves", "i4", (max(game.moves.size, MOST_SEATS),)),  # of a seat that is to decide; also points and ranks
        ("before", "i4", (MOST_SEATS,)),  # everybody's points now
        ("seed", "u8", (4,)),  # of the world of a trial
        ("dice", "u8", (1,)),  # the word of the cheap generator
        ("choice", "i4", (DEEP,)),  # the way that is being listed: its choices,
        ("counts", "i4", (DEEP,)),  # and among how many each of them was
        ("ways", "i4", (WAYS, DEEP)),  # each way: its clicks,
        ("lengths", "i4", (WAYS,)),  # how many these are,
        ("worth", "i8", (WAYS,)),  # what its trials were worth so far,
        ("order", "i4", (WAYS,)),  # and the order in which those that are left are tried
    )


# ---------------------------------------------------------------- the ways to finish a turn


@rule
def follow(s, box, seat, scratch, way):
    """Finish the turn by the given choices, the first one where none is given; how many clicks that took."""
    epoch = s.epoch
    depth = 0
    while depth < DEEP and s.epoch == epoch and verbs.pending(s, box) & (1 << seat):
        scratch.counts[depth] = verbs.legal(s, box, seat, scratch.moves)
        scratch.ways[way, depth] = scratch.moves[scratch.choice[depth]]
        verbs.play(s, box, seat, scratch.ways[way, depth])
        depth += 1
    return depth


@rule
def every_way(states, box, seat, scratch):
    """All ways to finish the turn from states[0]; how many, or one more than there is room for."""
    choice = scratch.choice
    choice[:] = 0
    found = 0
    while found < WAYS:
        states[1] = states[0]
        length = follow(states[1], box, seat, scratch, found)
        scratch.lengths[found] = length
        found += 1
        last = length - 1
        while last >= 0 and choice[last] + 1 >= scratch.counts[last]:
            choice[last] = 0
            last -= 1
        if last < 0:
            return found
        choice[last] += 1
    return WAYS + 1


@rule
def some_ways(states, box, seat, scratch):
    """As many random ways as there is room for, every first click equally often."""
    moves, ways = scratch.moves, scratch.ways
    for way in range(WAYS):
        states[1] = states[0]
        s = states[1]
        epoch = s.epoch
        depth = 0
        while depth < DEEP and s.epoch == epoch and verbs.pending(s, box) & (1 << seat):
            n = verbs.legal(s, box, seat, moves)
            ways[way, depth] = moves[way % n if depth == 0 else roll(scratch.dice, n)]
            verbs.play(s, box, seat, ways[way, depth])
            depth += 1
        scratch.lengths[way] = depth
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
def trial(states, box, seat, scratch, way):
    """What a way is worth in the world that the seed redeals."""
    states[1] = states[0]
    s = states[1]
    verbs.redeal(s, box, seat, scratch.seed)
    scratch.dice[0] = scratch.seed[0]
    for i in range(scratch.lengths[way]):
        verbs.play(s, box, seat, scratch.ways[way, i])
    play_until_points(s, box, scratch.moves, scratch.before, scratch.dice)
    return result(s, box, seat, scratch.moves)


@rule
def best_way(states, box, seat, scratch):
    """The index of the best way, by trials that are shared out anew among the better half again and again.

    Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits (sequential halving), ICML 2013.
    """
    order, worth = scratch.order, scratch.worth
    verbs.scores(states[0], box, scratch.before)
    found = every_way(states, box, seat, scratch)
    if found > WAYS:
        found = some_ways(states, box, seat, scratch)
    stages = 1
    while (1 << stages) < found:
        stages += 1
    for way in range(found):
        order[way] = way
        worth[way] = 0
    while found > 1:
        share = max(1, TRIALS // (stages * found))
        for _ in range(share):
            scratch.seed[0] += np.uint64(1)
            for i in range(found):
                worth[order[i]] += trial(states, box, seat, scratch, order[i])
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
        states, scratch = blank(seat.game.state, 2), blank(scratch_type(seat.game))[0]
        self._seed += 1
        # Only a redealt world goes in: the search never sees the true state.
        states[0] = seat.world(seed_bytes(self._seed))
        scratch["seed"][1] = self._seed
        best = best_way(states, seat.box.record, seat.number, scratch)
        number = int(scratch["ways"][best, 0])
        return next(move for move in legal if move.number == number)


def compilations(game: Game) -> list[Compilation]:
    """The search, compiled for a game."""
    if INTERPRETED:
        return []
    types, scratch = argument_types(game), numba.typeof(blank(scratch_type(game))[0])
    states = numba.typeof(blank(game.state, 2))
    return [
        game.compilation(verbs.of(game.state)["redeal"]),
        Compilation("greedy", best_way, (states, types["box"], types["seat"], scratch)),
    ]
