"""Paired rollouts: what moves lead to in the same worlds, when all play on by instinct to the end of the match.

Instinct is one policy for all games. A seat imagines a few ways to finish its turn, click by click by the game's own
advice (`bias`), and takes the way after which it is furthest ahead (`value`). That is quick, plays decently, and is the
same throughout a match, so that what it expects before and after a step can be compared. The dice of each turn are
keyed by the world and the number of the turn: worlds that differ in one move only stay alike for as long as they can. A
rollout that goes on for too long ends with the points as they stand.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np

from ..bots.playout import lead, lowest_seat, run_beats
from ..bots.tree import mixed
from ..core import verbs
from ..core.chance import roll
from ..core.game import MOST_SEATS, Compilation, Game, argument_types
from ..core.rule import INTERPRETED, blank, record_type, rule

WAYS = 24  # ways to finish a turn that instinct imagines
LOOKS = 6  # moves of which it takes the best at each click
DEEP = 32  # clicks of a way, at most
LONGEST = 2000  # turns of a rollout, at most
TENTHS = 10  # advice is given in tenths of a point
LEAD, WIN = range(2)  # what is noted of the end for each seat: points ahead (alone: points), its share of the win
NOTED = 2
BASE, NOW, IMAGINED, BEST = range(4)  # the states: what the seat knows, the rollout, a way, the best way so far
INSTINCT = -1  # an arm that is no move: instinct chooses this one, too


@cache
def scratch_type(game: Game) -> np.dtype[Any]:
    """What rollouts work in, beside their states."""
    return record_type(
        ("seed", "u8", (4,)),  # of the world
        ("dice", "u8", (1,)),  # the word of the cheap generator
        ("legal", "i4", (max(game.moves.size, MOST_SEATS),)),  # moves of a seat; also points, ranks, values
    )


@rule
def click(s, box, seat, legal, n, dice):
    """The index of a move as advice has it: of a few at random, the one that promises most."""
    best = roll(dice, n)
    if n == 1:
        return best
    promise = verbs.bias(s, box, seat, legal[best])
    for _ in range(LOOKS - 1):
        other = roll(dice, n)
        other_promise = verbs.bias(s, box, seat, legal[other])
        if other_promise > promise:
            best, promise = other, other_promise
    return best


@rule
def finish_turn(s, box, seat, legal, dice):
    """Click until the seat has nothing more to decide, or something is revealed; what advice promised, in all."""
    epoch, promise, depth = s.epoch, 0, 0
    while depth < DEEP and s.epoch == epoch and verbs.pending(s, box) & (1 << seat):
        n = verbs.legal(s, box, seat, legal)
        move = legal[click(s, box, seat, legal, n, dice)]
        if n > 1:
            promise += verbs.bias(s, box, seat, move)
        verbs.play(s, box, seat, move)
        depth += 1
    return promise


@rule
def take_turn(states, box, seat, legal, dice):
    """Let a seat take the best of the ways to finish its turn that come to its mind."""
    best_worth = 0
    for way in range(WAYS):
        states[IMAGINED] = states[NOW]
        promise = finish_turn(states[IMAGINED], box, seat, legal, dice)
        verbs.value(states[IMAGINED], box, legal)
        worth = TENTHS * lead(states[IMAGINED], legal, seat) + promise
        if way == 0 or worth > best_worth:
            best_worth = worth
            states[BEST] = states[IMAGINED]
    states[NOW] = states[BEST]


@rule
def play_on(states, box, legal, dice, key):
    """Play on by instinct to the end of the match; how many turns that took."""
    turns = 0
    mask = run_beats(states[NOW], box)
    while mask != 0 and turns < LONGEST:
        dice[0] = mixed(key, turns)
        take_turn(states, box, lowest_seat(mask), legal, dice)
        turns += 1
        mask = run_beats(states[NOW], box)
    return turns


@rule
def note_end(s, box, legal, out):
    """What the end is worth to each seat. Where a rollout was cut short, whoever has most points has won."""
    verbs.scores(s, box, legal)
    for seat in range(s.seats):
        out[seat, LEAD] = lead(s, legal, seat)
        out[seat, WIN] = out[seat, LEAD] >= 0
    if verbs.over(s, box):
        verbs.outcome(s, box, legal)
        for seat in range(s.seats):
            out[seat, WIN] = legal[seat] == 1
    winners = 0.0
    for seat in range(s.seats):
        winners += out[seat, WIN]
    for seat in range(s.seats):
        out[seat, WIN] /= winners


@rule
def roll_out(states: Any, box: Any, viewer: int, arms: Any, scratch: Any, out: Any, worlds: int) -> Any:
    """Play each of the arms in so many worlds that agree with what the viewer knows, all in the same worlds.

    states[BASE] is such a world. An arm is a move of the viewer, or INSTINCT. `out` gets the ends by world, arm and
    seat; the turns that were taken are told.
    """
    made, seed = 0, scratch.seed
    for world in range(worlds):
        seed[0] += np.uint64(1)
        key = mixed(mixed(seed[0], np.int64(seed[1])), np.int64(seed[2]))
        for arm in range(arms.shape[0]):
            states[NOW] = states[BASE]
            verbs.redeal(states[NOW], box, viewer, seed)
            if arms[arm] != INSTINCT:
                verbs.play(states[NOW], box, viewer, arms[arm])
            made += play_on(states, box, scratch.legal, scratch.dice, key)
            note_end(states[NOW], box, scratch.legal, out[world, arm])
    return made


class Buffers:
    """What rollouts work in."""

    def __init__(self, game: Game) -> None:
        self.states, self.scratch = blank(game.state, 4), blank(scratch_type(game))[0]

    def run(self, box: Any, viewer: int, arms: Any, worlds: int) -> Any:
        """The ends of so many more worlds: by world, arm, seat, and what is noted."""
        out = np.zeros((worlds, len(arms), MOST_SEATS, NOTED))
        roll_out(self.states, box, viewer, arms, self.scratch, out, worlds)
        return out


def compilations(game: Game) -> list[Compilation]:
    """The rollouts, compiled for a game."""
    if INTERPRETED:
        return []
    room, types = Buffers(game), argument_types(game)
    arms, out = np.zeros(1, np.int64), np.zeros((1, 1, MOST_SEATS, NOTED))
    states, *others = (numba.typeof(each) for each in (room.states, arms, room.scratch, out))
    signature = (states, types["box"], types["seat"], *others, numba.int64)
    return [game.compilation(verbs.of(game.state)["redeal"]), Compilation("rollouts", roll_out, signature)]
