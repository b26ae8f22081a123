"""Puzzles: what lies in the games' folders stands, and how they are made."""

from __future__ import annotations

import dataclasses
import json
import threading
from dataclasses import replace

import pytest

import mistvale as mv
from mistvale import puzzles
from mistvale.analysis import valuing
from mistvale.core.rule import INTERPRETED
from mistvale.puzzles import Puzzle, making, shelf

WITH = [name for name in mv.games() if puzzles.puzzles(name)]


@pytest.mark.parametrize("game", WITH)
def test_every_puzzle_stands(game: str) -> None:
    """Its position adds up, both moves are legal there, and it is told how much is to be gained."""
    found = puzzles.puzzles(game)
    assert len({each.id for each in found}) == len(found)
    for each in found:
        match = each.match()
        legal = [str(move) for move in match.legal(each.seat)]
        assert each.best in legal and each.tempting in legal and each.best != each.tempting
        assert len(legal) >= making.CHOICES and match.seats == each.seats
        assert each.is_sure and each.gap > 0, each.id
        assert shelf.ease(each) <= making.MOST_FOUND, each.id
    assert list(found) == sorted(found, key=shelf.ease, reverse=True), "the easiest first"


def test_some_games_have_puzzles() -> None:
    assert WITH


def a_puzzle() -> Puzzle:
    return puzzles.puzzles(WITH[0])[0]


def test_a_puzzle_of_other_rules_or_another_box_does_not_stand() -> None:
    """Until it is made anew: the same move may be another there."""
    one, game = a_puzzle(), mv.game(WITH[0])
    assert shelf.stands(one, game)
    parts = one.position.split()
    for place, other in ((2, str(game.version + 1)), (3, "0" * 16)):
        changed = [*parts[:place], other, *parts[place + 1 :]]
        assert not shelf.stands(replace(one, position=" ".join(changed)), game)


def test_files_are_written_and_read() -> None:
    found = list(puzzles.puzzles(WITH[0]))
    text = shelf.write(found[::-1], mv.game(WITH[0]))
    kept = {each.id: each.plain() for each in shelf.read(text, WITH[0])}
    assert kept == {each.id: each.plain() for each in found}
    assert json.loads(text)["rules"] == mv.game(WITH[0]).version


def test_what_is_said_of_a_move_depends_on_it() -> None:
    one = a_puzzle()
    other = next(str(m) for m in one.match().legal(one.seat) if str(m) not in (one.best, one.tempting))
    said = {move: one.remark(move, "en") for move in (one.best, one.tempting, other)}
    assert len(set(said.values())) == 3
    assert f"{one.gain[0]:.1f}" in said[one.best] and one.best not in said[one.tempting] + said[other]


@pytest.mark.parametrize(("chance", "told"), [(0.034, "3%"), (0.006, "1%"), (0.005, ""), (0.0, ""), (-0.012, "")])
def test_a_chance_that_is_about_the_same_is_not_told(chance: float, told: str) -> None:
    one = dataclasses.replace(a_puzzle(), chance=(chance, 0.01))
    for move in (one.best, one.tempting):
        said = one.remark(move, "en")
        assert f"{one.gain[0]:.1f} points more" in said
        assert told in said if told else "%" not in said and "chance" not in said


@pytest.mark.skipif(INTERPRETED, reason="a search of the top level")
def test_what_speaks_for_the_best_move_is_told_and_nothing_against_it() -> None:
    one = a_puzzle()
    told = {lang: puzzles.why(one, lang) for lang in ("en", "de")}
    assert all(told["en"]) and len(told["en"]) == len(told["de"]) > 0 and told["en"] != told["de"]
    compared = ("preferred", "next best", "than the best", "as the best")
    assert not any(each in line for line in told["en"] for each in compared), "by how much is told already"
    assert not any("Seat 1" in line for line in told["en"]), "who asks sits there"
    stop = threading.Event()
    stop.set()
    assert puzzles.why(one, "en", stop) == []


def test_a_position_is_looked_at_only_before_anybody_moves_in_an_epoch() -> None:
    """What was done in it since, and by whom, a position does not tell."""
    match = mv.open_match("misty", seats=2, seed=3)
    assert making.is_fresh(match)
    match.play(0, match.legal(0)[0])
    assert not making.is_fresh(match)
    match.play(1, match.legal(1)[0])
    assert making.is_fresh(match)


