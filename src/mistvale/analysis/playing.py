"""Two moves compared by bots that search: they play on from both, in the same worlds, to the end of the match."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ..bots.levels import Searcher, level
from ..core.match import Seat
from ..core.moves import Move
from . import marks
from .valuing import NONE, Worth, result, worths

PLAYER = level("adept")
LEAST, MOST = 16, 96  # worlds


def difference(
    seat: Seat, best: Move, other: Move, spread: float, moves: int, seed: int, stop: threading.Event | None = None
) -> Worth | None:
    """What a move is worth more than another to the seat that makes it; nothing once `stop` is set.

    More worlds are looked at for as long as they could decide about a mark, and about so many moves are not made yet.
    """
    ends: list[Any] = []
    while True:
        if stop is not None and stop.is_set():
            return None
        both = [_end(seat, move, seed + len(ends)) for move in (best, other)]
        moves -= sum(made for _, made in both)
        ends.append(both[0][0] - both[1][0])
        if len(ends) < LEAST:
            continue
        [found] = worths(np.array(ends)[:, None])
        if moves <= 0 or len(ends) >= MOST or not marks.is_open(found.lead, NONE, spread):
            return found


def _end(seat: Seat, move: Move, world: int) -> tuple[Any, int]:
    """Points ahead and the share of the win, after a move in a world that agrees with what the seat knows.

    And how many moves were made to find that out.
    """
    match, moves = seat.sample(world), 1
    match.play(seat.number, move)
    bots = [Searcher(PLAYER, match.seats * world + number) for number in range(match.seats)]
    while not match.over:
        number = match.pending[0]
        match.play(number, bots[number].choose(match.seat(number)))
        moves += 1
    end = result(match)[seat.number]
    return np.array([end.lead.mean, end.win.mean]), moves
