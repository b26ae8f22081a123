"""The search: what it may see, that it repeats itself, and that it finds what is there to be found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import mistvale as mv
from mistvale.bots import LEVELS, analyse, levels
from mistvale.bots.levels import Level, Manner, Searcher, Thought, search
from mistvale.core.match import open_match
from tests.bots import cups, gestures, road
from tests.bots.positions import endings, result, solved, wandered
from tests.toys import duel, nim

GAMES = [mv.game(name) for name in mv.games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SMALL = Level("small", trees=2, simulations=150)
FIRM = Level("firm", trees=2, simulations=1500)
# Seeds of matches that come to a decision which can be looked through, or to a forced win, to be looked at first: dice
# seldom do, and looking for it takes long.
SOLVED = {"misty": (2, 6), "valdora": (7, 9, 14)}
FORCED = {"misty": (50, 59, 80), "misterra": (12, 23), "misty-valley": (10, 17, 18), "valdora": (14,)}


def at(match: mv.Match, state: Any) -> mv.Match:
    """A match in a given state."""
    twin = match.copy()
    twin.place(state)
    return twin


# ---------------------------------------------------------------- it never sees the true state


def test_a_planted_pea_changes_nothing() -> None:
    """Wherever the pea is, and whatever will be drawn, the same seed looks under the same cup."""
    match = open_match(cups.GAME, seed=1)
    found = {}
    for pea in range(cups.CUPS):
        for key in (7, 8):
            state = match.seat(0).world(0)
            state["pea"], state["key"][2] = pea, key
            found[pea, key] = [Searcher(SMALL, seed).choose(at(match, state).seat(0)) for seed in range(20)]
    assert len({tuple(moves) for moves in found.values()}) == 1
    assert len(set(found[0, 7])) > 1


def test_what_was_seen_is_used() -> None:
    """After a peek that found the pea that cup is lifted; after one that did not, another one."""
    for seed in range(6):
        match = open_match(cups.GAME, seed=seed)
        match.play(0, "lift left")
        there = int(match.step(match.steps).state["pea"]) == 0
        assert (Searcher(SMALL, seed).choose(match.seat(0)) == "lift left") == there


@every_game
@pytest.mark.parametrize("moves", [0, 9, 30])
def test_only_worlds_dealt_anew_go_in(game: mv.Game, moves: int) -> None:
    """Hands, decks and the stream all differ: given the same worlds, the search thinks the same to the last digit."""
    match = wandered(game, seed=5, moves=moves)
    seat = match.pending[0]
    world = match.seat(seat).world(1)
    found = []
    for secret in (11, 12):
        handle = match.seat(seat).sample(secret).seat(seat)
        handle.world = lambda seed: world.copy()  # type: ignore[method-assign]
        found.append(search(handle, SMALL, seed=3))
    assert found[0] == found[1]


@every_game
def test_the_stream_tells_nothing(game: mv.Game) -> None:
    """What will be drawn can't be known, so it can't matter."""
    match = wandered(game, seed=6, moves=12)
    seat = match.pending[0]
    found = []
    for key in (1, 2):
        state = match.step(match.steps).state.copy()
        state["key"], state["block"] = key, key
        found.append(search(at(match, state).seat(seat), SMALL, seed=3))
    assert found[0] == found[1]


# ---------------------------------------------------------------- it repeats itself


@every_game
def test_a_seed_repeats_itself_on_any_number_of_threads(game: mv.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = wandered(game, seed=8, moves=10)
    handle = match.seat(match.pending[0])
    level = Level("wide", trees=3, simulations=80)
    found = []
    for threads in (1, 2, 3):
        with ThreadPoolExecutor(threads) as pool:
            monkeypatch.setattr(levels, "workers", lambda pool=pool: pool)
            found.append(search(handle, level, seed=4))
            assert search(handle, level, seed=5) != found[0]
    assert found[0] == found[1] == found[2]


PRINT_THOUGHTS = """
import json
from mistvale.bots.levels import Level, search
from tests.bots.test_search import told, wandered
import mistvale as mv
match = wandered(mv.game("misty"), seed=2, moves=70)
print(json.dumps(told(search(match.seat(match.pending[0]), Level("few", trees=2, simulations=6), seed=9)[0])))
"""


def told(thoughts: list[Thought]) -> list[list[Any]]:
    """Thoughts to the last digit."""
    return [[str(t.move), t.visits, t.share.hex(), t.worth.hex(), t.error.hex()] for t in thoughts]


def test_compiled_is_interpreted() -> None:
    """The same to the last digit with compiling off: no arithmetic that a compiler may round otherwise."""
    run = subprocess.run(
        [sys.executable, "-c", PRINT_THOUGHTS],
        env={**os.environ, "MISTVALE_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    match = wandered(mv.game("misty"), seed=2, moves=70)
    handle = match.seat(match.pending[0])
    assert json.loads(run.stdout) == told(search(handle, Level("few", trees=2, simulations=6), seed=9)[0])


# ---------------------------------------------------------------- it finds what is there


def test_nim_is_played_as_solved() -> None:
    """Small heaps: a move after which best play is worth the most."""
    tried = 0
    for heaps in ((1, 2, 3), (2, 2, 1), (3, 1, 1), (0, 2, 3), (2, 0, 1), (3, 3, 1)):
        match = open_match(nim.GAME, seed=1)
        state = match.step(0).state.copy()
        state["heap"] = heaps
        match = at(match, state)
        exact = solved(match, worlds=1, most=200_000)
        assert exact is not None
        if min(exact) == max(exact):
            continue
        tried += 1
        move = Searcher(Level("nim", trees=2, simulations=4000), seed=2).choose(match.seat(0))
        assert exact[match.legal(0).index(move)] == max(exact), heaps
    assert tried >= 3


@every_game
def test_endings_are_played_as_solved(game: mv.Game) -> None:
    """Where all that follows can be looked through, the search chooses what is worth the most."""
    tried = 0
    for seed in dict.fromkeys((*SOLVED.get(game.name, ()), *range(60))):
        for match in endings(game, seed, last=4, seats=2 if 2 in game.seats else None):
            exact = solved(match)
            if exact is None or min(exact) == max(exact):
                continue
            seat = match.pending[0]
            move = Searcher(LEVELS[-1], seed).choose(match.seat(seat))
            assert exact[match.legal(seat).index(move)] == max(exact), (seed, match.legal(seat), exact)
            tried += 1
        if tried >= 3:
            break
    assert tried >= 3


@pytest.mark.slow
@every_game
def test_forced_wins_are_found(game: mv.Game) -> None:
    """Of moves that win and moves that do not, one that wins: near the end, at tables for two where there are."""
    wanted = 3 if 2 in game.seats else 1  # of three at the table, one is seldom a single move away from winning
    tried = 0
    for seed in dict.fromkeys((*FORCED.get(game.name, ()), *range(300))):
        for match in endings(game, seed, last=4, seats=2 if 2 in game.seats else None):
            exact = solved(match)
            if exact is None or not min(exact) < 5 < max(exact) or min(exact) > 0:
                continue
            seat = match.pending[0]
            match.play(seat, Searcher(FIRM, seed).choose(match.seat(seat)))
            while not match.over:
                mover = match.pending[0]
                match.play(mover, Searcher(FIRM, seed).choose(match.seat(mover)))
            assert match.ranks[seat] == 1, (seed, exact, result(match))
            tried += 1
        if tried >= wanted:
            break
    assert tried >= wanted


def test_hidden_numbers_are_bid_exactly() -> None:
    """Duel's last round: a bid pays if it is not above one's own number, which one sees; so one bids just that."""
    tried = 0
    for seed in range(12):
        match = open_match(duel.GAME, seed=seed)
        while not match.over:
            seat = match.pending[0]
            state = match.view(seat)["state"]
            number = int(state["number"][seat])
            if state["played"] + 1 == state["length"] and number > 0:
                assert str(Searcher(FIRM, seed).choose(match.seat(seat))) == f"bid {number}"
                tried += 1
            match.play(seat, f"bid {number}")
    assert tried >= 10


def test_nobody_hurries_to_the_end_for_the_sake_of_having_won() -> None:
    """One point ahead at once, or many more at an end that no simulation sees: the bonus must not tell them apart."""
    match = open_match(road.GAME, seed=1)
    assert [Searcher(FIRM, seed).choose(match.seat(0)) for seed in range(4)] == ["walk"] * 4


# ---------------------------------------------------------------- it mixes


def equilibrium() -> list[float]:
    """How often each gesture is shown if both play best.

    Winning counts as half the bonus more than what it pays. Each gesture then has to be worth nothing: a gesture is
    shown in proportion to what the pair of the other two pays.
    """
    stone, paper, scissors = (pays + Manner().win / 2 for pays in gestures.PAYS)
    total = stone + paper + scissors
    return [scissors / total, stone / total, paper / total]


@pytest.mark.parametrize("seat", [0, 1])
def test_simultaneous_decisions_are_mixed_as_theory_says(seat: int) -> None:
    """Neither seat can answer the other's gesture, so both show each as often as in equilibrium."""
    match = open_match(gestures.GAME, seed=1)
    thoughts, mixes = search(match.seat(seat), LEVELS[-1], seed=1)
    assert mixes
    assert np.allclose([thought.share for thought in thoughts], equilibrium(), atol=0.06)


