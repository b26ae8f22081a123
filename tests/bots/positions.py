"""Positions for the search: drawn from random matches, and looked through to their ends."""

from __future__ import annotations

import random
from collections.abc import Iterator

import mistvale as mv
from mistvale.core.match import open_match

# Positions that are looked through at most. In Misty all seats activate at once, so nothing is settled for a long time.
MOST = {"misty": 500}
WIN = 10  # what the search counts for the first rank, in points


def wandered(game: mv.Game, seed: int, moves: int, seats: int | None = None) -> mv.Match:
    """A match after so many random moves, or at its last decision."""
    match, dice = open_match(game, seats=seats, seed=seed), random.Random(seed)
    for _ in range(moves):
        twin = match.copy()
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        if match.over:
            return twin
    return match


def endings(game: mv.Game, seed: int, last: int, seats: int | None = None) -> Iterator[mv.Match]:
    """The last few positions of a random match in which there is something to choose, the very last one first."""
    match, dice = open_match(game, seats=seats, seed=seed), random.Random(seed)
    passed: list[mv.Match] = []
    while not match.over:
        if len(match.legal(match.pending[0])) > 1:
            passed = [*passed[1 - last :], match.copy()]
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
    yield from reversed(passed)


class TooLong(Exception):
    """There is too much to look through."""


class Solver:
    """Looks through all that can follow a position; every seat plays for what the search plays for."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.known: dict[bytes, tuple[float, ...]] = {}

    def worth(self, match: mv.Match) -> tuple[float, ...]:
        """What best play is worth to each seat: points ahead, and the bonus for winning."""
        if match.over:
            return result(match)
        if match.state not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLong
            seat = match.pending[0]
            self.known[match.state] = max(self.after(match, seat), key=lambda found: found[seat])
        return self.known[match.state]

    def after(self, match: mv.Match, seat: int) -> list[tuple[float, ...]]:
        """The same after each legal move of a seat."""
        found = []
        for move in match.legal(seat):
            twin = match.copy()
            twin.play(seat, move)
            found.append(self.worth(twin))
        return found


def result(match: mv.Match) -> tuple[float, ...]:
    """What the end of a match is worth to each seat."""
    winners = match.ranks.count(1)
    found = []
    for seat, points in enumerate(match.scores):
        rivals = [n for other, n in enumerate(match.scores) if other != seat]
        bonus = WIN / winners if match.ranks[seat] == 1 and rivals else 0
        found.append(points - max(rivals, default=0) + bonus)
    return tuple(found)


def solved(match: mv.Match, worlds: int = 2, most: int | None = None) -> list[float] | None:
    """What each legal move of the seat to decide is worth to it, if what it can't know makes no difference."""
    seat, most = match.pending[0], most or MOST.get(match.game.name, 40)
    try:
        found = [
            [worth[seat] for worth in Solver(most).after(match.seat(seat).sample(seed), seat)] for seed in range(worlds)
        ]
    except TooLong:
        return None
    return found[0] if all(each == found[0] for each in found) else None
