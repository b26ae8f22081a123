"""Who of those who wait is brought together: those who want the same, are about as strong, and do not mind each other.

Nothing here knows the store, so that it can be tried with any crowd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

# How far apart two may be at first, how much further with each second of waiting, and when anybody will do.
FIRST_REACH = 2.0
REACH_PER_SECOND = 0.25
ANYBODY_SECONDS = 45.0

Strength = Callable[[str, str], float]
Apart = Callable[[str, str], bool]


@dataclass(frozen=True)
class Waiting:
    """Somebody in the queue."""

    guest: str
    games: tuple[str, ...]
    pace: str
    seats: int
    name: str
    seal: str
    # Milliseconds since 1970.
    since: int
    # Whether the match is to count for ratings; and then from where it came: one device is one player.
    rated: bool = False
    devices: tuple[str, ...] = ()

    def waited(self, moment: int) -> float:
        return max(0.0, (moment - self.since) / 1000)


@dataclass(frozen=True)
class Company:
    """Those who sit down together, in the order of their seats."""

    game: str
    people: tuple[Waiting, ...]


def reach(waited: float) -> float:
    """How far from one's own strength others may be after so many seconds."""
    return float("inf") if waited >= ANYBODY_SECONDS else FIRST_REACH + REACH_PER_SECOND * waited


def companies(waiting: Sequence[Waiting], moment: int, strong: Strength, apart: Apart) -> list[Company]:
    """All who can sit down now; who waits longest comes first."""
    left = sorted(waiting, key=lambda each: (each.since, each.guest))
    found = []
    while left:
        first, *others = left
        company = next(_companies_of(first, others, moment, strong, apart), None)
        gone = {first.guest} if company is None else {each.guest for each in company.people}
        if company:
            found.append(company)
        left = [each for each in left if each.guest not in gone]
    return found


def _companies_of(
    first: Waiting, others: Sequence[Waiting], moment: int, strong: Strength, apart: Apart
) -> Iterator[Company]:
    """What somebody could play now, the most wanted game first."""
    for game in first.games:
        own = strong(first.guest, game)

        def distance(other: Waiting, game: str = game, own: float = own) -> float:
            return abs(strong(other.guest, game) - own)

        alike = [
            each for each in others if _wants_the_same(first, each, game) and _near(first, each, distance(each), moment)
        ]
        chosen = [first]
        for other in sorted(alike, key=lambda each: (distance(each), each.since, each.guest)):
            if len(chosen) < first.seats and not any(apart(other.guest, each.guest) for each in chosen):
                chosen.append(other)
        if len(chosen) == first.seats:
            yield Company(game, tuple(chosen))


def _wants_the_same(one: Waiting, other: Waiting, game: str) -> bool:
    return (other.pace, other.seats, other.rated) == (one.pace, one.seats, one.rated) and game in other.games


def _near(one: Waiting, other: Waiting, distance: float, moment: int) -> bool:
    """Whether both are near enough to each other for as long as each has waited."""
    return distance <= min(reach(one.waited(moment)), reach(other.waited(moment)))
