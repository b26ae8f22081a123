"""Pairings and standings of tournaments, as docs/tournaments.md tells them: laws over any crowd and any results."""

from __future__ import annotations

import functools
import math
import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mistvale.server.blossom import Matching
from mistvale.server.boards import Board, Entrant, Form, Plan, Round, bye, byes, meetings, walkover
from mistvale.server.pairing import circle, next_round, plane, seeding, settled, sizes
from mistvale.server.standings import Standings
from tests.conftest import some

ALL = (2, 3, 4, 5)
Crowd = list[Entrant]


def crowd(count: int, seed: int = 0) -> Crowd:
    rng = random.Random(seed)
    return [Entrant(number, rng.randrange(100)) for number in range(count)]


def plan_of(form: Form, size: int, rounds: int = 0, allowed: tuple[int, ...] = ALL, seed: str = "lots") -> Plan:
    return Plan(form, size, allowed, rounds, seed)


def played(board: Board, rng: random.Random) -> Board:
    """A board with any result, ties among them."""
    if board.over:
        return board
    points = [rng.randrange(5) for _ in board.people]
    places = tuple(1 + sum(other > mine for other in points) for mine in points)
    return replace(board, places=places, hows=("played",) * len(places))


def tournament(
    plan: Plan, entrants: Crowd, rng: random.Random, between: Callable[[Crowd, int], Crowd] = lambda crowd, _: crowd
) -> tuple[Plan, Crowd, list[Round]]:
    """A whole tournament; `between` changes who takes part before each round but the first."""
    plan = settled(plan, entrants)
    rounds: list[Round] = []
    while boards := next_round(plan, entrants, rounds):
        assert boards == next_round(plan, list(reversed(entrants)), rounds), "nothing depends on the order of a list"
        rounds.append(tuple(played(board, rng) for board in boards))
        entrants = between(entrants, len(rounds))
        assert len(rounds) < 200
    return plan, entrants, rounds


# ---------------------------------------------------------------- perfect matchings


@given(st.integers(0, 9), st.randoms(use_true_random=False))
def test_as_many_are_paired_as_can_be(count: int, rng: random.Random) -> None:
    pairs = {frozenset(pair) for pair in combinations(range(count), 2) if rng.random() < 0.4}
    matching = Matching([[other for other in range(count) if {one, other} in pairs] for one in range(count)])
    matching.grow()
    for one, mate in enumerate(matching.mate):
        assert mate == -1 or (matching.mate[mate] == one and {one, mate} in pairs)
    assert count - len(matching.left) == 2 * most_pairs(frozenset(range(count)), pairs)


def most_pairs(left: frozenset[int], pairs: Collection[frozenset[int]]) -> int:
    return _most_pairs(left, frozenset(pairs))


@functools.lru_cache(maxsize=10_000)
def _most_pairs(left: frozenset[int], pairs: frozenset[frozenset[int]]) -> int:
    if not left:
        return 0
    one, rest = min(left), left - {min(left)}
    with_one = [1 + _most_pairs(rest - {other}, pairs) for other in rest if {one, other} in pairs]
    return max([_most_pairs(rest, pairs), *with_one])


# ---------------------------------------------------------------- how many sit where


