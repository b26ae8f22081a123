"""Who meets whom in the next round of a tournament. See docs/tournaments.md, which names the methods.

Each is a function of who takes part, of what was played, and of the seed: whoever knows these comes to the same tables.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

from .blossom import Matching
from .boards import (
    Board,
    Entrant,
    Form,
    Plan,
    Round,
    boards_of,
    bye,
    byes,
    losers,
    lot,
    meetings,
    seeded,
    walkover,
)
from .standings import Standings

# A round robin at larger tables ends when all have met, or after so many rounds for each whom one could meet.
PATIENCE = 2
# Addition and multiplication of the field with four elements, for the plane of sixteen points.
FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
PLANES = (3, 4, 5)
# Points are whole numbers of these parts at tables of up to five, shared places and missed rounds included.
PARTS = 24
# What a meeting again weighs, and a small table again: far more than how often it was.
AGAIN = 50
# A round of a round robin at larger tables is dealt so often, and the best deal is taken.
DEALS = 4

Met = Counter[frozenset[int]]
Cost = tuple[int, ...]


def next_round(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Round:
    """The boards of the next round, each with its seats in order; none if the tournament is over."""
    boards = PAIRINGS[plan.form](plan, entrants, rounds)
    if not any(not board.bye and not board.over for board in boards) and not _goes_on(plan, entrants, rounds, boards):
        return ()
    return tuple(board if board.bye or board.over else seated(plan, board, rounds) for board in boards)


def _goes_on(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], boards: Sequence[Board]) -> bool:
    """Whether a round without a single table is one all the same: others of the schedule follow."""
    return plan.form == "robin" and bool(boards) and sum(not each.away for each in entrants) > 1


def seated(plan: Plan, board: Board, rounds: Sequence[Round]) -> Board:
    """Who sat late more often sits early now; lots decide between equals."""

    def late(one: int) -> Fraction:
        before = [each for each in boards_of(rounds, one) if len(each.people) > 1]
        return sum((Fraction(each.people.index(one), len(each.people) - 1) for each in before), Fraction(0)) - Fraction(
            len(before), 2
        )

    order = sorted(board.people, key=lambda one: (-late(one), lot(plan.seed, "seat", len(rounds), one)))
    return replace(board, people=tuple(order))


def settled(plan: Plan, entrants: Sequence[Entrant]) -> Plan:
    """The plan with the number of rounds that is right for those who begin."""
    count = len(entrants)
    if plan.form == "knockout":
        return replace(plan, rounds=knockout_rounds(plan, count))
    if plan.form == "robin":
        planned = len(schedule(count, plan.size, plan.allowed, plan.seed))
        return replace(plan, rounds=min(plan.rounds, planned) if plan.rounds and plan.size > 2 else planned)
    most = count - 1 if count % 2 == 0 else count
    wanted = plan.rounds or max(1, math.ceil(math.log2(count)))
    return replace(plan, rounds=min(wanted, most) if plan.size == 2 else wanted)


def sizes(count: int, size: int, allowed: Collection[int]) -> tuple[list[int], int]:
    """How many sit at each table, as alike as can be, the larger first; and how many have none.

    Smaller tables come before larger ones than asked for, and both before somebody who has none.
    """
    for without in range(count):
        left = count - without
        most = math.ceil(left / size)
        for tables in range(most, 0, -1) if size > 2 else [most]:
            small, larger = divmod(left, tables)
            found = [small + 1] * larger + [small] * (tables - larger)
            if small >= 2 and set(found) <= set(allowed):
                return found, without
    return [], count


# ---------------------------------------------------------------- Swiss


def swiss(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[Board]:
    """Those meet who have about as many points and have not met before."""
    if len(rounds) >= plan.rounds:
        return []
    here = [each for each in entrants if not each.away and each.since <= len(rounds) + 1]
    points = Standings(plan, entrants, rounds).points
    strength = {each.number: each.strength for each in here}
    order = sorted(strength, key=lambda one: (-points[one], -strength[one], one))
    tables, without = sizes(len(order), plan.size, plan.allowed)
    if not tables:
        return []
    if plan.size == 2:
        return swiss_pairs(order, points, rounds, without)
    return swiss_tables(order, points, rounds, tables, without)


def swiss_pairs(order: list[int], points: dict[int, Fraction], rounds: Sequence[Round], without: int) -> list[Board]:
    """The Dutch system: score groups, the upper half of each against the lower; look-ahead by a perfect matching."""
    met, had = meetings(rounds), byes(rounds)
    fewest = min((had[one] for one in order), default=0)
    spare = [one for one in reversed(order) if had[one] == fewest] if without else []
    for most in range(len(rounds) + 1):
        matching = Matching(_joins(order, met, most))
        matching.grow()
        alone = next((one for one in spare if matching.take_out(order.index(one))), None)
        if (alone is not None) if without else not matching.left:
            return _folded(order, points, matching, met) + ([bye(alone)] if alone is not None else [])
    raise AssertionError("all may meet all by now")


def _joins(order: list[int], met: Met, most: int) -> list[list[int]]:
    """Who may meet whom: those who have met no more than so often."""
    return [
        [there for there, other in enumerate(order) if other != one and met[frozenset((one, other))] <= most]
        for one in order
    ]


def _folded(order: list[int], points: dict[int, Fraction], matching: Matching, met: Met) -> list[Board]:
    """Pairs from the top, each the best that leaves a pair for all the others."""
    left = [here for here in range(len(order)) if here not in matching.out]
    boards = []
    while left:
        first = left[0]
        others = sorted(
            _wanted(left, [points[order[here]] for here in left]),
            key=lambda there: met[frozenset((order[first], order[there]))],
        )
        joined = set(matching.joins[first])
        second = next(there for there in others if there in joined and matching.fix(first, there))
        boards.append(Board((order[first], order[second])))
        left = [here for here in left if here not in (first, second)]
    return boards


def _wanted(left: list[int], points: list[Fraction]) -> list[int]:
    """Whom the first of those who are left should meet, the best first: the lower half of its own score group from its
    top, then the upper half from its end, then those with fewer points."""
    group = sum(each == points[0] for each in points)
    half = group // 2 if group > 1 else 1
    return left[half:group] + left[1:half][::-1] + left[max(group, 1) :]


def swiss_tables(
    order: list[int], points: dict[int, Fraction], rounds: Sequence[Round], tables: list[int], without: int
) -> list[Board]:
    """Tables from the top by points; then those change places who make repeated meetings fewer."""
    had = byes(rounds)
    places = {one: place for place, one in enumerate(order)}
    alone = sorted(order, key=lambda one: (had[one], -places[one]))[:without]
    left = [one for one in order if one not in alone]
    dealt = _snake(left, tables) if not rounds else _cut(left, tables)
    met, small = meetings(rounds), _small(rounds)
    parts = {one: int(points[one] * PARTS) for one in left}

    def cost(people: Sequence[int]) -> Cost:
        short = len(people) < max(tables)
        apart = sum(abs(parts[one] - parts[other]) for one, other in combinations(people, 2))
        return repeated(people, met, small if short else Counter()), apart

    return [Board(tuple(people)) for people in exchanged(dealt, cost)] + [bye(one) for one in alone]


def repeated(people: Sequence[int], met: Met, small: Mapping[int, int]) -> int:
    """What speaks against a table: who has met before, the more the oftener; and at one where a seat is missing, who
    has sat at such a one before."""
    again = [often for pair in combinations(people, 2) if (often := met.get(frozenset(pair), 0))]
    return sum(AGAIN + often * often for often in again) + AGAIN * sum(small.get(one, 0) ** 2 for one in people)


def _small(rounds: Sequence[Round]) -> Counter[int]:
    """How often each sat at a table where a seat was missing."""
    found: Counter[int] = Counter()
    for played in rounds:
        largest = max((len(board.people) for board in played), default=0)
        found.update(one for board in played if 1 < len(board.people) < largest for one in board.people)
    return found


def _snake(order: Sequence[int], tables: Sequence[int]) -> list[list[int]]:
    """Dealt to and fro, so that each table has strong and weak ones."""
    dealt: list[list[int]] = [[] for _ in tables]
    left = list(order)
    while left:
        for turn in (range(len(tables)), reversed(range(len(tables)))):
            for table in turn:
                if left and len(dealt[table]) < tables[table]:
                    dealt[table].append(left.pop(0))
    return dealt


def _cut(order: Sequence[int], tables: Sequence[int]) -> list[list[int]]:
    ends = [0]
    for table in tables:
        ends.append(ends[-1] + table)
    return [list(order[begin:end]) for begin, end in pairwise(ends)]


def exchanged(dealt: list[list[int]], cost: Callable[[Sequence[int]], Cost]) -> list[list[int]]:
    """Let two change places as long as that makes it cheaper for both their tables together."""
    costs = [cost(people) for people in dealt]
    better = True
    while better:
        better = False
        for here, there in combinations(range(len(dealt)), 2):
            if not costs[here][0] and not costs[there][0]:
                continue
            for i in range(len(dealt[here])):
                for k in range(len(dealt[there])):
                    one, other = dealt[here], dealt[there]
                    mine, theirs = [*one[:i], other[k], *one[i + 1 :]], [*other[:k], one[i], *other[k + 1 :]]
                    new = cost(mine), cost(theirs)
                    if _sum(*new) < _sum(costs[here], costs[there]):
                        dealt[here], dealt[there] = mine, theirs
                        costs[here], costs[there] = new
                        better = True
    return dealt


def _sum(one: Cost, other: Cost) -> Cost:
    return tuple(a + b for a, b in zip(one, other, strict=True))


# ---------------------------------------------------------------- round robin


def robin(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[Board]:
    """All meet all, by a schedule that is made when it begins; who is away is missing there."""
    if len(rounds) >= plan.rounds:
        return []
    gone = {each.number for each in entrants if each.away}
    # Who sits where in the schedule is drawn by lot.
    drawn = sorted((each.number for each in entrants), key=lambda one: lot(plan.seed, "robin", one))
    planned = schedule(len(drawn), plan.size, plan.allowed, plan.seed)[len(rounds)]
    boards = [_with_those(plan, tuple(drawn[place] for place in places), gone) for places in planned]
    return [board for board in boards if board is not None]


def _with_those(plan: Plan, people: tuple[int, ...], gone: Collection[int]) -> Board | None:
    """A board of the schedule with those who are there; None if nobody is."""
    here = tuple(one for one in people if one not in gone)
    if not here:
        return None
    if len(people) == 1:
        return bye(people[0])
    if len(here) == len(people) or len(here) in plan.allowed:
        return Board(here)
    return walkover(people, [one for one in people if one in gone])


@functools.lru_cache(maxsize=64)
def schedule(count: int, size: int, allowed: tuple[int, ...], seed: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Rounds of tables of places, from 0 on, after which all have met; a place alone has nobody to meet."""
    if size == 2:
        return circle(count)
    if size in PLANES and count == size * size and size in allowed:
        return plane(size)
    return balanced(count, size, allowed, seed)


