"""Whole matches at random, in compiled code: nothing but the rules, and what is kept of each match."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..bots.playout import lowest_seat, run_beats
from ..core import verbs
from ..core.chance import roll, threefry
from ..core.game import MOST_SEATS, Game
from ..core.rule import blank, record_type, rule
from .cells import listed
from .rewards import settings
from .setting import Setting

ROOM = 1 << 20  # moves that are kept before they are taken away


# A match that was played.
PLAYED = record_type(
    ("seed", "u8", (4,)),
    ("length", "i4"),  # how many moves it had
    ("points", "i4", (MOST_SEATS,)),
    ("ranks", "i4", (MOST_SEATS,)),
)


@cache
def scratch_type(game: Game) -> np.dtype[Any]:
    """What matches of a game are played in, beside their state."""
    return record_type(("legal", "i4", (listed(game),)), ("dice", "u8", (1,)))


@rule
def roll_out(states, box, how, scratch, first, played, moves):
    """Play the matches from number `first` on, as long as there is room for their moves; how many were played.

    Their seeds, and their dice, are those of a batch that is told the same.
    """
    s, legal, dice = states[0], scratch.legal, scratch.dice
    used = 0
    for i in range(played.shape[0]):
        match = played[i]
        threefry(how.key, np.uint64(first + i) << np.uint64(32), match.seed)
        verbs.setup(s, box, how.seats, how.options, match.seed)
        dice[0] = match.seed[0]
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
        match.length = length
        verbs.scores(s, box, match.points)
        verbs.outcome(s, box, match.ranks)
    return played.shape[0]


class Rolled(NamedTuple):
    """Matches that were played: an entry for each, but for moves, which lie one behind the other."""

    seeds: Any
    lengths: Any
    points: Any
    ranks: Any
    moves: Any


def rolled(setting: Setting, seed: bytes, first: int, count: int) -> Rolled:
    """The matches of these numbers, played at random."""
    played, states = blank(PLAYED, count), blank(setting.game.state)
    how, scratch = settings(setting, seed=seed), blank(scratch_type(setting.game))[0]
    kept, room, done = [np.zeros(0, np.int32)], ROOM, 0
    while done < count:
        moves = np.empty(room, np.int32)
        made = int(roll_out(states, setting.box.record, how, scratch, first + done, played[done:], moves))
        kept.append(moves[: played["length"][done : done + made].sum()].copy())
        done += made
        room = room if made else 2 * room  # one match alone is longer than that
    points, ranks = (played[name][:, : setting.seats].astype(np.int32) for name in ("points", "ranks"))
    return Rolled(played["seed"].copy(), played["length"].astype(np.int32), points, ranks, np.concatenate(kept))
