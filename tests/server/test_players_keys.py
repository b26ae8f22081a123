"""The keys that cookies are signed with: one for all servers, an older server's goes on, and a new one loses nobody."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from mistvale.cli import app
from mistvale.server import keys, schema
from mistvale.server.errors import CannotServe
from mistvale.server.guests import COOKIE, Guests
from mistvale.server.settings import of_environment
from mistvale.server.store import Store

from .helpers import House, fast_settings

OLD, NEW = b"o" * 32, b"n" * 32


def cookie_of(guest: str, key: bytes) -> str:
    return Guests([key]).cookie(guest, secure=False).partition(";")[0]


def mistvale(*words: str, **environment: str | None) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*words], env={"MISTVALE_DATABASE": None} | environment)
    return done.exit_code, re.sub(r"\s+", " ", done.output)


def test_the_key_of_an_older_server_is_taken_over(tmp_path: Path, database: str) -> None:
    (tmp_path / "guests.key").write_bytes(OLD)
    settings = fast_settings(tmp_path)
    store = Store(database)
    assert keys.ready_keys(store, settings) == [OLD]
    (tmp_path / "guests.key").write_bytes(NEW)
    assert keys.ready_keys(store, settings) == [OLD], "the database has one already"
    store.close()


def test_servers_that_start_at_once_agree(database: str, tmp_path: Path) -> None:
    store = Store(database)
    for _ in range(3):  # as each of them would that has seen no key
        store.submit(lambda connection: keys.add_first(store, connection, keys.secrets.token_bytes(32))).result()
    assert len(store.rows(sa.select(schema.keys))) == 1
    assert keys.ready_keys(store, fast_settings(tmp_path)) == keys.ready_keys(store, fast_settings(tmp_path / "b"))
    store.close()


def test_two_servers_on_one_database_know_each_others_guests(
    tmp_path: Path, furnished_postgres: Callable[[], str]
) -> None:
    database = furnished_postgres()
    with (
        House(fast_settings(tmp_path / "a", database=database)) as here,
        House(fast_settings(tmp_path / "b", database=database)) as there,
    ):
        ann = here.guest("Ann")
        twin = there.stranger()
        twin.cookies = ann.client.cookies
        assert twin.get("/api/me").json() == {"guest": ann.id, "name": "Ann", "friends_url": None}
    assert not (tmp_path / "a").exists(), "nothing is kept beside the database"


def test_an_old_cookie_is_accepted_and_signed_anew(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        store = house.app.state.hub.store
        before = keys.current_keys(store, house.settings)
        keys.rotate(store, keep_days=1)
        after = keys.current_keys(store, house.settings)
        assert after[0] == before[0] and len(after) == 2, "every server knows the new one before it signs"
        store.submit(
            lambda c: c.execute(sa.update(schema.keys).where(schema.keys.c.until == 0).values(since=1))
        ).result()
        house.app.state.guests.use(keys.current_keys(store, house.settings))
        answer = ann.client.get("/api/me")
        assert answer.json()["name"] == "Ann" and "set-cookie" in answer.headers
        assert "set-cookie" not in ann.client.get("/api/me").headers, "once is enough"
        assert ann.client.cookies[COOKIE] == cookie_of(ann.id, after[1]).partition("=")[2]


def test_old_keys_end(tmp_path: Path) -> None:
    now = time.time()
    kept = [keys.Key(b"a", 5, int(now) - 1), keys.Key(b"b", 10, int(now) + 99), keys.Key(b"c", int(now) + 60, 0)]
    assert keys.in_order(kept, now) == [b"b", b"c"]
    assert keys.in_order(kept, now + 61) == [b"c", b"b"]
    assert keys.in_order(kept, now + 100) == [b"c"]


def test_the_limit_by_address_survives_a_rotation(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, tables_per_address=1)) as house:
        ann = house.guest("Ann")
        ann.open("me", "here")
        house.app.state.guests.use([NEW, *keys.ready_keys(house.hub.store, house.settings)])
        assert ann.post("/api/matches", {"game": "misty", "seats": [{"kind": "me"}, {"kind": "here"}]}, 429)


def test_keys_of_the_setting_come_first(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
    secret = "s" * 40
    with House(fast_settings(tmp_path, secret_keys=(secret, "t" * 40))) as house:
        client = house.stranger()
        client.cookies = ann.client.cookies
        assert client.get("/api/me").json()["name"] == "Ann"
        assert client.cookies[COOKIE] == cookie_of(ann.id, secret.encode()).partition("=")[2]
        other = house.stranger().get("/api/me", headers={"cookie": cookie_of("bob", b"t" * 40)})
        assert other.json()["guest"] == "bob"
    with House(fast_settings(tmp_path / "new", secret_keys=(secret,))) as house:
        assert house.app.state.hub.store.rows(sa.select(schema.keys)) == [], "none is made beside it"
    assert of_environment({"MISTVALE_SECRET_KEYS": f"{secret}, b"}).secret_keys == (secret, "b")
    assert secret not in repr(of_environment({"MISTVALE_SECRET_KEYS": secret}))
    with pytest.raises(CannotServe, match="too short"):
        keys.given_keys(fast_settings(tmp_path, secret_keys=("short",)))


def test_the_command_works_beside_a_server(tmp_path: Path) -> None:
    assert "no mistvale.db" in mistvale("admin", "keys", "rotate", "--data", str(tmp_path))[1]
    with House(fast_settings(tmp_path)) as house:
        store = house.app.state.hub.store
        status, said = mistvale("admin", "keys", "rotate", "--data", str(tmp_path), "--keep-days", "7")
        assert status == 0 and "7 days" in said
        assert len(keys.current_keys(store, house.settings)) == 2
        status, said = mistvale("admin", "keys", "rotate", "--data", str(tmp_path), "--keep-days", "0")
        assert status == 0 and "strangers" in said
        assert len(keys.current_keys(store, house.settings)) == 1
    status, said = mistvale("admin", "keys", "rotate", "--data", str(tmp_path), MISTVALE_SECRET_KEYS="x" * 40)
    assert status == 1 and "MISTVALE_SECRET_KEYS" in said
