"""Out of time, or gone: bots take seats, people take them back, rated matches end; an outage costs nobody."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import mistvale as mv
from mistvale.server import schema
from mistvale.server.keeper import Keeper
from mistvale.server.store import Store

from .helpers import Guest, House, fast_settings, same_guest
from .test_processes import wait_until
from .timing import DAY, HOUR, MINUTE, SECOND, SetTime, call, hub_of, unbroken

LIVE = {"kind": "live", "bank": MINUTE, "decision": 10 * SECOND}
MAIL = {"kind": "mail", "decision": DAY}
OUT = 71 * SECOND  # after so long a seat is out of time
RATED = {"rated": True, "hints": False, "pace": LIVE}


@pytest.fixture
def time(house: House) -> SetTime:
    return SetTime(house)


def together(house: House, *kinds: str, **more: Any) -> tuple[list[Guest], str]:
    """Ann, who opens a table, and friends who come; all of them sealed nothing, so play begins."""
    people = [somebody(house, "Ann", **more)]
    opened = people[0].open("me", *kinds, **{"pace": LIVE} | more)
    for seat in opened["seats"]:
        if seat.get("link"):
            friend = somebody(house, f"Friend {seat['seat']}", **more)
            friend.join(seat["link"], f"Friend {seat['seat']}")
            people.append(friend)
    return people, opened["match"]


def somebody(house: House, name: str, rated: bool = False, **_more: Any) -> Guest:
    """A guest; where something is at stake, a player, each with a browser of another kind."""
    one = house.guest(name)
    if rated:
        one.client.headers["user-agent"] = name
        one.post("/api/account", {"name": name}, 201)
    return one


def results(house: House, match: str) -> list[dict[str, Any]]:
    table = schema.results
    rows = hub_of(house).store.rows(sa.select(table).where(table.c.match == match).order_by(table.c.seat))
    return [dict(row._mapping) for row in rows]


def kinds(house: House, match: str) -> list[str]:
    return [event.kind for event in hub_of(house).store.events(match)]


def clock(status: dict[str, Any], seat: int) -> tuple[int, int, bool]:
    one = status["clocks"][seat]
    return one["decision"], one["bank"], one["running"]


# ---------------------------------------------------------------- what is told


def test_a_table_without_pace_tells_nothing_of_clocks(house: House) -> None:
    ann = house.guest("Ann")
    status = ann.open("me", "bot:random")
    assert not {"pace", "clocks", "rated", "ending"} & set(status)
    with ann.at(status["match"], 0) as line:
        assert not any(message["type"] == "clocks" for message in line.settle())
    data = [event.data for event in hub_of(house).store.events(status["match"])]
    assert not any("clock" in each for each in data)


def test_clocks_are_told_with_the_status_and_with_what_one_sees(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend")
    status = ann.status(match)
    assert status["pace"] == {"kind": "live", "bank": MINUTE, "decision": 10 * SECOND}
    assert [clock(status, seat) for seat in (0, 1)] == [(10 * SECOND, MINUTE, True)] * 2
    time.passes(15_500, house)
    assert clock(ann.status(match), 0) == (0, 55 * SECOND, True)
    with bob.at(match, 1) as line:
        line.settle()
        ann.move(match, 0, ann.legal(match, 0)[0])
        told = line.until("clocks")["clocks"]
        assert [one["running"] for one in told] == [False, True]


def test_who_sees_nothing_of_a_move_is_told_nothing_of_clocks(house: House, time: SetTime) -> None:
    """The first click of two that are secret: whoever looks on gets no message at all."""
    (ann, bob), match = together(house, "friend", game="misterra")
    with bob.at(match, 1) as line:
        line.settle()
        ann.move(match, 0, ann.legal(match, 0)[0])
        assert [message["type"] for message in line.settle()] == ["pong"]


# ---------------------------------------------------------------- out of time


def test_out_of_time_a_bot_of_the_tables_level_takes_the_seat_and_the_player_takes_it_back(
    house: House, time: SetTime
) -> None:
    (ann, bob), match = together(house, "friend", level="random")
    ann.move(match, 0, ann.legal(match, 0)[0])
    time.passes(OUT, house)
    status = bob.status(match)
    assert (status["seats"][1]["kind"], status["seats"][1]["bot"]) == ("bot", "random")
    assert (status["seats"][1]["gone"], status["seats"][1]["back"]) == ("timeout", True)
    assert status["status"] == "playing" and status["mine"] == []
    assert "back" not in ann.status(match)["seats"][1], "it is not hers"
    ann.post(f"/api/matches/{match}/back", {"seat": 1}, 403)
    back = bob.post(f"/api/matches/{match}/back", {"seat": 1})
    assert back["mine"] == [1] and back["seats"][1]["name"] == "Friend 1"
    assert "gone" not in back["seats"][1]
    assert clock(back, 1)[:2] == (10 * SECOND, 0), "what the bank had is used up"


def test_the_seat_is_taken_back_over_the_socket_too(house: House, time: SetTime) -> None:
    (ann, _bob), match = together(house, "friend")
    ann.post(f"/api/matches/{match}/leave", {"seat": 0})
    with ann.at(match) as line:
        assert line.ask(type="back", seat=0, id="b1")["type"] == "ok"
        assert line.ask(type="back", seat=0, id="b1")["type"] == "ok", "said twice, done once"
        assert line.ask(type="back", seat=1, id="b2")["error"] == "not-your-seat"
        assert line.ask(type="back", seat=7, id="b3")["error"] == "not-found"
        assert line.ask(type="back", seat="0", id="b4")["error"] == "bad-request"
    assert kinds(house, match).count("back") == 1


def test_leaving_does_not_renew_a_clock(house: House, time: SetTime) -> None:
    (ann, _), match = together(house, "friend")
    time.passes(30_500, house)
    ann.post(f"/api/matches/{match}/leave", {"seat": 0})
    assert clock(ann.post(f"/api/matches/{match}/back", {"seat": 0}), 0)[:2] == (0, 40 * SECOND)


def test_a_late_move_is_refused_whoever_comes_first(house: House, time: SetTime) -> None:
    (ann, _), match = together(house, "friend")
    legal = ann.legal(match, 0)
    with_beats = hub_of(house).keeper.beats
    time.passes(OUT - 2 * SECOND, house)
    time.now += 3 * SECOND  # the keeper has not looked
    assert with_beats.is_fresh()
    assert ann.move(match, 0, legal[0], 403)["error"] == "not-your-seat"
    assert kinds(house, match)[-2:] == ["timeout", "timeout"], "both were late"


def test_time_goes_on_until_the_deadline_and_not_longer(house: House, time: SetTime) -> None:
    (ann, _), match = together(house, "friend")
    time.passes(70_499, house)
    assert "timeout" not in kinds(house, match)
    assert clock(ann.status(match), 0) == (0, 1, True)
    time.passes(1, house)
    assert kinds(house, match).count("timeout") == 2


def test_against_bots_alone_the_match_waits_for_whoever_is_out_of_time(house: House, time: SetTime) -> None:
    (ann,), match = together(house, "bot:random")
    time.passes(OUT, house)
    status = ann.status(match)
    assert status["seats"][0]["back"] is True
    assert ann.post(f"/api/matches/{match}/back", {"seat": 0})["mine"] == [0]


# ---------------------------------------------------------------- rated


def test_a_rated_match_for_two_ends_when_one_is_out_of_time(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend", **RATED)
    ann.move(match, 0, ann.legal(match, 0)[0])
    time.passes(OUT, house)
    status = bob.status(match)
    assert status["status"] == "over" and status["mine"] == [1]
    assert status["ending"] == {"end": "timeout", "seats": ["played", "timeout"], "ranks": [1, 2]}
    assert bob.move(match, 1, "pick rocket", 409)["error"] == "not-pending"
    bob.post(f"/api/matches/{match}/back", {"seat": 1}, 200)  # it is still Bob's: nothing to do
    rows = results(house, match)
    assert [(row["guest"], row["how"], row["place"], row["rated"]) for row in rows] == [
        (ann.id, "played", 1, True),
        (bob.id, "timeout", 2, True),
    ]
    again = ann.post(f"/api/matches/{match}/rematch", {})
    assert again["rated"] and again["pace"]["bank"] == MINUTE and not again["hints"], "a rematch keeps the terms"


def test_in_a_rated_match_for_more_bots_play_on_and_who_left_first_is_last(house: House, time: SetTime) -> None:
    (ann, bob, cyd), match = together(house, "friend", "friend", **RATED, level="random", options={"window": "small"})
    bob.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": "greedy"})
    assert bob.status(match)["seats"][1]["bot"] == "random", "where something is at stake nobody chooses who plays on"
    assert bob.post(f"/api/matches/{match}/back", {"seat": 1}, 409)["error"] == "not-possible"
    ann.post(f"/api/matches/{match}/leave", {"seat": 0})
    status = cyd.play_out(match)
    assert status["status"] == "over"
    assert status["ending"] == {"end": "rules", "seats": ["left", "left", "played"], "ranks": [2, 3, 1]}
    rows = results(house, match)
    assert [(row["guest"], row["bot"], row["place"]) for row in rows] == [
        (ann.id, "", 2),
        (bob.id, "", 3),
        (cyd.id, "", 1),
    ]
    assert sorted(row["rank"] for row in rows)[0] == 1, "the rules' ranks stand beside"
    record = mv.load(house.guest().client.get(f"/api/matches/{match}/record").text)
    assert record.ending and record.ending.ranks == (2, 3, 1) and record.over


def test_a_rated_match_that_everybody_leaves_ends(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend", "bot:random", **RATED)
    ann.post(f"/api/matches/{match}/leave", {"seat": 0})
    status = bob.post(f"/api/matches/{match}/leave", {"seat": 1})
    assert status["status"] == "over" and status["ending"]["ranks"] == [3, 2, 1]


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        ({"seed": 7}, ("me", "friend")),
        ({"hints": True}, ("me", "friend")),
        ({"pace": {"kind": "none"}}, ("me", "friend")),
        ({}, ("me", "here")),
        ({}, ("here", "friend")),
        ({}, ("me",)),
    ],
)
def test_what_cannot_be_rated_is_refused(house: House, more: dict[str, Any], seats: tuple[str, ...]) -> None:
    ann = somebody(house, "Ann", rated=True)
    wish = {"game": "misty", "seats": [{"kind": kind} for kind in seats], **RATED} | more
    game = {"game": "misterra"} if len(seats) == 1 else {}
    assert ann.post("/api/matches", wish | game, 400)["error"] == "bad-request"
    assert ann.get("/api/matches") == []


def test_nobody_has_two_seats_at_a_rated_table(house: House, time: SetTime) -> None:
    ann = somebody(house, "Ann", rated=True)
    opened = ann.open("me", "friend", **RATED)
    assert ann.post(f"/api{opened['seats'][1]['link']}", {}, 409)["error"] == "seat-taken"


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "none", "decision": 5000},
        {"kind": "live"},
        {"kind": "live", "decision": 4999},
        {"kind": "live", "decision": 10**7},
        {"kind": "live", "decision": 10_000, "bank": 10**9},
        {"kind": "live", "decision": -1},
        {"kind": "live", "decision": 10_000.5},
        {"kind": "live", "decision": "10000"},
        {"kind": "live", "decision": 10_000, "grace": 900},
        {"kind": "mail", "decision": 60_000},
        {"kind": "mail", "decision": DAY, "bank": 1},
        {"kind": "mail", "decision": 31 * DAY},
        {"kind": "blitz", "decision": 10_000},
        "live",
        None,
    ],
)
def test_a_pace_that_cannot_be_is_refused(house: House, pace: Any) -> None:
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "bot"}], "pace": pace}
    assert house.guest("Ann").post("/api/matches", wish, 400)["error"] == "bad-request"


def test_a_level_that_is_none_is_refused(house: House) -> None:
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "bot"}], "level": "nobody"}
    assert house.guest("Ann").post("/api/matches", wish, 400)["error"] == "bad-request"


# ---------------------------------------------------------------- cancelling


def test_a_match_is_cancelled_when_all_people_say_so(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend", "bot:random")
    path = f"/api/matches/{match}/cancel"
    assert ann.post(path, {})["seats"][0]["cancelling"] is True
    assert "cancelling" not in ann.post(path, {"wish": False})["seats"][0], "one may think better of it"
    ann.post(path, {"wish": True})
    house.guest("Eve").post(path, {}, 403)
    with bob.at(match, 1) as line:
        assert line.ask(type="cancel", id="c1")["type"] == "ok"
    status = ann.status(match)
    assert (status["status"], status["ending"]["end"]) == ("over", "cancelled")
    assert results(house, match) == []
    assert ann.post(path, {}, 409)["error"] == "not-pending"
    record = mv.load(ann.client.get(f"/api/matches/{match}/record").text)
    assert record.ending and record.ending.end == "cancelled" and not record.over


def test_a_rated_match_is_cancelled_only_before_a_second_decision(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend", **RATED)
    assert ann.status(match)["cancellable"] is True
    for _ in range(2):
        for seat, guest in enumerate((ann, bob)):
            guest.move(match, seat, guest.legal(match, seat)[0])
    assert "cancellable" not in ann.status(match)
    assert ann.post(f"/api/matches/{match}/cancel", {}, 409)["error"] == "not-possible"
    (ann, bob), match = together(house, "friend", **RATED)
    ann.post(f"/api/matches/{match}/cancel", {})
    bob.post(f"/api/matches/{match}/cancel", {})
    assert ann.status(match)["status"] == "over"


@pytest.mark.parametrize("body", [{"wish": 1}, {"wish": None}, [], {"id": ""}])
def test_a_wish_that_is_none_is_refused(house: House, time: SetTime, body: Any) -> None:
    (ann, _), match = together(house, "friend")
    assert ann.post(f"/api/matches/{match}/cancel", body, 400)["error"] == "bad-request"


def test_nobody_fills_a_disk_with_wishes(house: House, time: SetTime) -> None:
    (ann, _), match = together(house, "friend")
    codes = {ann.client.post(f"/api/matches/{match}/cancel", json={"wish": n % 2 == 0}).status_code for n in range(60)}
    assert codes == {200, 409} and kinds(house, match).count("cancel") <= 40


# ---------------------------------------------------------------- by mail


def test_holidays_stop_the_clocks_of_all_tables_by_mail_and_come_to_an_end(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend", pace=MAIL)
    time.passes(HOUR, house)
    assert ann.get("/api/me/holiday") == {"on": False, "until": None, "days_left": 21.0}
    assert ann.put("/api/me/holiday", {"on": True})["on"] is True
    time.passes(5 * DAY, house)
    status = ann.status(match)
    assert status["seats"][0]["kind"] == "guest" and status["seats"][1]["kind"] == "bot", "Bob had no holiday"
    assert status["clocks"][0]["running"] is False and status["clocks"][0]["holiday"] == 16 * DAY
    assert ann.put("/api/me/holiday", {"on": False})["days_left"] == 16.0
    assert clock(ann.status(match), 0) == (DAY - HOUR + 500, 0, True)
    time.passes(HOUR, house)
    ann.put("/api/me/holiday", {"on": True})
    time.passes(16 * DAY + HOUR, house)
    assert ann.get("/api/me/holiday") == {"on": False, "until": None, "days_left": 0.0}
    assert ann.put("/api/me/holiday", {"on": True}, 409)["error"] == "not-possible"
    assert ann.put("/api/me/holiday", {"on": "yes"}, 400)["error"] == "bad-request"
    assert "timeout" in kinds(house, match)
    time.passes(350 * DAY, house)
    assert ann.put("/api/me/holiday", {"on": True})["on"] is True, "a new year"
    assert bob.get("/api/me/holiday")["days_left"] == 21.0


def test_to_go_and_come_back_gains_no_days(house: House, time: SetTime) -> None:
    ann = house.guest("Ann")
    for _ in range(3):
        ann.put("/api/me/holiday", {"on": True})
        ann.put("/api/me/holiday", {"on": False})
        time.passes(SECOND, house)
    assert ann.get("/api/me/holiday")["days_left"] == 19.5


# ---------------------------------------------------------------- restarts and outages


def test_after_a_restart_time_goes_on_where_it_stood(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        time = SetTime(house)
        (ann, _), match = together(house, "friend")
        time.passes(20_500, house)
    with House(fast_settings(tmp_path)) as house:
        time.rule(house)
        time.jumps(DAY, house)
        back = same_guest(ann, house)
        assert clock(back.status(match), 0) == (0, 50 * SECOND, True)
        back.move(match, 0, back.legal(match, 0)[0])
        assert kinds(house, match)[-2:] == ["outage", "move"], "the time is given back before anything else happens"
        time.passes(50 * SECOND, house)
        assert kinds(house, match)[-1] == "timeout"
        assert [seat["kind"] for seat in back.status(match)["seats"]] == ["guest", "bot"]


def test_who_was_out_of_time_before_an_outage_is_so_after_it(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        time = SetTime(house)
        (_ann, _), match = together(house, "friend")
        time.passes(70_400, house)
        time.now += 200  # it is late, and the process stops before anybody has noticed
    with House(fast_settings(tmp_path)) as house:
        time.rule(house)
        time.jumps(HOUR, house)
        assert kinds(house, match)[-3:] == ["outage", "timeout", "timeout"]


def test_a_machine_that_sleeps_or_whose_clock_jumps_takes_nobodys_time(house: House, time: SetTime) -> None:
    (ann, _), match = together(house, "friend")
    time.passes(5500, house)
    for jump in (HOUR, -2 * HOUR, 30 * SECOND):
        time.jumps(jump, house)
        assert clock(ann.status(match), 0) == (5 * SECOND, MINUTE, True), jump
    ann.move(match, 0, ann.legal(match, 0)[0])
    assert "timeout" not in kinds(house, match)


def test_an_outage_is_none_while_another_process_serves(houses: tuple[House, House]) -> None:
    here, there = houses
    time = SetTime(here, there)
    (ann, _), match = together(here, "friend")
    for _ in range(5):
        time.now += 4 * SECOND
        call(there, hub_of(there).keeper.beat_now)
    time.jumps(0, here)
    assert clock(ann.status(match), 0) == (0, 50_500, True), "one that was silent alone is no outage"
    assert kinds(here, match).count("outage") == 0
    assert hub_of(here).store.rows(sa.select(schema.outages)) == []


def test_any_process_appends_the_time_out_and_one_alone_does(houses: tuple[House, House]) -> None:
    here, there = houses
    time = SetTime(here, there)
    (ann, bob), match = together(here, "friend")
    ann.move(match, 0, ann.legal(match, 0)[0])
    same_guest(bob, there).status(match)
    time.passes(OUT, there, here)
    assert kinds(here, match).count("timeout") == 1
    assert same_guest(ann, there).status(match)["seats"][1]["gone"] == "timeout"
    assert ann.status(match)["seats"][1]["gone"] == "timeout"


def test_the_database_says_what_time_it_is(houses: tuple[House, House]) -> None:
    here, there = houses
    moments = [call(each, hub_of(each).keeper.moment).at for each in (here, there)]
    assert abs(moments[0] - moments[1]) < 2 * SECOND
    [(own,)] = hub_of(here).store.rows(sa.text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))  # type: ignore[arg-type]
    assert abs(own - moments[1]) < 5 * SECOND


def test_the_next_deadline_stands_in_the_store(house: House, time: SetTime) -> None:
    (ann, _), match = together(house, "friend")
    store: Store = hub_of(house).store
    assert store.deadlines() == [(match, time.now + 70_500)]
    ann.post(f"/api/matches/{match}/leave", {"seat": 0})
    assert store.deadlines(but=[match]) == []
    text = json.dumps([event.data for event in store.events(match)])
    assert "spent" in text


def test_the_keeper_waits_for_the_deadline_by_itself(house: House, time: SetTime) -> None:
    """Nobody asks for anything: what is opened wakes it, and so does the time."""
    (_, bob), match = together(house, "friend")
    keeper = hub_of(house).keeper
    with unbroken():
        time.now += OUT
        call(house, asyncio.sleep, 0)
        call(house, woken, keeper)
        wait_until(lambda: kinds(house, match).count("timeout") == 2)
    assert bob.status(match)["seats"][1]["back"] is True


async def woken(keeper: Keeper) -> None:
    keeper.wake()


def test_a_table_that_cannot_be_put_together_keeps_no_other_from_its_time(house: House, time: SetTime) -> None:
    (_, _), broken = together(house, "friend")
    (_, _), whole = together(house, "friend")
    store, table = hub_of(house).store, schema.events
    torn = sa.update(table).where(table.c.match == broken, table.c.number == 0).values(data={"game": "misty"})
    store.submit(lambda connection: connection.execute(torn)).result()
    hub_of(house).forget(broken)
    time.passes(OUT, house)
    assert kinds(house, whole).count("timeout") == 2


def test_nobody_fills_a_disk_with_going_and_coming_back(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend")
    codes = set()
    for _ in range(25):
        ann.client.post(f"/api/matches/{match}/leave", json={"seat": 0})
        codes.add(ann.client.post(f"/api/matches/{match}/back", json={"seat": 0}).status_code)
    assert codes == {200, 409} and kinds(house, match).count("back") == 20
    bob.post(f"/api/matches/{match}/leave", {"seat": 1})
    assert bob.post(f"/api/matches/{match}/back", {"seat": 1})["mine"] == [1], "that is nothing to the others"


def test_who_changes_the_mind_about_cancelling_uses_up_nobody_elses_wishes(house: House, time: SetTime) -> None:
    (ann, bob), match = together(house, "friend")
    path = f"/api/matches/{match}/cancel"
    codes = {ann.client.post(path, json={"wish": number % 2 == 0}).status_code for number in range(45)}
    assert codes == {200, 409}
    assert bob.post(path, {"wish": True})


# ---------------------------------------------------------------- players


def test_tables_come_along_with_the_seat_that_a_bot_plays(house: House, time: SetTime) -> None:
    player, guest = house.guest("Ann"), house.guest("Ann")
    codes = player.post("/api/account", {"name": "Ann"}, 201)["codes"]
    opened = guest.open("me", "bot:random", pace=MAIL)["match"]
    guest.post(f"/api/matches/{opened}/leave", {"seat": 0})
    guest.put("/api/me/holiday", {"on": True})
    guest.post("/api/sign-in/code", {"code": codes[0]})
    assert guest.status(opened)["seats"][0]["back"] is True
    assert guest.get("/api/me/holiday")["on"] is True
    assert guest.post(f"/api/matches/{opened}/back", {"seat": 0})["mine"] == [0]


def test_cancelled_rated_matches_are_counted_on_the_profile_and_go_with_the_player(house: House, time: SetTime) -> None:
    ann, bob = (somebody(house, name, rated=True) for name in ("Ann", "Bob"))
    player = ann.get("/api/account")["player"]
    for rated in (True, False):
        opened = ann.open("me", "friend", **RATED | {"rated": rated})
        bob.join(opened["seats"][1]["link"], "Bob")
        for guest in (ann, bob):
            guest.post(f"/api/matches/{opened['match']}/cancel", {})
    ann.put("/api/me/holiday", {"on": True})
    assert bob.get(f"/api/players/{player}")["cancelled"] == 1, "where something was at stake"
    export = ann.get("/api/account/export")
    assert sorted(each["rated"] for each in export["cancellations"]) == [False, True]
    assert len(export["holidays"]) == 1
    ann.delete("/api/account")
    store = hub_of(house).store
    for table in (schema.cancellations, schema.holidays):
        assert ann.id not in [row.guest for row in store.rows(sa.select(table))]
