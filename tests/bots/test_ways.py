"""The ways of a turn at the root: whole turns where they are few, beginnings of them where they are many."""

from __future__ import annotations

import numpy as np

import mistvale as mv
from mistvale.bots import greedy, levels
from mistvale.bots.levels import Level, Manner, search
from mistvale.bots.search import think
from mistvale.bots.tree import Tree
from mistvale.core.rule import blank


def turn(game: str, seats: int, moves: int) -> mv.Seat:
    """A seat with a choice, some moves into a match of quick bots."""
    match = mv.open_match(game, seats, 3)
    quick = levels.Searcher(levels.QUICK, 1)
    while moves > 0 or len(match.legal(match.pending[0])) < 3:
        seat = match.pending[0]
        match.play(seat, quick.choose(match.seat(seat)))
        moves -= 1
    return match.seat(match.pending[0])


def grown(seat: mv.Seat, level: Level) -> Tree:
    tree = Tree(seat.game, level.simulations)
    tree.plant(1, 0)
    states = blank(seat.game.state, 2)
    states[0] = seat.world(1)
    how = level.manner.record()
    think(states, seat.box.record, how, tree.mind, tree.table, seat.number, level.simulations)
    return tree


def test_whole_turns_are_tried_where_they_are_few() -> None:
    """A card and its space, in The Secret Valley: as many ways as greedy finds."""
    seat = turn("secret-valley", 2, 15)
    states = blank(seat.game.state, 2)
    states[0] = seat.world(1)
    every = greedy.every_way(states, seat.box.record, seat.number, blank(greedy.scratch_type(seat.game))[0])
    tree = grown(seat, Level("much", 1, 4000))
    mind = tree.mind
    assert mind["listed"] == every > len(seat.legal)
    assert (mind["lengths"][:every] == 2).all() and (mind["tally"][:every, 0] > 0).all()
    assert mind["tally"][:, 0].sum() == 4000


def test_where_simulations_are_few_a_way_is_one_move() -> None:
    seat = turn("secret-valley", 2, 15)
    tree = grown(seat, Level("little", 1, 120))
    mind = tree.mind
    assert mind["listed"] == len(seat.legal) and sorted(mind["ways"][: len(seat.legal), 0]) == [
        move.number for move in seat.legal
    ]


def test_a_beginner_looks_at_few_moves() -> None:
    seat = turn("valdora", 3, 30)
    thoughts, _ = search(seat, Level("glance", 1, 60, Manner(whole=0, notice=2, keen=1)), 1)
    assert sum(thought.visits > 0 for thought in thoughts) == 2 < len(thoughts)


def test_what_catches_the_eye_is_what_the_game_advises() -> None:
    """With a keen eye the most promising moves are those that are looked at."""
    seat = turn("valdora", 3, 30)
    tree = grown(seat, Level("glance", 1, 60, Manner(whole=0, notice=2, keen=500)))
    from mistvale.core import verbs

    state = seat.world(1)
    advice = {move.number: int(verbs.bias(state, seat.box.record, seat.number, move.number)) for move in seat.legal}
    seen = [advice[int(number)] for number in tree.mind["ways"][:2, 0]]
    assert np.array_equal(sorted(seen, reverse=True), sorted(advice.values(), reverse=True)[:2])
