"""The laws on every installed game and on the toys, at every kind of table: see mistvale/core/laws."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale.core import laws
from tests.toys import duel, nim

# Steps of a match. The longer one is, the longer takes each step of it, since its log is told anew: so many at every
# kind of table, and whole matches at some. `tests/deep/` plays all of them to the end.
MOST = 150
WHOLE = 400  # only Valdora's, when dice play, are longer; its own tests play some to the end
BEGINNING = 100  # steps that are compared with interpreted ones at every kind of table; some matches are as a whole
# With dice alone its matches take thousands of steps; its own tests compare whole ones of a box where they do not.
ENDLESS = {"valdora"}
GAMES = [*(mv.game(name) for name in mv.games()), duel.GAME, nim.GAME]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_keeps_the_laws(game: mv.Game) -> None:
    """Laws 1, 2, 4 and 5, moves, undo and bytes, on thousands of positions."""
    positions = 2000 if game.name in mv.games() else 600
    findings = laws.check_game(game, positions=positions, seed=20, interpreted=False, most=MOST)
    assert not findings, "\n".join(map(str, findings))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_laws_hold_to_the_end_of_a_match(game: mv.Game) -> None:
    """With all first choices at the smallest table, with all last ones at the largest, and in between."""
    kinds = game.tables()
    for seed, number in enumerate(sorted({0, len(kinds) // 2, len(kinds) - 1})):
        options, seats = kinds[number]
        for _ in laws.Walk(game, options, seats, seed=70 + seed, most=WHOLE).steps():
            pass


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_compiled_is_interpreted(game: mv.Game) -> None:
    """Law 5: step by step the same with compiling off, at every kind of table.

    Matches are played to the end with each value of each option and each number of seats. `tests/deep/` does that at
    every table.
    """
    whole = [] if game.name in ENDLESS else laws.few_tables(game)
    laws.check_interpreted(game, seed=3, most=BEGINNING, whole=whole)


def test_long_matches_are_left_in_the_middle() -> None:
    walk = laws.Walk(mv.game("misty"), {"window": "standard"}, 2, seed=1, most=40)
    assert 40 <= len(list(walk.steps())) < 60
    assert not walk.match.over


def test_every_kind_of_table_is_visited() -> None:
    kinds = mv.game("misty").tables()
    assert len(kinds) == 6
    assert {(options["window"], seats) for options, seats in kinds} == {
        (window, seats) for window in ("standard", "small") for seats in (2, 3, 4)
    }


def test_few_tables_have_each_value_of_each_option_and_each_number_of_seats() -> None:
    game = mv.game("misterra")
    few = laws.few_tables(game)
    assert len(few) < len(game.tables())
    assert all(table in game.tables() for table in few)
    assert {seats for _, seats in few} == set(game.seats)
    for option in game.options:
        assert {options[option.name] for options, _ in few} == set(option.values)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    assert laws.check_game(nim.GAME, positions=30, interpreted=False, progress=lambda *now: told.append(now)) == []
    assert told[0] == (1, 30)
    assert told[-1] == (30, 30)
