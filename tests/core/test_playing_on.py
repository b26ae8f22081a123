"""Playing on from a step of a finished match: a match of its own, and a record from which it is made again."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import mistvale as mv
from mistvale import learning, puzzles
from mistvale.core.ending import Ending
from mistvale.core.playing_on import DEEPEST, study
from mistvale.core.record import _checksum

GAMES = mv.games()
every_game = pytest.mark.parametrize("name", GAMES)


def played(match: mv.Match, seed: int = 1, moves: int | None = None) -> mv.Match:
    """A match that is played at random, to its end or for so many moves."""
    dice = random.Random(seed)
    while not match.over and moves != 0:
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        moves = None if moves is None else moves - 1
    return match


def parent(name: str = "misty") -> mv.Match:
    return played(mv.open_match(name, seed=5))


@every_game
def test_dealt_anew_a_seat_finds_what_it_knew(name: str) -> None:
    """Its view is the same, and so are its legal moves; what it could not know is dealt by the seed."""
    whole = parent(name)
    step = whole.steps // 2
    before = mv.position(whole.record(), step=step)
    seat = before.pending[0]
    again = mv.play_on(whole.record(), step, seed=9)
    assert again.pending == before.pending
    known, found = before.view(seat), again.view(seat)
    for key in ("legal", "pending", "scores", "state"):
        assert found[key] == known[key]
    assert again.digest() != mv.play_on(whole.record(), step, seed=10).digest()


@every_game
def test_as_it_lay_it_goes_on_as_it_did(name: str) -> None:
    whole = parent(name)
    step = whole.steps // 2
    again = mv.play_on(whole.record(), step, as_it_lay=True)
    for number in range(again.base + 1, whole.steps + 1):
        taken = whole.step(number)
        if taken.move is not None:
            again.play(taken.seat, taken.move)
    assert again.digest() == whole.digest()


@every_game
@pytest.mark.parametrize("as_it_lay", [False, True])
def test_a_record_of_it_is_a_pure_function(name: str, as_it_lay: bool) -> None:
    whole = parent(name)
    again = played(mv.play_on(whole.record(), whole.steps // 3, as_it_lay=as_it_lay, seed=None if as_it_lay else 4), 2)
    text = again.record()
    told = json.loads(text)
    assert (told["version"], json.loads(whole.record())["version"]) == (2, 1)
    assert told["from"]["redeal"] is None if as_it_lay else len(told["from"]["redeal"]) == 64
    loaded = mv.load(text)
    assert (loaded.digest(), loaded.scores, loaded.base) == (again.digest(), again.scores, again.base)
    assert loaded.record() == text
    half = mv.position(text, step=(again.base + again.steps) // 2)
    assert half.base == again.base and again.base <= half.steps <= again.steps


def test_what_was_played_on_can_be_played_on() -> None:
    match = parent()
    for seed in range(3):
        match = played(mv.play_on(match.record(), (match.base + match.steps) // 2, seed=seed, names=["Ann", "Bea"]))
    assert mv.load(match.record()).digest() == match.digest()
    assert match.names == ("Ann", "Bea")


def test_what_was_played_before_can_not_be_taken_back() -> None:
    whole = parent()
    step = next(n for n in range(1, whole.steps) if whole.step(n).move is not None)
    before = mv.position(whole.record(), step=step)
    seat = whole.step(step).seat
    assert before.can_undo(seat)
    again = mv.play_on(whole.record(), step, as_it_lay=True)
    assert not again.can_undo(seat)
    with pytest.raises(mv.NoUndo):
        again.undo(seat)


@pytest.mark.parametrize(("step", "why"), [(-1, "step"), (10_000, "step"), (None, "nothing left to decide")])
def test_from_nowhere_nothing_is_played_on(step: int | None, why: str) -> None:
    whole = parent()
    with pytest.raises(mv.BadPosition, match=why):
        mv.play_on(whole.record(), whole.steps if step is None else step)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_knows_what_a_seat_knew_that_is_not_there(seat: int) -> None:
    with pytest.raises(mv.BadPosition, match="seat"):
        mv.play_on(parent().record(), 10, seat)


def test_an_unfinished_match_is_not_played_on() -> None:
    half = played(mv.open_match("misty", seed=5), moves=12)
    with pytest.raises(mv.BadPosition, match="not over"):
        mv.play_on(half.record(), 3)
    half.ending = Ending("left", ("left", "played"), ())
    assert mv.play_on(half.record(), 3).pending


# ---------------------------------------------------------------- from what nobody has played to


@every_game
def test_a_match_that_was_set_up_has_a_record(name: str) -> None:
    tables = [learning.play(each, []).match for each in learning.lessons(name)]
    for found in [*tables, *(each.match() for each in puzzles.puzzles(name)[:1])]:
        match = played(study(found), 3, moves=6)
        again = mv.load(match.record())
        assert (again.digest(), again.record()) == (match.digest(), match.record())
        assert json.loads(match.record())["from"].keys() == {"position"}


@every_game
def test_a_study_is_the_match_that_it_was_made_of(name: str) -> None:
    for lesson in learning.lessons(name):
        found = learning.play(lesson, []).match
        again = study(found)
        assert (again.digest(), again.pending, again.names) == (found.digest(), found.pending, found.names)
        assert played(again, 3, moves=8).digest() == played(found, 3, moves=8).digest(), "the same things come"


@every_game
@pytest.mark.parametrize("as_it_lay", [False, True])
def test_a_study_is_played_on_before_its_end(name: str, as_it_lay: bool) -> None:
    lesson = learning.lessons(name)[1]
    whole = study(learning.play(lesson, []).match)
    match = mv.play_on(whole.record(), whole.steps, lesson.seat, as_it_lay=as_it_lay, seed=None if as_it_lay else 4)
    assert match.legal(lesson.seat) == whole.legal(lesson.seat)
    assert (match.digest() == whole.digest()) == as_it_lay
    before = match.digest()
    text = played(match, 5).record()
    assert mv.load(text).record() == text
    assert mv.position(text, step=mv.load(text).base).digest() == before


@pytest.mark.parametrize("position", ["", "mistvale-position-1 misty", "x" * 50, "{}"])
def test_a_forged_position_is_refused(position: str) -> None:
    told = json.loads(study(puzzles.puzzles("misty")[0].match()).record())
    told["from"] = {"position": position}
    told["checksum"] = _checksum(told)
    with pytest.raises(mv.BadRecord):
        mv.load(json.dumps(told))


# ---------------------------------------------------------------- what liars write


def forged(**changes: Any) -> str:
    """A record of a match that was played on, with another origin, and a checksum that fits."""
    told = json.loads(played(mv.play_on(parent().record(), 30, seed=2)).record())
    told["from"] |= changes
    told["checksum"] = _checksum(told)
    return json.dumps(told)


@pytest.mark.parametrize(
    "changes",
    [
        {"step": "30"},
        {"step": True},
        {"step": 10**9},
        {"seat": None},
        {"seat": 7},
        {"redeal": "zz" * 32},
        {"redeal": "00"},
        {"redeal": "11" * 32},
        {"redeal": None},
        {"record": "text"},
        {"record": {}},
        {"record": {"format": "mistvale-record", "version": 1}},
    ],
)
def test_a_forged_origin_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(mv.BadRecord):
        mv.load(forged(**changes))


def test_an_altered_parent_is_refused() -> None:
    told = json.loads(forged())
    told["from"]["record"]["moves"] = told["from"]["record"]["moves"][:-1]
    told["checksum"] = _checksum(told)
    with pytest.raises(mv.BadRecord):
        mv.load(json.dumps(told))


def test_origins_end_somewhere() -> None:
    told = json.loads(forged())
    for _ in range(DEEPEST + 1):
        told = {**told, "from": {**told["from"], "record": told}}
        told["checksum"] = _checksum(told)
    with pytest.raises(mv.BadRecord):
        mv.load(json.dumps(told))


def test_a_record_of_the_newer_version_without_an_origin_is_refused() -> None:
    told = json.loads(parent().record())
    told["version"] = 2
    told["checksum"] = _checksum(told)
    with pytest.raises(mv.BadRecord, match="which match it was played on from"):
        mv.load(json.dumps(told))