def test_the_finder_wants_a_clear_best() -> None:
    seat = mv.open_match("misty", seats=2, seed=3).seat(0)
    one, two = seat.legal[:2]
    best, second = mv.Thought(one, 300, 0.5, 3.0, 0.5), mv.Thought(two, 300, 0.5, 1.0, 0.5)
    assert making.is_clear([best, second], 2.0)
    assert not making.is_clear([best, replace(second, worth=2.5)], 2.0)
    assert making.is_obvious(one, {"adept": [one] * 4}) and not making.is_obvious(one, {"adept": [two] * 4})


@pytest.mark.parametrize(
    ("gain", "chance", "sure"),
    [
        ((0.31, 0.1), (0.02, 0.01), True),
        ((0.29, 0.1), (0.02, 0.01), False),  # may as well be nothing
        ((0.0, 0.0), (0.0, 0.0), False),
        ((-1.0, 0.1), (0.2, 0.01), False),
        ((0.9, 0.1), (-0.029, 0.01), True),  # the chance may as well be the same
        ((0.9, 0.1), (-0.031, 0.01), False),  # points are gained, and the match is lost by it
    ],
)
def test_a_puzzle_gains_beyond_doubt(gain: tuple[float, float], chance: tuple[float, float], sure: bool) -> None:
    assert replace(a_puzzle(), gain=gain, chance=chance).is_sure is sure


class Worlds:
    """Stands in for rollouts: a gain that is as sure as the number of worlds makes it."""

    def __init__(self, gain: float) -> None:
        self.gain, self.worlds = gain, 0

    def look(self, worlds: int) -> None:
        self.worlds += worlds

    def difference(self, arm: int, other: int) -> list[valuing.Worth]:
        return [valuing.Worth(valuing.Estimate(self.gain, self.worlds**-0.5))] * 2


@pytest.mark.parametrize(("gained", "looks"), [(1.0, 1), (-1.0, 1), (0.08, 2), (0.01, 8)])
def test_more_worlds_are_looked_at_where_it_is_close(
    monkeypatch: pytest.MonkeyPatch, gained: float, looks: int
) -> None:
    worlds = Worlds(gained)
    monkeypatch.setattr(making.valuing, "of_seat", lambda *given: worlds)
    seat = mv.open_match("misty", seats=2, seed=3).seat(0)
    assert making.gain(seat, *seat.legal[:2], seed=3).lead.mean == gained
    assert worlds.worlds == looks * making.WORLDS


def test_known_puzzles_are_kept_and_enough_is_enough() -> None:
    found = list(puzzles.puzzles(WITH[0]))
    told: list[tuple[int, int]] = []
    made = making.make(WITH[0], 1, known=found, progress=lambda done, count: told.append((done, count)))
    assert made == found[:1] and told == [(len(found), 1)]


def test_what_is_found_is_kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking takes hours: whoever stops it in the middle has what was found until then."""
    first, second, third = puzzles.puzzles(WITH[0])[:3]
    matches = iter([[first], [], [second], [third]])
    monkeypatch.setattr(making, "look", lambda plan: next(matches))
    kept: list[list[Puzzle]] = []
    making.make(WITH[0], 3, workers=1, keep=kept.append)
    assert kept == [[first], [first, second], [first, second, third]]


def test_a_match_gives_a_few_from_anywhere_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks are dear: they end when there are enough, and do not begin at the beginning each time."""
    checked: list[int] = []

    def of_moment(match: int, seat: int, seed: int) -> Puzzle | None:
        checked.append(match)
        return a_puzzle() if match % 2 else None

    monkeypatch.setattr(making, "moments", lambda plan: ((number, 0) for number in range(100)))
    monkeypatch.setattr(making, "of_moment", of_moment)
    assert making.look(making.Plan("misty", 2, 7)) == [a_puzzle()] * making.A_MATCH
    assert sum(number % 2 for number in checked) == making.A_MATCH and max(checked) > 10
    first = checked.copy()
    making.look(making.Plan("misty", 2, 8))
    assert checked[len(first) :] != first
