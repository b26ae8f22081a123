"""Tables that go on from a finished match: from every step, for everybody who may see it, and never before its end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv

from .helpers import Guest, House, fast_settings, same_guest
from .test_analyses import SMALL, finished

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


def test_a_guest_has_no_more_tables_than_others(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_guest=1)) as house:
        ann = house.guest("Ann")
        match = finished(ann)
        on(ann, match)
        assert on(ann, match, 429)["error"] == "too-many"
