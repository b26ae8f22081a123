"""The match of the day: one seed, one try, and nothing of it for others before the day is over."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
import sqlalchemy as sa
from pydantic import TypeAdapter

import mistvale as mv
from mistvale.core.chance import sealed_seed
from mistvale.server import daily, schema
from mistvale.server.models.ratings import DailyAnswer

from .helpers import Guest, House, check_told
from .test_players_profiles import handle, player

DAY, NEXT = "2026-03-01", "2026-03-02"


class Calendar:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.day = DAY

    def today(self) -> str:
        return self.day


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    made = Calendar()
    monkeypatch.setattr(daily, "today", made.today)
    return made


def board(guest: Guest, day: str = "") -> Any:
    found = guest.get(f"/api/daily?day={day}" if day else "/api/daily")
    check_told(found, TypeAdapter(DailyAnswer))
    return found


def begin(guest: Guest, expect: int = 201) -> str:
    return str(guest.post("/api/daily", {}, expect)["match"])


def test_one_seed_for_all_and_one_try_each(house: House, calendar: Calendar) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    before = board(ann)
    assert (before["day"], before["over"], before["tried"], before["of"]) == (DAY, False, None, 0)
    match = begin(ann)
    assert begin(ann, 200) == match, "the first try counts, and there is no other"
    status = ann.status(match)
    assert (status["daily"], status["secret"], status["hints"], status["game"]) == (DAY, True, False, "misterra")
    ann.play_out(match)
    theirs = begin(bob)
    assert theirs != match
    store = house.app.state.hub.store
    assert len({event.data["seed"] for each in (match, theirs) for event in store.events(each)[:1]}) == 1
    score = ann.status(match)["scores"][0]
    found = board(ann)
    assert (found["tried"], found["score"], found["place"], found["of"]) == (match, score, 1, 1)
    assert board(bob)["place"] is None and board(bob)["tried"] == theirs
    (line,) = found["board"]
    assert (line["name"], line["player"], line["score"], line["me"], line["match"]) == (
        "Ann",
        handle(ann),
        score,
        True,
        None,
    )


def test_the_seal_is_known_before_and_the_part_afterwards(house: House, calendar: Calendar) -> None:
    ann = player(house, "Ann")
    first = board(ann)
    assert first["part"] is None and first["seed"] is None and first["next"]["day"] == NEXT
    match = begin(ann)
    ann.play_out(match)
    calendar.day = NEXT
    assert board(ann)["seal"] == first["next"]["seal"], "it was told the day before"
    past = board(ann, DAY)
    assert past["over"] and past["next"] is None and past["seal"] == first["seal"]
    part = bytes.fromhex(past["part"])
    assert hashlib.sha256(part).hexdigest() == past["seal"]
    assert sealed_seed(f"daily {DAY}", [part]).hex() == past["seed"]
    record = ann.get(f"/api/matches/{past['board'][0]['match']}/record")
    assert record["seed"] == past["seed"]
    mv.load(ann.client.get(f"/api/matches/{match}/record").text).audit()


DOORS = ("record", "frames?from=0", "scene", "scene?seat=0", "view", "view?seat=0")


def test_nothing_of_a_try_is_shown_before_the_day_is_over(house: House, calendar: Calendar) -> None:
    ann, eve = player(house, "Ann"), house.guest("Eve")
    match = begin(ann)
    for over in (False, True):
        if over:
            ann.play_out(match)
        for door in DOORS:
            assert eve.get(f"/api/matches/{match}/{door}", 403)["error"] == "forbidden", door
        for seat in (None, 0):
            with eve.at(match, seat) as line:
                assert line.until("error")["error"] == "forbidden"
        assert eve.get(f"/api/matches/{match}/hints?seat=0", 403)["error"] == "not-your-seat"
    for door in ("record", "frames?from=0"):
        assert ann.get(f"/api/matches/{match}/{door}", 403)["error"] == "forbidden", "not even to who played it"
    assert not any(each["match"] == match for each in ann.get("/api/account/export")["events"])
    calendar.day = NEXT
    for door in DOORS:
        eve.get(f"/api/matches/{match}/{door}")
    with eve.at(match) as line:
        line.until("frames")
    assert any(each["match"] == match for each in ann.get("/api/account/export")["events"])


def test_who_plays_it_sees_it_and_gets_no_hints(house: House, calendar: Calendar) -> None:
    ann = player(house, "Ann")
    match = begin(ann)
    with ann.at(match, 0) as line:
        line.until("frames")
        assert line.ask(type="hint", id="h1", seat=0)["error"] == "forbidden"
        assert line.ask(type="leave", id="l1", seat=0, bot="expert")["error"] == "forbidden"
    assert ann.post(f"/api/matches/{match}/leave", {"seat": 0, "bot": "expert"}, 403)["error"] == "forbidden"
    ann.play_out(match)
    assert ann.post(f"/api/matches/{match}/rematch", {}, 403)["error"] == "forbidden"
    assert ann.get(f"/api/matches/{match}/scene?seat=0")["viewer"] == 0


def test_a_try_that_was_left_is_a_try_and_one_that_comes_late_has_no_score(house: House, calendar: Calendar) -> None:
    ann = player(house, "Ann")
    match = begin(ann)
    calendar.day = NEXT
    assert board(ann)["tried"] is None, "another day, another try"
    ann.play_out(match)
    past = board(ann, DAY)
    assert past["tried"] == match and past["score"] is None and past["board"] == []
    ann.post(f"/api/matches/{match}/rematch", {}, 403)
    assert begin(ann) != match


def test_equal_scores_share_a_place_and_names_are_shown_to_whom_they_may_be(house: House, calendar: Calendar) -> None:
    people = [player(house, name) for name in ("Ann", "Bob", "Cy")]
    store = house.app.state.hub.store
    rows = [
        {"day": DAY, "player": each.id, "match": f"m{number}", "score": score}
        for number, (each, score) in enumerate(zip(people, (40, 55, 40), strict=True))
    ]
    store.submit(lambda connection: connection.execute(sa.insert(schema.tries), rows)).result()
    people[1].put("/api/account/privacy", {"profile": "friends", "playing": "nobody", "invitations": "all"})
    found = board(people[0])
    assert [(line["rank"], line["score"]) for line in found["board"]] == [(1, 55), (2, 40), (2, 40)]
    assert [line["name"] for line in found["board"]] == ["A player", "Ann", "Cy"] and found["place"] == 2
    assert found["board"][0]["player"] is None
    people[1].delete("/api/account")
    assert [line["score"] for line in board(people[0])["board"]] == [40, 40]


def test_who_may_try_and_which_days_there_are(house: House, calendar: Calendar) -> None:
    eve = house.guest("Eve")
    assert eve.post("/api/daily", {}, 401)["error"] == "no-player"
    assert board(eve)["tried"] is None
    for day in ("2026-02-30", NEXT, "2020-01-01", "2026-02-28"):
        assert eve.get(f"/api/daily?day={day}", 404)["error"] == "not-found"
    assert eve.get("/api/daily?day=yesterday", 400)["error"] == "bad-request"


def test_two_devices_that_begin_at_once_have_one_try(house: House, calendar: Calendar) -> None:
    ann = player(house, "Ann")
    hub = house.app.state.hub
    plan = daily.Dailies(hub.store)
    plan.made(DAY)
    first = begin(ann)
    # What the second would do that has not seen the first.
    from mistvale.server.events import Batch, Try

    with pytest.raises(daily.Collision):
        hub.store.append(Batch((), (), tries=(Try(DAY, ann.id, "other"),)))
    assert board(ann)["tried"] == first
