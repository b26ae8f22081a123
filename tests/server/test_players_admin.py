"""What whoever runs a server does for players, and what is written down about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from mistvale.server import schema
from mistvale.server.admin import audited, find_players, recovery_link

from .helpers import House, fast_settings
from .test_players_keys import mistvale
from .test_players_names import everything
from .test_players_profiles import handle, player


def test_players_are_found(house: House, tmp_path: Path) -> None:
    at = ("--data", str(tmp_path))
    status, said = mistvale("admin", "players", "list", *at)
    assert status == 1 and "no such players" in said
    ann, bob = player(house, "Ann [bold]"), player(house, "Bob")
    status, said = mistvale("admin", "players", "list", *at)
    assert status == 0 and all(word in said for word in (handle(ann), "Ann [bold]", handle(bob)))
    status, said = mistvale("admin", "players", "list", "--find", "aNN", *at)
    assert handle(ann) in said and handle(bob) not in said
    assert [each.name for each in find_players(house.settings, handle(bob))] == ["Bob"]
    assert mistvale("admin", "players", "list", "--find", "%", *at)[0] == 1
    bob.delete("/api/account")
    assert [each.name for each in find_players(house.settings)] == ["Ann [bold]"]


def test_a_recovery_link_signs_in_once(house: House, tmp_path: Path) -> None:
    ann, other = player(house, "Ann"), house.guest()
    status, said = mistvale("admin", "players", "recover", handle(ann), "--data", str(tmp_path), "--hours", "2")
    assert status == 0 and "/recover#" in said and "2 hours" in said
    code = said.strip().rpartition("#")[2].split()[0]
    assert code not in everything(house.app.state.hub.store), "it is kept as a hash"
    account = other.post("/api/sign-in/code", {"code": code})
    assert account["name"] == "Ann" and account["codes_left"] == 10, "the player's own codes stay"
    assert [note["kind"] for note in account["notes"]] == ["link"] and "administrator" in account["notes"][0]["text"]
    assert ann.get("/api/account")["player"] is None
    assert house.guest().post("/api/sign-in/code", {"code": code}, 403)["error"] == "not-verified"


def test_a_newer_link_takes_the_place_of_an_older_one_and_all_end(house: House) -> None:
    ann = player(house, "Ann")
    first, second = (recovery_link(house.settings, handle(ann), 1).partition("#")[2] for _ in range(2))
    assert house.guest().post("/api/sign-in/code", {"code": first}, 403)["error"] == "not-verified"
    store = house.app.state.hub.store
    old = sa.update(schema.recovery).where(schema.recovery.c.kind == "link").values(expires=1)
    store.submit(lambda connection: connection.execute(old)).result()
    assert house.guest().post("/api/sign-in/code", {"code": second}, 403)["error"] == "not-verified"


def test_it_is_audited(house: House, tmp_path: Path) -> None:
    ann = player(house, "Ann")
    code = recovery_link(house.settings, handle(ann), 3).partition("#")[2]
    mistvale("admin", "keys", "rotate", "--data", str(tmp_path))
    house.guest().post("/api/sign-in/code", {"code": code})
    lines = {each.what: each for each in audited(house.settings)}
    assert set(lines) == {"recovery-link", "recovery-link-used", "keys-rotated"}
    assert lines["recovery-link"].data == {"seconds": 3 * 3600} and lines["recovery-link"].player == handle(ann)
    assert lines["recovery-link"].who and not lines["recovery-link-used"].who
    status, said = mistvale("admin", "audit", "--data", str(tmp_path))
    assert status == 0 and "recovery-link" in said


@pytest.mark.parametrize(
    ("more", "begins"),
    [
        ({}, "/recover#"),
        ({"base_path": "/games"}, "/games/recover#"),
        ({"origin": "https://a.example/", "base_path": "/games"}, "https://a.example/games/recover#"),
        ({"friends_url": "http://10.0.0.7:8000/games/", "base_path": "/games"}, "http://10.0.0.7:8000/games/recover#"),
    ],
)
def test_the_link_leads_to_the_server(house: House, tmp_path: Path, more: dict[str, str], begins: str) -> None:
    ann = player(house, "Ann")
    assert recovery_link(fast_settings(tmp_path, **more), handle(ann), 1).startswith(begins)


def test_who_is_not_there_cannot_be_helped(house: House, tmp_path: Path) -> None:
    player(house, "Ann")
    status, said = mistvale("admin", "players", "recover", "nobody234567", "--data", str(tmp_path))
    assert status == 1 and "nobody234567" in said
    status, said = mistvale("admin", "players", "recover", "x", "--data", str(tmp_path / "none"))
    assert status == 1 and "no mistvale.db" in said


def test_it_works_with_postgresql(tmp_path: Path, furnished_postgres: Callable[[], str]) -> None:
    with House(fast_settings(tmp_path, database=furnished_postgres())) as house:
        ann = player(house, "Ann")
        assert [each.handle for each in find_players(house.settings, "ann")] == [handle(ann)]
        code = recovery_link(house.settings, handle(ann), 1).partition("#")[2]
        assert house.guest().post("/api/sign-in/code", {"code": code})["name"] == "Ann"
        assert len(audited(house.settings)) == 2