@given(st.integers(2, 60), st.sampled_from([ALL, (2, 3), (3, 4, 5), (2, 4), (2,)]), st.data())
def test_tables_are_as_alike_as_can_be_and_few_have_none(
    count: int, allowed: tuple[int, ...], data: st.DataObject
) -> None:
    size = data.draw(st.sampled_from(allowed))
    tables, without = sizes(count, size, allowed)
    assert sum(tables) + without == count
    if tables:
        assert set(tables) <= set(allowed) and max(tables) - min(tables) <= 1
        assert without < size
    if size == 2 and 2 in allowed:
        assert tables == [2] * (count // 2) and without == count % 2


# ---------------------------------------------------------------- Swiss


@given(st.integers(2, 11), st.integers(1, 10), st.randoms(use_true_random=False))
@some(30)
def test_in_a_swiss_for_two_nobody_meets_twice_and_byes_go_round(count: int, asked: int, rng: random.Random) -> None:
    _, _, rounds = tournament(plan_of("swiss", 2, asked), crowd(count), rng)
    assert len(rounds) == min(asked, count - 1 + count % 2)
    for number, boards in enumerate(rounds):
        assert sorted(one for board in boards for one in board.people) == list(range(count)), "everybody, each round"
        before = byes(rounds[:number])
        for board in boards:
            if board.bye:
                assert before[board.people[0]] == min(before[one] for one in range(count))
        assert sum(board.bye for board in boards) == count % 2
        avoidable = could_avoid(count, rounds[:number], byes(rounds[:number]))
        again = max((meetings(rounds[:number])[frozenset(board.people)] for board in boards), default=0)
        assert again == 0 or not avoidable


def could_avoid(count: int, before: list[Round], had: Counter[int]) -> bool:
    """Whether all could meet somebody new, with a bye for one of those who have had fewest."""
    met = meetings(before)
    pairs = {frozenset(pair) for pair in combinations(range(count), 2) if not met[frozenset(pair)]}
    fewest = min(had[one] for one in range(count))
    spare = [one for one in range(count) if had[one] == fewest] if count % 2 else [None]
    return any(2 * most_pairs(frozenset(range(count)) - {one}, pairs) == count - count % 2 for one in spare)


def test_a_swiss_begins_as_the_dutch_do() -> None:
    """The upper half against the lower, and then winners against winners."""
    plan = settled(plan_of("swiss", 2, 3), entrants := [Entrant(n, 100 - n) for n in range(8)])
    first = next_round(plan, entrants, [])
    assert [set(board.people) for board in first] == [{0, 4}, {1, 5}, {2, 6}, {3, 7}]
    won = tuple(replace(board, places=tuple(1 if one < 4 else 2 for one in board.people)) for board in first)
    assert [set(board.people) for board in next_round(plan, entrants, [won])] == [{0, 2}, {1, 3}, {4, 6}, {5, 7}]


@given(st.integers(2, 9), st.randoms(use_true_random=False))
@some(40)
def test_seats_go_round_too(pairs: int, rng: random.Random) -> None:
    """Nobody sits first much more often than second."""
    _, _, rounds = tournament(plan_of("swiss", 2, 5), crowd(2 * pairs), rng)
    for one in range(2 * pairs):
        first = sum(board.people[0] == one for boards in rounds for board in boards)
        assert abs(2 * first - len(rounds)) <= 3


@given(st.integers(3, 22), st.sampled_from([3, 4, 5]), st.randoms(use_true_random=False))
@some(20)
def test_at_larger_tables_all_sit_each_round(count: int, size: int, rng: random.Random) -> None:
    _, _, rounds = tournament(plan_of("swiss", size, 4), crowd(count), rng)
    assert len(rounds) == 4
    for boards in rounds:
        assert sorted(one for board in boards for one in board.people) == list(range(count))
        assert not any(board.bye for board in boards), "smaller tables before somebody who has none"


def test_at_larger_tables_meetings_are_not_repeated_where_that_is_easy() -> None:
    rng = random.Random(3)
    _, _, rounds = tournament(plan_of("swiss", 4, 3), crowd(16), rng)
    assert max(meetings(rounds).values()) == 1
    small = Counter(
        one
        for boards in tournament(plan_of("swiss", 4, 4), crowd(11), rng)[2]
        for board in boards
        if len(board.people) == 3
        for one in board.people
    )
    assert max(small.values()) <= 2, "a missing seat is not always the same people's"


@given(st.integers(4, 12), st.randoms(use_true_random=False))
@some(40)
def test_people_come_late_and_leave(count: int, rng: random.Random) -> None:
    def between(entrants: Crowd, played: int) -> Crowd:
        entrants = [replace(each, away=each.away or rng.random() < 0.1) for each in entrants]
        return [*entrants, Entrant(len(entrants), 50, since=played + 1)] if rng.random() < 0.4 else entrants

    seen: list[Crowd] = []

    def noted(entrants: Crowd, played: int) -> Crowd:
        seen.append(between(entrants, played))
        return seen[-1]

    plan, entrants, rounds = tournament(plan_of("swiss", 2, 5), crowd(count), rng, noted)
    for boards, there in zip(rounds[1:], seen, strict=False):
        here = {each.number for each in there if not each.away}
        assert {one for board in boards for one in board.people} == here
    points = Standings(plan, entrants, rounds).points
    for each in entrants:
        earned = sum(
            (
                Fraction(1) if board.bye else board.against(each.number, sum(board.people) - each.number)
                for boards in rounds
                for board in boards
                if each.number in board.people
            ),
            Fraction(0),
        )
        assert points[each.number] == earned + Fraction(min(each.since - 1, len(rounds)), 2)


# ---------------------------------------------------------------- round robin


@pytest.mark.parametrize("count", range(2, 15))
def test_by_the_circle_each_meets_each_once(count: int) -> None:
    rounds = circle(count)
    met = Counter(frozenset(pair) for boards in rounds for pair in boards if len(pair) == 2)
    assert met == Counter(frozenset(pair) for pair in combinations(range(count), 2))
    assert all(sorted(one for pair in boards for one in pair) == list(range(count)) for boards in rounds)
    assert len(rounds) == count - 1 + count % 2


@pytest.mark.parametrize("size", [3, 4, 5])
def test_in_a_plane_each_meets_each_once(size: int) -> None:
    rounds = plane(size)
    assert len(rounds) == size + 1
    met = Counter(frozenset(pair) for boards in rounds for line in boards for pair in combinations(line, 2))
    assert met == Counter(frozenset(pair) for pair in combinations(range(size * size), 2))


@given(st.integers(3, 14), st.sampled_from([2, 3, 4, 5]), st.randoms(use_true_random=False))
@some(15)
def test_in_a_round_robin_all_meet_all(count: int, size: int, rng: random.Random) -> None:
    _, _, rounds = tournament(plan_of("robin", size), crowd(count), rng)
    met = meetings(rounds)
    assert len(met) == count * (count - 1) // 2
    assert size > 2 or set(met.values()) == {1}
    assert len(rounds) <= 2 * math.ceil((count - 1) / (size - 1)) + 1


def test_who_leaves_a_round_robin_early_counts_for_nobody_and_late_for_those_who_won() -> None:
    plan = settled(plan_of("robin", 2), entrants := crowd(6))
    rng = random.Random(1)
    for leaves, counts in ((1, False), (4, True)):
        rounds: list[Round] = []
        gone = list(entrants)
        while boards := next_round(plan, gone, rounds):
            rounds.append(tuple(played(board, rng) for board in boards))
            if len(rounds) == leaves:
                gone = [replace(each, away=each.number == 0) for each in entrants]
        assert len(rounds) == 5
        standings = Standings(plan, gone, rounds)
        assert (standings.points[0] > 0 or not standings.struck) == counts
        missed = [board for boards in rounds for board in boards if "walkover" in board.hows]
        assert len(missed) == 5 - leaves
        for board in missed:
            (other,) = board.present
            assert standings.worth(board, other) == 1
            assert (board in standings.rounds[rounds.index(next(r for r in rounds if board in r))]) == counts


# ---------------------------------------------------------------- knock-out


@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (3, 2), (5, 3), (8, 3), (11, 4)])
def test_a_knock_out_has_byes_for_the_best_alone(count: int, rounds: int) -> None:
    entrants = [Entrant(number, 100 - number) for number in range(count)]
    plan, _, found = tournament(plan_of("knockout", 2), entrants, random.Random(2))
    assert (len(found), plan.rounds) == (rounds, rounds)
    spare = 2**rounds - count
    assert {board.people[0] for board in found[0] if board.bye} == set(range(spare))
    assert not any(board.bye for boards in found[1:] for board in boards)
    lines = Standings(plan, entrants, found).lines()
    assert [line.out for line in lines].count(0) == 1 and lines[0].out == 0
    assert [line.out for line in lines[1:]] == sorted((line.out for line in lines[1:]), reverse=True)


