"""Who stands where in a tournament: points, and what decides between equals. See docs/tournaments.md.

A table counts as the meetings of each two who sit there: who leaves all others behind makes 1 point, who leaves nobody
behind none, and a shared place is half. So it is at a table for two as anywhere, and tables of all sizes are alike.
All figures are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from .boards import Board, Entrant, Plan, Round, boards_of, losers, lot, seeded

BYE = {"swiss": Fraction(1), "robin": Fraction(0), "knockout": Fraction(1)}
# What a round is worth to whoever came later.
MISSED = Fraction(1, 2)


@dataclass(frozen=True)
class Line:
    """One line of the standings."""

    number: int
    rank: int
    points: Fraction
    buchholz: Fraction
    sonneborn: Fraction
    # Points against those with whom all before is shared; None if they have not all met.
    direct: Fraction | None
    wins: int
    lot: str
    # Tables at which it played.
    played: int
    # Of a knock-out: the round in which it went out; 0 while it is in, or has won.
    out: int = 0


class Standings:
    """What some rounds come to."""

    def __init__(self, plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> None:
        self.plan = plan
        self.entrants = {each.number: each for each in entrants}
        self.paired = tuple(rounds)
        self.struck = struck_off(plan, entrants, rounds)
        # What counts: boards that are over, without those of people who are struck off.
        self.rounds: tuple[Round, ...] = tuple(
            tuple(board for board in played if board.over and not self.struck & set(board.people)) for played in rounds
        )
        self.points = {number: self._points(number) for number in self.entrants}

    # ------------------------------------------------------------ figures

    def worth(self, board: Board, one: int) -> Fraction:
        """The points of one at a board."""
        if board.bye:
            return BYE[self.plan.form]
        others = [other for other in board.people if other != one]
        return sum((board.against(one, other) for other in others), Fraction(0)) / len(others)

    def missed(self, one: int) -> int:
        """How many rounds were paired before somebody came."""
        return min(self.entrants[one].since - 1, len(self.paired))

    def _points(self, one: int) -> Fraction:
        made = sum((self.worth(board, one) for board in boards_of(self.rounds, one)), Fraction(0))
        return made + MISSED * self.missed(one)

    def buchholz(self, one: int) -> Fraction:
        """The points of those whom one has met, a table's shared by how many they were; where there was nobody, one's
        own."""
        found = self.points[one] * self.missed(one)
        for board in boards_of(self.rounds, one):
            others = [other for other in board.people if other != one] or [one]
            found += sum((self.points[other] for other in others), Fraction(0)) / len(others)
        return found

    def sonneborn(self, one: int) -> Fraction:
        """The points of those whom one has beaten, and half of those with whom one has shared."""
        found = self.points[one] * MISSED * self.missed(one)
        for board in boards_of(self.rounds, one):
            if board.bye:
                found += self.points[one] * BYE[self.plan.form]
                continue
            others = [other for other in board.people if other != one]
            found += sum((self.points[other] * board.against(one, other) for other in others), Fraction(0)) / len(
                others
            )
        return found

    def wins(self, one: int) -> int:
        """Tables at which one was first, alone, and was not alone there."""
        return sum(
            len(board.present) > 1 and board.place(one) == 1 and board.places.count(1) == 1
            for board in boards_of(self.rounds, one)
        )

    def played(self, one: int) -> int:
        return sum(one in board.present and len(board.present) > 1 for board in boards_of(self.rounds, one))

    def direct(self, one: int, group: Iterable[int]) -> Fraction | None:
        """What one made against some others; None if they have not all met each other."""
        among = list(group)
        made: dict[frozenset[int], Fraction] = {}
        for played in self.rounds:
            for board in played:
                here = [each for each in among if each in board.people]
                for each in here:
                    for other in here:
                        if each < other:
                            pair = frozenset((each, other))
                            made.setdefault(pair, Fraction(0))
                            if one in pair:
                                rest = other if one == each else each
                                made[pair] += board.against(one, rest)
        if len(among) < 2 or len(made) < len(among) * (len(among) - 1) // 2:
            return None
        return sum((points for pair, points in made.items() if one in pair), Fraction(0))

    # ------------------------------------------------------------ the order

    def lines(self) -> list[Line]:
        """All who take part, the best first. Nobody shares a place: lots decide in the end."""
        lines = [self._line(number) for number in self.entrants]
        if self.plan.form == "knockout":
            return self._ranked(self._by_round(lines))
        lines.sort(key=_strongest)
        decided: list[Line] = []
        for _, same in groupby(lines, key=_strongest):
            group = list(same)
            numbers = [line.number for line in group]
            direct = {number: self.direct(number, numbers) for number in numbers}
            decided += sorted(
                (replace(line, direct=direct[line.number]) for line in group),
                key=lambda line: (-(line.direct or Fraction(0)), -line.wins, line.lot),
            )
        return self._ranked(decided)

    def _line(self, number: int) -> Line:
        return Line(
            number=number,
            rank=0,
            points=self.points[number],
            buchholz=self.buchholz(number),
            sonneborn=self.sonneborn(number),
            direct=None,
            wins=self.wins(number),
            lot=lot(self.plan.seed, "tie", number),
            played=self.played(number),
        )

    def _by_round(self, lines: Iterable[Line]) -> list[Line]:
        """In a knock-out who went out later stands higher; in the same round who had the better place, then seeds."""
        seeds = {number: seed for seed, number in enumerate(seeded(list(self.entrants.values())))}

        def last_place(number: int) -> int:
            return next((board.place(number) for board in reversed(list(boards_of(self.rounds, number)))), 0)

        told = [replace(line, out=self._out(line.number, seeds)) for line in lines]
        return sorted(
            told,
            key=lambda line: (
                -(line.out or len(self.paired) + 1),
                last_place(line.number) if line.out else 0,
                seeds[line.number],
            ),
        )

    def _out(self, number: int, seeds: dict[int, int]) -> int:
        """The round in which somebody went out of a knock-out; 0 if it has not."""
        last = 0
        for played, boards in enumerate(self.paired, 1):
            if any(number in board.people for board in boards):
                last = played
            if number in losers(boards, seeds, min(self.plan.allowed)):
                return played
        # Who withdrew after a table that it won goes out in the next round, without a table.
        return last + 1 if self.entrants[number].away and len(self.paired) > last else 0

    @staticmethod
    def _ranked(lines: Sequence[Line]) -> list[Line]:
        return [replace(line, rank=rank) for rank, line in enumerate(lines, 1)]


def _strongest(line: Line) -> tuple[Fraction, Fraction, Fraction]:
    return -line.points, -line.buchholz, -line.sonneborn


def struck_off(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> set[int]:
    """Who left a round robin before half of it, at tables for two: nothing that it played counts, for anybody."""
    if plan.form != "robin" or plan.size != 2 or not plan.rounds:
        return set()
    gone = [each.number for each in entrants if each.away]
    met = {
        number: sum(number in board.present and not board.bye for board in boards_of(rounds, number)) for number in gone
    }
    return {number for number in gone if 2 * met[number] < len(entrants) - 1}
