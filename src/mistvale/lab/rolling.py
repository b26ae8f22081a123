"""Whole matches at random, in compiled code: nothing but the rules, and what is kept of each match."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..bots.playout import lowest_seat, run_beats
from ..core import verbs
from ..core.chance import roll, seed_words, threefry
from ..core.game import MOST_SEATS
from ..core.rule import blank, rule
from .setting import Setting

ROOM = 1 << 20  # moves that are kept before they are taken away


@rule
def roll_out(states, box, seats, options, key, first, seeds, dice, legal, moves, lengths, points, ranks):
    """Play the matches from number `first` on, as long as there is room for their moves; how many were played.

    Their seeds, and their dice, are those of a batch with this key.
    """
    s = states[0]
    used = 0
    for i in range(lengths.shape[0]):
        threefry(key, np.uint64(first + i) << np.uint64(32), seeds[i])
        verbs.setup(s, box, seats, options, seeds[i])
        dice[0] = seeds[i, 0]
        length = 0
        mask = run_beats(s, box)
        while mask != 0:
            if used + length == moves.shape[0]:
                return i
            seat = lowest_seat(mask)
            move = legal[roll(dice, verbs.legal(s, box, seat, legal))]
            verbs.play(s, box, seat, move)
            moves[used + length] = move
            length += 1
            mask = run_beats(s, box)
        used += length
        lengths[i] = length
        verbs.scores(s, box, points[i])
        verbs.outcome(s, box, ranks[i])
    return lengths.shape[0]


class Rolled(NamedTuple):
    """Matches that were played: an entry for each, but for moves, which lie one behind the other."""

    seeds: Any
    lengths: Any
    points: Any
    ranks: Any
    moves: Any


def rolled(setting: Setting, seed: bytes, first: int, count: int) -> Rolled:
    """The matches of these numbers, played at random."""
    seeds, lengths = np.zeros((count, 4), np.uint64), np.zeros(count, np.int32)
    points, ranks = (np.zeros((count, MOST_SEATS), np.int32) for _ in range(2))
    states, dice = blank(setting.game.state), np.zeros(1, np.uint64)
    legal = np.zeros(max(setting.size, MOST_SEATS), np.int32)
    kept, room, done = [np.zeros(0, np.int32)], ROOM, 0
    table = (states, setting.box.record, setting.seats, setting.packed_options, seed_words(seed))
    while done < count:
        moves = np.empty(room, np.int32)
        own = (lengths[done:], points[done:], ranks[done:])
        made = int(roll_out(*table, first + done, seeds[done:], dice, legal, moves, *own))
        kept.append(moves[: lengths[done : done + made].sum()].copy())
        done += made
        room = room if made else 2 * room  # one match alone is longer than that
    seats = setting.seats
    return Rolled(seeds, lengths, points[:, :seats], ranks[:, :seats], np.concatenate(kept))