def circle(count: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The circle method: one stays, the others go round; each meets each exactly once."""
    even = count + count % 2
    ring = list(range(1, even))
    rounds = []
    for _ in range(even - 1):
        line = [0, *ring]
        pairs = [(line[i], line[even - 1 - i]) for i in range(even // 2)]
        rounds.append(tuple(tuple(one for one in pair if one < count) for pair in pairs))
        ring = [ring[-1], *ring[:-1]]
    return tuple(rounds)


def plane(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The lines of an affine plane, parallel ones in a round: each meets each exactly once."""

    def times(one: int, other: int) -> int:
        return FOUR[one][other] if size == 4 else one * other % size

    def plus(one: int, other: int) -> int:
        return one ^ other if size == 4 else (one + other) % size

    rounds = [
        tuple(tuple(x * size + plus(times(slope, x), start) for x in range(size)) for start in range(size))
        for slope in range(size)
    ]
    rounds.append(tuple(tuple(x * size + y for y in range(size)) for x in range(size)))
    return tuple(rounds)


def balanced(count: int, size: int, allowed: tuple[int, ...], seed: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Rounds in which those sit together who have met least, until all have met."""
    tables, without = sizes(count, size, allowed)
    rounds: list[Round] = []
    pairs = {frozenset(pair) for pair in combinations(range(count), 2)}
    while tables and len(rounds) < PATIENCE * count and (not rounds or not pairs <= set(meetings(rounds))):
        deals = [_deal(count, tables, without, rounds, lot(seed, "deal", len(rounds), deal)) for deal in range(DEALS)]
        rounds.append(min(deals, key=lambda deal: deal[0])[1])
    return tuple(tuple(board.people for board in played) for played in rounds)


def _deal(count: int, tables: Sequence[int], without: int, rounds: Sequence[Round], drawn: str) -> tuple[int, Round]:
    """One way to seat all, as good as exchanges make it; and what speaks against it."""
    met, had, small = meetings(rounds), byes(rounds), _small(rounds)
    order = sorted(range(count), key=lambda one: (-had[one], lot(drawn, one)))
    alone, left = order[count - without :], order[: count - without]

    def cost(people: Sequence[int]) -> Cost:
        return (repeated(people, met, small if len(people) < max(tables) else Counter()),)

    dealt = exchanged(_cut(left, tables), cost)
    boards = [Board(tuple(people)) for people in dealt] + [bye(one) for one in alone]
    return sum(cost(people)[0] for people in dealt), tuple(boards)


# ---------------------------------------------------------------- knock-out


def survivors(entrants: Sequence[Entrant], rounds: Sequence[Round], fewest: int = 2) -> list[int]:
    """Who is still in, by seed."""
    order = seeded(entrants)
    seeds = {one: seed for seed, one in enumerate(order)}
    out = {each.number for each in entrants if each.away}
    for played in rounds:
        out |= losers(played, seeds, fewest)
    return [one for one in order if one not in out]


def knockout(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[Board]:
    """Who loses goes out; the strongest meet last."""
    alive = survivors(entrants, rounds, min(plan.allowed))
    if len(alive) < 2:
        return []
    if plan.size == 2:
        return bracket(seeded(entrants), alive, len(rounds))
    tables, without = sizes(len(alive), plan.size, plan.allowed)
    if not tables:
        return []
    # The best seeds wait where not all have a table.
    return [Board(tuple(each)) for each in _snake(alive[without:], tables)] + [bye(one) for one in alive[:without]]


def bracket(order: Sequence[int], alive: Collection[int], played: int) -> list[Board]:
    """The tree of a knock-out for two, as it is left after some rounds; where the other side is empty one has a bye."""
    places = seeding(len(order))
    span = 2 ** (played + 1)
    while True:
        parts = [places[begin : begin + span] for begin in range(0, len(places), span)]
        here = [[order[seed] for seed in part if seed < len(order) and order[seed] in alive] for part in parts]
        if any(len(each) > 1 for each in here):
            return [Board(tuple(each)) if len(each) > 1 else bye(each[0]) for each in here if each]
        # Where too many have withdrawn there is nobody to meet before a later round.
        span *= 2


def seeding(count: int) -> list[int]:
    """Seeds in the order of the tree: the first two can meet in the final alone, the first four in the last but one."""
    order = [0]
    while len(order) < count:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return order


def knockout_rounds(plan: Plan, count: int) -> int:
    """How many rounds a knock-out takes, if nobody withdraws: who sits first goes on."""
    entrants = [Entrant(number) for number in range(count)]
    rounds: list[Round] = []
    while boards := knockout(plan, entrants, rounds):
        rounds.append(tuple(replace(board, places=tuple(range(1, len(board.people) + 1))) for board in boards))
    return len(rounds)


PAIRINGS: dict[Form, Callable[[Plan, Sequence[Entrant], Sequence[Round]], list[Board]]] = {
    "swiss": swiss,
    "robin": robin,
    "knockout": knockout,
}
