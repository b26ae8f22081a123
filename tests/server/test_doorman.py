"""What whoever runs a server says at the door: bans, announcements, and that no new tables are opened."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from mistvale.server import admin, doorman, schema
from mistvale.server.errors import CannotServe, Refusal
from mistvale.server.store import Store
from mistvale.server.words import message

from .helpers import PATIENCE, Guest, House, Line
from .programs import program
from .test_players_keys import mistvale
from .test_players_profiles import handle, player
from .test_players_sessions import is_closed


def look(house: House) -> None:
    """As the process does by itself within a second."""
    house.call(house.hub.doorman.look)


def ban(house: House, guest: Guest, seconds: int = 0) -> None:
    doorman.ban(house.app.state.hub.store, guest.id, "Insults", seconds, "root")


def test_whoever_is_banned_may_look_and_go_and_nothing_else(house: House) -> None:
    ann = player(house, "Ann")
    match = ann.open("me", "here")["match"]
    move = ann.legal(match, 0)[0]
    ban(house, ann)
    look(house)
    refused = ann.post(f"/api/matches/{match}/moves", {"seat": 0, "move": move}, 403)
    assert refused["error"] == "banned" and "Insults" in refused["text"]
    assert ann.post("/api/matches", {"game": "misty", "seats": []}, 403)["error"] == "banned"
    assert ann.client.put("/api/me", json={"name": "Other"}).status_code == 403
    assert ann.get(f"/api/matches/{match}")["match"] == match
    ann.delete("/api/account")


def test_connections_close_within_a_second_and_cannot_come_back(house: House) -> None:
    ann = player(house, "Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.settle()
        ban(house, ann)
        closed = is_closed(line)
    assert (closed.code, closed.reason) == (1008, "banned")
    with ann.client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        closed = is_closed(Line(socket))
    assert (closed.code, closed.reason) == (1008, "banned")


def test_bots_take_the_seats_of_whoever_is_banned(house: House) -> None:
    ann, bob = player(house, "Ann"), house.guest("Bob")
    match = ann.open("me", "friend")["match"]
    token = ann.status(match)["seats"][1]["link"].rpartition("/")[2]
    bob.post(f"/api/join/{token}", {"name": "Bob"})
    ban(house, ann)
    look(house)
    assert [seat["kind"] for seat in bob.status(match)["seats"]] == ["bot", "guest"]


def test_a_seat_of_whoever_is_banned_is_free_again_where_nothing_has_begun(house: House) -> None:
    ann, bob, cid = player(house, "Ann"), house.guest("Bob"), house.guest("Cid")
    opened = bob.open("me", "friend", "friend")
    ann.join(opened["seats"][1]["link"], "Ann")
    ban(house, ann)
    look(house)
    assert [seat["kind"] for seat in bob.status(opened["match"])["seats"]] == ["guest", "open", "open"]
    cid.join(bob.status(opened["match"])["seats"][2]["link"], "Cid")
    assert bob.status(opened["match"])["status"] == "waiting", "nobody waits for who cannot come"


def test_programs_of_whoever_is_banned_may_only_look_too(house: House) -> None:
    ann, bob, eve = player(house, "Ann"), house.guest("Bob"), player(house, "Eve")
    robot, other = program(house, ann), program(house, eve)
    opened = robot.open("me", "friend", programs=True)
    match = opened["match"]
    bob.post(f"/api{opened['seats'][1]['link']}", {"name": "Bob", "programs": True})
    theirs = other.open("me", "bot", programs=True)["match"]
    with robot.at(match, 0) as line:
        line.settle()
        ban(house, ann)
        assert is_closed(line).reason == "banned"
    look(house)
    refused = robot.post("/api/matches", {"game": "misty", "seats": []}, 403)
    assert refused["error"] == "banned" and "Insults" in refused["text"]
    assert [seat["kind"] for seat in bob.status(match)["seats"]] == ["bot", "guest"]
    assert robot.get(f"/api/matches/{match}")["match"] == match
    assert [seat["kind"] for seat in other.status(theirs)["seats"]] == ["guest", "bot"], "nobody else's"


def test_seats_that_could_not_be_given_away_are_given_away_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store may go away at any moment, and the door is looked at again."""
    ann, bob = player(house, "Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    bob.join(opened["seats"][1]["link"])

    def refuses(_guest: str) -> list[str]:
        raise Refusal("read-only", message("trouble.database"))

    monkeypatch.setattr(house.app.state.hub.store, "going_of", refuses)
    ban(house, ann)
    look(house)
    monkeypatch.undo()
    look(house)
    assert [seat["kind"] for seat in bob.status(opened["match"])["seats"]] == ["bot", "guest"]


def test_the_door_is_watched_after_a_look_that_failed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    failed, read = threading.Event(), doorman.read_door

    def fails_once(store: Store) -> doorman.Door:
        if not failed.is_set():
            failed.set()
            raise RuntimeError("a mistake of ours")
        return read(store)

    monkeypatch.setattr(doorman, "read_door", fails_once)
    assert failed.wait(PATIENCE)
    ann = player(house, "Ann")
    admin.ban_player(house.app.state.hub.store, handle(ann), "rude", 0, "root")
    end = time.monotonic() + PATIENCE
    while ann.client.put("/api/me", json={"name": "Ann"}).status_code != 403:
        assert time.monotonic() < end, "nobody looks any more"


def test_a_ban_ends_by_itself_or_by_hand(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = player(house, "Ann")
    ban(house, ann, seconds=3600)
    look(house)
    text = ann.post("/api/matches", {"game": "misty", "seats": []}, 403)["text"]
    assert time.strftime("%Y-", time.gmtime()) in text
    monkeypatch.setattr(doorman.time, "time", lambda: time.monotonic() + 2e9)
    assert ann.post("/api/matches", {"game": "misty", "seats": []}, 400)["error"] == "bad-request"
    monkeypatch.undo()
    ban(house, ann)
    look(house)
    admin.unban_player(house.app.state.hub.store, handle(ann), "root")
    look(house)
    assert ann.post("/api/matches", {"game": "misty", "seats": []}, 400)["error"] == "bad-request"
    with pytest.raises(CannotServe, match="not banned"):
        admin.unban_player(house.app.state.hub.store, handle(ann), "root")


def test_no_new_tables_while_the_server_comes_to_rest(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    store = house.app.state.hub.store
    doorman.hang(store, "maintenance", "Back at nine.", 0, "root")
    look(house)
    wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}
    refused = ann.post("/api/matches", wish, 503)
    assert refused["error"] == "maintenance" and "Back at nine." in refused["text"]
    assert ann.get("/api/door")["maintenance"] == "Back at nine."
    ann.move(match, 0, ann.legal(match, 0)[0])
    doorman.hang(store, "maintenance", "", 0, "root")
    doorman.take_down(store, "root", "maintenance")
    look(house)
    assert ann.get("/api/door") == {"announcements": [], "maintenance": None}
    ann.post("/api/matches", wish, 201)


def test_announcements_reach_the_tables(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.settle()
        doorman.hang(house.app.state.hub.store, "announcement", "The club meets at eight", 3600, "root")
        look(house)
        assert [each["text"] for each in line.until("door")["announcements"]] == ["The club meets at eight"]


def test_the_commands_say_and_note_what_was_done(house: House, tmp_path: Path) -> None:
    ann, at = player(house, "Ann"), ("--data", str(tmp_path))
    assert mistvale("admin", "players", "ban", handle(ann), "--reason", " ", *at)[0] == 1
    assert mistvale("admin", "players", "ban", "nobody", "--reason", "x", *at)[0] == 1
    assert mistvale("admin", "players", "bans", *at)[0] == 1
    assert mistvale("admin", "players", "ban", handle(ann), "--reason", "Insults", "--days", "7", *at)[0] == 0
    status, said = mistvale("admin", "players", "bans", *at)
    assert status == 0 and "Insults" in said and handle(ann) in said
    assert mistvale("admin", "players", "unban", handle(ann), *at)[0] == 0
    assert mistvale("admin", "players", "promote", handle(ann), *at)[0] == 0
    assert mistvale("admin", "announce", *at)[0] == 1
    assert mistvale("admin", "announce", "Hello", *at)[0] == 0
    assert mistvale("admin", "announce", "--off", *at)[0] == 0
    look(house)
    ann.open("me", "here")
    status, said = mistvale("admin", "maintenance", "Soon", *at)
    assert status == 0 and "1 match" in said
    assert mistvale("admin", "maintenance", "--off", *at)[0] == 0
    status, said = mistvale("admin", "tables", "--status", "playing", "--player", handle(ann), *at)
    assert status == 0 and "misty" in said and "Ann" in said
    assert mistvale("admin", "tables", "--status", "frozen", *at)[0] == 1
    done = [each.what for each in admin.audited(house.settings)]
    assert sorted(done) == sorted(["ban", "unban", "role", "announcement", "take-down", "maintenance", "take-down"])


def test_a_server_is_ready_until_it_stops(house: House) -> None:
    ann = house.guest()
    assert ann.get("/ready") == {"ready": True, "reason": None}
    house.app.state.hub.stopping.set()
    assert ann.get("/ready", 503)["ready"] is False


def test_a_ban_holds_on_every_process(houses: tuple[House, House]) -> None:
    here, there = houses
    ann = player(here, "Ann")
    match = ann.open("me", "here")["match"]
    far = there.guest()
    far.client.cookies = ann.client.cookies
    with far.at(match, 0) as line:
        line.settle()
        ban(here, ann)
        assert is_closed(line).reason == "banned"


# ---------------------------------------------------------------- the page of administrators


def test_the_page_of_administrators_is_nobody_elses(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    for path in ("", "/players", "/tables"):
        assert house.guest().get(f"/api/admin{path}", 404)["error"] == "not-found"
        assert ann.get(f"/api/admin{path}", 404)["error"] == "not-found"
    assert ann.client.put(f"/api/admin/players/{handle(bob)}/ban", json={"reason": "x"}).status_code == 404
    assert ann.post("/api/admin/announcements", {"text": "Hello"}, 404)
    admin.give_role(house.app.state.hub.store, handle(ann), "admin", "root")
    assert ann.get("/api/admin")["tables"]["playing"] == 0
    admin.give_role(house.app.state.hub.store, handle(ann), "", "root")
    assert ann.get("/api/admin", 404), "at once"


def test_an_administrator_acts_on_the_page(house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    store = house.app.state.hub.store
    admin.give_role(store, handle(ann), "admin", "root")
    assert [each["name"] for each in ann.get("/api/admin/players?find=bo")] == ["Bob"]
    ban = f"/api/admin/players/{handle(bob)}/ban"
    for wrong in ({}, {"reason": ""}, {"reason": "x" * 301}, {"reason": "x", "days": -1}, {"reason": "x", "days": "1"}):
        assert ann.client.put(ban, json=wrong).status_code == 400
    assert ann.client.put(f"/api/admin/players/{handle(ann)}/ban", json={"reason": "x"}).status_code == 400
    assert ann.client.put("/api/admin/players/nobody/ban", json={"reason": "x"}).status_code == 400
    assert ann.client.put(ban, json={"reason": "Insults", "days": 1}).status_code == 200
    assert bob.post("/api/matches", {}, 403)["error"] == "banned", "at once"
    assert ann.get("/api/admin/players?find=bob")[0]["banned"] == "Insults"
    assert ann.client.delete(ban).json()["bans"] == []
    assert ann.client.delete(ban).status_code == 400
    view = ann.post("/api/admin/announcements", {"text": "Hello", "hours": 1})
    [sign] = view["door"]["announcements"]
    assert ann.client.delete(f"/api/admin/announcements/{sign['id']}").json()["door"]["announcements"] == []
    assert ann.client.delete(f"/api/admin/announcements/{sign['id']}").status_code == 404
    assert ann.client.put("/api/admin/maintenance", json={"on": True}).json()["door"]["maintenance"] == ""
    bob.post("/api/matches", {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}, 503)
    assert ann.client.put("/api/admin/maintenance", json={"on": False}).json()["door"]["maintenance"] is None
    match = bob.open("me", "here")["match"]
    assert [each["match"] for each in ann.get("/api/admin/tables?status=playing")] == [match]
    assert ann.get("/api/admin/tables?player=nobody", 404)
    assert "/recover#" in ann.post(f"/api/admin/players/{handle(bob)}/recover", {})["link"]
    lines = ann.get("/api/admin")["audit"]
    assert {each["what"] for each in lines} >= {"ban", "unban", "announcement", "take-down", "maintenance", "role"}
    assert {each["who"] for each in lines if each["what"] == "ban"} == {handle(ann)}
    stale(house)
    assert ann.client.put(ban, json={"reason": "x"}).json()["error"] == "not-fresh"
    assert ann.post(f"/api/admin/players/{handle(bob)}/recover", {}, 403)["error"] == "not-fresh"


def stale(house: House) -> None:
    """Let five minutes pass for every proof."""
    store = house.app.state.hub.store
    store.submit(lambda connection: connection.execute(sa.update(schema.sessions).values(verified=0))).result()
