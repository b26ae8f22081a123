"""What one address may ask for, however many guests it says it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import WebSocketDenialResponse

from mistvale.server import schema, settings
from mistvale.server.errors import CannotServe
from mistvale.server.settings import Settings

from .helpers import Guest, House, fast_settings

WISH = {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}


def open_without_cookie(house: House, address: str = "192.0.2.7") -> Any:
    return house.stranger(address).post("/api/matches", json=WISH)


def test_tables_are_opened_only_so_fast(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_minute=1, table_burst=3)) as house:
        answers = [open_without_cookie(house) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert answers[-1].json()["error"] == "too-many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert open_without_cookie(house, "192.0.2.8").status_code == 201, "others may"
        assert open_without_cookie(house, "2001:db8::1").status_code == 201


def test_an_address_has_so_many_tables_open(tmp_path: Path) -> None:
    chosen = fast_settings(tmp_path, tables_per_address=2)
    with House(chosen) as house:
        ann = house.guest(address="192.0.2.7")
        match = ann.open("me", "here", options={"window": "small"})["match"]
        assert open_without_cookie(house).status_code == 201
    with House(chosen) as house:
        refused = open_without_cookie(house)
        assert refused.status_code == 429 and refused.json()["error"] == "too-many", "counted in the store"
        assert int(refused.headers["retry-after"]) >= 1
        assert open_without_cookie(house, "192.0.2.8").status_code == 201
        ann = same_guest(house, ann)
        ann.play_out(match)
        assert open_without_cookie(house).status_code == 201, "one is over"


def same_guest(house: House, guest: Guest) -> Guest:
    client = house.stranger("192.0.2.7")
    client.cookies = guest.client.cookies
    return Guest(client)


def test_a_rematch_is_a_table_too(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_address=1)) as house:
        ann, bob = house.guest("Ann", address="192.0.2.7"), house.guest("Bob")
        opened = ann.open("me", "friend", options={"window": "small"})
        match = opened["match"]
        bob.join(opened["seats"][1]["link"])
        ann.play_out(match, bob)
        assert open_without_cookie(house).status_code == 201
        assert ann.post(f"/api/matches/{match}/rematch", {}, 429)["error"] == "too-many"
        again = bob.post(f"/api/matches/{match}/rematch", {})["match"]
        assert ann.post(f"/api/matches/{match}/rematch", {})["match"] == again, "which is no new table"


def test_addresses_are_kept_as_hashes_and_only_while_needed(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann", address="192.0.2.7")
        match = ann.open("me", "here", options={"window": "small"})["match"]

        def origin() -> str:
            with house.app.state.hub.store.engine.connect() as connection:
                return str(connection.execute(sa.select(schema.matches.c.origin)).scalar())

        assert len(origin()) == 32 and "192" not in origin()[:3]
        ann.play_out(match)
        assert origin() == ""
    assert b"192.0.2.7" not in (tmp_path / "mistvale.db").read_bytes()


def test_new_names_are_written_only_so_fast(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, guests_per_minute=1, guest_burst=2)) as house:
        ann = house.guest("Ann", address="192.0.2.7")
        names = [house.stranger("192.0.2.7").put("/api/me", json={"name": "Eve"}) for _ in range(2)]
        assert [answer.status_code for answer in names] == [200, 429]
        assert int(names[-1].headers["retry-after"]) >= 1
        assert ann.client.put("/api/me", json={"name": "Anna"}).status_code == 200, "who is known may"
        with house.app.state.hub.store.engine.connect() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(schema.guests)).scalar() == 2


def test_requests_come_only_so_fast_and_files_are_cheap(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, requests_per_second=0.01, request_burst=10)) as house:
        eve = house.stranger("192.0.2.7")
        assert all(eve.get("/static/api.js").status_code == 200 for _ in range(50))
        answers = [eve.get("/api/me") for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        assert answers[-1].json()["error"] == "too-many" and int(answers[-1].headers["retry-after"]) > 1
        with pytest.raises(WebSocketDenialResponse) as denied:
            eve.websocket_connect("ws://localhost/ws/x").__enter__()
        assert denied.value.status_code == 429
        assert house.stranger("192.0.2.8").get("/api/me").status_code == 200


def test_nought_is_no_limit(tmp_path: Path) -> None:
    counts = {"tables_per_address": 0, "tables_per_guest": 0}
    off = {"tables_per_minute": 0, "guests_per_minute": 0, "requests_per_second": 0, **counts}
    bursts = {"table_burst": 1, "guest_burst": 1, "request_burst": 1}
    with House(fast_settings(tmp_path, **off, **bursts)) as house:
        assert all(open_without_cookie(house).status_code == 201 for _ in range(3))
        assert all(house.stranger().put("/api/me", json={"name": "E"}).status_code == 200 for _ in range(3))


# ---------------------------------------------------------------- settings


def test_settings_come_from_the_environment() -> None:
    given = {
        "MISTVALE_TABLES_PER_ADDRESS": "7",
        "MISTVALE_REQUESTS_PER_SECOND": "2.5",
        "MISTVALE_ALLOW_HOSTS": "games.example, other.example",
        "MISTVALE_FRIENDS_URL": "",
    }
    chosen = settings.of_environment(given)
    assert (chosen.tables_per_address, chosen.requests_per_second) == (7, 2.5)
    assert chosen.allow_hosts == ("games.example", "other.example")
    assert chosen.friends_url is None


@pytest.mark.parametrize("odd", ["many", "-1", "1.5", "nan"])
def test_a_setting_that_cannot_be_says_so(odd: str) -> None:
    with pytest.raises(CannotServe, match=f"MISTVALE_TABLES_PER_ADDRESS.*{odd}"):
        settings.of_environment({"MISTVALE_TABLES_PER_ADDRESS": odd})


def test_every_setting_stands_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name, default in settings.for_environment(Settings()).items():
        line = next((line for line in manual.splitlines() if line.startswith(f"| `{name}`")), "")
        assert line, f"{name} is missing"
        assert f"| {default or 'none'} |" in line, f"{name}: {line}"
