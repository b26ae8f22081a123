"""Behind proxies: what they say of a client is believed, what others say is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from mistvale.server import run
from mistvale.server.errors import CannotServe
from mistvale.server.models.hosting import PROTOCOL
from mistvale.server.proxies import Proxies
from mistvale.server.wire import Lines

from .helpers import House, fast_settings
from .processes import Process

PROXY = "10.1.2.3"
FORWARDED = {
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "games.example",
}


@pytest.fixture
def house(tmp_path: Path) -> Any:
    with House(
        fast_settings(
            tmp_path,
            trusted_proxies=("10.1.0.0/16", "::1"),
            allow_hosts=("games.example",),
            requests_per_second=0.001,
            request_burst=3,
        )
    ) as opened:
        yield opened


def test_a_proxy_is_believed(house: House) -> None:
    client = house.stranger(PROXY)
    answer = client.get("/api/me", headers=FORWARDED)
    assert "Secure" in answer.headers["set-cookie"], "its client came over TLS"
    assert "wss://games.example" in answer.headers["content-security-policy"]
    wish = {"name": "Ann"}
    own = {**FORWARDED, "origin": "https://games.example"}
    assert client.put("/api/me", json=wish, headers=own).status_code == 200
    other = {**FORWARDED, "origin": "https://testserver"}
    assert client.put("/api/me", json=wish, headers=other).status_code == 403


def test_each_client_of_a_proxy_has_limits_of_its_own(house: House) -> None:
    client = house.stranger(PROXY)
    for number in range(6):
        assert client.get("/api/me", headers={"x-forwarded-for": f"192.0.2.{number}"}).status_code == 200
    answers = [client.get("/api/me", headers={"x-forwarded-for": "192.0.2.9"}).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_a_liar_is_not_believed(house: House) -> None:
    client = house.stranger("198.51.100.1")
    answer = client.get("/api/me", headers=FORWARDED)
    assert "Secure" not in answer.headers["set-cookie"]
    assert "wss://localhost" in answer.headers["content-security-policy"]
    answers = [client.get("/api/me", headers={"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(3)]
    assert answers == [200, 200, 429], "it counts as one, whoever it says it is"


def test_a_liar_behind_a_proxy_is_seen_through(house: House) -> None:
    client = house.stranger(PROXY)
    lies = [f"203.0.113.{number}, 198.51.100.1" for number in range(4)]
    answers = [client.get("/api/me", headers={"x-forwarded-for": lie}).status_code for lie in lies]
    assert answers == [200, 200, 200, 429]


def test_a_name_that_a_proxy_passes_on_still_has_to_be_ours(house: House) -> None:
    answer = house.stranger(PROXY).get("/api/me", headers={"x-forwarded-host": "evil.example"})
    assert answer.status_code == 403


def test_sockets_are_checked_the_same_way(house: House) -> None:
    client = house.stranger(PROXY)
    own = {**FORWARDED, "origin": "https://games.example"}
    with client.websocket_connect("ws://localhost/ws/x", headers=own):
        pass
    with pytest.raises(WebSocketDenialResponse):
        client.websocket_connect("ws://localhost/ws/x", headers={**own, "origin": "http://localhost"}).__enter__()


def scope(peer: str, *headers: tuple[str, str]) -> dict[str, Any]:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    return {"type": "http", "scheme": "http", "client": (peer, 1), "headers": raw}


@pytest.mark.parametrize(
    ("peer", "lists", "seen"),
    [
        (PROXY, [], PROXY),
        (PROXY, [""], PROXY),
        (PROXY, ["192.0.2.7"], "192.0.2.7"),
        (PROXY, ["192.0.2.7, 10.1.9.9"], "192.0.2.7"),
        (PROXY, ["192.0.2.7, 10.1.9.9", "10.1.1.1"], "192.0.2.7"),
        (PROXY, ["203.0.113.1", "192.0.2.7"], "192.0.2.7"),
        (PROXY, ["203.0.113.1, 192.0.2.7, 10.1.9.9"], "192.0.2.7"),
        (PROXY, ["10.1.5.5, 10.1.9.9"], "10.1.5.5"),
        (PROXY, ["192.0.2.7, nonsense"], PROXY),
        (PROXY, ["192.0.2.7, nonsense, 10.1.9.9"], "10.1.9.9"),
        (PROXY, ["192.0.2.7:4711"], "192.0.2.7"),
        (PROXY, ["[2001:db8::7]:4711"], "2001:db8::7"),
        (PROXY, ["2001:db8::7"], "2001:db8::7"),
        ("::ffff:10.1.2.3", ["192.0.2.7"], "192.0.2.7"),
        ("198.51.100.1", ["192.0.2.7"], "198.51.100.1"),
        ("testclient", ["192.0.2.7"], "testclient"),
    ],
)
def test_the_client_is_the_last_that_no_proxy_of_ours_is(peer: str, lists: list[str], seen: str) -> None:
    given = scope(peer, *(("x-forwarded-for", each) for each in lists))
    Proxies(("10.1.0.0/16",)).unwrap(given)
    assert given["client"][0] == seen


def test_connections_of_a_proxy_are_everybodys() -> None:
    lines = Lines(1, Proxies((PROXY,)))
    assert all(lines.enter((PROXY, number)) for number in range(3))
    assert [lines.enter(("192.0.2.7", number)) for number in range(2)] == [True, False]
    lines.leave(("192.0.2.7", 0))
    assert lines.enter(("192.0.2.7", 2))


@pytest.mark.parametrize("odd", ["gopher", "", "https, javascript"])
def test_a_scheme_that_is_none_is_not_taken(odd: str) -> None:
    given = scope(PROXY, ("x-forwarded-proto", odd))
    Proxies((PROXY,)).unwrap(given)
    assert given["scheme"] == "http"


def test_a_proxy_that_is_no_address(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"proxy\.example"):
        run.settled(fast_settings(tmp_path), None, None, (), trusted_proxies=("proxy.example",))


def test_by_default_nobody_is_believed(tmp_path: Path) -> None:
    """Not even this machine, though uvicorn would."""
    server = Process(tmp_path)
    try:
        answer = server.client().get("/api/me", headers=FORWARDED)
        assert "Secure" not in answer.headers["set-cookie"]
    finally:
        server.close()


# ---------------------------------------------------------------- measurements


@pytest.mark.parametrize(
    ("peer", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 404),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 404),
        ("127.0.0.1", {"via": "1.1 proxy"}, 404),
        ("192.0.2.7", {}, 404),
        (PROXY, {"x-forwarded-for": "127.0.0.1"}, 404),
        ("192.0.2.7", {"authorization": "Bearer s3cret"}, 200),
        ("192.0.2.7", {"authorization": "bearer s3cret"}, 200),
        ("192.0.2.7", {"authorization": "Bearer s3cre"}, 404),
        ("192.0.2.7", {"authorization": "Bearer s3cret\u00fc"}, 404),
        ("192.0.2.7", {"authorization": "Basic s3cret"}, 404),
    ],
)
def test_measurements_are_for_this_machine_or_a_token(
    tmp_path: Path, peer: str, headers: dict[str, str], status: int
) -> None:
    with House(fast_settings(tmp_path, metrics_token="s3cret", trusted_proxies=(PROXY,))) as house:
        sent = {name: value.encode("latin-1") for name, value in headers.items()}
        answer = house.stranger(peer).get("/metrics", headers=sent)
        assert answer.status_code == status
        if status == 404:
            assert answer.json() == house.stranger().get("/nonsense").json(), "as if there were nothing"


def test_without_a_token_no_token_will_do(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        for token in ("Bearer ", "Bearer None", "Bearer"):
            assert house.stranger("192.0.2.7").get("/metrics", headers={"authorization": token}).status_code == 404


def test_limits_are_shown_with_the_measurements(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_address=7, metrics_token="s3cret")) as house:
        text = house.stranger("127.0.0.1").get("/metrics").text
    assert 'mistvale_setting{name="tables_per_address"} 7' in text
    assert "s3cret" not in text


def test_health_says_nothing_a_stranger_need_not_know(house: House) -> None:
    assert house.stranger("192.0.2.7").get("/health").json() == {"status": "ok", "protocol": PROTOCOL}
