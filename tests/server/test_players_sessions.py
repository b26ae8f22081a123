"""Becoming a player, sessions, and what comes along; on one server and on two."""

from __future__ import annotations

import itertools
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.websockets import WebSocketDisconnect

from mistvale.server import schema, sessions
from mistvale.server.accounts import device_label, new_code, tidy_code
from mistvale.server.errors import Refusal
from mistvale.server.guests import COOKIE, hashed
from mistvale.server.words import message

from .helpers import PATIENCE, Guest, House, Line, fast_settings, same_guest

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def become(guest: Guest, name: str = "Ann") -> dict[str, Any]:
    made: dict[str, Any] = guest.post("/api/account", {"name": name}, 201)
    return made


def sign_in(house: House, code: str) -> Guest:
    """Somebody at another browser, by a recovery code."""
    guest = house.guest()
    guest.post("/api/sign-in/code", {"code": code})
    guest.id = guest.get("/api/me")["guest"]
    return guest


def is_closed(line: Line, within: float = 1.0) -> WebSocketDisconnect:
    began = time.monotonic()
    with pytest.raises(WebSocketDisconnect) as closed:
        while True:
            line.hear()
    assert time.monotonic() - began < within
    return closed.value


def test_a_guest_becomes_a_player_and_keeps_everything(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    assert ann.get("/api/account")["player"] is None
    made = become(ann, "")
    account = made["account"]
    assert account["name"] == "Ann" and len(account["player"]) == 12 and account["fresh"] > 290
    assert len(set(made["codes"])) == account["codes_left"] == 10
    assert ann.get("/api/me")["guest"] == ann.id and ann.status(match)["mine"] == [0, 1]
    assert ann.get("/api/account")["player"] == account["player"]
    assert ann.post("/api/account", {"name": "Ann"}, 409)["error"] == "not-possible"


def test_an_account_has_its_name_from_the_first_moment(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store may be gone a moment later: then nobody would know the codes of an account without a name."""
    ann = house.guest()

    def refuses(*_: str) -> None:
        raise Refusal("read-only", message("trouble.database"))

    monkeypatch.setattr(house.app.state.hub.store, "set_name", refuses)
    assert become(ann, "Ann")["account"]["name"] == "Ann"


def test_the_name_is_needed_and_tidied(house: House) -> None:
    ann = house.guest()
    assert ann.post("/api/account", {"name": " \n"}, 400)["error"] == "bad-request"
    assert become(ann, " Ann\u202e B ")["account"]["name"] == "Ann B"
    assert ann.get("/api/me")["name"] == "Ann B"


def test_the_cookie_of_the_guest_is_worth_nothing_afterwards(house: House) -> None:
    ann = house.guest("Ann")
    stolen = house.stranger()
    stolen.cookies = dict(ann.client.cookies)
    match = ann.open("me", "friend")["match"]
    assert stolen.get("/api/me").json()["guest"] == ann.id
    become(ann)
    answer = stolen.post(f"/api/matches/{match}/leave", json={"seat": 0})
    assert answer.status_code == 401 and answer.json()["error"] == "signed-out"
    assert stolen.get("/api/me").json()["guest"] not in (ann.id, "")


def test_a_late_answer_to_the_guest_of_before_undoes_nothing(house: House) -> None:
    """What a page asked just before its guest became a player is answered afterwards, without a new cookie."""
    ann = house.guest("Ann")
    late = house.stranger()
    late.cookies = dict(ann.client.cookies)
    become(ann)
    assert "set-cookie" not in late.get("/api/me").headers
    assert "set-cookie" in late.get("/").headers, "a page is a new beginning"


def test_only_a_hash_of_the_session_is_kept(house: House, tmp_path: Path) -> None:
    ann = house.guest("Ann")
    made = become(ann)
    token = ann.client.cookies[COOKIE].removeprefix("~")
    with sqlite3.connect(tmp_path / "mistvale.db") as database:
        text = "\n".join(database.iterdump())
    assert hashed(token) in text and token not in text
    assert not any(code in text for code in made["codes"])


def test_a_guests_sockets_come_back_as_the_player(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.settle()
        become(ann)
        assert is_closed(line).code == 1013
    with ann.at(match, 0) as line:
        assert line.until("frames")["seat"] == 0


def test_a_socket_that_comes_back_after_its_session_ended_is_told_so(house: House) -> None:
    ann = house.guest("Ann")
    codes = become(ann)["codes"]
    match = ann.open("me", "here")["match"]
    sign_in(house, codes[0])
    with ann.client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        closed = is_closed(Line(socket))
    assert (closed.code, closed.reason) == (1008, "signed-out")


def test_sessions_are_listed_and_ended(house: House) -> None:
    ann = house.guest()
    ann.client.headers["user-agent"] = FIREFOX
    codes = become(ann)["codes"]
    other = sign_in(house, codes[0])
    assert ann.get("/api/account")["player"] is None, "a code ends the other sessions"
    match = other.open("me", "here")["match"]
    third = house.guest()
    third.client.cookies = dict(other.client.cookies)
    listed = other.get("/api/account")["sessions"]
    assert [each["here"] for each in listed] == [True]
    with third.at(match, 0) as line:
        line.settle()
        other.delete(f"/api/account/sessions/{listed[0]['id']}")
        closed = is_closed(line)
        assert (closed.code, closed.reason) == (1008, "signed-out")
    assert other.post("/api/sign-out", {}, 401)["error"] == "signed-out"
    assert other.client.get("/api/me").json()["guest"] != ann.id


def test_one_may_end_all_but_this_one(house: House) -> None:
    ann = house.guest()
    codes = become(ann)["codes"]
    here = sign_in(house, codes[0])
    link = here.post("/api/account/links", {}, 201)
    phone = house.guest()
    secret = link["link"].partition("#")[2]
    number = phone.post("/api/sign-in/link", {"secret": secret})["number"]
    here.post(f"/api/account/links/{link['id']}/confirm", {"number": number})
    assert phone.post("/api/sign-in/link/finish", {"secret": secret})["signed_in"]
    assert len(here.get("/api/account")["sessions"]) == 2
    here.delete("/api/account/sessions")
    assert phone.get("/api/account")["player"] is None and len(here.get("/api/account")["sessions"]) == 1
    assert here.delete("/api/account/sessions/0123456789abcdef", 404)["error"] == "not-found"
    assert here.delete("/api/account/sessions/%25", 400)["error"] == "bad-request"


def test_nobody_ends_anothers_session(house: House) -> None:
    ann, eve = house.guest(), house.guest()
    become(ann), become(eve, "Eve")
    mine = ann.get("/api/account")["sessions"][0]["id"]
    assert eve.delete(f"/api/account/sessions/{mine}", 404)["error"] == "not-found"
    assert house.guest().delete(f"/api/account/sessions/{mine}", 401)["error"] == "no-player"


def test_signing_out_makes_one_the_guest_again_that_one_was(house: House) -> None:
    ann, bob = house.guest(), house.guest("Bob")
    codes = become(ann)["codes"]
    before = bob.id
    bob.post("/api/sign-in/code", {"code": codes[0]})
    assert bob.get("/api/me") == {"guest": ann.id, "name": "Ann", "friends_url": None}
    token = bob.client.cookies[COOKIE]
    assert bob.client.post("/api/sign-out").status_code == 204
    assert bob.get("/api/me")["guest"] == before and bob.get("/api/account")["player"] is None
    bob.client.cookies.set(COOKIE, token, domain="localhost.local")
    assert house.stranger().get("/api/me", headers={"cookie": f"{COOKIE}={token}"}).json()["guest"] != ann.id


def test_the_session_changes_at_every_sign_in(house: House) -> None:
    ann = house.guest()
    codes = become(ann)["codes"]
    first = ann.client.cookies[COOKIE]
    ann.post("/api/sign-in/code", {"code": codes[0]})
    assert ann.client.cookies[COOKIE] != first
    assert len(ann.get("/api/account")["sessions"]) == 1


# ---------------------------------------------------------------- tables that come along


def test_a_guests_tables_come_along(house: House) -> None:
    ann = house.guest("Ann")
    codes = become(ann)["codes"]
    bob, carl = house.guest("Bob"), house.guest("Carl")
    opened = bob.open("me", "friend")
    carl.join(opened["seats"][1]["link"], "Carl")
    done = bob.open("me", "here", options={"window": "small"})["match"]
    bob.play_out(done)
    with carl.at(opened["match"], 1) as line:
        line.settle()
        bob.post("/api/sign-in/code", {"code": codes[0]})
        line.until("status")
    assert {each["match"] for each in bob.get("/api/matches")} == {opened["match"], done}
    status = bob.status(opened["match"])
    assert status["mine"] == [0] and status["host"]
    bob.move(opened["match"], 0, bob.legal(opened["match"], 0)[0])
    assert bob.status(done)["mine"] == [0, 1] and bob.get(f"/api/matches/{done}/record")


def test_nobody_joins_two_hands(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    codes = become(ann)["codes"]
    shared = ann.open("me", "friend")
    bob.join(shared["seats"][1]["link"], "Bob")
    left = ann.open("me", "friend", "friend")
    bob.join(left["seats"][1]["link"], "Bob")
    ann.post(f"/api/matches/{left['match']}/leave", {"seat": 0})
    own = bob.open("me", "here")["match"]
    bob.post("/api/sign-in/code", {"code": codes[0]})
    assert bob.status(shared["match"])["mine"] == [0], "not the seat of the guest beside it"
    assert bob.status(left["match"])["mine"] == [], "who sat there has seen a hand"
    assert bob.status(own)["mine"] == [0, 1]
    bob.client.post("/api/sign-out")
    assert bob.status(shared["match"])["mine"] == [1], "it is the guest's as before"


def test_what_came_along_is_there_after_a_restart(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        codes = become(ann)["codes"]
        match = bob.open("me", "here")["match"]
        bob.post("/api/sign-in/code", {"code": codes[0]})
    with House(fast_settings(tmp_path)) as house:
        back = same_guest(bob, house)
        assert back.get("/api/me")["guest"] == ann.id and back.status(match)["mine"] == [0, 1]


# ---------------------------------------------------------------- two processes


def test_an_ended_session_ends_on_every_process(houses: tuple[House, House]) -> None:
    here, there = houses
    ann = here.guest("Ann")
    match = ann.open("me", "here")["match"]
    far = same_guest(ann, there)
    with far.at(match, 0) as line:
        line.settle()
        codes = become(ann)["codes"]
        assert is_closed(line).code == 1013
    far.client.cookies = ann.client.cookies
    assert far.get("/api/me")["guest"] == ann.id
    with far.at(match, 0) as line:
        line.settle()
        sign_in(here, codes[0])
        assert is_closed(line).reason == "signed-out"
    assert far.post(f"/api/matches/{match}/leave", {"seat": 0}, 401)["error"] == "signed-out"


def test_tables_come_along_on_every_process(houses: tuple[House, House]) -> None:
    here, there = houses
    ann = here.guest("Ann")
    codes = become(ann)["codes"]
    bob = there.guest("Bob")
    match = bob.open("me", "here")["match"]
    near = same_guest(bob, here)
    assert near.status(match)["mine"] == [0, 1]
    near.post("/api/sign-in/code", {"code": codes[0]})
    bob.client.cookies = near.client.cookies
    assert bob.status(match)["mine"] == [0, 1]
    bob.move(match, 0, bob.legal(match, 0)[0])


def test_a_lost_notice_is_made_up_for(houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = houses
    ann = here.guest("Ann")
    codes = become(ann)["codes"]
    far = same_guest(ann, there)
    match = far.open("me", "here")["match"]
    monkeypatch.setattr(there.app.state.hub.sessions, "heard", lambda payload: None)
    with far.at(match, 0) as line:
        line.settle()
        sign_in(here, codes[0])
        assert far.client.portal is not None
        far.client.portal.call(there.app.state.hub.sessions.look)
        assert is_closed(line).reason == "signed-out"


# ---------------------------------------------------------------- small things


def test_while_nothing_can_be_read_who_was_known_stays_known(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    become(ann)
    assert ann.status(match)["mine"] == [0, 1]
    monkeypatch.setattr(sessions, "REMEMBERED_SECONDS", -1.0)

    def fail(query: sa.Select[Any]) -> None:
        raise Refusal("read-only", message("trouble.database"))

    monkeypatch.setattr(house.app.state.hub.store, "rows", fail)
    assert ann.status(match)["mine"] == [0, 1]
    stranger = house.stranger().get(f"/api/matches/{match}", headers={"cookie": f"{COOKIE}=~unknown"})
    assert stranger.status_code == 503


def test_accounts_are_limited_by_address(tmp_path: Path) -> None:
    with House(
        fast_settings(tmp_path, accounts_per_minute=1, account_burst=2, codes_per_minute=1, code_burst=3)
    ) as house:
        for _ in range(2):
            become(house.guest())
        assert house.guest().post("/api/account", {"name": "x"}, 429)["error"] == "too-many"
        for _ in range(3):
            assert house.guest().post("/api/sign-in/code", {"code": new_code()}, 403)["error"] == "not-verified"
        assert house.guest().post("/api/sign-in/code", {"code": new_code()}, 429)["error"] == "too-many"


def test_names_of_players_and_their_sessions_in_the_course_of_time(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    become(ann)
    store = house.app.state.hub.store

    def age(connection: sa.Connection) -> None:
        for table in (schema.guests, schema.sessions):
            connection.execute(sa.update(table).values(seen="2020-01-01"))

    store.submit(age).result()
    store.sweep(house.app.state.hub.sweeper.stay, frozenset())
    assert store.name(ann.id) == "Ann" and store.name(bob.id) == "", "a player's name stays"
    assert store.rows(sa.select(schema.sessions)) == []


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14) AppleWebKit/605 Version/17 Safari/605", "Safari, macOS"),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_what_a_device_is_called(agent: str, label: str) -> None:
    assert device_label(agent) == label


def test_a_code_is_known_however_it_is_typed() -> None:
    code = new_code()
    assert len(code) == 19 and tidy_code(code) == tidy_code(f" {code.upper().replace('-', ' ')}\n") == code


def test_the_migration_of_players_goes_both_ways(postgres: Callable[[], str]) -> None:
    from alembic import command
    from alembic.config import Config

    from mistvale.server.engine import MIGRATIONS, open_engine, writing
    from mistvale.server.store import Store

    address = postgres().replace("postgresql://", "postgresql+psycopg://", 1)
    Store(address).close()
    engine = open_engine(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with writing(engine) as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0003")
        assert not sa.inspect(connection).has_table("players")
        command.upgrade(config, "head")
        assert sa.inspect(connection).has_table("players")
    engine.dispose()


def test_sessions_are_watched_after_a_look_that_failed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, again = itertools.count(), threading.Event()

    async def look(_self: sessions.Sessions) -> None:
        if next(looks):
            again.set()
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(sessions.Sessions, "look", look)
    assert again.wait(PATIENCE)
