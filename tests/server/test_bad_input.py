"""Bad input: a clear error to the one who caused it, nothing changed, and the others play on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from .helpers import House, Line, fast_settings


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all: bad input must not hurt those who come after."""
    with House(fast_settings(tmp_path_factory.mktemp("house"))) as opened:
        yield opened


@pytest.fixture
def table(house: House) -> tuple[Any, Any, str]:
    """Ann and Bob at a table."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    bob.join(opened["seats"][1]["link"], "Bob")
    return ann, bob, opened["match"]


def test_an_illegal_move_says_what_is_allowed(table: Any) -> None:
    ann, bob, match = table
    before = ann.get(f"/api/matches/{match}/view?seat=0")
    for odd in ("pick \x00", "PICK", "pick", "pick rocket " * 9, "\U0001f600"):
        assert ann.move(match, 0, odd, 409)["error"] == "illegal-move"
    error = ann.move(match, 0, "pick nonsense", 409)
    assert error["error"] == "illegal-move" and ann.legal(match, 0)[0] in error["text"]
    assert ann.get(f"/api/matches/{match}/view?seat=0") == before
    bob.move(match, 1, bob.legal(match, 1)[0])


def test_a_late_move(table: Any) -> None:
    ann, _, match = table
    move = ann.legal(match, 0)[0]
    ann.move(match, 0, move)
    error = ann.move(match, 0, move, 409)
    assert error["error"] == "not-pending" and "Ann" in error["text"]


def test_a_move_of_another_seat(table: Any, house: House) -> None:
    ann, bob, match = table
    eve = house.guest("Eve")
    move = bob.legal(match, 1)[0]
    for stranger in (ann, eve):
        assert stranger.move(match, 1, move, 403)["error"] == "not-your-seat"
        assert stranger.get(f"/api/matches/{match}/legal?seat=1", 403)["error"] == "not-your-seat"
        assert stranger.get(f"/api/matches/{match}/view?seat=1", 403)["error"] == "not-your-seat"
        assert stranger.get(f"/api/matches/{match}/scene?seat=1", 403)["error"] == "not-your-seat"
        assert stranger.post(f"/api/matches/{match}/undo", {"seat": 1}, 403)["error"] == "not-your-seat"
    with eve.at(match, 1) as line:
        assert line.hear()["error"] == "not-your-seat"
        line.say(type="watch", seat=None)
        assert line.until("frames")["seat"] is None
        assert line.ask(type="move", id="e", seat=1, move=move)["error"] == "not-your-seat"
        assert line.ask(type="preview", id="f", seat=1, move=move)["error"] == "not-your-seat"
    bob.move(match, 1, move)


def test_a_seat_that_is_not_there(table: Any) -> None:
    ann, _, match = table
    assert ann.move(match, 7, "pick rocket", 404)["error"] == "not-found"
    assert ann.get(f"/api/matches/{match}/legal?seat=-1", 400)["error"] == "bad-request"


def test_an_unknown_match(house: House) -> None:
    eve = house.guest()
    for odd in ("nothere", "%00", "a%2fb", "x" * 500, "%f0%9f%98%80"):
        assert eve.get(f"/api/matches/{odd}", 404)["error"] == "not-found"
        assert eve.get(f"/api/join/{odd}", 404)["error"] == "not-found"
    assert eve.move("nothere", 0, "pick rocket", 404)["error"] == "not-found"
    assert eve.get("/api/join/nothere", 404)["error"] == "not-found"
    assert eve.post("/api/join/nothere", {"name": "Eve"}, 404)["error"] == "not-found"
    with eve.at("nothere") as line:
        assert line.hear()["error"] == "not-found"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '"move"',
        "{}",
        '{"type": "nonsense"}',
        '{"type": ["move"]}',
        '{"type": "move"}',
        '{"type": "move", "id": 5, "seat": 0, "move": "pick rocket"}',
        '{"type": "move", "id": "a", "seat": "0", "move": "pick rocket"}',
        '{"type": "move", "id": "a", "seat": true, "move": "pick rocket"}',
        '{"type": "move", "id": "a", "seat": 0, "move": ""}',
        '{"type": "watch", "seat": 0.5}',
        '{"type": "parts", "id": "a", "parts": {"x": "00"}}',
        "[" * 5000,
        '{"type": "move", "id": "' + "x" * 20000 + '"}',
        "\U0001f600",
        '{"type": "\\ud800"}',
        '{"type": "move", "id": "\\u0000", "seat": 0, "move": "pick rocket"}',
        '{"type": "move", "id": "\\ud800", "seat": 0, "move": "pick rocket"}',
        '{"type": "move", "id": "a", "seat": 1e999, "move": "pick rocket"}',
        '{"type": "move", "id": "a", "seat": ' + "9" * 6000 + "}",
    ],
)
def test_malformed_messages_are_answered_and_survived(house: House, text: str) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.until("frames")
        line.socket.send_text(text)
        answer = line.hear()
        assert answer["type"] == "error" and answer["error"] == "bad-request"
        assert answer["text"].encode() and "mistake" not in answer["text"], "it is the sender's"
        assert line.ask(type="move", id="ok", seat=0, move=ann.legal(match, 0)[0])["type"] == "ok"


def test_binary_messages_are_answered_and_survived(house: House) -> None:
    ann = house.guest("Ann")
    with ann.at(ann.open("me", "here")["match"], 0) as line:
        line.until("frames")
        line.socket.send_bytes(b"\xff\xfe\x00")
        assert "not a JSON object" in line.hear()["text"]
        line.socket.send_bytes(b'{"type": "ping"}')
        assert line.hear() == {"type": "pong"}


def test_a_message_before_watching(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        answer = Line(socket).ask(type="move", id="a", seat=0, move="pick rocket")
        assert answer["error"] == "bad-request" and "watch" in answer["text"]


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("{", "JSON"),
        ("[]", ""),
        ('{"game": "misty"}', "seats"),
        ('{"game": "misty", "seats": []}', "seats"),
        ('{"game": "misty", "seats": [{"kind": "me"}]}', "2, 3 or 4"),
        ('{"game": "misty", "seats": [{"kind": "ghost"}, {"kind": "me"}]}', "kind"),
        ('{"game": "misty", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep"}]}', "greedy"),
        (
            '{"game": "misty", "options": {"window": "huge"}, "seats": [{"kind": "me"}, {"kind": "here"}]}',
            "small",
        ),
        (
            '{"game": "misty", "options": {"door": "1"}, "seats": [{"kind": "me"}, {"kind": "here"}]}',
            "window",
        ),
        ('{"game": "misty", "seed": -1, "seats": [{"kind": "me"}, {"kind": "here"}]}', "seed"),
        ('{"game": "misty", "seed": "zz", "seats": [{"kind": "me"}, {"kind": "here"}]}', "seed"),
        ('{"game": "misty", "seals": {"0": "00"}, "seats": [{"kind": "me"}, {"kind": "here"}]}', "SHA-256"),
        ('{"game": "misty", "seals": {"1": "00"}, "seats": [{"kind": "me"}, {"kind": "bot"}]}', "own seats"),
    ],
)
def test_a_table_that_cannot_be(house: House, body: str, word: str) -> None:
    ann = house.guest("Ann")
    answer = ann.client.post("/api/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"] == "bad-request" and word in answer.json()["text"]
    assert ann.get("/api/matches") == []


def test_an_unknown_game(house: House) -> None:
    ann = house.guest("Ann")
    wish = {"game": "chess", "seats": [{"kind": "me"}, {"kind": "here"}]}
    answer = ann.post("/api/matches", wish, 404)
    assert answer["error"] == "not-found" and "misty" in answer["text"]


def test_paths_that_lead_nowhere(house: House) -> None:
    eve = house.guest()
    assert eve.get("/nonsense", 404)["error"] == "not-found"
    assert eve.get("/static/nonsense.js", 404)["error"] == "not-found"
    assert eve.get("/static/../server/app.py", 404)["error"] == "not-found"
    assert eve.get("/static/%2e%2e/server/app.py", 404)["error"] == "not-found"
    assert eve.get("/static/..%2f..%2f__init__.py", 404)["error"] == "not-found"
    assert eve.get("/art/nonsense.svg", 404)["error"] == "not-found"
    assert eve.get("/words/xx.json", 404)["error"] == "not-found"
    assert eve.get("/words/..%2fen.json", 404)["error"] == "not-found"
    assert eve.client.delete("/api/me").status_code == 405


# ---------------------------------------------------------------- cookies, hosts, origins


def test_a_forged_cookie(table: Any, house: House) -> None:
    ann, bob, match = table
    eve = house.guest("Eve")
    move = bob.legal(match, 1)[0]
    for forged in (bob.id, f"{bob.id}.nonsense", ann.client.cookies["mistvale"].replace(ann.id, bob.id)):
        header = {"cookie": f"mistvale={forged}"}
        eve.client.cookies.clear()
        answer = eve.client.post(f"/api/matches/{match}/moves", json={"seat": 1, "move": move}, headers=header)
        assert answer.status_code == 403 and answer.json()["error"] == "forbidden"
        assert "mistvale=" in answer.headers["set-cookie"], "with a good one for the next time"
        eve.client.cookies.clear()
        assert eve.client.get(f"/api/matches/{match}", headers=header).json()["mine"] == []
        eve.client.cookies.clear()
        with pytest.raises(WebSocketDenialResponse) as denied:
            eve.client.websocket_connect(f"ws://localhost/ws/{match}", headers=header).__enter__()
        assert denied.value.json()["error"] == "forbidden"
    bob.move(match, 1, move)


@pytest.mark.parametrize("odd", ['a={"b":1}', "a=b c", "a", "a[b]=1", "path=/", "\u00fc=1", "=", 'a="'])
def test_odd_cookies_of_other_servers_are_no_reason_to_forget_a_guest(house: House, odd: str) -> None:
    """Servers on other ports of a machine share their cookies."""
    ann = house.guest("Ann")
    own = f"mistvale={ann.client.cookies['mistvale']}"
    for header in (f"{odd}; {own}", f"{own}; {odd}"):
        answer = ann.client.get("/api/me", headers={"cookie": header.encode("latin-1")})
        assert answer.json()["guest"] == ann.id and "set-cookie" not in answer.headers


def test_the_cookie_is_for_the_server_alone(house: House) -> None:
    cookie = house.guest().client.get("/api/me", headers={"cookie": "other=1"}).headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie


def test_the_data_is_readable_by_the_owner_alone(tmp_path: Path) -> None:
    """The deck of every match is in it."""
    with House(fast_settings(tmp_path / "new" / "data"), bare=True):
        assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://localhost:1", "http://localhost.evil.example", "http://[", ""],
)
def test_a_wrong_origin(table: Any, origin: str) -> None:
    ann, _, match = table
    header = {"origin": origin}
    wish = {"seat": 0, "move": ann.legal(match, 0)[0]}
    answer = ann.client.post(f"/api/matches/{match}/moves", json=wish, headers=header)
    assert answer.status_code == 403 and answer.json()["error"] == "forbidden"
    with pytest.raises(WebSocketDenialResponse):
        ann.client.websocket_connect(f"ws://localhost/ws/{match}", headers=header).__enter__()
    assert ann.client.get("/api/me", headers=header).status_code == 200, "reading is harmless"
    right = {"origin": "http://localhost"}
    assert ann.client.post(f"/api/matches/{match}/moves", json=wish, headers=right).status_code == 200
    with ann.client.websocket_connect(f"ws://localhost/ws/{match}", headers=right):
        pass


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "192.168.1.7", "a.local", "", "local host", "x@localhost"],
)
def test_a_wrong_host(house: House, host: str) -> None:
    answer = house.guest().client.get("/api/me", headers={"host": host})
    assert answer.status_code == 403 and answer.json()["error"] == "forbidden"


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:80", "[::1]:8765", "LOCALHOST", "localhost."])
def test_hosts_of_this_machine(house: House, host: str) -> None:
    assert house.guest().client.get("/api/me", headers={"host": host}).status_code == 200


def test_a_server_for_the_network_answers_to_addresses_and_names(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, allow_addresses=True, allow_hosts=("games.example",))) as house:
        client = house.guest().client
        for host in ("192.168.1.7:8765", "[fe80::1]:8765", "box.local", "games.example"):
            assert client.get("/api/me", headers={"host": host}).status_code == 200
        assert client.get("/api/me", headers={"host": "evil.example"}).status_code == 403


def test_every_page_is_guarded(house: House) -> None:
    for path in ("/docs", "/api/me", "/nonsense", "/openapi.json"):
        headers = house.guest().client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy and "ws://localhost" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"


# ---------------------------------------------------------------- limits


def test_a_flood_is_answered_and_then_cut_off(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, messages_per_second=0.0, message_burst=5.0)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        with ann.at(match, 0) as line:
            for _ in range(8):
                line.say(type="ping")
            assert line.until("error")["error"] == "too-many"
            with pytest.raises(WebSocketDisconnect) as closed:
                for _ in range(600):
                    line.say(type="ping")
                while True:
                    line.hear()
            assert closed.value.code in (1008, 1013)


def test_a_body_that_is_too_long(house: House) -> None:
    ann = house.guest("Ann")
    assert ann.client.put("/api/me", json={"name": "x" * 20000}).json()["error"] == "bad-request"

    def endless() -> Any:
        yield b'{"name": "Ann"'
        for _ in range(100):
            yield b" " * 1000
        yield b"}"

    answer = ann.client.put("/api/me", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 400


def test_a_body_that_is_too_long_with_a_question_that_waits(table: Any) -> None:
    ann, _bob, match = table
    while legal := ann.legal(match, 0):
        ann.move(match, 0, legal[0])
    answer = ann.client.request("GET", f"/api/matches/{match}/turn?seat=0&wait=20", content=b"{}" * 40_000)
    assert answer.status_code == 400 and answer.json()["error"] == "bad-request"


def test_too_many_tables(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_guest=2)) as house:
        ann = house.guest("Ann")
        ann.open("me", "here")
        ann.open("me", "here")
        wish = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}
        assert ann.post("/api/matches", wish, 429)["error"] == "too-many"
        house.guest("Bob").open("me", "here")


def test_names_are_cleaned(house: House) -> None:
    ann = house.guest("  An\u202en\n\ta ")
    assert ann.get("/api/me")["name"] == "An n a"
    opened = ann.open("me", "here")
    assert opened["seats"][0]["name"] == "An n a"
    assert json.dumps(opened)
