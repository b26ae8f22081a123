"""How far a pawn may go, and what it pays, against every walk there is, on boards drawn at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mistvale.core.match import Match, open_match
from mistvale.games.valdora import GAME
from mistvale.games.valdora.reading.board import stops
from mistvale.games.valdora.state import GOING

KINDS = ("town", "road", "mine", "harbour", "palace")
Edges = list[set[int]]


def random_board(dice: random.Random) -> tuple[dict[str, Any], Edges]:
    """A board that hangs together, with towns here and there; its box, and its edges."""
    count = dice.randint(5, 12)
    spaces: list[dict[str, Any]] = []
    for number in range(count):
        kind = "town" if number == 0 else "road" if number == 1 else dice.choice((*KINDS, "town"))
        row = {"name": f"space{number}", "kind": kind, "x": 10 * number, "y": 0}
        row |= {"ships": 1} if kind == "harbour" else {"client": "silver"} if kind == "palace" else {}
        row |= {"book": "commissions", "home": True} if number == 0 else {}
        spaces.append(row)
    spaces.append({"name": "silver-palace", "kind": "palace", "client": "silver", "x": 0, "y": 0})
    pairs = {(dice.randrange(n), n) for n in range(1, len(spaces))}
    pairs |= {tuple(sorted(dice.sample(range(len(spaces)), 2))) for _ in range(dice.randint(0, 6))}  # type: ignore[misc]
    near: Edges = [set() for _ in spaces]
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    roads = sum(row["kind"] == "road" for row in spaces)
    data = dict(GAME.box().data)
    data["board"] = {
        "discard": {"x": 0, "y": 0},
        "spaces": spaces,
        "edges": [[spaces[one]["name"], spaces[other]["name"]] for one, other in sorted(pairs)],
    }
    faces = [{"name": "silver", "client": "silver", "coins": 1, "points": 2}]
    data["commissions"] = {"faces": faces, "cards": [["one", "silver", "silver"], ["two", "silver", "silver"]]}
    data["gems"] = {"gold": 2 * roads, "amethyst": 2 * roads, "emerald": 2 * roads, "ruby": 0, "sapphire": 0}
    return data, near


def walks(near: Edges, towns: set[int], start: int, passes: int) -> set[int]:
    """Every space at the end of some walk that goes through at most so many towns: step by step, all of them."""
    ends: set[int] = set()
    steps = [(start, passes)]
    done = set(steps)
    while steps:
        space, left = steps.pop()
        for after in near[space]:
            ends.add(after)
            rest = left - (after in towns)
            if rest >= 0 and (after, rest) not in done:  # going on from there
                done.add((after, rest))
                steps.append((after, rest))
    return ends - {start}


def strewn(match: Match, dice: random.Random) -> Any:
    """The pawns anywhere, any coins, provisions or not."""
    state = match.raw.copy()
    spaces = int(match.box.record["spaces"])
    crowd = dice.sample(range(spaces), min(3, spaces))
    for seat in range(match.seats):
        state["at"][seat] = dice.choice(crowd) if dice.random() < 0.7 else dice.randrange(spaces)
        state["coins"][seat] = dice.randint(0, 6)
        state["provisions"][seat] = dice.randint(0, 1)
    return state


def check_stops(match: Match, near: Edges, kinds: list[str], dice: random.Random) -> None:
    """Legal moves, tolls and provisions of one random position."""
    names = match.box.words["spaces"]
    towns = {n for n, kind in enumerate(kinds) if kind == "town"}
    state = strewn(match, dice)
    match.place(state)
    seat = int(state["turn"])
    start, coins = int(state["at"][seat]), int(state["coins"][seat])
    at = [int(space) for space in state["at"][: match.seats]]
    plain = walks(near, towns, start, 0)
    reach = walks(near, towns, start, int(state["provisions"][seat]))
    tolls = {n: 0 if kinds[n] == "mine" else at.count(n) for n in reach}
    may = {n for n in reach if tolls[n] <= coins}
    assert int(state["phase"]) == GOING
    assert {str(move) for move in match.legal(seat)} == ({f"go {names[n]}" for n in may} or {"done"})
    told = dict(enumerate(stops(match.look(seat), seat)))
    costs = {n: (stop.toll, stop.provisions, not stop.why_not) for n, stop in told.items() if n in reach}
    assert costs == {n: (tolls[n], n not in plain, n in may) for n in reach}
    far = "too-far" if int(state["provisions"][seat]) else "far"
    assert {n: stop.why_not for n, stop in told.items() if n not in reach} == {
        n: "leave" if n == start else far for n in range(len(names)) if n not in reach
    }
    for space in may:
        twin = match.copy()
        twin.play(seat, f"go {names[space]}")
        after = twin.raw
        assert int(after["at"][seat]) == space
        assert int(after["coins"][seat]) == coins - tolls[space]
        assert int(after["provisions"][seat]) == (int(state["provisions"][seat]) if space in plain else 0)
        for other in range(match.seats):
            if other != seat:
                paid = tolls[space] > 0 and at[other] == space
                assert int(after["coins"][other]) == min(6, int(state["coins"][other]) + paid)


@pytest.mark.parametrize("seed", range(40))
def test_any_board_is_walked_as_its_roads_say(seed: int) -> None:
    """Another map is data: no code, and every walk counts (Movement; VA-7, VA-16)."""
    dice = random.Random(seed)
    data, near = random_board(dice)
    box = GAME.box(data, stated_figures=False)
    match = open_match(GAME, seats=dice.choice((3, 4, 5)), seed=seed, box=box)
    kinds = [row["kind"] for row in data["board"]["spaces"]]
    for _ in range(12):
        check_stops(match, near, kinds, dice)


def test_the_board_is_walked_as_its_roads_say() -> None:
    """The real one."""
    board = GAME.box().data["board"]
    names = [row["name"] for row in board["spaces"]]
    near: Edges = [set() for _ in names]
    for one, other in board["edges"]:
        near[names.index(one)].add(names.index(other))
        near[names.index(other)].add(names.index(one))
    match, dice = open_match(GAME, seats=5, seed=1), random.Random(1)
    for _ in range(100):
        check_stops(match, near, [row["kind"] for row in board["spaces"]], dice)


def test_boards_differ_in_what_they_allow() -> None:
    """The comparison would not notice if all boards were one open field, or all pawns were stuck."""
    shares = []
    for seed in range(40):
        data, near = random_board(random.Random(seed))
        towns = {n for n, row in enumerate(data["board"]["spaces"]) if row["kind"] == "town"}
        plain = sum(len(walks(near, towns, n, 0)) for n in range(len(near)))
        shares.append(plain / sum(len(walks(near, towns, n, 1)) for n in range(len(near))))
    assert min(shares) < 0.7
    assert max(shares) == 1


@pytest.mark.parametrize("seed", range(3))
def test_another_board_plays_to_the_end(seed: int) -> None:
    dice = random.Random(seed)
    data, _ = random_board(dice)
    match = open_match(GAME, seats=3, seed=seed, box=GAME.box(data, stated_figures=False))
    while not match.over:
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
        match.audit()
    assert sorted(match.ranks)[0] == 1
