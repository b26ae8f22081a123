"""Law 4, order is nothing inside an epoch: moves of different seats commute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import verbs
from ..history import BEAT
from ..match import Match
from ..rule import copied
from .finding import ORDER

if TYPE_CHECKING:
    from .walk import Walk


def check_commuting(walk: Walk) -> None:
    """Two moves of different seats, neither of which ends the epoch, either way round."""
    match = walk.match
    if len(match.pending) < 2:
        return
    one, other = walk.dice.sample(match.pending, 2)
    first, second = walk.dice.choice(match.legal(one)), walk.dice.choice(match.legal(other))
    ways = []
    for order in (((one, first), (other, second)), ((other, second), (one, first))):
        state = copied(match.raw)
        verbs.play(state, walk.box, order[0][0], order[0][1].number)
        if int(state["epoch"]) != epoch(match):
            return
        allowed = order[1][1].number in walk.listed(state, order[1][0])
        walk.hold(
            ORDER,
            allowed,
            f"seat {order[1][0]} can't {order[1][1]!s} after seat {order[0][0]} played {order[0][1]!s}",
        )
        verbs.play(state, walk.box, order[1][0], order[1][1].number)
        ways.append(state)
    walk.hold(
        ORDER,
        walk.bytes_of(ways[0]) == walk.bytes_of(ways[1]),
        lambda: (
            f"it matters whether seat {one} plays {first!s} before seat {other} plays {second!s}, "
            f"in {walk.differing(*ways)}"
        ),
    )


def check_beat(walk: Walk, number: int) -> None:
    """A beat after moves of several seats begins an epoch, whose moves may come in any order."""
    match = walk.match
    step, before = match.step(number), match.step(number - 1) if number else None
    if before is None:
        return
    moved = [match.step(n) for n in range(before.epoch_start + 1, number)]
    seats = {s.seat for s in moved if s.move is not None}
    goes_on = step.epoch_start == before.epoch_start
    if step.seat == BEAT:
        walk.hold(
            ORDER,
            not goes_on or len(seats) < 2,
            f"the beat {step.beat!r} at step {number} follows moves of several seats, in their epoch",
        )
    elif goes_on:
        mixed = [n for n, s in enumerate(moved) if s.seat == BEAT and any(b.move is not None for b in moved[:n])]
        walk.hold(
            ORDER,
            not mixed or seats <= {step.seat},
            f"seat {step.seat} moves at step {number} after a beat that followed another seat's move",
        )
    if not goes_on and len(seats) > 1:
        check_reordered(walk, before.epoch_start, number)


def check_reordered(walk: Walk, start: int, end: int) -> None:
    """The moves of a finished epoch, grouped by seat, lead to the same state."""
    match = walk.match
    while match.step(start + 1).seat == BEAT:
        start += 1  # beats before the first move are everybody's
    moves = [(s.seat, s.move) for s in (match.step(n) for n in range(start + 1, end)) if s.move is not None]
    state = copied(match.step(start).state)
    backwards = walk.dice.random() < 0.5
    for seat, move in sorted(moves, key=lambda m: -m[0] if backwards else m[0]):
        legal = move.number in walk.listed(state, seat)
        walk.hold(ORDER, legal, f"seat {seat} could not have played {move!s} in another order of its epoch")
        verbs.play(state, walk.box, seat, move.number)
    true = match.step(end - 1).state
    walk.hold(
        ORDER,
        walk.bytes_of(state) == walk.bytes_of(true),
        lambda: f"steps {start + 1} to {end - 1} in another order differ in {walk.differing(state, true)}",
    )


def epoch(match: Match) -> int:
    return int(match.raw["epoch"])