def test_a_draw_is_what_is_played() -> None:
    """Over many seeds the moves come as often as their shares say, also when the rival has committed itself."""
    match = open_match(gestures.GAME, seed=1)
    match.play(0, "show paper")
    level = Level("mixing", trees=1, simulations=4000, manner=Manner(mix=20))
    played = [Searcher(level, seed).choose(match.seat(1)).number for seed in range(200)]
    assert np.allclose(np.bincount(played, minlength=3) / 200, equilibrium(), atol=0.12)


# ---------------------------------------------------------------- what others need of it


def test_a_stop_is_heeded() -> None:
    match = open_match(mv.game("misty"), seed=1)
    stop = threading.Event()
    stop.set()
    thoughts, _ = search(match.seat(0), LEVELS[-1], 1, stop)
    assert sum(thought.visits for thought in thoughts) == 0
    assert Searcher(LEVELS[-1], 1).choose(match.seat(0), stop) in match.legal(0)


def test_hints_are_the_best_moves() -> None:
    """At most so many, the best first, and the one that the level would play where nobody else decides."""
    match = next(endings(mv.game("secret-valley"), seed=3, last=1))
    seat = match.seat(match.pending[0])
    hints = analyse(seat, "adept", seed=5, most=2)
    assert 1 <= len(hints) <= 2
    assert hints[0].share == max(hint.share for hint in hints)
    assert hints[0].move == mv.bot("adept", seed=4).choose(seat)
    assert sum(thought.visits for thought in search(seat, LEVELS[2], 5)[0]) == LEVELS[2].trees * LEVELS[2].simulations
    with pytest.raises(mv.BadTable, match="no level called 'greedy'"):
        analyse(seat, "greedy")


def test_without_a_choice_there_is_no_hint() -> None:
    match = open_match(mv.game("valdora"), seed=1)
    while len(match.legal(match.pending[0])) > 1:
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    assert analyse(match.seat(match.pending[0])) == []


def test_the_ladder_has_five_levels_with_names() -> None:
    words = mv.game("misty").words()
    assert len(LEVELS) == 5
    assert mv.bots()[0] == "random" and mv.bots()[-1] == LEVELS[-1].name
    assert [name for name in mv.bots() if name not in ("random", "greedy")] == [level.name for level in LEVELS]
    for name in mv.bots():
        assert words(f"bot.{name}") and words(f"bot.{name}.hint")
        assert mv.bot(name).name == name