def test_seeds_meet_late() -> None:
    assert seeding(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert seeding(2) == [0, 1] and seeding(1) == [0]


@given(
    st.integers(2, 30),
    st.sampled_from([(3, ALL), (4, ALL), (5, ALL), (3, (3, 4, 5)), (4, (3, 4, 5)), (5, (2, 5)), (4, (2, 4))]),
    st.randoms(use_true_random=False),
)
def test_at_larger_tables_the_best_half_go_on_and_one_wins(
    count: int, table: tuple[int, tuple[int, ...]], rng: random.Random
) -> None:
    size, allowed = table
    plan, entrants, rounds = tournament(plan_of("knockout", size, 0, allowed), crowd(count), rng)
    if not sizes(count, size, allowed)[0]:
        assert rounds == []
        return
    lines = Standings(plan, entrants, rounds).lines()
    assert [line.out for line in lines].count(0) == 1 and len(rounds) == plan.rounds
    assert [line.rank for line in lines] == list(range(1, count + 1))


@given(st.integers(2, 20), st.sampled_from(ALL), st.randoms(use_true_random=False))
@some(40)
def test_a_knock_out_ends_however_many_leave(count: int, size: int, rng: random.Random) -> None:
    def between(entrants: Crowd, _: int) -> Crowd:
        return [replace(each, away=each.away or rng.random() < 0.3) for each in entrants]

    plan, entrants, rounds = tournament(plan_of("knockout", size), crowd(count), rng, between)
    lines = Standings(plan, entrants, rounds).lines()
    alive = [line.number for line in lines if not entrants[line.number].away and line.out == 0]
    assert len(alive) <= 1 or not rounds
    assert sorted(line.number for line in lines) == list(range(count))


# ---------------------------------------------------------------- standings


def test_points_are_the_share_of_those_one_left_behind() -> None:
    board = Board((0, 1, 2, 3), (1, 2, 2, 4), ("played",) * 4)
    standings = Standings(plan_of("swiss", 4, 1), crowd(4), [(board,)])
    assert [standings.points[n] for n in range(4)] == [1, Fraction(1, 2), Fraction(1, 2), 0]
    two = Standings(plan_of("swiss", 2, 1), crowd(3), [(Board((0, 1), (1, 1), ("played",) * 2), bye(2))])
    assert [two.points[n] for n in range(3)] == [Fraction(1, 2), Fraction(1, 2), 1]


def test_who_is_not_there_makes_nothing_and_the_others_do() -> None:
    away = Standings(plan_of("swiss", 2, 1), crowd(4), [(walkover((0, 1), [0]), walkover((2, 3), [2, 3]))])
    assert [away.points[n] for n in range(4)] == [0, 1, 0, 0]
    assert [away.wins(n) for n in range(4)] == [0, 0, 0, 0] and away.played(1) == 0


def two(one: int, other: int, shared: bool = False) -> Board:
    return Board((one, other), (1, 1 if shared else 2), ("played", "played"))


def test_equals_are_told_apart_one_after_another() -> None:
    """Of four who each won once, by whom they met, whom they beat, each other, wins, and lots."""
    rounds = [(two(0, 1), two(2, 3)), (two(0, 2), two(1, 3))]
    lines = Standings(plan_of("swiss", 2, 2), crowd(4), rounds).lines()
    assert [line.number for line in lines] == [0, 2, 1, 3] or [line.number for line in lines] == [0, 1, 2, 3]
    by = {line.number: line for line in lines}
    assert (by[1].points, by[2].points) == (1, 1)
    assert by[1].buchholz == by[0].points + by[3].points == 2 == by[2].buchholz
    assert by[0].sonneborn == by[1].points + by[2].points and by[3].sonneborn == 0
    assert by[1].direct is None, "they have not met"
    assert (by[1].lot < by[2].lot) == (by[1].rank < by[2].rank), "lots decide"


def test_direct_meetings_decide_where_all_have_met() -> None:
    # Everybody has two points of a round robin but the last; 0, 1 and 2 beat each other in a ring.
    rounds = [(two(0, 1), two(2, 3)), (two(1, 2), two(0, 3)), (two(2, 0), two(1, 3))]
    lines = Standings(settled(plan_of("robin", 2), crowd(4)), crowd(4), rounds).lines()
    assert lines[-1].number == 3 and {line.direct for line in lines[:3]} == {Fraction(1)}
    shared = [(two(0, 1), two(2, 3, True)), (two(2, 0, True), two(1, 3))]
    plan = plan_of("swiss", 2, 2)
    by = {line.number: line for line in Standings(plan, crowd(4), shared).lines()}
    assert by[0].rank == 1 and by[3].rank == 4


def test_a_bye_is_worth_what_the_form_says() -> None:
    for form, worth in (("swiss", 1), ("robin", 0), ("knockout", 1)):
        assert Standings(plan_of(form, 2, 1), crowd(1), [(bye(0),)]).points[0] == worth  # type: ignore[arg-type]
