"""Quick match: who is brought together, and that it happens once, whatever else does."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mistvale.server import doorman, lobby_ws, matching, quick, schema
from mistvale.server.clocks import Moment
from mistvale.server.matching import ANYBODY_SECONDS, Waiting, companies
from mistvale.server.ratings import PAIRS_A_DAY

from .helpers import PATIENCE, House, fast_settings, part_of, same_guest
from .lobbying import Clock, call, hub_of, in_lobby, waits
from .processes import Process
from .test_players_profiles import handle, player
from .test_processes import start, until  # noqa: F401 - a fixture
from .test_rated_tables import player as rated_player
from .test_ratings import duel

# ---------------------------------------------------------------- who fits


def one(
    guest: str, *games: str, waited: float = 0.0, seats: int = 2, pace: str = "none", rated: bool = False
) -> Waiting:
    return Waiting(guest, games or ("misty",), pace, seats, guest, "", int(1000 * (1000 - waited)), rated)


def brought(*waiting: Waiting, strong: dict[str, float] | None = None, apart: str = "") -> list[tuple[str, str]]:
    """Which games are played by whom."""
    found = companies(
        waiting,
        1000 * 1000,
        lambda guest, game: (strong or {}).get(guest, 25.0),
        lambda one, other: {one, other} == set(apart),
    )
    return [(company.game, "".join(each.guest for each in company.people)) for company in found]


def test_two_who_want_the_same_are_brought_together() -> None:
    assert brought(one("a"), one("b")) == [("misty", "ab")]
    assert brought(one("a")) == []
    assert brought(one("a"), one("b", pace="live")) == []
    assert brought(one("a"), one("b", seats=3)) == []
    assert brought(one("a", rated=True), one("b")) == [], "who wants it to count waits for those who do"
    assert brought(one("a", rated=True), one("b"), one("c", rated=True)) == [("misty", "ac")]
    assert brought(one("a"), one("b", "valdora")) == []
    assert brought(one("a", "valdora", "misty"), one("b", "misty", "misterra")) == [("misty", "ab")]


def test_as_many_as_were_wished_for() -> None:
    three = [one(name, seats=3) for name in "abcd"]
    assert brought(*three) == [("misty", "abc")]
    assert brought(*three[:2]) == []


def test_who_waits_longest_comes_first_and_nobody_twice() -> None:
    assert brought(one("c", waited=1), one("b", waited=2), one("a", waited=3)) == [("misty", "ab")]
    crowd = [one(name) for name in "abcdefg"]
    found = brought(*crowd)
    assert len(found) == 3 and len({guest for _, pair in found for guest in pair}) == 6


def test_the_nearest_in_strength_and_further_with_time() -> None:
    strong = {"a": 25.0, "b": 26.9, "c": 25.5, "d": 35.0}
    assert brought(one("a"), one("b"), one("c"), strong=strong) == [("misty", "ac")]
    assert brought(one("a"), one("d"), strong=strong) == []
    assert brought(one("a", waited=33), one("d", waited=33), strong=strong) == [("misty", "ad")]
    assert brought(one("a", waited=600), one("d"), strong=strong) == [], "the other has just come"
    late = ANYBODY_SECONDS
    assert brought(one("a", waited=late), one("d", waited=late), strong={"a": 0, "d": 99}) == [("misty", "ad")]


def test_a_block_keeps_two_apart_and_others_play() -> None:
    assert brought(one("a"), one("b"), apart="ab") == []
    assert brought(one("a"), one("b"), one("c"), apart="ab") == [("misty", "ac")]
    assert brought(*(one(name, seats=3) for name in "abcd"), apart="bc") == [("misty", "abd")]


# ---------------------------------------------------------------- the queue


def test_two_browsers_find_each_other_and_play(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    with in_lobby(ann, look=False) as here, in_lobby(bob, look=False) as there:
        waits(here, "ann")
        queued = here.until("queued")
        assert queued["wait"] is None, "nobody knows yet, and nobody says so"
        assert queued["waiting"] == 1 and queued["games"] == ["misty"]
        waits(there, "bob", name="Bob\u202e!")
        seats = {"ann": here.until("seated"), "bob": there.until("seated")}
    match = seats["ann"]["match"]
    assert match == seats["bob"]["match"] and {each["seat"] for each in seats.values()} == {0, 1}
    status = ann.status(match)
    assert status["status"] == "sealing" and status["door"] == "public" and not status["hints"]
    assert {seat["name"] for seat in status["seats"]} == {"Ann", "Bob !"}
    for name, guest in (("ann", ann), ("bob", bob)):
        guest.post(f"/api/matches/{match}/parts", {"parts": {seats[name]["seat"]: part_of(name)[0]}})
    assert ann.status(match)["status"] == "playing" and bob.status(match)["mine"] == [seats["bob"]["seat"]]


def test_how_long_it_may_take_is_the_median_of_what_it_took(house: House) -> None:
    queue = hub_of(house).quick.queue

    def write(*seconds: int) -> None:
        rows = [
            {"id": f"{i}", "game": "misty", "pace": "none", "seats": 2, "seconds": each, "at": i}
            for i, each in enumerate(seconds)
        ]
        hub_of(house).store.submit(lambda connection: connection.execute(schema.waits.insert(), rows)).result()

    write(10, 90)
    assert queue.usual_wait(["misty"], "none", 2) is None, "two are no habit"
    hub_of(house).store.submit(lambda connection: connection.execute(schema.waits.delete())).result()
    write(10, 90, 20)
    assert queue.usual_wait(["misty"], "none", 2) == 20
    assert queue.usual_wait(["misty", "valdora"], "none", 2) == 20
    assert queue.usual_wait(["misty"], "live", 2) is None and queue.usual_wait(["misty"], "none", 3) is None


def test_who_leaves_the_queue_is_not_seated(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    with in_lobby(ann, look=False) as here, in_lobby(bob, look=False) as there:
        waits(here, "ann")
        here.until("queued")
        assert here.ask(type="unqueue", id="no")["type"] == "unqueued"
        waits(there, "bob")
        there.until("queued")
        assert "seated" not in {message["type"] for message in there.settle()}
        waits(here, "ann again")
        assert here.until("seated")["match"] == there.until("seated")["match"]


def test_whose_browser_is_gone_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    with in_lobby(ann, look=False) as line:
        waits(line, "ann")
        line.until("queued")
    clock.pass_by(16)
    with in_lobby(bob, look=False) as there, in_lobby(cleo, look=False) as here:
        waits(there, "bob")
        assert there.until("queued")["waiting"] == 1
        clock.pass_by(10)
        call(house, hub_of(house).quick.tick)
        clock.pass_by(10)
        waits(here, "cleo")
        assert here.until("seated")["match"] == there.until("seated")["match"], "whose heart beats waits on"
    assert ann.get("/api/matches") == []


def test_who_closes_the_page_waits_no_more(house: House) -> None:
    ann = house.guest("Ann")
    with in_lobby(ann, look=False) as line:
        waits(line, "ann")
        line.until("queued")
        line.socket.close(1001)
    call(house, emptied, house)


async def emptied(house: House) -> None:
    end = time.monotonic() + PATIENCE
    while await hub_of(house).read(hub_of(house).store.rows, schema.queue.select()):
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def test_who_comes_back_waits_on_and_hears_of_a_seat_that_was_missed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    with in_lobby(ann, look=False) as line:
        waits(line, "ann")
        line.until("queued")
    [row] = hub_of(house).store.rows(schema.queue.select())
    clock.pass_by(5)
    with in_lobby(bob, look=False) as line:
        waits(line, "bob")
        match = line.until("seated")["match"]
    clock.pass_by(5)
    with in_lobby(ann, look=False) as line:
        waits(line, "ann")
        assert line.until("seated")["match"] == match
        waits(line, "another wish")
        assert line.until("queued")["waiting"] == 1
    rows = hub_of(house).store.rows(schema.queue.select().where(schema.queue.c.guest == ann.id))
    assert [each.match for each in rows] == [""] and rows[0].since > row.since


def test_blocks_are_kept_in_the_queue(house: House) -> None:
    ann, bob, cleo = player(house, "Ann"), player(house, "Bob"), house.guest("Cleo")
    bob.put(f"/api/blocks/{handle(ann)}", {})
    with in_lobby(ann, look=False) as a, in_lobby(bob, look=False) as b, in_lobby(cleo, look=False) as c:
        waits(a, "ann")
        a.until("queued")
        waits(b, "bob")
        b.until("queued")
        waits(c, "cleo")
        assert c.until("seated")["match"] == a.until("seated")["match"]
        assert "seated" not in {message["type"] for message in b.settle()}


def test_one_place_for_each_guest_and_so_many_for_an_address(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, queue_per_address=2)) as house:
        ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
        with in_lobby(ann, look=False) as line, in_lobby(ann, look=False) as other, in_lobby(bob, look=False) as b:
            waits(line, "one", pace="live")
            line.until("queued")
            waits(other, "two", pace="live")
            other.until("queued")
            assert line.until("unqueued")["id"] == "one", "the newest tab is the one that waits"
            waits(b, "bob", pace="mail")
            b.until("queued")
            with in_lobby(cleo, look=False) as c:
                waits(c, "cleo")
                assert c.until("error")["error"] == "too-many"
        assert len(hub_of(house).store.rows(schema.queue.select())) == 2


def test_who_looks_for_matches_again_and_again_is_told_to_wait(tmp_path: Path) -> None:
    """Each wish may become a table: two guests must not fill a disk with them."""
    with House(fast_settings(tmp_path, joins_per_minute=1, join_burst=2)) as house:
        ann = house.guest("Ann")
        with in_lobby(ann, look=False) as line:
            for word in ("one", "two"):
                waits(line, word)
                assert line.until("queued")["id"] == word
                waits(line, word, pace="live")
                assert line.until("queued")["id"] == word, "to want something else meanwhile costs nothing"
                line.socket.send_text(json.dumps({"type": "unqueue", "id": "u"}))
                line.until("unqueued")
            waits(line, "three")
            assert line.until("error")["error"] == "too-many"
        assert hub_of(house).store.rows(schema.queue.select()) == []


def test_nobody_is_seated_while_the_server_comes_to_rest(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_ws, "TELL_SECONDS", 0.05)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    store = hub_of(house).store
    with in_lobby(ann, look=False) as here, in_lobby(bob, look=False) as there:
        waits(here, "ann")
        here.until("queued")
        doorman.hang(store, "maintenance", "Back at nine.", 0, "root")
        call(house, hub_of(house).doorman.look)
        waits(there, "bob")
        assert there.until("error")["error"] == "maintenance"
        refused = here.until("error")
        assert (refused["id"], refused["error"]) == ("ann", "maintenance"), "who waited is told, and waits no more"
        assert store.rows(schema.queue.select()) == [] == store.rows(schema.matches.select())
        doorman.take_down(store, "root", "maintenance")
        call(house, hub_of(house).doorman.look)
        waits(here, "ann again")
        here.until("queued")
        waits(there, "bob again")
        assert there.until("seated")["match"] == here.until("seated")["match"]


def test_a_seat_of_a_quick_match_that_nobody_takes_is_to_be_had_in_the_lobby(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, house)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    with in_lobby(ann, look=False) as here, in_lobby(bob, look=False) as there:
        waits(here, "ann")
        here.until("queued")
        waits(there, "bob")
        mine, match = here.until("seated")["seat"], there.until("seated")["match"]
    ann.post(f"/api/matches/{match}/parts", {"parts": {mine: part_of("ann")[0]}})
    clock.pass_by(60)
    status = ann.status(match)
    assert status["status"] == "waiting" and status["host"] and status["seats"][1 - mine]["wanted"] == "anyone"
    [table] = house.guest("Cleo").get("/api/lobby")["open"]
    assert table["match"] == match and table["free"] == 1


def test_a_queue_is_part_of_what_one_takes_home_and_goes_with_the_account(house: House) -> None:
    ann = player(house, "Ann")
    with in_lobby(ann, look=False) as line:
        waits(line, "ann", games=["misty", "valdora"], seats=3)
        line.until("queued")
        [entry] = ann.get("/api/account/export")["queue"]
        assert entry["games"] == ["misty", "valdora"] and entry["seats"] == 3
        ann.delete("/api/account")
    assert hub_of(house).store.rows(schema.queue.select()) == []


# ---------------------------------------------------------------- several processes


def test_one_queue_for_all_processes(houses: tuple[House, House]) -> None:
    here, there = houses
    ann, bob = here.guest("Ann"), there.guest("Bob")
    with in_lobby(ann, look=False) as one_line, in_lobby(bob, look=False) as other:
        waits(one_line, "ann")
        one_line.until("queued")
        waits(other, "bob")
        assert one_line.until("seated")["match"] == other.until("seated")["match"], "heard from the other process"


def test_a_notice_that_is_lost_is_made_up_for(houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = houses
    monkeypatch.setattr(hub_of(here).quick, "heard", lambda payload: None)
    ann, bob = here.guest("Ann"), there.guest("Bob")
    with in_lobby(ann, look=False) as one_line, in_lobby(bob, look=False) as other:
        waits(one_line, "ann")
        one_line.until("queued")
        waits(other, "bob")
        match = other.until("seated")["match"]
        call(here, hub_of(here).quick.tick)
        assert one_line.until("seated")["match"] == match


def test_of_many_matchers_none_seats_anybody_twice(houses: tuple[House, House]) -> None:
    stores = [hub_of(house).store for house in houses]
    queues = [quick.Queue(store) for store in stores]
    moment = int(time.time() * 1000)
    for number in range(21):
        entry = Waiting(f"guest{number}", ("misty",), "none", 2, "", "0" * 64, moment)
        queues[0].enter(entry, ["origin"], 0)
    threads = [threading.Thread(target=queue.match, args=(moment, Moment(moment))) for queue in queues * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = stores[0].rows(schema.queue.select())
    seated = [row for row in rows if row.match]
    assert len(seated) == 20 and len({(row.match, row.seat) for row in seated}) == 20
    assert len({row.match for row in seated}) == 10 == len(stores[0].rows(schema.matches.select()))


@pytest.mark.slow
def test_two_processes_share_the_queue_and_one_that_is_killed_loses_nothing(
    tmp_path: Path,
    furnished_postgres: Callable[[], str],
    start: Callable[..., Process],  # noqa: F811 - the fixture
) -> None:
    database = furnished_postgres()
    here, there = start(tmp_path, database), start(tmp_path, database)

    ann, bob = here.client(), there.client()
    for client in (ann, bob):
        client.get("/api/me")
    with here.watch("lobby", ann.cookies) as line:
        queue(line, "ann")
        until(line, "queued")
        here.kill()
    with there.watch("lobby", bob.cookies) as line:
        queue(line, "bob")
        match = until(line, "seated")["match"]
    # Whoever was connected to the process that died comes back by another one, and is seated.
    with there.watch("lobby", ann.cookies) as line:
        queue(line, "ann")
        assert until(line, "seated")["match"] == match
    assert there.client(ann.cookies).get(f"/api/matches/{match}").json()["mine"]


def queue(line: Any, word: str) -> None:
    wish = {"type": "queue", "id": word, "games": ["misty"], "seal": part_of(word)[1], "name": word}
    line.send(json.dumps(wish))


def test_a_guest_is_the_same_at_every_process(houses: tuple[House, House]) -> None:
    here, there = houses
    ann = here.guest("Ann")
    twin = same_guest(ann, there)
    with in_lobby(ann, look=False) as line, in_lobby(twin, look=False) as other:
        waits(line, "ann")
        line.until("queued")
        waits(other, "ann")
        assert other.until("queued")["waiting"] == 1, "nobody plays against himself"


# ---------------------------------------------------------------- rated


COUNTS = {"rated": True, "pace": "live"}


def test_who_wants_a_rated_match_meets_others_who_do(house: House) -> None:
    ann, bob, cy = (rated_player(house, name, name) for name in ("Ann", "Bob", "Cy"))
    with (
        in_lobby(ann, look=False) as here,
        in_lobby(cy, look=False) as between,
        in_lobby(bob, look=False) as there,
    ):
        waits(here, "ann", **COUNTS)
        here.until("queued")
        waits(between, "cy", pace="live")
        assert between.until("queued")["waiting"] == 1, "whoever waits for another thing is not counted"
        waits(there, "bob", **COUNTS)
        match = here.until("seated")["match"]
        assert there.until("seated")["match"] == match
    status = ann.status(match)
    assert status["rated"] and not status["hints"] and status["pace"]["kind"] == "live"
    assert status["status"] == "sealing", "everybody has a part in the seed"
    noted = hub_of(house).store.rows(schema.devices.select())
    assert {row.player for row in noted} == {ann.id, bob.id}, "from where they came is known from the start"


def test_whose_match_would_not_count_are_not_brought_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One device is one player; and who has met often enough today meets others."""
    monkeypatch.setattr(matching, "reach", lambda waited: float("inf"))  # however strong they are, at once
    ann, bob, cy = rated_player(house, "Ann", "a"), rated_player(house, "Bob", "a"), rated_player(house, "Cy", "c")
    store, today = hub_of(house).store, quick.day_of(int(time.time() * 1000))
    for number in range(PAIRS_A_DAY):
        duel(store, f"m{number}", ann.id, cy.id, ended=f"{today}T00:00:00Z")
    with in_lobby(ann, look=False) as one, in_lobby(bob, look=False) as two, in_lobby(cy, look=False) as three:
        waits(one, "ann", **COUNTS)
        one.until("queued")
        waits(two, "bob", **COUNTS)
        two.until("queued")
        waits(three, "cy", **COUNTS)
        assert two.until("seated")["match"] == three.until("seated")["match"]
    assert [row.guest for row in store.rows(schema.queue.select()) if not row.match] == [ann.id]


def test_who_cannot_have_a_rated_match_is_told_so(house: House) -> None:
    guest, ann = house.guest("Eve"), rated_player(house, "Ann", "a")
    with in_lobby(guest, look=False) as line:
        waits(line, "eve", **COUNTS)
        assert line.until("error")["error"] == "no-player"
    with in_lobby(ann, look=False) as line:
        waits(line, "slow", rated=True)
        refused = line.until("error")
        assert refused["error"] == "bad-request" and "clocks" in refused["text"]
        waits(line, "wrong", rated="yes")
        assert line.until("error")["error"] == "bad-request"
    assert not hub_of(house).store.rows(schema.queue.select())
