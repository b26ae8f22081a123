"""Tables that go on from a finished match: from every step, for everybody who may see it, and never before its end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale import learning, puzzles

from .helpers import Guest, House, fast_settings, same_guest
from .test_analyses import SMALL, finished
from .test_players_profiles import player

ME, BOT, FRIEND = {"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "friend"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(fast_settings(tmp_path)) as house:
        yield house


def on(guest: Guest, match: str, expect: int = 201, **wish: Any) -> Any:
    return guest.post(f"/api/matches/{match}/on", {"step": 20, "seats": [ME, BOT], **wish}, expect)


@pytest.mark.parametrize("as_it_lay", [False, True])
def test_anybody_plays_on_from_a_finished_match(house: House, as_it_lay: bool) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = finished(ann)
    status = on(bob, match, as_it_lay=as_it_lay)
    assert status["played_on"] == {"match": match, "step": 20, "dealt_anew": not as_it_lay}
    assert (status["status"], status["mine"], status["hints"]) == ("playing", [0], True)
    assert "rated" not in status and status["host_seal"] is None
    assert bob.play_out(status["match"])["status"] == "over"
    record = bob.get(f"/api/matches/{status['match']}/record")
    assert record["version"] == 2 and record["from"]["step"] == 20
    assert record["from"]["record"]["names"] == [], "names stay at their own table"
    assert (record["from"]["redeal"] is None) == as_it_lay
    loaded = mv.load(json.dumps(record))
    assert list(loaded.scores) == record["scores"]


def test_with_a_friend_by_link(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    status = on(ann, finished(ann), seats=[FRIEND, ME])
    assert status["status"] == "waiting"
    joined = bob.join(status["seats"][0]["link"], "Bob")
    assert joined["status"] == "playing" and joined["played_on"]["step"] == 20
    assert ann.play_out(status["match"], bob)["status"] == "over"


def test_it_is_the_same_after_a_restart(tmp_path: Path) -> None:
    settings = fast_settings(tmp_path)
    with House(settings) as house:
        ann = house.guest("Ann")
        match = on(ann, finished(ann), seats=[ME, ME])["match"]
        ann.move(match, 0, ann.legal(match, 0)[0]) if ann.legal(match, 0) else None
        before = [ann.get(f"/api/matches/{match}/view?seat={seat}") for seat in (0, 1)]
    with House(settings) as house:
        again = same_guest(ann, house)
        assert [again.get(f"/api/matches/{match}/view?seat={seat}") for seat in (0, 1)] == before


def test_what_was_played_on_is_looked_back_at_and_played_on(house: House) -> None:
    ann = house.guest("Ann")
    first = on(ann, finished(ann), as_it_lay=True)["match"]
    ann.play_out(first)
    second = on(ann, first, step=ann.status(first)["step"] - 12)
    assert second["played_on"]["match"] == first
    assert ann.get(f"/api/matches/{first}/analysis")["status"] == "none"


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ({"step": -1}, "step"),
        ({"step": 100_000}, "step"),
        ({"step": "20"}, "step"),
        ({"seat": 9}, "seat"),
        ({"seats": [ME]}, "seats"),
        ({"seats": [ME, {"kind": "anyone"}]}, "anyone"),
        ({"seats": [ME, {"kind": "bot", "bot": "wizard"}]}, "wizard"),
        ({"as_it_lay": "perhaps"}, "as_it_lay"),
    ],
)
def test_what_cannot_be_is_refused(house: House, wish: dict[str, Any], text: str) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    tables = len(ann.get("/api/matches"))
    refused = on(ann, match, 400, **wish)
    assert refused["error"] == "bad-request" and text in refused["text"]
    assert len(ann.get("/api/matches")) == tables, "nothing has changed"


def test_the_last_step_has_nothing_left_to_decide(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    assert "nothing left" in on(ann, match, 400, step=ann.status(match)["step"])["text"]


def test_never_from_an_unfinished_match(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "me", **SMALL)["match"]
    assert on(ann, match, 409, step=0)["error"] == "not-over"


def test_nor_while_another_table_plays_on_the_same_seed(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann, seed=7)
    ann.open("me", "me", seed=7, **SMALL)
    assert on(ann, match, 409)["error"] == "not-possible"


def test_a_seed_of_nothing_is_not_that_of_what_was_dealt_anew(house: House) -> None:
    """What begins at a position has no seed of its own: a table on seed 0 has nothing to do with it."""
    ann = house.guest("Ann")
    again = on(ann, finished(ann))["match"]
    ann.play_out(again)
    ann.open("me", "me", seed=0, **SMALL)
    assert ann.get(f"/api/matches/{again}/analysis")["status"] == "none"


def test_a_guest_has_no_more_tables_than_others(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_guest=1)) as house:
        ann = house.guest("Ann")
        match = finished(ann)
        on(ann, match)
        assert on(ann, match, 429)["error"] == "too-many"


# ---------------------------------------------------------------- from a lesson, and from a puzzle

LESSON = learning.lessons("misty")[2]
PUZZLE = puzzles.puzzles("misty")[0]


def from_lesson(guest: Guest, *deeds: str, expect: int = 201, lesson: str = LESSON.id, **wish: Any) -> Any:
    path = f"/api/games/misty/lessons/{lesson}/on"
    return guest.post(path, {"deeds": list(deeds), "seats": [ME, BOT], **wish}, expect)


def from_puzzle(guest: Guest, *deeds: str, expect: int = 201, **wish: Any) -> Any:
    path = f"/api/games/misty/puzzles/{PUZZLE.id}/on"
    return guest.post(path, {"deeds": list(deeds), "seats": [ME, BOT], **wish}, expect)


@pytest.mark.parametrize("as_it_lay", [False, True])
def test_a_lesson_is_played_on_from_what_lies_there(house: House, as_it_lay: bool) -> None:
    ann = house.guest("Ann")
    there = learning.play(LESSON, ["next"]).match
    status = from_lesson(ann, "next", as_it_lay=as_it_lay)
    match = status["match"]
    assert status["played_on"] == {"lesson": LESSON.id, "step": there.steps, "dealt_anew": not as_it_lay}
    assert (status["status"], status["mine"], "rated" in status) == ("playing", [0], False)
    assert ann.legal(match, 0) == [str(move) for move in there.legal(0)]
    ann.play_out(match)
    record = ann.get(f"/api/matches/{match}/record")
    assert record["from"]["record"]["from"].keys() == {"position"}
    assert list(mv.load(json.dumps(record)).scores) == record["scores"]
    again = on(ann, match, step=status["step"] + 1)
    assert again["played_on"]["match"] == match, "and from there on as from any match"


def test_it_is_the_same_lesson_after_a_restart(tmp_path: Path) -> None:
    settings = fast_settings(tmp_path)
    with House(settings) as house:
        ann = house.guest("Ann")
        match = from_lesson(ann, "next", seats=[ME, ME])["match"]
        before = ann.get(f"/api/matches/{match}/view?seat=0")
    with House(settings) as house:
        assert same_guest(ann, house).get(f"/api/matches/{match}/view?seat=0") == before


def test_what_no_lesson_leads_to_is_refused(house: House) -> None:
    ann = house.guest("Ann")
    wrong: list[tuple[list[str], dict[str, Any], int, str]] = [
        (["jump"], {}, 409, "illegal-move"),
        (["next", "next"], {}, 409, "illegal-move"),
        (["next"] * 300, {}, 400, "bad-request"),
        (["next"], {"seats": [ME]}, 400, "bad-request"),
        (["next"], {"seats": [ME, {"kind": "anyone"}]}, 400, "bad-request"),
        (["next"], {"as_it_lay": "perhaps"}, 400, "bad-request"),
        ([], {"lesson": "nonsense"}, 404, "not-found"),
    ]
    for deeds, wish, expect, code in wrong:
        assert from_lesson(ann, *deeds, expect=expect, **wish)["error"] == code
    assert ann.get("/api/matches") == []


def test_a_puzzle_is_played_on_once_it_was_tried(house: House) -> None:
    guest, ann = house.guest("Bob"), player(house, "Ann")
    assert from_puzzle(ann, PUZZLE.best, expect=409)["error"] == "not-possible"
    ann.post(f"/api/games/misty/puzzles/{PUZZLE.id}", {"deeds": [PUZZLE.best]})
    for somebody in (ann, guest):  # of guests nothing is kept
        status = from_puzzle(somebody, PUZZLE.best, as_it_lay=True)
        assert (status["played_on"]["puzzle"], status["played_on"]["dealt_anew"]) == (PUZZLE.id, False)
        assert somebody.play_out(status["match"])["status"] == "over"
    assert from_puzzle(ann, "jump", expect=409)["error"] == "illegal-move"
    assert from_puzzle(ann, seats=[ME], expect=400)["error"] == "bad-request"


def test_tables_that_go_on_from_lessons_count_as_others_do(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_guest=1)) as house:
        ann = house.guest("Ann")
        from_lesson(ann, "next")
        assert from_lesson(ann, "next", expect=429)["error"] == "too-many"
        assert from_puzzle(ann, expect=429)["error"] == "too-many"


def test_a_table_of_a_lesson_keeps_nobody_from_looking_back(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann, seed=0)
    from_lesson(ann, "next", as_it_lay=True)
    assert ann.get(f"/api/matches/{match}/analysis")["status"] == "none"
